/* Dorix moves: listing and counting them, all sixteen places at a time.
 *
 * A vector has one lane per place, in place order. If a pawn can be put somewhere, the moves are the ordered choices
 * of receivers (DOR-4). They depend only on which of the four neighbours may receive and on whether two, three or
 * more pawns can fall, so they come from a table. An empty place has no receivers and thus one move, like a pile
 * that does not collapse: neither needs a case of its own. */
#include "games/dorix/dorix_lanes.h"

#include <string.h>

/* --- the ordered choices --- */

#define F0             0
#define F1(a)          (UINT64_C(1) << DORIX_FALLS_SHIFT | (Move)(a) << DORIX_WAYS_SHIFT)
#define F2(a, b)       (F1(a) + (UINT64_C(1) << DORIX_FALLS_SHIFT) + ((Move)(b) << (DORIX_WAYS_SHIFT + 2)))
#define F3(a, b, c)    (F2(a, b) + (UINT64_C(1) << DORIX_FALLS_SHIFT) + ((Move)(c) << (DORIX_WAYS_SHIFT + 4)))
#define F4(a, b, c, d) (F3(a, b, c) + (UINT64_C(1) << DORIX_FALLS_SHIFT) + ((Move)(d) << (DORIX_WAYS_SHIFT + 6)))
/* All orders of k out of n, in lexicographic order. */
#define ALL_2(a, b)             F2(a, b), F2(b, a)
#define ALL_3(a, b, c)          F3(a, b, c), F3(a, c, b), F3(b, a, c), F3(b, c, a), F3(c, a, b), F3(c, b, a)
#define TWO_OF_3(a, b, c)       F2(a, b), F2(a, c), F2(b, a), F2(b, c), F2(c, a), F2(c, b)
#define TWO_FIRST(a, b, c, d)   F2(a, b), F2(a, c), F2(a, d)
#define THREE_FIRST(a, b, c, d) F3(a, b, c), F3(a, b, d), F3(a, c, b), F3(a, c, d), F3(a, d, b), F3(a, d, c)
#define FOUR_FIRST(a, b, c, d)                                                                                         \
    F4(a, b, c, d), F4(a, b, d, c), F4(a, c, b, d), F4(a, c, d, b), F4(a, d, b, c), F4(a, d, c, b)
#define EACH_FIRST(FIRST) FIRST(0, 1, 2, 3), FIRST(1, 0, 2, 3), FIRST(2, 0, 1, 3), FIRST(3, 0, 1, 2)
/* Index: the set of receivers, one bit per direction. */
#define CHOICES(THREE, FOUR)                                                                                           \
    {F0}, {F1(0)}, {F1(1)}, {ALL_2(0, 1)}, {F1(2)}, {ALL_2(0, 2)}, {ALL_2(1, 2)}, {THREE(0, 1, 2)}, {F1(3)},           \
        {ALL_2(0, 3)}, {ALL_2(1, 3)}, {THREE(0, 1, 3)}, {ALL_2(2, 3)}, {THREE(0, 2, 3)}, {THREE(1, 2, 3)},             \
    {                                                                                                                  \
        FOUR                                                                                                           \
    }

enum { MOST_CHOICES = 24, CHOICE_LISTS = 48 };
/* First the lists for two pawns in the pile, then for three, then for more. */
static const Move choice[CHOICE_LISTS][MOST_CHOICES] = {
    CHOICES(TWO_OF_3, EACH_FIRST(TWO_FIRST)),
    CHOICES(ALL_3, EACH_FIRST(THREE_FIRST)),
    CHOICES(ALL_3, EACH_FIRST(FOUR_FIRST)),
};
static const uint8_t choices[CHOICE_LISTS] = {
    1, 1, 1, 2, 1, 2, 2, 6,  1, 2, 2, 6, 2, 6, 6, 12, 1, 1, 1, 2, 1, 2, 2, 6,
    1, 2, 2, 6, 2, 6, 6, 24, 1, 1, 1, 2, 1, 2, 2, 6,  1, 2, 2, 6, 2, 6, 6, 24,
};

/* --- lanes --- */

/* The lanes as numbers from 0 to 255, added up. */
static inline int lanes_sum(Lanes v)
{
    const uint64_t even = UINT64_C(0x00ff00ff00ff00ff);
    Halves half = (Halves)v;
    uint64_t pairs = (half[0] & even) + (half[0] >> 8 & even) + (half[1] & even) + (half[1] >> 8 & even);
    return (int)(pairs * UINT64_C(0x0001000100010001) >> 48);
}

