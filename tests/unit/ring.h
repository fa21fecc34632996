/* A game for tests of code that serves any game: a token walks round a ring of four places, `left` or `right`;
 * from the last place a player may also play `goal` and win. Positions repeat, so repetition can be tested; any
 * number of seats. */
#ifndef COLONNADE_TESTS_RING_H
#define COLONNADE_TESTS_RING_H

#include "core/grid.h"

#include <stdio.h>
#include <string.h>

enum { RING_LEFT = 1, RING_RIGHT, RING_GOAL, RING_PLACES = 4 };

/* w[0]: place of the token; w[1]: seat to move; w[2]: 1 + seat that has won; w[3]: seats. */
static void ring_start2(Position *out) { *out = (Position){.w = {0, 0, 0, 2}}; }
static void ring_start3(Position *out) { *out = (Position){.w = {0, 0, 0, 3}}; }
static int ring_mover(const Position *p) { return (int)p->w[1]; }

static Outcome ring_outcome(const Position *p)
{
    if (!p->w[2])
        return (Outcome){0};
    return (Outcome){.over = true, .winner = (int8_t)(p->w[2] - 1), .reason = REASON_OWN};
}

static size_t ring_moves(const Position *p, Move *out, size_t capacity)
{
    size_t count = p->w[2] ? 0 : p->w[0] == RING_PLACES - 1 ? 3 : 2;
    for (size_t i = 0; i < count && i < capacity; i++)
        out[i] = i + 1;
    return count;
}

static void ring_play(const Position *p, Move m, Position *out)
{
    Position to = *p;
    if (m == RING_GOAL)
        to.w[2] = p->w[1] + 1;
    else
        to.w[0] = (p->w[0] + (m == RING_RIGHT ? 1 : RING_PLACES - 1)) % RING_PLACES;
    to.w[1] = (p->w[1] + 1) % p->w[3];
    *out = to;
}

static size_t ring_write_position(const Position *p, char out[POSITION_TEXT])
{
    return (size_t)snprintf(out, POSITION_TEXT, "%d %c", (int)p->w[0], game_seat_letter((int)p->w[1]));
}

static bool ring_read(const char *text, Position *out, Message *error, int seats)
{
    size_t at = 1;
    int seat;
    if (text[0] < '0' || text[0] >= '0' + RING_PLACES)
        return message_set(error, 1, "ring: no such place", 0);
    if (!text_read_mover(text, &at, seats, &seat, error) || !text_read_end(text, at, error))
        return false;
    *out = (Position){.w = {(uint64_t)(text[0] - '0'), (uint64_t)seat, 0, (uint64_t)seats}};
    return true;
}
static bool ring_read2(const char *text, Position *out, Message *error) { return ring_read(text, out, error, 2); }
static bool ring_read3(const char *text, Position *out, Message *error) { return ring_read(text, out, error, 3); }

static size_t ring_write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    return (size_t)snprintf(out, MOVE_TEXT, "%s", m == RING_LEFT ? "left" : m == RING_RIGHT ? "right" : "goal");
}

static bool ring_read_move(const Position *p, const char *text, Move *out, Message *error)
{
    Move legal[3];
    size_t count = ring_moves(p, legal, 3);
    for (size_t i = 0; i < count; i++) {
        char name[MOVE_TEXT];
        ring_write_move(p, legal[i], name);
        if (strcmp(name, text) == 0) {
            *out = legal[i];
            return true;
        }
    }
    return strcmp(text, "goal") == 0 ? message_set(error, 0, "ring: the goal is not here", 0)
                                     : message_set(error, 3, "ring: no such move", 0);
}

static int ring_pieces(const Position *p, int place, Piece out[MAX_STACK])
{
    out[0] = (Piece){.seat = NEUTRAL};
    return (int)p->w[0] == place;
}

static int ring_reserve(const Position *p, int seat, int kind)
{
    (void)p, (void)seat, (void)kind;
    return 0;
}

static int ring_steps(const Position *p, Move m, int path, Step out[MAX_STEPS])
{
    out[0] = (Step){STEP_TO, (uint8_t)((p->w[0] + (m == RING_RIGHT ? 1 : RING_PLACES - 1)) % RING_PLACES)};
    if (m == RING_GOAL)
        out[0] = (Step){STEP_STOP, 0};
    return path == 0;
}

static const Kind ring_kinds[] = {{
    .id = "ball",
    .shape = SHAPE_BALL,
    .neutral = true,
    .sign = SIGNS_OF_DISCS,
    .letter = LETTERS_OF_SEATS,
    .name = "ball",
    .one = "one ball",
    .many = "{0} balls",
    .coloured = {"white ball", "black ball", "red ball", "green ball", "grey ball"},
}};

static int ring_tell(const Position *p, Move m, Told out[MAX_TOLD])
{
    (void)p, (void)m;
    out->text = "{0} went on.";
    return 1;
}

#define RING(name, title_, seats, start_, read_)                                                                       \
    {.id = name,                                                                                                       \
     .title = title_,                                                                                                  \
     .family = "ring",                                                                                                 \
     .players = seats,                                                                                                 \
     .sides = seats,                                                                                                   \
     .words = 4,                                                                                                       \
     .symmetries = 1,                                                                                                  \
     .board = &grid4_board,                                                                                            \
     .kinds = 1,                                                                                                       \
     .kind = ring_kinds,                                                                                               \
     .reason = {"centre reached"},                                                                                     \
     .tell = ring_tell,                                                                                                \
     .start = start_,                                                                                                  \
     .mover = ring_mover,                                                                                              \
     .outcome = ring_outcome,                                                                                          \
     .moves = ring_moves,                                                                                              \
     .play = ring_play,                                                                                                \
     .write_position = ring_write_position,                                                                            \
     .read_position = read_,                                                                                           \
     .write_move = ring_write_move,                                                                                    \
     .read_move = ring_read_move,                                                                                      \
     .pieces = ring_pieces,                                                                                            \
     .reserve = ring_reserve,                                                                                          \
     .steps = ring_steps}
static const Game ring2 = RING("ring", "Ring", 2, ring_start2, ring_read2);
static const Game ring3 = RING("ring-3", "Ring for three", 3, ring_start3, ring_read3);
#undef RING

__attribute__((unused)) static const Game *ring_find(const char *id)
{
    return strcmp(id, ring2.id) == 0 ? &ring2 : strcmp(id, ring3.id) == 0 ? &ring3 : NULL;
}

#endif
