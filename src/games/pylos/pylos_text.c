/* Pylos positions and moves as text, and the sentences that say why a text is not legal. Errors about a place point
 * at the character where it is named.
 *
 * A text becomes a Position or a Move only after every check has passed. */
#include "core/grid.h"
#include "games/pylos/pylos_impl.h"
#include "games/pylos/pylos_rules.h"

#include <stdio.h>
#include <string.h>

static const char *label(int place) { return pylos_board.place[place].label; }
static bool has(uint64_t balls, int place) { return balls >> place & 1; }

/* The places that carry `place`, compact; none for level 1. */
static uint64_t supports(int place)
{
    int level = pylos_level(place);
    if (level == 0)
        return 0;
    int width = PYLOS_LEVELS - level, at = place - pylos_first_place(level);
    int below = pylos_first_place(level - 1) + at / width * (width + 1) + at % width;
    return UINT64_C(3) << below | UINT64_C(3) << (below + width + 1);
}

/* The lowest ball of `all` that lies on `place`, or -1. */
static int burden(uint64_t all, int place)
{
    for (int p = 16; p < PYLOS_PLACES; p++)
        if (has(all, p) && has(supports(p), place))
            return p;
    return -1;
}

/* --- positions --- */

size_t pylos_write_position(const Position *p, char out[POSITION_TEXT])
{
    uint64_t white = pylos_balls(p->w[0], 0), black = pylos_balls(p->w[0], 1);
    char *o = out;
    for (int level = 0; level < PYLOS_LEVELS; level++) {
        int width = PYLOS_LEVELS - level;
        for (int row = width - 1; row >= 0; row--) {
            int place = pylos_first_place(level) + row * width;
            for (int column = 0; column < width; column++, place++)
                *o++ = has(white, place) ? 'w' : has(black, place) ? 'b' : '.';
            if (row > 0)
                *o++ = '/';
        }
        *o++ = level < PYLOS_LEVELS - 1 ? '|' : ' ';
    }
    *o++ = game_seat_letter(pylos_seat(p->w[0]));
    *o = '\0';
    return (size_t)(o - out);
}

/* A board being read: each colour's balls, and where each place is written. */
typedef struct Draft {
    uint64_t balls[2];
    size_t at[PYLOS_PLACES];
} Draft;

static bool read_row(const char *text, size_t *at, int level, int row, Draft *d, Message *error)
{
    int width = PYLOS_LEVELS - level;
    size_t start = *at, length = strcspn(text + start, "/| ");
    for (size_t i = 0; i < length; i++)
        if (!strchr(".wb", text[start + i]))
            return message_set(error, start + i + 1, T("a place is written w, b, or . when it is empty"), 0);
    if (length != (size_t)width) {
        char number[16], of[16], found[24], expected[16];
        snprintf(number, sizeof number, "%d", row + 1);
        snprintf(of, sizeof of, "%d", level + 1);
        snprintf(found, sizeof found, "%zu", length);
        snprintf(expected, sizeof expected, "%d", width);
        return message_set(error, start + 1, T("row {0} of level {1} has {2} places, expected {3}"), 4, number, of,
                           found, expected);
    }
    for (int column = 0; column < width; column++) {
        int place = pylos_first_place(level) + row * width + column;
        d->at[place] = (*at)++;
        char c = text[d->at[place]];
        if (c != '.')
            d->balls[c == 'b'] |= UINT64_C(1) << place;
    }
    return true;
}

static bool read_level(const char *text, size_t *at, int level, Draft *d, Message *error)
{
    int width = PYLOS_LEVELS - level;
    char of[16], number[16], expected[16];
    snprintf(of, sizeof of, "%d", level + 1);
    snprintf(expected, sizeof expected, "%d", width);
    for (int row = width - 1; row >= 0; row--) {
        if (!read_row(text, at, level, row, d, error))
            return false;
        if (row == 0)
            break;
        snprintf(number, sizeof number, "%d", row + 1);
        if (text[*at] != '/')
            return message_set(error, *at + 1, T("level {0} ends after row {1}: {2} rows are expected"), 3, of, number,
                               expected);
        ++*at;
    }
    if (text[*at] == '/')
        return message_set(error, *at + 1, T("level {0} has more than {1} rows"), 2, of, expected);
    return true;
}

/* Nothing hangs in the air, and nobody has more balls than exist. */
static bool draft_stands(const Draft *d, const char *text, size_t end, Message *error)
{
    uint64_t all = d->balls[0] | d->balls[1];
    for (int place = 0; place < PYLOS_PLACES; place++) {
        uint64_t missing = supports(place) & ~all;
        if (has(all, place) && missing)
            return message_set(error, d->at[place] + 1, T("{0} hangs in the air: {1} is empty"), 2, label(place),
                               label(pylos_lowest(missing)));
    }
    int white = 0, black = 0;
    for (size_t i = 0; i < end; i++) {
        white += text[i] == 'w';
        black += text[i] == 'b';
        if (white > PYLOS_BALLS)
            return message_set(error, i + 1, T("White has more than 15 balls on the board"), 0);
        if (black > PYLOS_BALLS)
            return message_set(error, i + 1, T("Black has more than 15 balls on the board"), 0);
    }
    return true;
}

