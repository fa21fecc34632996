/* How long to think about one move, when there is a clock. */
#ifndef COLONNADE_ENGINE_PACE_H
#define COLONNADE_ENGINE_PACE_H

enum { PACE_MOVES_LEFT = 22 };      /* that a game is expected to have, unless the number is given */

/* Seconds: an even share of the time that is left, never so much that the clock runs
 * out. `moves_to_go` 0: not known. */
static inline double pace_share(double left, double increment, double moves_to_go)
{
    static const double overhead = 0.03, least = 0.001;
    double moves = moves_to_go > 0 ? moves_to_go + 1 : PACE_MOVES_LEFT;
    double share = left / moves + 0.8 * increment, most = left * 0.5 - overhead;
    share = share < most ? share : most;
    return share > least ? share : least;
}

#endif
