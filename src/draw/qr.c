/* See qr.h. The words are the standard's: a version is a size, a module is a dark or light square, and a codeword is
 * eight bits. Function patterns are the modules that carry no codewords. */
#include "draw/qr.h"

#include <stdlib.h>
#include <string.h>

enum { CODEWORDS = 346, BLOCKS_MAX = 4, CHECKS_MAX = 30, MASKS = 8, MARGIN = 2 };

/* For each version, at the lowest level of correction. */
static const uint8_t check_words[QR_VERSIONS + 1] = {0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18};
static const uint8_t block_count[QR_VERSIONS + 1] = {0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4};

typedef struct QrWork {
    Qr *code;
    int version;
    uint8_t fixed[QR_SIDE][QR_SIDE];    /* 1: part of a function pattern */
    uint8_t word[CODEWORDS];
    int words;                          /* all of them, including the checks */
} QrWork;

static int all_words(int version)
{
    int modules = (16 * version + 128) * version + 64;
    if (version >= 2) {
        int lines = version / 7 + 2;
        modules -= (25 * lines - 10) * lines - 55;
    }
    if (version >= 7)
        modules -= 36;
    return modules / 8;
}

static int data_words(int version) { return all_words(version) - check_words[version] * block_count[version]; }

/* --- codewords --- */

static void put_bits(uint8_t *out, int *at, unsigned value, int count)
{
    for (int i = count - 1; i >= 0; i--, (*at)++)
        if (value >> i & 1)
            out[*at / 8] |= (uint8_t)(0x80 >> *at % 8);
}

/* Writes the text as bytes, with the end and the padding that the standard prescribes. */
static void write_data(const char *text, int version, uint8_t *out)
{
    int room = data_words(version), at = 0;
    size_t length = strlen(text);
    put_bits(out, &at, 4, 4);
    put_bits(out, &at, (unsigned)length, version < 10 ? 8 : 16);
    for (size_t i = 0; i < length; i++)
        put_bits(out, &at, (uint8_t)text[i], 8);
    at += room * 8 - at < 4 ? room * 8 - at : 4;
    for (int i = (at + 7) / 8, pad = 0xec; i < room; i++, pad ^= 0xec ^ 0x11)
        out[i] = (uint8_t)pad;
}

/* Multiplies in the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1. */
static uint8_t field_times(uint8_t a, uint8_t b)
{
    unsigned product = 0;
    for (int i = 7; i >= 0; i--) {
        product = product << 1 ^ (product >> 7 & 1) * 0x11d;
        product ^= (unsigned)(b >> i & 1) * a;
    }
    return (uint8_t)product;
}

/* The remainder of the division by (x - 1)(x - 2)(x - 4) … */
static void check_block(const uint8_t *data, int count, int checks, uint8_t *rest)
{
    uint8_t divisor[CHECKS_MAX] = {0}, root = 1;
    divisor[checks - 1] = 1;
    for (int i = 0; i < checks; i++) {
        for (int k = 0; k < checks; k++) {
            divisor[k] = field_times(divisor[k], root);
            if (k + 1 < checks)
                divisor[k] ^= divisor[k + 1];
        }
        root = field_times(root, 2);
    }
    memset(rest, 0, (size_t)checks);
    for (int i = 0; i < count; i++) {
        uint8_t factor = data[i] ^ rest[0];
        memmove(rest, rest + 1, (size_t)checks - 1);
        rest[checks - 1] = 0;
        for (int k = 0; k < checks; k++)
            rest[k] ^= field_times(divisor[k], factor);
    }
}

/* Blocks are interleaved: the data first, then the checks. Later blocks may be longer by one. */
static void write_words(QrWork *w, const char *text)
{
    uint8_t data[CODEWORDS] = {0}, rest[BLOCKS_MAX][CHECKS_MAX];
    int blocks = block_count[w->version], checks = check_words[w->version], room = data_words(w->version);
    int least = room / blocks, longer = blocks - room % blocks, at = 0, begin[BLOCKS_MAX];
    w->words = 0;
    write_data(text, w->version, data);
    for (int b = 0; b < blocks; b++) {
        begin[b] = at;
        check_block(data + at, least + (b >= longer), checks, rest[b]);
        at += least + (b >= longer);
    }
    for (int i = 0; i <= least; i++)
        for (int b = 0; b < blocks; b++)
            if (i < least || b >= longer)
                w->word[w->words++] = data[begin[b] + i];
    for (int i = 0; i < checks; i++)
        for (int b = 0; b < blocks; b++)
            w->word[w->words++] = rest[b][i];
}

