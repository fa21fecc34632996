/* What making and checking a certificate share: the header, the order of moves, and a set of positions. Nothing here
 * searches. */
#include "solve/certificate.h"

#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- bytes --- */

uint64_t certificate_sum(uint64_t before, const char *bytes, size_t length)
{
    uint64_t h = before;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (uint8_t)bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

void certificate_open(CertificateInput *in, CertificateRead *read, void *context)
{
    *in = (CertificateInput){.read = read, .context = context, .sum = CERTIFICATE_SUM};
}

int certificate_next(CertificateInput *in)
{
    if (in->at == in->length) {
        in->at = 0;
        in->length = in->read(in->context, in->piece, sizeof in->piece);
        if (in->length == 0)
            return -1;
    }
    in->bytes++;
    in->sum = certificate_sum(in->sum, &in->piece[in->at], 1);
    return (uint8_t)in->piece[in->at++];
}

/* --- the header --- */

/* The next line, without its end. */
static bool next_line(CertificateInput *in, char *out, size_t size)
{
    int c;
    for (size_t n = 0; n < size && (c = certificate_next(in)) > 0; n++) {
        out[n] = (char)c;
        if (c == '\n') {
            out[n] = '\0';
            return true;
        }
    }
    return false;
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

/* Versions 1 and 3: "w wins 123 45" or "b holds 123 45", with choices and bytes. Version 2: "w wins 25 45" or "b
 * lasts 24 45", with plies and bytes, or "b holds 45". */
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
    bool forgets = version == CERTIFICATE_BOUNDED && out->aim == CERTIFICATE_WINS;
    uint64_t most = forgets ? UINT64_MAX : CERTIFICATE_CHOICES;
    if (!tree && (!read_count(&rest, most, &out->choices) || *rest++ != ' '))
        return false;
    if (tree && out->aim != CERTIFICATE_HOLDS && (!read_count(&rest, CERTIFICATE_PLIES, &plies) || *rest++ != ' '))
        return false;
    if (!read_count(&rest, UINT64_C(1) << 50, &bytes) || *rest)
        return false;
    out->plies = (int)plies;
    out->bytes = bytes;
    /* Forced moves take no room, so without this a small file could claim any size. */
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

/* The line with this number, from 1; false: it is malformed. */
static bool read_line(const char *line, int number, Certificate *out)
{
    const char *text;
    if (number == 2 && (text = after(line, "game ")) != NULL)
        return snprintf(out->game, sizeof out->game, "%s", text) < (int)sizeof out->game;
    if (number == 3 && (text = after(line, "position ")) != NULL)
        return snprintf(out->position, sizeof out->position, "%s", text) < (int)sizeof out->position;
    if (number == 4 && (text = after(line, "value ")) != NULL)
        return read_value(text, out);
    if (number == 5 && out->version == CERTIFICATE_BOUNDED)
        return (text = after(line, "memory ")) != NULL && read_count(&text, CERTIFICATE_CHOICES, &out->memory) &&
               *text++ == ' ' && read_count(&text, UINT64_MAX, &out->worth) && out->memory > 1 && *text == '\0';
    if (number > 4 && out->strategies < CERTIFICATE_STRATEGIES && (text = after(line, "strategy ")) != NULL)
        return read_strategy(text, out->version, &out->strategy[out->strategies++]);
    return false;
}

static int version_of(const char *line)
{
    for (int version = CERTIFICATE_SHARED; version <= CERTIFICATE_BOUNDED; version++)
        if (line[0] == (char)('0' + version) && line[1] == '\0')
            return version;
    return 0;
}

/* "checksum " and 16 digits. */
static bool read_checksum(const char *line, Certificate *out)
{
    const char *text = after(line, "checksum ");
    if (!text || strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return false;
    out->checksum = strtoull(text, NULL, 16);
    return true;
}

bool certificate_read(CertificateInput *in, Certificate *out, Message *error)
{
    char line[POSITION_TEXT + 32], where[24];
    *out = (Certificate){0};
    if (!next_line(in, line, sizeof line) || !after(line, "colonnade-proof "))
        return message_set(error, 0, T("this is not a certificate"), 0);
    out->version = version_of(after(line, "colonnade-proof "));
    if (!out->version)
        return message_set(error, 0, T("this certificate has a version that this program does not know"), 0);
    out->memory = out->version == CERTIFICATE_SHARED ? UINT64_MAX : 0;
    for (int number = 2;; number++) {
        uint64_t before = in->sum;
        if (!next_line(in, line, sizeof line))
            return message_set(error, 0, T("the certificate's header is cut short"), 0);
        if (number > 4 && out->strategies > 0 && read_checksum(line, out)) {
            in->sum = before;
            return true;
        }
        if (!read_line(line, number, out)) {
            snprintf(where, sizeof where, "%d", number);
            return message_set(error, 0, T("line {0} of the certificate cannot be understood"), 1, where);
        }
    }
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
