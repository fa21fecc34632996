/* What making and checking a certificate share: the header, the order of moves, and a
 * set of positions. Nothing here searches. */
#include "solve/certificate.h"

#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the header --- */

uint64_t certificate_sum(const char *header, size_t header_length, const char *data, size_t data_length)
{
    /* FNV-1a: guards against accidents, not against liars — those meet the checker. */
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < header_length; i++)
        h = (h ^ (uint8_t)header[i]) * UINT64_C(0x100000001b3);
    for (size_t i = 0; i < data_length; i++)
        h = (h ^ (uint8_t)data[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* Copies the next line, without its end, and moves `at` behind it. */
static bool next_line(const char *bytes, size_t length, size_t *at, char *out, size_t size)
{
    const char *end = memchr(bytes + *at, '\n', length - *at);
    if (!end)
        return false;
    size_t n = (size_t)(end - (bytes + *at));
    if (n >= size || memchr(bytes + *at, '\0', n))
        return false;
    memcpy(out, bytes + *at, n);
    out[n] = '\0';
    *at += n + 1;
    return true;
}

static const char *after(const char *line, const char *word)
{
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 ? line + n : NULL;
}

static int seat_of_letter(char letter)
{
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (game_seat_letter(seat) == letter)
            return seat;
    return -1;
}

static bool read_count(const char **text, uint64_t most, uint64_t *out)
{
    size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 18)
        return false;
    *out = strtoull(*text, NULL, 10);
    *text += digits;
    return *out <= most;
}

/* Version 1: "w wins 123 45" or "b holds 123 45", choices and bytes. Version 2: "w wins 25 45",
 * "b lasts 24 45", plies and bytes, or "b holds 45". */
static bool read_strategy(const char *text, int version, CertificateStrategy *out)
{
    static const char *const names[] = {"holds ", "wins ", "lasts "};
    uint64_t bytes, plies = 0;
    bool tree = version == CERTIFICATE_TREE;
    const char *rest = NULL;
    out->side = seat_of_letter(text[0]);
    if (out->side < 0 || out->side > 1 || text[1] != ' ')
        return false;
    for (int aim = CERTIFICATE_HOLDS; aim <= CERTIFICATE_LASTS && !rest; aim++) {
        out->aim = (CertificateAim)aim;
        rest = after(text + 2, names[aim]);
    }
    if (!rest || (out->aim == CERTIFICATE_LASTS && !tree))
        return false;
    if (!tree && (!read_count(&rest, CERTIFICATE_CHOICES, &out->choices) || *rest++ != ' '))
        return false;
    if (tree && out->aim != CERTIFICATE_HOLDS && (!read_count(&rest, CERTIFICATE_PLIES, &plies) || *rest++ != ' '))
        return false;
    if (!read_count(&rest, CERTIFICATE_LIMIT, &bytes) || *rest)
        return false;
    out->plies = (int)plies;
    out->bytes = (size_t)bytes;
    /* Forced moves take no room, so that a small file could otherwise claim any size. */
    return tree || out->choices <= 1024 + 64 * bytes;
}

/* "win", "draw", "loss"; in version 2 also "win 25" and "loss 24". */
static bool read_value(const char *text, Certificate *out)
{
    static const char *const names[] = {"loss", "draw", "win"};
    uint64_t distance = 0;
    for (int i = 0; i < 3; i++) {
        const char *rest = after(text, names[i]);
        if (!rest)
            continue;
        out->result = i - 1;
        if (*rest == ' ' && out->version == CERTIFICATE_TREE && out->result != 0) {
            rest++;
            if (!read_count(&rest, CERTIFICATE_PLIES, &distance) || distance == 0)
                return false;
        }
        out->distance = (int)distance;
        return *rest == '\0';
    }
    return false;
}

bool certificate_read(const char *bytes, size_t length, Certificate *out, Message *error)
{
    char line[POSITION_TEXT + 32];
    size_t at = 0, number = 0;
    char where[24];
    *out = (Certificate){0};
    while (next_line(bytes, length, &at, line, sizeof line)) {
        const char *text;
        bool good = false;
        number++;
        if (number == 1) {
            if (!after(line, "colonnade-proof "))
                return message_set(error, 0, T("this is not a certificate"), 0);
            out->version = strcmp(line, "colonnade-proof 1") == 0   ? CERTIFICATE_SHARED
                           : strcmp(line, "colonnade-proof 2") == 0 ? CERTIFICATE_TREE
                                                                    : 0;
            if (!out->version)
                return message_set(error, 0, T("this certificate has a version that this program does not know"), 0);
            good = true;
        } else if (number == 2 && (text = after(line, "game ")) != NULL) {
            good = strlen(text) < sizeof out->game;
            snprintf(out->game, sizeof out->game, "%s", good ? text : "");
        } else if (number == 3 && (text = after(line, "position ")) != NULL) {
            good = strlen(text) < sizeof out->position;
            snprintf(out->position, sizeof out->position, "%s", good ? text : "");
        } else if (number == 4 && (text = after(line, "value ")) != NULL) {
            good = read_value(text, out);
        } else if (number > 4 && out->strategies < CERTIFICATE_STRATEGIES &&
                   (text = after(line, "strategy ")) != NULL) {
            good = read_strategy(text, out->version, &out->strategy[out->strategies++]);
        } else if (number > 4 && (text = after(line, "checksum ")) != NULL) {
            size_t before = at - strlen(line) - 1;
            char expected[sizeof line];
            uint64_t sum = certificate_sum(bytes, before, bytes + at, length - at);
            snprintf(expected, sizeof expected, "checksum %016jx", (uintmax_t)sum);
            out->data = at;
            out->checksum = sum;
            out->intact = strcmp(line, expected) == 0;
            return true;
        }
        if (!good) {
            snprintf(where, sizeof where, "%zu", number);
            return message_set(error, 0, T("line {0} of the certificate cannot be understood"), 1, where);
        }
    }
    return message_set(error, 0, number ? T("the certificate's header is cut short") : T("this is not a certificate"),
                       0);
}

/* --- moves in the order of their texts --- */

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

bool certificate_moves(CertificateMoves *m, const Game *g, const Position *p)
{
    typedef struct Named {
        char text[MOVE_TEXT];
        Move move;
    } Named;
    if (!movelist_fill(&m->list, g, p))
        return false;
    if (m->list.count > m->capacity) {
        void *grown = memory_resize(m->text, m->list.count * sizeof *m->text);
        if (!grown)
            return false;
        m->text = grown;
        m->capacity = m->list.count;
    }
    Named few[64], *named = few;
    if (m->list.count > 64 && !(named = memory_resize(NULL, m->list.count * sizeof *named)))
        return false;
    for (size_t i = 0; i < m->list.count; i++) {
        named[i].move = m->list.move[i];
        g->write_move(p, m->list.move[i], named[i].text);
    }
    qsort(named, m->list.count, sizeof *named, by_text);
    for (size_t i = 0; i < m->list.count; i++) {
        m->list.move[i] = named[i].move;
        memcpy(m->text[i].text, named[i].text, MOVE_TEXT);
    }
    if (named != few)
        memory_free(named);
    return true;
}

void certificate_moves_free(CertificateMoves *m)
{
    movelist_free(&m->list);
    memory_free(m->text);
    *m = (CertificateMoves){0};
}

/* --- positions seen --- */

static size_t slot(const CertificateSet *s, const Position *canonical)
{
    size_t words = s->game->words, i = (size_t)position_hash(s->game, canonical) & (s->capacity - 1);
    while (s->state[i] && memcmp(&s->word[i * words], canonical->w, words * sizeof *s->word) != 0)
        i = (i + 1) & (s->capacity - 1);
    return i;
}

static bool grow(CertificateSet *s)
{
    size_t words = s->game->words;
    CertificateSet larger = {.game = s->game, .count = s->count, .capacity = s->capacity ? 2 * s->capacity : 1024};
    larger.word = memory_resize(NULL, larger.capacity * words * sizeof *larger.word);
    larger.state = memory_resize(NULL, larger.capacity);
    if (!larger.word || !larger.state) {
        certificate_set_free(&larger);
        return false;
    }
    memset(larger.state, 0, larger.capacity);
    for (size_t i = 0; i < s->capacity; i++)
        if (s->state[i]) {
            Position p = {0};
            memcpy(p.w, &s->word[i * words], words * sizeof *s->word);
            size_t to = slot(&larger, &p);
            memcpy(&larger.word[to * words], p.w, words * sizeof *s->word);
            larger.state[to] = s->state[i];
        }
    certificate_set_free(s);
    *s = larger;
    return true;
}

CertificateSeen certificate_set_add(CertificateSet *s, const Position *p)
{
    if (4 * s->count >= 3 * s->capacity && !grow(s))
        return SEEN_NO_MEMORY;
    Position canonical;
    position_canonical(s->game, p, &canonical, NULL);
    size_t i = slot(s, &canonical);
    if (s->state[i])
        return (CertificateSeen)s->state[i];
    memcpy(&s->word[i * s->game->words], canonical.w, s->game->words * sizeof *s->word);
    s->state[i] = SEEN_BEGUN;
    s->count++;
    return SEEN_NEVER;
}

CertificateSeen certificate_set_find(const CertificateSet *s, const Position *p)
{
    Position canonical;
    if (s->capacity == 0)
        return SEEN_NEVER;
    position_canonical(s->game, p, &canonical, NULL);
    return (CertificateSeen)s->state[slot(s, &canonical)];
}

void certificate_set_done(CertificateSet *s, const Position *p)
{
    Position canonical;
    position_canonical(s->game, p, &canonical, NULL);
    s->state[slot(s, &canonical)] = SEEN_DONE;
}

void certificate_set_free(CertificateSet *s)
{
    memory_free(s->word);
    memory_free(s->state);
    s->word = NULL;
    s->state = NULL;
    s->count = s->capacity = 0;
}
