/* Position text: refused with a useful message, or exactly what would be written. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const Game *g = fuzz_game(data[0]);
    char *text = fuzz_text(data + 1, size - 1);
    Position p;
    Message error = {0};
    if (g->read_position(text, &p, &error)) {
        char written[POSITION_TEXT];
        g->write_position(&p, written);
        FUZZ_REQUIRE(strcmp(written, text) == 0);
        fuzz_check_position(g, &p);
    } else {
        fuzz_check_refusal(&error, text);
    }
    free(text);
    return 0;
}
