/* Clocks as people write them: "5+3". The round runs them; taking moves back gives no time back. */
#include "session/session_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SECONDS = 24 * 3600 };

/* Digits with at most one point, up to `*end`; false: there are none. */
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

/* "5+3": minutes, and seconds per move; "0:30+1" and "1:00" work as well. */
static bool parse(const char *text, double *base, double *increment)
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

static int64_t ms(double seconds) { return (int64_t)(seconds * 1000 + 0.5); }

static RoundClock clock_of(double base, double increment)
{
    return (RoundClock){.kind = base <= 0           ? ROUND_UNTIMED
                                : ms(increment) > 0 ? ROUND_INCREMENT
                                                    : ROUND_SUDDEN,
                        .base = ms(base),
                        .step = ms(increment)};
}

static bool is_timed(const Session *s) { return s->play.round && round_clock(s->play.round).kind != ROUND_UNTIMED; }

bool session_clock_left(Session *s, int seat, double *out)
{
    if (!is_timed(s))
        return false;
    *out = (double)round_time_left(s->play.round, seat, session_now(s)) / 1000;
    return true;
}

bool session_clock_flag(Session *s, Reply *reply)
{
    session_open_reply(reply);
    session_tick(s, reply);
    session_close_reply(s, reply);
    return reply->events.length > 0;
}

/* "4:05.3" */
static void write_time(int64_t left, char out[32])
{
    int tenths = (int)(left / 100);
    snprintf(out, 32, "%d:%02d.%d", tenths / 600, tenths / 10 % 60, tenths % 10);
}

/* The record includes the clocks, so that a game continues as it was: "5:00.0+3 4:51.2 5:00.0". */
void session_clock_write_tag(Session *s)
{
    char text[256] = "", time[32];
    size_t used = 0;
    if (is_timed(s) && round_phase(s->play.round) == ROUND_PLAYING) {
        RoundClock c = round_clock(s->play.round);
        write_time(c.base, time);
        used = (size_t)snprintf(text, sizeof text, "%s+%.9g", time, (double)c.step / 1000);
        for (int seat = 0; seat < round_game(s->play.round)->players; seat++) {
            write_time(round_time_left(s->play.round, seat, session_now(s)), time);
            used += (size_t)snprintf(text + used, sizeof text - used, " %s", time);
        }
    }
    tree_set_tag(s->play.tree, "Clock", text, NULL);
}

void session_clock_read_tag(Session *s, Reply *reply)
{
    const char *tag = tree_tag(s->play.tree, "Clock");
    char copy[256], *save = NULL;
    double base, increment, left, none;
    if (!tag || round_phase(s->play.round) != ROUND_PLAYING)
        return;
    snprintf(copy, sizeof copy, "%s", tag);
    char *word = strtok_r(copy, " ", &save);
    if (!word || !parse(word, &base, &increment))
        return;
    session_act(s, (RoundAction){.type = ROUND_SET_CLOCK, .clock = clock_of(base, increment)}, reply);
    for (int seat = 0; seat < round_game(s->play.round)->players && (word = strtok_r(NULL, " ", &save)); seat++)
        if (parse(word, &left, &none))
            session_act(s, (RoundAction){.type = ROUND_SET_TIME, .seat = seat, .amount = ms(left)}, reply);
}

static void say_clock(Session *s, int seat, Buffer *out)
{
    char time[32];
    write_time(round_time_left(s->play.round, seat, session_now(s)), time);
    session_say(s, out, T("{0} has {1} left."), 2, lang_text(s->options.lang, scene_seat_name(seat)), time);
}

void session_clock(Session *s, const char *rest, Reply *reply)
{
    double base = 0, increment = 0;
    if (*rest && strcmp(rest, "-") != 0 && !parse(rest, &base, &increment)) {
        static const char *const how = T("how much time? Write minutes and the seconds added for each move, as 5+3, "
                                         "or - for none");
        session_refuse(s, reply, &(Message){.id = how});
        return;
    }
    if (*rest) {
        s->clock = clock_of(base, increment);
        if (s->play.round && !session_exercises(s) &&
            !session_act(s, (RoundAction){.type = ROUND_SET_CLOCK, .clock = s->clock}, reply))
            return;
    }
    if (!is_timed(s)) {
        if (s->clock.kind == ROUND_UNTIMED)
            session_say(s, &reply->text, T("There is no clock."), 0);
        return;
    }
    for (int seat = 0; seat < round_game(s->play.round)->players; seat++)
        say_clock(s, seat, &reply->text);
}
