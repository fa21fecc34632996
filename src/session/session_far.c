/* A round in a house elsewhere: the session shows it, and asks for what its person wants there.
 *
 * Invariant: the round under the session is the fold of the events that came from the house. Nothing typed here
 * changes it; only an event does, once it has come back. Values, hints and threats are for after the game, because
 * people play it. */
#include "session/session_private.h"

#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void session_go_far(Session *s, SessionAct *act, SessionTime *now, void *context)
{
    s->far.act = act;
    s->far.now = now;
    s->far.context = context;
    s->far.seats = 0;
}

bool session_is_far(const Session *s) { return s->far.act != NULL; }

bool session_owns(const Session *s, int seat) { return !s->far.act || s->far.seats >> seat & 1; }

bool session_helps(const Session *s)
{
    return !s->far.act || !s->play.round || round_phase(s->play.round) == ROUND_OVER;
}

bool session_is_to_move(const Session *s)
{
    if (!s->play.round || round_seat(s->play.round, tree_mover(s->play.tree))->kind != ROUND_PERSON)
        return false;
    return !s->far.act || (round_phase(s->play.round) == ROUND_PLAYING && session_at_head(s) &&
                           session_owns(s, tree_mover(s->play.tree)));
}

/* --- asking for something --- */

static bool refuse(Session *s, RoundRefusalCode code, Reply *reply)
{
    session_tell(reply, "refused %s", round_refusal_word(code));
    session_refuse(s, reply, &(Message){.id = round_refusal_text(code)});
    return false;
}

/* The seat that asks: the one that is meant, or else the first of ours. */
static int asking_seat(const Session *s, int meant)
{
    if (meant >= 0 && s->far.seats >> meant & 1)
        return meant;
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (s->far.seats >> seat & 1)
            return seat;
    return -1;
}

/* The action in the words of the protocol; false: it cannot be asked for. */
static bool write_action(const RoundAction *a, char out[160])
{
    const char *offer = round_offer_word(a->offer);
    switch (a->type) {
    case ROUND_MOVE: snprintf(out, 160, "move %.140s", a->text); return true;
    case ROUND_OFFER: snprintf(out, 160, "offer %s", offer); return true;
    case ROUND_ANSWER: snprintf(out, 160, "%s %s", a->yes ? "yes" : "no", offer); return true;
    case ROUND_WITHDRAW: snprintf(out, 160, "withdraw %s", offer); return true;
    case ROUND_RESIGN: snprintf(out, 160, "resign"); return true;
    case ROUND_CLAIM: snprintf(out, 160, "claim"); return true;
    case ROUND_ABORT: snprintf(out, 160, "abort"); return true;
    default: return false;
    }
}

bool session_far_act(Session *s, const RoundAction *a, Reply *reply)
{
    char text[160];
    /* The house runs the clocks. */
    if (a->type == ROUND_TICK || a->type == ROUND_PAUSE || a->type == ROUND_RUN)
        return true;
    int seat = asking_seat(s, a->seat);
    if (seat < 0 || !write_action(a, text))
        return refuse(s, ROUND_NOT_ALLOWED, reply);
    if (a->type == ROUND_MOVE && seat != a->seat)
        return refuse(s, ROUND_NOT_YOUR_TURN, reply);
    if (a->type == ROUND_MOVE && !session_at_head(s))
        return refuse(s, ROUND_STALE, reply);
    if (s->far.act(s->far.context, seat, text))
        return true;
    session_refuse(s, reply, &(Message){.id = T("the house has not answered yet: wait a moment")});
    return false;
}

/* --- commands --- */

