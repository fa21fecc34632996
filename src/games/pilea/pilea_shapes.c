/* The tables of pilea_shapes.h. */
#include "games/pilea/pilea_shapes.h"

#include <string.h>

enum { NO_CLASS = UINT16_MAX, ALL_GROUP = PILEA_GROUPS - 1 };

/* --- the board --- */

static const uint8_t place_of_slot[PILEA_SLOTS + 1] = {1, 3,  5,  9,  15, 19, 21, 23, /* between corner and middle */
                                                       0, 4,  20, 24,                 /* corners */
                                                       2, 10, 14, 22,                 /* middles of the edges */
                                                       6, 8,  16, 18,                 /* corners of the inner ring */
                                                       7, 11, 13, 17,                 /* its middles */
                                                       12};

static void fill_geometry(PileaBoard *b)
{
    static const Direction direction[4] = {NORTH, EAST, SOUTH, WEST};
    memcpy(b->place, place_of_slot, sizeof b->place);
    for (uint8_t s = 0; s <= PILEA_SLOTS; s++)
        b->slot[b->place[s]] = s;
    for (int s = 0; s <= PILEA_SLOTS; s++)
        for (int d = 0; d < 4; d++) {
            int place = grid_neighbour(5, b->place[s], direction[d]);
            b->step[s][d] = place < 0 ? PILEA_SLOT_NONE : b->slot[place];
        }
    for (int t = 0; t < GRID_SYMMETRIES; t++)
        for (int s = 0; s < PILEA_SLOTS; s++)
            b->turned[t][s] = b->slot[grid_turn_place(5, t, b->place[s])];
    for (int t = 0; t < GRID_SYMMETRIES; t++)
        b->inverse[t] = (uint8_t)grid_inverse(t);
    for (int t = 0; t < GRID_SYMMETRIES; t++)
        for (int u = 0; u < GRID_SYMMETRIES; u++)
            for (uint8_t v = 0; v < GRID_SYMMETRIES; v++) {
                /* Each symmetry takes slot 0 to a different place of the octet, which identifies it. */
                if (b->turned[t][b->turned[u][0]] == b->turned[v][0])
                    b->compose[t][u] = v;
            }
}

/* Every closed set of symmetries, in the order of their masks: the identity alone is the smallest, all eight the
 * largest. */
static void fill_groups(PileaBoard *b)
{
    int n = 0;
    for (unsigned mask = 1; mask < 256; mask += 2) {
        bool closed = true;
        for (int t = 0; t < GRID_SYMMETRIES; t++)
            for (int u = 0; u < GRID_SYMMETRIES; u++)
                if ((mask >> t & 1) && (mask >> u & 1) && !(mask >> b->compose[t][u] & 1))
                    closed = false;
        if (closed && n < PILEA_GROUPS)
            b->group[n++] = (uint8_t)mask;
    }
}

static int nibble_sum(uint32_t x)
{
    int sum = 0;
    for (; x; x >>= 4)
        sum += (int)(x & 15);
    return sum;
}

static void fill_quads(PileaBoard *b)
{
    int n = 0;
    memset(b->quad, 0, sizeof b->quad);
    for (int cubes = 0; cubes <= PILEA_MOST; cubes++)
        for (uint32_t h = 0; h < 1 << 16; h++)
            if (nibble_sum(h) == cubes) {
                b->quad[h] = (uint16_t)n;
                b->quad_heights[n] = (uint16_t)h;
                b->quad_cubes[n++] = (uint8_t)cubes;
            }
    for (int set = 0; set < 4; set++)
        for (int t = 0; t < GRID_SYMMETRIES; t++)
            for (int q = 0; q < PILEA_QUADS; q++) {
                unsigned h = 0;
                for (int i = 0; i < 4; i++)
                    h |= (b->quad_heights[q] >> 4 * i & 15u) << 4 * (b->turned[t][8 + 4 * set + i] - 8 - 4 * set);
                b->quad_turned[set][t][q] = b->quad[h];
            }
    uint32_t octets = 0;
    for (int q = 0, r = PILEA_QUADS; q < PILEA_QUADS; q++) {
        while (b->quad_cubes[r - 1] + b->quad_cubes[q] > PILEA_MOST)
            r--;
        b->octet[q] = octets;
        octets += (uint32_t)r;
    }
}

void pilea_shapes_board(PileaBoard *out)
{
    fill_geometry(out);
    fill_groups(out);
    fill_quads(out);
}

/* --- classes --- */

static bool within(uint32_t heights, int cap)
{
    for (; heights; heights >>= 4)
        if ((int)(heights & 15) > cap)
            return false;
    return true;
}

static uint8_t group_number(const PileaBoard *b, unsigned mask)
{
    uint8_t g = 0;
    while (b->group[g] != mask)
        g++;
    return g;
}

/* The first of a class, from the numbers that each symmetry turns a choice into; the class's number is left open. */
static PileaClass class_of(const PileaBoard *b, int group, const uint32_t turned[GRID_SYMMETRIES], uint32_t *first)
{
    const unsigned symmetries = b->group[group];
    PileaClass c = {.turn = 0};
    for (uint8_t t = 0; t < GRID_SYMMETRIES; t++)
        if ((symmetries >> t & 1) && turned[t] < turned[c.turn])
            c.turn = t;
    *first = turned[c.turn];
    /* If u after c.turn leaves the first unchanged, u is in the group. */
    unsigned fixed = 0;
    for (int t = 0; t < GRID_SYMMETRIES; t++)
        for (int u = 0; u < GRID_SYMMETRIES; u++)
            if ((symmetries >> u & 1) && b->compose[u][c.turn] == t && turned[t] == *first)
                fixed |= 1u << u;
    c.group = group_number(b, fixed);
    return c;
}

