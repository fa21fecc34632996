/* Positions of Pilea from their text. */
#ifndef COLONNADE_TESTS_PILEA_POSITION_H
#define COLONNADE_TESTS_PILEA_POSITION_H

#include "games/pilea/pilea.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define START "-,-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- w"

static inline Position position(const char *text)
{
    Position p;
    Message error;
    if (!pilea.read_position(text, &p, &error)) {
        char sentence[256];
        message_english(&error, sentence, sizeof sentence);
        fail_msg("%s: %s", text, sentence);
    }
    assert_null(pilea.check(&p));
    return p;
}

#endif