/* Refuses what only makes sense at one's own board, and what would be help. */
bool session_far_refuses(Session *s, CommandFunction *command, const char *rest, Reply *reply)
{
    static CommandFunction *const here[] = {
        session_seat,   session_go,   session_wait, session_new_game, session_load,    session_resume, session_lesson,
        session_puzzle, session_fair, session_name, session_redo,     session_keep_it, session_comment};
    static CommandFunction *const help[] = {session_hint, session_analyse, session_review, session_threats,
                                            session_explore};
    if (!s->far.act)
        return false;
    bool playing = !session_helps(s);
    for (size_t i = 0; i < sizeof here / sizeof *here; i++)
        if (here[i] == command)
            return !refuse(s, ROUND_NOT_ALLOWED, reply);
    if ((command == session_position || command == session_clock) && *rest)
        return !refuse(s, ROUND_NOT_ALLOWED, reply);
    for (size_t i = 0; playing && i < sizeof help / sizeof *help; i++)
        if (help[i] == command) {
            session_refuse(s, reply, &(Message){.id = SESSION_NO_HELP});
            return true;
        }
    if (command == session_undo && playing) {
        session_act(s, (RoundAction){.type = ROUND_OFFER, .seat = -1, .offer = ROUND_TAKE_BACK}, reply);
        return true;
    }
    if (command == session_rematch) {
        session_act(s, (RoundAction){.type = ROUND_OFFER, .seat = -1, .offer = ROUND_REMATCH}, reply);
        return true;
    }
    return false;
}

void session_claim(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    session_act(s, (RoundAction){.type = ROUND_CLAIM, .seat = session_speaks(s)}, reply);
}

/* Phrases that everybody sees in their own language; the words of the protocol, by number. */
static const char *const phrases[][2] = {
    {"hello", T("Hello!")},         {"good-luck", T("Good luck!")}, {"nice-move", T("Nice move!")},
    {"oops", T("Oops!")},           {"thanks", T("Thank you!")},    {"one-moment", T("One moment, please.")},
    {"good-game", T("Good game!")}, {"goodbye", T("Goodbye!")},
};
enum { PHRASES = sizeof phrases / sizeof *phrases };

void session_far_say(Session *s, const char *rest, Reply *reply)
{
    char *end;
    long n = strtol(rest, &end, 10);
    char text[64];
    if (!s->far.act) {
        refuse(s, ROUND_NOT_ALLOWED, reply);
        return;
    }
    if (*rest && *end == '\0' && n >= 1 && n <= PHRASES) {
        snprintf(text, sizeof text, "say %s", phrases[n - 1][0]);
        if (!s->far.act(s->far.context, asking_seat(s, -1), text))
            refuse(s, ROUND_NOT_ALLOWED, reply);
        return;
    }
    for (int i = 0; i < PHRASES; i++) {
        char number[8];
        snprintf(number, sizeof number, "%d", i + 1);
        session_say(s, &reply->text, "  {0}  {1}", 2, number, lang_text(s->options.lang, phrases[i][1]));
    }
}

void session_far_said(Session *s, int seat, const char *phrase, Reply *reply)
{
    for (int i = 0; i < PHRASES && s->play.round && seat >= 0; i++)
        if (strcmp(phrases[i][0], phrase) == 0)
            session_say(s, &reply->text, T("{0} says: {1}"), 2, lang_text(s->options.lang, scene_seat_name(seat)),
                        lang_text(s->options.lang, phrases[i][1]));
}

/* --- what was not done there --- */

/* The reasons of docs/house.md that people meet here, in words. */
static const char *why_text(const char *word)
{
    static const char *const table[][2] = {
        {"no-such-token", T("this link leads to no seat in this house")},
        {"no-such-round", T("there is no such game in this house")},
        {"seat-taken", T("somebody sits there already")},
        {"stale", T("the game has moved on: look at the board again")},
        {"trouble", T("the house cannot keep anything at the moment: try again")},
        {"not-rated", T("a rated game is between accounts, from the start or a fair start, without levels")},
        {"bad-opening", T("these moves cannot be played from the start of the game")},
        {"bad-position", T("this is not a position of the game")},
        {"no-such-game", T("choose a game first")},
        {"no-fair-start", T("no drawn opening of this game is known here")},
        {"bad-name", T("this name cannot be used")},
        {"name-taken", T("this is the name of an account: sign in with `colonnade account`")},
        {"not-signed-in", T("only accounts play rated games: sign in with `colonnade account`")},
        {"no-such-session", T("your session in this house has ended: sign in again with `colonnade account`")},
        {"too-many-rounds", T("the house does not open more games for you: wait a while")},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i][0], word) == 0)
            return table[i][1];
    for (int code = 1; code < ROUND_REFUSALS; code++)
        if (strcmp(round_refusal_word((RoundRefusalCode)code), word) == 0)
            return round_refusal_text((RoundRefusalCode)code);
    return NULL;
}

