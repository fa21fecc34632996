/* Rounds: see include/colonnade/round.h. */
#include "api/api.h"

#include "games/registry.h"
#include "round/round.h"

_Static_assert((int)CN_NAME == (int)ROUND_NAME && (int)CN_EVENT_TEXT == (int)ROUND_LINE, "texts fit");
_Static_assert((int)CN_MAX_EVENTS == (int)ROUND_EVENTS, "events fit");
_Static_assert((int)CN_HOUSE == (int)ROUND_HOUSE && (int)CN_HEAD == (int)ROUND_HEAD, "numbers are ours");
_Static_assert((int)CN_SEAT_REMOTE == (int)ROUND_SEAT_KINDS - 1, "kinds of seat are ours");
_Static_assert((int)CN_PER_MOVE == (int)ROUND_CLOCK_KINDS - 1, "clocks are ours");
_Static_assert((int)CN_OFFER_GIVE_UP == (int)ROUND_OFFERS - 1, "offers are ours");
_Static_assert((int)CN_ACT_RESIGN == (int)ROUND_RESIGN && (int)CN_ACT_REOPEN == (int)ROUND_ACTIONS - 1,
               "so are actions");
_Static_assert((int)CN_EVENT_ENDED == (int)ROUND_ENDED && (int)CN_EVENT_REMATCH_AGREED == (int)ROUND_EVENT_TYPES - 1,
               "events are ours");
_Static_assert((int)CN_ILLEGAL == (int)ROUND_ILLEGAL && (int)CN_DAMAGED == (int)ROUND_REFUSALS - 1, "so are refusals");
_Static_assert((int)CN_OVER == (int)ROUND_OVER && (int)CN_LOST == (int)ROUND_LOST, "and how it stands");

static Round *round_of(cn_round *round) { return (Round *)(void *)round; }
static const Round *const_round(const cn_round *round) { return (const Round *)(const void *)round; }
static cn_round *as_theirs(Round *r) { return (cn_round *)(void *)r; }

static RoundClock clock_of(cn_clock c)
{
    return (RoundClock){.kind = (RoundClockKind)c.kind, .base = c.base, .step = c.step};
}

static void give_event(const Game *g, const RoundEvent *e, cn_event *out)
{
    *out = (cn_event){.number = e->number,
                      .at = e->at,
                      .type = (cn_event_type)e->type,
                      .seat = e->seat,
                      .node = e->node,
                      .level = e->level,
                      .winner = e->winner,
                      .kind = (cn_seat_kind)e->kind,
                      .offer = (cn_offer)e->offer,
                      .yes = e->yes,
                      .reason = api_reason(g, (Outcome){.over = true, .reason = e->reason}),
                      .amount = e->amount};
    api_give(e->text, strlen(e->text), out->text, sizeof out->text);
    round_event_write(e, out->line);
}

static void give_events(const Game *g, const RoundEvents *events, cn_events *out)
{
    if (!out)
        return;
    out->count = events->count;
    for (int i = 0; i < events->count; i++)
        give_event(g, &events->event[i], &out->event[i]);
}

cn_round *cn_round_new(const cn_round_options *options, int64_t now, cn_events *out)
{
    cn_round_options o;
    if (!api_take(&o, sizeof o, options, sizeof o) || !o.game)
        return NULL;
    Position start;
    if (o.start)
        start = load(o.start);
    RoundEvents events = {0};
    Round *r = round_new(&(RoundOptions){.game = ours(o.game),
                                         .start = o.start ? &start : NULL,
                                         .clock = clock_of(o.clock),
                                         .free = o.free,
                                         .lag = o.lag,
                                         .claim_after = o.claim_after,
                                         .stand_in = o.stand_in},
                         now, &events);
    if (r)
        give_events(ours(o.game), &events, out);
    return as_theirs(r);
}

