/* See far.h. */
#include "ui/term/far.h"

#include "core/memory.h"
#include "draw/qr.h"
#include "ui/term/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Far {
    Session *session;
    Away *away;
    bool waits, failed, invited;
};

/* --- for the session --- */

static bool act(void *context, int seat, const char *action)
{
    Far *f = context;
    if (strncmp(action, "say ", 4) == 0)
        return away_say(f->away, action + 4);
    return away_act(f->away, seat, action);
}

static int64_t now(void *context) { return away_now(((Far *)context)->away); }

/* --- saying --- */

static void say(const Far *f, Reply *reply, const char *english, const char *argument)
{
    char line[512];
    lang_format(session_lang(f->session), line, sizeof line, english, 1, argument);
    buffer_format(&reply->text, "%s\n", line);
    reply->ok = true;
}

static void say_refusal(Far *f, const AwayReport *news, Reply *reply)
{
    Reply told = {0};
    session_far_refused(f->session, news->word, &news->detail, &told);
    buffer_add(&reply->text, buffer_text(&told.text));
    reply_free(&told);
    reply->ok = false;
    f->failed = f->failed || f->waits;
}

/* Links for the players who are still missing, with codes that a phone can read off the screen. */
static void say_links(Far *f, Reply *reply)
{
    char link[400];
    bool any = false;
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (away_link(f->away, seat, link, sizeof link) && !(away_seats(f->away) >> seat & 1)) {
            say(f, reply, T("Send this link to whoever plays {0}:"),
                lang_text(session_lang(f->session), scene_seat_name(seat)));
            buffer_format(&reply->text, "%s\n", link);
            Qr code;
            if (isatty(STDOUT_FILENO) && !term_ascii_only() && qr_make(link, &code))
                qr_draw_text(&code, &reply->text);
            any = true;
        }
    if (!any)
        say(f, reply, T("Your seat is open. Waiting for somebody to sit down."), "");
}

/* How the round began, and the pair's points so far. */
static void say_start(Far *f, Reply *reply)
{
    const AwayStart *start = away_start(f->away);
    Lang lang = session_lang(f->session);
    char number[16], line[256], points[2][16];
    snprintf(number, sizeof number, "%d", start->fair);
    for (int i = 0; i < 2; i++)
        snprintf(points[i], sizeof points[i], "%g", start->points[i]);
    if (start->fair)
        say(f, reply, T("It begins from fair start {0}, a draw when nobody errs."), number);
    if (start->pair == 1)
        say(f, reply, T("The first game of a pair: the second follows by itself, with seats swapped."), "");
    if (start->pair != 2)
        return;
    say(f, reply, T("The second game of a pair."), "");
    lang_format(lang, line, sizeof line, T("Points of the pair: {0} {1}, {2} {3}."), 4,
                lang_text(lang, scene_seat_name(0)), points[0], lang_text(lang, scene_seat_name(1)), points[1]);
    buffer_format(&reply->text, "%s\n", line);
}

/* That the game counts for ratings, and the seat's advantage that they take into account. */
static void say_rated(Far *f, Reply *reply)
{
    const AwayStart *start = away_start(f->away);
    Lang lang = session_lang(f->session);
    char points[16], line[256];
    if (!start->rated)
        return;
    snprintf(points, sizeof points, "%d", abs(start->advantage));
    lang_format(lang, line, sizeof line,
                start->experimental ? T("Rated; ratings of three and four are experimental.")
                : start->advantage  ? T("Rated; {0} counts as {1} points stronger.")
                                    : T("Rated."),
                2, lang_text(lang, scene_seat_name(start->advantage < 0)), points);
    buffer_format(&reply->text, "%s\n", line);
    reply->ok = true;
}

/* One sentence for each player with a rating: what it is, or how the game has changed it. */
static void say_ratings(Far *f, const AwayRating rating[MAX_PLAYERS], Reply *reply)
{
    Lang lang = session_lang(f->session);
    for (int seat = 0; seat < MAX_PLAYERS; seat++) {
        const AwayRating *r = &rating[seat];
        char points[16], before[16], line[256];
        snprintf(points, sizeof points, "%d", r->points);
        snprintf(before, sizeof before, "%d", r->before);
        if (!r->points)
            continue;
        lang_format(lang, line, sizeof line,
                    !r->before  ? r->unsure ? T("{0} is rated {1}, provisionally.") : T("{0} is rated {1}.")
                     : r->unsure ? T("{0} was rated {2} and is now rated {1}, provisionally.")
                                : T("{0} was rated {2} and is now rated {1}."),
                    3, lang_text(lang, scene_seat_name(seat)), points, before);
        buffer_format(&reply->text, "%s\n", line);
    }
    reply->ok = true;
}

