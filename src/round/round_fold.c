/* Turns events into state: the only place where a round changes. See round_private.h.
 *
 * An event may come from a damaged log, so each one is checked for anything that would break an invariant. Whether
 * it was fair to allow it was decided when it happened. */
#include "core/memory.h"
#include "round/round_private.h"

#include <string.h>

bool round_refuse(RoundRefusal *why, RoundRefusalCode code)
{
    if (why)
        *why = (RoundRefusal){.code = code};
    return false;
}

bool round_has_seat(const Round *r, int seat) { return seat >= 0 && seat < r->game->players; }

bool round_good_kind(int kind, int level)
{
    return kind > ROUND_EMPTY && kind < ROUND_SEAT_KINDS &&
           (kind == ROUND_LEVEL ? level >= LEVEL_MIN && level <= LEVEL_MAX : level == 0);
}

bool round_good_clock(RoundClock c)
{
    if (c.base < 0 || c.base > ROUND_LONGEST || c.step < 0 || c.step > ROUND_LONGEST)
        return false;
    switch (c.kind) {
    case ROUND_UNTIMED: return c.base == 0 && c.step == 0;
    case ROUND_SUDDEN:
    case ROUND_PER_MOVE: return c.base > 0 && c.step == 0;
    case ROUND_INCREMENT: return c.base > 0 && c.step > 0;
    default: return false;
    }
}

/* --- clocks --- */

int round_running(const Round *r)
{
    int mover = round_mover(r);
    bool runs = r->clock.kind != ROUND_UNTIMED && r->phase == ROUND_PLAYING && !r->paused && !r->seat[mover].left;
    return runs ? mover : -1;
}

int64_t round_clock_at(const Round *r, int seat, int64_t now)
{
    int64_t time = r->seat[seat].time;
    return round_running(r) == seat && now > r->since ? time - (now - r->since) : time;
}

/* Charges the clock that runs up to now, and lets it run on from there. */
static void charge(Round *r, int64_t now)
{
    int seat = round_running(r);
    if (seat >= 0) {
        int64_t left = round_clock_at(r, seat, now);
        r->seat[seat].time = left > 0 ? left : 0;
    }
    r->since = now;
}

static void fill_clocks(Round *r)
{
    for (int seat = 0; seat < r->game->players; seat++)
        r->seat[seat].time = r->clock.base;
}

/* --- offers --- */

static void close_offer(Round *r, RoundOffer which)
{
    r->offer[which].by = -1;
    r->offer[which].asked = 0;
}

/* Closes the offers about a game under way. */
static void close_offers(Round *r)
{
    for (int which = 0; which < ROUND_OFFERS; which++)
        if (which != ROUND_REMATCH)
            close_offer(r, (RoundOffer)which);
}

/* An offer that came to nothing may not be made again for some plies. */
static void spend_offer(Round *r, RoundOffer which)
{
    static const int pause[ROUND_OFFERS] = {
        [ROUND_DRAW] = ROUND_DRAW_PAUSE,
        [ROUND_TAKE_BACK] = ROUND_BACK_PAUSE,
        [ROUND_REMATCH] = TREE_MAX_PLY + 1,
        [ROUND_GIVE_UP] = 1,
    };
    int by = r->offer[which].by;
    if (by >= 0)
        r->offer[which].again[by] = tree_node(r->tree, r->head)->ply + pause[which];
    close_offer(r, which);
}

/* Who has to say yes. A draw: everybody else who still plays. Taking back, or a rematch: every other person. Giving
 * up: the partners who are people. */
static unsigned asked_for(const Round *r, int by, RoundOffer which)
{
    unsigned asked = 0;
    for (int seat = 0; seat < r->game->players; seat++) {
        const RoundSeat *s = &r->seat[seat];
        bool person = !s->left && (s->kind == ROUND_PERSON || s->kind == ROUND_REMOTE);
        bool partner = game_side(r->game, seat) == game_side(r->game, by);
        bool ask = which == ROUND_DRAW ? !s->left : which == ROUND_GIVE_UP ? person && partner : person;
        if (ask && seat != by)
            asked |= 1u << seat;
    }
    return asked;
}

/* --- the tree --- */

int round_ply_before(const Round *r, int seat)
{
    for (int node = r->head; tree_node(r->tree, node)->parent != TREE_NONE;) {
        node = tree_node(r->tree, node)->parent;
        if (r->game->mover(&tree_node(r->tree, node)->position) == seat)
            return tree_node(r->tree, node)->ply;
    }
    return -1;
}

