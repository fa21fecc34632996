/* The code of tablebases: see tablebase_model.h. */
#include "solve/tablebase_model.h"

#include "core/memory.h"

#include <string.h>

enum { BITS = 15, WHOLE = 1 << BITS, WORD = 16, STEP = 7, STEPS = WHOLE >> STEP };
#define LEAST (UINT32_C(1) << WORD) /* of a state */

static size_t pairs(uint32_t symbols) { return (size_t)symbols * symbols; }
static size_t others(uint32_t symbols) { return (size_t)(symbols + 1) * symbols; }

/* --- counting --- */

bool tablebase_counts_open(TablebaseCounts *c, uint32_t symbols)
{
    *c = (TablebaseCounts){.symbols = symbols};
    c->pair = memory_resize(NULL, pairs(symbols) * sizeof *c->pair);
    c->other = memory_resize(NULL, others(symbols) * sizeof *c->other);
    if (!c->pair || !c->other) {
        tablebase_counts_close(c);
        return false;
    }
    memset(c->pair, 0, pairs(symbols) * sizeof *c->pair);
    memset(c->other, 0, others(symbols) * sizeof *c->other);
    return true;
}

void tablebase_counts_close(TablebaseCounts *c)
{
    memory_free(c->pair);
    memory_free(c->other);
    c->pair = NULL;
    c->other = NULL;
}

void tablebase_counts_add(TablebaseCounts *c, const uint16_t *symbol, int length)
{
    const uint32_t n = c->symbols;
    uint32_t a = symbol[0], q = a;
    c->other[(size_t)n * n + a]++;
    for (int i = 1; i < length; i++) {
        const uint32_t s = symbol[i];
        uint64_t *pair = c->pair[a * n + q];
        if (s == a) {
            pair[0]++;
            continue;
        }
        if (s == q)
            pair[1]++;
        else {
            pair[2]++;
            c->other[(size_t)a * n + s]++;
        }
        q = a;
        a = s;
    }
}

void tablebase_counts_merge(TablebaseCounts *to, const TablebaseCounts *from)
{
    for (size_t i = 0; i < pairs(to->symbols); i++)
        for (int j = 0; j < 3; j++)
            to->pair[i][j] += from->pair[i][j];
    for (size_t i = 0; i < others(to->symbols); i++)
        to->other[i] += from->other[i];
}

/* --- probabilities --- */

size_t tablebase_model_bytes(uint32_t symbols)
{
    return ((2 * pairs(symbols) + others(symbols)) * sizeof(uint16_t) + 7) / 8 * 8;
}

/* The share of `all`, in units of 1/WHOLE; at least 1 if there is any. */
static uint32_t scale(uint64_t count, uint64_t all)
{
    const uint64_t part = count * WHOLE / all;
    return count && !part ? 1 : (uint32_t)part;
}

/* Every case keeps some room, so that a symbol that has not been seen there can be written nevertheless. */
static void make_pair(const uint64_t count[3], bool two, uint16_t out[2])
{
    const uint64_t all = count[0] + count[1] + count[2];
    uint32_t a = all ? scale(count[0], all) : WHOLE / 2, q = all ? scale(count[1], all) : WHOLE / 4;
    if (a == 0)
        a = 1;
    q = !two ? 0 : q == 0 ? 1 : q;
    while (a + q >= WHOLE)
        if (a > q)
            a--;
        else
            q--;
    out[0] = (uint16_t)a;
    out[1] = (uint16_t)q;
}

/* A row of probabilities that add up to WHOLE; the remainder of rounding goes to the most probable. */
static void make_row(const uint64_t *count, uint32_t symbols, uint16_t *out)
{
    uint64_t all = 0;
    uint32_t sum = 0, most = 0;
    for (uint32_t s = 0; s < symbols; s++)
        all += count[s];
    for (uint32_t s = 0; s < symbols; s++) {
        out[s] = (uint16_t)(all ? scale(count[s], all) : 0);
        sum += out[s];
        if (out[s] > out[most])
            most = s;
    }
    if (!all)
        return;
    /* Shares that were raised to 1 are taken from the large ones. */
    while (sum > WHOLE) {
        uint32_t large = 0;
        for (uint32_t s = 1; s < symbols; s++)
            if (out[s] > out[large])
                large = s;
        out[large]--;
        sum--;
    }
    /* A word can hold WHOLE too. */
    out[most] = (uint16_t)(out[most] + (WHOLE - sum));
}

