/* Square boards: see grid.h. */
#include "core/grid.h"

#include <stdio.h>
#include <string.h>

#define P(c, r, name) {name, 2 * (c), 2 * (r), 1}
static const Place places4[16] = {
    P(0, 0, "a1"), P(1, 0, "b1"), P(2, 0, "c1"), P(3, 0, "d1"), P(0, 1, "a2"), P(1, 1, "b2"),
    P(2, 1, "c2"), P(3, 1, "d2"), P(0, 2, "a3"), P(1, 2, "b3"), P(2, 2, "c3"), P(3, 2, "d3"),
    P(0, 3, "a4"), P(1, 3, "b4"), P(2, 3, "c4"), P(3, 3, "d4"),
};
static const Place places5[25] = {
    P(0, 0, "a1"), P(1, 0, "b1"), P(2, 0, "c1"), P(3, 0, "d1"), P(4, 0, "e1"), P(0, 1, "a2"), P(1, 1, "b2"),
    P(2, 1, "c2"), P(3, 1, "d2"), P(4, 1, "e2"), P(0, 2, "a3"), P(1, 2, "b3"), P(2, 2, "c3"), P(3, 2, "d3"),
    P(4, 2, "e3"), P(0, 3, "a4"), P(1, 3, "b4"), P(2, 3, "c4"), P(3, 3, "d4"), P(4, 3, "e4"), P(0, 4, "a5"),
    P(1, 4, "b5"), P(2, 4, "c5"), P(3, 4, "d5"), P(4, 4, "e5"),
};
#undef P
const Board grid4_board = {.places = 16, .columns = 4, .rows = 4, .levels = 1, .place = places4};
const Board grid5_board = {.places = 25, .columns = 5, .rows = 5, .levels = 1, .place = places5};

#define FLIP(n, yes, x)  ((yes) ? (n) - 1 - (x) : (x))
#define TURN(n, s, c, r) ((n) * FLIP(n, (s) & 2, (s) & 4 ? (c) : (r)) + FLIP(n, (s) & 1, (s) & 4 ? (r) : (c)))
#define ROW4(s, r)       TURN(4, s, 0, r), TURN(4, s, 1, r), TURN(4, s, 2, r), TURN(4, s, 3, r)
#define ROW5(s, r)       TURN(5, s, 0, r), TURN(5, s, 1, r), TURN(5, s, 2, r), TURN(5, s, 3, r), TURN(5, s, 4, r)
#define BOARD4(s)        {ROW4(s, 0), ROW4(s, 1), ROW4(s, 2), ROW4(s, 3)}
#define BOARD5(s)        {ROW5(s, 0), ROW5(s, 1), ROW5(s, 2), ROW5(s, 3), ROW5(s, 4)}
#define EACH(board)      {board(0), board(1), board(2), board(3), board(4), board(5), board(6), board(7)}
const uint8_t grid4_turned[GRID_SYMMETRIES][16] = EACH(BOARD4);
const uint8_t grid5_turned[GRID_SYMMETRIES][25] = EACH(BOARD5);

int grid_turn_place(int n, int symmetry, int place)
{
    int column = place % n, row = place / n;
    grid_turn(n, symmetry, &column, &row);
    return row * n + column;
}

Direction grid_turn_direction(int symmetry, Direction d)
{
    static const Direction swapped[] = {DIRECTION_NONE, EAST, NORTH, WEST, SOUTH};
    if (symmetry & 4)
        d = swapped[d];
    if ((symmetry & 1) && (d == EAST || d == WEST))
        d = d == EAST ? WEST : EAST;
    if ((symmetry & 2) && (d == NORTH || d == SOUTH))
        d = d == NORTH ? SOUTH : NORTH;
    return d;
}

int grid_inverse(int symmetry)
{
    /* Only the two quarter turns are not their own inverse. */
    return symmetry == 5 ? 6 : symmetry == 6 ? 5 : symmetry;
}

int grid_neighbour(int n, int place, Direction d)
{
    int column = place % n + (d == EAST) - (d == WEST);
    int row = place / n + (d == NORTH) - (d == SOUTH);
    return column < 0 || column >= n || row < 0 || row >= n ? -1 : row * n + column;
}

bool grid_read_place(const char *text, size_t *at, int n, int *place, Message *error)
{
    const char *c = text + *at;
    char last_column[2] = {(char)('a' + n - 1), 0}, last_row[2] = {(char)('0' + n), 0};
    if (c[0] < 'a' || c[0] >= 'a' + n)
        return message_set(error, *at + 1,
                           T("a place is expected here: a column from a to {0}, then a row from 1 to {1}"), 2,
                           last_column, last_row);
    if (c[1] < '1' || c[1] >= '1' + n)
        return message_set(error, *at + 2, T("a row from 1 to {0} is expected here"), 1, last_row);
    *place = (c[1] - '1') * n + (c[0] - 'a');
    *at += 2;
    return true;
}

/* Length of the place's text at `c`: up to the next separator or the end. */
static size_t cell_length(const char *c) { return strcspn(c, ",/ "); }

bool grid_read_board(const char *text, size_t *at, int n, GridCell *cell, void *context, Message *error)
{
    char expected[16], number[16], found[16];
    snprintf(expected, sizeof expected, "%d", n);
    for (int row = n - 1; row >= 0; row--) {
        size_t row_start = *at;
        int column = 0;
        for (bool more = true; more; column++) {
            size_t length = cell_length(text + *at);
            if (length == 0)
                return message_set(error, *at + 1, T("a place is missing here: write - for an empty one"), 0);
            bool empty = length == 1 && text[*at] == '-';
            if (column < n && !empty && !cell(context, row * n + column, text, *at, length, error))
                return false;
            *at += length;
            more = text[*at] == ',';
            *at += more;
        }
        snprintf(number, sizeof number, "%d", row + 1);
        snprintf(found, sizeof found, "%d", column);
        if (column != n)
            return message_set(error, row_start + 1, T("row {0} has {1} places, expected {2}"), 3, number, found,
                               expected);
        if (row > 0 && text[*at] != '/')
            return message_set(error, *at + 1, T("the board ends after row {0}: {1} rows are expected"), 2, number,
                               expected);
        *at += row > 0;
    }
    if (text[*at] == '/')
        return message_set(error, *at + 1, T("the board has more than {0} rows"), 1, expected);
    return true;
}

bool text_read_mover(const char *text, size_t *at, int players, int *seat, Message *error)
{
    static const char *const letters[] = {"", "w", "w b", "w b r", "w b r g"};
    if (text[*at] != ' ')
        return message_set(error, *at + 1, T("a space and the player to move are expected here"), 0);
    for (int s = 0; s < players; s++)
        if (text[*at + 1] == game_seat_letter(s)) {
            *seat = s;
            *at += 2;
            return true;
        }
    return message_set(error, *at + 2, T("the player to move is expected here, one of: {0}"), 1, letters[players]);
}

bool text_read_end(const char *text, size_t at, Message *error)
{
    if (text[at] == '\0')
        return true;
    return message_set(error, at + 1, T("nothing more is expected here"), 0);
}
