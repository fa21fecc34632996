/* Dorix in text: writing and reading positions and moves, and why a move is refused. */
#include "games/dorix/dorix_rules.h"
#include "core/grid.h"

#include <stdio.h>
#include <string.h>

static const char *label(int place) { return grid4_board.place[place].label; }

size_t dorix_write_position(const Position *p, char out[POSITION_TEXT], int players)
{
    size_t n = 0;
    for (int row = 3; row >= 0; row--)
        for (int column = 0; column < 4; column++) {
            int place = 4 * row + column, end = dorix_end(p, place), start = dorix_start_of(p, place);
            for (int i = start; i < end; i++)
                out[n++] = game_seat_letter(dorix_owner(p, i, players));
            if (start == end)
                out[n++] = '-';
            out[n++] = column < 3 ? ',' : row > 0 ? '/' : ' ';
        }
    out[n++] = game_seat_letter(dorix_mover(p));
    out[n] = '\0';
    return n;
}

typedef struct DorixReading {
    Position *position;
    int players;
} DorixReading;

static bool read_pile(void *context, int place, const char *text, size_t at, size_t length, Message *error)
{
    static const char *const letters[] = {[2] = "w b", [3] = "w b r", [4] = "w b r g"};
    DorixReading *r = context;
    for (size_t i = at; i < at + length; i++) {
        int seat = 0;
        while (seat < r->players && text[i] != game_seat_letter(seat))
            seat++;
        if (seat == r->players)
            return message_set(error, i + 1,
                               T("a pile is written bottom to top with the letters {0}, an empty place as -"), 1,
                               letters[r->players]);
        if (dorix_reserve(r->position, seat) == 0) {
            char letter[2] = {text[i], 0}, pawns[16];
            snprintf(pawns, sizeof pawns, "%d", dorix_pawns(r->players));
            return message_set(error, i + 1, T("too many pawns of {0}: each player has {1}"), 2, letter, pawns);
        }
        dorix_add(r->position, place, seat);
    }
    return true;
}

bool dorix_read_position(const char *text, Position *out, Message *error, int players)
{
    Position p;
    size_t at = 0;
    int mover;
    dorix_start(&p, players);
    DorixReading reading = {&p, players};
    if (!grid_read_board(text, &at, 4, read_pile, &reading, error) ||
        !text_read_mover(text, &at, players, &mover, error) || !text_read_end(text, at, error))
        return false;
    p.w[DORIX_TURN] |= (uint64_t)mover;
    *out = p;
    return true;
}

size_t dorix_write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    if (m == DORIX_PASS)
        return (size_t)snprintf(out, MOVE_TEXT, "pass");
    size_t n = 0;
    if (m & DORIX_LIFTED)
        n += (size_t)snprintf(out, MOVE_TEXT, "%s-", label(dorix_from(m)));
    n += (size_t)snprintf(out + n, MOVE_TEXT - n, "%s", label(dorix_to(m)));
    for (int fall = 0; fall < dorix_falls(m); fall++)
        n += (size_t)snprintf(out + n, MOVE_TEXT - n, "%c%s", fall ? ',' : ':', label(dorix_target(m, fall)));
    return n;
}

/* A move as written, before any rule is applied. */
typedef struct Words {
    bool pass;
    int from, to; /* from: -1 if none was written */
    int falls, target[DORIX_WAYS];
} Words;

static bool read_words(const char *text, Words *w, Message *error)
{
    size_t at = 0;
    *w = (Words){.from = -1};
    if (strncmp(text, "pass", 4) == 0) {
        w->pass = true;
        return text_read_end(text, 4, error);
    }
    if (!grid_read_place(text, &at, 4, &w->to, error))
        return false;
    if (text[at] == '-') {
        at++;
        w->from = w->to;
        if (!grid_read_place(text, &at, 4, &w->to, error))
            return false;
    }
    for (char separator = ':'; text[at] == separator; separator = ',') {
        at++;
        if (w->falls == DORIX_WAYS)
            return message_set(error, at + 1, T("a pile has no more than four neighbours"), 0);
        if (!grid_read_place(text, &at, 4, &w->target[w->falls++], error))
            return false;
    }
    return text_read_end(text, at, error);
}

/* The character, from 1, where the move's target is written; `from` -1: from the reserve. */
static size_t to_at(int from) { return from < 0 ? 1 : 4; }

/* Whether the mover can put a pawn somewhere, after lifting one if the rules say so. */
static bool can_put(const Position *p, int players)
{
    int seat = dorix_mover(p);
    unsigned mine = dorix_control(p, seat);
    if (dorix_reserve(p, seat) > 0)
        return (mine | dorix_empty(p)) != 0;
    for (int from = 0; from < DORIX_PLACES; from++)
        if (mine >> from & 1) {
            Position lifted = *p;
            dorix_lift(&lifted, from, players);
            if (dorix_control(&lifted, seat) | dorix_empty(&lifted))
                return true;
        }
    return false;
}

static bool read_pass(const Position *p, Move *out, Message *error, int players)
{
    if (!can_put(p, players)) {
        *out = DORIX_PASS;
        return true;
    }
    if (dorix_reserve(p, dorix_mover(p)) > 0)
        return message_set(error, 1, T("passing is not allowed: a pawn of the reserve can still be put down"), 0);
    return message_set(error, 1, T("passing is not allowed: a pawn on top of a pile can still be moved"), 0);
}

