/* Text from outside: is it UTF-8, how many characters is it, and is it safe to show.
 *
 * "Character" means code point. Nothing here allocates. */
#ifndef COLONNADE_CORE_UTF8_H
#define COLONNADE_CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character at text[*at] and moves *at past it; false: the bytes there
 * are not UTF-8 (overlong forms and surrogates included), *at is unchanged. */
bool utf8_next(const char *text, size_t length, size_t *at, uint32_t *character);

/* Whether all of it is UTF-8; `bad`, when not NULL, receives the first byte that is not. */
bool utf8_valid(const char *text, size_t length, size_t *bad);

/* How many characters `length` bytes of valid UTF-8 hold. */
size_t utf8_count(const char *text, size_t length);

/* A control character: it could make a terminal do something other than show text. */
bool utf8_control(uint32_t character);

/* Puts ? for each control character and each byte that is not UTF-8, so that what came from
 * outside can be shown in a line. */
void utf8_clean(char *text);

#endif
