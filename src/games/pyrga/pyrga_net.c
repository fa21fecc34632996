/* What a network sees of a position of Pyrga or Pilotis: what stands on each place and whose it is, where the last
 * piece lets the mover play and in how many ways, where the mover can complete a tower and for whom, how many pieces
 * of each kind are left, and the towers. */
#include "games/nets.h"
#include "games/pyrga/pyrga_evaluate.h"
#include "games/pyrga/pyrga_rules.h"

enum { STATES = 27 /* of a place: none, own or other, for each kind */, MOST_WAYS = 12 };

enum {
    PLACE = 0,
    REACH = PLACE + PYRGA_PLACES * STATES,
    TAKE = REACH + PYRGA_PLACES,
    GIVE = TAKE + PYRGA_PLACES,
    OWN_LEFT = GIVE + PYRGA_PLACES,
    OTHER_LEFT = OWN_LEFT + 3 * (PYRGA_EACH + 1),
    OWN_TOWERS = OTHER_LEFT + 3 * (PYRGA_EACH + 1),
    OTHER_TOWERS = OWN_TOWERS + PYRGA_TOWERS + 1,
    WAYS = OTHER_TOWERS + PYRGA_TOWERS + 1,
    STUCK = WAYS + MOST_WAYS + 1,
    INPUTS = STUCK + 1
};

/* Which of the kinds stand there, as the digits of a number in base 3. */
static inline int digits(uint64_t pieces, int place)
{
    return (int)((pieces >> (16 + place) & 1) + 3 * (pieces >> (32 + place) & 1) + 9 * (pieces >> (48 + place) & 1));
}

static int add_places(int first, unsigned places, uint16_t *out)
{
    int n = 0;
    for (; places; places &= places - 1)
        out[n++] = (uint16_t)(first + __builtin_ctz(places));
    return n;
}

static int active(const Position *p, uint16_t out[NET_MOST_ACTIVE])
{
    int mover = pyrga_rules_mover(p), n = 0;
    uint64_t own = p->w[mover], theirs = p->w[!mover], pieces = own | theirs, playable = pyrga_rules_playable(p);
    for (unsigned rest = pyrga_rules_some(pieces); rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        out[n++] = (uint16_t)(PLACE + place * STATES + digits(own, place) + 2 * digits(theirs, place));
    }
    unsigned reach = pyrga_rules_some(playable), mine = pyrga_rules_some(own);
    unsigned two = pyrga_rules_two_or_more(pieces) & ~pyrga_rules_complete(pieces);
    n += add_places(REACH, reach & ~two, out + n);
    n += add_places(TAKE, reach & two & mine, out + n);
    n += add_places(GIVE, reach & two & ~mine, out + n);
    for (int kind = KIND_SQUARE; kind <= KIND_ROUND; kind++) {
        int at = (kind - KIND_SQUARE) * (PYRGA_EACH + 1);
        out[n++] = (uint16_t)(OWN_LEFT + at + pyrga_rules_left(own, kind));
        out[n++] = (uint16_t)(OTHER_LEFT + at + pyrga_rules_left(theirs, kind));
    }
    out[n++] = (uint16_t)(OWN_TOWERS + pyrga_rules_towers(p, mover));
    out[n++] = (uint16_t)(OTHER_TOWERS + pyrga_rules_towers(p, !mover));
    int ways = __builtin_popcountll(playable);
    out[n++] = (uint16_t)(WAYS + (ways < MOST_WAYS ? ways : MOST_WAYS));
    if (pyrga_rules_sent(p) == 0)
        out[n++] = STUCK;
    return n;
}

const NetInputs pyrga_net_inputs = {INPUTS, NET_MIDDLE, 0, 1, active};

int pyrga_judge(const Position *p)
{
    uint16_t on[NET_MOST_ACTIVE];
    return net_evaluate(&pyrga_net, 0, on, active(p, on));
}

int pilotis_judge(const Position *p)
{
    uint16_t on[NET_MOST_ACTIVE];
    return net_evaluate(&pilotis_net, 0, on, active(p, on));
}
