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

static inline int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

/* The same for each kind of vector: LANES shorts. A block of the first layer stays in registers
 * while the rows are added to it. */
#define DEFINE_LAYERS(name, Shorts, Ints, LANES, multiply, attribute)                                                  \
    attribute static void first_##name(const Net *net, const uint16_t *active, int count, int16_t *value)              \
    {                                                                                                                  \
        enum { BLOCK = 8 };                                                                                            \
        const Shorts zero = {0}, one = zero + NET_SUM_ONE;                                                             \
        for (int at = 0; at < net->width; at += BLOCK * LANES) {                                                       \
            Shorts sum[BLOCK];                                                                                         \
            memcpy(sum, net->first + (size_t)net->inputs * (size_t)net->width + at, sizeof sum);                       \
            for (int i = 0; i < count; i++) {                                                                          \
                Shorts row[BLOCK];                                                                                     \
                memcpy(row, net->first + (size_t)active[i] * (size_t)net->width + at, sizeof row);                     \
                for (int k = 0; k < BLOCK; k++)                                                                        \
                    sum[k] += row[k];                                                                                  \
            }                                                                                                          \
            for (int k = 0; k < BLOCK; k++) {                                                                          \
                Shorts x = sum[k] & (Shorts)(sum[k] > zero);                                                           \
                Shorts over = (Shorts)(x > one);                                                                       \
                sum[k] = ((x & ~over) | (one & over)) >> 1;                                                            \
            }                                                                                                          \
            memcpy(value + at, sum, sizeof sum);                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
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
            for (int r = 0; r < ROWS; r++) {                                                                           \
                out[j + r] = 0;                                                                                        \
                for (int i = 0; i < LANES / 2; i++)                                                                    \
                    out[j + r] += sum[r][i];                                                                           \
            }                                                                                                          \
        }                                                                                                              \
    }

DEFINE_LAYERS(plain, Shorts8, Ints4, 8, multiply8, )

#if defined(__x86_64__)
typedef int16_t Shorts16 __attribute__((vector_size(32)));
typedef int32_t Ints8 __attribute__((vector_size(32)));
#define WIDE             __attribute__((target("avx2")))
#define multiply16(a, b) ((Ints8)__builtin_ia32_pmaddwd256(a, b))
DEFINE_LAYERS(wide, Shorts16, Ints8, 16, multiply16, WIDE)
#define HAS_WIDE __builtin_cpu_supports("avx2")
#else
#define first_wide  first_plain
#define second_wide second_plain
#define HAS_WIDE    false
#endif

int net_evaluate(const Net *net, int head, const uint16_t *active, int count)
{
    int16_t value[NET_WIDEST];
    int32_t dot[NET_SECOND];
    const int16_t *second = net->second + (size_t)head * NET_SECOND * (size_t)net->width;
    if (HAS_WIDE) {
        first_wide(net, active, count, value);
        second_wide(second, net->width, value, dot);
    } else {
        first_plain(net, active, count, value);
        second_plain(second, net->width, value, dot);
    }
    const int16_t *bias = net->second_bias + (size_t)head * NET_SECOND;
    const int16_t *last = net->last + (size_t)head * (NET_SECOND + 1);
    int32_t result = last[NET_SECOND] * NET_LAST_ONE;
    for (int j = 0; j < NET_SECOND; j++)
        result += clamp((dot[j] + bias[j] * NET_VALUE_ONE) >> 6, 0, NET_LAST_ONE) * last[j];
    int64_t score = (int64_t)result * NET_UNIT / (NET_LAST_ONE * NET_LAST_ONE);
    return clamp((int)score, -EVALUATION_LIMIT, EVALUATION_LIMIT);
}
