/* The small board of plain_pylos.h as a game with an index, by the expert rules: a move is the mover's balls after
 * it. For tests of code that uses tables. */
#ifndef COLONNADE_TESTS_SMALL_PYLOS_H
#define COLONNADE_TESTS_SMALL_PYLOS_H

#include "games/pylos/pylos_index.h"
#include "plain_pylos.h"

static const PlainRules small_rules = {.squares = true, .lines = true};

static inline void small_start(Position *out) { *out = (Position){{0}}; }
static inline int small_mover(const Position *p) { return (int)(p->w[0] >> 63); }

static inline Outcome small_outcome(const Position *p)
{
    uint32_t white = (uint32_t)p->w[0], black = (uint32_t)(p->w[0] >> 32) & 0x7fffffff;
    bool lost[2] = {plain_count(white) == PLAIN_BALLS, plain_count(black) == PLAIN_BALLS};
    return (Outcome){.over = lost[0] || lost[1], .winner = lost[0] ? 1 : 0, .reason = REASON_OWN};
}

static inline size_t small_moves(const Position *p, Move *out, size_t capacity)
{
    uint32_t balls[2] = {(uint32_t)p->w[0], (uint32_t)(p->w[0] >> 32) & 0x7fffffff}, after[PLAIN_MOVES];
    int seat = small_mover(p);
    if (small_outcome(p).over)
        return 0;
    size_t n = (size_t)plain_moves(small_rules, balls[seat], balls[1 - seat], after);
    for (size_t i = 0; i < n && i < capacity; i++)
        out[i] = after[i] | UINT64_C(1) << 62;
    return n;
}

static inline void small_play(const Position *p, Move m, Position *out)
{
    int seat = small_mover(p);
    uint64_t balls = (uint32_t)m & 0x3fff, kept = p->w[0] & UINT64_C(0x7fffffff) << 32 * (1 - seat);
    *out = (Position){{kept | balls << 32 * seat | (seat ? 0 : UINT64_C(1) << 63)}};
}

static inline int small_evaluate(const Position *p)
{
    uint32_t balls[2] = {(uint32_t)p->w[0], (uint32_t)(p->w[0] >> 32) & 0x7fffffff};
    int seat = small_mover(p);
    return 100 * (plain_count(balls[1 - seat]) - plain_count(balls[seat]));
}

static const Game small = {
    .id = "small",
    .players = 2,
    .sides = 2,
    .words = 1,
    .start = small_start,
    .mover = small_mover,
    .outcome = small_outcome,
    .moves = small_moves,
    .play = small_play,
    .search.evaluate = small_evaluate,
    .symmetries = 1,
    .index = &pylos_index_small_expert,
};

#endif
