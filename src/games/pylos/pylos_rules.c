/* The rules of Pylos behind the game interface, once for each ruleset: see pylos_rules.h for the layouts of
 * positions and moves.
 *
 * Order of moves: balls from the reserve that make no figure, raises that make none, then each place where a ball
 * makes a figure, from the reserve first. */
#include "games/pylos/pylos_impl.h"
#include "games/pylos/pylos_rules.h"

const uint8_t pylos_wide_place[64] = {
    0,  1,  2,  3, 4,  5,  6,  7, 8,  9,  10, 11, 12, 13, 14, 15, /* level 1 */
    16, 17, 18, 0, 19, 20, 21, 0, 22, 23, 24, 0,  0,  0,  0,  0,  /* level 2 */
    25, 26, 0,  0, 27, 28, 0,  0, 0,  0,  0,  0,  0,  0,  0,  0,  /* level 3 */
    29,                                                             /* top */
};

void pylos_start(Position *out) { *out = (Position){{0}}; }

int pylos_mover(const Position *p) { return pylos_seat(p->w[0]); }

Outcome pylos_outcome(const Position *p)
{
    uint64_t w = p->w[0];
    if (w & (PYLOS_TOP | PYLOS_TOP << 32))
        return (Outcome){.over = true, .winner = w & PYLOS_TOP ? 0 : 1, .reason = PYLOS_TOP_REACHED};
    if (pylos_over(w))
        return (Outcome){.over = true, .winner = pylos_reserve(w, 0) ? 0 : 1, .reason = PYLOS_RESERVE_EMPTY};
    return (Outcome){.over = false};
}

void pylos_play(const Position *p, Move m, Position *out) { *out = (Position){{pylos_after(p->w[0], m)}}; }

/* Where moves are written: `out` holds the first `capacity` of `count`. */
typedef struct PylosSink {
    Move *out;
    size_t capacity, count;
} PylosSink;

static inline void sink_add(PylosSink *s, Move m)
{
    if (s->count < s->capacity)
        s->out[s->count] = m;
    s->count++;
}

static inline int lowest_place(uint64_t wide) { return pylos_wide_place[pylos_lowest(wide)]; }

/* Every way to continue after `m`, which made a figure and led to `own` and `all`. */
static inline void add_takes(PylosSink *s, Move m, uint64_t own, uint64_t all, unsigned rules)
{
    uint64_t free = own & ~pylos_under(all), lone = own & pylos_under_one(all);
    if (rules & PYLOS_OPTIONAL)
        sink_add(s, m);
    for (uint64_t left = free; left;) {
        uint64_t first = left & (0 - left);
        Move one = m ^ pylos_set(PYLOS_TAKE, lowest_place(first));
        left ^= first;
        sink_add(s, one);
        for (uint64_t second = left | (lone & pylos_under(first)); second; second &= second - 1)
            sink_add(s, one ^ pylos_set(PYLOS_TAKE2, lowest_place(second)));
    }
}

static inline void add_figures(PylosSink *s, const PylosView *v, unsigned rules)
{
    for (uint64_t left = v->figure; left; left &= left - 1) {
        uint64_t to = left & (0 - left);
        Move put = (PYLOS_NO_FIELDS | PYLOS_FIGURE) ^ pylos_set(PYLOS_TO, lowest_place(to));
        add_takes(s, put, v->own | to, v->all | to, rules);
        for (uint64_t from = pylos_risers(v, to); from; from &= from - 1) {
            uint64_t ball = from & (0 - from);
            Move raise = put ^ pylos_set(PYLOS_FROM, lowest_place(ball));
            add_takes(s, raise, (v->own | to) ^ ball, (v->all | to) ^ ball, rules);
        }
    }
}

static inline size_t generate(uint64_t w, unsigned rules, Move *out, size_t capacity)
{
    if (pylos_over(w))
        return 0;
    PylosView v = pylos_view(w, rules);
    PylosSink s = {out, capacity, 0};
    for (uint64_t to = v.plain; to; to &= to - 1)
        sink_add(&s, PYLOS_NO_FIELDS ^ pylos_set(PYLOS_TO, lowest_place(to)));
    for (uint64_t to = v.plain & ~PYLOS_WIDE_LEVEL1; to; to &= to - 1) {
        Move put = PYLOS_NO_FIELDS ^ pylos_set(PYLOS_TO, lowest_place(to));
        for (uint64_t from = pylos_risers(&v, to & (0 - to)); from; from &= from - 1)
            sink_add(&s, put ^ pylos_set(PYLOS_FROM, lowest_place(from)));
    }
    if (v.figure)
        add_figures(&s, &v, rules);
    return s.count;
}

#define RULESET(name, rules)                                                                                           \
    size_t pylos_moves_##name(const Position *p, Move *out, size_t capacity)                                           \
    {                                                                                                                  \
        return generate(p->w[0], rules, out, capacity);                                                                \
    }                                                                                                                  \
    uint64_t pylos_count_##name(const Position *p) { return pylos_count_moves(p->w[0], rules); }
PYLOS_RULESETS(RULESET)
#undef RULESET
