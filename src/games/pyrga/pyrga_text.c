/* Pyrga and Pilotis as text (NOTATION): one text per position and per move, and an explanation for every text that
 * is neither. */
#include "games/pyrga/pyrga_text.h"

#include "core/grid.h"
#include "games/pyrga/pyrga_rules.h"

#include <stdio.h>
#include <string.h>

static const char kind_letter[] = "?STC";       /* by kind */
static const char direction_letter[] = "?nesw"; /* by Direction */

static char piece_letter(int kind, int seat)
{
    return (char)(seat == WHITE ? kind_letter[kind] : kind_letter[kind] - 'A' + 'a');
}

static const char *label(int place) { return grid4_board.place[place].label; }

/* --- writing --- */

static size_t write_bare_move(Move m, char out[MOVE_TEXT])
{
    char *o = out;
    *o++ = kind_letter[pyrga_rules_kind(m)];
    memcpy(o, label(pyrga_rules_place(m)), 2);
    o += 2;
    if (pyrga_rules_kind(m) == KIND_TRIANGLE)
        *o++ = direction_letter[pyrga_rules_direction(m)];
    *o = '\0';
    return (size_t)(o - out);
}

size_t pyrga_text_write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    return write_bare_move(m, out);
}

static char *write_place(const Position *p, int place, char *o)
{
    char *begin = o;
    for (int kind = KIND_SQUARE; kind <= KIND_ROUND; kind++)
        for (int seat = WHITE; seat <= BLACK; seat++)
            if (p->w[seat] & pyrga_rules_bit(pyrga_rules_move(kind, place, DIRECTION_NONE)))
                *o++ = piece_letter(kind, seat);
    if (o == begin)
        *o++ = '-';
    return o;
}

size_t pyrga_text_write_position(const Position *p, char out[POSITION_TEXT])
{
    char *o = out;
    for (int row = 3; row >= 0; row--)
        for (int column = 0; column < 4; column++) {
            o = write_place(p, row * 4 + column, o);
            *o++ = column < 3 ? ',' : row > 0 ? '/' : ' ';
        }
    *o++ = game_seat_letter(pyrga_rules_mover(p));
    *o++ = ' ';
    Move last = pyrga_rules_last(p);
    if (last)
        return (size_t)(o - out) + write_bare_move(last, o);
    *o++ = '-';
    *o = '\0';
    return (size_t)(o - out);
}

/* --- a move's form: the same as a legal move and as the last one --- */

static bool read_form(const char *text, size_t *at, Move *out, Message *error)
{
    const char *found = text[*at] ? strchr(kind_letter + 1, text[*at]) : NULL;
    if (!found)
        return message_set(error, *at + 1, T("a kind of piece is expected here: S, T or C"), 0);
    int kind = (int)(found - kind_letter), place;
    ++*at;
    if (!grid_read_place(text, at, 4, &place, error))
        return false;
    Direction d = DIRECTION_NONE;
    if (kind == KIND_TRIANGLE) {
        found = text[*at] ? strchr(direction_letter + 1, text[*at]) : NULL;
        if (!found)
            return message_set(error, *at + 1, T("the triangle's direction is expected here: n, e, s or w"), 0);
        d = (Direction)(found - direction_letter);
        ++*at;
    }
    *out = pyrga_rules_move(kind, place, d);
    return text_read_end(text, *at, error);
}

/* PYR-1; `at` is where the move's text begins. */
static bool check_direction(Move m, size_t at, Message *error)
{
    static const char *const off[] = {
        [NORTH] = T("a triangle on {0} cannot point north: that way lies the edge of the board"),
        [EAST] = T("a triangle on {0} cannot point east: that way lies the edge of the board"),
        [SOUTH] = T("a triangle on {0} cannot point south: that way lies the edge of the board"),
        [WEST] = T("a triangle on {0} cannot point west: that way lies the edge of the board"),
    };
    Direction d = pyrga_rules_direction(m);
    int place = pyrga_rules_place(m);
    if (d == DIRECTION_NONE || (pyrga_rules_pointing[d] >> place & 1))
        return true;
    return message_set(error, at + 4, off[d], 1, label(place));
}

/* --- reading a position --- */

