/* See certificate_broad.h. */
#include "solve/certificate_broad.h"

#include "core/index.h"
#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the queue --- */

/* A record is the position's words and where it came from. */
static size_t record(const CertificateBroad *b) { return b->game->words + 1; }
static size_t piece_bytes(const CertificateBroad *b) { return CERTIFICATE_PIECE * record(b) * sizeof(uint64_t); }

/* A file that vanishes when it is closed. */
static int open_file(void)
{
    char path[4096];
    const char *folder = getenv("TMPDIR");
    int n = snprintf(path, sizeof path, "%s/colonnade-proof-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = n > 0 && (size_t)n < sizeof path ? mkstemp(path) : -1;
    if (file >= 0)
        unlink(path);
    return file;
}

static bool write_tail(CertificateBroad *b)
{
    const char *at = (const char *)b->tail;
    uint64_t piece = b->count / CERTIFICATE_PIECE - 1;
    off_t place = (off_t)(piece * piece_bytes(b));
    if (b->file < 0)
        b->file = open_file();
    for (size_t left = piece_bytes(b); left > 0;) {
        ssize_t n = b->file < 0 ? -1 : pwrite(b->file, at, left, place);
        if (n <= 0)
            return false;
        at += n;
        place += n;
        left -= (size_t)n;
    }
    return true;
}

static bool read_piece(CertificateBroad *b, uint64_t first)
{
    char *at = (char *)b->piece;
    off_t place = (off_t)(first / CERTIFICATE_PIECE * piece_bytes(b));
    b->first = CERTIFICATE_NOWHERE;
    for (size_t left = piece_bytes(b); left > 0;) {
        ssize_t n = pread(b->file, at, left, place);
        if (n <= 0)
            return false;
        at += n;
        place += n;
        left -= (size_t)n;
    }
    b->first = first;
    return true;
}

static bool put(CertificateBroad *b, const Position *p, uint64_t from)
{
    uint64_t *at = b->tail + b->count % CERTIFICATE_PIECE * record(b);
    memcpy(at, p->w, b->game->words * sizeof *at);
    at[b->game->words] = from;
    b->count++;
    return b->count % CERTIFICATE_PIECE != 0 || write_tail(b);
}

bool certificate_broad_get(CertificateBroad *b, uint64_t number, Position *out, uint64_t *from)
{
    uint64_t first = number / CERTIFICATE_PIECE * CERTIFICATE_PIECE;
    const uint64_t *piece = b->piece;
    if (first == b->count / CERTIFICATE_PIECE * CERTIFICATE_PIECE)
        piece = b->tail;
    else if (b->first != first && !read_piece(b, first))
        return false;
    const uint64_t *at = piece + number % CERTIFICATE_PIECE * record(b);
    *out = (Position){0};
    memcpy(out->w, at, b->game->words * sizeof *at);
    *from = at[b->game->words];
    return true;
}

/* --- what was met --- */

static bool is_symmetric(const Game *g, const Position *canonical, const Position *other)
{
    Position o;
    position_canonical(g, other, &o, NULL);
    return position_equal(canonical, &o);
}

/* The number that stands for `p`, if there is one. */
static bool find_bit(const CertificateBroad *b, const Position *p, const Position *canonical, uint64_t *number)
{
    const SolveIndex *index = b->game->index;
    Position named, exchanged;
    if (!b->state || !index->rank(b->state, p, number) || !index->unrank(b->state, *number, &named))
        return false;
    if (is_symmetric(b->game, canonical, &named))
        return true;
    if (!index->exchange)
        return false;
    index->exchange(&named, &exchanged);
    return is_symmetric(b->game, canonical, &exchanged);
}

static bool has(const CertificateBroad *b, const Position *canonical, bool counted, uint64_t number)
{
    return (counted && (b->bit[number / 64] >> number % 64 & 1)) || certificate_set_has(&b->others, b->game, canonical);
}

bool certificate_broad_has(const CertificateBroad *b, const Position *p)
{
    Position canonical;
    uint64_t number = 0;
    position_canonical(b->game, p, &canonical, NULL);
    bool counted = find_bit(b, p, &canonical, &number);
    return has(b, &canonical, counted, number);
}

/* From now on, positions are bits. */
static bool begin_bits(CertificateBroad *b)
{
    Message error;
    b->state = b->game->index->create(&error);
    if (!b->state)
        return false;
    size_t bytes = (b->game->index->size(b->state) / 64 + 1) * sizeof *b->bit;
    b->bit = memory_resize(NULL, bytes);
    if (b->bit)
        memset(b->bit, 0, bytes);
    return b->bit != NULL;
}

bool certificate_broad_add(CertificateBroad *b, const Position *p, uint64_t from)
{
    Position canonical;
    uint64_t number = 0;
    if (b->count >= CERTIFICATE_PIECE && !b->state && b->game->index && !begin_bits(b))
        return false;
    position_canonical(b->game, p, &canonical, NULL);
    bool counted = find_bit(b, p, &canonical, &number);
    if (has(b, &canonical, counted, number))
        return true;
    if (counted)
        b->bit[number / 64] |= UINT64_C(1) << number % 64;
    else if (!certificate_set_add(&b->others, b->game, &canonical))
        return false;
    return put(b, p, from);
}

/* --- from the beginning to the end --- */

bool certificate_broad_open(CertificateBroad *b, const Game *g)
{
    *b = (CertificateBroad){.game = g, .file = -1, .first = CERTIFICATE_NOWHERE};
    b->tail = memory_resize(NULL, piece_bytes(b));
    b->piece = memory_resize(NULL, piece_bytes(b));
    return b->tail && b->piece;
}

void certificate_broad_close(CertificateBroad *b)
{
    if (b->state)
        b->game->index->destroy(b->state);
    if (b->file >= 0)
        close(b->file);
    memory_free(b->bit);
    memory_free(b->tail);
    memory_free(b->piece);
    certificate_set_free(&b->others);
    *b = (CertificateBroad){.file = -1};
}
