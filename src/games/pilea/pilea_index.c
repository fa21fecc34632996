/* Pilea's numbering; see pilea_index.h. */
#include "games/pilea/pilea_index.h"

#include "core/memory.h"
#include "games/pilea/pilea_cubes.h"
#include "games/pilea/pilea_kernel_image.h"
#include "games/pilea/pilea_rules.h"

#ifdef COLONNADE_CUDA
#define CUDA_KERNELS (&pilea_kernels_cuda)
#else
#define CUDA_KERNELS NULL
#endif

/* `second`: the player to move is the one who is not to move when all cubes have just been put down. */
static void fill_phase(PileaIndex *x, int cubes, bool second)
{
    PileaPhase *p = &x->phase[cubes + second];
    p->cubes = (uint8_t)cubes;
    p->moving = cubes == x->cubes;
    p->own = (uint8_t)(second ? cubes - cubes / 2 : cubes / 2);
    p->black = (cubes & 1) != second;
    p->turned = (uint8_t)(cubes + (x->uneven && !second));
    p->shapes = p->moving ? &x->free : &x->flat;
    p->shape_count = pilea_shapes_count(p->shapes, cubes);
    for (unsigned colours = 0; colours < 1u << cubes; colours++) {
        if (__builtin_popcount(colours) != p->own)
            continue;
        p->number[colours] = p->colourings;
        for (int i = 0; i < cubes && p->colourings < PILEA_TOGETHER; i++)
            p->owned[i].w[p->colourings >> 6] |= (uint64_t)(colours >> i & 1) << (p->colourings & 63);
        p->colour[p->colourings++] = (uint16_t)colours;
    }
    p->first = x->size;
    x->size += (uint64_t)p->shape_count * p->colourings;
}

PileaIndex *pilea_index_create(int white, int black)
{
    PileaIndex *x = memory_resize(NULL, sizeof *x);
    if (!x)
        return NULL;
    memset(x, 0, sizeof *x);
    x->cubes = white + black;
    x->uneven = white > black;
    x->second = UINT64_MAX;
    x->marks = white > PILEA_CUBES ? PILEA_SIXTH : 0;
    pilea_shapes_board(&x->board);
    pilea_shapes_build(&x->free, &x->board, PILEA_MOST);
    pilea_shapes_build(&x->flat, &x->board, 1);
    fill_phase(x, x->cubes, false);
    if (x->uneven) {
        x->second = x->size;
        fill_phase(x, x->cubes, true);
    }
    for (int n = x->cubes - 1; n >= 0; n--)
        fill_phase(x, n, false);
    for (int s = 0; s < PILEA_SLOTS; s++) {
        x->up_to[s][0] = s < 8 ? (1ull << 4 * (s + 1)) - 1 : UINT32_MAX;
        x->up_to[s][1] = s < 8 ? 0 : s == PILEA_SLOTS - 1 ? UINT64_MAX : (1ull << 4 * (s - 7)) - 1;
        for (int t = 0; t < GRID_SYMMETRIES; t++)
            x->key[t][s] = (int8_t)(PILEA_KEY * x->board.turned[t][s] + INT8_MIN);
    }
    return x;
}

static void *create(Message *error)
{
    PileaIndex *x = pilea_index_create(PILEA_CUBES, PILEA_CUBES);
    if (!x)
        message_set(error, 0, T("out of memory"), 0);
    return x;
}

void pilea_index_destroy(void *state) { memory_free(state); }

uint64_t pilea_index_size(const void *state) { return ((const PileaIndex *)state)->size; }

/* --- Burnside --- */

/* Polynomials in the cubes of the mover and of the other player. */
enum { DEGREE = PILEA_COUNTED };
typedef struct Series {
    uint64_t term[DEGREE + 1][DEGREE + 1];
} Series;

static void multiply(Series *a, const Series *b)
{
    Series out = {0};
    for (int i = 0; i <= DEGREE; i++)
        for (int j = 0; j <= DEGREE; j++)
            for (int k = 0; k <= i; k++)
                for (int l = 0; l <= j; l++)
                    out.term[i][j] += a->term[k][l] * b->term[i - k][j - l];
    *a = out;
}

/* What stands on `length` places that must look alike: piles of any height, or lone cubes. */
static Series pile_series(int length, bool piles)
{
    Series out = {0};
    for (int i = 0; i * length <= DEGREE; i++)
        for (int j = 0; j * length <= DEGREE; j++) {
            uint64_t ways = 1; /* orders of i + j cubes */
            for (int k = 1; k <= j; k++)
                ways = ways * (uint64_t)(i + k) / (uint64_t)k;
            if (piles || i + j <= 1)
                out.term[i * length][j * length] = ways;
        }
    return out;
}

