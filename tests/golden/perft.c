/* Counts move sequences and compares them with perft.tsv.
 *
 *   perft FILE RULESET      every line of that ruleset; none is a failure
 *   perft --list            the rulesets */
#include "core/perft.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_start(const Game *g, const char *text, Position *out)
{
    if (strcmp(text, "start") == 0) {
        g->start(out);
        return true;
    }
    Message error;
    if (g->read_position(text, out, &error))
        return true;
    char sentence[256];
    message_english(&error, sentence, sizeof sentence);
    fprintf(stderr, "%s\n  %s\n", text, sentence);
    return false;
}

/* `counts` are those of length 1, 2, 3 …, separated by spaces. */
static bool line_holds(const Game *g, const char *position, const char *counts)
{
    Position p;
    if (!read_start(g, position, &p))
        return false;
    Perft perft = {.game = g};
    bool held = true;
    char *rest;
    for (int depth = 1; held; depth++, counts = rest) {
        uint64_t found = 0, expected = strtoull(counts, &rest, 10);
        if (rest == counts)
            break;
        held = perft_bulk(&perft, &p, depth, &found) == PERFT_OK && found == expected;
        if (!held)
            fprintf(stderr, "%s\n  %llu sequences of length %d, expected %llu\n", position, (unsigned long long)found,
                    depth, (unsigned long long)expected);
    }
    perft_free(&perft);
    return held;
}

static int check_file(FILE *file, const Game *g)
{
    char line[1024];
    int lines = 0, wrong = 0;
    while (fgets(line, sizeof line, file)) {
        char *ruleset = strtok(line, "\t"), *position = strtok(NULL, "\t"), *counts = strtok(NULL, "\n");
        if (!counts || strcmp(ruleset, g->id) != 0)
            continue;
        lines++;
        wrong += !line_holds(g, position, counts);
    }
    printf("%s: %d lines, %d wrong\n", g->id, lines, wrong);
    return lines > 0 && wrong == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < registry_count(); i++)
            puts(registry_game(i)->id);
        return 0;
    }
    const Game *g = argc == 3 ? registry_find(argv[2]) : NULL;
    FILE *file = g ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: perft FILE RULESET\n");
        return 2;
    }
    int status = check_file(file, g);
    fclose(file);
    return status;
}