/* Plays at a node. The tree's current node stays where it was, unless the move continues the game from there. */
static bool play(Round *r, const RoundEvent *e, bool promote, RoundRefusal *why)
{
    Tree *m = r->tree;
    int before = tree_current(m);
    Message detail = {0};
    if (e->node < 0 || e->node >= tree_count(m))
        return round_refuse(why, ROUND_STALE);
    tree_goto(m, e->node);
    if (!tree_play_text(m, e->text, &detail)) {
        tree_goto(m, before);
        round_refuse(why, ROUND_ILLEGAL);
        if (why)
            why->detail = detail;
        return false;
    }
    int child = tree_current(m);
    if (promote) {
        tree_promote(m, child);
        r->head = tree_main_end(m);
    }
    if (!promote || before != e->node)
        tree_goto(m, before);
    return true;
}

static bool take_back(Round *r, int node, int64_t now, RoundRefusal *why)
{
    Tree *old = r->tree, *m = tree_new(r->game, &r->start);
    if (!m)
        return round_refuse(why, ROUND_NO_MEMORY);
    tree_goto(old, r->head);
    for (int ply = 1; ply <= node; ply++)
        if (!tree_play(m, tree_node(old, tree_path(old, ply))->move, NULL)) {
            tree_free(m);
            return round_refuse(why, ROUND_NO_MEMORY);
        }
    for (int i = 0; i < tree_tag_count(old); i++)
        tree_set_tag(m, tree_tag_name(old, i), tree_tag_value(old, i), NULL);
    for (int seat = 0; seat < r->game->players; seat++) {
        const TreeLeft *left = tree_left_at(old, seat, r->head);
        if (left) {
            int at = tree_node(old, left->node)->ply;
            tree_goto(m, at < node ? at : node);
            tree_leave(m, seat, left->reason, left->level, NULL);
        }
    }
    tree_goto(m, node);
    charge(r, now);
    tree_free(old);
    r->tree = m;
    r->head = node;
    close_offers(r);
    return true;
}

/* --- one event each --- */

static bool is_leaving(int reason)
{
    return reason == REASON_RESIGNED || reason == REASON_TIME || reason == REASON_GONE;
}

static bool fold_sat(Round *r, const RoundEvent *e, RoundRefusal *why)
{
    RoundSeat *s = &r->seat[e->seat];
    size_t length = strlen(e->text);
    if (!round_good_kind(e->kind, e->level) || length >= sizeof s->name)
        return round_refuse(why, ROUND_BAD_VALUE);
    if (!tree_set_tag(r->tree, tree_seat_tag(e->seat), e->text, NULL))
        return round_refuse(why, ROUND_NO_MEMORY);
    s->kind = (RoundSeatKind)e->kind;
    s->level = e->level;
    s->gone = false;
    s->gone_since = 0;
    memcpy(s->name, e->text, length + 1);
    return true;
}

/* The game is under way, perhaps again: nobody wants a rematch of it yet. */
static void resume_play(Round *r, int64_t now)
{
    r->phase = ROUND_PLAYING;
    r->since = now;
    r->rematch = false;
    close_offer(r, ROUND_REMATCH);
}

static bool fold_moved(Round *r, const RoundEvent *e, RoundRefusal *why)
{
    if (e->amount < 0 || e->amount > 2 * ROUND_LONGEST)
        return round_refuse(why, ROUND_BAD_VALUE);
    if (r->free ? e->node < 0 || e->node >= tree_count(r->tree) : e->node != r->head)
        return round_refuse(why, ROUND_STALE);
    if (r->game->mover(&tree_node(r->tree, e->node)->position) != e->seat)
        return round_refuse(why, ROUND_NOT_YOUR_TURN);
    if (!play(r, e, true, why))
        return false;
    for (int seat = 0; seat < r->game->players; seat++)
        r->seat[seat].left = tree_left_at(r->tree, seat, r->head) != NULL;
    r->seat[e->seat].time = e->amount;
    resume_play(r, e->at);
    return true;
}

