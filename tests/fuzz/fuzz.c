/* See fuzz.h. */
#include "fuzz/fuzz.h"

#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fuzz_stop(const char *file, int line, const char *promise)
{
    fprintf(stderr, "%s:%d: broken: %s\n", file, line, promise);
    abort();
}

const Game *fuzz_game(uint8_t first)
{
    const char *fixed = getenv("FUZZ_RULESET");
    if (fixed) {
        const Game *g = registry_find(fixed);
        FUZZ_REQUIRE(g);
        return g;
    }
    return registry_game((uint8_t)(first - 'A') % registry_count());
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    size_t length = zero ? (size_t)(zero - data) : size;
    char *text = malloc(length + 1);
    FUZZ_REQUIRE(text);
    if (length)
        memcpy(text, data, length);
    text[length] = '\0';
    return text;
}

void fuzz_check_refusal(const Message *error, const char *text)
{
    FUZZ_REQUIRE(error->id && *error->id);
    FUZZ_REQUIRE(error->at <= strlen(text) + 1);
    char sentence[1024];
    FUZZ_REQUIRE(message_english(error, sentence, sizeof sentence) < sizeof sentence);
}

void fuzz_check_position(const Game *g, const Position *p)
{
    MoveList legal = {0};
    FUZZ_REQUIRE(g->check(p) == NULL);
    FUZZ_REQUIRE(movelist_fill(&legal, g, p));
    FUZZ_REQUIRE(g->outcome(p).over == (legal.count == 0));
    FUZZ_REQUIRE(!g->count || g->count(p) == legal.count);
    for (size_t i = 0; i < legal.count; i++) {
        char text[MOVE_TEXT];
        Move back;
        Position next;
        g->write_move(p, legal.move[i], text);
        FUZZ_REQUIRE(g->read_move(p, text, &back, NULL) && back == legal.move[i]);
        g->play(p, legal.move[i], &next);
        FUZZ_REQUIRE(g->check(&next) == NULL);
    }
    movelist_free(&legal);
}