bool pylos_read_position(const char *text, Position *out, Message *error)
{
    Draft d = {0};
    size_t at = 0;
    for (int level = 0; level < PYLOS_LEVELS; level++) {
        if (!read_level(text, &at, level, &d, error))
            return false;
        if (level == PYLOS_LEVELS - 1)
            break;
        char number[16];
        snprintf(number, sizeof number, "%d", level + 1);
        if (text[at] != '|')
            return message_set(error, at + 1, T("the board ends after level {0}: four levels are expected"), 1, number);
        at++;
    }
    if (text[at] == '|')
        return message_set(error, at + 1, T("the board has more than four levels"), 0);
    size_t end = at;
    int seat;
    if (!text_read_mover(text, &at, 2, &seat, error) || !text_read_end(text, at, error) ||
        !draft_stands(&d, text, end, error))
        return false;
    *out = (Position){{d.balls[0] | d.balls[1] << 32 | (seat ? PYLOS_BLACK_MOVES : 0)}};
    return true;
}

/* --- moves --- */

size_t pylos_write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    int to = pylos_field(m, PYLOS_TO), from = pylos_field(m, PYLOS_FROM);
    int take = pylos_field(m, PYLOS_TAKE), take2 = pylos_field(m, PYLOS_TAKE2);
    bool raise = from != PYLOS_NONE, one = take != PYLOS_NONE, two = take2 != PYLOS_NONE;
    return (size_t)snprintf(out, MOVE_TEXT, "%s%s%s%s%s%s%s", raise ? label(from) : "", raise ? "-" : "", label(to),
                            one ? "x" : "", one ? label(take) : "", two ? "x" : "", two ? label(take2) : "");
}

/* A place named by a move, and the character (from 1) where it is named. */
typedef struct Named {
    int place;
    size_t at;
} Named;

/* A move's text, taken apart but not yet checked. */
typedef struct Wish {
    Named from, to, take[2];    /* from.place is PYLOS_NONE for a ball from the reserve */
    int takes;
    size_t end;                 /* the character after the last one */
} Wish;

static bool read_place(const char *text, size_t *at, Named *out, Message *error)
{
    const char *c = text + *at;
    if (c[0] < '1' || c[0] > '4')
        return message_set(error, *at + 1, T("a place is expected here: a level from 1 to 4, then a column and a row"),
                           0);
    int level = c[0] - '1', width = PYLOS_LEVELS - level;
    char last_column[2] = {(char)('a' + width - 1), 0}, last_row[2] = {(char)('0' + width), 0};
    if (width == 1 && (c[1] != 'a' || c[2] != '1'))
        return message_set(error, *at + (c[1] != 'a' ? 2 : 3), T("the only place of level 4 is 4a1"), 0);
    if (c[1] < 'a' || c[1] > last_column[0])
        return message_set(error, *at + 2, T("a column from a to {0} is expected here"), 1, last_column);
    if (c[2] < '1' || c[2] > last_row[0])
        return message_set(error, *at + 3, T("a row from 1 to {0} is expected here"), 1, last_row);
    *out = (Named){pylos_first_place(level) + (c[2] - '1') * width + (c[1] - 'a'), *at + 1};
    *at += 3;
    return true;
}

static bool read_wish(const char *text, Wish *out, Message *error)
{
    Wish w = {.from = {.place = PYLOS_NONE}};
    size_t at = 0;
    if (!read_place(text, &at, &w.to, error))
        return false;
    if (text[at] == '-') {
        w.from = w.to;
        at++;
        if (!read_place(text, &at, &w.to, error))
            return false;
    }
    while (text[at] == 'x') {
        if (w.takes == 2)
            return message_set(error, at + 1, T("two balls at most can be taken back"), 0);
        at++;
        if (!read_place(text, &at, &w.take[w.takes++], error))
            return false;
    }
    w.end = at + 1;
    *out = w;
    return text_read_end(text, at, error);
}

/* Whether the ball to be raised can leave its place and goes up. */
static bool can_leave(uint64_t own, uint64_t all, Named from, Named to, Message *error)
{
    const char *name = label(from.place);
    if (!has(all, from.place))
        return message_set(error, from.at, T("{0} is empty: there is no ball to raise"), 1, name);
    if (!has(own, from.place))
        return message_set(error, from.at, T("the ball on {0} is not yours"), 1, name);
    int on = burden(all, from.place);
    if (on >= 0)
        return message_set(error, from.at, T("the ball on {0} carries the one on {1}: it cannot be raised"), 2, name,
                           label(on));
    if (pylos_level(to.place) <= pylos_level(from.place))
        return message_set(error, to.at, T("a ball can only be raised to a higher level: {0} is not higher than {1}"),
                           2, label(to.place), name);
    return true;
}

