/* Prints positions of random games, ends of games included, for comparison with another program's rules: positions
 * GAME COUNT SEED. A line is GAME, position, result and the legal moves sorted by text, separated by tabs. */
#include "core/random.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static void print(const Game *g, const Position *p, const Move *move, size_t count)
{
    static char name[MOST][MOVE_TEXT];
    char text[POSITION_TEXT];
    g->write_position(p, text);
    printf("%s\t%s\t%s\t", g->id, text, game_result_text(g, g->outcome(p)));
    for (size_t i = 0; i < count; i++)
        g->write_move(p, move[i], name[i]);
    qsort(name, count, sizeof *name, by_text);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", name[i]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    static Move move[MOST];
    const Game *g = argc == 4 ? registry_find(argv[1]) : NULL;
    if (!g) {
        fputs("usage: positions GAME COUNT SEED\n", stderr);
        return 2;
    }
    uint64_t random = strtoull(argv[3], NULL, 10);
    Position p;
    g->start(&p);
    for (long left = strtol(argv[2], NULL, 10); left > 0; left--) {
        size_t count = g->moves(&p, move, MOST);
        if (count > MOST)
            return 1;
        print(g, &p, move, count);
        if (count == 0)
            g->start(&p);
        else
            g->play(&p, move[random_next_wide(&random) % count], &p);
    }
    return 0;
}