/* Positions that the symmetry leaves unchanged, by the cycles of its places. */
static uint64_t fixed_by(int symmetry, int own, int other, bool piles)
{
    Series all = {.term = {{1}}};
    uint32_t seen = PILEA_CENTRE_BIT;
    for (int place = 0; place < PILEA_PLACES; place++) {
        int length = 0;
        for (int at = place; !(seen >> at & 1); at = grid_turn_place(PILEA_SIDE, symmetry, at), length++)
            seen |= 1u << at;
        if (length) {
            const Series pile = pile_series(length, piles);
            multiply(&all, &pile);
        }
    }
    return all.term[own][other];
}

uint64_t pilea_index_count(int white, int black)
{
    uint64_t fixed = 0;
    for (int down = 0; down < white + black; down++)
        for (int t = 0; t < GRID_SYMMETRIES; t++)
            fixed += fixed_by(t, down / 2, down - down / 2, false);
    for (int t = 0; t < GRID_SYMMETRIES; t++) {
        fixed += fixed_by(t, black, white, true);
        fixed += white > black ? fixed_by(t, white, black, true) : 0;
    }
    return fixed / GRID_SYMMETRIES;
}

uint64_t pilea_index_positions(const void *state)
{
    const PileaIndex *x = state;
    return pilea_index_count(x->cubes - x->cubes / 2, x->cubes / 2);
}

/* --- one position --- */

/* The smallest colouring that the symmetries of `group`, applied after `turn`, make of this one. */
static uint32_t smallest(const PileaIndex *x, const PileaPhase *p, const PileaCubes *c, int group, int turn,
                         unsigned colours)
{
    uint32_t least = UINT32_MAX;
    for (int t = 0; t < GRID_SYMMETRIES; t++) {
        if (!(x->board.group[group] >> t & 1))
            continue;
        uint16_t bit[16] = {0};
        PileaRecolour r;
        pilea_cubes_bits(x, c, p->cubes, x->board.compose[t][turn], bit);
        pilea_cubes_recolour(bit, p->cubes, &r);
        const uint32_t number = p->number[pilea_cubes_coloured(&r, colours)];
        least = number < least ? number : least;
    }
    return least;
}

bool pilea_index_rank(const void *state, const Position *p, uint64_t *number)
{
    const PileaIndex *x = state;
    if (pilea_over(p))
        return false;
    PileaCubes c = {.ids = PILEA_IN_ORDER};
    unsigned colours = 0;
    int n = 0;
    for (int slot = 0; slot < PILEA_SLOTS; slot++) {
        const uint32_t pile = pilea_pile(p, x->board.place[slot]);
        const int height = pilea_pile_height(pile);
        pilea_cubes_raise(&c, slot, height);
        for (int level = height - 1; level >= 0; level--, n++) {
            c.slots |= (uint64_t)slot << 5 * n;
            colours |= (unsigned)((int)(pile >> level & 1) == pilea_mover(p)) << n;
        }
    }
    const PileaPhase *phase = &x->phase[n];
    if (phase->moving && __builtin_popcount(colours) != phase->own)
        phase = &x->phase[phase->turned];
    int group, turn;
    const uint32_t shape = pilea_shapes_number(phase->shapes, c.heights, n, &group, &turn);
    *number = phase->first + (uint64_t)shape * phase->colourings + smallest(x, phase, &c, group, turn, colours);
    return true;
}

bool pilea_index_unrank(const void *state, uint64_t number, Position *out)
{
    const PileaIndex *x = state;
    uint32_t shape, colouring;
    const PileaPhase *p = pilea_index_split(x, number, &shape, &colouring);
    int group;
    const PileaCubes c = pilea_cubes_from(pilea_shapes_heights(p->shapes, p->cubes, shape, &group));
    const unsigned colours = p->colour[colouring];
    if (group && smallest(x, p, &c, group, 0, colours) != colouring)
        return false;
    const unsigned black = p->black ? colours : ~colours;
    pilea_start(out);
    for (int i = 0; i < p->cubes; i++) {
        const int place = x->board.place[c.slots >> 5 * i & 31];
        const uint32_t pile = pilea_pile(out, place);
        pilea_change(out, place, pile, pile << 1 | (black >> i & 1));
    }
    out->w[0] |= x->marks | (p->moving ? PILEA_MOVING : 0) | (p->black ? PILEA_BLACK_MOVES : 0);
    return true;
}

static void exchange(const Position *p, Position *out)
{
    pilea_start(out);
    for (int place = 0; place < PILEA_PLACES; place++) {
        const uint32_t pile = pilea_pile(p, place);
        pilea_change(out, place, pilea_pile(out, place), pile ^ ((1u << pilea_pile_height(pile)) - 1));
    }
    out->w[0] |= (p->w[0] & (PILEA_MOVING | PILEA_BLACK_MOVES)) ^ PILEA_BLACK_MOVES;
}

