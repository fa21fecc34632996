/* What a network sees of a Pylos position: which places the player to move holds and which the opponent, how many
 * balls each has on the board, in how many places each could complete a figure, how many balls each could raise, and
 * how many places are usable. */
#include "games/nets.h"
#include "games/pylos/pylos_impl.h"
#include "games/pylos/pylos_rules.h"

enum { MOST_FIGURES = 3, MOST_RAISES = 6, MOST_USABLE = 15 };

enum {
    OWN = 0,
    OTHER = OWN + PYLOS_PLACES,
    OWN_COUNT = OTHER + PYLOS_PLACES,
    OTHER_COUNT = OWN_COUNT + PYLOS_BALLS,
    OWN_FIGURES = OTHER_COUNT + PYLOS_BALLS,
    OTHER_FIGURES = OWN_FIGURES + MOST_FIGURES + 1,
    OWN_RAISES = OTHER_FIGURES + MOST_FIGURES + 1,
    OTHER_RAISES = OWN_RAISES + MOST_RAISES + 1,
    USABLE = OTHER_RAISES + MOST_RAISES + 1,
    INPUTS = USABLE + MOST_USABLE + 1
};

static inline uint16_t step(int first, int count, int most)
{
    return (uint16_t)(first + (count < most ? count : most));
}

static inline int active(const Position *p, unsigned rules, uint16_t out[NET_MOST_ACTIVE])
{
    uint64_t w = p->w[0], own = pylos_balls(w, pylos_seat(w)), other = pylos_balls(w, 1 - pylos_seat(w));
    int n = 0;
    for (uint64_t rest = own; rest; rest &= rest - 1)
        out[n++] = (uint16_t)(OWN + pylos_lowest(rest));
    int held = n;
    for (uint64_t rest = other; rest; rest &= rest - 1)
        out[n++] = (uint16_t)(OTHER + pylos_lowest(rest));
    int opposing = n - held;
    own = pylos_widen(own);
    other = pylos_widen(other);
    uint64_t all = own | other, usable = pylos_usable(all);
    out[n++] = (uint16_t)(OWN_COUNT + held);
    out[n++] = (uint16_t)(OTHER_COUNT + opposing);
    out[n++] = step(OWN_FIGURES, pylos_bits(usable & pylos_completes(own, rules)), MOST_FIGURES);
    out[n++] = step(OTHER_FIGURES, pylos_bits(usable & pylos_completes(other, rules)), MOST_FIGURES);
    out[n++] = step(OWN_RAISES, pylos_raisable(own, all, usable), MOST_RAISES);
    out[n++] = step(OTHER_RAISES, pylos_raisable(other, all, usable), MOST_RAISES);
    out[n++] = step(USABLE, pylos_bits(usable), MOST_USABLE);
    return n;
}

/* The heads, in the order of the registry. */
enum { HEAD_standard, HEAD_children, HEAD_expert, HEAD_lenient, HEAD_expert_lenient };

#define RULESET(name, rules)                                                                                           \
    static int active_##name(const Position *p, uint16_t out[NET_MOST_ACTIVE]) { return active(p, rules, out); }       \
    const NetInputs pylos_net_##name = {INPUTS, NET_WIDEST, HEAD_##name, 1, active_##name};                            \
    int pylos_judge_##name(const Position *p)                                                                          \
    {                                                                                                                  \
        uint16_t on[NET_MOST_ACTIVE];                                                                                  \
        return net_evaluate(&pylos_net, HEAD_##name, on, active(p, rules, on));                                        \
    }
PYLOS_RULESETS(RULESET)
#undef RULESET
