/* Pilea's text: strict on input, one text for each position and move on output.
 *
 * A move is read in two passes: first its form, where an error points at a character, then the rules, where the
 * error is the rule that forbids it. */
#include "games/pilea/pilea_text.h"

#include "core/grid.h"
#include "games/pilea/pilea_rules.h"

#include <stdio.h>
#include <string.h>

typedef struct Number {
    char text[12];
} Number;

static Number number(int n)
{
    Number out;
    snprintf(out.text, sizeof out.text, "%d", n);
    return out;
}

static const char *label(int place) { return grid5_board.place[place].label; }

static const char *letter(int seat) { return seat ? "b" : "w"; }

/* --- positions --- */

size_t pilea_write_position(const Position *p, char out[POSITION_TEXT])
{
    char *c = out;
    for (int row = PILEA_SIDE - 1; row >= 0; row--)
        for (int column = 0; column < PILEA_SIDE; column++) {
            int place = PILEA_SIDE * row + column;
            uint32_t pile = pilea_pile(p, place);
            if (place == PILEA_CENTRE)
                for (int i = 0; i < PILEA_GREY; i++)
                    *c++ = 'x';
            else if (pile == 1)
                *c++ = '-';
            for (int level = pilea_pile_height(pile) - 1; level >= 0; level--)
                *c++ = game_seat_letter((int)(pile >> level & 1));
            *c++ = column < PILEA_SIDE - 1 ? ',' : row > 0 ? '/' : ' ';
        }
    *c++ = game_seat_letter(pilea_mover(p));
    *c = '\0';
    return (size_t)(c - out);
}

typedef struct PileaReading {
    Position position;
    int cubes[2];
    bool centre; /* whether c3 was written, and not as an empty place */
} PileaReading;

static bool read_cell(void *context, int place, const char *text, size_t at, size_t length, Message *error)
{
    PileaReading *reading = context;
    size_t i = 0;
    if (place == PILEA_CENTRE) {
        while (i < length && text[at + i] == 'x')
            i++;
        if (i != PILEA_GREY || length > PILEA_GREY + 1)
            return message_set(error, at + 1,
                               T("{0} must hold the three grey cubes, xxx, with at most one cube on them"), 1,
                               label(place));
        reading->centre = true;
    }
    for (; i < length; i++) {
        char c = text[at + i];
        if (c == 'x')
            return message_set(error, at + i + 1, T("grey cubes stand only on {0}"), 1, label(PILEA_CENTRE));
        if (c != 'w' && c != 'b')
            return message_set(error, at + i + 1, T("a cube is expected here, w or b"), 0);
        int seat = c == 'b';
        const int most = seat ? PILEA_CUBES : pilea_cubes(&reading->position) - PILEA_CUBES;
        if (++reading->cubes[seat] > most)
            return message_set(error, at + i + 1, T("this is one cube too many: {0} has {1}"), 2, letter(seat),
                               number(most).text);
        uint32_t pile = pilea_pile(&reading->position, place);
        pilea_change(&reading->position, place, pile, pile << 1 | (uint32_t)seat);
    }
    return true;
}

/* The character at which a place of a well-formed board begins, from 1. */
static size_t cell_at(const char *text, int place)
{
    const char *c = text;
    for (int i = PILEA_SIDE - 1 - place / PILEA_SIDE; i > 0; i--)
        c = strchr(c, '/') + 1;
    for (int i = place % PILEA_SIDE; i > 0; i--)
        c = strchr(c, ',') + 1;
    return (size_t)(c - text) + 1;
}

/* PIL-1: cubes are put on empty places, alternately, White first. */
static bool check_placing(const PileaReading *reading, const char *text, int mover, size_t mover_at, Message *error)
{
    const Position *p = &reading->position;
    for (int place = 0; place < PILEA_PLACES; place++)
        if (pilea_height(p, place) > (place != PILEA_CENTRE))
            return message_set(error, cell_at(text, place),
                               T("{0} is piled up, but piles grow only after all ten cubes are placed: there are {1}"),
                               2, label(place), number(reading->cubes[0] + reading->cubes[1]).text);
    int ahead = reading->cubes[0] - reading->cubes[1];
    if (ahead != 0 && ahead != 1)
        return message_set(error, 1, T("the players place cubes in turn, w first: {0} white and {1} black cannot be"),
                           2, number(reading->cubes[0]).text, number(reading->cubes[1]).text);
    if (mover != ahead)
        return message_set(error, mover_at, T("{0} is to move: w has placed {1} and b {2}"), 3, letter(ahead),
                           number(reading->cubes[0]).text, number(reading->cubes[1]).text);
    return true;
}

