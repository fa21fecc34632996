/* The entropy code of tablebases, in parts of every length that files have: any symbols come back, repetition
 * takes few bits, and invalid parts or models do no harm. */
#include "solve/tablebase_model.h"

#include "core/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LENGTH = 300 * TABLEBASE_MODEL_LONG };
static const int lengths[] = {32, 64, 128, TABLEBASE_MODEL_LONG};

static uint64_t seed = 1;
static uint32_t below(uint32_t n) { return (uint32_t)(random_next_wide(&seed) % n); }

/* Runs of symbols, sometimes with the previous symbol again; `change` in 1000 ends a run. */
static void draw(uint16_t *out, uint32_t symbols, uint32_t change)
{
    uint16_t a = 0, q = 0;
    for (int i = 0; i < LENGTH; i++) {
        if (below(1000) < change) {
            const uint16_t next = below(3) ? q : (uint16_t)below(symbols);
            q = a;
            a = next;
        }
        out[i] = a;
    }
}

static void make(const uint16_t *symbol, uint32_t symbols, int length, uint16_t **words, TablebaseModel *m)
{
    TablebaseCounts all, half;
    assert_true(tablebase_counts_open(&all, symbols));
    assert_true(tablebase_counts_open(&half, symbols));
    for (int i = 0; i < LENGTH; i += length)
        tablebase_counts_add(i / length % 2 ? &half : &all, symbol + i, length);
    tablebase_counts_merge(&all, &half);
    *words = malloc(tablebase_model_bytes(symbols));
    assert_non_null(*words);
    tablebase_model_make(&all, *words);
    tablebase_counts_close(&all);
    tablebase_counts_close(&half);
    assert_true(tablebase_model_open(m, *words, symbols, length));
}

static size_t try_part(const TablebaseModel *m, const uint16_t *symbol)
{
    uint16_t block[TABLEBASE_MODEL_MOST / 2], back[TABLEBASE_MODEL_LONG], one;
    const size_t bytes = tablebase_model_encode(m, symbol, block);
    assert_true(bytes <= 4 + 4 * (size_t)m->length && bytes % 2 == 0);
    assert_true(m->length == TABLEBASE_MODEL_LONG || bytes < 2 * 256); /* a byte says how many words */
    assert_true(tablebase_model_decode(m, block, bytes, back));
    assert_memory_equal(back, symbol, (size_t)m->length * sizeof *back);
    /* Without its last word it is an invalid part, or a different one. */
    assert_false(bytes > 4 && tablebase_model_decode(m, block, bytes - 2, back) &&
                 memcmp(back, symbol, (size_t)m->length * sizeof *back) == 0);
    for (uint32_t i = 0; i < (uint32_t)m->length; i += 1 + below(40)) {
        assert_true(tablebase_model_get(m, block, bytes, i, &one));
        assert_int_equal(one, symbol[i]);
    }
    return bytes;
}

static void symbols_come_back(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t symbols, change;
        double most; /* bits per symbol */
    } cases[] = {{1, 0, 0.1}, {2, 500, 1.3}, {60, 10, 0.4}, {60, 1000, 6}, {512, 300, 8}, {512, 1000, 13}};
    uint16_t *symbol = malloc(LENGTH * sizeof *symbol);
    assert_non_null(symbol);
    for (size_t c = 0; c < 3 * (sizeof cases / sizeof *cases); c++) {
        const int length = lengths[c % 3];
        uint16_t *words;
        TablebaseModel m;
        size_t bytes = 0;
        draw(symbol, cases[c / 3].symbols, cases[c / 3].change);
        make(symbol, cases[c / 3].symbols, length, &words, &m);
        for (int i = 0; i < LENGTH; i += length)
            bytes += try_part(&m, symbol + i);
        assert_true(8.0 * (double)bytes / LENGTH < cases[c / 3].most + 32.0 / length);
        tablebase_model_close(&m);
        free(words);
    }
    free(symbol);
}

static void what_is_not_a_part_does_no_harm(void **unused)
{
    (void)unused;
    uint16_t *symbol = malloc(LENGTH * sizeof *symbol), *words;
    TablebaseModel m;
    assert_non_null(symbol);
    draw(symbol, 40, 200);
    make(symbol, 40, lengths[0], &words, &m);
    for (int i = 0; i < 20000; i++) {
        uint16_t block[40], back[TABLEBASE_MODEL_LONG], one;
        const size_t bytes = 2 * below(40);
        for (int j = 0; j < 40; j++)
            block[j] = (uint16_t)random_next_wide(&seed);
        if (tablebase_model_decode(&m, block, bytes, back))
            for (int j = 0; j < m.length; j++)
                assert_true(back[j] < 40);
        if (tablebase_model_get(&m, block, bytes, below((uint32_t)m.length), &one))
            assert_true(one < 40);
    }
    tablebase_model_close(&m);
    /* A word of a model changed at random: refused, or still a model that decodes to symbols. */
    for (int i = 0; i < 500; i++) {
        uint16_t *changed = malloc(tablebase_model_bytes(40)), block[30] = {7, 9}, back[TABLEBASE_MODEL_LONG];
        memcpy(changed, words, tablebase_model_bytes(40));
        changed[below((uint32_t)tablebase_model_bytes(40) / 2)] = (uint16_t)random_next_wide(&seed);
        if (tablebase_model_open(&m, changed, 40, lengths[i % 3])) {
            if (tablebase_model_decode(&m, block, sizeof block, back))
                for (int j = 0; j < m.length; j++)
                    assert_true(back[j] < 40);
            tablebase_model_close(&m);
        }
        free(changed);
    }
    assert_false(tablebase_model_open(&m, words, 0, 64));
    assert_false(tablebase_model_open(&m, words, TABLEBASE_MODEL_SYMBOLS + 1, 64));
    free(words);
    free(symbol);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols_come_back),
        cmocka_unit_test(what_is_not_a_part_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
