/* Who can be paired with whom so that everybody is paired: perfect matchings in any graph (Edmonds' blossoms).
 *
 * A caller that pairs people one couple after the other asks before each couple whether the rest can still be paired.
 * So no existing pairing is missed, and nothing is tried twice. */
#ifndef COLONNADE_TOURNAMENT_MATCHING_H
#define COLONNADE_TOURNAMENT_MATCHING_H

#include <stdbool.h>

enum { MATCHING_MOST = 128 };

typedef struct Matching {
    int count;
    bool edge[MATCHING_MOST][MATCHING_MOST];    /* symmetric */
    bool gone[MATCHING_MOST];                   /* left out */
    int mate[MATCHING_MOST];                    /* -1: nobody */
} Matching;

/* Pairs everybody who is not gone, in m->mate; false: that is impossible. */
bool matching_perfect(Matching *m);

/* Whether everybody else can be paired if these two are. `m` must be perfect. True: both are gone from it, and it is
 * perfect again; false: it is as before. */
bool matching_settle(Matching *m, int a, int b);

#endif
