/* Command lines: the first byte chooses the ruleset, then one command per line. A session answers everything,
 * never touches a file without permission, and keeps its match sound. */
#include "fuzz/fuzz.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_LINES = 64 };

static void check_match(Session *s)
{
    Tree *m = session_tree(s);
    if (!m)
        return;
    FUZZ_REQUIRE(tree_game(m)->check(tree_position(m)) == NULL);
    Buffer board = {0};
    session_board(s, &board);
    FUZZ_REQUIRE(board.length > 0);
    buffer_free(&board);
}

static void answer(Session *s, const char *line, Reply *reply)
{
    session_command(s, line, reply);
    FUZZ_REQUIRE(reply->ok || reply->text.length > 0);
    FUZZ_REQUIRE(!reply->text.failed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    Session *s = session_new(&(SessionOptions){
        .lang = data[0] & 1 ? LANG_FR : LANG_EN, .ascii = data[0] & 2, .plain = data[0] & 4, .patience = 0.001});
    FUZZ_REQUIRE(s);
    Reply reply = {0};
    char first[64];
    snprintf(first, sizeof first, "new %s", fuzz_game(data[0])->id);
    answer(s, first, &reply);
    char *text = fuzz_text(data + 1, size - 1), *rest = text;
    for (int lines = 0; rest && lines < MOST_LINES && !reply.quit; lines++) {
        char *line = strsep(&rest, "\n");
        char *exact = fuzz_text((const uint8_t *)line, strlen(line));
        answer(s, exact, &reply);
        free(exact);
    }
    check_match(s);
    free(text);
    reply_free(&reply);
    session_free(s);
    return 0;
}
