/* Notation: what is written reads back; a damaged text is refused with a message that points into it, or is
 * exactly what would have been written. */
#include "contract/contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_position_round_trip(Contract *c)
{
    char text[POSITION_TEXT];
    size_t length = c->game->write_position(&c->position, text);
    if (length >= POSITION_TEXT || strlen(text) != length)
        return contract_fail(c, "the length is said to be %zu", length);
    Position back;
    Message error = {0};
    memset(&back, 0xff, sizeof back);
    if (!c->game->read_position(text, &back, &error))
        return contract_fail(c, "not read back: %s (character %zu)", error.id ? error.id : "no message", error.at);
    if (!position_equal(&back, &c->position))
        return contract_fail(c, "read back as another position");
    return true;
}

bool text_moves_round_trip(Contract *c)
{
    for (size_t i = 0; i < c->legal.count; i++) {
        char text[MOVE_TEXT];
        Move m = c->legal.move[i], back = 0;
        Message error = {0};
        size_t length = c->game->write_move(&c->position, m, text);
        if (length == 0 || length >= MOVE_TEXT || strlen(text) != length)
            return contract_fail(c, "move `%.*s` is said to be %zu long", MOVE_TEXT, text, length);
        if (strpbrk(text, " \t\n"))
            return contract_fail(c, "move `%s` has a space", text);
        if (!c->game->read_move(&c->position, text, &back, &error))
            return contract_fail(c, "move `%s` is not read back: %s", text, error.id ? error.id : "no message");
        if (back != m)
            return contract_fail(c, "move `%s` is read back as another", text);
    }
    return true;
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

bool text_moves_are_different(Contract *c)
{
    size_t n = c->legal.count;
    char(*text)[MOVE_TEXT] = calloc(n + 1, sizeof *text);
    for (size_t i = 0; i < n; i++)
        c->game->write_move(&c->position, c->legal.move[i], text[i]);
    qsort(text, n, sizeof *text, compare_texts);
    bool held = true;
    for (size_t i = 1; held && i < n; i++)
        if (strcmp(text[i], text[i - 1]) == 0)
            held = contract_fail(c, "two moves are written `%s`", text[i]);
    free(text);
    return held;
}

/* --- damage --- */

/* One to three random edits, in memory of exactly the text's size so that the
 * sanitizer sees a reader that goes beyond the end. Caller frees. */
static char *damaged(Contract *c, const char *text)
{
    static const char alphabet[] = "abcdew1234567890STCstcrgxn-=:,/|.>+ \tpass\xc3\xa9";
    char work[POSITION_TEXT + 8];
    size_t n = strlen(text);
    memcpy(work, text, n + 1);
    for (uint64_t edits = 1 + contract_random(c, 3); edits > 0; edits--) {
        size_t at = (size_t)contract_random(c, n + 1);
        char letter = contract_random(c, 3) && n ? work[contract_random(c, n)]
                                                 : alphabet[contract_random(c, sizeof alphabet - 1)];
        switch (contract_random(c, 5)) {
        case 0: /* replace */
            if (at < n)
                work[at] = letter;
            break;
        case 1: /* insert */
            memmove(work + at + 1, work + at, n + 1 - at);
            work[at] = letter;
            n++;
            break;
        case 2: /* delete */
            if (at < n) {
                memmove(work + at, work + at + 1, n - at);
                n--;
            }
            break;
        case 3: /* exchange two */
            if (n > 0 && at < n) {
                size_t other = (size_t)contract_random(c, n);
                char kept = work[at];
                work[at] = work[other];
                work[other] = kept;
            }
            break;
        case 4: /* cut */
            if (contract_random(c, 4) == 0) {
                work[at] = '\0';
                n = at;
            }
            break;
        }
    }
    char *exact = malloc(n + 1);
    memcpy(exact, work, n + 1);
    return exact;
}

static bool refusal_is_useful(Contract *c, const char *text, const Message *error)
{
    if (!error->id || !*error->id)
        return contract_fail(c, "`%s` is refused without a message", text);
    if (error->at > strlen(text) + 1)
        return contract_fail(c, "`%s` is refused at character %zu, beyond its end", text, error->at);
    return true;
}

static bool is_legal(const Contract *c, Move m)
{
    for (size_t i = 0; i < c->legal.count; i++)
        if (c->legal.move[i] == m)
            return true;
    return false;
}

static int compare_chars(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

/* The same characters, perhaps in another order: a game may accept two parts of a move in either order. */
static bool same_parts(const char *a, const char *b)
{
    char x[MOVE_TEXT], y[MOVE_TEXT];
    size_t n = strlen(a);
    if (n != strlen(b) || n >= MOVE_TEXT)
        return false;
    memcpy(x, a, n);
    memcpy(y, b, n);
    qsort(x, n, 1, compare_chars);
    qsort(y, n, 1, compare_chars);
    return memcmp(x, y, n) == 0;
}

static bool damaged_move(Contract *c, const char *text)
{
    Move m = 0;
    Message error = {0};
    if (!c->game->read_move(&c->position, text, &m, &error))
        return refusal_is_useful(c, text, &error);
    if (!is_legal(c, m))
        return contract_fail(c, "`%s` is read as a move that is not listed", text);
    char written[MOVE_TEXT];
    c->game->write_move(&c->position, m, written);
    if (!same_parts(text, written))
        return contract_fail(c, "`%s` is read as the move `%s`", text, written);
    return true;
}

bool text_mutated_moves(Contract *c)
{
    for (int tries = 0; tries < 20; tries++) {
        char text[MOVE_TEXT] = "pass";
        if (c->legal.count)
            c->game->write_move(&c->position, c->legal.move[contract_random(c, c->legal.count)], text);
        char *other = damaged(c, text);
        bool held = damaged_move(c, other);
        free(other);
        if (!held)
            return false;
    }
    return true;
}

static bool damaged_position(Contract *c, const char *text)
{
    Position p;
    Message error = {0};
    memset(&p, 0xff, sizeof p);
    if (!c->game->read_position(text, &p, &error))
        return refusal_is_useful(c, text, &error);
    c->position = p;
    char written[POSITION_TEXT];
    c->game->write_position(&p, written);
    if (strcmp(written, text) != 0)
        return contract_fail(c, "`%s` is read, but written `%s`", text, written);
    return contract_try_position(c);
}

bool text_mutated_positions(Contract *c)
{
    char text[POSITION_TEXT];
    c->game->write_position(&c->position, text);
    const char *where = c->where;
    bool held = true;
    c->where = ", then the text damaged";
    for (int tries = 0; held && tries < 12; tries++) {
        char *other = damaged(c, text);
        c->property = "text_mutated_positions";
        held = damaged_position(c, other);
        free(other);
    }
    if (held)
        c->where = where;
    return held;
}
