/* See tournament.h: the standings. */
#include "tournament/tournament_private.h"

#include <stdlib.h>

/* A game that was not played counts as one against somebody with as many points as the player. */
static void add_unplayed(TournamentStanding *s, int worth)
{
    s->buchholz += s->points;
    s->berger += worth * s->points;
}

static void add_opponents(const Tournament *t, const int *points, TournamentStanding *s)
{
    bool swiss = t->kind == TOURNAMENT_SWISS;
    int missed = t->player[s->player].from - 1;
    for (int i = 0; swiss && i < missed && i < t->paired; i++)
        add_unplayed(s, 1);
    for (int i = 0; i < t->games; i++) {
        const TournamentGame *g = &t->game[i];
        if (g->first != s->player && g->second != s->player)
            continue;
        if (g->result == TOURNAMENT_BYE) {
            if (swiss)
                add_unplayed(s, 2);
        } else {
            int seat = g->second == s->player, other = seat ? g->first : g->second;
            s->buchholz += swiss && g->result != TOURNAMENT_OPEN ? points[other] : 0;
            s->berger += tournament_worth(g->result, seat) * points[other];
        }
    }
}

static int by_reckoning(const void *a, const void *b)
{
    const TournamentStanding *x = a, *y = b;
    return x->points != y->points       ? y->points - x->points
           : x->buchholz != y->buchholz ? y->buchholz - x->buchholz
                                        : y->berger - x->berger;
}

static int by_all(const void *a, const void *b)
{
    const TournamentStanding *x = a, *y = b;
    int order = by_reckoning(a, b);
    return order ? order : x->direct != y->direct ? y->direct - x->direct : x->player - y->player;
}

/* What players with equal scores took from each other. */
static void add_direct(const Tournament *t, TournamentStanding *s, int count)
{
    int place[TOURNAMENT_PLAYERS];
    for (int i = 0; i < count; i++)
        place[s[i].player] = i;
    for (int i = 0; i < t->games; i++) {
        const TournamentGame *g = &t->game[i];
        if (g->second < 0)
            continue;
        TournamentStanding *one = &s[place[g->first]], *two = &s[place[g->second]];
        if (by_reckoning(one, two) != 0)
            continue;
        one->direct += tournament_worth(g->result, 0);
        two->direct += tournament_worth(g->result, 1);
    }
}

int tournament_standings(const Tournament *t, TournamentStanding out[TOURNAMENT_PLAYERS])
{
    int points[TOURNAMENT_PLAYERS], count = 0;
    for (int i = 0; i < t->players; i++) {
        points[i] = tournament_points(t, i);
        if (t->player[i].until >= t->player[i].from)
            out[count++] = (TournamentStanding){.player = i, .points = points[i]};
    }
    for (int i = 0; i < count; i++)
        add_opponents(t, points, &out[i]);
    add_direct(t, out, count);
    qsort(out, (size_t)count, sizeof *out, by_all);
    for (int i = 0; i < count; i++) {
        bool shared = i > 0 && by_reckoning(&out[i], &out[i - 1]) == 0 && out[i].direct == out[i - 1].direct;
        out[i].rank = shared ? out[i - 1].rank : i + 1;
    }
    return count;
}
