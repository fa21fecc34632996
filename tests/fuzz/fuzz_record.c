/* Record text: refused with a place inside the text, or a match that is written in
 * one way only. The record names its ruleset itself; FUZZ_RULESET overrules it. */
#include "core/record.h"
#include "fuzz/fuzz.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const Game *find(const char *id) { return getenv("FUZZ_RULESET") ? fuzz_game(0) : registry_find(id); }

static void check_error(const RecordError *e, const uint8_t *data, size_t size)
{
    FUZZ_REQUIRE(e->message.id && *e->message.id);
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    FUZZ_REQUIRE(e->line >= 1 && e->line <= lines);
    FUZZ_REQUIRE(e->column >= 1 && e->column <= size + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* In memory of exactly its size, without a terminator. */
    char *text = malloc(size ? size : 1);
    FUZZ_REQUIRE(text);
    if (size)
        memcpy(text, data, size);
    RecordError error = {0};
    Tree *first = record_read(text, size, find, &error);
    if (!first) {
        check_error(&error, data, size);
        free(text);
        return 0;
    }
    Buffer once = {0}, twice = {0};
    FUZZ_REQUIRE(record_write(first, &once, NULL));
    Tree *second = record_read(buffer_text(&once), once.length, find, &error);
    FUZZ_REQUIRE(second);
    FUZZ_REQUIRE(record_write(second, &twice, NULL));
    FUZZ_REQUIRE(once.length == twice.length && memcmp(once.text, twice.text, once.length) == 0);
    FUZZ_REQUIRE(tree_count(first) == tree_count(second));
    tree_free(first);
    tree_free(second);
    buffer_free(&once);
    buffer_free(&twice);
    free(text);
    return 0;
}
