/* Move text: a position, a newline, and a move to try there (from the start when the
 * position is refused). */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_legal(const Game *g, const Position *p, Move m)
{
    MoveList legal = {0};
    bool found = false;
    FUZZ_REQUIRE(movelist_fill(&legal, g, p));
    for (size_t i = 0; i < legal.count; i++)
        found |= legal.move[i] == m;
    movelist_free(&legal);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const Game *g = fuzz_game(data[0]);
    const uint8_t *newline = memchr(data + 1, '\n', size - 1);
    size_t split = newline ? (size_t)(newline - data) : size;
    char *position = fuzz_text(data + 1, split - 1);
    char *text = fuzz_text(newline ? newline + 1 : data + size, newline ? size - split - 1 : 0);
    Position p;
    if (!g->read_position(position, &p, NULL))
        g->start(&p);
    Move m = 0;
    Message error = {0};
    if (g->read_move(&p, text, &m, &error)) {
        char written[MOVE_TEXT];
        Move back;
        FUZZ_REQUIRE(is_legal(g, &p, m));
        g->write_move(&p, m, written);
        FUZZ_REQUIRE(strlen(written) == strlen(text));
        FUZZ_REQUIRE(g->read_move(&p, written, &back, NULL) && back == m);
    } else {
        fuzz_check_refusal(&error, text);
    }
    free(position);
    free(text);
    return 0;
}