static bool fold_left(Round *r, const RoundEvent *e, RoundRefusal *why)
{
    RoundSeat *s = &r->seat[e->seat];
    int before = tree_current(r->tree);
    if (e->level < LEVEL_MIN || e->level > LEVEL_MAX || r->game->players == 2)
        return round_refuse(why, ROUND_BAD_VALUE);
    tree_goto(r->tree, r->head);
    bool ok = is_leaving(e->reason) && tree_leave(r->tree, e->seat, (Reason)e->reason, e->level, NULL);
    tree_goto(r->tree, before);
    if (!ok)
        return round_refuse(why, ROUND_DAMAGED);
    charge(r, e->at);
    s->left = true;
    s->gone = false;
    s->gone_since = 0;
    s->kind = ROUND_LEVEL;
    s->level = e->level;
    close_offers(r);
    return true;
}

/* How the game as it stands would end for that reason. */
static Outcome end_for(const Round *r, const RoundEvent *e)
{
    Outcome o = tree_outcome_at(r->tree, r->head);
    if (o.over)
        return o;
    if (e->reason == REASON_AGREED)
        return (Outcome){.over = true, .winner = DRAW, .reason = REASON_AGREED};
    if (!is_leaving(e->reason) || !round_has_seat(r, e->seat))
        return (Outcome){0};
    /* With three sides, only records from before ALL-3 end like this. */
    int winner = r->game->sides == 2 ? 1 - game_side(r->game, e->seat) : DRAW;
    return (Outcome){.over = true, .winner = (int8_t)winner, .reason = e->reason};
}

static bool is_reason(const Round *r, int reason, const RoundEvent *e)
{
    char own[ROUND_REASON];
    round_own_reason(r->game, reason, own);
    return own[0] ? strcmp(own, e->own) == 0 : reason == e->reason;
}

static bool fold_ended(Round *r, const RoundEvent *e, RoundRefusal *why)
{
    Outcome o = end_for(r, e);
    if (!o.over || !is_reason(r, o.reason, e) || o.winner != e->winner)
        return round_refuse(why, ROUND_DAMAGED);
    if (!tree_outcome_at(r->tree, r->head).over) {
        int before = tree_current(r->tree);
        tree_goto(r->tree, r->head);
        tree_end(r->tree, (Reason)e->reason, e->seat, NULL);
        tree_goto(r->tree, before);
    }
    charge(r, e->at);
    r->phase = ROUND_OVER;
    close_offers(r);
    return true;
}

static bool fold_reopened(Round *r, const RoundEvent *e, RoundRefusal *why)
{
    int before = tree_current(r->tree);
    tree_goto(r->tree, r->head);
    bool declared = tree_outcome(r->tree).reason >= REASON_RESIGNED;
    if (declared)
        tree_undo(r->tree);
    tree_goto(r->tree, before);
    if (!declared)
        return round_refuse(why, ROUND_IS_NOT_OVER);
    resume_play(r, e->at);
    return true;
}

static void fold_offer(Round *r, const RoundEvent *e)
{
    RoundOffer which = (RoundOffer)e->offer;
    Offer *o = &r->offer[which];
    if (e->type == ROUND_OFFERED)
        *o = (Offer){.by = e->seat,
                     .asked = asked_for(r, e->seat, which),
                     .again = {o->again[0], o->again[1], o->again[2], o->again[3]}};
    else if (e->type == ROUND_WITHDREW || !e->yes)
        spend_offer(r, which);
    else
        o->asked &= ~(1u << e->seat);
}

/* --- all of them --- */

static bool fold_clock(Round *r, const RoundEvent *e, RoundRefusal *why)
{
    if (e->type == ROUND_CLOCK_SET) {
        if (!round_good_clock(e->clock))
            return round_refuse(why, ROUND_BAD_VALUE);
        r->clock = e->clock;
        fill_clocks(r);
    } else if (e->type == ROUND_RESTARTED) {
        int seat = round_running(r);
        if (e->amount < 0 || e->amount > ROUND_LONGEST)
            return round_refuse(why, ROUND_BAD_VALUE);
        if (seat >= 0)
            r->seat[seat].time += e->amount;
    } else {
        charge(r, e->at);
        r->paused = e->type == ROUND_PAUSED;
    }
    r->since = e->at;
    return true;
}

