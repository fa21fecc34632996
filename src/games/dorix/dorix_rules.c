/* Dorix positions: building, playing, turning and checking them. See dorix_rules.h
 * for what the words mean; every function here leaves all of them consistent. */
#include "games/dorix/dorix_rules.h"
#include "core/grid.h"

#include <string.h>

static const uint64_t EACH_BYTE = UINT64_C(0x0101010101010101);
static const uint64_t EACH_SEAT = UINT64_C(0x0001000100010001);

/* Pile `place` gains `pawns` (which may be negative): it and all later piles end so much later. */
static inline void shift_ends(Position *p, int place, int pawns)
{
    uint64_t from_here = (EACH_BYTE << (8 * (place & 7))) * (uint64_t)pawns;
    p->w[DORIX_END] += place < 8 ? from_here : 0;
    p->w[DORIX_END + 1] += place < 8 ? EACH_BYTE * (uint64_t)pawns : from_here;
}

/* Makes `seat` the one that controls `place`. */
static inline void set_control(Position *p, int place, int seat)
{
    p->w[DORIX_CONTROL] = (p->w[DORIX_CONTROL] & ~(EACH_SEAT << place)) | UINT64_C(1) << (16 * seat + place);
}

static inline void push(Position *p, int place, int seat, int players)
{
    int at = dorix_end(p, place);
    for (int bit = 0; bit < (players == 2 ? 1 : 2); bit++) {
        uint64_t *owner = &p->w[DORIX_OWNER + bit];
        /* Adding the later pawns to themselves moves them up by one. */
        *owner += (*owner >> at << at) + ((uint64_t)(seat >> bit & 1) << at);
    }
    shift_ends(p, place, 1);
    set_control(p, place, seat);
}

/* Takes the top `pawns` off a pile that has at least so many. */
static inline void pop(Position *p, int place, int pawns, int players)
{
    int at = dorix_end(p, place) - pawns;
    uint64_t before = (UINT64_C(1) << at) - 1;
    for (int bit = 0; bit < (players == 2 ? 1 : 2); bit++) {
        uint64_t *owner = &p->w[DORIX_OWNER + bit];
        *owner = (*owner & before) | (*owner >> pawns & ~before);
    }
    shift_ends(p, place, -pawns);
    if (at > dorix_end(p, place - 1))
        set_control(p, place, dorix_owner(p, at - 1, players));
    else
        p->w[DORIX_CONTROL] &= ~(EACH_SEAT << place);
}

static inline void play(const Position *p, Move m, Position *out, int players)
{
    Position q = *p;
    int seat = dorix_mover(p);
    if (m != DORIX_PASS) {
        int to = dorix_to(m), falls = dorix_falls(m);
        if (m & DORIX_LIFTED)
            pop(&q, dorix_from(m), 1, players);
        else
            q.w[DORIX_TURN] -= UINT64_C(1) << (8 + 8 * seat);
        if (falls == 0) {
            push(&q, to, seat, players);
        } else {
            /* The pawn just put is the first to fall: it never needs to be on the pile. */
            int top = dorix_end(&q, to) - 1;
            uint64_t low = q.w[DORIX_OWNER], high = q.w[DORIX_OWNER + 1];
            if (falls > 1)
                pop(&q, to, falls - 1, players);
            push(&q, dorix_target(m, 0), seat, players);
            for (int fall = 1; fall < falls; fall++, top--) {
                int owner = (int)(low >> top & 1);
                if (players > 2)
                    owner |= (int)(high >> top & 1) << 1;
                push(&q, dorix_target(m, fall), owner, players);
            }
        }
    }
    q.w[DORIX_TURN] = seat + 1 < players ? q.w[DORIX_TURN] + 1 : q.w[DORIX_TURN] & ~UINT64_C(255);
    *out = q;
}

void dorix_2_play(const Position *p, Move m, Position *out)
{
    play(p, m, out, 2);
}
void dorix_3_play(const Position *p, Move m, Position *out)
{
    play(p, m, out, 3);
}
void dorix_4_play(const Position *p, Move m, Position *out)
{
    play(p, m, out, 4);
}

void dorix_start(Position *out, int players)
{
    *out = (Position){0};
    for (int seat = 0; seat < players; seat++)
        out->w[DORIX_TURN] |= (uint64_t)dorix_pawns(players) << (8 + 8 * seat);
}

void dorix_add(Position *p, int place, int seat)
{
    push(p, place, seat, MAX_PLAYERS);
    p->w[DORIX_TURN] -= UINT64_C(1) << (8 + 8 * seat);
}

