/* The value of the opening, from tables: every position of one layer, with its result.
 *
 * A layer is all positions with given numbers of pieces in the players' reserves and a given player to move,
 * whether a game can reach them or not. A search that reaches one of them need not look further, so the layer also
 * settles every earlier position. The results are kept as one or two bits per position, without the positions:
 * three places of an array, found by hashing, are added up (a "binary fuse" function); where draws are few, they
 * are listed. For a position of another layer this would answer at random; opening_layer_value does not ask.
 *
 * book/GAME.layer is compiled in; `colonnade tables opening GAME` makes such a file. */
#ifndef COLONNADE_CORE_OPENING_LAYER_H
#define COLONNADE_CORE_OPENING_LAYER_H

#include "core/game.h"

typedef struct OpeningLayer {
    const char *game;           /* its id */
    uint8_t mover;              /* seat to move … */
    uint8_t reserve[2];         /* … and what the seats have left */
    uint32_t seed;              /* of the hashing */
    uint32_t segment, segments; /* places of a segment (a power of two), and how many a position may begin in */
    const uint8_t *won;         /* a bit for each place of segments + 2 segments */
    const uint8_t *drawn;       /* the same; NULL: the few that are drawn are listed … */
    const uint64_t *draw;       /* … by key, ascending */
    uint32_t draws;
    bool never_lost;            /* whatever is not won is drawn */
} OpeningLayer;

/* Compiled from book/; ends with a record that has no game. */
extern const OpeningLayer opening_layer_table[];

/* NULL: there is none. */
const OpeningLayer *opening_layer_of(const Game *g);

/* Whether `p`, which is not over, is in the layer. Cheap. */
static inline bool opening_layer_has(const OpeningLayer *o, const Game *g, const Position *p)
{
    return g->mover(p) == o->mover && g->reserve(p, 0, 0) == o->reserve[0] && g->reserve(p, 1, 0) == o->reserve[1];
}

/* The result of a position of the layer for the player to move: 1 won, 0 drawn, -1 lost. */
int opening_layer_value(const OpeningLayer *o, const Game *g, const Position *p);

/* The three places of a key. */
static inline void opening_layer_places(uint64_t key, uint32_t seed, uint32_t segment, uint32_t segments,
                                        uint32_t out[3])
{
    uint64_t h = (key ^ seed * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    h ^= h >> 29;
    uint32_t first = (uint32_t)((h >> 32) * segments >> 32) * segment;
    out[0] = first + (uint32_t)(h & (segment - 1));
    out[1] = first + segment + (uint32_t)(h >> 10 & (segment - 1));
    out[2] = first + 2 * segment + (uint32_t)((h * UINT64_C(0xa0761d6478bd642f)) >> 40 & (segment - 1));
}

/* The key of a position: symmetric ones share it. */
uint64_t opening_layer_key(const Game *g, const Position *p);

#endif
