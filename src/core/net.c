/* See net.h. Whole numbers are added and multiplied, nothing else, so neither the order in which
 * that happens nor how many at a time changes the result: the same code is compiled for vectors of
 * eight numbers and, on x86-64, of sixteen, and the processor decides which runs. */
#include "core/net.h"

#include <string.h>

/* ROWS of the second layer are added up at a time. */
enum { ROWS = 4 };

typedef int16_t Shorts8 __attribute__((vector_size(16)));
typedef int32_t Ints4 __attribute__((vector_size(16)));

/* Products of neighbours, added up in pairs. */
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

/* The sums of four vectors. */
static inline Ints4 add_up4(Ints4 a, Ints4 b, Ints4 c, Ints4 d)
{
    Ints4 ab = __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
    Ints4 cd = __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7);
    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

static inline int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

/* The same for each kind of vector: LANES shorts. A BLOCK of the first layer stays in registers
 * while the rows are added to it. */
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
#define DEFINE_SECOND(name, Shorts, Ints, LANES, multiply, half, attribute)                                            \
    attribute static void second_##name(const int16_t *row, int width, const int16_t *value, int32_t *out)             \
    {                                                                                                                  \
        for (int j = 0; j < NET_SECOND; j += ROWS, row += ROWS * width) {                                              \
            Ints sum[ROWS] = {0};                                                                                      \
            for (int k = 0; k < width; k += LANES) {                                                                   \
                Shorts x, y;                                                                                           \
                memcpy(&x, value + k, sizeof x);                                                                       \
                for (int r = 0; r < ROWS; r++) {                                                                       \
                    memcpy(&y, row + r * width + k, sizeof y);                                                         \
                    sum[r] += multiply(x, y);                                                                          \
                }                                                                                                      \
            }                                                                                                          \
            Ints4 total = add_up4(half(sum[0]), half(sum[1]), half(sum[2]), half(sum[3]));                             \
            memcpy(out + j, &total, sizeof total);                                                                     \
        }                                                                                                              \
    }

DEFINE_FIRST(plain, Shorts8, 8, 8, )
#define all4(a) (a)
DEFINE_SECOND(plain, Shorts8, Ints4, 8, multiply8, all4, )

#if defined(__x86_64__)
typedef int16_t Shorts16 __attribute__((vector_size(32)));
typedef int32_t Ints8 __attribute__((vector_size(32)));
#define WIDE             __attribute__((target("avx2")))
#define multiply16(a, b) ((Ints8)__builtin_ia32_pmaddwd256(a, b))
#define halves8(a)       (__builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7))
DEFINE_FIRST(wide, Shorts16, 16, 8, WIDE)
DEFINE_FIRST(wide_narrow, Shorts16, 16, 4, WIDE)
DEFINE_SECOND(wide, Shorts16, Ints8, 16, multiply16, halves8, WIDE)
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

static int head_value(const Net *net, int head, const int16_t *value)
{
    int32_t dot[NET_SECOND];
    const int16_t *second = net->second + (size_t)head * NET_SECOND * (size_t)net->width;
    if (HAS_WIDE)
        second_wide(second, net->width, value, dot);
    else
        second_plain(second, net->width, value, dot);
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
    first_layer(net, active, count, value);
    return head_value(net, head, value);
}

void net_evaluate_sides(const Net *net, int sides, const uint16_t *active, int count, int *out)
{
    int16_t value[NET_WIDEST];
    first_layer(net, active, count, value);
    for (int i = 0; i < sides; i++)
        out[i] = head_value(net, i, value);
}
