/* What a network sees of a Pilea position: at each place around the grey pile, whose top cube lies there and how
 * high, and whose cube is under it; how many cubes each player has in reserve; and in how many places each would
 * capture. */
#include "games/nets.h"
#include "games/pilea/pilea_rules.h"
#include "games/pilea/pilea_search.h"

enum { MOST_HEIGHT = 6, MOST_THREATS = 5 };

enum {
    OWN = 0,                                        /* by place, then height … */
    OTHER = OWN + PILEA_PLACES * MOST_HEIGHT,       /* … the same for the opponent's */
    OWN_UNDER = OTHER + PILEA_PLACES * MOST_HEIGHT, /* by place */
    OTHER_UNDER = OWN_UNDER + PILEA_PLACES,
    OWN_RESERVE = OTHER_UNDER + PILEA_PLACES,
    OTHER_RESERVE = OWN_RESERVE + PILEA_CUBES + 1,
    OWN_THREATS = OTHER_RESERVE + PILEA_CUBES + 1,
    OTHER_THREATS = OWN_THREATS + MOST_THREATS + 1,
    INPUTS = OTHER_THREATS + MOST_THREATS + 1
};

static int at_most(int n, int most) { return n < most ? n : most; }

/* Each player's cubes are counted on the way: those not on the board are in reserve. */
static int active(const Position *p, uint16_t out[NET_MOST_ACTIVE])
{
    uint32_t own = pilea_own(p), opposing = pilea_opposing(p), mover = (uint32_t)pilea_mover(p);
    int n = 0, cubes[2] = {0};
    for (uint32_t rest = own | opposing; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        uint32_t pile = pilea_pile(p, place);
        int height = pilea_pile_height(pile);
        uint32_t bits = pile & ((1u << height) - 1);
        int black = __builtin_popcount(bits);
        cubes[1] += black;
        cubes[0] += height - black;
        out[n++] =
            (uint16_t)(((pile & 1) == mover ? OWN : OTHER) + place * MOST_HEIGHT + at_most(height, MOST_HEIGHT) - 1);
        if (height > 1)
            out[n++] = (uint16_t)(((pile >> 1 & 1) == mover ? OWN_UNDER : OTHER_UNDER) + place);
    }
    out[n++] = (uint16_t)(OWN_RESERVE + at_most(PILEA_CUBES - cubes[mover], PILEA_CUBES));
    out[n++] = (uint16_t)(OTHER_RESERVE + at_most(PILEA_CUBES - cubes[!mover], PILEA_CUBES));
    out[n++] =
        (uint16_t)(OWN_THREATS + at_most(__builtin_popcount(pilea_threats(own, opposing) & ~opposing), MOST_THREATS));
    out[n++] =
        (uint16_t)(OTHER_THREATS + at_most(__builtin_popcount(pilea_threats(opposing, own) & ~own), MOST_THREATS));
    return n;
}

const NetInputs pilea_net_inputs = {INPUTS, NET_WIDEST, 0, 1, active};

int pilea_judge(const Position *p)
{
    uint16_t on[NET_MOST_ACTIVE];
    return net_evaluate(&pilea_net, 0, on, active(p, on));
}