/* One pawn less on `place`. */
static inline Lanes lanes_lifted(Lanes height, int place)
{
    const Lanes number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return height + (number == (int8_t)place);
}

/* -1 where a neighbour of height `other` receives from a pile that has `height` pawns plus the one just put. */
static inline Lanes receives(Lanes other, Lanes height) { return (other > 0) & (other <= height); }

/* How many neighbours receive when a pawn is put on each place, if its own height were `own`. */
static inline Lanes receivers(Lanes height, Lanes own)
{
    return -(receives(southern(height), own) + receives(western(height), own) + receives(eastern(height), own) +
             receives(northern(height), own));
}

/* By how much the number of ordered choices grows when the receivers become `n`: it is 1, 1, 2, 6, then 24, or 12 if
 * only two pawns can fall. */
static inline Lanes growth(Lanes n, Lanes height)
{
    return ((n == 2) & 1) + ((n == 3) & 4) + ((n == 4) & (((height > 1) & 12) + 6));
}

/* The number of ordered choices itself. */
static inline Lanes ways(Lanes n, Lanes height)
{
    return 1 - (n > 1) + ((n > 2) & 4) + ((n > 3) & (((height > 1) & 12) + 6));
}

/* The list of choices that each place needs. */
static inline Lanes choice_lists(Lanes height)
{
    return (receives(southern(height), height) & 1 << DORIX_SOUTH) +
           (receives(western(height), height) & 1 << DORIX_WEST) +
           (receives(eastern(height), height) & 1 << DORIX_EAST) +
           (receives(northern(height), height) & 1 << DORIX_NORTH) + ((height > 1) & 16) + ((height > 2) & 16);
}

/* --- the mover's view --- */

typedef struct DorixView {
    unsigned open;   /* places where a pawn from the reserve may be put (DOR-1) */
    unsigned mine;   /* places that the mover controls */
    bool lifting;    /* the reserve is empty (DOR-2) */
    unsigned reopen; /* when lifting: places of `mine` where the pawn lifted from there may be put back */
    Lanes height;
} DorixView;

static inline DorixView look(const Position *p, int players)
{
    int seat = dorix_mover(p);
    DorixView v = {.mine = dorix_control(p, seat), .lifting = dorix_reserve(p, seat) == 0, .height = lanes_heights(p)};
    v.open = v.mine | dorix_empty(p);
    if (v.lifting) {
        uint64_t low = p->w[DORIX_OWNER], high = p->w[DORIX_OWNER + 1];
        uint64_t owned = (seat & 1 ? low : ~low) & (players == 2 ? ~UINT64_C(0) : seat & 2 ? high : ~high);
        /* For a lone pawn this reads its neighbour's bit in the stream, but its place is open anyway. */
        for (int place = 0; place < DORIX_PLACES; place++)
            v.reopen |= (unsigned)(owned << 2 >> dorix_end(p, place) & 1) << place;
        v.reopen |= set_of(v.height == 1);
    }
    return v;
}

/* Where the pawn lifted from `from` may be put. */
static inline unsigned open_after(const DorixView *v, int from) { return v->open & ~(~v->reopen & 1u << from); }

static inline Move lift_of(int from) { return DORIX_PUT | DORIX_LIFTED | (Move)from << DORIX_FROM_SHIFT; }

/* --- listing --- */

typedef struct Output {
    Move *move;
    size_t count, capacity; /* count may exceed capacity; nothing is written there */
} Output;

/* Lists every way to put a pawn on one of the places `to`. */
static inline void list_puts(Lanes height, unsigned to, Move base, Output *out)
{
    uint8_t list[DORIX_PLACES];
    Lanes lists = choice_lists(height);
    memcpy(list, &lists, sizeof list);
    bool room = out->count + (size_t)DORIX_PLACES * MOST_CHOICES <= out->capacity;
    for (; to; to &= to - 1) {
        int place = __builtin_ctz(to);
        const Move *from = choice[list[place]];
        Move put = base | (Move)place;
        size_t n = choices[list[place]];
        if (room) {
            Move *at = out->move + out->count;
            /* With room to spare, always writing two and counting only the real ones is faster than a test. */
            at[0] = put | from[0];
            at[1] = put | from[1];
            if (n > 2)
                for (size_t i = 2; i < n; i += 2) {
                    at[i] = put | from[i];
                    at[i + 1] = put | from[i + 1];
                }
        } else {
            for (size_t i = 0; i < n && out->count + i < out->capacity; i++)
                out->move[out->count + i] = put | from[i];
        }
        out->count += n;
    }
}