void dorix_lift(Position *p, int from, int players)
{
    pop(p, from, 1, players);
}

unsigned dorix_receivers(const Position *p, int to, int *falls)
{
    static const Direction direction[DORIX_WAYS] = {SOUTH, WEST, EAST, NORTH};
    unsigned receivers = 0;
    int found = 0, before = dorix_height(p, to);
    for (int way = 0; before > 0 && way < DORIX_WAYS; way++) {
        int place = grid_neighbour(4, to, direction[way]);
        int height = place < 0 ? 0 : dorix_height(p, place);
        if (height > 0 && height <= before) {
            receivers |= 1u << way;
            found++;
        }
    }
    *falls = found < before + 1 ? found : before + 1;
    return receivers;
}

/* turned_from[s][q]: the place that symmetry s takes to q. */
static const uint8_t turned_from[GRID_SYMMETRIES][DORIX_PLACES] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12},
    {12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3}, {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0},
    {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}, {12, 8, 4, 0, 13, 9, 5, 1, 14, 10, 6, 2, 15, 11, 7, 3},
    {3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12}, {15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0},
};

void dorix_transform(const Position *p, int symmetry, Position *out)
{
    Position q = {0};
    int end = 0;
    for (int place = 0; place < DORIX_PLACES; place++) {
        int from = turned_from[symmetry][place], start = dorix_end(p, from - 1), height = dorix_end(p, from) - start;
        uint64_t pile = (UINT64_C(1) << height) - 1;
        q.w[DORIX_OWNER] |= (p->w[DORIX_OWNER] >> start & pile) << end;
        q.w[DORIX_OWNER + 1] |= (p->w[DORIX_OWNER + 1] >> start & pile) << end;
        q.w[DORIX_CONTROL] |= (p->w[DORIX_CONTROL] >> from & EACH_SEAT) << place;
        end += height;
        q.w[DORIX_END + (place >> 3)] |= (uint64_t)end << (8 * (place & 7));
    }
    q.w[DORIX_TURN] = p->w[DORIX_TURN];
    *out = q;
}

Move dorix_transform_move(const Position *p, Move m, int symmetry)
{
    static const Direction direction[DORIX_WAYS] = {SOUTH, WEST, EAST, NORTH};
    static const uint8_t way[] = {
        [SOUTH] = DORIX_SOUTH, [WEST] = DORIX_WEST, [EAST] = DORIX_EAST, [NORTH] = DORIX_NORTH};
    (void)p;
    if (m == DORIX_PASS)
        return m;
    Move turned =
        DORIX_PUT | (Move)grid_turn_place(4, symmetry, dorix_to(m)) | (Move)dorix_falls(m) << DORIX_FALLS_SHIFT;
    if (m & DORIX_LIFTED)
        turned |= DORIX_LIFTED | (Move)grid_turn_place(4, symmetry, dorix_from(m)) << DORIX_FROM_SHIFT;
    for (int fall = 0; fall < dorix_falls(m); fall++) {
        Direction d = grid_turn_direction(symmetry, direction[dorix_way(m, fall)]);
        turned |= (Move)way[d] << (DORIX_WAYS_SHIFT + 2 * fall);
    }
    return turned;
}

const char *dorix_check(const Position *p, int players)
{
    int on_board[MAX_PLAYERS] = {0};
    uint64_t control = 0;
    if (dorix_mover(p) >= players)
        return "the seat to move is none of the game's";
    for (int place = 0; place < DORIX_PLACES; place++) {
        int start = dorix_end(p, place - 1), end = dorix_end(p, place);
        if (end < start || end > players * dorix_pawns(players))
            return "the ends of the piles are out of order";
        for (int i = start; i < end; i++)
            on_board[dorix_owner(p, i, MAX_PLAYERS)]++;
        if (end > start)
            control |= UINT64_C(1) << (16 * dorix_owner(p, end - 1, MAX_PLAYERS) + place);
    }
    if ((p->w[DORIX_OWNER] | p->w[DORIX_OWNER + 1]) >> dorix_end(p, DORIX_PLACES - 1))
        return "there are owners past the last pawn";
    if (control != p->w[DORIX_CONTROL])
        return "the controlled places are not those of the top pawns";
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (on_board[seat] + dorix_reserve(p, seat) != (seat < players ? dorix_pawns(players) : 0))
            return "pawns on the board and in reserve do not add up";
    if (p->w[DORIX_TURN] >> 40 || p->w[6] || p->w[7])
        return "unused bits are set";
    return NULL;
}
