/* Writing JSON into a Buffer: commas and quotes are taken care of.
 *
 * Everything that we print for programs is written by this, in the program and in the
 * page's WebAssembly alike. Text that is not UTF-8 is cleaned, numbers that
 * JSON does not have become null.
 *
 * Values are written where the writer stands: json_open_* … json_close_* nest, a
 * name comes before each value of an object (NULL inside arrays). */
#ifndef COLONNADE_CORE_JSON_H
#define COLONNADE_CORE_JSON_H

#include "core/buffer.h"

#include <stdint.h>

typedef struct Json {
    Buffer *out;
    bool comma;             /* a value comes before this one */
} Json;

void json_open_object(Json *j, const char *name);
void json_close_object(Json *j);
void json_open_array(Json *j, const char *name);
void json_close_array(Json *j);
void json_text(Json *j, const char *name, const char *utf8);
void json_number(Json *j, const char *name, int64_t value);
void json_double(Json *j, const char *name, double value);
void json_bool(Json *j, const char *name, bool value);
void json_nothing(Json *j, const char *name);

/* Adds what was written to `out`, each value on its own line, indented by two spaces per level. */
void json_indent(const char *text, Buffer *out);

#endif
