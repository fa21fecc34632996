/* See tournament.h: what both kinds share, and the round robin. */
#include "tournament/tournament_private.h"

int tournament_most_rounds(TournamentKind kind, int players)
{
    int once = players + players % 2 - 1;
    if (kind == TOURNAMENT_SWISS)
        return once < TOURNAMENT_SWISS_ROUNDS ? once : TOURNAMENT_SWISS_ROUNDS;
    return kind == TOURNAMENT_DOUBLE ? 2 * once : once;
}

int tournament_rounds(TournamentKind kind, int players)
{
    /* As long as everybody has met fewer than half of the others, there is a next round (Dirac's theorem). */
    int sure = (players + 1) / 2, rounds = 1;
    if (kind != TOURNAMENT_SWISS)
        return tournament_most_rounds(kind, players);
    for (int n = 1; n < players; n *= 2)
        rounds++;
    return rounds < sure ? rounds : sure;
}

bool tournament_is_there(const Tournament *t, int player, int round)
{
    return t->player[player].from <= round && round <= t->player[player].until;
}

int tournament_present(const Tournament *t)
{
    int count = 0;
    for (int i = 0; i < t->players; i++)
        count += tournament_is_there(t, i, t->paired + 1);
    return count;
}

bool tournament_awaited(const Tournament *t)
{
    for (int i = 0; i < t->games; i++)
        if (t->game[i].result == TOURNAMENT_OPEN)
            return true;
    return false;
}

int tournament_worth(TournamentResult r, int seat)
{
    switch (r) {
    case TOURNAMENT_FIRST:
    case TOURNAMENT_FIRST_UNPLAYED: return seat == 0 ? 2 : 0;
    case TOURNAMENT_SECOND:
    case TOURNAMENT_SECOND_UNPLAYED: return seat == 0 ? 0 : 2;
    case TOURNAMENT_DRAWN: return 1;
    default: return 0;
    }
}

int tournament_points(const Tournament *t, int player)
{
    const TournamentPlayer *p = &t->player[player];
    int missed = p->from - 1 < t->paired ? p->from - 1 : t->paired;
    int points = t->kind == TOURNAMENT_SWISS ? missed : 0;
    for (int i = 0; i < t->games; i++) {
        const TournamentGame *g = &t->game[i];
        if (g->result == TOURNAMENT_BYE)
            points += g->first == player && t->kind == TOURNAMENT_SWISS ? 2 : 0;
        else if (g->first == player || g->second == player)
            points += tournament_worth(g->result, g->second == player);
    }
    return points;
}

/* --- round robin --- */

/* Places 0 … m-1 form a circle, with m odd; one more place, m, may be in the middle. In round s, places meet whose
 * sum is s modulo m; a place that would meet itself meets the middle, or rests. The difference of two places decides
 * who has the first seat: it is odd for one of them and even for the other. It decreases by one from round to round,
 * so that seats change nearly every round. */
static void meet(int m, int s, int place, int *other, bool *first)
{
    *other = ((s - place) % m + m) % m;
    *first = ((place - *other) % m + m) % m % 2 == 1;
    if (*other == place) {
        *other = m;
        *first = s % 2 == 1;
    }
}

static TournamentGame game_of(const Tournament *t, int round, int first, int second)
{
    bool one = tournament_is_there(t, first, round), two = tournament_is_there(t, second, round);
    return (TournamentGame){round, first, second,
                            one && two ? TOURNAMENT_OPEN
                            : one      ? TOURNAMENT_FIRST_UNPLAYED
                                       : TOURNAMENT_SECOND_UNPLAYED};
}

static int pair_everybody(const Tournament *t, TournamentGame *out)
{
    int place[TOURNAMENT_PLAYERS], players = 0, count = 0, round = t->paired + 1;
    for (int i = 0; i < t->players; i++)
        if (tournament_is_there(t, i, 1))
            place[players++] = i;
    int m = players % 2 ? players : players - 1;
    if (players < 2)
        return 0;
    bool swapped = (round - 1) / m % 2 == 1;
    for (int i = 0; i < m; i++) {
        int other;
        bool first;
        meet(m, (round - 1) % m, i, &other, &first);
        if (other < i)
            continue; /* the pair has been listed already */
        bool here = tournament_is_there(t, place[i], round);
        if (other >= players) {
            if (here)
                out[count++] = (TournamentGame){round, place[i], TOURNAMENT_NOBODY, TOURNAMENT_BYE};
        } else if (here || tournament_is_there(t, place[other], round)) {
            first ^= swapped;
            out[count++] = game_of(t, round, place[first ? i : other], place[first ? other : i]);
        }
    }
    return count;
}

int tournament_pair(const Tournament *t, TournamentGame out[TOURNAMENT_TABLES + 1])
{
    if (t->paired >= t->rounds)
        return 0;
    return t->kind == TOURNAMENT_SWISS ? swiss_pair(t, out) : pair_everybody(t, out);
}
