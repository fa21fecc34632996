/* See found.h. An entry is 18 characters of six bits each: eleven for the key, seven for the rest. */
#include "search/found.h"

enum { KEY_CHARS = 11, DATA_CHARS = 7, ENTRY_CHARS = KEY_CHARS + DATA_CHARS };

static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

static char *write_number(char *at, uint64_t n, int chars)
{
    for (int i = 0; i < chars; i++, n >>= 6)
        *at++ = digits[n & 63];
    return at;
}

static bool read_number(const char *at, int chars, uint64_t *out)
{
    *out = 0;
    for (int i = chars; i-- > 0;) {
        int c = at[i];
        int digit = c >= 'a' && c <= 'z'   ? c - 'a' + 36
                    : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                    : c >= '0' && c <= '9' ? c - '0'
                    : c == '-'             ? 62
                    : c == '_'             ? 63
                                           : -1;
        if (digit < 0)
            return false;
        *out = *out << 6 | (uint64_t)digit;
    }
    return true;
}

void found_write(const FoundKeys *f, const TranspositionTable *t, Buffer *out)
{
    size_t from = f->count > FOUND_MAX ? f->count - FOUND_MAX : 0;
    for (size_t i = from; i < f->count; i++) {
        TtEntry e;
        char text[ENTRY_CHARS + 1] = "";
        uint64_t key = f->key[i % FOUND_MAX];
        if (!tt_probe(t, key, &e))
            continue;
        uint64_t data =
            (uint64_t)(uint16_t)e.value | (uint64_t)e.tag << 16 | (uint64_t)e.depth << 32 | (uint64_t)e.bound << 40;
        write_number(write_number(text, key, KEY_CHARS), data, DATA_CHARS);
        buffer_add(out, text);
    }
}

bool found_read(const char *text, size_t size, TranspositionTable *t)
{
    for (; size >= ENTRY_CHARS; text += ENTRY_CHARS, size -= ENTRY_CHARS) {
        uint64_t key, data;
        TtEntry old;
        if (!read_number(text, KEY_CHARS, &key) || !read_number(text + KEY_CHARS, DATA_CHARS, &data))
            return false;
        TtEntry e = {(int16_t)(uint16_t)data, (int)(data >> 32 & 255), (Bound)(data >> 40 & 3), (uint16_t)(data >> 16)};
        if (!tt_probe(t, key, &old) || old.depth <= e.depth)
            tt_store(t, key, e);
    }
    return size == 0;
}
