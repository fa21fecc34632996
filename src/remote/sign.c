/* See sign.h. */
#include "remote/sign.h"

#include "core/buffer.h"
#include "core/clock.h"
#include "core/json.h"

#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { PATIENCE = 30 };         /* seconds for all of it */

static bool is_overheard(const WireAddress *to)
{
    return !to->tls && strcmp(to->host, "localhost") != 0 && strncmp(to->host, "127.", 4) != 0 &&
           strcmp(to->host, "::1") != 0;
}

/* Why, in words; those of docs/house.md that people meet here. */
static bool say_refusal(const char *word, Message *error)
{
    static const char *const table[][2] = {
        {"wrong-password", T("this name and this password do not belong together")},
        {"no-accounts", T("this house has no accounts")},
        {"too-many-tries", T("too many attempts: wait a little")},
        {"busy", T("too many attempts: wait a little")},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i][0], word) == 0)
            return message_set(error, 0, table[i][1], 0);
    return message_set(error, 0, T("the house refuses: {0}"), 1, word);
}

/* The answer to this request, which `before` precedes (NULL: nothing does); NULL: `error` says why there is none. */
static json_t *await(Wire *w, const char *before, const char *request, Message *error)
{
    const char *text;
    for (double end = clock_now() + PATIENCE; clock_now() < end;) {
        switch (wire_next(w, &text)) {
        case WIRE_UP:
            if (before)
                wire_send(w, before);
            wire_send(w, request);
            continue;
        case WIRE_REFUSED: message_set(error, 0, T("there is no house at this address"), 0); return NULL;
        case WIRE_HEARD: {
            json_t *m = json_loads(text, 0, NULL);
            const char *re = json_string_value(json_object_get(m, "re"));
            if (re && strcmp(re, "sign") == 0)
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

/* One request; *refused: the word why not, "": it was done. */
static json_t *ask(Wire *w, Buffer *before, Buffer *request, char refused[SIGN_TEXT], Message *error)
{
    bool failed = request->failed || (before && before->failed);
    json_t *m = failed ? NULL : await(w, before ? buffer_text(before) : NULL, buffer_text(request), error);
    const char *is = json_string_value(json_object_get(m, "is")), *why = json_string_value(json_object_get(m, "why"));
    refused[0] = '\0';
    if (failed)
        message_set(error, 0, T("not enough memory"), 0);
    if (is && strcmp(is, "refused") == 0)
        snprintf(refused, SIGN_TEXT, "%s", why ? why : "trouble");
    return m;
}

bool sign_in(const WireAddress *to, const char *name, const char *password, const char *device, SignedIn *out,
             Message *error)
{
    char refused[SIGN_TEXT];
    Buffer request = {0};
    Json j = {.out = &request};
    *out = (SignedIn){0};
    if (is_overheard(to))
        return message_set(error, 0, T("a password goes over https alone: others could read along"), 0);
    Wire *w = wire_open(to, error);
    if (!w)
        return false;
    json_open_object(&j, NULL);
    json_text(&j, "do", "sign-in");
    json_text(&j, "id", "sign");
    json_text(&j, "name", name);
    json_text(&j, "password", password);
    json_text(&j, "device", device);
    json_close_object(&j);
    json_t *m = ask(w, NULL, &request, refused, error);
    const char *token = json_string_value(json_object_get(m, "token"));
    const char *called = json_string_value(json_object_get(m, "name"));
    if (m && !refused[0] && token && called) {
        snprintf(out->token, SIGN_TEXT, "%s", token);
        snprintf(out->name, SIGN_TEXT, "%s", called);
    } else if (m) {
        say_refusal(refused[0] ? refused : "trouble", error);
    }
    json_decref(m);
    wire_close(w);
    buffer_free(&request);
    return out->token[0] != '\0';
}

bool sign_out(const WireAddress *to, const char *token, bool all, Message *error)
{
    char refused[SIGN_TEXT];
    Buffer request = {0};
    Json j = {.out = &request};
    Wire *w = wire_open(to, error);
    if (!w)
        return false;
    json_open_object(&j, NULL);
    json_text(&j, "do", "sign-in");
    json_text(&j, "token", token);
    json_close_object(&j);
    Buffer end = {0};
    j = (Json){.out = &end};
    json_open_object(&j, NULL);
    json_text(&j, "do", "sign-out");
    json_text(&j, "id", "sign");
    json_bool(&j, "all", all);
    json_close_object(&j);
    json_t *m = ask(w, &request, &end, refused, error);
    bool ok = m && (!refused[0] || strcmp(refused, "not-signed-in") == 0);
    if (m && !ok)
        say_refusal(refused, error);
    json_decref(m);
    wire_close(w);
    buffer_free(&request);
    buffer_free(&end);
    return ok;
}
