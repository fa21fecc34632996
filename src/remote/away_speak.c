/* What a visitor says to the house: see away.h. */
#include "remote/away_private.h"

#include "core/json.h"
#include "games/registry.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

typedef struct Speech {
    Buffer text;
    Json json;
} Speech;

static void speech_begin(Speech *s, const char *what)
{
    *s = (Speech){0};
    s->json.out = &s->text;
    json_open_object(&s->json, NULL);
    json_text(&s->json, "do", what);
}

static void speech_send(Away *a, Speech *s)
{
    json_close_object(&s->json);
    if (!s->text.failed)
        wire_send(a->wire, buffer_text(&s->text));
    buffer_free(&s->text);
}

static void say_name(const Away *a, Speech *s)
{
    if (a->name[0])
        json_text(&s->json, "name", a->name);
}

void away_sign_in(Away *a)
{
    Speech s;
    if (!a->session[0])
        return;
    speech_begin(&s, "sign-in");
    json_text(&s.json, "id", "sign-in");
    json_text(&s.json, "token", a->session);
    speech_send(a, &s);
}

/* The house renews its list once per second: asked earlier, it would only repeat itself. */
void away_ask_lobby(Away *a)
{
    Speech s;
    a->lobby_wanted = own_ms() - a->lobby_asked < 1000;
    if (a->lobby_wanted)
        return;
    a->lobby_asked = own_ms();
    speech_begin(&s, "lobby");
    speech_send(a, &s);
}

/* Enters, or comes back. */
void away_enter(Away *a, bool sit)
{
    Speech s;
    speech_begin(&s, sit ? "sit" : "enter");
    if (a->token[0])
        json_text(&s.json, "token", a->token);
    if (a->id[0])
        json_text(&s.json, "round", a->id);
    if (sit)
        say_name(a, &s);
    else
        json_number(&s.json, "after", a->round ? round_events(a->round) : 0);
    speech_send(a, &s);
}

/* Opens a round of our own: we take the first seat, and the other seats wait. */
void away_open_round(Away *a)
{
    const Game *g = a->game[0] ? registry_find(a->game) : registry_game(0);
    Speech s;
    if (a->open_asked || !g)
        return;
    a->open_asked = true;
    speech_begin(&s, "open");
    json_text(&s.json, "game", g->id);
    if (a->clock[0])
        json_text(&s.json, "clock", a->clock);
    if (a->start[0])
        json_text(&s.json, "start", a->start);
    if (a->rated)
        json_bool(&s.json, "rated", true);
    json_open_array(&s.json, "seats");
    int mine = (int)randombytes_uniform((uint32_t)g->players);
    for (int seat = 0; seat < g->players; seat++)
        json_text(&s.json, NULL, seat == mine ? "me" : a->link ? "link" : "open");
    json_close_array(&s.json);
    say_name(a, &s);
    speech_send(a, &s);
}

void away_send_action(Away *a)
{
    char letter[2] = {game_seat_letter(a->acting), '\0'};
    Speech s;
    speech_begin(&s, "act");
    json_text(&s.json, "round", a->id);
    json_number(&s.json, "number", a->number);
    json_text(&s.json, "action", a->action);
    json_text(&s.json, "nonce", a->nonce);
    json_text(&s.json, "seat", letter);
    speech_send(a, &s);
}

bool away_busy(const Away *a) { return a->nonce[0] != '\0'; }

/* Begins an action; without a connection it waits for one. */
static void begin_action(Away *a, int seat, const char *action)
{
    snprintf(a->action, sizeof a->action, "%s", action);
    snprintf(a->nonce, sizeof a->nonce, "%08x-%llu", (unsigned)randombytes_random(), (unsigned long long)++a->nonces);
    a->acting = seat;
    a->number = round_events(a->round);
    if (a->entered)
        away_send_action(a);
}

void away_end_action(Away *a)
{
    a->nonce[0] = '\0';
    if (a->queued == 0 || !a->round)
        return;
    begin_action(a, a->queue[0].seat, a->queue[0].action);
    memmove(&a->queue[0], &a->queue[1], (size_t)--a->queued * sizeof *a->queue);
}

bool away_act(Away *a, int seat, const char *action)
{
    if (!a->round || strlen(action) >= AWAY_ACTION)
        return false;
    if (!away_busy(a)) {
        begin_action(a, seat, action);
        return true;
    }
    /* A second move before the first is known would be played blindly. */
    if (strncmp(action, "move ", 5) == 0 || a->queued == AWAY_QUEUE)
        return false;
    snprintf(a->queue[a->queued].action, AWAY_ACTION, "%s", action);
    a->queue[a->queued++].seat = seat;
    return true;
}

bool away_say(Away *a, const char *phrase)
{
    Speech s;
    if (!a->entered)
        return false;
    speech_begin(&s, "say");
    json_text(&s.json, "round", a->id);
    json_text(&s.json, "phrase", phrase);
    speech_send(a, &s);
    return true;
}