/* Whether a ball can be put on `to`; `all` no longer has the raised one. */
static bool can_land(uint64_t all, Named from, Named to, Message *error)
{
    if (has(all, to.place))
        return message_set(error, to.at, T("there is already a ball on {0}"), 1, label(to.place));
    uint64_t missing = supports(to.place) & ~all;
    if (!missing)
        return true;
    /* An empty place is the better reason: the ball could not lie there anyway. */
    uint64_t raised = from.place == PYLOS_NONE ? 0 : UINT64_C(1) << from.place;
    if (missing == raised)
        return message_set(error, to.at, T("{0} would hang in the air: {1} carries it and cannot be raised there"), 2,
                           label(to.place), label(from.place));
    return message_set(error, to.at, T("{0} hangs in the air: {1} is empty"), 2, label(to.place),
                       label(pylos_lowest(missing & ~raised)));
}

/* Whether the ball put down makes take-backs due, and whether the wish has them. */
static bool figure_agrees(uint64_t own, const Wish *wish, unsigned rules, bool *figure, Message *error)
{
    uint64_t to = pylos_widen(UINT64_C(1) << wish->to.place), others = pylos_widen(own) & ~to;
    const char *name = label(wish->to.place);
    bool square = rules & PYLOS_SQUARES && to & pylos_completes_square(others);
    bool line = rules & PYLOS_LINES && to & pylos_completes_line(others);
    *figure = square || line;
    if (wish->takes && !rules)
        return message_set(error, wish->take[0].at - 1, T("balls are never taken back in this ruleset"), 0);
    if (wish->takes && !*figure)
        return message_set(
            error, wish->take[0].at - 1,
            rules & PYLOS_LINES
                ? T("no ball can be taken back: {0} completes neither a square nor a line of your colour")
                : T("no ball can be taken back: {0} completes no square of your colour"),
            1, name);
    if (*figure && wish->takes == 0 && !(rules & PYLOS_OPTIONAL))
        return message_set(error, wish->end,
                           square ? T("{0} completes a square of your colour: take back one or two balls")
                                  : T("{0} completes a line of your colour: take back one or two balls"),
                           1, name);
    return true;
}

static bool can_take(uint64_t own, uint64_t all, Named take, Message *error)
{
    const char *name = label(take.place);
    if (!has(all, take.place))
        return message_set(error, take.at, T("{0} is empty: there is no ball to take back"), 1, name);
    if (!has(own, take.place))
        return message_set(error, take.at, T("the ball on {0} is not yours"), 1, name);
    int on = burden(all, take.place);
    if (on >= 0)
        return message_set(error, take.at, T("the ball on {0} carries the one on {1}: it cannot be taken back"), 2,
                           name, label(on));
    return true;
}

static bool read_move(const Position *p, unsigned rules, const char *text, Move *out, Message *error)
{
    Wish wish;
    bool figure;
    if (!read_wish(text, &wish, error))
        return false;
    Outcome o = pylos_outcome(p);
    if (o.over)
        return message_set(error, 0,
                           o.reason == PYLOS_TOP_REACHED ? T("the game is over: the top is reached")
                                                         : T("the game is over: a reserve is empty"),
                           0);
    int seat = pylos_seat(p->w[0]);
    uint64_t own = pylos_balls(p->w[0], seat), all = own | pylos_balls(p->w[0], 1 - seat);
    Move m = PYLOS_NO_FIELDS;
    if (wish.from.place != PYLOS_NONE) {
        if (!can_leave(own, all, wish.from, wish.to, error))
            return false;
        own ^= UINT64_C(1) << wish.from.place;
        all ^= UINT64_C(1) << wish.from.place;
        m ^= pylos_set(PYLOS_FROM, wish.from.place);
    }
    if (!can_land(all, wish.from, wish.to, error))
        return false;
    own |= UINT64_C(1) << wish.to.place;
    all |= UINT64_C(1) << wish.to.place;
    m ^= pylos_set(PYLOS_TO, wish.to.place);
    if (!figure_agrees(own, &wish, rules, &figure, error))
        return false;
    m |= figure ? PYLOS_FIGURE : 0;
    /* The canonical order of two balls that were both free is place order. */
    bool either = wish.takes == 2 && burden(all, wish.take[1].place) < 0;
    for (int i = 0; i < wish.takes; i++) {
        if (!can_take(own, all, wish.take[i], error))
            return false;
        own ^= UINT64_C(1) << wish.take[i].place;
        all ^= UINT64_C(1) << wish.take[i].place;
    }
    int first = wish.take[0].place, second = wish.take[1].place;
    bool swap = either && second < first;
    if (wish.takes > 0)
        m ^= pylos_set(PYLOS_TAKE, swap ? second : first);
    if (wish.takes > 1)
        m ^= pylos_set(PYLOS_TAKE2, swap ? first : second);
    *out = m;
    return true;
}

#define RULESET(name, rules)                                                                                           \
    bool pylos_read_move_##name(const Position *p, const char *text, Move *out, Message *error)                        \
    {                                                                                                                  \
        return read_move(p, rules, text, out, error);                                                                  \
    }
PYLOS_RULESETS(RULESET)
#undef RULESET
