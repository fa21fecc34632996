/* Turns actions into events: what is allowed, and what follows from it.
 *
 * Nothing here changes the round: only an emitted event does, so that a list of events leads where the actions led. */
#include "core/memory.h"
#include "core/words.h"
#include "round/round_private.h"

#include <stdio.h>
#include <string.h>

/* An action being carried out. */
typedef struct Act {
    Round *round;
    const RoundAction *action;
    int64_t now;
    RoundEvents *out;
    RoundRefusal *why;
} Act;

static bool refuse(Act *a, RoundRefusalCode code) { return round_refuse(a->why, code); }

static bool emit(Act *a, RoundEvent e)
{
    Round *r = a->round;
    e.number = r->events + 1;
    e.at = a->now;
    if (a->out->count == ROUND_EVENTS)
        return refuse(a, ROUND_NO_MEMORY);
    if (!round_fold(r, &e, a->why))
        return false;
    a->out->event[a->out->count++] = e;
    return true;
}

static RoundEvent about(RoundEventType type, int seat)
{
    return (RoundEvent){.type = (uint8_t)type, .seat = (int8_t)seat};
}

/* --- ends --- */

/* After a move: is the game over where it stands? */
static bool end_by_rules(Act *a)
{
    Outcome o = round_outcome(a->round);
    RoundEvent e = about(ROUND_ENDED, tree_ended_by(a->round->tree, a->round->head));
    e.reason = o.reason;
    round_own_reason(a->round->game, o.reason, e.own);
    e.winner = o.winner;
    return !o.over || emit(a, e);
}

static bool end_lost(Act *a, int seat, Reason reason)
{
    RoundEvent e = about(ROUND_ENDED, seat);
    e.reason = (uint8_t)reason;
    e.winner = (int8_t)(1 - game_side(a->round->game, seat));
    return emit(a, e);
}

/* A level takes over. */
static bool hand_over(Act *a, int seat, Reason reason)
{
    RoundEvent e = about(ROUND_LEFT, seat);
    e.reason = (uint8_t)reason;
    e.level = (int16_t)a->round->stand_in;
    return emit(a, e);
}

/* ALL-3. With two sides, running out of time or resigning loses for the side; whoever merely stays away leaves a
 * partner who may play on. With three sides, the others play on. */
static bool lose(Act *a, int seat, Reason reason)
{
    const Game *g = a->round->game;
    bool goes_on = g->sides > 2 || (reason == REASON_GONE && g->players > g->sides);
    return goes_on ? hand_over(a, seat, reason) : end_lost(a, seat, reason);
}

/* Whoever is to move loses if their time is up, allowing for a message's journey. */
static bool flag(Act *a, int64_t lag)
{
    int seat = round_running(a->round);
    if (seat < 0 || round_clock_at(a->round, seat, a->now) + lag > 0)
        return false;
    return emit(a, about(ROUND_FLAGGED, seat)) && lose(a, seat, REASON_TIME);
}

/* --- seats --- */

static bool name_of(Act *a, char out[POSITION_TEXT])
{
    char *cleaned = NULL;
    out[0] = '\0';
    if (!words_clean(a->action->text, false, ROUND_NAME - 1, &cleaned, NULL))
        return refuse(a, ROUND_BAD_VALUE);
    if (cleaned)
        snprintf(out, POSITION_TEXT, "%s", cleaned);
    memory_free(cleaned);
    return true;
}

static bool sit(Act *a)
{
    Round *r = a->round;
    const RoundAction *x = a->action;
    RoundEvent e = about(ROUND_SAT, x->seat);
    e.kind = (uint8_t)x->kind;
    e.level = (int16_t)x->level;
    if (!round_good_kind((int)x->kind, x->level))
        return refuse(a, ROUND_BAD_VALUE);
    if (!r->free && r->phase != ROUND_SEATING)
        return refuse(a, ROUND_HAS_BEGUN);
    if (!r->free && r->seat[x->seat].kind != ROUND_EMPTY)
        return refuse(a, ROUND_SEAT_IS_TAKEN);
    if (!name_of(a, e.text) || !emit(a, e))
        return false;
    for (int seat = 0; seat < r->game->players; seat++)
        if (r->seat[seat].kind == ROUND_EMPTY)
            return true;
    return r->phase != ROUND_SEATING || (emit(a, about(ROUND_BEGAN, -1)) && end_by_rules(a));
}