/* `start` says how many cubes there are. */
static bool read_position(void (*start)(Position *), const char *text, Position *out, Message *error)
{
    PileaReading reading = {.cubes = {0, 0}};
    size_t at = 0;
    int mover;
    start(&reading.position);
    if (!grid_read_board(text, &at, PILEA_SIDE, read_cell, &reading, error))
        return false;
    if (!reading.centre)
        return message_set(error, cell_at(text, PILEA_CENTRE),
                           T("{0} must hold the three grey cubes, xxx, with at most one cube on them"), 1,
                           label(PILEA_CENTRE));
    if (!text_read_mover(text, &at, 2, &mover, error))
        return false;
    size_t mover_at = at;
    if (!text_read_end(text, at, error))
        return false;
    if (reading.cubes[0] + reading.cubes[1] == pilea_cubes(&reading.position))
        reading.position.w[0] |= PILEA_MOVING;
    else if (!check_placing(&reading, text, mover, mover_at, error))
        return false;
    if (mover)
        reading.position.w[0] |= PILEA_BLACK_MOVES;
    *out = reading.position;
    return true;
}

bool pilea_read_position(const char *text, Position *out, Message *error)
{
    return read_position(pilea_start, text, out, error);
}

bool pilea_read_six_five(const char *text, Position *out, Message *error)
{
    return read_position(pilea_start_six_five, text, out, error);
}

/* --- moves --- */

static char *write_place(char *c, int place)
{
    *c++ = label(place)[0];
    *c++ = label(place)[1];
    return c;
}

size_t pilea_write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    char *c = out;
    PileaKind kind = pilea_kind(m);
    if (kind == PILEA_PASS) {
        strcpy(out, "pass");
        return 4;
    }
    if (kind != PILEA_PLACE) {
        c = write_place(c, pilea_from(m));
        *c++ = kind == PILEA_WHOLE ? '=' : '-';
    }
    c = write_place(c, pilea_to(m));
    for (int i = 0; i < pilea_capture_count(m); i++) {
        *c++ = 'x';
        c = write_place(c, pilea_capture(m, i));
        *c++ = '>';
        c = write_place(c, pilea_drop(m, i));
    }
    *c = '\0';
    return (size_t)(c - out);
}

/* What the text of a move says, before the rules have seen it. */
typedef struct Said {
    int from, to;
    bool whole;
    int captures;
    int capture[PILEA_CAPTURES + 1],
        drop[PILEA_CAPTURES + 1]; /* one more than allowed, so that the error can name it */
} Said;

static bool read_form(const char *text, Said *said, Message *error)
{
    size_t at = 0;
    if (!grid_read_place(text, &at, PILEA_SIDE, &said->from, error))
        return false;
    if (text[at] != '-' && text[at] != '=')
        return message_set(error, at + 1, T("- for the top cube or = for the whole pile is expected here"), 0);
    said->whole = text[at++] == '=';
    if (!grid_read_place(text, &at, PILEA_SIDE, &said->to, error))
        return false;
    said->captures = 0;
    while (text[at] == 'x') {
        int capture, drop;
        at++;
        if (!grid_read_place(text, &at, PILEA_SIDE, &capture, error))
            return false;
        if (text[at] != '>')
            return message_set(error, at + 1, T("> and the place for the captured cube are expected here"), 0);
        at++;
        if (!grid_read_place(text, &at, PILEA_SIDE, &drop, error))
            return false;
        if (said->captures > PILEA_CAPTURES)
            continue; /* the rules refuse those before already */
        said->capture[said->captures] = capture;
        said->drop[said->captures++] = drop;
    }
    if (text[at] != '\0')
        return message_set(error, at + 1, T("a capture, x, or the end of the move is expected here"), 0);
    return true;
}

/* PIL-2 and PIL-3 for a move, leaving its captures aside. */
static bool check_travel(const Position *p, const Said *said, Message *error)
{
    const int from = said->from, to = said->to;
    const int level = pilea_height(p, from), landing = pilea_height(p, to) + 1;
    const char *from_label = label(from), *to_label = label(to);
    if (from == PILEA_CENTRE)
        return message_set(error, 1, T("the grey cubes on {0} do not move"), 1, from_label);
    if (level == 0)
        return message_set(error, 1, T("{0} is empty: there is nothing to move"), 1, from_label);
    if (!(pilea_own(p) >> from & 1))
        return message_set(error, 1, T("the pile on {0} is not yours: its top cube is {1}"), 2, from_label,
                           letter(!pilea_mover(p)));
    if (!(pilea_neighbours[from] >> to & 1))
        return message_set(error, 4,
                           T("a pile or cube moves to a neighbour in its row or column: {1} is not next to {0}"), 2,
                           from_label, to_label);
    if (said->whole && level == 1)
        return message_set(error, 3, T("{0} holds a single cube: write {0}-{1}"), 2, from_label, to_label);
    if (pilea_empty(p) >> to & 1)
        return true;
    if (said->whole)
        return message_set(error, 4, T("a whole pile moves only to an empty place: {0} is occupied"), 1, to_label);
    if (to == PILEA_CENTRE) {
        if (level == PILEA_GREY + 1 || level == PILEA_GREY + 2)
            return true;
        return message_set(error, 1,
                           T("the centre can be reached only from level 4 or 5: the top cube of {0} is on level {1}"),
                           2, from_label, number(level).text);
    }
    if (landing > level + 1)
        return message_set(
            error, 4, T("a cube climbs one level at most: from level {0} on {1} to level {2} on {3} is too far up"), 4,
            number(level).text, from_label, number(landing).text, to_label);
    if (landing < level - 1)
        return message_set(
            error, 4, T("a cube descends one level at most: from level {0} on {1} to level {2} on {3} is too far down"),
            4, number(level).text, from_label, number(landing).text, to_label);
    return true;
}