/* DOR-1 and DOR-2: whether the pawn may come from `from` (-1: the reserve). If so, it is removed from `p`. */
static bool take_pawn(Position *p, int from, Message *error, int players)
{
    int seat = dorix_mover(p), reserve = dorix_reserve(p, seat);
    char left[16];
    snprintf(left, sizeof left, "%d", reserve);
    if (from < 0 && reserve > 0)
        return true;
    if (from < 0)
        return message_set(error, 1, T("the reserve is empty: a pawn must be lifted, so write from-to"), 0);
    if (reserve > 0)
        return message_set(error, 1, T("no pawn may be lifted while the reserve is not empty: it holds {0}"), 1, left);
    if (dorix_empty(p) >> from & 1)
        return message_set(error, 1, T("{0} is empty: there is no pawn to lift"), 1, label(from));
    if (!(dorix_control(p, seat) >> from & 1))
        return message_set(error, 1, T("the pawn on top of {0} is not yours"), 1, label(from));
    dorix_lift(p, from, players);
    return true;
}

/* DOR-1 and DOR-2: whether the mover may put a pawn on `to`, now that it has been lifted. */
static bool allow_put(const Position *p, int from, int to, Message *error, int players)
{
    const size_t at = to_at(from);
    int seat = dorix_mover(p);
    if ((dorix_empty(p) | dorix_control(p, seat)) >> to & 1)
        return true;
    if (from == to)
        return message_set(error, at, T("without its top pawn, {0} is no longer your pile"), 1, label(to));
    if (players == 4 && dorix_control(p, seat ^ 2) >> to & 1)
        return message_set(error, at,
                           T("{0} is your partner's pile: put the pawn on an empty place or a pile of your own"), 1,
                           label(to));
    return message_set(error, at, T("{0} is not your pile: put the pawn on an empty place or a pile of your own"), 1,
                       label(to));
}

/* The direction from `to` to a neighbour, or -1. */
static int way_to(int to, int place)
{
    static const Direction direction[DORIX_WAYS] = {SOUTH, WEST, EAST, NORTH};
    for (int way = 0; way < DORIX_WAYS; way++)
        if (grid_neighbour(4, to, direction[way]) == place)
            return way;
    return -1;
}

/* DOR-4: whether the targets are an ordered choice of the right piles. If so, adds them to `m`. */
static bool read_collapse(const Position *p, const Words *w, Move *m, Message *error)
{
    const size_t at = to_at(w->from);
    const char *to = label(w->to);
    int falls;
    unsigned receivers = dorix_receivers(p, w->to, &falls), used = 0;
    char needed[16], given[16];
    snprintf(needed, sizeof needed, "%d", falls);
    snprintf(given, sizeof given, "%d", w->falls);
    if (w->falls > 0 && dorix_height(p, w->to) == 0)
        return message_set(error, at, T("{0} is empty: only a pile that was there before can collapse"), 1, to);
    if (w->falls > 0 && falls == 0)
        return message_set(error, at, T("{0} does not collapse: no neighbouring pile is lower"), 1, to);
    for (int fall = 0; fall < w->falls; fall++) {
        const size_t fall_at = at + 3 * (size_t)(fall + 1);
        int place = w->target[fall], way = way_to(w->to, place);
        if (way < 0)
            return message_set(error, fall_at, T("a pawn cannot fall on {0}: it is not next to {1}"), 2, label(place),
                               to);
        if (dorix_height(p, place) == 0)
            return message_set(error, fall_at, T("a pawn cannot fall on {0}: an empty place is not a pile"), 1,
                               label(place));
        if (!(receivers >> way & 1))
            return message_set(error, fall_at, T("a pawn cannot fall on {0}: it is not lower than {1}"), 2,
                               label(place), to);
        if (used >> way & 1)
            return message_set(error, fall_at, T("{0} can receive only one pawn"), 1, label(place));
        used |= 1u << way;
        *m |= (Move)way << (DORIX_WAYS_SHIFT + 2 * fall);
    }
    if (w->falls == 0 && falls > 0)
        return message_set(error, at + 2,
                           T("{0} collapses: name the piles that receive a pawn ({1} of them) after a colon"), 2, to,
                           needed);
    if (w->falls != falls)
        return message_set(error, at + 2 + 3 * (size_t)w->falls,
                           T("piles that {0} collapses on: {1}; piles named: {2}"), 3, to, needed, given);
    *m |= (Move)falls << DORIX_FALLS_SHIFT;
    return true;
}

bool dorix_read_move(const Position *p, const char *text, Move *out, Message *error, int players)
{
    Words w;
    if (!read_words(text, &w, error))
        return false;
    if (dorix_winner(p, players) >= 0)
        return message_set(error, 0, T("the game is over"), 0);
    if (w.pass)
        return read_pass(p, out, error, players);
    if (!can_put(p, players))
        return message_set(error, 0, T("you can neither put a pawn nor move one: write pass"), 0);
    Position lifted = *p;
    Move m = DORIX_PUT | (Move)w.to;
    if (!take_pawn(&lifted, w.from, error, players) || !allow_put(&lifted, w.from, w.to, error, players) ||
        !read_collapse(&lifted, &w, &m, error))
        return false;
    if (w.from >= 0)
        m |= DORIX_LIFTED | (Move)w.from << DORIX_FROM_SHIFT;
    *out = m;
    return true;
}