static inline size_t moves(const Position *p, Move *move, size_t capacity, int players)
{
    if (dorix_winner(p, players) >= 0)
        return 0;
    Output out = {move, 0, capacity};
    DorixView v = look(p, players);
    if (!v.lifting)
        list_puts(v.height, v.open, DORIX_PUT, &out);
    else
        for (unsigned left = v.mine; left; left &= left - 1) {
            int from = __builtin_ctz(left);
            list_puts(lanes_lifted(v.height, from), open_after(&v, from), lift_of(from), &out);
        }
    if (out.count > 0)
        return out.count;
    if (capacity > 0)
        move[0] = DORIX_PASS;
    return 1;
}

/* --- listing what leads to different positions --- */

/* Falling pawns of the same owner may swap their targets: only the choice with ascending directions is kept. The
 * first two pawns are the mover's; `third` and `fourth` own the next ones. */
static inline bool is_sorted(Move m, int seat, int third, int fourth)
{
    int falls = dorix_falls(m), a = dorix_way(m, 0), b = dorix_way(m, 1), c = dorix_way(m, 2), d = dorix_way(m, 3);
    bool sorted = a < b && (falls < 3 || third != seat || b < c);
    return sorted && (falls < 4 || (fourth == third ? c < d : fourth != seat || b < d));
}

/* Like list_puts; `from` is where the pawn was lifted, or -1. A pawn that is put back without a collapse changes
 * nothing, whichever place it is: once is enough. */
static inline void list_distinct_puts(const Position *p, Lanes height, unsigned to, int from, Move base, bool *idle,
                                      Output *out, int players)
{
    uint8_t list[DORIX_PLACES];
    Lanes lists = choice_lists(height);
    memcpy(list, &lists, sizeof list);
    int seat = dorix_mover(p);
    for (; to; to &= to - 1) {
        int place = __builtin_ctz(to), n = choices[list[place]];
        const Move *choose = choice[list[place]];
        Move put = base | (Move)place;
        if (n == 1) {
            bool back = place == from && dorix_falls(choose[0]) == 0;
            if (back && *idle)
                continue;
            *idle = *idle || back;
            if (out->count < out->capacity)
                out->move[out->count] = put | choose[0];
            out->count++;
            continue;
        }
        int below = dorix_end(p, place) - (place == from) - 2, falls = dorix_falls(choose[0]);
        int third = falls > 2 ? dorix_owner(p, below, players) : 0,
            fourth = falls > 3 ? dorix_owner(p, below - 1, players) : 0;
        for (int i = 0; i < n; i++) {
            if (!is_sorted(choose[i], seat, third, fourth))
                continue;
            if (out->count < out->capacity)
                out->move[out->count] = put | choose[i];
            out->count++;
        }
    }
}

static inline size_t distinct(const Position *p, Move *move, size_t capacity, int players)
{
    if (dorix_winner(p, players) >= 0)
        return 0;
    Output out = {move, 0, capacity};
    DorixView v = look(p, players);
    bool idle = false;
    if (!v.lifting)
        list_distinct_puts(p, v.height, v.open, -1, DORIX_PUT, &idle, &out, players);
    else
        for (unsigned left = v.mine; left; left &= left - 1) {
            int from = __builtin_ctz(left);
            list_distinct_puts(p, lanes_lifted(v.height, from), open_after(&v, from), from, lift_of(from), &idle, &out,
                               players);
        }
    if (out.count > 0)
        return out.count;
    if (capacity > 0)
        move[0] = DORIX_PASS;
    return 1;
}

/* --- counting --- */

static inline int count_puts(const DorixView *v)
{
    return lanes_sum(ways(receivers(v->height, v->height), v->height) & lanes_of(v->open));
}

/* Lifting a pawn changes only its own place and its neighbours, by one receiver each. So all lifts are counted at
 * once, by what each changes about the moves that putting a pawn from the reserve would have. */
typedef struct Lifts {
    int total; /* moves of all lifts */
    int unchanged; /* moves that a lift would have if it changed nothing */
    Lanes change; /* what lifting from each of the mover's places changes; 0 elsewhere */
} Lifts;

