/* How the symbols of a tablebase are written in few bits so that any one of them is found fast.
 *
 * Consecutive numbers mostly have the same value, or the one that came before that. So a symbol is coded by
 * whether it is the last one (a), the last one that was different from a (q), or another, with probabilities
 * for each pair (a, q); another one is coded by the probabilities of what follows a. They are counted over the
 * whole table and stored in it. The code is rANS: a state of 32 bits, words of 16, probabilities in 32,768ths.
 * Every part, of a fixed number of symbols, begins anew, and a reader stops at the symbol that it wants: the
 * shorter the parts, the faster a lookup and the larger the file.
 *
 * A model does not change once it is open; any thread may use it. */
#ifndef COLONNADE_SOLVE_TABLEBASE_MODEL_H
#define COLONNADE_SOLVE_TABLEBASE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TABLEBASE_MODEL_LONG = 256, /* symbols of the longest part; in older files all are that long */
    TABLEBASE_MODEL_SYMBOLS = 512, /* at most */
    TABLEBASE_MODEL_MOST = 4 + 2 * 2 * TABLEBASE_MODEL_LONG /* bytes that a part may take */
};

/* What was counted: by a and q, whether a, q or another came; and by a, which other. The last row is
 * for the symbols that begin a part. */
typedef struct TablebaseCounts {
    uint32_t symbols;
    uint64_t (*pair)[3];
    uint64_t *other;
} TablebaseCounts;

bool tablebase_counts_open(TablebaseCounts *c, uint32_t symbols); /* false: out of memory */
void tablebase_counts_close(TablebaseCounts *c);
void tablebase_counts_add(TablebaseCounts *c, const uint16_t *symbol, int length); /* a part */
void tablebase_counts_merge(TablebaseCounts *to, const TablebaseCounts *from);

/* The words that a file keeps of a model, and how many bytes they take. */
size_t tablebase_model_bytes(uint32_t symbols);
void tablebase_model_make(const TablebaseCounts *c, uint16_t *words);

typedef struct TablebaseModel {
    uint32_t symbols;
    int length;            /* of a part */
    uint32_t start;        /* the state that a writer begins with, and a reader ends with */
    const uint16_t *pair;  /* two words for each a and q: how probable a is, and q */
    uint16_t *before;      /* for each a and each symbol: the total of the symbols before it */
    uint16_t *near;        /* for each a and every 128 probabilities: the symbol that the first of them belongs to */
} TablebaseModel;

/* `words` must live as long as the model. `length` is that of a part: TABLEBASE_MODEL_LONG is the code of older files,
 * which begins with a state of 65,536; all others begin with 0. False: they are not the words of a model, or out of
 * memory. */
bool tablebase_model_open(TablebaseModel *m, const uint16_t *words, uint32_t symbols, int length);
void tablebase_model_close(TablebaseModel *m);

/* Writes a part; returns its bytes, at most TABLEBASE_MODEL_MOST and always even. One word: every symbol is
 * that one. */
size_t tablebase_model_encode(const TablebaseModel *m, const uint16_t *symbol, uint16_t *out);
/* The symbol at `index` of a part of `bytes` bytes. False: it is not a part. */
bool tablebase_model_get(const TablebaseModel *m, const uint16_t *block, size_t bytes, uint32_t index,
                         uint16_t *symbol);
/* All of them; also false where they do not end with the part. */
bool tablebase_model_decode(const TablebaseModel *m, const uint16_t *block, size_t bytes, uint16_t *symbol);

#endif