/* A GridCell; the context is the position being built. */
static bool read_place(void *context, int place, const char *text, size_t at, size_t length, Message *error)
{
    Position *p = context;
    int before = 0;
    for (size_t i = at; i < at + length; i++) {
        int kind = 0, seat = WHITE;
        for (int k = KIND_SQUARE; k <= KIND_ROUND; k++)
            for (int s = WHITE; s <= BLACK; s++)
                if (text[i] == piece_letter(k, s)) {
                    kind = k;
                    seat = s;
                }
        char letter[2] = {text[i], 0};
        if (!kind)
            return message_set(error, i + 1,
                               T("a piece is expected here: S, T or C for a white one, s, t or c for a black one"), 0);
        if (kind == before)
            return message_set(error, i + 1, T("{0} has two pieces of one kind"), 1, label(place));
        if (kind < before)
            return message_set(error, i + 1, T("the pieces on {0} are not in the order S T C"), 1, label(place));
        if (!pyrga_rules_left(p->w[seat], kind))
            return message_set(error, i + 1, T("{0} stands on the board more than five times: no reserve allows it"), 1,
                               letter);
        p->w[seat] |= pyrga_rules_bit(pyrga_rules_move(kind, place, DIRECTION_NONE));
        before = kind;
    }
    return true;
}

/* White begins and the players alternate, so the counts say who moves. */
static bool check_mover(const Position *p, int mover, size_t at, Message *error)
{
    int white = __builtin_popcountll(p->w[WHITE]), black = __builtin_popcountll(p->w[BLACK]);
    char whites[16], blacks[16];
    snprintf(whites, sizeof whites, "%d", white);
    snprintf(blacks, sizeof blacks, "%d", black);
    const char *wrong = NULL;
    if (white != black && white != black + 1)
        wrong = T("neither player can be to move (pieces on the board: White {0}, Black {1})");
    else if (mover == WHITE && white != black)
        wrong = T("it is Black's turn (pieces on the board: White {0}, Black {1})");
    else if (mover == BLACK && white == black)
        wrong = T("it is White's turn (pieces on the board: White {0}, Black {1})");
    return wrong ? message_set(error, at, wrong, 2, whites, blacks) : true;
}

static bool read_last(const char *text, size_t at, Position *p, int mover, Message *error)
{
    static const char *const missing[] = {
        [KIND_SQUARE] = T("the last move is not on the board: there is no square on {0}"),
        [KIND_TRIANGLE] = T("the last move is not on the board: there is no triangle on {0}"),
        [KIND_ROUND] = T("the last move is not on the board: there is no round piece on {0}"),
    };
    static const char *const own[2][4] = {
        {[KIND_SQUARE] = T("the last move was Black's, but the square on {0} is white"),
         [KIND_TRIANGLE] = T("the last move was Black's, but the triangle on {0} is white"),
         [KIND_ROUND] = T("the last move was Black's, but the round piece on {0} is white")},
        {[KIND_SQUARE] = T("the last move was White's, but the square on {0} is black"),
         [KIND_TRIANGLE] = T("the last move was White's, but the triangle on {0} is black"),
         [KIND_ROUND] = T("the last move was White's, but the round piece on {0} is black")},
    };
    bool empty = !(p->w[WHITE] | p->w[BLACK]);
    if (text[at] == '-') {
        if (!empty)
            return message_set(error, at + 1, T("the last move is missing: only an empty board has none"), 0);
        return text_read_end(text, at + 1, error);
    }
    size_t begin = at;
    Move last;
    if (!read_form(text, &at, &last, error))
        return false;
    if (empty)
        return message_set(error, begin + 1, T("an empty board has no last move: write -"), 0);
    int kind = pyrga_rules_kind(last);
    const char *place = label(pyrga_rules_place(last));
    if (p->w[mover] & pyrga_rules_bit(last))
        return message_set(error, begin + 1, own[mover][kind], 1, place);
    if (!(p->w[!mover] & pyrga_rules_bit(last)))
        return message_set(error, begin + 1, missing[kind], 1, place);
    p->w[PYRGA_LAST] |= last;
    return check_direction(last, begin, error);
}

bool pyrga_text_read_position(const char *text, Position *out, Message *error)
{
    Position p = {0};
    size_t at = 0;
    int mover;
    if (!grid_read_board(text, &at, 4, read_place, &p, error) || !text_read_mover(text, &at, 2, &mover, error) ||
        !check_mover(&p, mover, at, error))
        return false;
    if (pyrga_rules_towers(&p, WHITE) >= PYRGA_TOWERS && pyrga_rules_towers(&p, BLACK) >= PYRGA_TOWERS)
        return message_set(error, 1, T("both players have three towers: the game ended when the first had them"), 0);
    if (text[at] != ' ')
        return message_set(error, at + 1, T("a space and the last move are expected here, - when there is none"), 0);
    p.w[PYRGA_LAST] = (uint64_t)mover << PYRGA_MOVER_SHIFT;
    if (!read_last(text, at + 1, &p, mover, error))
        return false;
    *out = p;
    return true;
}

