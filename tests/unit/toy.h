/* A game for tests of what serves any game: a token walks round a ring of four
 * places, `left` or `right`; from the last place a player may also play `goal` and
 * win. Positions come back, so repetition can be seen; any number of seats. */
#ifndef COLONNADE_TESTS_TOY_H
#define COLONNADE_TESTS_TOY_H

#include "core/grid.h"

#include <stdio.h>
#include <string.h>

enum { TOY_LEFT = 1, TOY_RIGHT, TOY_GOAL, TOY_PLACES = 4 };

/* w[0]: place of the token; w[1]: seat to move; w[2]: 1 + seat that has won; w[3]: seats. */
static void toy_start2(Position *out) { *out = (Position){.w = {0, 0, 0, 2}}; }
static void toy_start3(Position *out) { *out = (Position){.w = {0, 0, 0, 3}}; }
static int toy_mover(const Position *p) { return (int)p->w[1]; }

static Outcome toy_outcome(const Position *p)
{
    if (!p->w[2])
        return (Outcome){0};
    return (Outcome){.over = true, .winner = (int8_t)(p->w[2] - 1), .reason = REASON_CENTRE_REACHED};
}

static size_t toy_moves(const Position *p, Move *out, size_t capacity)
{
    size_t count = p->w[2] ? 0 : p->w[0] == TOY_PLACES - 1 ? 3 : 2;
    for (size_t i = 0; i < count && i < capacity; i++)
        out[i] = i + 1;
    return count;
}

static void toy_play(const Position *p, Move m, Position *out)
{
    Position to = *p;
    if (m == TOY_GOAL)
        to.w[2] = p->w[1] + 1;
    else
        to.w[0] = (p->w[0] + (m == TOY_RIGHT ? 1 : TOY_PLACES - 1)) % TOY_PLACES;
    to.w[1] = (p->w[1] + 1) % p->w[3];
    *out = to;
}

static size_t toy_write_position(const Position *p, char out[POSITION_TEXT])
{
    return (size_t)snprintf(out, POSITION_TEXT, "%d %c", (int)p->w[0], game_seat_letter((int)p->w[1]));
}

static bool toy_read(const char *text, Position *out, Message *error, int seats)
{
    size_t at = 1;
    int seat;
    if (text[0] < '0' || text[0] >= '0' + TOY_PLACES)
        return message_set(error, 1, "toy: no such place", 0);
    if (!text_read_mover(text, &at, seats, &seat, error) || !text_read_end(text, at, error))
        return false;
    *out = (Position){.w = {(uint64_t)(text[0] - '0'), (uint64_t)seat, 0, (uint64_t)seats}};
    return true;
}
static bool toy_read2(const char *text, Position *out, Message *error) { return toy_read(text, out, error, 2); }
static bool toy_read3(const char *text, Position *out, Message *error) { return toy_read(text, out, error, 3); }

static size_t toy_write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    return (size_t)snprintf(out, MOVE_TEXT, "%s", m == TOY_LEFT ? "left" : m == TOY_RIGHT ? "right" : "goal");
}

static bool toy_read_move(const Position *p, const char *text, Move *out, Message *error)
{
    Move legal[3];
    size_t count = toy_moves(p, legal, 3);
    for (size_t i = 0; i < count; i++) {
        char name[MOVE_TEXT];
        toy_write_move(p, legal[i], name);
        if (strcmp(name, text) == 0) {
            *out = legal[i];
            return true;
        }
    }
    return strcmp(text, "goal") == 0 ? message_set(error, 0, "toy: the goal is not here", 0)
                                     : message_set(error, 3, "toy: no such move", 0);
}

static int toy_pieces(const Position *p, int place, Piece out[MAX_STACK])
{
    out[0] = (Piece){.kind = PIECE_BALL, .seat = NEUTRAL};
    return (int)p->w[0] == place;
}

static int toy_reserve(const Position *p, int seat, int kind)
{
    (void)p, (void)seat, (void)kind;
    return 0;
}

static int toy_steps(const Position *p, Move m, int path, Step out[MAX_STEPS])
{
    out[0] = (Step){STEP_TO, (uint8_t)((p->w[0] + (m == TOY_RIGHT ? 1 : TOY_PLACES - 1)) % TOY_PLACES)};
    if (m == TOY_GOAL)
        out[0] = (Step){STEP_STOP, 0};
    return path == 0;
}

#define TOY(name, title_, seats, start_, read_)                                                                        \
    {.id = name, .title = title_, .family = "toy", .players = seats, .sides = seats, .words = 4, .symmetries = 1,       \
     .board = &grid4_board, .kinds = 1, .kind = {PIECE_BALL}, .start = start_, .mover = toy_mover,                      \
     .outcome = toy_outcome, .moves = toy_moves, .play = toy_play, .write_position = toy_write_position,                \
     .read_position = read_, .write_move = toy_write_move, .read_move = toy_read_move, .pieces = toy_pieces,            \
     .reserve = toy_reserve, .steps = toy_steps}
static const Game toy2 = TOY("toy", "Toy", 2, toy_start2, toy_read2);
static const Game toy3 = TOY("toy-3", "Toy for three", 3, toy_start3, toy_read3);
#undef TOY

__attribute__((unused)) static const Game *toy_find(const char *id)
{
    return strcmp(id, toy2.id) == 0 ? &toy2 : strcmp(id, toy3.id) == 0 ? &toy3 : NULL;
}

#endif