void tablebase_model_make(const TablebaseCounts *c, uint16_t *words)
{
    const uint32_t n = c->symbols;
    memset(words, 0, tablebase_model_bytes(n));
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t q = 0; q < n; q++)
            make_pair(c->pair[a * n + q], a != q, words + 2 * ((size_t)a * n + q));
    for (uint32_t a = 0; a <= n; a++)
        make_row(c->other + (size_t)a * n, n, words + 2 * pairs(n) + (size_t)a * n);
}

bool tablebase_model_open(TablebaseModel *m, const uint16_t *words, uint32_t symbols, int length)
{
    *m = (TablebaseModel){.symbols = symbols, .length = length, .pair = words};
    m->start = length == TABLEBASE_MODEL_LONG ? LEAST : 0;
    if (symbols == 0 || symbols > TABLEBASE_MODEL_SYMBOLS || length < 1 || length > TABLEBASE_MODEL_LONG)
        return false;
    for (size_t i = 0; i < pairs(symbols); i++)
        if (words[2 * i] == 0 || (uint32_t)words[2 * i] + words[2 * i + 1] >= WHOLE)
            return false;
    m->before = memory_resize(NULL, (size_t)(symbols + 1) * (symbols + 1) * sizeof *m->before);
    m->near = memory_resize(NULL, (size_t)(symbols + 1) * STEPS * sizeof *m->near);
    if (!m->before || !m->near) {
        tablebase_model_close(m);
        return false;
    }
    const uint16_t *row = words + 2 * pairs(symbols);
    for (uint32_t a = 0; a <= symbols; a++, row += symbols) {
        uint32_t sum = 0;
        uint16_t *before = m->before + (size_t)a * (symbols + 1);
        for (uint32_t s = 0; s < symbols; s++) {
            before[s] = (uint16_t)sum;
            sum += row[s];
            if (sum > WHOLE)
                break;
        }
        before[symbols] = (uint16_t)sum;
        if (sum != 0 && sum != WHOLE) {
            tablebase_model_close(m);
            return false;
        }
        for (uint32_t step = 0, s = 0; step < STEPS; step++) {
            while (s + 1 < symbols && before[s + 1] <= step << STEP)
                s++;
            m->near[(size_t)a * STEPS + step] = (uint16_t)s;
        }
    }
    return true;
}

void tablebase_model_close(TablebaseModel *m)
{
    memory_free(m->before);
    memory_free(m->near);
    m->before = m->near = NULL;
}

/* --- writing --- */

typedef struct ModelStep {
    uint16_t begin, length; /* in units of 1/32,768 */
} ModelStep;

static ModelStep other_step(const TablebaseModel *m, uint32_t a, uint32_t s)
{
    const uint16_t *before = m->before + (size_t)a * (m->symbols + 1) + s;
    return (ModelStep){before[0], (uint16_t)(before[1] - before[0])};
}

/* The steps that a reader takes, in order. */
static int list_steps(const TablebaseModel *m, const uint16_t *symbol, ModelStep *out)
{
    uint32_t a = symbol[0], q = a;
    int n = 0;
    out[n++] = other_step(m, m->symbols, a);
    for (int i = 1; i < m->length; i++) {
        const uint32_t s = symbol[i];
        const uint16_t *pair = m->pair + 2 * ((size_t)a * m->symbols + q);
        if (s == a) {
            out[n++] = (ModelStep){0, pair[0]};
            continue;
        }
        if (s == q)
            out[n++] = (ModelStep){pair[0], pair[1]};
        else {
            const uint16_t known = (uint16_t)(pair[0] + pair[1]);
            out[n++] = (ModelStep){known, (uint16_t)(WHOLE - known)};
            out[n++] = other_step(m, a, s);
        }
        q = a;
        a = s;
    }
    return n;
}

/* The last step is written first, from the end of the part to its beginning. */
size_t tablebase_model_encode(const TablebaseModel *m, const uint16_t *symbol, uint16_t *out)
{
    ModelStep step[2 * TABLEBASE_MODEL_LONG];
    uint16_t word[2 * TABLEBASE_MODEL_LONG + 2];
    bool same = true;
    for (int i = 1; i < m->length; i++)
        same &= symbol[i] == symbol[0];
    if (same) { /* one word stands for a part with a single symbol */
        out[0] = symbol[0];
        return sizeof *out;
    }
    uint32_t state = m->start;
    size_t at = sizeof word / sizeof *word;
    for (int i = list_steps(m, symbol, step) - 1; i >= 0; i--) {
        const uint32_t length = step[i].length;
        if (state >> (32 - BITS) >= length) {
            word[--at] = (uint16_t)state;
            state >>= WORD;
        }
        state = (state / length << BITS) + state % length + step[i].begin;
    }
    word[--at] = (uint16_t)state;
    word[--at] = (uint16_t)(state >> WORD);
    const size_t bytes = sizeof word - at * sizeof *word;
    memcpy(out, word + at, bytes);
    return bytes;
}

