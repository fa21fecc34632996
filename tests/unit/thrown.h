/* Dorix positions that no game is likely to see. */
#ifndef COLONNADE_TESTS_UNIT_THROWN_H
#define COLONNADE_TESTS_UNIT_THROWN_H

#include "core/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* A position with its pawns thrown onto the board at random. */
static inline Position thrown(const Game *g, uint64_t *seed)
{
    char pile[16][MAX_STACK + 1] = {{0}}, text[POSITION_TEXT] = "";
    Position start;
    g->start(&start);
    unsigned places = 2 + (unsigned)(*seed >> 33) % 15;
    for (int seat = 0; seat < g->players; seat++) {
        int pawns = g->reserve(&start, seat, 0);
        for (int i = (*seed >> 40) % 3 ? 0 : (int)((*seed >> 45) % 5); i < pawns; i++) {
            *seed = *seed * 6364136223846793005u + 1442695040888963407u;
            char *to = pile[(*seed >> 50) % 16 % places];
            to[strlen(to)] = game_seat_letter(seat);
        }
    }
    for (int i = 0; i < 16; i++) {
        char *p = pile[i];
        size_t n = strlen(p);
        for (size_t k = n; k > 1; k--) { /* shuffle, or the last seat would be on top everywhere */
            *seed = *seed * 6364136223846793005u + 1442695040888963407u;
            size_t other = (*seed >> 40) % k;
            char c = p[k - 1];
            p[k - 1] = p[other];
            p[other] = c;
        }
        strcat(text, n ? p : "-");
        strcat(text, i == 15 ? " " : i % 4 == 3 ? "/" : ",");
    }
    strcat(text, (char[]){game_seat_letter((int)((*seed >> 35) % g->players)), 0});
    Position p;
    assert_true(g->read_position(text, &p, NULL));
    assert_null(g->check(&p));
    return p;
}

#endif