cn_round *cn_round_replay(const char *text, size_t length, cn_error *error)
{
    size_t line = 0;
    Round *r = round_replay(text, length, registry_find, &line);
    if (!r && line == 0)
        api_fail(error, CN_ERROR_MEMORY, "out of memory");
    if (!r && line > 0) {
        Buffer sentence = {0};
        buffer_format(&sentence, "line %zu: this cannot have happened next", line);
        api_fail(error, CN_ERROR_TEXT_WRONG, buffer_text(&sentence));
        buffer_free(&sentence);
        if (error)
            error->line = (uint32_t)line;
    }
    return as_theirs(r);
}

void cn_round_free(cn_round *round) { round_free(round_of(round)); }

static bool fail_refused(const RoundRefusal *why, cn_error *error)
{
    if (why->detail.id)
        return api_fail_message(error, CN_ERROR_REFUSED, &why->detail);
    return api_fail(error, CN_ERROR_REFUSED, round_refusal_text(why->code));
}

cn_refusal cn_round_act(cn_round *round, const cn_action *action, int64_t now, cn_events *out, cn_error *error)
{
    cn_action a;
    if (out)
        out->count = 0;
    if (!api_take(&a, sizeof a, action, sizeof a) || (int)a.type < 0 || (int)a.type >= (int)ROUND_ACTIONS) {
        api_fail(error, CN_ERROR_ARGUMENT, "that is not an action");
        return CN_BAD_VALUE;
    }
    RoundEvents events = {0};
    RoundRefusal why = {0};
    RoundAction ask = {.type = (RoundActionType)a.type,
                       .seat = a.seat,
                       .node = a.node,
                       .kind = (RoundSeatKind)a.kind,
                       .level = a.level,
                       .offer = (RoundOffer)a.offer,
                       .yes = a.yes,
                       .lag = a.lag,
                       .amount = a.amount,
                       .reason = api_reason_read(a.reason),
                       .clock = clock_of(a.clock),
                       .text = a.text};
    bool done = round_apply(round_of(round), &ask, now, &events, &why);
    give_events(round_game(const_round(round)), &events, out);
    if (done)
        return CN_DONE;
    fail_refused(&why, error);
    return (cn_refusal)why.code;
}

bool cn_round_deadline(const cn_round *round, int64_t *out) { return round_deadline(const_round(round), out); }

const char *cn_refusal_word(cn_refusal refusal)
{
    return (int)refusal >= 0 && (int)refusal < (int)ROUND_REFUSALS ? round_refusal_word((RoundRefusalCode)refusal) : "";
}

void cn_round_state(const cn_round *round, cn_state *out)
{
    const Round *r = const_round(round);
    Outcome o = round_outcome(r);
    *out = (cn_state){.phase = (cn_phase)round_phase(r),
                      .head = round_head(r),
                      .mover = round_mover(r),
                      .running = round_running(r),
                      .paused = round_is_paused(r),
                      .aborted = round_is_aborted(r),
                      .rematch_agreed = round_rematch_agreed(r),
                      .winner = api_winner(o),
                      .reason = api_reason(round_game(r), o),
                      .events = round_events(r)};
}

bool cn_round_seat(const cn_round *round, int seat, int64_t now, cn_seat *out)
{
    const Round *r = const_round(round);
    if (seat < 0 || seat >= round_game(r)->players)
        return false;
    const RoundSeat *s = round_seat(r, seat);
    *out = (cn_seat){.kind = (cn_seat_kind)s->kind,
                     .level = s->level,
                     .left = s->left,
                     .gone = s->gone,
                     .standing = (cn_standing)round_result(r, seat),
                     .time = round_time_left(r, seat, now)};
    api_give(s->name, strlen(s->name), out->name, sizeof out->name);
    return true;
}

int cn_round_offered(const cn_round *round, cn_offer offer, unsigned *asked)
{
    bool there = (int)offer >= 0 && (int)offer < (int)ROUND_OFFERS;
    return there ? round_offered(const_round(round), (RoundOffer)offer, asked) : -1;
}

cn_tree *cn_round_tree(cn_round *round) { return (cn_tree *)(void *)round_tree(round_of(round)); }
