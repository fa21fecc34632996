/* How a game ends other than by moves: resigning, draws, and the partners' consent (ALL-3).
 *
 * All of this concerns the game as it stands, wherever the person is looking. */
#include "session/session_private.h"

#include "core/memory.h"
#include "engine/review.h"

#include <stdio.h>

static const double draw_seconds = 0.3;

/* The seat that `rest` names, or whoever speaks; -1: the reply asks. */
static int read_who(Session *s, const char *rest, const char *question, Reply *reply)
{
    size_t length = 0;
    int seat = *rest ? session_read_seat(s, rest, &length) : session_speaks(s);
    if (seat >= 0 && rest[length] == '\0')
        return seat;
    session_refuse(s, reply, &(Message){.id = question});
    return -1;
}

static bool can_end(Session *s, Reply *reply)
{
    if (!session_exercises(s))
        return true;
    session_refuse(s, reply,
                   &(Message){.id = s->puzzle.now ? T("this is a puzzle: `puzzle end` ends it")
                                                  : T("this is a lesson: `lesson end` ends it")});
    return false;
}

void session_resign(Session *s, const char *rest, Reply *reply)
{
    int seat =
        read_who(s, rest, T("who resigns? Write the colour of the player, or nothing for the one to move"), reply);
    if (seat < 0 || !can_end(s, reply))
        return;
    if (session_act(s, (RoundAction){.type = ROUND_RESIGN, .seat = seat}, reply))
        session_stand(s, round_head(s->play.round), reply);
    /* With three sides, the level that took over plays on by itself. */
    s->play.held = false;
}

/* --- draws --- */

/* What the game as it stands is worth to whoever is to move; false: the reply says why it is not known. */
static bool value_now(Session *s, Value *out, Reply *reply)
{
    Situation situation;
    AdviceList list = {0};
    uint64_t *hashes = NULL;
    SearchLimits limits = session_limits(s, (SearchLimits){.lines = 1, .seconds = draw_seconds});
    Adviser *a = session_adviser(s, reply);
    bool ok = a && session_situation(s, &situation, &hashes) &&
              adviser_play(a, &situation, limits, NULL, NULL, &list) && list.count > 0;
    *out = ok ? list.advice[0].value : value_unknown();
    memory_free(hashes);
    if (a && !ok)
        session_no_memory(s, reply);
    return ok;
}

/* Answers for the levels; false: one of them said no. */
static bool levels_answer(Session *s, unsigned asked, Reply *reply)
{
    const Game *g = round_game(s->play.round);
    Value value = value_unknown();
    bool known = false;
    for (int seat = 0; seat < g->players; seat++) {
        if (!(asked & 1u << seat) || round_seat(s->play.round, seat)->kind != ROUND_LEVEL)
            continue;
        if (!known && !value_now(s, &value, reply))
            return false;
        known = true;
        bool yes = adviser_takes_draw(g, seat, round_mover(s->play.round), value);
        RoundAction answer = {.type = ROUND_ANSWER, .seat = seat, .offer = ROUND_DRAW, .yes = yes};
        if (!session_act(s, answer, reply) || !yes)
            return false;
    }
    return true;
}

void session_draw(Session *s, const char *rest, Reply *reply)
{
    unsigned asked = 0;
    int seat =
        read_who(s, rest, T("who offers? Write the colour of the player, or nothing for the one to move"), reply);
    if (seat < 0 || !can_end(s, reply))
        return;
    session_stand(s, round_head(s->play.round), reply);
    if (!session_act(s, (RoundAction){.type = ROUND_OFFER, .seat = seat, .offer = ROUND_DRAW}, reply))
        return;
    round_offered(s->play.round, ROUND_DRAW, &asked);
    if (!levels_answer(s, asked, reply)) {
        reply->ok = false;
        return;
    }
    /* The people sit at one board and have agreed. */
    for (int other = 0; other < MAX_PLAYERS; other++) {
        round_offered(s->play.round, ROUND_DRAW, &asked);
        if (asked & 1u << other)
            session_act(s, (RoundAction){.type = ROUND_ANSWER, .seat = other, .offer = ROUND_DRAW, .yes = true}, reply);
    }
}

/* --- answers --- */

static void answer(Session *s, const char *rest, bool yes, Reply *reply)
{
    size_t length = 0;
    int named = *rest ? session_read_seat(s, rest, &length) : -1;
    for (int which = 0; which < ROUND_OFFERS; which++) {
        unsigned asked = 0;
        if (round_offered(s->play.round, (RoundOffer)which, &asked) < 0)
            continue;
        for (int seat = 0; seat < MAX_PLAYERS; seat++)
            if (asked & 1u << seat && (named < 0 || named == seat) && session_owns(s, seat)) {
                RoundAction action = {.type = ROUND_ANSWER, .seat = seat, .offer = (RoundOffer)which, .yes = yes};
                if (session_act(s, action, reply))
                    session_stand(s, round_head(s->play.round), reply);
                s->play.held = false;
                return;
            }
    }
    session_tell(reply, "refused %s", round_refusal_word(ROUND_NO_OFFER));
    session_refuse(s, reply, &(Message){.id = round_refusal_text(ROUND_NO_OFFER)});
}

void session_agree(Session *s, const char *rest, Reply *reply) { answer(s, rest, true, reply); }
void session_decline(Session *s, const char *rest, Reply *reply) { answer(s, rest, false, reply); }

/* --- how it stands --- */

void session_result(Session *s, const char *rest, Reply *reply)
{
    static const char *const left[] = {
        [REASON_RESIGNED] = T("{0} resigned and has lost; level {1} plays on."),
        [REASON_TIME] = T("{0} ran out of time and has lost; level {1} plays on."),
        [REASON_GONE] = T("{0} stayed away and has lost; level {1} plays on."),
    };
    (void)rest;
    session_say_status(s, &reply->text);
    for (int seat = 0; seat < tree_game(s->play.tree)->players; seat++) {
        const TreeLeft *l = tree_left_at(s->play.tree, seat, tree_current(s->play.tree));
        char level[16];
        if (!l)
            continue;
        snprintf(level, sizeof level, "%d", l->level);
        session_say(s, &reply->text, left[l->reason], 2, lang_text(s->options.lang, scene_seat_name(seat)), level);
    }
}