/* --- modules --- */

static void set(QrWork *w, int x, int y, bool dark)
{
    if (x < 0 || y < 0 || x >= w->code->side || y >= w->code->side)
        return;
    w->code->dark[y][x] = dark;
    w->fixed[y][x] = 1;
}

/* Rings around a point: dark where the distance's bit is set in `rings`. */
static void set_rings(QrWork *w, int x, int y, int reach, unsigned rings)
{
    for (int dy = -reach; dy <= reach; dy++)
        for (int dx = -reach; dx <= reach; dx++) {
            int distance = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
            set(w, x + dx, y + dy, rings >> distance & 1);
        }
}

static void set_alignment(QrWork *w)
{
    int lines = w->version / 7 + 2, side = w->code->side, where[4] = {6};
    int step = (w->version * 4 + lines * 2 + 1) / (lines * 2 - 2) * 2;
    for (int i = lines - 1, at = side - 7; i >= 1; i--, at -= step)
        where[i] = at;
    for (int i = 0; i < lines; i++)
        for (int k = 0; k < lines; k++)
            if (!((i == 0 && k == 0) || (i == 0 && k == lines - 1) || (i == lines - 1 && k == 0)))
                set_rings(w, where[i], where[k], 2, 05);
}

/* `value` followed by the remainder of its division, so that it can be read despite damage. */
static unsigned with_rest(unsigned value, int bits, unsigned divisor, int rest_bits)
{
    unsigned rest = value << rest_bits;
    for (int i = bits + rest_bits - 1; i >= rest_bits; i--)
        if (rest >> i & 1)
            rest ^= divisor << (i - rest_bits);
    return value << rest_bits | rest;
}

static void set_format(QrWork *w, int mask)
{
    enum { LOW = 1 };
    int side = w->code->side;
    unsigned bits = with_rest((unsigned)(LOW << 3 | mask), 5, 0x537, 10) ^ 0x5412;
    for (int i = 0; i < 15; i++) {
        bool dark = bits >> i & 1;
        int near = i < 6 ? i : i < 8 ? i + 1 : i == 8 ? 7 : 14 - i;
        if (i < 8)
            set(w, 8, near, dark);
        else
            set(w, near, 8, dark);
        if (i < 8)
            set(w, side - 1 - i, 8, dark);
        else
            set(w, 8, side - 15 + i, dark);
    }
    set(w, 8, side - 8, true);
}

static void set_version(QrWork *w)
{
    unsigned bits = with_rest((unsigned)w->version, 6, 0x1f25, 12);
    for (int i = 0; i < 18 && w->version >= 7; i++) {
        int a = w->code->side - 11 + i % 3, b = i / 3;
        set(w, a, b, bits >> i & 1);
        set(w, b, a, bits >> i & 1);
    }
}

static void set_patterns(QrWork *w)
{
    int side = w->code->side;
    for (int i = 0; i < side; i++) {
        set(w, 6, i, i % 2 == 0);
        set(w, i, 6, i % 2 == 0);
    }
    set_rings(w, 3, 3, 4, 013);
    set_rings(w, side - 4, 3, 4, 013);
    set_rings(w, 3, side - 4, 4, 013);
    if (w->version >= 2)
        set_alignment(w);
    set_format(w, 0);
    set_version(w);
}

/* Two columns at a time from the right, alternately up and down, around what is fixed. */
static void lay_words(QrWork *w)
{
    int side = w->code->side, bit = 0;
    for (int right = side - 1; right >= 1; right -= 2) {
        if (right == 6)
            right = 5;
        for (int i = 0; i < side; i++)
            for (int k = 0; k < 2; k++) {
                int x = right - k, y = ((right + 1) & 2) == 0 ? side - 1 - i : i;
                if (w->fixed[y][x] || bit >= w->words * 8)
                    continue;
                w->code->dark[y][x] = w->word[bit / 8] >> (7 - bit % 8) & 1;
                bit++;
            }
    }
}

