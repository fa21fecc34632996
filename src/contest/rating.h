/* What results say about strength: Elo with error bars, and a sequential test. */
#ifndef COLONNADE_CONTEST_RATING_H
#define COLONNADE_CONTEST_RATING_H

typedef struct Tally {
    int wins, draws, losses;
} Tally;

static inline int tally_games(Tally t) { return t.wins + t.draws + t.losses; }
/* Share of the points, from 0 to 1; 0.5 without games. */
double tally_share(Tally t);

typedef struct Elo {
    double difference;      /* ±INFINITY when all or none of the points were won */
    double low, high;       /* in 95 of 100 such contests the true difference lies between these */
} Elo;
Elo rating_elo(Tally t);

/* How much likelier the results are if the difference is `elo1` than if it is `elo0`:
 * the logarithm, by the normal approximation of the score. */
double rating_llr(Tally t, double elo0, double elo1);

typedef enum TestVerdict { TEST_OPEN, TEST_ACCEPTED, TEST_REJECTED } TestVerdict;
/* elo1 is accepted, or rejected in favour of elo0, with 5 % errors of either kind. */
TestVerdict rating_test(Tally t, double elo0, double elo1);

#endif