/* Whether the round is in a state where such an event can happen at all. */
static bool can_follow(const Round *r, const RoundEvent *e)
{
    switch (e->type) {
    case ROUND_STARTED: return false;
    case ROUND_SAT: return r->free || r->phase == ROUND_SEATING;
    case ROUND_STOOD:
    case ROUND_BEGAN: return r->phase == ROUND_SEATING;
    case ROUND_TAKEN_BACK: return !r->free && r->phase == ROUND_PLAYING && e->node >= 0 && e->node < r->head;
    case ROUND_TRIED: return r->free && e->node != r->head;
    case ROUND_CLOCK_SET:
    case ROUND_TIME_SET:
    case ROUND_REOPENED: return r->free;
    case ROUND_MOVED: return r->phase == ROUND_PLAYING || (r->free && r->phase == ROUND_OVER);
    case ROUND_OFFERED:
    case ROUND_ANSWERED:
    case ROUND_WITHDREW:
        return e->offer < ROUND_OFFERS && r->phase == (e->offer == ROUND_REMATCH ? ROUND_OVER : ROUND_PLAYING);
    case ROUND_REMATCH_AGREED: return r->phase == ROUND_OVER;
    case ROUND_WENT:
    case ROUND_CAME_BACK: return true;
    case ROUND_ABORTED: return r->phase != ROUND_OVER;
    case ROUND_ENDED: return r->phase == ROUND_PLAYING;
    default: return r->phase == ROUND_PLAYING;
    }
}

static bool names_a_seat(RoundEventType type)
{
    return type == ROUND_SAT || type == ROUND_STOOD || type == ROUND_MOVED || type == ROUND_OFFERED ||
           type == ROUND_ANSWERED || type == ROUND_WITHDREW || type == ROUND_FLAGGED || type == ROUND_RESIGNED ||
           type == ROUND_LEFT || type == ROUND_WENT || type == ROUND_CAME_BACK || type == ROUND_TIME_SET;
}

static bool fold(Round *r, const RoundEvent *e, RoundRefusal *why)
{
    switch ((RoundEventType)e->type) {
    case ROUND_SAT: return fold_sat(r, e, why);
    case ROUND_STOOD: r->seat[e->seat] = (RoundSeat){.time = r->clock.base}; break;
    case ROUND_BEGAN:
        r->phase = ROUND_PLAYING;
        r->since = e->at;
        break;
    case ROUND_MOVED: return fold_moved(r, e, why);
    case ROUND_TRIED: return play(r, e, false, why);
    case ROUND_OFFERED:
    case ROUND_ANSWERED:
    case ROUND_WITHDREW: fold_offer(r, e); break;
    case ROUND_TAKEN_BACK: return take_back(r, e->node, e->at, why);
    case ROUND_LEFT: return fold_left(r, e, why);
    case ROUND_ENDED: return fold_ended(r, e, why);
    case ROUND_ABORTED:
        charge(r, e->at);
        r->phase = ROUND_OVER;
        r->aborted = true;
        close_offers(r);
        break;
    case ROUND_REOPENED: return fold_reopened(r, e, why);
    case ROUND_WENT:
    case ROUND_CAME_BACK:
        r->seat[e->seat].gone = e->type == ROUND_WENT;
        r->seat[e->seat].gone_since = e->type == ROUND_WENT ? e->at : 0;
        break;
    case ROUND_PAUSED:
    case ROUND_RESUMED:
    case ROUND_RESTARTED:
    case ROUND_CLOCK_SET: return fold_clock(r, e, why);
    case ROUND_TIME_SET:
        if (e->amount < 0 || e->amount > ROUND_LONGEST)
            return round_refuse(why, ROUND_BAD_VALUE);
        charge(r, e->at);
        r->seat[e->seat].time = e->amount;
        break;
    case ROUND_REMATCH_AGREED: r->rematch = true; break;
    default: break;     /* ROUND_FLAGGED, ROUND_RESIGNED: the events that follow say what comes of it */
    }
    return true;
}

bool round_fold(Round *r, const RoundEvent *e, RoundRefusal *why)
{
    bool seat_ok = names_a_seat((RoundEventType)e->type) ? round_has_seat(r, e->seat)
                                                         : e->seat == -1 || round_has_seat(r, e->seat);
    if (e->number != r->events + 1 || e->at < r->last || e->type >= ROUND_EVENT_TYPES || !seat_ok || !can_follow(r, e))
        return round_refuse(why, ROUND_DAMAGED);
    if (!fold(r, e, why))
        return false;
    r->events++;
    r->last = e->at;
    return true;
}
