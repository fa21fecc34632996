/* Words from people, made fit to keep: see words.h. */
#include "core/words.h"

#include "core/buffer.h"
#include "core/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool words_clean(const char *text, bool keep_lines, size_t limit, char **out, Message *error)
{
    Buffer b = {0};
    size_t length = text ? strlen(text) : 0, lines = 0;
    bool blank = false;
    *out = NULL;
    for (size_t at = 0, start = 0; at < length; start = at) {
        uint32_t c;
        if (!utf8_next(text, length, &at, &c)) {
            buffer_free(&b);
            return message_set(error, 0, T("this text is not UTF-8"), 0);
        }
        if (c == '\n' && keep_lines) {
            lines++;
        } else if (c == ' ' || utf8_control(c)) {
            blank = true;
        } else {
            for (; b.length && lines > 0; lines--, blank = false)
                buffer_add_char(&b, '\n');
            if (b.length && blank)
                buffer_add_char(&b, ' ');
            buffer_add_bytes(&b, text + start, at - start);
            blank = false;
            lines = 0;
        }
        /* Blanks around a line end are dropped. */
        blank = blank && lines == 0;
    }
    if (b.failed || b.length > limit) {
        bool failed = b.failed;
        char most[24];
        snprintf(most, sizeof most, "%zu", limit);
        buffer_free(&b);
        return failed ? message_memory(error)
                      : message_set(error, 0, T("this text is too long: {0} bytes at most"), 1, most);
    }
    *out = b.text;
    return true;
}