static bool stand(Act *a)
{
    return a->round->phase != ROUND_SEATING ? refuse(a, ROUND_HAS_BEGUN) : emit(a, about(ROUND_STOOD, a->action->seat));
}

static bool presence(Act *a, bool gone)
{
    const RoundSeat *s = &a->round->seat[a->action->seat];
    if (s->left)
        return refuse(a, ROUND_SEAT_WAS_LEFT);
    return s->gone == gone || emit(a, about(gone ? ROUND_WENT : ROUND_CAME_BACK, a->action->seat));
}

/* --- offers --- */

static RoundEvent about_offer(RoundEventType type, int seat, RoundOffer which)
{
    RoundEvent e = about(type, seat);
    e.offer = (uint8_t)which;
    return e;
}

/* Everybody who was asked has said yes. */
static bool carry_out(Act *a, RoundOffer which, int by)
{
    RoundEvent e = about(ROUND_ENDED, -1);
    switch (which) {
    case ROUND_DRAW:
        e.reason = REASON_AGREED;
        e.winner = DRAW;
        return emit(a, e);
    case ROUND_TAKE_BACK:
        e = about(ROUND_TAKEN_BACK, -1);
        e.node = round_ply_before(a->round, by);
        return emit(a, e);
    case ROUND_REMATCH: return emit(a, about(ROUND_REMATCH_AGREED, -1));
    default: return emit(a, about(ROUND_RESIGNED, by)) && end_lost(a, by, REASON_RESIGNED);
    }
}

static bool say_no(Act *a, RoundOffer which, int seat)
{
    int by = a->round->offer[which].by;
    if (!emit(a, about_offer(seat == by ? ROUND_WITHDREW : ROUND_ANSWERED, seat, which)))
        return false;
    /* Without the partner's consent a player leaves alone. */
    return which != ROUND_GIVE_UP || seat == by ||
           (emit(a, about(ROUND_RESIGNED, by)) && hand_over(a, by, REASON_RESIGNED));
}

static bool say_yes(Act *a, RoundOffer which, int seat)
{
    RoundEvent e = about_offer(ROUND_ANSWERED, seat, which);
    int by = a->round->offer[which].by;
    e.yes = true;
    return emit(a, e) && (a->round->offer[which].asked || carry_out(a, which, by));
}

static bool right_phase(Act *a, RoundOffer which)
{
    RoundPhase phase = a->round->phase;
    if (which == ROUND_REMATCH)
        return phase == ROUND_OVER || refuse(a, ROUND_IS_NOT_OVER);
    return phase == ROUND_PLAYING || refuse(a, phase == ROUND_OVER ? ROUND_IS_OVER : ROUND_HAS_NOT_BEGUN);
}

static bool make_offer(Act *a, RoundOffer which, int seat)
{
    Round *r = a->round;
    const Offer *o = &r->offer[which];
    if (which == ROUND_TAKE_BACK && r->free)
        return refuse(a, ROUND_NOT_ALLOWED);
    if (which == ROUND_TAKE_BACK && round_ply_before(r, seat) < 0)
        return refuse(a, ROUND_NOTHING_TO_TAKE_BACK);
    if (which == ROUND_REMATCH && r->rematch)
        return refuse(a, ROUND_ALREADY_OFFERED);
    if (o->by >= 0 && o->asked & 1u << seat && (which == ROUND_DRAW || which == ROUND_REMATCH))
        return say_yes(a, which, seat);
    if (o->by >= 0)
        return refuse(a, ROUND_ALREADY_OFFERED);
    if (tree_node(r->tree, r->head)->ply < o->again[seat])
        return refuse(a, ROUND_TOO_SOON);
    return emit(a, about_offer(ROUND_OFFERED, seat, which)) && (o->asked || carry_out(a, which, seat));
}

static bool offer(Act *a)
{
    RoundOffer which = a->action->offer;
    if (which == ROUND_GIVE_UP)
        return refuse(a, ROUND_NOT_ALLOWED);    /* ROUND_RESIGN makes this offer where it is needed */
    return right_phase(a, which) && make_offer(a, which, a->action->seat);
}