static uint32_t octet_number(const PileaBoard *b, uint32_t heights)
{
    return b->octet[b->quad[heights & 0xFFFF]] + b->quad[heights >> 16];
}

static uint32_t octet_turned(const PileaBoard *b, int turn, uint32_t heights)
{
    uint32_t out = 0;
    for (int i = 0; i < 8; i++)
        out |= (heights >> 4 * i & 15) << 4 * b->turned[turn][i];
    return out;
}

typedef struct Runs {
    uint32_t count[PILEA_MOST + 1][PILEA_GROUPS];
} Runs;

static void fill_octets(PileaShapes *x, int cap, Runs *runs)
{
    const PileaBoard *b = x->board;
    *runs = (Runs){0};
    /* First the numbers of each class's first, in order, then all others. */
    for (int pass = 0; pass < 2; pass++)
        for (int q = 0; q < PILEA_QUADS; q++)
            for (int r = 0; r < PILEA_QUADS && b->quad_cubes[q] + b->quad_cubes[r] <= PILEA_MOST; r++) {
                const uint32_t heights = b->quad_heights[q] | (uint32_t)b->quad_heights[r] << 16;
                const uint32_t self = octet_number(b, heights);
                const int cubes = b->quad_cubes[q] + b->quad_cubes[r];
                uint32_t turned[GRID_SYMMETRIES], first;
                for (int t = 0; t < GRID_SYMMETRIES; t++)
                    turned[t] = octet_number(b, octet_turned(b, t, heights));
                PileaClass c = class_of(b, ALL_GROUP, turned, &first);
                if (!within(heights, cap))
                    c.number = NO_CLASS;
                else if (pass == 0)
                    c.number = (uint16_t)(first == self ? runs->count[cubes][c.group]++ : 0);
                else
                    c.number = x->octet_class[first].number;
                x->octet_class[self] = c;
                if (pass == 1 && first == self && c.number != NO_CLASS)
                    x->octet_first[x->octet_run[cubes][c.group] + c.number] = heights;
                if (pass == 0 && self + 1 == PILEA_OCTETS) {
                    uint32_t at = 0;
                    for (int n = 0; n <= PILEA_MOST; n++)
                        for (int g = 0; g < PILEA_GROUPS; g++) {
                            x->octet_run[n][g] = at;
                            at += runs->count[n][g];
                        }
                }
            }
}

static void fill_quad_classes(PileaShapes *x, int cap, int set, int group, Runs *runs)
{
    const PileaBoard *b = x->board;
    *runs = (Runs){0};
    PileaClass *class = x->quad_class[set][group];
    for (int q = 0; q < PILEA_QUADS; q++) {
        uint32_t turned[GRID_SYMMETRIES], first;
        for (int t = 0; t < GRID_SYMMETRIES; t++)
            turned[t] = b->quad_turned[set][t][q];
        class[q] = class_of(b, group, turned, &first);
        if (!within(b->quad_heights[q], cap))
            class[q].number = NO_CLASS;
        else if (first == (uint32_t)q)
            class[q].number = (uint16_t)runs->count[b->quad_cubes[q]][class[q].group]++;
        else
            class[q].number = class[first].number; /* the first of a class is the smallest */
    }
    uint16_t at = 0;
    for (int n = 0; n <= PILEA_MOST; n++)
        for (int g = 0; g < PILEA_GROUPS; g++) {
            x->quad_run[set][group][n][g] = at;
            at = (uint16_t)(at + runs->count[n][g]);
        }
    for (int q = PILEA_QUADS - 1; q >= 0; q--)
        if (class[q].number != NO_CLASS) /* the last to write is the first of the class */
            x->quad_first[set][group][x->quad_run[set][group][b->quad_cubes[q]][class[q].group] + class[q].number] =
                (uint16_t)q;
}

/* What one set adds, once the sets after it are done. */
static void fill_offsets(PileaShapes *x, int set, int group, const Runs *runs)
{
    for (int left = 0; left <= PILEA_MOST; left++) {
        uint32_t at = 0;
        for (int n = 0; n <= left; n++)
            for (int g = 0; g < PILEA_GROUPS; g++) {
                x->offset[set][group][left][n][g] = at;
                at += runs->count[n][g] * x->ways[set + 1][g][left - n];
            }
        x->ways[set][group][left] = at;
    }
}

void pilea_shapes_build(PileaShapes *out, const PileaBoard *board, int cap)
{
    memset(out, 0, sizeof *out);
    out->board = board;
    for (int g = 0; g < PILEA_GROUPS; g++)
        out->ways[PILEA_SETS][g][0] = 1;
    Runs runs;
    for (int set = PILEA_SETS - 1; set > 0; set--)
        for (int g = 0; g < PILEA_GROUPS; g++) {
            fill_quad_classes(out, cap, set - 1, g, &runs);
            fill_offsets(out, set, g, &runs);
        }
    fill_octets(out, cap, &runs);
    fill_offsets(out, 0, ALL_GROUP, &runs);
    for (int set = 0; set < 4; set++)
        for (int left = 0; left <= PILEA_MOST; left++)
            for (int q = 0; q < PILEA_QUADS; q++) {
                const int n = board->quad_cubes[q];
                const PileaClass c = out->quad_class[set][0][q];
                if (n <= left && c.number != NO_CLASS)
                    out->below[set][left][q] =
                        out->offset[set + 1][0][left][n][0] + c.number * out->ways[set + 2][0][left - n];
            }
}
