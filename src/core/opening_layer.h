/* The value of the opening, from tables or proofs: every position of some layers, with its result.
 *
 * A layer is all positions with given numbers of pieces in the players' reserves and a given player to move: from a
 * table, whether a game can reach them or not; from proofs, those that a game reaches, and then it helps only a search
 * that begins with such a position. A search that reaches one of them need not look further, so the layer also settles
 * every earlier position. The evaluation knows most results by itself, and only what it does not know is
 * kept: where it leaves a result open, a bit for each position; elsewhere some bits for each position about which it
 * is wrong. The bits are kept without the positions: three places of an array, found by hashing, are added up (a
 * "binary fuse" function). For a position of another layer this would answer at random; opening_layer_at finds the
 * right one. A layer holds for the evaluation that it was made with (`mark`).
 *
 * book/GAME-PLIES.layer is compiled in; `colonnade tables opening GAME` makes such a file. All layers of a game are
 * of one sort. */
#ifndef COLONNADE_CORE_OPENING_LAYER_H
#define COLONNADE_CORE_OPENING_LAYER_H

#include "core/game.h"

/* A number of `width` bits for each of some positions. */
typedef struct OpeningFuse {
    uint32_t segment, segments; /* places of a segment (a power of two), and how many a position may begin in */
    int width;
    const uint8_t *bit;         /* of segments + 2 segments, the lowest first; NULL: there are no positions */
} OpeningFuse;

/* The positions of a layer that have some property. */
typedef struct OpeningSet {
    int low, high;              /* evaluations from `low` to `high` leave it open; the others are right … */
    OpeningFuse suspect;        /* … unless the position's fingerprint is here, as it is by chance, too */
    OpeningFuse told;           /* whether open and suspect positions have it */
} OpeningSet;

typedef struct OpeningLayer {
    const char *game;           /* its id */
    bool more;                  /* the next record is a later layer of the same game */
    uint8_t mover;              /* seat to move … */
    uint8_t reserve[2];         /* … and how many pieces the seats have left */
    bool reached;               /* only what games reach */
    uint32_t seed;              /* of the hashing */
    uint32_t positions;         /* how many it has … */
    uint32_t mark;              /* … and the sum of all opening_layer_mark */
    bool never_lost;            /* whatever is not won is drawn */
    OpeningSet drawn;           /* evaluations say that nothing is drawn … */
    OpeningSet won;             /* … and that what is above the range is won. Says nothing about drawn positions */
} OpeningLayer;

/* Compiled from book/, a game's layers from the earliest on; ends with a record that has no game. */
extern const OpeningLayer opening_layer_table[];

/* The first layer of a game; NULL: there is none. */
const OpeningLayer *opening_layer_of(const Game *g);

/* The layers that a search of `root` may come to, from this one on; NULL: none. */
const OpeningLayer *opening_layer_from(const Game *g, const Position *root);

/* How many pieces a seat has left, of all kinds. */
static inline int opening_layer_left(const Game *g, const Position *p, int seat)
{
    int left = g->reserve(p, seat, 0);
    for (int kind = 1; kind < g->kinds; kind++)
        left += g->reserve(p, seat, kind);
    return left;
}

/* Whether `p`, which is not over, is in the layer: if that is of what games reach, `p` must come from a game. Cheap. */
static inline bool opening_layer_has(const OpeningLayer *o, const Game *g, const Position *p)
{
    return g->mover(p) == o->mover && opening_layer_left(g, p, 0) == o->reserve[0] &&
           opening_layer_left(g, p, 1) == o->reserve[1];
}

/* Which of the layers from `first` on has `p`; NULL: none. */
static inline const OpeningLayer *opening_layer_at(const OpeningLayer *first, const Game *g, const Position *p)
{
    const int mover = g->mover(p), left = opening_layer_left(g, p, 0), right = opening_layer_left(g, p, 1);
    for (const OpeningLayer *o = first;; o++) {
        if (o->reserve[0] == left && o->reserve[1] == right && o->mover == mover)
            return o;
        if (!o->more)
            return NULL;
    }
}

/* The result of a position of the layer for the player to move: 1 won, 0 drawn, -1 lost. *looks, unless NULL: how it
 * is evaluated, the same for all positions that are symmetric to it. */
int opening_layer_value(const OpeningLayer *o, const Game *g, const Position *p, int *looks);

/* The key of a position, and how it is evaluated: symmetric ones share both. */
uint64_t opening_layer_key(const Game *g, const Position *p, int *looks);

/* The three places of a key in a fuse, and what its number is. */
void opening_fuse_places(const OpeningFuse *f, uint64_t key, uint32_t seed, uint32_t out[3]);
unsigned opening_fuse_sum(const OpeningFuse *f, uint64_t key, uint32_t seed);

/* The number at a place of an array. */
static inline unsigned opening_fuse_number(const uint8_t *bit, uint32_t place, int width)
{
    const size_t first = (size_t)place * (unsigned)width;
    const uint8_t *at = bit + (first >> 3);
    unsigned both = (unsigned)at[0] | (first % 8 + (unsigned)width > 8 ? (unsigned)at[1] << 8 : 0);
    return both >> (first & 7) & ((1u << width) - 1);
}

unsigned opening_layer_fingerprint(uint64_t key, int width);

uint32_t opening_layer_mark(uint64_t key, int looks);

#endif
