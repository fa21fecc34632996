/* What games on an n×n grid share: boards, symmetries, and the text of places,
 * rows and movers. Place number = row * n + column, both from 0 at a1. */
#ifndef COLONNADE_CORE_GRID_H
#define COLONNADE_CORE_GRID_H

#include "core/game.h"

extern const Board grid4_board, grid5_board;

/* The eight symmetries of the square: bit 2 swaps column and row, then bit 0
 * mirrors the columns, then bit 1 mirrors the rows. 0 is the identity. */
enum { GRID_SYMMETRIES = 8 };
static inline void grid_turn(int n, int symmetry, int *column, int *row)
{
    if (symmetry & 4) {
        int c = *column;
        *column = *row;
        *row = c;
    }
    if (symmetry & 1)
        *column = n - 1 - *column;
    if (symmetry & 2)
        *row = n - 1 - *row;
}
int grid_turn_place(int n, int symmetry, int place);
/* The same from tables: [s][p] is where symmetry s takes place p. */
extern const uint8_t grid4_turned[GRID_SYMMETRIES][16], grid5_turned[GRID_SYMMETRIES][25];
Direction grid_turn_direction(int symmetry, Direction d);
/* The symmetry that undoes this one. */
int grid_inverse(int symmetry);

/* Bits that are set in `low` change places with those `distance` above them. */
static inline uint64_t grid_exchange(uint64_t x, uint64_t low, int distance)
{
    uint64_t t = (x ^ x >> distance) & low;
    return x ^ t ^ t << distance;
}

/* Four sets of places of a 4×4 board, 16 bits each, turned together. */
static inline uint64_t grid4_turn_sets(uint64_t x, int symmetry)
{
    if (symmetry & 4) { /* across the diagonal: inside the 2×2 quarters, then the quarters */
        x = grid_exchange(x, UINT64_C(0x0a0a0a0a0a0a0a0a), 3);
        x = grid_exchange(x, UINT64_C(0x00cc00cc00cc00cc), 6);
    }
    if (symmetry & 1) {
        x = grid_exchange(x, UINT64_C(0x5555555555555555), 1);
        x = grid_exchange(x, UINT64_C(0x3333333333333333), 2);
    }
    if (symmetry & 2) {
        x = grid_exchange(x, UINT64_C(0x0f0f0f0f0f0f0f0f), 4);
        x = grid_exchange(x, UINT64_C(0x00ff00ff00ff00ff), 8);
    }
    return x;
}

/* The place one step from `place`, or -1 over the edge. */
int grid_neighbour(int n, int place, Direction d);

/* --- text: each reads at text[*at], moves *at past what it read, or returns false
 * with an error that says what is wrong and at which character --- */

/* `a1` … on an n×n board. */
bool grid_read_place(const char *text, size_t *at, int n, int *place, Message *error);
/* `,`-separated places of `/`-separated rows, from the top row down, `-` an empty
 * one; `cell` is called with every other place's text (not terminated, `length`
 * characters from text[at]) and returns false with an error to stop. */
typedef bool GridCell(void *context, int place, const char *text, size_t at, size_t length, Message *error);
bool grid_read_board(const char *text, size_t *at, int n, GridCell *cell, void *context, Message *error);
/* One space, then the letter of a seat below `players`. */
bool text_read_mover(const char *text, size_t *at, int players, int *seat, Message *error);
/* The text must end here. */
bool text_read_end(const char *text, size_t at, Message *error);

#endif
