/* A round: making it, and how it stands. See round.h. */
#include "core/memory.h"
#include "round/round_private.h"

#include <string.h>

/* --- making and unmaking --- */

Round *round_from(const RoundEvent *e)
{
    Position start;
    if (e->type != ROUND_STARTED || e->number != 1 || !e->game || !round_good_clock(e->clock) || e->lag < 0 ||
        e->lag > ROUND_LONGEST || e->amount <= 0 || e->amount > ROUND_LONGEST || e->level < LEVEL_MIN ||
        e->level > LEVEL_MAX)
        return NULL;
    e->game->start(&start);
    if (e->text[0] && !e->game->read_position(e->text, &start, NULL))
        return NULL;
    Round *r = memory_resize(NULL, sizeof *r);
    if (!r)
        return NULL;
    *r = (Round){.game = e->game,
                 .start = start,
                 .tree = tree_new(e->game, &start),
                 .free = e->free,
                 .phase = e->free ? ROUND_PLAYING : ROUND_SEATING,
                 .clock = e->clock,
                 .lag = e->lag,
                 .claim_after = e->amount,
                 .stand_in = e->level,
                 .since = e->at,
                 .last = e->at,
                 .events = 1};
    for (int seat = 0; seat < e->game->players; seat++)
        r->seat[seat] = (RoundSeat){.kind = e->free ? ROUND_PERSON : ROUND_EMPTY, .time = e->clock.base};
    for (int which = 0; which < ROUND_OFFERS; which++)
        r->offer[which].by = -1;
    if (r->tree)
        return r;
    memory_free(r);
    return NULL;
}

Round *round_new(const RoundOptions *options, int64_t now, RoundEvents *out)
{
    RoundEvent e = {
        .number = 1,
        .at = now,
        .type = ROUND_STARTED,
        .seat = -1,
        .game = options->game,
        .clock = options->clock,
        .free = options->free,
        .lag = options->lag,
        .amount = options->claim_after ? options->claim_after : ROUND_CLAIM_AFTER,
        .level = (int16_t)(options->stand_in ? options->stand_in : ROUND_STAND_IN),
    };
    Position own;
    out->count = 0;
    options->game->start(&own);
    if (options->start && !position_equal(options->start, &own))
        options->game->write_position(options->start, e.text);
    Round *r = round_from(&e);
    if (r)
        out->event[out->count++] = e;
    return r;
}

void round_free(Round *r)
{
    if (!r)
        return;
    tree_free(r->tree);
    memory_free(r);
}

bool round_take(Round *r, const RoundEvent *event, RoundRefusal *why)
{
    if (why)
        *why = (RoundRefusal){0};
    return round_fold(r, event, why);
}

Round *round_replay(const char *text, size_t length, RecordFind *find, size_t *line)
{
    Round *r = NULL;
    size_t number = 0;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t bytes = end ? (size_t)(end - (text + at)) : length - at;
        char copy[ROUND_LINE];
        RoundEvent e;
        number++;
        bool ok = bytes < sizeof copy;
        if (ok) {
            memcpy(copy, text + at, bytes);
            copy[bytes] = '\0';
            ok = strlen(copy) == bytes && round_event_read(copy, find, &e) &&
                 (number == 1 ? (r = round_from(&e)) != NULL : round_fold(r, &e, NULL));
        }
        if (!ok) {
            round_free(r);
            r = NULL;
            break;
        }
        at += bytes + 1;
    }
    if (line)
        *line = number;
    return r;
}

/* --- how it stands --- */

const Game *round_game(const Round *r) { return r->game; }
Tree *round_tree(Round *r) { return r->tree; }
int round_head(const Round *r) { return r->head; }
int round_mover(const Round *r) { return r->game->mover(&tree_node(r->tree, r->head)->position); }
RoundPhase round_phase(const Round *r) { return r->phase; }
bool round_is_free(const Round *r) { return r->free; }
bool round_is_paused(const Round *r) { return r->paused; }
bool round_is_aborted(const Round *r) { return r->aborted; }
bool round_rematch_agreed(const Round *r) { return r->rematch; }
RoundClock round_clock(const Round *r) { return r->clock; }
const RoundSeat *round_seat(const Round *r, int seat) { return &r->seat[seat]; }
Outcome round_outcome(const Round *r) { return tree_outcome_at(r->tree, r->head); }
uint32_t round_events(const Round *r) { return r->events; }
int64_t round_last(const Round *r) { return r->last; }

int64_t round_time_left(const Round *r, int seat, int64_t now)
{
    int64_t left = round_clock_at(r, seat, now);
    return left > 0 ? left : 0;
}

int64_t round_claim_wait(const Round *r, int seat, int64_t now)
{
    const RoundSeat *s = &r->seat[seat];
    if (round_phase(r) != ROUND_PLAYING || !s->gone || s->left)
        return -1;
    int64_t wait = s->gone_since + r->claim_after - now;
    return wait > 0 ? wait : 0;
}

bool round_deadline(const Round *r, int64_t *out)
{
    int seat = round_running(r);
    if (seat >= 0)
        *out = r->since + r->seat[seat].time + r->lag;
    return seat >= 0;
}

RoundResult round_result(const Round *r, int seat)
{
    if (r->seat[seat].left)
        return ROUND_LOST;
    if (r->phase != ROUND_OVER || r->aborted)
        return ROUND_OPEN;
    Outcome o = round_outcome(r);
    /* With three sides, in a record from before ALL-3: whoever stopped the game has lost it. */
    if (o.winner == DRAW)
        return tree_ended_by(r->tree, r->head) == seat ? ROUND_LOST : ROUND_DREW;
    return o.winner == game_side(r->game, seat) ? ROUND_WON : ROUND_LOST;
}

int round_offered(const Round *r, RoundOffer offer, unsigned *asked)
{
    if (asked)
        *asked = r->offer[offer].asked;
    return r->offer[offer].by;
}

void round_rematch(const Round *r, RoundOptions *out)
{
    *out = (RoundOptions){
        .game = r->game,
        .start = tree_at_start(r->tree) ? NULL : &r->start,
        .clock = r->clock,
        .free = r->free,
        .lag = r->lag,
        .claim_after = r->claim_after,
        .stand_in = r->stand_in,
    };
}

int round_rematch_seat(const Round *r, int seat) { return (seat + 1) % r->game->players; }
