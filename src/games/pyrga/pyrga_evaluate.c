/* Evaluation and order for Pyrga and Pilotis.
 *
 * Three towers win, and a tower belongs to whoever has two of its pieces. So what counts is towers, and places where
 * one more piece makes one. The last piece decides who gets there first, so what the mover can do at once has
 * features of its own. Features are the mover's count minus the opponent's unless they say otherwise. */
#include "games/pyrga/pyrga_evaluate.h"

#include "games/pyrga/pyrga_rules.h"
#include "games/pyrga/pyrga_weights.h"

enum {
    TOWERS,         /* complete towers */
    LAST_TOWER,     /* 1 with two towers: one more wins */
    PAIRS,          /* places with two pieces, both one's own */
    SINGLES,        /* places with one piece */
    MIXED,          /* places with one piece of each; not a difference */
    TAKE_TOWER,     /* places where the mover can now complete a tower of their own */
    GIVE_TOWER,     /* places where the mover could only complete one for the opponent */
    MOBILITY,       /* pieces (kind and place) that the mover may play, up to 12 */
    STUCK,          /* 1 if the last piece leaves the mover every empty place (PYR-3) */
    ROUNDS,         /* round pieces left */
    TRIANGLES,      /* triangles left */
    TEMPO,          /* 1 */
    PYRGA_FEATURES
};

static const char *const names[PYRGA_FEATURES] = {
    "towers",     "last tower", "pairs", "singles", "mixed",     "take tower",
    "give tower", "mobility",   "stuck", "rounds",  "triangles", "tempo",
};

static void features(const Position *p, int out[MAX_FEATURES])
{
    int mover = pyrga_rules_mover(p);
    uint64_t own = p->w[mover], theirs = p->w[!mover], pieces = own | theirs;
    unsigned complete = pyrga_rules_complete(pieces), two = pyrga_rules_two_or_more(pieces) & ~complete;
    unsigned some_own = pyrga_rules_some(own), some_theirs = pyrga_rules_some(theirs);
    unsigned lone = (some_own | some_theirs) & ~two & ~complete, mixed = two & some_own & some_theirs;
    int towers = pyrga_rules_towers(p, mover), their_towers = pyrga_rules_towers(p, !mover);
    uint64_t sent = pyrga_rules_sent(p), playable = pyrga_rules_playable(p);
    int mobility = __builtin_popcountll(playable);
    unsigned reach = pyrga_rules_some(playable);
    out[TOWERS] = towers - their_towers;
    out[LAST_TOWER] = (towers == 2) - (their_towers == 2);
    out[PAIRS] = __builtin_popcount(two & some_own & ~some_theirs) - __builtin_popcount(two & some_theirs & ~some_own);
    out[SINGLES] = __builtin_popcount(lone & some_own) - __builtin_popcount(lone & some_theirs);
    out[MIXED] = __builtin_popcount(mixed);
    out[TAKE_TOWER] = __builtin_popcount(reach & two & some_own);
    out[GIVE_TOWER] = __builtin_popcount(reach & two & ~some_own);
    out[MOBILITY] = mobility < 12 ? mobility : 12;
    out[STUCK] = sent == 0;
    out[ROUNDS] = pyrga_rules_left(own, KIND_ROUND) - pyrga_rules_left(theirs, KIND_ROUND);
    out[TRIANGLES] = pyrga_rules_left(own, KIND_TRIANGLE) - pyrga_rules_left(theirs, KIND_TRIANGLE);
    out[TEMPO] = 1;
}

const Evaluation pyrga_evaluation = {PYRGA_FEATURES, names, pyrga_weights, features};

/* Completing one's own tower comes first; then what leaves the opponent little choice: a round piece, then a
 * triangle. */
int pyrga_order(const Position *p, Move m)
{
    static const int by_kind[] = {0, 0, 50, 100};
    int mover = pyrga_rules_mover(p);
    uint64_t pieces = p->w[WHITE] | p->w[BLACK];
    unsigned at = 1u << pyrga_rules_place(m);
    int rank = by_kind[pyrga_rules_kind(m)];
    if (pyrga_rules_two_or_more(pieces) & at)
        rank += pyrga_rules_some(p->w[mover]) & at ? 2000 : -2000;
    return rank;
}
