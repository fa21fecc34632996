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
static const double rest = 0.2; /* … and before a question is asked again that was one too many */

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

/* What a message is to the one who asked. */
typedef enum FarAnswer {
    FAR_OTHER,              /* nothing: it answers another question, or none */
    FAR_VALUES,
    FAR_OUT_OF_TIME,
    FAR_TOO_MANY,           /* the house wants fewer questions in that time */
    FAR_NONE
} FarAnswer;

/* The lines of an answer go to `out`. */
static FarAnswer read_answer(const char *text, unsigned asked, Buffer *out)
{
    char number[16];
    json_t *m = json_loads(text, 0, NULL);
    const char *is = json_string_value(json_object_get(m, "is")), *re = json_string_value(json_object_get(m, "re"));
    const char *value = json_string_value(json_object_get(m, "value")),
               *why = json_string_value(json_object_get(m, "why"));
    const json_t *moves = json_object_get(m, "moves");
    FarAnswer answer = FAR_NONE;
    snprintf(number, sizeof number, "%u", asked);
    if (!is || !re || strcmp(re, number) != 0)
        answer = FAR_OTHER;
    else if (why)
        answer = strcmp(why, "trouble") == 0           ? FAR_OUT_OF_TIME
                 : strcmp(why, "too-many-probes") == 0 ? FAR_TOO_MANY
                                                       : FAR_NONE;
    else if (strcmp(is, "probe") == 0 && value)
        answer = FAR_VALUES;
    if (answer == FAR_VALUES)
        buffer_format(out, "%s\n", value);
    for (size_t i = 0; answer == FAR_VALUES && i < json_array_size(moves); i++) {
        const char *line = json_string_value(json_array_get(moves, i));
        buffer_format(out, "%s\n", line ? line : "");
    }
    json_decref(m);
    return out->failed ? FAR_NONE : answer;
}

/* Waits for the wire, and no longer than until one of these times. */
static void await(FarWire *f, double end, double or_until)
{
    struct pollfd fd = {.fd = wire_ready(f->wire), .events = POLLIN};
    const double now = clock_now(), left = (or_until > now && or_until < end ? or_until : end) - now;
    if (left > 0)
        poll(&fd, 1, (int)(left * 1000) + 1);
}

static OracleFetched fetch(void *context, const Game *g, const char *position, Buffer *out)
{
    FarWire *f = context;
    char text[POSITION_TEXT + 128];
    const double end = clock_now() + WAIT;
    double again = 0;           /* when the question may be asked once more */
    bool sent = false;
    snprintf(text, sizeof text, "{\"do\":\"probe\",\"game\":\"%s\",\"position\":\"%s\",\"id\":%u}", g->id, position,
             ++f->asked);
    while (clock_now() < end) {
        const char *heard;
        switch (wire_next(f->wire, &heard)) {
        case WIRE_UP: f->up = true; break;
        case WIRE_DOWN: f->up = sent = false; break;
        case WIRE_REFUSED: return ORACLE_UNAVAILABLE;
        case WIRE_HEARD:
            switch (read_answer(heard, f->asked, out)) {
            case FAR_OTHER: break;
            case FAR_VALUES: return ORACLE_FETCHED;
            case FAR_OUT_OF_TIME: return ORACLE_OUT_OF_TIME;
            case FAR_NONE: return ORACLE_UNAVAILABLE;
            case FAR_TOO_MANY: again = clock_now() + rest; sent = false;
            }
            break;
        case WIRE_NOTHING:
            if (f->up && !sent && clock_now() >= again)
                sent = wire_send(f->wire, text);
            await(f, end, sent ? end : again);
        }
    }
    return ORACLE_UNAVAILABLE;
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
