/* Positions after random moves, the same in every run: set `seed` first. */
#ifndef COLONNADE_TESTS_RANDOM_PLAY_H
#define COLONNADE_TESTS_RANDOM_PLAY_H

#include "core/game.h"

static uint64_t seed;

static inline uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* A position after `plies` random moves in which the game is not over. */
static inline Position random_position(const Game *g, int plies)
{
    Move legal[256];
    for (;;) {
        Position p;
        g->start(&p);
        size_t count = g->moves(&p, legal, 256);
        for (int i = 0; i < plies && count > 0; i++) {
            g->play(&p, legal[next_random() % count], &p);
            count = g->moves(&p, legal, 256);
        }
        if (count > 0)
            return p;
    }
}

#endif
