/* Who is in a round, on which seats, and whether they can be reached. */
#include "house/house_private.h"

#include "core/memory.h"

void rounds_empty(House *h, HouseRound *r)
{
    RoundOptions o;
    round_rematch(r->round, &o);
    for (int seat = 0; seat < o.game->players; seat++) {
        r->away[seat] = house_now(h);
        r->quota[seat] = 3 * o.lag;
    }
}

Member *rounds_join(House *h, HouseRound *r, Visitor *v, unsigned seats)
{
    Member *m = r->member;
    while (m && m->visitor != v)
        m = m->next_in_round;
    if (!m) {
        if (v->members >= ENTERED)
            return NULL;
        m = memory_resize(NULL, sizeof *m);
        if (!m)
            return NULL;
        *m = (Member){.next_in_round = r->member, .next_of_visitor = v->member, .visitor = v, .in = r};
        r->member = v->member = m;
        v->members++;
    }
    m->seats |= seats;
    rounds_present(h, r);
    return m;
}

void rounds_part(House *h, Member *m)
{
    HouseRound *r = m->in;
    bool looked_on = m->seats == 0;
    Member **at = &r->member;
    while (*at != m)
        at = &(*at)->next_in_round;
    *at = m->next_in_round;
    for (at = &m->visitor->member; *at != m;)
        at = &(*at)->next_of_visitor;
    *at = m->next_of_visitor;
    m->visitor->members--;
    memory_free(m);
    if (!r->member)
        r->idle = house_now(h);
    rounds_present(h, r);
    if (looked_on && !r->lost && r->round)
        say_here(h, r);
}

void rounds_present(House *h, HouseRound *r)
{
    unsigned here = 0;
    bool changed = false;
    if (r->lost)
        return;
    for (Member *m = r->member; m; m = m->next_in_round)
        here |= m->seats;
    for (int seat = 0; r->round && seat < round_game(r->round)->players; seat++) {
        bool is = here >> seat & 1, was = r->away[seat] == 0;
        changed |= is != was;
        if (is != was)
            r->away[seat] = is ? 0 : house_now(h);
        if (is && !r->broken && round_phase(r->round) == ROUND_PLAYING && round_seat(r->round, seat)->gone)
            rounds_act(h, r, &(RoundAction){.type = ROUND_PRESENT, .seat = seat});
    }
    if (changed) {
        say_here(h, r);
        rounds_look(h, r);
    }
}
