/* See rating.h. Games count as independent, with three results. */
#include "contest/rating.h"

#include <math.h>

double tally_share(Tally t)
{
    int games = tally_games(t);
    return games ? (t.wins + 0.5 * t.draws) / games : 0.5;
}

static double elo_of_share(double share)
{
    return share <= 0 ? -INFINITY : share >= 1 ? INFINITY : -400 * log10(1 / share - 1);
}

static double share_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* Variance of one game's points. A contest in which all games end alike would seem certain, so half a game of each
 * result is added. */
static double variance(Tally t)
{
    double w = t.wins + 0.5, d = t.draws + 0.5, l = t.losses + 0.5, n = w + d + l;
    double mean = (w + 0.5 * d) / n;
    return (w * (1 - mean) * (1 - mean) + d * (0.5 - mean) * (0.5 - mean) + l * mean * mean) / n;
}

Elo rating_elo(Tally t)
{
    int games = tally_games(t);
    double share = tally_share(t), error = games ? 1.96 * sqrt(variance(t) / games) : 0.5;
    return (Elo){elo_of_share(share), elo_of_share(share - error), elo_of_share(share + error)};
}

double rating_llr(Tally t, double elo0, double elo1)
{
    int games = tally_games(t);
    if (games == 0)
        return 0;
    double share0 = share_of_elo(elo0), share1 = share_of_elo(elo1);
    return games * (share1 - share0) * (2 * tally_share(t) - share0 - share1) / (2 * variance(t));
}

TestVerdict rating_test(Tally t, double elo0, double elo1)
{
    double bound = log(0.95 / 0.05), llr = rating_llr(t, elo0, elo1);
    return llr >= bound ? TEST_ACCEPTED : llr <= -bound ? TEST_REJECTED : TEST_OPEN;
}
