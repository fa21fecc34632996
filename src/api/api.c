/* Errors, sizes and ends: see api.h. */
#include "api/api.h"

#include "core/memory.h"

bool api_fail(cn_error *error, cn_error_code code, const char *english)
{
    if (error) {
        *error = (cn_error){.code = code};
        api_give(english, strlen(english), error->text, sizeof error->text);
    }
    return false;
}

bool api_fail_message(cn_error *error, cn_error_code code, const Message *m)
{
    if (!m->id)
        return api_fail(error, CN_ERROR_MEMORY, "out of memory");
    if (error) {
        *error = (cn_error){.code = code, .at = (uint32_t)m->at};
        message_english(m, error->text, sizeof error->text);
    }
    return false;
}

size_t api_give(const char *text, size_t length, char *out, size_t size)
{
    if (size > 0) {
        size_t fits = length < size ? length : size - 1;
        memcpy(out, text, fits);
        out[fits] = '\0';
    }
    return length;
}

char *api_hand_over(Buffer *b)
{
    buffer_add(b, "");      /* so that there is a text, even an empty one */
    if (!b->failed)
        return b->text;
    buffer_free(b);
    return NULL;
}

void cn_free(char *text) { memory_free(text); }

bool api_take(void *ours, size_t our_size, const void *theirs, size_t least)
{
    size_t size = 0;
    if (!theirs)
        return false;
    memcpy(&size, theirs, sizeof size);
    if (size < least)
        return false;
    memset(ours, 0, our_size);
    memcpy(ours, theirs, size < our_size ? size : our_size);
    return true;
}

int api_winner(Outcome o) { return !o.over ? CN_ONGOING : o.winner == DRAW ? CN_DRAW : o.winner; }

/* The reasons that all games share, by their internal numbers; those of one game, by their texts. */
static const cn_reason_code code_of[REASON_COUNT] = {
    [REASON_NONE] = CN_REASON_NONE,         [REASON_REPETITION] = CN_REASON_REPETITION,
    [REASON_RESIGNED] = CN_REASON_RESIGNED, [REASON_AGREED] = CN_REASON_AGREED,
    [REASON_TIME] = CN_REASON_TIME,         [REASON_GONE] = CN_REASON_GONE,
};
static const struct {
    const char *text;
    cn_reason_code code;
} own_codes[] = {
    {"top reached", CN_REASON_TOP_REACHED},       {"reserve empty", CN_REASON_RESERVE_EMPTY},
    {"three towers", CN_REASON_THREE_TOWERS},     {"counted", CN_REASON_COUNTED},
    {"no place left", CN_REASON_NO_PLACE_LEFT},   {"diagonal held", CN_REASON_DIAGONAL_HELD},
    {"centre reached", CN_REASON_CENTRE_REACHED},
};

cn_reason_code api_reason(const Game *g, Outcome o)
{
    if (!o.over || o.reason >= REASON_COUNT || o.reason == REASON_NONE)
        return CN_REASON_NONE;
    if (code_of[o.reason] != CN_REASON_NONE)
        return code_of[o.reason];
    for (size_t i = 0; i < sizeof own_codes / sizeof *own_codes; i++)
        if (strcmp(own_codes[i].text, game_reason(g, (Reason)o.reason)) == 0)
            return own_codes[i].code;
    return CN_REASON_OTHER;
}

Reason api_reason_read(cn_reason_code code)
{
    for (int r = REASON_REPETITION; r < REASON_COUNT; r++)
        if (code_of[r] == code)
            return (Reason)r;
    return REASON_NONE;
}

int api_pieces(const Piece *piece, int count, cn_piece *out, int capacity)
{
    for (int i = 0; i < count && i < capacity; i++)
        out[i] = (cn_piece){.kind = piece[i].kind, .seat = piece[i].seat, .direction = piece[i].direction};
    return count;
}
