/* What the fuzz targets share: choosing the ruleset, and stopping at a broken promise.
 *
 * The first byte of an input chooses the ruleset (A is the first of the registry), so
 * that seeds can be read; the environment variable FUZZ_RULESET fixes it instead. */
#ifndef COLONNADE_TESTS_FUZZ_H
#define COLONNADE_TESTS_FUZZ_H

#include "core/game.h"

/* Stops with file and line, as a sanitizer would. */
#define FUZZ_REQUIRE(holds) ((holds) ? (void)0 : fuzz_stop(__FILE__, __LINE__, #holds))
_Noreturn void fuzz_stop(const char *file, int line, const char *promise);

const Game *fuzz_game(uint8_t first);

/* A terminated copy in memory of exactly its size, so that a read past its end is caught. A zero byte in `data`
 * ends it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* A refusal has a sentence and points into the text, or right behind it. */
void fuzz_check_refusal(const Message *error, const char *text);

/* What must hold for any position that was read. */
void fuzz_check_position(const Game *g, const Position *p);

#endif
