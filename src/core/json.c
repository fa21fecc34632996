/* See json.h. */
#include "core/json.h"

static void quote(Buffer *out, const char *utf8)
{
    buffer_add_char(out, '"');
    for (const char *c = utf8; *c; c++) {
        if (*c == '"' || *c == '\\') {
            buffer_add_char(out, '\\');
            buffer_add_char(out, *c);
        } else if ((unsigned char)*c < 0x20) {
            buffer_format(out, "\\u%04x", (unsigned)*c);
        } else {
            buffer_add_char(out, *c);
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
    buffer_format(j->out, "%.6g", value);
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
