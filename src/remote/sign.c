/* See sign.h. */
#include "remote/sign.h"

#include "remote/ask.h"

#include <stdio.h>
#include <string.h>

static bool is_overheard(const WireAddress *to)
{
    return !to->tls && strcmp(to->host, "localhost") != 0 && strncmp(to->host, "127.", 4) != 0 &&
           strcmp(to->host, "::1") != 0;
}

/* The reasons of docs/house.md that people meet here, in words. */
static bool say_refusal(const char *word, Message *error)
{
    static const char *const table[][2] = {
        {"wrong-password", T("this name and this password do not match")},
        {"no-accounts", T("this house has no accounts")},
        {"too-many-tries", T("too many attempts: wait a little")},
        {"busy", T("too many attempts: wait a little")},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i][0], word) == 0)
            return message_set(error, 0, table[i][1], 0);
    return message_set(error, 0, T("the house refuses: {0}"), 1, word);
}

bool sign_in(const WireAddress *to, const char *name, const char *password, const char *device, SignedIn *out,
             Message *error)
{
    Ask a;
    *out = (SignedIn){0};
    if (is_overheard(to))
        return message_set(error, 0, T("a password is sent only over https: otherwise others could read it"), 0);
    ask_begin(&a, "sign-in");
    json_text(&a.json, "name", name);
    json_text(&a.json, "password", password);
    json_text(&a.json, "device", device);
    json_t *m = ask_send(&a, to, error);
    const char *token = ask_text(m, "token"), *called = ask_text(m, "name"), *refusal = ask_refusal(m);
    if (m && !refusal && *token && *called) {
        snprintf(out->token, SIGN_TEXT, "%s", token);
        snprintf(out->name, SIGN_TEXT, "%s", called);
    } else if (m) {
        say_refusal(refusal ? refusal : "trouble", error);
    }
    json_decref(m);
    return out->token[0] != '\0';
}

bool sign_out(const WireAddress *to, const char *token, bool all, Message *error)
{
    Ask a;
    ask_begin(&a, "sign-out");
    ask_as(&a, token);
    json_bool(&a.json, "all", all);
    json_t *m = ask_send(&a, to, error);
    const char *refusal = ask_refusal(m);
    bool ok = m && (!refusal || strcmp(refusal, "not-signed-in") == 0);
    if (m && !ok)
        say_refusal(refusal, error);
    json_decref(m);
    return ok;
}