static bool answer(Act *a)
{
    RoundOffer which = a->action->offer;
    const Offer *o = &a->round->offer[which];
    if (!right_phase(a, which))
        return false;
    if (o->by < 0 || !(o->asked & 1u << a->action->seat))
        return refuse(a, ROUND_NO_OFFER);
    return a->action->yes ? say_yes(a, which, a->action->seat) : say_no(a, which, a->action->seat);
}

static bool withdraw(Act *a)
{
    RoundOffer which = a->action->offer;
    if (!right_phase(a, which))
        return false;
    return a->round->offer[which].by == a->action->seat ? say_no(a, which, a->action->seat) : refuse(a, ROUND_NO_OFFER);
}

/* A move answers open offers: whoever plays on does not want to stop or go back, and whoever asked to go back or to
 * give up has thought better of it. */
static bool answer_by_moving(Act *a, int seat)
{
    static const RoundOffer open[] = {ROUND_DRAW, ROUND_TAKE_BACK, ROUND_GIVE_UP};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        const Offer *o = &a->round->offer[open[i]];
        bool own = o->by == seat && open[i] != ROUND_DRAW;
        if (o->by >= 0 && (own || o->asked & 1u << seat) && !say_no(a, open[i], seat))
            return false;
    }
    return true;
}

/* --- moves --- */

/* Whether the move is legal, checked before it makes offers lapse. */
static bool is_legal(Act *a, int node)
{
    Round *r = a->round;
    Message detail = {0};
    Move move;
    const Position *p = &tree_node(r->tree, node)->position;
    if (a->action->text && strlen(a->action->text) < MOVE_TEXT &&
        r->game->read_move(p, a->action->text, &move, &detail))
        return true;
    refuse(a, ROUND_ILLEGAL);
    if (a->why)
        a->why->detail = detail;
    return false;
}

static RoundEvent move_event(Act *a, RoundEventType type, int node)
{
    const Game *g = a->round->game;
    const Position *p = &tree_node(a->round->tree, node)->position;
    RoundEvent e = about(type, -1);
    Move move;
    e.node = node;
    /* However it was typed, it is stored as the game writes it. */
    if (g->read_move(p, a->action->text, &move, NULL))
        g->write_move(p, move, e.text);
    return e;
}

/* The ms on a seat's clock after its move. */
static int64_t time_after(const Round *r, int seat, int64_t now, int64_t lag)
{
    int64_t before = r->seat[seat].time, left = round_clock_at(r, seat, now) + lag;
    if (r->clock.kind == ROUND_UNTIMED || r->seat[seat].left)
        return before;
    if (r->clock.kind == ROUND_PER_MOVE)
        return r->clock.base;
    left = (left < before ? left : before) + r->clock.step;
    return left < 0 ? 0 : left > 2 * ROUND_LONGEST ? 2 * ROUND_LONGEST : left;
}

static int64_t lag_of(const Act *a)
{
    int64_t lag = a->action->lag;
    return lag < 0 ? 0 : lag > a->round->lag ? a->round->lag : lag;
}

static bool move(Act *a)
{
    Round *r = a->round;
    int seat = a->action->seat, node = a->action->node == ROUND_HEAD ? r->head : a->action->node;
    if (r->phase == ROUND_SEATING)
        return refuse(a, ROUND_HAS_NOT_BEGUN);
    if (node < 0 || node >= tree_count(r->tree) || (!r->free && node != r->head))
        return refuse(a, r->phase == ROUND_OVER ? ROUND_IS_OVER : ROUND_STALE);
    if (r->aborted || tree_outcome_at(r->tree, node).over)
        return refuse(a, ROUND_IS_OVER);
    if (r->game->mover(&tree_node(r->tree, node)->position) != seat)
        return refuse(a, ROUND_NOT_YOUR_TURN);
    if (!is_legal(a, node) || (r->phase == ROUND_PLAYING && !answer_by_moving(a, seat)))
        return false;
    RoundEvent e = move_event(a, ROUND_MOVED, node);
    e.seat = (int8_t)seat;
    e.amount = time_after(r, seat, a->now, lag_of(a));
    return emit(a, e) && end_by_rules(a);
}

