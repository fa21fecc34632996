/* See openings_file.h. */
#include "cli/openings_file.h"

#include "core/file.h"

#include <stdio.h>

enum { FILE_LIMIT = 1 << 30 };

static ExitStatus read_file(const Call *call, const Game *g, const char *path, Openings *out)
{
    Buffer b = {0};
    Message error = {0};
    size_t line;
    if (!file_read(path, FILE_LIMIT, &b, &error))
        return cli_fail_message(call->lang, NULL, &error);
    ExitStatus status = EXIT_DONE;
    if (b.text && !openings_read(g, out, b.text, &line, &error)) {
        char number[24], where[64];
        snprintf(number, sizeof number, "%zu", line);
        lang_format(call->lang, where, sizeof where, T("line {0}"), 1, number);
        status = cli_fail_message(call->lang, where, &error);
    }
    buffer_free(&b);
    return status;
}

ExitStatus openings_load(const Call *call, const Game *g, int plies, const char *path, Openings *out)
{
    if (!openings_collect(g, plies, out))
        return cli_fail_memory(call->lang);
    ExitStatus status = path ? read_file(call, g, path, out) : EXIT_DONE;
    if (status != EXIT_DONE)
        openings_drop(out);
    return status;
}
