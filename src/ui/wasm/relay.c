/* See relay.h. */
#include "ui/wasm/relay.h"

#include "core/clock.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WANTS = 8, ACTION = 160 };

static struct {
    int seat;
    char action[ACTION];
} wants[WANTS];
static int wanted;
static int64_t ahead;       /* ms: the house's clock minus ours */

static int64_t own_ms(void) { return (int64_t)(clock_now() * 1000); }

/* --- for the session --- */

static bool act(void *context, int seat, const char *action)
{
    (void)context;
    if (wanted == WANTS || strlen(action) >= ACTION)
        return false;
    wants[wanted].seat = seat;
    snprintf(wants[wanted++].action, ACTION, "%s", action);
    return true;
}

static int64_t now(void *context)
{
    (void)context;
    return own_ms() + ahead;
}

void relay_add_wants(Json *j)
{
    json_open_array(j, "wants");
    for (int i = 0; i < wanted; i++) {
        char letter[2] = {wants[i].seat >= 0 ? game_seat_letter(wants[i].seat) : '-', '\0'};
        json_open_object(j, NULL);
        json_text(j, "seat", letter);
        json_text(j, "action", wants[i].action);
        json_close_object(j);
    }
    json_close_array(j);
    wanted = 0;
}

/* --- what came from there --- */

static unsigned seats_of(const char *letters)
{
    unsigned seats = 0;
    for (const char *c = letters; *c && *c != ' '; c++)
        for (int seat = 0; seat < MAX_PLAYERS; seat++)
            if (*c == game_seat_letter(seat))
                seats |= 1u << seat;
    return seats;
}

/* Copies the first line of *text to `out`, and moves *text past it. */
static void take_line(const char **text, char *out, size_t size)
{
    size_t n = strcspn(*text, "\n");
    snprintf(out, size, "%.*s", (int)n, *text);
    *text += n + ((*text)[n] == '\n');
}

static void take_round(Session *s, const char *seats, const char *log, Reply *reply)
{
    session_go_far(s, act, now, NULL);
    session_far_round(s, log, seats_of(seats), reply);
}

/* Events that the round already has are not news; the host deals with gaps. */
static void take_events(Session *s, const char *lines, Reply *reply)
{
    while (*lines) {
        char line[ROUND_LINE];
        RoundEvent e;
        Reply told = {0};
        take_line(&lines, line, sizeof line);
        if (!round_event_read(line, registry_find, &e))
            continue;
        session_far_event(s, &e, &told);
        buffer_add(&reply->text, buffer_text(&told.text));
        buffer_add(&reply->events, buffer_text(&told.events));
        reply->changed |= told.changed;
        reply_free(&told);
    }
    reply->ok = true;
}

static void take_refusal(Session *s, const char *word, const char *lines, Reply *reply)
{
    char sentence[512];
    Message detail = {0};
    take_line(&lines, sentence, sizeof sentence);
    detail.id = *sentence ? sentence : NULL;
    for (int i = 0; i < MESSAGE_HOLES && *lines; i++)
        take_line(&lines, detail.arg[i], MESSAGE_ARG);
    session_far_refused(s, word, &detail, reply);
}

bool relay_take(Session *s, const char *request, Reply *reply)
{
    char head[128];
    take_line(&request, head, sizeof head);
    char *save = NULL, *what = strtok_r(head, " ", &save), *first = strtok_r(NULL, " ", &save);
    const char *second = strtok_r(NULL, " ", &save);
    if (!what || !first)
        return false;
    if (strcmp(what, "round") == 0 && second) {
        ahead = strtoll(second, NULL, 10) - own_ms();
        take_round(s, first, request, reply);
    } else if (strcmp(what, "events") == 0) {
        ahead = strtoll(first, NULL, 10) - own_ms();
        take_events(s, request, reply);
    } else if (strcmp(what, "said") == 0 && second) {
        for (int seat = 0; seat < MAX_PLAYERS; seat++)
            if (first[0] == game_seat_letter(seat))
                session_far_said(s, seat, second, reply);
        reply->ok = true;
    } else if (strcmp(what, "refused") == 0) {
        take_refusal(s, first, request, reply);
    } else {
        return false;
    }
    return true;
}
