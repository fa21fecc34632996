/* Dorix positions: building, playing, turning and checking them. dorix_rules.h says what the words mean; every
 * function here leaves all of them consistent. */
#include "games/dorix/dorix_rules.h"
#include "core/grid.h"

#include <string.h>

static const uint64_t EACH_SEAT = UINT64_C(0x0001000100010001);

/* What a move changes, taken out of the position's words so that it can stay in registers. The ends are always read
 * and written whole: writing halves would stall a later read of the whole. */
typedef uint8_t Ends __attribute__((vector_size(16)));
typedef struct Piles {
    Ends end;
    uint64_t low, high, control;
} Piles;

static inline Piles piles_of(const Position *p)
{
    Piles s = {.low = p->w[DORIX_OWNER], .high = p->w[DORIX_OWNER + 1], .control = p->w[DORIX_CONTROL]};
    memcpy(&s.end, &p->w[DORIX_END], sizeof s.end);
    return s;
}

static inline void set_piles(Position *p, const Piles *s)
{
    memcpy(&p->w[DORIX_END], &s->end, sizeof s->end);
    p->w[DORIX_OWNER] = s->low;
    p->w[DORIX_OWNER + 1] = s->high;
    p->w[DORIX_CONTROL] = s->control;
}

/* Ones from `place` on: the ends that a pawn on it shifts. */
static inline Ends ends_from(int place)
{
    static const uint8_t ones[2 * DORIX_PLACES] = {[DORIX_PLACES] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    Ends from;
    memcpy(&from, ones + DORIX_PLACES - place, sizeof from);
    return from;
}

static inline int owner(uint64_t low, uint64_t high, int index, int players)
{
    int seat = (int)(low >> index & 1);
    return players == 2 ? seat : seat | (int)(high >> index & 1) << 1;
}

static inline void push(Piles *s, int place, int seat, int players)
{
    int at = s->end[place];
    /* Adding the later pawns to themselves shifts them up by one. */
    s->low += (s->low >> at << at) + ((uint64_t)(seat & 1) << at);
    if (players > 2)
        s->high += (s->high >> at << at) + ((uint64_t)(seat >> 1) << at);
    s->end += ends_from(place);
    s->control = (s->control & ~(EACH_SEAT << place)) | UINT64_C(1) << (16 * seat + place);
}

/* Takes the top `pawns` off a pile that has at least that many. */
static inline void pop(Piles *s, int place, int pawns, int players)
{
    int at = s->end[place] - pawns;
    uint64_t before = (UINT64_C(1) << at) - 1;
    s->low = (s->low & before) | (s->low >> pawns & ~before);
    if (players > 2)
        s->high = (s->high & before) | (s->high >> pawns & ~before);
    s->end -= ends_from(place) * (uint8_t)pawns;
    /* Whose pawn is on top now is unpredictable, so there is no branch. Shifted by one because `at` may be 0. */
    int top = owner(s->low << 1, s->high << 1, at, players), start = place > 0 ? s->end[place - 1] : 0;
    s->control = (s->control & ~(EACH_SEAT << place)) | (uint64_t)(at > start) << (16 * top + place);
}

static inline void play(const Position *p, Move m, Position *out, int players)
{
    uint64_t turn = p->w[DORIX_TURN];
    Piles s = piles_of(p);
    int seat = dorix_mover(p);
    if (m != DORIX_PASS) {
        int to = dorix_to(m), falls = dorix_falls(m);
        if (m & DORIX_LIFTED)
            pop(&s, dorix_from(m), 1, players);
        else
            turn -= UINT64_C(1) << (8 + 8 * seat);
        /* The pawn just put is the first to fall, so it never needs to be on the pile. */
        int first = falls > 0 ? dorix_target(m, 0) : to;
        if (falls > 1) {
            int top = s.end[to] - 1;
            uint64_t low = s.low, high = s.high;
            pop(&s, to, falls - 1, players);
            push(&s, first, seat, players);
            for (int fall = 1; fall < falls; fall++, top--)
                push(&s, dorix_target(m, fall), owner(low, high, top, players), players);
        } else {
            push(&s, first, seat, players);
        }
    }
    set_piles(out, &s);
    out->w[DORIX_TURN] = seat + 1 < players ? turn + 1 : turn & ~UINT64_C(255);
    out->w[6] = out->w[7] = 0;
}

void dorix_2_play(const Position *p, Move m, Position *out) { play(p, m, out, 2); }
void dorix_3_play(const Position *p, Move m, Position *out) { play(p, m, out, 3); }
void dorix_4_play(const Position *p, Move m, Position *out) { play(p, m, out, 4); }

void dorix_start(Position *out, int players)
{
    *out = (Position){0};
    for (int seat = 0; seat < players; seat++)
        out->w[DORIX_TURN] |= (uint64_t)dorix_pawns(players) << (8 + 8 * seat);
}

void dorix_add(Position *p, int place, int seat)
{
    Piles s = piles_of(p);
    push(&s, place, seat, MAX_PLAYERS);
    set_piles(p, &s);
    p->w[DORIX_TURN] -= UINT64_C(1) << (8 + 8 * seat);
}

void dorix_lift(Position *p, int from, int players)
{
    Piles s = piles_of(p);
    pop(&s, from, 1, players);
    set_piles(p, &s);
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

void dorix_transform(const Position *p, int symmetry, Position *out)
{
    const uint8_t *turned_from = grid4_turned[grid_inverse(symmetry)];
    Position q = {0};
    int end = 0;
    for (int place = 0; place < DORIX_PLACES; place++) {
        int from = turned_from[place], start = dorix_start_of(p, from), height = dorix_end(p, from) - start;
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

const char *dorix_check(const Position *p, int players)
{
    int on_board[MAX_PLAYERS] = {0};
    uint64_t control = 0;
    if (dorix_mover(p) >= players)
        return "the seat to move does not exist in this game";
    for (int place = 0; place < DORIX_PLACES; place++) {
        int start = dorix_start_of(p, place), end = dorix_end(p, place);
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