/* --- reading a move --- */

/* Why the place is not one that the last piece allows (PYR-2). */
static const char *elsewhere(Move last)
{
    switch (pyrga_rules_direction(last)) {
    case NORTH: return T("must be north of {0}: the last piece was a triangle that points there");
    case EAST: return T("must be east of {0}: the last piece was a triangle that points there");
    case SOUTH: return T("must be south of {0}: the last piece was a triangle that points there");
    case WEST: return T("must be west of {0}: the last piece was a triangle that points there");
    case DIRECTION_NONE: break;
    }
    return pyrga_rules_kind(last) == KIND_SQUARE ? T("must be next to {0}: the last piece was a square")
                                                 : T("must be on {0}: the last piece was a round one");
}

/* Why the place must be empty (PYR-3). */
static const char *not_empty(Move last)
{
    switch (pyrga_rules_direction(last)) {
    case NORTH: return T("must be on an empty place: nothing can be played north of {0}, where you are sent");
    case EAST: return T("must be on an empty place: nothing can be played east of {0}, where you are sent");
    case SOUTH: return T("must be on an empty place: nothing can be played south of {0}, where you are sent");
    case WEST: return T("must be on an empty place: nothing can be played west of {0}, where you are sent");
    case DIRECTION_NONE: break;
    }
    return pyrga_rules_kind(last) == KIND_SQUARE
               ? T("must be on an empty place: nothing can be played next to {0}, where you are sent")
               : T("must be on an empty place: nothing can be played on {0}, where you are sent");
}

bool pyrga_text_read_move(const Position *p, const char *text, Move *out, Message *error)
{
    static const char *const none_left[] = {
        [KIND_SQUARE] = T("no square left in reserve"),
        [KIND_TRIANGLE] = T("no triangle left in reserve"),
        [KIND_ROUND] = T("no round piece left in reserve"),
    };
    static const char *const already[] = {
        [KIND_SQUARE] = T("{0} already has a square"),
        [KIND_TRIANGLE] = T("{0} already has a triangle"),
        [KIND_ROUND] = T("{0} already has a round piece"),
    };
    size_t at = 0;
    Move m;
    if (!read_form(text, &at, &m, error))
        return false;
    uint64_t playable = pyrga_rules_playable(p);
    if (pyrga_rules_three_towers(p) >= 0 || !playable)
        return message_set(error, 0, T("the game is over"), 0);
    int kind = pyrga_rules_kind(m), place = pyrga_rules_place(m);
    if (!pyrga_rules_left(p->w[pyrga_rules_mover(p)], kind))
        return message_set(error, 1, none_left[kind], 0);
    Move last = pyrga_rules_last(p);
    const char *from = label(pyrga_rules_place(last));
    if (!pyrga_rules_sent(p)) {
        if (pyrga_rules_some(p->w[WHITE] | p->w[BLACK]) >> place & 1)
            return message_set(error, 2, not_empty(last), 1, from);
    } else if (!(pyrga_rules_reach[last] >> place & 1)) {
        return message_set(error, 2, elsewhere(last), 1, from);
    }
    if (!(playable & pyrga_rules_bit(m)))
        return message_set(error, 2, already[kind], 1, label(place));
    if (!check_direction(m, 0, error))
        return false;
    *out = m;
    return true;
}

/* --- where the mover is sent --- */

/* The same as a sentence for the mover (PYR-2). */
static const char *sent_there(Move last)
{
    switch (pyrga_rules_direction(last)) {
    case NORTH: return T("You must play north of {0}: {1}.");
    case EAST: return T("You must play east of {0}: {1}.");
    case SOUTH: return T("You must play south of {0}: {1}.");
    case WEST: return T("You must play west of {0}: {1}.");
    case DIRECTION_NONE: break;
    }
    return pyrga_rules_kind(last) == KIND_SQUARE ? T("You must play next to {0}: {1}.") : T("You must play on {0}.");
}

bool pyrga_text_constraint(const Position *p, Message *out)
{
    Move last = pyrga_rules_last(p);
    if (!last)
        return false;
    bool sent = pyrga_rules_sent(p) != 0;
    message_set(out, 0,
                sent ? sent_there(last) : T("Nothing can be played where {0} sends you: play on an empty place, {1}."),
                1, label(pyrga_rules_place(last)));
    return true;
}