/* Shows the whole round, as the session reads it. */
static void show_round(Far *f, Reply *reply)
{
    Reply told = {0};
    char link[400];
    if (!session_far_round(f->session, away_log(f->away), away_seats(f->away), &told)) {
        reply_free(&told);
        return;
    }
    f->waits = false;
    buffer_add(&reply->text, buffer_text(&told.text));
    buffer_add(&reply->events, buffer_text(&told.events));
    reply->changed = true;
    reply_free(&told);
    say_start(f, reply);
    say_rated(f, reply);
    say_ratings(f, away_ratings(f->away), reply);
    if (away_seats(f->away) == 0)
        say(f, reply, T("You are watching."), "");
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (away_seats(f->away) >> seat & 1 && away_link(f->away, seat, link, sizeof link)) {
            say(f, reply, T("You play {0}. This link leads back to your seat, from any machine:"),
                lang_text(session_lang(f->session), scene_seat_name(seat)));
            buffer_format(&reply->text, "%s\n", link);
        }
    if (round_phase(away_round(f->away)) == ROUND_SEATING && !f->invited) {
        f->invited = true;
        say_links(f, reply);
    }
}

static void show_event(Far *f, const AwayReport *news, Reply *reply)
{
    Reply told = {0};
    session_far_event(f->session, &news->event, &told);
    buffer_add(&reply->text, buffer_text(&told.text));
    buffer_add(&reply->events, buffer_text(&told.events));
    reply->changed |= told.changed;
    reply_free(&told);
}

static void show(Far *f, const AwayReport *news, Reply *reply)
{
    Reply told = {0};
    switch (news->news) {
    case AWAY_LOST: say(f, reply, T("The house cannot be reached. Trying again …"), ""); break;
    case AWAY_CONNECTED: say(f, reply, T("Connected."), ""); break;
    case AWAY_NO_HOUSE:
        say(f, reply, T("there is no house at that address"), "");
        reply->ok = false;
        f->failed = true;
        break;
    case AWAY_SEATED: show_round(f, reply); break;
    case AWAY_EVENT: show_event(f, news, reply); break;
    case AWAY_TROUBLE: say(f, reply, T("The house cannot keep anything at the moment. Trying again …"), ""); break;
    case AWAY_REFUSED: say_refusal(f, news, reply); break;
    case AWAY_PAIR: say_start(f, reply); break;
    case AWAY_RATED:
        if (news->earlier)
            say(f, reply, T("After the game before this one:"), "");
        say_ratings(f, news->rating, reply);
        break;
    case AWAY_RATINGS: say_ratings(f, news->rating, reply); break;
    case AWAY_CLOSING: say(f, reply, T("The house closes for a moment."), ""); break;
    case AWAY_SAID:
        session_far_said(f->session, news->seat, news->word, &told);
        buffer_add(&reply->text, buffer_text(&told.text));
        break;
    default: break;
    }
    reply_free(&told);
}

bool far_take(Far *f, Reply *reply)
{
    AwayReport news;
    buffer_clear(&reply->text);
    buffer_clear(&reply->events);
    reply->ok = true;
    reply->changed = reply->quit = false;
    for (;;) {
        away_next(f->away, &news);
        if (news.news == AWAY_NOTHING)
            return reply->text.length > 0 || reply->changed;
        show(f, &news, reply);
    }
}

/* --- opening --- */

Far *far_open(Session *s, const AwayOptions *options, Message *error)
{
    Far *f = memory_resize(NULL, sizeof *f);
    if (!f) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    *f = (Far){.session = s, .waits = true, .away = away_open(options, error)};
    if (!f->away) {
        memory_free(f);
        return NULL;
    }
    session_go_far(s, act, now, f);
    return f;
}

void far_close(Far *f)
{
    if (!f)
        return;
    away_close(f->away);
    memory_free(f);
}

int far_ready(const Far *f) { return away_ready(f->away); }
bool far_waits(const Far *f) { return f->waits; }
bool far_failed(const Far *f) { return f->failed; }
