/* Positions to numbers and back, and the five records: see pylos_index.h. */
#include "games/pylos/pylos_index.h"

#include "games/pylos/pylos_impl.h"
#include "games/pylos/pylos_kernel_image.h"
#include "games/pylos/pylos_rules.h"

#ifdef COLONNADE_CUDA
#define CUDA_KERNELS (&pylos_kernels_cuda)
#else
#define CUDA_KERNELS NULL
#endif

/* The smallest of the colourings that the shape's own symmetries make equal; `own` is by place, the result by the
 * shape's balls. */
static uint32_t smallest(const PylosIndex *x, const PylosShape *s, const PylosGather *g, uint32_t own)
{
    uint32_t least = pylos_index_gather(g, own);
    for (unsigned rest = s->fixed & ~1u; rest; rest &= rest - 1) {
        uint32_t bits = pylos_index_gather(g, pylos_index_turn(x, __builtin_ctz(rest), own));
        if (bits < least)
            least = bits;
    }
    return least;
}

static bool is_smallest(const PylosIndex *x, const PylosShape *s, const PylosGather *g, uint32_t bits)
{
    uint32_t own = pylos_index_spread(x, s->mask, bits);
    for (unsigned rest = s->fixed & ~1u; rest; rest &= rest - 1)
        if (pylos_index_gather(g, pylos_index_turn(x, __builtin_ctz(rest), own)) < bits)
            return false;
    return true;
}

bool pylos_index_rank_masks(const PylosIndex *x, uint32_t own, uint32_t other, uint64_t *number)
{
    int k = __builtin_popcount(own);
    if (k >= x->balls || __builtin_popcount(other) >= x->balls)
        return false;
    int symmetry;
    const PylosShape *s = pylos_index_find(x, own | other, &symmetry);
    PylosGather g = pylos_index_gather_for(x, s->mask);
    uint32_t bits = smallest(x, s, &g, pylos_index_turn(x, symmetry, own));
    *number = s->start + x->offset[s->balls][k] + pylos_index_colour_rank(x, x->high[k], bits);
    return true;
}

bool pylos_index_unrank_masks(const PylosIndex *x, uint64_t number, uint32_t *own, uint32_t *other)
{
    int k;
    uint64_t within;
    const PylosShape *s = pylos_index_shape(x, number, &k, &within);
    uint32_t bits = pylos_index_colouring(x, k, within);
    *own = pylos_index_spread(x, s->mask, bits);
    *other = s->mask & ~*own;
    PylosGather g = pylos_index_gather_for(x, s->mask);
    return is_smallest(x, s, &g, bits);
}

static bool rank(const void *state, const Position *p, uint64_t *number)
{
    int seat = pylos_seat(p->w[0]);
    return pylos_index_rank_masks(state, (uint32_t)pylos_balls(p->w[0], seat), (uint32_t)pylos_balls(p->w[0], 1 - seat),
                                  number);
}

static bool unrank(const void *state, uint64_t number, Position *out)
{
    uint32_t own, other;
    if (!pylos_index_unrank_masks(state, number, &own, &other))
        return false;
    *out = (Position){{own | (uint64_t)other << 32}};
    return true;
}

static void exchange(const Position *p, Position *out)
{
    uint64_t w = p->w[0];
    *out = (Position){{pylos_balls(w, 1) | pylos_balls(w, 0) << 32 | (pylos_seat(w) ? 0 : PYLOS_BLACK_MOVES)}};
}

/* Shapes are ordered by number of balls. */
static void span(const void *state, const Position *p, uint64_t *first, uint64_t *end)
{
    const PylosIndex *x = state;
    int balls = pylos_bits(pylos_balls(p->w[0], 0) | pylos_balls(p->w[0], 1));
    *first = *end = pylos_index_size(x);
    for (int i = x->shapes; i-- > 0 && x->shape[i].balls >= balls;)
        *(x->shape[i].balls == balls ? first : end) = x->shape[i].start;
    if (*first > *end)
        *first = *end;
}

/* --- runs of numbers --- */

uint32_t pylos_index_list(void *worker, uint64_t first, uint32_t count, uint64_t *out)
{
    const PylosIndex *x = pylos_index_of(worker);
    uint32_t found = 0;
    for (uint64_t number = first, end = first + count; number < end;) {
        int k;
        uint64_t within;
        const PylosShape *s = pylos_index_shape(x, number, &k, &within);
        uint64_t last = s->start + x->offset[s->balls][k + 1]; /* of this shape with this many balls of the mover's */
        if (last > end)
            last = end;
        if (s->fixed == 1) {
            while (number < last)
                out[found++] = number++;
            continue;
        }
        PylosGather g = pylos_index_gather_for(x, s->mask);
        uint32_t bits = pylos_index_colouring(x, k, within);
        for (;;) {
            if (is_smallest(x, s, &g, bits))
                out[found++] = number;
            if (++number == last)
                break;
            bits = pylos_index_next(bits);
        }
    }
    return found;
}

/* A game ends when the mover puts down the last ball of the reserve. */
bool pylos_index_may_end(void *worker, uint64_t first, uint32_t count)
{
    const PylosIndex *x = pylos_index_of(worker);
    for (uint64_t number = first, end = first + count; number < end;) {
        int k;
        uint64_t within;
        const PylosShape *s = pylos_index_shape(x, number, &k, &within);
        if (k == x->balls - 1)
            return true;
        number = s->start + x->offset[s->balls][k + 1];
    }
    return false;
}

/* `base` and `balls` of the board; `next` is the same ruleset on a smaller one. */
#define INDEX(name, base, balls, rules, next)                                                                          \
    static void *create_##name(Message *error)                                                                         \
    {                                                                                                                  \
        void *x = pylos_index_create(base, balls, rules);                                                              \
        if (!x)                                                                                                        \
            message_memory(error);                                                                                     \
        return x;                                                                                                      \
    }                                                                                                                  \
    const SolveIndex pylos_index_##name = {                                                                            \
        .layout = 1,                                                                                                   \
        .exact = true,                                                                                                 \
        .counted = true,                                                                                               \
        .never_won = true,                                                                                             \
        .small = next,                                                                                                 \
        .plain = &pylos_kernels_plain,                                                                                 \
        .cuda = CUDA_KERNELS,                                                                                          \
        .create = create_##name,                                                                                       \
        .destroy = pylos_index_destroy,                                                                                \
        .size = pylos_index_size,                                                                                      \
        .positions = pylos_index_positions,                                                                            \
        .span = span,                                                                                                  \
        .rank = rank,                                                                                                  \
        .unrank = unrank,                                                                                              \
        .exchange = exchange,                                                                                          \
        .worker_create = pylos_index_worker,                                                                           \
        .worker_destroy = pylos_index_worker_destroy,                                                                  \
        .list = pylos_index_list,                                                                                      \
        .may_end = pylos_index_may_end,                                                                                \
        .successors = pylos_index_successors,                                                                          \
        .predecessors = pylos_index_predecessors,                                                                      \
    };
#define RULESET(name, rules)                                                                                           \
    INDEX(small_##name, PYLOS_INDEX_SMALL_BASE, PYLOS_INDEX_SMALL_BALLS, rules, NULL)                                  \
    INDEX(name, PYLOS_LEVELS, PYLOS_BALLS, rules, &pylos_index_small_##name)
PYLOS_RULESETS(RULESET)
#undef RULESET
#undef INDEX
