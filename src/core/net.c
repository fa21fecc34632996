/* See net.h. Only whole numbers are added and multiplied, so neither the order nor how many at a time changes the
 * result. The same code is compiled for vectors of eight numbers and, on x86-64, of sixteen; the processor decides
 * which runs. */
#include "core/net.h"

#include <string.h>

typedef int16_t Shorts8 __attribute__((vector_size(16)));
typedef int32_t Ints4 __attribute__((vector_size(16)));

/* Products of neighbours, added in pairs. */
static inline Ints4 multiply8(Shorts8 a, Shorts8 b)
{
#if defined(__SSE2__)
    return (Ints4)__builtin_ia32_pmaddwd128(a, b);
#elif defined(__wasm_simd128__)
    return (Ints4)__builtin_wasm_dot_s_i32x4_i16x8(a, b);
#else
    Ints4 out;
    for (int i = 0; i < 4; i++)
        out[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return out;
#endif
}

/* One bit for each element that is not 0, the first lowest. */
static inline unsigned nonzero4(Ints4 a)
{
    const Ints4 set = a != 0;
#if defined(__SSE2__)
    typedef float Floats4 __attribute__((vector_size(16)));
    return (unsigned)__builtin_ia32_movmskps((Floats4)set);
#elif defined(__wasm_simd128__)
    return (unsigned)__builtin_wasm_bitmask_i32x4(set);
#else
    return (unsigned)(set[0] & 1) | (unsigned)(set[1] & 2) | (unsigned)(set[2] & 4) | (unsigned)(set[3] & 8);
#endif
}

static inline int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

/* The pairs of neighbours in the first layer that are not both 0. In the search these are two out of three, and only
 * they count. */
typedef struct Pairs {
    int count;
    uint8_t which[NET_WIDEST / 2];
} Pairs;

static void find_pairs(const int16_t *value, int width, Pairs *out)
{
    static const uint8_t set[16][4] = {{0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
                                       {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
    static const uint8_t count[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    int found = 0;
    for (int at = 0; at < width / 2; at += 4) {
        Ints4 four;
        uint32_t which;
        memcpy(&four, value + 2 * at, sizeof four);
        unsigned mask = nonzero4(four);
        memcpy(&which, set[mask], sizeof which);
        which += (uint32_t)at * 0x01010101u;
        memcpy(out->which + found, &which, sizeof which);
        found += count[mask];
    }
    out->count = found;
}

/* The same for each kind of vector: LANES shorts. A BLOCK of the first layer stays in registers while the rows are
 * added to it. */
#define DEFINE_FIRST(name, Shorts, LANES, BLOCK, attribute)                                                            \
    attribute static void first_##name(const Net *net, const uint16_t *active, int count, int16_t *value)              \
    {                                                                                                                  \
        const Shorts zero = {0}, one = zero + NET_SUM_ONE;                                                             \
        for (int at = 0; at < net->width; at += BLOCK * LANES) {                                                       \
            const int16_t *from = net->first + (size_t)net->inputs * (size_t)net->width + at;                          \
            Shorts sum[BLOCK], part;                                                                                   \
            for (int k = 0; k < BLOCK; k++)                                                                            \
                memcpy(&sum[k], from + k * LANES, sizeof part);                                                        \
            for (int i = 0; i < count; i++) {                                                                          \
                from = net->first + (size_t)active[i] * (size_t)net->width + at;                                       \
                for (int k = 0; k < BLOCK; k++) {                                                                      \
                    memcpy(&part, from + k * LANES, sizeof part);                                                      \
                    sum[k] += part;                                                                                    \
                }                                                                                                      \
            }                                                                                                          \
            for (int k = 0; k < BLOCK; k++) {                                                                          \
                Shorts x = sum[k] & (Shorts)(sum[k] > zero);                                                           \
                Shorts over = (Shorts)(x > one);                                                                       \
                sum[k] = ((x & ~over) | (one & over)) >> 1;                                                            \
            }                                                                                                          \
            memcpy(value + at, sum, sizeof sum);                                                                       \
        }                                                                                                              \
    }
#define DEFINE_SECOND(name, Shorts, Ints, LANES, multiply, attribute)                                                  \
    attribute static void second_##name(const int16_t *weight, const int16_t *value, const Pairs *pairs, int32_t *out) \
    {                                                                                                                  \
        const Ints zero = {0};                                                                                         \
        Ints sum[2 * NET_SECOND / LANES];                                                                              \
        for (int k = 0; k < 2 * NET_SECOND / LANES; k++)                                                               \
            sum[k] = zero;                                                                                             \
        for (int i = 0; i < pairs->count; i++) {                                                                       \
            const size_t which = pairs->which[i];                                                                      \
            int32_t both;                                                                                              \
            memcpy(&both, value + 2 * which, sizeof both);                                                             \
            for (int k = 0; k < 2 * NET_SECOND / LANES; k++) {                                                         \
                Shorts part;                                                                                           \
                memcpy(&part, weight + 2 * NET_SECOND * which + k * LANES, sizeof part);                               \
                sum[k] += multiply((Shorts)(zero + both), part);                                                       \
            }                                                                                                          \
        }                                                                                                              \
        memcpy(out, sum, sizeof sum);                                                                                  \
    }

DEFINE_FIRST(plain, Shorts8, 8, 8, )
DEFINE_SECOND(plain, Shorts8, Ints4, 8, multiply8, )

#if defined(__x86_64__)
typedef int16_t Shorts16 __attribute__((vector_size(32)));
typedef int32_t Ints8 __attribute__((vector_size(32)));
#define WIDE             __attribute__((target("avx2")))
#define multiply16(a, b) ((Ints8)__builtin_ia32_pmaddwd256(a, b))
DEFINE_FIRST(wide, Shorts16, 16, 8, WIDE)
DEFINE_FIRST(wide_narrow, Shorts16, 16, 4, WIDE)
DEFINE_SECOND(wide, Shorts16, Ints8, 16, multiply16, WIDE)
#define HAS_WIDE __builtin_cpu_supports("avx2")
#else
#define first_wide        first_plain
#define first_wide_narrow first_plain
#define second_wide       second_plain
#define HAS_WIDE          false
#endif

static void first_layer(const Net *net, const uint16_t *active, int count, int16_t *value)
{
    if (!HAS_WIDE)
        first_plain(net, active, count, value);
    else if (net->width % NET_MIDDLE == 0)
        first_wide(net, active, count, value);
    else
        first_wide_narrow(net, active, count, value);
}

static int head_value(const Net *net, int head, const int16_t *value, const Pairs *pairs)
{
    int32_t dot[NET_SECOND];
    const int16_t *second = net->second + (size_t)head * NET_SECOND * (size_t)net->width;
    if (HAS_WIDE)
        second_wide(second, value, pairs, dot);
    else
        second_plain(second, value, pairs, dot);
    const int16_t *bias = net->second_bias + (size_t)head * NET_SECOND;
    const int16_t *last = net->last + (size_t)head * (NET_SECOND + 1);
    int32_t result = last[NET_SECOND] * NET_LAST_ONE;
    for (int j = 0; j < NET_SECOND; j++)
        result += clamp((dot[j] + bias[j] * NET_VALUE_ONE) >> 6, 0, NET_LAST_ONE) * last[j];
    int64_t score = (int64_t)result * NET_UNIT / (NET_LAST_ONE * NET_LAST_ONE);
    return clamp((int)score, -EVALUATION_LIMIT, EVALUATION_LIMIT);
}

int net_evaluate(const Net *net, int head, const uint16_t *active, int count)
{
    int16_t value[NET_WIDEST];
    Pairs pairs;
    first_layer(net, active, count, value);
    find_pairs(value, net->width, &pairs);
    return head_value(net, head, value, &pairs);
}

void net_evaluate_sides(const Net *net, int sides, const uint16_t *active, int count, int *out)
{
    int16_t value[NET_WIDEST];
    Pairs pairs;
    first_layer(net, active, count, value);
    find_pairs(value, net->width, &pairs);
    for (int i = 0; i < sides; i++)
        out[i] = head_value(net, i, value, &pairs);
}