void session_far_refused(Session *s, const char *word, const Message *detail, Reply *reply)
{
    const char *text = why_text(word);
    char line[512];
    session_open_reply(reply);
    session_tell(reply, "refused %.60s", word);
    if (detail->id)
        lang_message(s->options.lang, detail, line, sizeof line);
    else if (text)
        lang_format(s->options.lang, line, sizeof line, text, 0);
    else
        lang_format(s->options.lang, line, sizeof line, T("the house refuses: {0}"), 1, word);
    buffer_format(&reply->text, "%s\n", line);
    reply->ok = false;
}

/* --- what happened there --- */

static void say_sat(Session *s, const RoundEvent *e, Buffer *out)
{
    const char *colour = lang_text(s->options.lang, scene_seat_name(e->seat));
    char number[16];
    snprintf(number, sizeof number, "%d", e->level);
    if (e->kind == ROUND_LEVEL)
        session_say(s, out, T("{0} is played by level {1}."), 2, colour, number);
    else if (e->text[0] == '~')
        session_say(s, out, T("{0} is played by guest {1}."), 2, colour, e->text + 1);
    else
        session_say(s, out, T("{0} is played by {1}."), 2, colour, e->text);
}

void session_say_far_event(Session *s, const RoundEvent *e, Buffer *out)
{
    switch ((RoundEventType)e->type) {
    case ROUND_SAT: say_sat(s, e, out); break;
    case ROUND_BEGAN: session_say(s, out, T("The game begins."), 0); break;
    case ROUND_TAKEN_BACK: session_say(s, out, T("A move is taken back."), 0); break;
    case ROUND_WITHDREW: session_say_seat(s, out, T("{0} takes the offer back."), e->seat); break;
    case ROUND_RESIGNED: session_say_seat(s, out, T("{0} resigns."), e->seat); break;
    case ROUND_ABORTED: session_say(s, out, T("The game is called off: it has no result."), 0); break;
    case ROUND_WENT: session_say_seat(s, out, T("{0} cannot be reached."), e->seat); break;
    case ROUND_CAME_BACK: session_say_seat(s, out, T("{0} is back."), e->seat); break;
    case ROUND_RESTARTED:
    case ROUND_RESUMED: session_say(s, out, T("The house was away; that costs nobody any time."), 0); break;
    case ROUND_REMATCH_AGREED: session_say(s, out, T("There is a rematch."), 0); break;
    default: break;
    }
}

bool session_far_round(Session *s, const char *log, unsigned seats, Reply *reply)
{
    session_open_reply(reply);
    Round *round = round_replay(log, strlen(log), registry_find, NULL);
    if (!round) {
        session_no_memory(s, reply);
        return false;
    }
    session_clear_play(&s->play);
    s->play.round = round;
    s->play.tree = round_tree(round);
    s->far.seats = seats;
    buffer_add(&s->play.log, log);
    buffer_add(&reply->events, log);
    tree_goto(s->play.tree, round_head(round));
    for (int seat = 0; seat < round_game(round)->players; seat++) {
        const RoundSeat *sat = round_seat(round, seat);
        RoundEvent e = {.seat = (int8_t)seat, .kind = (uint8_t)sat->kind, .level = (int16_t)sat->level};
        snprintf(e.text, sizeof e.text, "%s", sat->name);
        if (sat->kind != ROUND_EMPTY)
            say_sat(s, &e, &reply->text);
    }
    reply->changed = true;
    return true;
}

void session_far_event(Session *s, const RoundEvent *e, Reply *reply)
{
    bool looking = s->play.round && session_at_head(s);
    session_open_reply(reply);
    if (!s->play.round || !round_take(s->play.round, e, NULL))
        return;
    s->play.tree = round_tree(s->play.round);       /* a new one if a move was taken back */
    /* Whoever was looking at the end of the game stays at its end. */
    if (looking || e->type == ROUND_TAKEN_BACK)
        tree_goto(s->play.tree, round_head(s->play.round));
    session_take_event(s, e, reply);
    if (e->type == ROUND_BEGAN || e->type == ROUND_TAKEN_BACK || e->type == ROUND_ABORTED)
        reply->changed = true;
}
