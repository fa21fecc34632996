/* The round under a session: actions in; events out, for programs and as sentences.
 *
 * Invariant: s->play.tree is the round's tree. The tree's current node, where the person is, may be anywhere; the
 * clocks run only while it is the end of the game. */
#include "session/session_private.h"

#include "core/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int64_t session_now(const Session *s)
{
    if (s->far.act)
        return s->far.now(s->far.context);
    return s->options.scripted ? s->now : (int64_t)(clock_now() * 1000);
}

const char *session_events(const Session *s) { return buffer_text(&s->play.log); }

void session_tell(Reply *reply, const char *format, ...)
{
    char line[ROUND_LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    buffer_format(&reply->events, "%s\n", line);
}

/* --- what happened --- */

/* Adds the same line to the log of the round and to the reply. */
static void log_event(Session *s, const RoundEvent *e, Reply *reply)
{
    char line[ROUND_LINE];
    round_event_write(e, line);
    buffer_format(&s->play.log, "%s\n", line);
    session_tell(reply, "%s", line);
}

static void say_left(Session *s, const RoundEvent *e, Buffer *out)
{
    char level[16];
    snprintf(level, sizeof level, "%d", e->level);
    session_say(s, out, T("{0} has left the game and lost it. Level {1} plays on."), 2,
                lang_text(s->options.lang, scene_seat_name(e->seat)), level);
}

static void say_offer(Session *s, const RoundEvent *e, Buffer *out)
{
    static const char *const sentence[ROUND_OFFERS] = {
        [ROUND_DRAW] = T("{0} offers a draw."),
        [ROUND_TAKE_BACK] = T("{0} would like to take a move back."),
        [ROUND_REMATCH] = T("{0} would like a rematch."),
        [ROUND_GIVE_UP] = T("{0} would like to give up. The partner may `agree` or `decline`."),
    };
    unsigned asked = 0;
    round_offered(s->play.round, (RoundOffer)e->offer, &asked);
    /* At one board, a draw is answered at once. */
    if (asked && (e->offer != ROUND_DRAW || session_is_far(s)))
        session_say_seat(s, out, sentence[e->offer], e->seat);
}

static void say_event(Session *s, const RoundEvent *e, Buffer *out)
{
    static const char *const over[MAX_PLAYERS] = {T("White's time is up."), T("Black's time is up."),
                                                  T("Red's time is up."), T("Green's time is up.")};
    switch ((RoundEventType)e->type) {
    case ROUND_MOVED:
        if (tree_node(s->play.tree, tree_current(s->play.tree))->parent == e->node)
            session_say_move(s, e->seat, out);
        break;
    case ROUND_FLAGGED: session_say(s, out, over[e->seat], 0); break;
    case ROUND_LEFT: say_left(s, e, out); break;
    case ROUND_ENDED: session_say_status_at(s, round_head(s->play.round), out); break;
    case ROUND_OFFERED: say_offer(s, e, out); break;
    case ROUND_ANSWERED:
        if (!e->yes)
            session_say_seat(s, out, e->offer == ROUND_DRAW ? T("{0} does not want a draw.") : T("{0} does not agree."),
                             e->seat);
        break;
    default: break;
    }
    if (session_is_far(s))
        session_say_far_event(s, e, out);
}

void session_take_event(Session *s, const RoundEvent *e, Reply *reply)
{
    log_event(s, e, reply);
    say_event(s, e, &reply->text);
    s->play.unkept = !session_is_far(s);
    if (e->type == ROUND_MOVED || e->type == ROUND_ENDED || e->type == ROUND_LEFT || e->type == ROUND_REOPENED)
        reply->changed = true;
    if (e->type == ROUND_MOVED || e->type == ROUND_ENDED)
        s->play.reopened.node = TREE_NONE;
}

static void take_events(Session *s, const RoundEvents *events, Reply *reply)
{
    for (int i = 0; i < events->count; i++)
        session_take_event(s, &events->event[i], reply);
}

bool session_act(Session *s, RoundAction action, Reply *reply)
{
    RoundEvents events;
    RoundRefusal why;
    if (session_is_far(s))
        return session_far_act(s, &action, reply);
    bool ok = round_apply(s->play.round, &action, session_now(s), &events, &why);
    take_events(s, &events, reply);
    if (ok)
        return true;
    session_tell(reply, "refused %s", round_refusal_word(why.code));
    if (why.detail.id)
        session_refuse(s, reply, &why.detail);
    else if (why.code != ROUND_LATE)
        session_refuse(s, reply, &(Message){.id = round_refusal_text(why.code)});
    reply->ok = false;
    return false;
}

/* --- beginning --- */

void session_clear_play(SessionPlay *t)
{
    round_free(t->round);
    buffer_free(&t->log);
    *t = (SessionPlay){.reopened.node = TREE_NONE};
}

static void adopt_event(void *context, const RoundEvent *e)
{
    char line[ROUND_LINE];
    round_event_write(e, line);
    buffer_format((Buffer *)context, "%s\n", line);
}

/* Applies the seats and the clock that were chosen before, as far as they fit the game. */
void session_apply_wishes(Session *s, Reply *reply)
{
    const Game *g = round_game(s->play.round);
    bool known = adviser_knows(g);
    for (int seat = 0; seat < g->players; seat++)
        if (s->level[seat] > 0 && known)
            session_act(s, (RoundAction){.type = ROUND_SIT, .seat = seat, .kind = ROUND_LEVEL, .level = s->level[seat]},
                        reply);
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (seat >= g->players || !known)
            s->level[seat] = 0;
    if (s->clock.kind != ROUND_UNTIMED)
        session_act(s, (RoundAction){.type = ROUND_SET_CLOCK, .clock = s->clock}, reply);
}

static bool make(Session *s, const Game *game, const Tree *tree, SessionPlay *out)
{
    RoundOptions options = {.game = game, .free = true, .start = tree ? &tree_node(tree, 0)->position : NULL};
    RoundEvents events;
    *out = (SessionPlay){.reopened.node = TREE_NONE};
    out->round = round_new(&options, session_now(s), &events);
    if (out->round)
        adopt_event(&out->log, &events.event[0]);
    if (out->round && (!tree || round_adopt(out->round, tree, session_now(s), adopt_event, &out->log)) &&
        !out->log.failed) {
        out->tree = round_tree(out->round);
        return true;
    }
    session_clear_play(out);
    return false;
}

bool session_lay_out(Session *s, const Game *game, const Tree *tree, Reply *reply)
{
    SessionPlay fresh;
    if (!make(s, game, tree, &fresh))
        return false;
    session_clear_play(&s->play);
    s->play = fresh;
    /* Programs get all events from the beginning. */
    buffer_add(&reply->events, buffer_text(&s->play.log));
    return true;
}

bool session_begin(Session *s, const Game *game, const Tree *tree, Reply *reply)
{
    session_exercise_end(s, reply);
    session_keep_now(s, 1, reply);
    if (!session_lay_out(s, game, tree, reply))
        return false;
    if (tree)
        session_read_tags(s, reply);
    else
        session_apply_wishes(s, reply);
    s->play.unkept = s->play.strayed = false;
    return true;
}

void session_tick(Session *s, Reply *reply)
{
    if (s->play.round && round_running(s->play.round) >= 0)
        session_act(s, (RoundAction){.type = ROUND_TICK, .seat = ROUND_HOUSE}, reply);
}

/* --- where one stands --- */

void session_set_tree(Session *s, Tree *t)
{
    Reply reply = {0};
    session_begin(s, tree_game(t), t, &reply);
    tree_free(t);
    reply_free(&reply);
}

bool session_at_head(const Session *s) { return tree_current(s->play.tree) == round_head(s->play.round); }

void session_stand(Session *s, int node, Reply *reply)
{
    bool moved = node != tree_current(s->play.tree);
    tree_goto(s->play.tree, node);
    if (moved)
        session_tell(reply, "at %d", node);
    /* Looking at a game that is over need not be kept. */
    s->play.strayed |= moved && !session_is_far(s) && round_phase(s->play.round) == ROUND_PLAYING;
    bool timed = round_clock(s->play.round).kind != ROUND_UNTIMED && round_phase(s->play.round) == ROUND_PLAYING;
    if (timed && round_is_paused(s->play.round) == session_at_head(s))
        session_act(s, (RoundAction){.type = session_at_head(s) ? ROUND_RUN : ROUND_PAUSE, .seat = ROUND_HOUSE}, reply);
}

int session_speaks(const Session *s)
{
    int players = round_game(s->play.round)->players, mover = tree_mover(s->play.tree);
    for (int i = 0; i < players; i++) {
        const RoundSeat *seat = round_seat(s->play.round, (mover + i) % players);
        if (seat->kind == ROUND_PERSON && !seat->left && session_owns(s, (mover + i) % players))
            return (mover + i) % players;
    }
    return mover;
}
