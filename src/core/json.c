/* See json.h. */
#include "core/json.h"

#include "core/utf8.h"

#include <math.h>
#include <string.h>

static void quote(Buffer *out, const char *text)
{
    size_t length = strlen(text);
    buffer_add_char(out, '"');
    for (size_t at = 0; at < length;) {
        size_t from = at;
        uint32_t character;
        if (!utf8_next(text, length, &at, &character)) {
            buffer_add(out, "\xef\xbf\xbd");     /* U+FFFD for bytes that are not text */
            at++;
        } else if (character == '"' || character == '\\') {
            buffer_add_char(out, '\\');
            buffer_add_char(out, (char)character);
        } else if (character == '\n') {
            buffer_add(out, "\\n");
        } else if (character < 0x20) {
            buffer_format(out, "\\u%04x", (unsigned)character);
        } else {
            buffer_add_bytes(out, text + from, at - from);
        }
    }
    buffer_add_char(out, '"');
}

static void begin(Json *j, const char *name)
{
    if (j->comma)
        buffer_add_char(j->out, ',');
    j->comma = true;
    if (name) {
        quote(j->out, name);
        buffer_add_char(j->out, ':');
    }
}

static void open_with(Json *j, const char *name, char bracket)
{
    begin(j, name);
    buffer_add_char(j->out, bracket);
    j->comma = false;
}

static void close_with(Json *j, char bracket)
{
    buffer_add_char(j->out, bracket);
    j->comma = true;
}

void json_open_object(Json *j, const char *name) { open_with(j, name, '{'); }
void json_close_object(Json *j) { close_with(j, '}'); }
void json_open_array(Json *j, const char *name) { open_with(j, name, '['); }
void json_close_array(Json *j) { close_with(j, ']'); }

void json_text(Json *j, const char *name, const char *utf8)
{
    begin(j, name);
    quote(j->out, utf8);
}

void json_number(Json *j, const char *name, int64_t value)
{
    begin(j, name);
    buffer_format(j->out, "%lld", (long long)value);
}

void json_double(Json *j, const char *name, double value)
{
    begin(j, name);
    if (isfinite(value))
        buffer_format(j->out, "%.6g", value == 0 ? 0 : value);      /* never "-0" */
    else
        buffer_add(j->out, "null");
}

void json_bool(Json *j, const char *name, bool value)
{
    begin(j, name);
    buffer_add(j->out, value ? "true" : "false");
}

void json_nothing(Json *j, const char *name)
{
    begin(j, name);
    buffer_add(j->out, "null");
}

static void break_line(Buffer *out, int depth) { buffer_format(out, "\n%*s", 2 * depth, ""); }

void json_indent(const char *text, Buffer *out)
{
    int depth = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '"') {
            const char *from = c++;
            while (*c && *c != '"')
                c += *c == '\\' && c[1] ? 2 : 1;
            buffer_add_bytes(out, from, (size_t)(c - from) + (*c == '"'));
            c -= !*c;
        } else if ((*c == '{' || *c == '[') && c[1] != *c + 2) { /* in ASCII, `}` and `]` come two after `{` and `[` */
            buffer_add_char(out, *c);
            break_line(out, ++depth);
        } else if (*c == '{' || *c == '[') {
            buffer_add_bytes(out, c++, 2);
        } else if (*c == '}' || *c == ']') {
            break_line(out, --depth);
            buffer_add_char(out, *c);
        } else if (*c == ',') {
            buffer_add_char(out, *c);
            break_line(out, depth);
        } else {
            buffer_add_char(out, *c);
            if (*c == ':')
                buffer_add_char(out, ' ');
        }
    }
}
