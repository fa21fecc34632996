/* UTF-8, read strictly: see utf8.h. */
#include "core/utf8.h"

#include <string.h>

bool utf8_next(const char *text, size_t length, size_t *at, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (*at >= length)
        return false;
    const unsigned char *c = (const unsigned char *)text + *at;
    size_t n = c[0] < 0x80 ? 1 : c[0] < 0xc0 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : c[0] < 0xf8 ? 4 : 0;
    if (n == 0 || n > length - *at)
        return false;
    uint32_t code = n == 1 ? c[0] : c[0] & (0x7fU >> n);
    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return false;
        code = code << 6 | (c[i] & 0x3f);
    }
    if (code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return false;
    *at += n;
    *character = code;
    return true;
}

bool utf8_valid(const char *text, size_t length, size_t *bad)
{
    uint32_t character;
    for (size_t at = 0; at < length;)
        if (!utf8_next(text, length, &at, &character)) {
            if (bad)
                *bad = at;
            return false;
        }
    return true;
}

size_t utf8_count(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

bool utf8_control(uint32_t character)
{
    /* C0, DEL, C1, and the marks that reorder or break lines of text. */
    return character < 0x20 || (character >= 0x7f && character < 0xa0) || character == 0x2028 || character == 0x2029 ||
           (character >= 0x202a && character <= 0x202e) || (character >= 0x2066 && character <= 0x2069);
}

void utf8_clean(char *text)
{
    size_t length = strlen(text), kept = 0;
    for (size_t at = 0, start = 0; at < length; start = at) {
        uint32_t character;
        bool good = utf8_next(text, length, &at, &character);
        at += !good;
        if (!good || utf8_control(character))
            text[kept++] = '?';
        else
            while (start < at)
                text[kept++] = text[start++];
    }
    text[kept] = '\0';
}