static bool try_move(Act *a)
{
    int node = a->action->node == ROUND_HEAD ? a->round->head : a->action->node;
    /* A move at the end of the main line would not be a variation of anything. */
    if (!a->round->free || node == a->round->head)
        return refuse(a, ROUND_NOT_ALLOWED);
    if (node < 0 || node >= tree_count(a->round->tree))
        return refuse(a, ROUND_STALE);
    if (tree_outcome_at(a->round->tree, node).over)
        return refuse(a, ROUND_IS_OVER);
    return is_legal(a, node) && emit(a, move_event(a, ROUND_TRIED, node));
}

/* --- leaving --- */

static bool resign(Act *a)
{
    Round *r = a->round;
    int seat = a->action->seat;
    if (r->phase != ROUND_PLAYING)
        return refuse(a, r->phase == ROUND_OVER ? ROUND_IS_OVER : ROUND_HAS_NOT_BEGUN);
    if (r->seat[seat].left)
        return refuse(a, ROUND_SEAT_WAS_LEFT);
    if (r->game->players > r->game->sides && r->game->sides == 2)
        return make_offer(a, ROUND_GIVE_UP, seat);
    return emit(a, about(ROUND_RESIGNED, seat)) && lose(a, seat, REASON_RESIGNED);
}

static bool claim(Act *a)
{
    Round *r = a->round;
    if (r->phase != ROUND_PLAYING)
        return refuse(a, r->phase == ROUND_OVER ? ROUND_IS_OVER : ROUND_HAS_NOT_BEGUN);
    if (r->clock.kind == ROUND_PER_MOVE)
        return refuse(a, ROUND_NOT_ALLOWED);    /* with this clock nobody needs to be there between moves */
    for (int seat = 0; seat < r->game->players; seat++) {
        const RoundSeat *s = &r->seat[seat];
        bool opponent = game_side(r->game, seat) != game_side(r->game, a->action->seat);
        if (opponent && s->gone && !s->left && a->now - s->gone_since >= r->claim_after)
            return lose(a, seat, REASON_GONE);
    }
    return refuse(a, ROUND_NOBODY_IS_GONE);
}

static bool abort_round(Act *a)
{
    Round *r = a->round;
    if (r->phase == ROUND_OVER)
        return refuse(a, ROUND_IS_OVER);
    if (a->action->seat != ROUND_HOUSE && tree_node(r->tree, r->head)->ply >= r->game->players)
        return refuse(a, ROUND_NOT_ALLOWED);
    return emit(a, about(ROUND_ABORTED, a->action->seat));
}

/* --- clocks --- */

static bool run_clocks(Act *a, bool pause)
{
    Round *r = a->round;
    if (a->action->seat != ROUND_HOUSE && !r->free)
        return refuse(a, ROUND_NOT_ALLOWED);
    if (r->phase != ROUND_PLAYING)
        return refuse(a, r->phase == ROUND_OVER ? ROUND_IS_OVER : ROUND_HAS_NOT_BEGUN);
    return r->paused == pause || emit(a, about(pause ? ROUND_PAUSED : ROUND_RESUMED, -1));
}

static bool restart(Act *a)
{
    RoundEvent e = about(ROUND_RESTARTED, -1);
    e.amount = a->action->amount;
    if (a->action->seat != ROUND_HOUSE)
        return refuse(a, ROUND_NOT_ALLOWED);
    if (e.amount < 0 || e.amount > ROUND_LONGEST)
        return refuse(a, ROUND_BAD_VALUE);
    return a->round->phase != ROUND_PLAYING || emit(a, e);
}

static bool set_clock(Act *a)
{
    RoundEvent e = about(ROUND_CLOCK_SET, -1);
    e.clock = a->action->clock;
    if (!a->round->free)
        return refuse(a, ROUND_NOT_ALLOWED);
    return round_good_clock(e.clock) ? emit(a, e) : refuse(a, ROUND_BAD_VALUE);
}

static bool set_time(Act *a)
{
    RoundEvent e = about(ROUND_TIME_SET, a->action->seat);
    e.amount = a->action->amount;
    return a->round->free ? emit(a, e) : refuse(a, ROUND_NOT_ALLOWED);
}

