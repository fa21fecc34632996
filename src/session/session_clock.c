/* Clocks: each player has a time for the whole game and some more for each move.
 *
 * The clock of whoever is to move runs; it is charged when a line comes in, when a move
 * is made and when a front end looks. Taking moves back gives no time back. */
#include "session/session_private.h"

#include "core/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SECONDS = 24 * 3600 };

/* Digits, at most one point, up to `*end`; false: none. */
static bool read_number(const char *text, const char **end, double *out)
{
    size_t digits = strspn(text, "0123456789."), points = 0;
    for (size_t i = 0; i < digits; i++)
        points += text[i] == '.';
    if (digits == 0 || digits > 9 || points > 1 || points == digits)
        return false;
    char copy[16];
    memcpy(copy, text, digits);
    copy[digits] = '\0';
    double whole = (double)strtol(copy, NULL, 10), part = 0, unit = 1;
    const char *point = strchr(copy, '.');
    for (const char *c = point ? point + 1 : ""; *c; c++)
        part += (*c - '0') * (unit /= 10);
    *out = whole + part;
    *end = text + digits;
    return true;
}

/* "5+3": minutes and seconds a move; "0:30+1" and "1:00" work as well. */
bool session_clock_parse(const char *text, double *base, double *increment)
{
    double minutes = 0, seconds = 0, more = 0;
    if (!read_number(text, &text, &minutes))
        return false;
    if (*text == ':' && (!read_number(text + 1, &text, &seconds) || seconds >= 60))
        return false;
    if (*text == '+' && !read_number(text + 1, &text, &more))
        return false;
    *base = minutes * 60 + seconds;
    *increment = more;
    return *text == '\0' && *base > 0 && *base <= MOST_SECONDS && more <= MOST_SECONDS;
}

void session_clock_reset(Session *s)
{
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        s->clock.left[seat] = s->clock.base;
    s->clock.seat = -1;
}

void session_clock_charge(Session *s)
{
    if (s->clock.base <= 0 || s->clock.seat < 0)
        return;
    double at = clock_now();
    s->clock.left[s->clock.seat] -= at - s->clock.since;
    s->clock.since = at;
}

void session_clock_switch(Session *s, int moved)
{
    if (s->clock.base <= 0)
        return;
    session_clock_charge(s);
    if (moved >= 0 && !s->lesson.family)
        s->clock.left[moved] += s->clock.increment;
    s->clock.since = clock_now();
    s->clock.seat = s->tree && !s->lesson.family && !tree_outcome(s->tree).over ? tree_mover(s->tree) : -1;
}

bool session_clock_left(Session *s, int seat, double *out)
{
    if (s->clock.base <= 0 || !s->tree || s->lesson.family)
        return false;
    *out = s->clock.left[seat] - (s->clock.seat == seat ? clock_now() - s->clock.since : 0);
    return true;
}

bool session_clock_flag(Session *s, Reply *reply)
{
    static const char *const over[MAX_PLAYERS] = {T("White's time is up."), T("Black's time is up."),
                                                  T("Red's time is up."), T("Green's time is up.")};
    double left;
    int seat = s->clock.seat;
    if (seat < 0 || !session_clock_left(s, seat, &left) || left > 0)
        return false;
    session_clock_charge(s);
    s->clock.seat = -1;
    session_say(s, &reply->text, over[seat], 0);
    session_end(s, REASON_TIME, seat, reply);
    return true;
}

/* "4:05.3" */
static void write_time(double left, char out[32])
{
    int tenths = (int)(left > 0 ? left * 10 : 0);
    snprintf(out, 32, "%d:%02d.%d", tenths / 600, tenths / 10 % 60, tenths % 10);
}

/* The clocks are part of the record, so that a game goes on as it was: "5:00.0+3 4:51.2 5:00.0". */
void session_clock_write_tag(Session *s)
{
    char text[256] = "", time[32];
    size_t used = 0;
    Message error;
    session_clock_charge(s);
    if (s->clock.base > 0) {
        write_time(s->clock.base, time);
        used = (size_t)snprintf(text, sizeof text, "%s+%.9g", time, s->clock.increment);
        for (int seat = 0; seat < tree_game(s->tree)->players; seat++) {
            write_time(s->clock.left[seat], time);
            used += (size_t)snprintf(text + used, sizeof text - used, " %s", time);
        }
    }
    tree_set_tag(s->tree, "Clock", text, &error);
}

void session_clock_read_tag(Session *s)
{
    const char *tag = s->tree ? tree_tag(s->tree, "Clock") : NULL;
    char copy[256], *save = NULL;
    double base, increment, left, none;
    if (!tag)
        return;
    snprintf(copy, sizeof copy, "%s", tag);
    char *word = strtok_r(copy, " ", &save);
    if (!word || !session_clock_parse(word, &base, &increment))
        return;
    s->clock.base = base;
    s->clock.increment = increment;
    session_clock_reset(s);
    for (int seat = 0; seat < tree_game(s->tree)->players && (word = strtok_r(NULL, " ", &save)); seat++)
        if (session_clock_parse(word, &left, &none))
            s->clock.left[seat] = left;
}

static void say_clock(Session *s, int seat, Buffer *out)
{
    double left = 0;
    char time[32];
    session_clock_left(s, seat, &left);
    write_time(left, time);
    session_say(s, out, T("{0} has {1} left."), 2, lang_text(s->options.lang, scene_seat_name(seat)), time);
}

void session_clock(Session *s, const char *rest, Reply *reply)
{
    double base = 0, increment = 0;
    if (*rest && strcmp(rest, "-") != 0 && !session_clock_parse(rest, &base, &increment)) {
        static const char *const how = T("how much time? Write minutes and the seconds added for each move, as 5+3, "
                                         "or - for none");
        session_refuse(s, reply, &(Message){.id = how});
        return;
    }
    if (*rest) {
        s->clock.base = base;
        s->clock.increment = increment;
        session_clock_reset(s);
        session_clock_switch(s, -1);
    }
    if (s->clock.base <= 0 || !s->tree) {
        if (s->clock.base <= 0)
            session_say(s, &reply->text, T("There is no clock."), 0);
        return;
    }
    for (int seat = 0; seat < tree_game(s->tree)->players; seat++)
        say_clock(s, seat, &reply->text);
}
