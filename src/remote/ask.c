/* See ask.h. */
#include "remote/ask.h"

#include "core/buffer.h"
#include "core/clock.h"

#include <poll.h>
#include <string.h>

enum { PATIENCE = 30 };         /* seconds in all */

static const char id[] = "ask";

void ask_begin(Ask *a, const char *what)
{
    *a = (Ask){0};
    a->json.out = &a->text;
    json_open_object(&a->json, NULL);
    json_text(&a->json, "do", what);
    json_text(&a->json, "id", id);
}

void ask_as(Ask *a, const char *session)
{
    Json j = {.out = &a->before};
    json_open_object(&j, NULL);
    json_text(&j, "do", "sign-in");
    json_text(&j, "token", session);
    json_close_object(&j);
}

static json_t *await(Wire *w, const Ask *a, Message *error)
{
    const char *text;
    for (double end = clock_now() + PATIENCE; clock_now() < end;) {
        switch (wire_next(w, &text)) {
        case WIRE_UP:
            if (a->before.length)
                wire_send(w, buffer_text(&a->before));
            wire_send(w, buffer_text(&a->text));
            continue;
        case WIRE_REFUSED: message_set(error, 0, T("there is no house at this address"), 0); return NULL;
        case WIRE_HEARD: {
            json_t *m = json_loads(text, 0, NULL);
            if (strcmp(ask_text(m, "re"), id) == 0)
                return m;
            json_decref(m);
            continue;
        }
        case WIRE_DOWN: continue;
        case WIRE_NOTHING: break;
        }
        struct pollfd ready = {.fd = wire_ready(w), .events = POLLIN};
        poll(&ready, 1, 200);
    }
    message_set(error, 0, T("the house does not answer"), 0);
    return NULL;
}

json_t *ask_send(Ask *a, const WireAddress *to, Message *error)
{
    json_close_object(&a->json);
    bool failed = a->text.failed || a->before.failed;
    if (failed)
        message_set(error, 0, T("not enough memory"), 0);
    Wire *w = failed ? NULL : wire_open(to, error);
    json_t *answer = w ? await(w, a, error) : NULL;
    wire_close(w);
    buffer_free(&a->text);
    buffer_free(&a->before);
    return answer;
}

const char *ask_refusal(const json_t *answer)
{
    const char *why = ask_text(answer, "why");
    return strcmp(ask_text(answer, "is"), "refused") != 0 ? NULL : *why ? why : "trouble";
}

const char *ask_text(const json_t *message, const char *name)
{
    const char *text = json_string_value(json_object_get(message, name));
    return text ? text : "";
}

long long ask_number(const json_t *message, const char *name)
{
    return (long long)json_integer_value(json_object_get(message, name));
}