/* --- masks --- */

static bool is_masked(int mask, int x, int y)
{
    switch (mask) {
    case 0: return (x + y) % 2 == 0;
    case 1: return y % 2 == 0;
    case 2: return x % 3 == 0;
    case 3: return (x + y) % 3 == 0;
    case 4: return (x / 3 + y / 2) % 2 == 0;
    case 5: return x * y % 2 + x * y % 3 == 0;
    case 6: return (x * y % 2 + x * y % 3) % 2 == 0;
    default: return ((x + y) % 2 + x * y % 3) % 2 == 0;
    }
}

/* Doing it twice restores the code. */
static void flip_mask(QrWork *w, int mask)
{
    for (int y = 0; y < w->code->side; y++)
        for (int x = 0; x < w->code->side; x++)
            if (!w->fixed[y][x] && is_masked(mask, x, y))
                w->code->dark[y][x] ^= 1;
}

/* Runs of five or more, and patterns that look like a corner, in one line of modules. */
static int line_penalty(const Qr *q, int line, bool down)
{
    int penalty = 0, run = 0, before = -1;
    unsigned last = 0;
    for (int i = 0; i < q->side; i++) {
        int dark = down ? q->dark[i][line] : q->dark[line][i];
        run = dark == before ? run + 1 : 1;
        before = dark;
        penalty += run == 5 ? 3 : run > 5;
        last = (last << 1 | (unsigned)dark) & 0x7ff;
        penalty += i >= 10 && (last == 0x05d || last == 0x5d0) ? 40 : 0;
    }
    return penalty;
}

static int penalty_of(const Qr *q)
{
    int penalty = 0, dark = 0, all = q->side * q->side;
    for (int i = 0; i < q->side; i++)
        penalty += line_penalty(q, i, false) + line_penalty(q, i, true);
    for (int y = 0; y < q->side; y++)
        for (int x = 0; x < q->side; x++) {
            dark += q->dark[y][x];
            if (x + 1 < q->side && y + 1 < q->side && q->dark[y][x] == q->dark[y][x + 1] &&
                q->dark[y][x] == q->dark[y + 1][x] && q->dark[y][x] == q->dark[y + 1][x + 1])
                penalty += 3;
        }
    return penalty + abs(dark * 20 - all * 10) / all * 10;
}

static void choose_mask(QrWork *w)
{
    int best = 0, least = -1;
    for (int mask = 0; mask < MASKS; mask++) {
        set_format(w, mask);
        flip_mask(w, mask);
        int penalty = penalty_of(w->code);
        if (least < 0 || penalty < least) {
            least = penalty;
            best = mask;
        }
        flip_mask(w, mask);
    }
    set_format(w, best);
    flip_mask(w, best);
}

/* --- all of it --- */

bool qr_make(const char *text, Qr *out)
{
    QrWork w = {.code = out, .version = 1};
    size_t length = strlen(text);
    while (w.version <= QR_VERSIONS && (size_t)data_words(w.version) < length + (w.version < 10 ? 2 : 3))
        w.version++;
    if (w.version > QR_VERSIONS)
        return false;
    *out = (Qr){.side = 17 + 4 * w.version};
    write_words(&w, text);
    set_patterns(&w);
    lay_words(&w);
    choose_mask(&w);
    return true;
}

static bool is_dark(const Qr *q, int x, int y)
{
    return x >= 0 && y >= 0 && x < q->side && y < q->side && q->dark[y][x];
}

void qr_draw_text(const Qr *code, Buffer *out)
{
    /* The background is dark, so the light modules are drawn. */
    static const char *const blocks[] = {"█", "▀", "▄", " "};
    for (int y = -MARGIN; y < code->side + MARGIN; y += 2) {
        for (int x = -MARGIN; x < code->side + MARGIN; x++) {
            bool upper = is_dark(code, x, y), lower = y + 1 >= code->side + MARGIN || is_dark(code, x, y + 1);
            buffer_add(out, blocks[upper ? (lower ? 3 : 2) : lower ? 1 : 0]);
        }
        buffer_add_char(out, '\n');
    }
}
