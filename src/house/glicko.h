/* Ratings after Mark Glickman's Glicko-2 ("Example of the Glicko-2 system", 2013), with two additions: a game counts
 * as soon as it is over, with the time since the last one in place of whole rating periods, and the advantage of a
 * seat enters the expected score.
 *
 * Everything that is kept is an integer, and the arithmetic in between uses only operations that IEEE 754 defines to
 * the last bit. So the same games give the same ratings on every machine. */
#ifndef COLONNADE_HOUSE_GLICKO_H
#define COLONNADE_HOUSE_GLICKO_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GLICKO_POINT = 1000,                /* ratings and deviations are kept in thousandths of a point */
    GLICKO_UNIT = 1000000000,           /* volatilities in billionths */
    GLICKO_PERIOD = 1000,               /* time in thousandths of a rating period */
    GLICKO_SURE = 110 * GLICKO_POINT,   /* a larger deviation: the rating is provisional */
};

typedef struct Glicko {
    int32_t rating, deviation, volatility;
} Glicko;

/* One result against one opponent. */
typedef struct GlickoResult {
    Glicko opponent;
    int advantage;                      /* of one's own seat over the opponent's, in points */
    int score;                          /* half points: 0, 1, 2 */
} GlickoResult;

extern const Glicko glicko_newcomer;    /* 1500 ± 350 */

/* After these results, which are rated together; `periods`: time since the last ones. */
Glicko glicko_after(Glicko g, const GlickoResult *results, int count, int64_t periods);

/* After none: the rating of somebody who has not played for a while is less certain. */
Glicko glicko_later(Glicko g, int64_t periods);

int64_t glicko_periods(int64_t ms);     /* the time in thousandths of a period; never less than 0 */

/* The advantage of a seat with these results, in whole points. It is computed as if there had been 20 more games
 * without an advantage, so that few games say little. */
int glicko_advantage(int64_t wins, int64_t draws, int64_t losses);

#endif