/* --- reading --- */

/* The next symbol is most often a or q. Their probabilities are in registers, for (a, q) and for (q, a), so nothing
 * is loaded between one symbol and the next while these two alternate. */
typedef struct ModelReader {
    uint32_t state, a, q;
    uint32_t pair, turned;      /* two words each, with the probabilities of a and q, and of q and a */
    const uint16_t *next, *end;
    bool good;
} ModelReader;

static inline void take(ModelReader *r, uint32_t begin, uint32_t length)
{
    static const uint16_t nothing;
    const uint32_t state = length * (r->state >> BITS) + (r->state & (WHOLE - 1)) - begin;
    /* Nobody can predict when a word is due, so there is no branch here. After the last word the state decreases to
     * where the writer began. */
    const bool due = (state < LEAST) & (r->next < r->end);
    const uint16_t *from = due ? r->next : &nothing;
    const uint32_t longer = state << WORD | *from;
    r->state = due ? longer : state;
    r->next += due;
}

/* The symbol in this row that the state stands for. */
static inline uint32_t take_other(const TablebaseModel *m, ModelReader *r, uint32_t row)
{
    const uint16_t *before = m->before + (size_t)row * (m->symbols + 1);
    const uint32_t slot = r->state & (WHOLE - 1);
    uint32_t low =
        m->near[(size_t)row * STEPS + (slot >> STEP)]; /* the last symbol that begins at or before the slot */
    while (low + 1 < m->symbols && before[low + 1] <= slot)
        low++;
    r->good &= before[low] <= slot && slot < before[low + 1];
    take(r, before[low], (uint32_t)(before[low + 1] - before[low]));
    return low;
}

static inline uint32_t pair_of(const TablebaseModel *m, uint32_t a, uint32_t q)
{
    const uint16_t *pair = m->pair + 2 * ((size_t)a * m->symbols + q);
    return pair[0] | (uint32_t)pair[1] << WORD;
}

static inline ModelReader begin_part(const TablebaseModel *m, const uint16_t *block, size_t bytes)
{
    ModelReader r = {.next = block + 2, .end = block + bytes / 2, .good = bytes >= 4};
    if (r.good) {
        r.state = (uint32_t)block[0] << WORD | block[1];
        r.a = r.q = take_other(m, &r, m->symbols);
        r.pair = r.turned = pair_of(m, r.a, r.a);
    }
    return r;
}

/* Afterwards r->a is the next symbol. */
static inline void advance(const TablebaseModel *m, ModelReader *r)
{
    const uint32_t slot = r->state & (WHOLE - 1), pair = r->pair, turned = r->turned;
    const uint32_t first = pair & 0xffff, both = first + (pair >> WORD), a = r->a, q = r->q;
    if (__builtin_expect(slot >= both, 0)) {
        take(r, both, WHOLE - both);
        r->a = take_other(m, r, a);
        r->q = a;
        r->pair = pair_of(m, r->a, a);
        r->turned = pair_of(m, a, r->a);
        return;
    }
    const bool changed = slot >= first;
    take(r, changed ? first : 0, changed ? both - first : first);
    r->a = changed ? q : a;
    r->q = changed ? a : q;
    r->pair = changed ? turned : pair;
    r->turned = changed ? pair : turned;
}

bool tablebase_model_get(const TablebaseModel *m, const uint16_t *block, size_t bytes, uint32_t index, uint16_t *symbol)
{
    if (bytes == sizeof *block) {
        *symbol = block[0];
        return block[0] < m->symbols;
    }
    ModelReader r = begin_part(m, block, bytes);
    for (uint32_t i = 0; i < index && r.good; i++)
        advance(m, &r);
    *symbol = (uint16_t)r.a;
    return r.good;
}

bool tablebase_model_decode(const TablebaseModel *m, const uint16_t *block, size_t bytes, uint16_t *symbol)
{
    if (bytes == sizeof *block) {
        for (int i = 0; i < m->length; i++)
            symbol[i] = block[0];
        return block[0] < m->symbols;
    }
    ModelReader r = begin_part(m, block, bytes);
    for (int i = 0; i < m->length && r.good; i++) {
        symbol[i] = (uint16_t)r.a;
        if (i + 1 < m->length)
            advance(m, &r);
    }
    return r.good && r.next == r.end && r.state == m->start;
}
