/* Whole games, stored as text: any change of the rules or of the notation shows here.
 *
 *   playthrough FOLDER RULESET          replays FOLDER/RULESET.tsv; a missing file fails
 *   playthrough --write FOLDER RULESET… plays new games and writes the files of these rulesets
 *   playthrough --list                  the rulesets
 *
 * A file has one line per position: ply, number of legal moves, position, then the move played, or the result
 * where the game ends (`ongoing` where the line was cut). */
#include "core/game.h"
#include "games/registry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 3, LONGEST = 120 };

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void result_text(const Game *g, const Position *p, char *out, size_t size)
{
    Outcome o = g->outcome(p);
    snprintf(out, size, "%s%s%s", game_result_text(g, o), o.over ? " " : "", game_reason(g, (Reason)o.reason));
}

static void write_line(FILE *file, const Game *g, const Position *p, int ply, size_t moves, const char *last)
{
    char position[POSITION_TEXT];
    g->write_position(p, position);
    fprintf(file, "%d\t%zu\t%s\t%s\n", ply, moves, position, last);
}

static void write_game(FILE *file, const Game *g, uint64_t seed)
{
    Position p;
    MoveList legal = {0};
    char last[MOVE_TEXT + 32];
    g->start(&p);
    for (int ply = 0;; ply++) {
        if (!movelist_fill(&legal, g, &p))
            abort();
        if (legal.count == 0 || ply == LONGEST)
            break;
        Move m = legal.move[next_random(&seed) % legal.count];
        g->write_move(&p, m, last);
        write_line(file, g, &p, ply, legal.count, last);
        g->play(&p, m, &p);
    }
    result_text(g, &p, last, sizeof last);
    write_line(file, g, &p, -1, legal.count, last);
    movelist_free(&legal);
}

static int write_file(const char *folder, const char *id)
{
    const Game *g = registry_find(id);
    char path[512];
    if (!g) {
        fprintf(stderr, "there is no ruleset %s\n", id);
        return 2;
    }
    snprintf(path, sizeof path, "%s/%s.tsv", folder, g->id);
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return 1;
    }
    fprintf(file, "# %s, %d games: ply (-1: the end), legal moves, position, move or result\n", g->id, GAMES);
    for (uint64_t seed = 1; seed <= GAMES; seed++)
        write_game(file, g, seed);
    return fclose(file) != 0;
}

/* --- replay --- */

typedef struct Replay {
    const Game *game;
    Position position;      /* the one that the next line must show */
    int number;             /* of the line */
    int games;              /* finished so far */
} Replay;

static bool differs(const Replay *r, const char *what, const char *expected, const char *found)
{
    fprintf(stderr, "line %d: the %s is\n  %s\nbut the file says\n  %s\n", r->number, what, found, expected);
    return false;
}

static bool replay_line(Replay *r, int ply, const char *count, const char *position, const char *last)
{
    char text[POSITION_TEXT];
    if (ply == 0)
        r->game->start(&r->position);
    r->game->write_position(&r->position, text);
    if (strcmp(text, position) != 0)
        return differs(r, "position", position, text);
    snprintf(text, sizeof text, "%zu", r->game->moves(&r->position, NULL, 0));
    if (strcmp(text, count) != 0)
        return differs(r, "number of legal moves", count, text);
    if (ply < 0) {
        r->games++;
        result_text(r->game, &r->position, text, sizeof text);
        return strcmp(text, last) == 0 || differs(r, "result", last, text);
    }
    Move m;
    Message error;
    if (!r->game->read_move(&r->position, last, &m, &error)) {
        message_english(&error, text, sizeof text);
        return differs(r, "move refused", last, text);
    }
    r->game->play(&r->position, m, &r->position);
    return true;
}

static int replay(const char *folder, const Game *g)
{
    Replay r = {.game = g};
    char path[512], line[1024];
    snprintf(path, sizeof path, "%s/%s.tsv", folder, g->id);
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "%s: %s; `playthrough --write %s %s` makes it\n", path, strerror(errno), folder, g->id);
        return 1;
    }
    bool held = true;
    while (held && fgets(line, sizeof line, file)) {
        r.number++;
        if (line[0] == '#')
            continue;
        char *ply = strtok(line, "\t"), *count = strtok(NULL, "\t"), *position = strtok(NULL, "\t"),
             *last = strtok(NULL, "\n");
        held = last ? replay_line(&r, atoi(ply), count, position, last) : differs(&r, "number of fields", "4", "less");
    }
    fclose(file);
    printf("%s: %d lines, %d games\n", g->id, r.number, r.games);
    return held && r.games > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < registry_count(); i++)
            puts(registry_game(i)->id);
        return 0;
    }
    if (argc > 3 && strcmp(argv[1], "--write") == 0) {
        int status = 0;
        for (int i = 3; i < argc && status == 0; i++)
            status = write_file(argv[2], argv[i]);
        return status;
    }
    const Game *g = argc == 3 ? registry_find(argv[2]) : NULL;
    if (!g) {
        fprintf(stderr, "usage: playthrough [--write] FOLDER RULESET\n");
        return 2;
    }
    return replay(argv[1], g);
}
