/* colonnade match --ladder: every level against the one below it. */
#include "cli/match.h"
#include "engine/adviser.h"

#include <stdio.h>

enum { LONGEST = 400 };     /* plies; lower levels may wander about for ever */

static const double felt = 0.65;    /* share of the points that a step up must be worth */

/* With two sides, the share of the points; with three, the share of what both players won together, since they sit
 * on three seats. */
static int print_step(const ContestOptions *c, const ContestState *s, int level)
{
    const ContestScore *upper = &s->score[0];
    double both = upper->points + s->score[1].points;
    double share = c->game->sides == 2 || both <= 0 ? tally_share(upper->tally) : upper->points / both;
    printf("level %2d against %d   %5.1f %%  +%d =%d -%d   %.3f s/move, at most %.2f%s\n", level + 1, level,
           100 * share, upper->tally.wins, upper->tally.draws, upper->tally.losses,
           upper->seconds / (double)(upper->moves ? upper->moves : 1), upper->longest_move,
           share >= felt ? "" : "   too close");
    fflush(stdout);
    return share >= felt;
}

ExitStatus match_ladder(const Call *call, ContestOptions *c, int lowest)
{
    match_catch_interrupts();
    if (c->longest == 0)
        c->longest = LONGEST;
    int first = lowest > 0 && lowest < LEVEL_MAX ? lowest : LEVEL_MIN, last = lowest > 0 ? first : LEVEL_MAX - 1,
        steps = 0;
    for (int level = first; level <= last; level++) {
        char name[2][16];
        const char *player[2] = {name[0], name[1]};
        snprintf(name[0], sizeof name[0], "level:%d", level + 1);
        snprintf(name[1], sizeof name[1], "level:%d", level);
        c->player = player;
        c->players = 2;
        ContestState state;
        ExitStatus status = match_play_contest(call, c, &state);
        if (status != EXIT_DONE)
            return status;
        if (state.stopped)
            return match_interrupted(call, c);
        steps += print_step(c, &state, level);
    }
    printf("%s: %d of %d steps are worth at least %.0f %%\n", c->game->id, steps, last - first + 1, 100 * felt);
    return EXIT_DONE;
}