/* PIL-4 and PIL-5: adds the captures to `m` in the order in which they are carried out. */
static bool check_captures(const Position *p, const Said *said, Move *m, Message *error)
{
    const uint32_t from_bit = 1u << said->from, to_bit = 1u << said->to;
    const uint32_t pile = pilea_pile(p, said->from);
    if (said->to == PILEA_CENTRE) {
        if (said->captures)
            return message_set(error, 6, T("reaching the centre wins at once: nothing is captured"), 0);
        return true;
    }
    const uint32_t captured =
        pilea_captured(pilea_own(p), pilea_opposing(p), from_bit, to_bit, !said->whole && pilea_uncovers(pile));
    uint32_t left = captured;
    Position now = *p;
    pilea_apply(&now, *m);
    for (int i = 0; i < said->captures; i++) {
        const int capture = said->capture[i], drop = said->drop[i];
        const size_t at = 7 + 6 * (size_t)i;
        if (!(captured >> capture & 1))
            return message_set(error, at,
                               T("{0} is not captured: no opposing pile there is newly between two of yours"), 1,
                               label(capture));
        if (!(left >> capture & 1))
            return message_set(error, at, T("{0} loses one cube only: it is captured once"), 1, label(capture));
        if (drop == capture)
            return message_set(error, at + 3, T("a captured cube cannot be put back on {0}, the place it came from"), 1,
                               label(capture));
        if (!(pilea_empty(&now) >> drop & 1))
            return message_set(error, at + 3, T("a captured cube goes to an empty place: {0} is occupied"), 1,
                               label(drop));
        left &= ~(1u << capture);
        uint32_t loses = pilea_pile(&now, capture);
        pilea_change(&now, capture, loses, loses >> 1);
        pilea_change(&now, drop, 1, 2 | (loses & 1));
        *m = pilea_add_capture(*m, capture, drop);
    }
    if (left)
        return message_set(error, 6 + 6 * (size_t)said->captures,
                           T("captures are not optional: {0} is captured too and its cube needs a place"), 1,
                           label(__builtin_ctz(left)));
    return true;
}

static bool read_placing(const Position *p, const char *text, Move *out, Message *error)
{
    size_t at = 0;
    int to;
    if (!grid_read_place(text, &at, PILEA_SIDE, &to, error))
        return false;
    if (text[at] == '-' || text[at] == '=')
        return message_set(error, at + 1, T("nothing moves before all ten cubes are placed"), 0);
    if (text[at] == 'x')
        return message_set(error, at + 1, T("nothing is captured before all ten cubes are placed"), 0);
    if (!text_read_end(text, at, error))
        return false;
    if (!(pilea_empty(p) >> to & 1))
        return message_set(error, 1, T("a cube is placed on an empty place: {0} is occupied"), 1, label(to));
    *out = pilea_move(PILEA_PLACE, 0, to);
    return true;
}

bool pilea_read_move(const Position *p, const char *text, Move *out, Message *error)
{
    if (pilea_over(p))
        return message_set(error, 0, T("the game is over"), 0);
    Move only = 0;
    pilea_moves(p, &only, 1);
    const bool stuck = pilea_kind(only) == PILEA_PASS;
    if (strcmp(text, "pass") == 0) {
        if (!stuck)
            return message_set(error, 1, T("you may pass only when you have no legal move"), 0);
        *out = only;
        return true;
    }
    if (!pilea_moving(p))
        return read_placing(p, text, out, error);
    Said said;
    if (!read_form(text, &said, error))
        return false;
    if (stuck)
        return message_set(error, 1, T("you have no legal move and must pass: write pass"), 0);
    if (!check_travel(p, &said, error))
        return false;
    Move m = pilea_move(said.whole ? PILEA_WHOLE : PILEA_TOP, said.from, said.to);
    if (!check_captures(p, &said, &m, error))
        return false;
    *out = m;
    return true;
}
