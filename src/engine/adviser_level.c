/* Levels: how much a player looks at, and how often it does not look at all. None of them pauses on purpose; up to
 * level 9 a move depends only on the game and the seed. */
#include "engine/adviser.h"

#include "core/random.h"
#include "engine/adviser_private.h"

typedef struct PlayLevel {
    uint32_t nodes;         /* positions that it looks at per move; 0: as many as one ply takes */
    uint16_t careless;      /* moves per thousand that it plays after looking one ply ahead */
    uint16_t chance;        /* moves per thousand that it plays at random */
} PlayLevel;

/* By the level's number; the highest thinks for as long as it may. docs/ladder.md says how strong these are. */
static const PlayLevel levels[LEVEL_MAX] = {
    [1] = {0, 0, 950},   [2] = {0, 0, 550},   [3] = {0, 0, 180},   [4] = {100, 600, 30}, [5] = {200, 330, 0},
    [6] = {600, 160, 0}, [7] = {2000, 90, 0}, [8] = {9000, 25, 0}, [9] = {45000, 0, 0},
};

/* If a game is slow to win, even a few careless moves per hundred show, and levels that look at little all draw with
 * each other. */
static const PlayLevel slow_levels[LEVEL_MAX] = {
    [1] = {0, 0, 950},     [2] = {2000, 800, 0}, [3] = {4000, 500, 0}, [4] = {7000, 340, 0},  [5] = {12000, 212, 0},
    [6] = {20000, 142, 0}, [7] = {36000, 88, 0}, [8] = {70000, 38, 0}, [9] = {160000, 15, 0},
};

/* A network sees so much at one ply that levels differ by chance rather than by carelessness. */
static const PlayLevel sharp_levels[LEVEL_MAX] = {
    [1] = {0, 0, 950}, [2] = {0, 0, 740},    [3] = {0, 0, 520},   [4] = {0, 0, 320},   [5] = {0, 0, 170},
    [6] = {0, 0, 50},  [7] = {300, 250, 10}, [8] = {4000, 60, 0}, [9] = {60000, 0, 0},
};

/* If there are few moves to choose from, a random one spoils less. */
static const PlayLevel short_levels[LEVEL_MAX] = {
    [1] = {0, 0, 950},   [2] = {0, 0, 635},    [3] = {0, 0, 370},   [4] = {0, 0, 145},   [5] = {200, 900, 0},
    [6] = {250, 220, 0}, [7] = {1000, 100, 0}, [8] = {6500, 30, 0}, [9] = {36000, 0, 0},
};

static const PlayLevel *levels_of(const Game *g)
{
    if (g->search.slow_to_win)
        return slow_levels;
    if (g->search.short_of_choice)
        return short_levels;
    return g->search.net ? sharp_levels : levels;
}

static uint32_t next_random(Adviser *a) { return random_next(&a->random) >> 1; }

/* Seconds for a proof when nobody is in a hurry; few take more than one. */
static const double patience = 20;

static bool choose_best(Adviser *a, const Situation *s, double seconds, AdviserReport *report, void *context,
                        Advice *out)
{
    AdviceList list;
    SearchLimits limits = {.lines = 1, .seconds = seconds > 0 ? seconds : 1};
    if (!adviser_play_proving(a, s, limits, seconds > 0 ? 0 : patience, report, context, &list))
        return false;
    *out = list.advice[0];
    return true;
}

bool adviser_choose(Adviser *a, const Situation *s, int level, double seconds, AdviserReport *report, void *context,
                    Advice *out)
{
    if (level >= LEVEL_MAX)
        return choose_best(a, s, seconds, report, context, out);
    const PlayLevel *l = &levels_of(a->game)[level < LEVEL_MIN ? LEVEL_MIN : level];
    if (!adviser_list_moves(a, &s->position, NULL))
        return false;
    int luck = (int)(next_random(a) % 1000);
    if (luck < l->chance || a->legal.count == 1) {
        *out = a->advice[next_random(a) % a->legal.count];
        return true;
    }
    SearchLimits limits = {.lines = 1, .nodes = l->nodes};
    if (l->nodes == 0 || luck < l->chance + l->careless)
        limits = (SearchLimits){.lines = 1, .depth = 1};
    else if (limits.nodes < 3 * a->legal.count)
        limits.nodes = 3 * a->legal.count;
    SearchResult result;
    if (!adviser_search(a, s, limits, NULL, NULL, &result))
        return false;
    adviser_take_lines(a, &result);
    *out = a->advice[0];
    return true;
}

bool adviser_takes_draw(const Game *g, int seat, int mover, Value v)
{
    enum { MARGIN = 100 };      /* thousandths of what decides a game */
    int value = value_score(v);
    if (game_side(g, seat) == game_side(g, mover))
        return value <= MARGIN;
    return g->sides == 2 ? -value <= MARGIN : value >= -MARGIN;
}