/* Only ends that people can declare: with three sides people leave instead. */
static bool declare(Act *a)
{
    Round *r = a->round;
    bool two = r->game->sides == 2 && round_has_seat(r, a->action->seat);
    if (!r->free || r->phase != ROUND_PLAYING || round_outcome(r).over)
        return refuse(a, r->free ? ROUND_IS_OVER : ROUND_NOT_ALLOWED);
    switch (a->action->reason) {
    case REASON_AGREED: return carry_out(a, ROUND_DRAW, -1);
    case REASON_RESIGNED:
    case REASON_TIME:
    case REASON_GONE: return two ? end_lost(a, a->action->seat, a->action->reason) : refuse(a, ROUND_NOT_ALLOWED);
    default: return refuse(a, ROUND_BAD_VALUE);
    }
}

static bool reopen(Act *a)
{
    if (!a->round->free)
        return refuse(a, ROUND_NOT_ALLOWED);
    if (a->round->phase != ROUND_OVER)
        return refuse(a, ROUND_IS_NOT_OVER);
    return emit(a, about(ROUND_REOPENED, -1));
}

/* --- all of them --- */

static bool act(Act *a)
{
    switch (a->action->type) {
    case ROUND_SIT: return sit(a);
    case ROUND_STAND: return stand(a);
    case ROUND_MOVE: return move(a);
    case ROUND_TRY: return try_move(a);
    case ROUND_OFFER: return offer(a);
    case ROUND_ANSWER: return answer(a);
    case ROUND_WITHDRAW: return withdraw(a);
    case ROUND_RESIGN: return resign(a);
    case ROUND_ABSENT: return presence(a, true);
    case ROUND_PRESENT: return presence(a, false);
    case ROUND_CLAIM: return claim(a);
    case ROUND_ABORT: return abort_round(a);
    case ROUND_TICK: return true;
    case ROUND_PAUSE: return run_clocks(a, true);
    case ROUND_RUN: return run_clocks(a, false);
    case ROUND_RESTART: return restart(a);
    case ROUND_SET_CLOCK: return set_clock(a);
    case ROUND_SET_TIME: return set_time(a);
    case ROUND_REOPEN: return reopen(a);
    case ROUND_DECLARE: return declare(a);
    default: return refuse(a, ROUND_NOT_ALLOWED);
    }
}

/* Whether the action comes from a seat if it must, and names an offer that exists. */
static bool comes_from_somebody(Act *a)
{
    const RoundAction *x = a->action;
    bool seated = x->type == ROUND_SIT || x->type == ROUND_STAND || x->type == ROUND_MOVE || x->type == ROUND_OFFER ||
                  x->type == ROUND_ANSWER || x->type == ROUND_WITHDRAW || x->type == ROUND_RESIGN ||
                  x->type == ROUND_ABSENT || x->type == ROUND_PRESENT || x->type == ROUND_CLAIM ||
                  x->type == ROUND_SET_TIME;
    bool offers = x->type == ROUND_OFFER || x->type == ROUND_ANSWER || x->type == ROUND_WITHDRAW;
    if (!round_has_seat(a->round, x->seat) && (seated || x->seat != ROUND_HOUSE))
        return refuse(a, ROUND_NO_SUCH_SEAT);
    if (seated && x->type != ROUND_SIT && a->round->seat[x->seat].kind == ROUND_EMPTY)
        return refuse(a, ROUND_SEAT_IS_EMPTY);
    if (offers && (int)x->offer >= ROUND_OFFERS)
        return refuse(a, ROUND_BAD_VALUE);
    if ((offers || x->type == ROUND_CLAIM) && a->round->seat[x->seat].left)
        return refuse(a, ROUND_SEAT_WAS_LEFT);
    return true;
}

bool round_apply(Round *r, const RoundAction *action, int64_t now, RoundEvents *out, RoundRefusal *why)
{
    RoundRefusal unused;
    Act a = {
        .round = r, .action = action, .now = now > r->last ? now : r->last, .out = out, .why = why ? why : &unused};
    out->count = 0;
    *a.why = (RoundRefusal){0};
    if (!comes_from_somebody(&a))
        return false;
    /* A restart comes before any clock is looked at: the house was away. */
    bool move_of_mover = action->type == ROUND_MOVE && action->seat == round_running(r);
    if (action->type != ROUND_RESTART && flag(&a, move_of_mover ? lag_of(&a) : r->lag))
        return action->type == ROUND_TICK || refuse(&a, ROUND_LATE);
    return act(&a);
}
