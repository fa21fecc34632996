/* A Swiss round: people with equal points meet.
 *
 * From the top down, everybody gets the most suitable opponent among those that still allow the rest to be paired
 * (matching.h). Players with the same score come first, then those who are due for the other seat; among these, as
 * usual, whoever stands half a group further down. The lowest player who has had no bye gets the bye. */
#include "tournament/matching.h"
#include "tournament/tournament_private.h"

#include <assert.h>
#include <stdlib.h>

_Static_assert((int)MATCHING_MOST == (int)TOURNAMENT_PLAYERS, "everybody can be paired");

enum { SEATS_APART = 2 };       /* most games more on one seat than on the other */

typedef struct SwissPlayer {
    int player, points, rating;
    int balance;                /* games on the first seat minus games on the second */
    int last;                   /* the last seat: 1 first, -1 second, 0 none */
    bool had_bye;
} SwissPlayer;

typedef struct SwissRound {
    const Tournament *t;
    SwissPlayer one[TOURNAMENT_PLAYERS];        /* the leader first */
    int count;
    bool met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS];   /* by place in `one` */
    Matching matching;
} SwissRound;

static int higher(const void *a, const void *b)
{
    const SwissPlayer *x = a, *y = b;
    if (x->points != y->points)
        return y->points - x->points;
    if (x->rating != y->rating)
        return y->rating > x->rating ? 1 : -1;
    return x->player - y->player;
}

static void note_seat(SwissPlayer *p, int seat)
{
    p->balance += seat;
    p->last = seat;
}

static void look_at_games(SwissRound *s)
{
    int place[TOURNAMENT_PLAYERS];
    for (int i = 0; i < s->t->players; i++)
        place[i] = -1;
    for (int i = 0; i < s->count; i++)
        place[s->one[i].player] = i;
    for (int i = 0; i < s->t->games; i++) {
        const TournamentGame *g = &s->t->game[i];
        int first = place[g->first], second = g->second < 0 ? -1 : place[g->second];
        if (g->result == TOURNAMENT_BYE) {
            if (first >= 0)
                s->one[first].had_bye = true;
            continue;
        }
        if (first >= 0)
            note_seat(&s->one[first], 1);
        if (second >= 0)
            note_seat(&s->one[second], -1);
        if (first >= 0 && second >= 0)
            s->met[first][second] = s->met[second][first] = true;
    }
}

static void line_up(SwissRound *s)
{
    int round = s->t->paired + 1;
    for (int i = 0; i < s->t->players; i++)
        if (tournament_is_there(s->t, i, round))
            s->one[s->count++] = (SwissPlayer){.player = i,
                                               .points = tournament_points(s->t, i),
                                               .rating = s->t->player[i].rating,
                                               .had_bye = s->t->player[i].from > 1};
    qsort(s->one, (size_t)s->count, sizeof *s->one, higher);
    look_at_games(s);
}

static void draw_edges(SwissRound *s, bool seats_count)
{
    s->matching.count = s->count;
    for (int a = 0; a < s->count; a++)
        for (int b = 0; b < s->count; b++) {
            int x = s->one[a].balance, y = s->one[b].balance;
            bool both = (x >= SEATS_APART && y >= SEATS_APART) || (x <= -SEATS_APART && y <= -SEATS_APART);
            s->matching.edge[a][b] = a != b && !s->met[a][b] && !(seats_count && both);
        }
}

/* Who has the bye (-1: nobody needs one), such that everybody else can be paired; false: there is no such round. */
static bool find_bye(SwissRound *s, int *bye)
{
    *bye = -1;
    for (int i = 0; i < s->count; i++)
        s->matching.gone[i] = false;
    if (s->count % 2 == 0)
        return matching_perfect(&s->matching);
    for (*bye = s->count - 1; *bye >= 0; --*bye) {
        if (s->one[*bye].had_bye)
            continue;
        s->matching.gone[*bye] = true;
        if (matching_perfect(&s->matching))
            return true;
        s->matching.gone[*bye] = false;
    }
    return false;
}

/* Whether both are due for the same seat. */
static bool clash(const SwissPlayer *a, const SwissPlayer *b)
{
    return (a->balance > 0 && b->balance > 0) || (a->balance < 0 && b->balance < 0);
}

typedef struct Candidate {
    int place, points, clash, distance;
} Candidate;

static int better(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->points != y->points)
        return y->points - x->points;
    return x->clash != y->clash ? x->clash - y->clash : x->distance - y->distance;
}

/* Lists those whom `a` may meet, best first; returns how many. Everybody above `a` has an opponent by now. */
static int candidates(const SwissRound *s, int a, Candidate *out)
{
    int group = 0, count = 0;
    for (int b = a + 1; b < s->count; b++)
        group += !s->matching.gone[b] && s->one[b].points == s->one[a].points;
    int half = (group + 1) / 2, place = 0;
    for (int b = a + 1; b < s->count; b++) {
        if (s->matching.gone[b])
            continue;
        bool same = s->one[b].points == s->one[a].points;
        int further = ++place - half;
        int distance = !same ? place : further >= 0 ? further : group - further;
        if (s->matching.edge[a][b])
            out[count++] = (Candidate){b, s->one[b].points, clash(&s->one[a], &s->one[b]), distance};
    }
    qsort(out, (size_t)count, sizeof *out, better);
    return count;
}

/* The first seat goes to whoever has had it less often, then to whoever did not have it last; otherwise tables
 * alternate. */
static TournamentGame seat(const SwissRound *s, int a, int b, int table)
{
    const SwissPlayer *x = &s->one[a], *y = &s->one[b];
    bool first = x->balance != y->balance ? x->balance < y->balance
                 : x->last != y->last     ? x->last < y->last
                                          : (table + s->t->paired) % 2 == 0;
    return (TournamentGame){s->t->paired + 1, first ? x->player : y->player, first ? y->player : x->player,
                            TOURNAMENT_OPEN};
}

int swiss_pair(const Tournament *t, TournamentGame *out)
{
    SwissRound s = {.t = t};
    int bye, count = 0;
    line_up(&s);
    if (s.count < 2)
        return 0;
    draw_edges(&s, true);
    if (!find_bye(&s, &bye)) {
        draw_edges(&s, false);
        if (!find_bye(&s, &bye))
            return 0;
    }
    for (int a = 0; a < s.count; a++) {
        Candidate all[TOURNAMENT_PLAYERS];
        if (s.matching.gone[a])
            continue;
        int among = candidates(&s, a, all), i = 0;
        while (i < among && !matching_settle(&s.matching, a, all[i].place))
            i++;
        assert(i < among);      /* the matching was perfect, so there is somebody */
        out[count] = seat(&s, a, all[i].place, count);
        count++;
    }
    if (bye >= 0)
        out[count++] = (TournamentGame){t->paired + 1, s.one[bye].player, TOURNAMENT_NOBODY, TOURNAMENT_BYE};
    return count;
}
