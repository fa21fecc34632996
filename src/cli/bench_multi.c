/* colonnade bench three: the methods of search for three sides play each other. */
#include "cli/bench.h"

#include "games/registry.h"
#include "search/multi.h"

#include <stdio.h>
#include <time.h>

static struct {
    const char *game;
    double time;
    uint64_t nodes, seed;
    int games;
} option;

static const Option options[] = {
    GAME_OPTION(&option.game),
    {.name = "games",
     .value = "N",
     .number = &option.games,
     .least = 1,
     .most = 1000000,
     .standard = "60",
     .help = T("play about N games per pair, in every seating")},
    NODES_PER_MOVE_OPTION(&option.nodes, T("20000, unless --time is given")),
    TIME_PER_MOVE_OPTION(&option.time, NULL),
    SEED_OPTION(&option.seed),
    {0},
};

enum { DEFAULT_NODES = 20000, OPENING_LEAST = 3, OPENING_MORE = 6, LONGEST = 300, TABLE_MIB = 16 };

typedef struct Contender {
    Multi *multi;
    uint64_t nodes;         /* in all its moves */
    double seconds;         /* of the processor, likewise */
    int moves;
} Contender;

typedef struct MultiScore {
    int won[2], drawn;      /* games, by who of the pair sat at the winning seat */
} MultiScore;

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 32);
}

/* Some random moves after which nothing is decided at once. */
static Position opening(const Game *g, uint64_t *seed)
{
    for (;;) {
        Position p;
        g->start(&p);
        int plies = OPENING_LEAST + (int)(next_random(seed) % OPENING_MORE);
        bool good = true;
        for (int i = 0; i < plies && good; i++) {
            g->play(&p, g->pick(&p, next_random(seed)), &p);
            good = !g->outcome(&p).over && !(g->search.winning_move && g->search.winning_move(&p));
        }
        if (good)
            return p;
    }
}

/* Bit s of `seats`: the second contender sits there. False: out of memory. */
static bool play_game(const Game *g, Contender contender[2], unsigned seats, Position p, SearchLimits limits,
                      MultiScore *score)
{
    uint64_t history[LONGEST];
    for (int i = 0; i < 2; i++)
        multi_forget(contender[i].multi);
    for (size_t ply = 0; ply < LONGEST; ply++) {
        Outcome outcome = g->outcome(&p);
        if (outcome.over && outcome.winner != DRAW) {
            score->won[seats >> outcome.winner & 1]++;
            return true;
        }
        history[ply] = position_hash(g, &p);
        int seen = 0;
        for (size_t i = 0; i < ply; i++)
            seen += history[i] == history[ply];
        if (outcome.over || seen >= 2)
            break;
        Contender *c = &contender[seats >> g->mover(&p) & 1];
        SearchResult r;
        clock_t before = clock();
        if (!multi_run(c->multi, &p, history, ply, limits, NULL, NULL, &r))
            return false;
        c->seconds += (double)(clock() - before) / CLOCKS_PER_SEC;
        c->nodes += r.nodes;
        c->moves++;
        g->play(&p, r.line[0].move, &p);
    }
    score->drawn++;
    return true;
}

/* Every way to seat two contenders on three chairs, both being there. */
static bool play_pair(const Game *g, const MultiMethod method[2], int games, SearchLimits limits, uint64_t seed)
{
    Contender contender[2] = {{0}};
    MultiScore score = {0};
    unsigned ways = (1u << g->players) - 2;
    bool ok = true;
    for (int i = 0; i < 2; i++)
        ok = ok && (contender[i].multi = multi_create(g, (size_t)TABLE_MIB << 20, method[i])) != NULL;
    for (int n = 0; ok && n < games; n += (int)ways) {
        Position p = opening(g, &seed);
        for (unsigned seats = 1; ok && seats <= ways; seats++)
            ok = play_game(g, contender, seats, p, limits, &score);
    }
    if (ok) {
        int decided = score.won[0] + score.won[1];
        printf("%-10s %-10s %6d %6d %6d  %5.1f %%", multi_method_name(method[0]), multi_method_name(method[1]),
               score.won[0], score.won[1], score.drawn, decided ? 100.0 * score.won[0] / decided : 50.0);
        for (int i = 0; i < 2; i++)
            printf("  %8.0f %7.1f", (double)contender[i].nodes / (contender[i].moves + 1e-9),
                   1000 * contender[i].seconds / (contender[i].moves + 1e-9));
        putchar('\n');
        fflush(stdout);
    }
    for (int i = 0; i < 2; i++)
        multi_destroy(contender[i].multi);
    return ok;
}

static bool has_three(const Game *g) { return g->sides > 2 && g->search.evaluate_sides && g->pick; }

static ExitStatus run(const Call *call)
{
    const Game *g = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !g)
        return EXIT_USAGE;
    for (size_t i = 0; !g && i < registry_count(); i++)
        g = has_three(registry_game(i)) ? registry_game(i) : NULL;
    if (!g || !has_three(g))
        return cli_fail(EXIT_USAGE, call->lang, T("{0} has no search for three sides"), 1, g ? g->id : "?");
    SearchLimits limits = {.seconds = option.time,
                           .nodes = option.nodes      ? option.nodes
                                    : option.time > 0 ? 0
                                                      : DEFAULT_NODES};
    printf("%-10s %-10s %6s %6s %6s  %7s  %8s %7s  %8s %7s\n", "first", "second", "first", "second", "drawn", "first",
           "nodes", "ms", "nodes", "ms");
    for (int a = 0; a < MULTI_METHODS; a++)
        for (int b = 0; b < a; b++) {
            const MultiMethod pair[2] = {(MultiMethod)a, (MultiMethod)b};
            if (!play_pair(g, pair, option.games, limits, option.seed + 1))
                return cli_fail_memory(call->lang);
        }
    return EXIT_DONE;
}

const Command bench_three = {
    .name = "three",
    .operands = "",
    .summary = T("let the searches for three players play each other"),
    .help = T("The ways to search for three players play each other in every seating. Prints games won, nodes and "
              "processor milliseconds per move.\n"),
    .options = options,
    .run = run,
};
