/* See glicko.h. Steps are numbered as in Glickman's paper. exp and log differ between C libraries in their last
 * bits, so this file has its own. */
#include "house/glicko.h"

#include <math.h>

static const double scale = 173.7178;           /* from Glicko's points to Glicko-2's */
static const double tau = 0.5;                  /* how much volatilities change */
static const double pi_squared = 9.8696044010893586;
static const double ln2 = 0.69314718055994531, ln10 = 2.3025850929940457;
static const double period_ms = 403067736; /* 4.665 days: a rating known to 60 points is provisional after a year */

enum {
    LEAST_DEVIATION = 45 * GLICKO_POINT,
    MOST_DEVIATION = 350 * GLICKO_POINT,
    MOST_RATING = 4000 * GLICKO_POINT,
    LEAST_RATING = 100 * GLICKO_POINT,
    MOST_PERIODS = 10000 * GLICKO_PERIOD,
    MOST_ADVANTAGE = 400,
    PRIOR = 10, /* imaginary wins, and as many losses */
    STEPS = 100, /* in the search for a volatility; about ten are needed */
};

const Glicko glicko_newcomer = {1500 * GLICKO_POINT, MOST_DEVIATION, 60 * (GLICKO_UNIT / 1000)};

static double exponential(double x)
{
    double k = floor(x / ln2 + 0.5), r = x - k * ln2, term = 1, sum = 1;
    for (int i = 1; i <= 16; i++) {
        term = term * r / i;
        sum = sum + term;
    }
    return ldexp(sum, (int)k);
}

static double logarithm(double x)
{
    int e;
    double m = frexp(x, &e);
    if (m < 0.70710678118654752) {
        m = 2 * m;
        e--;
    }
    double s = (m - 1) / (m + 1), square = s * s, power = s, sum = 0;
    for (int i = 1; i <= 25; i += 2) {
        sum = sum + power / i;
        power = power * square;
    }
    return 2 * sum + e * ln2;
}

static int32_t whole(double x, double least, double most)
{
    return (int32_t)floor((x < least ? least : x > most ? most : x) + 0.5);
}

/* --- the paper's functions --- */

static double g_of(double phi) { return 1 / sqrt(1 + 3 * phi * phi / pi_squared); }

static double expected(double g, double difference) { return 1 / (1 + exponential(-g * difference)); }

/* The function whose zero is the logarithm of the new variance. */
typedef struct ZeroOf {
    double delta2, phi2, v, a;
} ZeroOf;

static double f_of(const ZeroOf *s, double x)
{
    double e = exponential(x), d = s->phi2 + s->v + e;
    return e * (s->delta2 - s->phi2 - s->v - e) / (2 * d * d) - (x - s->a) / (tau * tau);
}

/* Step 5: the new volatility, by the Illinois algorithm. */
static double volatility_after(double sigma, double phi, double v, double delta)
{
    ZeroOf s = {.delta2 = delta * delta, .phi2 = phi * phi, .v = v, .a = logarithm(sigma * sigma)};
    double a = s.a, b = a - tau;
    if (s.delta2 > s.phi2 + v)
        b = logarithm(s.delta2 - s.phi2 - v);
    else
        for (int k = 1; k < STEPS && f_of(&s, b) < 0; k++)
            b = a - k * tau;
    double fa = f_of(&s, a), fb = f_of(&s, b);
    for (int i = 0; i < STEPS && fabs(b - a) > 1e-10; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = f_of(&s, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa = fa / 2;
        }
        b = c;
        fb = fc;
    }
    return exponential(a / 2);
}

/* --- the interface --- */

static double bounded_periods(int64_t periods)
{
    return (double)(periods < 0 ? 0 : periods > MOST_PERIODS ? MOST_PERIODS : periods) / GLICKO_PERIOD;
}

Glicko glicko_after(Glicko before, const GlickoResult *results, int count, int64_t periods)
{
    const double unit = scale * GLICKO_POINT;
    double mu = (before.rating - 1500 * GLICKO_POINT) / unit, phi = before.deviation / unit;
    double sigma = (double)before.volatility / GLICKO_UNIT, information = 0, surprise = 0;
    for (int i = 0; i < count; i++) {
        const GlickoResult *r = &results[i];
        double g = g_of(r->opponent.deviation / unit);
        double other = (r->opponent.rating - 1500 * GLICKO_POINT) / unit - r->advantage / scale;
        double e = expected(g, mu - other);
        information = information + g * g * e * (1 - e); /* step 3 */
        surprise = surprise + g * (r->score / 2.0 - e); /* step 4 */
    }
    if (count == 0)
        return glicko_later(before, periods);
    double v = 1 / information;
    sigma = volatility_after(sigma, phi, v, v * surprise);
    double later = sqrt(phi * phi + bounded_periods(periods) * sigma * sigma); /* step 6 */
    phi = 1 / sqrt(1 / (later * later) + information); /* step 7 */
    mu = mu + phi * phi * surprise;
    return (Glicko){whole(mu * unit + 1500 * GLICKO_POINT, LEAST_RATING, MOST_RATING),
                    whole(phi * unit, LEAST_DEVIATION, MOST_DEVIATION),
                    whole(sigma * GLICKO_UNIT, GLICKO_UNIT / 10000, GLICKO_UNIT / 10)};
}

Glicko glicko_later(Glicko g, int64_t periods)
{
    const double unit = scale * GLICKO_POINT;
    double phi = g.deviation / unit, sigma = (double)g.volatility / GLICKO_UNIT;
    g.deviation =
        whole(sqrt(phi * phi + bounded_periods(periods) * sigma * sigma) * unit, LEAST_DEVIATION, MOST_DEVIATION);
    return g;
}

int64_t glicko_periods(int64_t ms) { return ms <= 0 ? 0 : (int64_t)floor((double)ms / period_ms * GLICKO_PERIOD); }

int glicko_advantage(int64_t wins, int64_t draws, int64_t losses)
{
    double won = (double)wins + (double)draws / 2 + PRIOR, lost = (double)losses + (double)draws / 2 + PRIOR;
    return (int)whole(400 * logarithm(won / lost) / ln10, -MOST_ADVANTAGE, MOST_ADVANTAGE);
}
