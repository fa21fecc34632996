/* Levels on seats: asks them when it is their turn, and does what they answer. They think elsewhere (thinker.h); the
 * house never waits for them. */
#include "house/house_private.h"

#include "core/memory.h"

#include <string.h>

/* Seconds for a move: a small part of what is left, so that no clock runs out. */
static double patience(const HouseRound *r, int seat, int64_t now)
{
    if (round_clock(r->round).kind == ROUND_UNTIMED || round_seat(r->round, seat)->left)
        return 1;
    double left = (double)round_time_left(r->round, seat, now) / SECOND / 60;
    return left > 1 ? 1 : left < 0.05 ? 0.05 : left;
}

static void ask(House *h, HouseRound *r, HouseQuestion question, int seat)
{
    const Tree *t = round_tree(r->round);
    int head = round_head(r->round);
    HouseThought thought = {.number = round_events(r->round),
                            .question = question,
                            .seat = seat,
                            .level = round_seat(r->round, seat)->level,
                            .seconds = question == HOUSE_MOVE ? patience(r, seat, house_now(h)) : 0.3,
                            .game = round_game(r->round),
                            .position = tree_node(t, head)->position};
    uint64_t *hashes = tree_history(t, head, &thought.history_count);
    memcpy(thought.round, r->id, sizeof thought.round);
    thought.history = hashes;
    if (!hashes)
        thought.history_count = 0;
    h->world.think(h->world.context, &thought);
    memory_free(hashes);
}

static bool is_level(const Round *round, int seat)
{
    return round_seat(round, seat)->kind == ROUND_LEVEL || round_seat(round, seat)->left;
}

void levels_look(House *h, HouseRound *r)
{
    Round *round = r->round;
    unsigned asked = 0;
    /* Only what is stored has happened: a level does not answer something that may be undone. */
    if (!h->world.think || h->closing || r->broken || r->pending || round_phase(round) != ROUND_PLAYING)
        return;
    int mover = round_mover(round);
    if (is_level(round, mover) && r->thinking != round_events(round)) {
        r->thinking = round_events(round);
        ask(h, r, HOUSE_MOVE, mover);
    }
    if (round_offered(round, ROUND_DRAW, &asked) < 0 || r->asked == round_events(round))
        return;
    for (int seat = 0; seat < round_game(round)->players; seat++)
        if (asked >> seat & 1 && is_level(round, seat)) {
            r->asked = round_events(round);
            ask(h, r, HOUSE_AGREE, seat);
            return;
        }
}

void house_answer(House *h, const HouseAnswer *a)
{
    if (a->question == HOUSE_FAIR) {
        start_drawn(h, a);
        return;
    }
    HouseRound *r = rounds_loaded(h, a->round);
    if (!r)
        return;
    if (a->question == HOUSE_MOVE && r->thinking == a->number)
        r->thinking = 0;
    if (h->closing || r->broken || !leases_hold(h, a->round))
        return;
    if (a->question == HOUSE_AGREE)
        rounds_act(h, r, &(RoundAction){.type = ROUND_ANSWER, .seat = a->seat, .offer = ROUND_DRAW, .yes = a->agree});
    /* Somebody may have come, gone or offered something meanwhile; only the position matters. */
    else if (a->move[0] && a->number >= r->matters && a->number <= round_events(r->round))
        rounds_act(h, r, &(RoundAction){.type = ROUND_MOVE, .seat = a->seat, .node = ROUND_HEAD, .text = a->move});
    rounds_look(h, r);
}