/* While cubes are put down, each count of cubes has its own range of numbers. */
static void span(const void *state, const Position *p, uint64_t *first, uint64_t *end)
{
    const PileaIndex *x = state;
    const int cubes = pilea_moving(p) ? x->cubes : __builtin_popcount(pilea_white(p) | pilea_black(p));
    *first = x->phase[cubes].first;
    *end = cubes > 0 ? x->phase[cubes - 1].first : x->size;
}

/* --- runs --- */

uint32_t pilea_index_list(void *worker, uint64_t first, uint32_t count, uint64_t *out)
{
    const PileaIndex *x = pilea_edges_index(worker);
    uint32_t n = 0;
    for (uint64_t number = first, end = first + count; number < end;) {
        uint32_t shape, colouring;
        int group;
        const PileaPhase *p = pilea_index_split(x, number, &shape, &colouring);
        const PileaHeights h = pilea_shapes_heights(p->shapes, p->cubes, shape, &group);
        const PileaCubes c = pilea_cubes_from(h);
        for (; colouring < p->colourings && number < end; colouring++, number++)
            if (!group || smallest(x, p, &c, group, 0, p->colour[colouring]) == colouring)
                out[n++] = number;
    }
    return n;
}

/* A game can end only from a pile of four or five beside the grey one. */
bool pilea_index_may_end(void *worker, uint64_t first, uint32_t count)
{
    const PileaIndex *x = pilea_edges_index(worker);
    const PileaPhase *p = &x->phase[x->cubes];
    const uint64_t end = x->phase[x->cubes - 1].first; /* of the moving phase, which begins at 0 */
    if (first >= end || count == 0)
        return false;
    uint64_t last = first + count - 1;
    last = last < end ? last : end - 1;
    for (uint64_t shape = first / p->colourings; shape <= last / p->colourings; shape++) {
        int group;
        const PileaHeights h = pilea_shapes_heights(p->shapes, p->cubes, (uint32_t)(shape % p->shape_count), &group);
        const PileaCubes c = {.heights = h};
        for (int d = 0; d < 4; d++) {
            const int height = pilea_cubes_height(&c, x->board.step[PILEA_SLOT_CENTRE][d]);
            if (height == PILEA_GREY + 1 || height == PILEA_GREY + 2)
                return true;
        }
    }
    return false;
}

/* A variant of our own: White has one cube more. */
static void *create_six_five(Message *error)
{
    PileaIndex *x = pilea_index_create(PILEA_CUBES + 1, PILEA_CUBES);
    if (!x)
        message_set(error, 0, T("out of memory"), 0);
    return x;
}

/* The same with few cubes. */
static void *create_three_two(Message *error)
{
    PileaIndex *x = pilea_index_create(3, 2);
    if (!x)
        message_set(error, 0, T("out of memory"), 0);
    return x;
}

/* Three cubes each: solved within a second. */
static void *create_small(Message *error)
{
    PileaIndex *x = pilea_index_create(3, 3);
    if (!x)
        message_set(error, 0, T("out of memory"), 0);
    return x;
}

#define INDEX(creator, smaller, swap)                                                                                  \
    {                                                                                                                  \
        .layout = 1,                                                                                                   \
        .exact = true,                                                                                                 \
        .counted = true,                                                                                               \
        .derive_wins = true,                                                                                           \
        .small = (smaller),                                                                                            \
        .plain = &pilea_kernels_plain,                                                                                 \
        .cuda = CUDA_KERNELS,                                                                                          \
        .create = (creator),                                                                                           \
        .destroy = pilea_index_destroy,                                                                                \
        .size = pilea_index_size,                                                                                      \
        .positions = pilea_index_positions,                                                                            \
        .span = span,                                                                                                  \
        .rank = pilea_index_rank,                                                                                      \
        .unrank = pilea_index_unrank,                                                                                  \
        .exchange = (swap),                                                                                            \
        .worker_create = pilea_edges_worker,                                                                           \
        .worker_destroy = pilea_edges_worker_destroy,                                                                  \
        .list = pilea_index_list,                                                                                      \
        .may_end = pilea_index_may_end,                                                                                \
        .successors = pilea_edges_successors,                                                                          \
        .predecessors = pilea_edges_predecessors,                                                                      \
    }

const SolveIndex pilea_index_small = INDEX(create_small, NULL, exchange);
const SolveIndex pilea_index = INDEX(create, &pilea_index_small, exchange);
const SolveIndex pilea_index_three_two = INDEX(create_three_two, NULL, NULL);
const SolveIndex pilea_index_six_five = INDEX(create_six_five, &pilea_index_three_two, NULL);
