/* See far_oracle.h: questions over a wire, one after another. */
#include "cli/far_oracle.h"

#include "core/clock.h"
#include "core/memory.h"
#include "engine/oracle_far.h"
#include "remote/wire.h"

#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { WAIT = 10 };             /* seconds for an answer */

typedef struct FarWire {
    Wire *wire;
    bool up;
    unsigned asked;
} FarWire;

bool far_is_address(const char *folder)
{
    return folder && (strncmp(folder, "http://", 7) == 0 || strncmp(folder, "https://", 8) == 0);
}

bool far_tables(const Call *call, const char *probe, const char **tables)
{
    if (probe)
        *tables = probe;
    if (!probe || far_is_address(probe))
        return true;
    cli_fail(EXIT_USAGE, call->lang, T("{0} is not an address of a house: write http://HOST:PORT/"), 1, probe);
    return false;
}

/* The answer as lines; false: it is another message, or a refusal. */
static bool read_answer(const char *text, unsigned asked, bool *mine, Buffer *out)
{
    char number[16];
    json_t *m = json_loads(text, 0, NULL);
    const char *is = json_string_value(json_object_get(m, "is")), *re = json_string_value(json_object_get(m, "re"));
    const char *value = json_string_value(json_object_get(m, "value"));
    const json_t *moves = json_object_get(m, "moves");
    snprintf(number, sizeof number, "%u", asked);
    *mine = is && re && strcmp(re, number) == 0;
    bool good = *mine && strcmp(is, "probe") == 0 && value;
    if (good)
        buffer_format(out, "%s\n", value);
    for (size_t i = 0; good && i < json_array_size(moves); i++) {
        const char *line = json_string_value(json_array_get(moves, i));
        buffer_format(out, "%s\n", line ? line : "");
    }
    json_decref(m);
    return good && !out->failed;
}

/* Waits for the wire; false: time is up. */
static bool await(FarWire *f, double end)
{
    struct pollfd fd = {.fd = wire_ready(f->wire), .events = POLLIN};
    double left = end - clock_now();
    return left > 0 && poll(&fd, 1, (int)(left * 1000) + 1) >= 0;
}

static bool fetch(void *context, const Game *g, const char *position, Buffer *out)
{
    FarWire *f = context;
    char text[POSITION_TEXT + 128];
    const double end = clock_now() + WAIT;
    bool sent = false, mine = false;
    snprintf(text, sizeof text, "{\"do\":\"probe\",\"game\":\"%s\",\"position\":\"%s\",\"id\":%u}", g->id, position,
             ++f->asked);
    for (;;) {
        const char *heard;
        switch (wire_next(f->wire, &heard)) {
        case WIRE_UP: f->up = true; break;
        case WIRE_DOWN: f->up = sent = false; break;
        case WIRE_REFUSED: return false;
        case WIRE_HEARD:
            if (read_answer(heard, f->asked, &mine, out))
                return true;
            if (mine)
                return false;
            break;
        case WIRE_NOTHING:
            if (f->up && !sent)
                sent = wire_send(f->wire, text);
            if (!await(f, end))
                return false;
        }
    }
}

static void end(void *context)
{
    FarWire *f = context;
    wire_close(f->wire);
    memory_free(f);
}

bool far_oracle(const Game *g, const char *address, Oracle *out, Message *error)
{
    WireAddress to;
    if (!wire_address(address, &to, error))
        return false;
    FarWire *f = memory_resize(NULL, sizeof *f);
    if (!f)
        return message_set(error, 0, T("not enough memory"), 0);
    *f = (FarWire){.wire = wire_open(&to, error)};
    if (f->wire && oracle_of_far(g, fetch, end, f, out))
        return true;
    if (f->wire)
        message_set(error, 0, T("not enough memory"), 0);
    end(f);
    return false;
}