static inline Lifts count_lifts(const DorixView *v)
{
    Lanes height = v->height, lower = height - 1, own = lanes_of(v->mine);
    Lanes n = receivers(height, height), now = ways(n, height);
    /* Its own place: whether it is open, and if so as a pile that is one lower. */
    Lanes change = (lanes_of(v->reopen) & ways(receivers(height, lower), lower)) - now;
    /* A neighbour of the mover's that is now as high as this place gains a receiver; if this place becomes empty,
     * all of them lose one. */
    Lanes more = growth(n + 1, height) & own, less = growth(n, height) & own;
    change += (lower == southern(height)) & southern(more);
    change += (lower == western(height)) & western(more);
    change += (lower == eastern(height)) & eastern(more);
    change += (lower == northern(height)) & northern(more);
    change -= (height == 1) & (southern(less) + western(less) + eastern(less) + northern(less));
    change &= own;
    int unchanged = lanes_sum(now & lanes_of(v->open));
    /* Changes can be negative, so each lane is raised by 128 before they are added up. */
    int changes = lanes_sum(change ^ -128) - 128 * DORIX_PLACES;
    return (Lifts){__builtin_popcount(v->mine) * unchanged + changes, unchanged, change};
}

static inline uint64_t count(const Position *p, int players)
{
    if (dorix_winner(p, players) >= 0)
        return 0;
    DorixView v = look(p, players);
    int found = v.lifting ? count_lifts(&v).total : count_puts(&v);
    return found > 0 ? (uint64_t)found : 1;
}

/* --- picking one --- */

/* The move that list_puts would write at `index`. */
static inline Move pick_put(Lanes height, unsigned to, Move base, int index)
{
    uint8_t list[DORIX_PLACES];
    Lanes lists = choice_lists(height);
    memcpy(list, &lists, sizeof list);
    for (;; to &= to - 1) {
        int place = __builtin_ctz(to), n = choices[list[place]];
        if (index < n)
            return base | (Move)place | choice[list[place]][index];
        index -= n;
    }
}

static inline int share(uint32_t random, int whole) { return (int)((uint64_t)random * (uint64_t)whole >> 32); }

static inline Move pick(const Position *p, uint32_t random, int players)
{
    if (dorix_winner(p, players) >= 0)
        return 0;
    DorixView v = look(p, players);
    if (!v.lifting) {
        int found = count_puts(&v);
        return found ? pick_put(v.height, v.open, DORIX_PUT, share(random, found)) : DORIX_PASS;
    }
    Lifts lifts = count_lifts(&v);
    int8_t change[DORIX_PLACES];
    memcpy(change, &lifts.change, sizeof change);
    int index = share(random, lifts.total);
    for (unsigned left = v.mine; left; left &= left - 1) {
        int from = __builtin_ctz(left), n = lifts.unchanged + change[from];
        if (index < n)
            return pick_put(lanes_lifted(v.height, from), open_after(&v, from), lift_of(from), index);
        index -= n;
    }
    return DORIX_PASS;
}

size_t dorix_2_moves(const Position *p, Move *out, size_t capacity) { return moves(p, out, capacity, 2); }
size_t dorix_3_moves(const Position *p, Move *out, size_t capacity) { return moves(p, out, capacity, 3); }
size_t dorix_4_moves(const Position *p, Move *out, size_t capacity) { return moves(p, out, capacity, 4); }
size_t dorix_2_distinct(const Position *p, Move *out, size_t capacity) { return distinct(p, out, capacity, 2); }
size_t dorix_3_distinct(const Position *p, Move *out, size_t capacity) { return distinct(p, out, capacity, 3); }
size_t dorix_4_distinct(const Position *p, Move *out, size_t capacity) { return distinct(p, out, capacity, 4); }
uint64_t dorix_2_count(const Position *p) { return count(p, 2); }
uint64_t dorix_3_count(const Position *p) { return count(p, 3); }
uint64_t dorix_4_count(const Position *p) { return count(p, 4); }
Move dorix_2_pick(const Position *p, uint32_t random) { return pick(p, random, 2); }
Move dorix_3_pick(const Position *p, uint32_t random) { return pick(p, random, 3); }
Move dorix_4_pick(const Position *p, uint32_t random) { return pick(p, random, 4); }
