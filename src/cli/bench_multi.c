/* colonnade bench three: the search methods for three sides play each other. Threads share the games by number, so
 * that with a node limit the number of threads changes nothing. */
#include "cli/bench.h"

#include "core/clock.h"
#include "core/memory.h"
#include "games/registry.h"
#include "search/multi.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static struct {
    const char *game;
    double time;
    uint64_t nodes, seed;
    int games, threads;
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
    THREADS_OPTION(&option.threads),
    SEED_OPTION(&option.seed),
    {0},
};

enum { DEFAULT_NODES = 20000, OPENING_LEAST = 3, OPENING_MORE = 6, LONGEST = 300, TABLE_MIB = 16, MOST_THREADS = 64 };

typedef struct Contender {
    Multi *multi;
    uint64_t nodes;         /* over all its moves */
    double seconds;         /* of processor time, over all its moves */
    int moves;
} Contender;

typedef struct MultiScore {
    int won[2], drawn;      /* games, by which of the two sat at the winning seat */
} MultiScore;

/* Two contenders, and the games that they play. */
typedef struct Pairing {
    const Game *game;
    MultiMethod method[2];
    SearchLimits limits;
    int openings, ways;         /* ways to seat them … */
    unsigned seats[1 << MAX_PLAYERS];   /* … bit s: the second one sits at seat s */
    Position *opening;
    atomic_int next;            /* game to play */
    atomic_bool failed;
} Pairing;

/* One thread's share. */
typedef struct PairingShare {
    Pairing *pairing;
    Contender contender[2];
    MultiScore score;
} PairingShare;

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 32);
}

/* Some random moves, after which nothing is decided at once. */
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

/* False: out of memory. */
static bool play_game(PairingShare *s, unsigned seats, Position p)
{
    const Game *g = s->pairing->game;
    uint64_t history[LONGEST];
    for (int i = 0; i < 2; i++)
        multi_forget(s->contender[i].multi);
    for (size_t ply = 0; ply < LONGEST; ply++) {
        Outcome outcome = g->outcome(&p);
        if (outcome.over && outcome.winner != DRAW) {
            s->score.won[seats >> outcome.winner & 1]++;
            return true;
        }
        history[ply] = position_hash(g, &p);
        int seen = 0;
        for (size_t i = 0; i < ply; i++)
            seen += history[i] == history[ply];
        if (outcome.over || seen >= 2)
            break;
        Contender *c = &s->contender[seats >> g->mover(&p) & 1];
        SearchResult r;
        double before = clock_read(CLOCK_THREAD_CPUTIME_ID);
        if (!multi_run(c->multi, &p, history, ply, s->pairing->limits, NULL, NULL, &r))
            return false;
        c->seconds += clock_read(CLOCK_THREAD_CPUTIME_ID) - before;
        c->nodes += r.nodes;
        c->moves++;
        g->play(&p, r.line[0].move, &p);
    }
    s->score.drawn++;
    return true;
}

static void *play_games(void *context)
{
    PairingShare *s = context;
    Pairing *w = s->pairing;
    bool ok = true;
    for (int i = 0; i < 2; i++)
        ok = (s->contender[i].multi = multi_create(w->game, (size_t)TABLE_MIB << 20, w->method[i])) != NULL && ok;
    for (int n; ok && !atomic_load(&w->failed) && (n = atomic_fetch_add(&w->next, 1)) < w->openings * w->ways;)
        ok = play_game(s, w->seats[n % w->ways], w->opening[n / w->ways]);
    for (int i = 0; i < 2; i++)
        multi_destroy(s->contender[i].multi);
    if (!ok)
        atomic_store(&w->failed, true);
    return NULL;
}

/* Adds up what all threads found, and prints it. */
static void print_pairing(const Pairing *w, const PairingShare *share, int threads)
{
    PairingShare sum = share[0];
    for (int k = 1; k < threads; k++) {
        sum.score.drawn += share[k].score.drawn;
        for (int i = 0; i < 2; i++) {
            sum.score.won[i] += share[k].score.won[i];
            sum.contender[i].nodes += share[k].contender[i].nodes;
            sum.contender[i].seconds += share[k].contender[i].seconds;
            sum.contender[i].moves += share[k].contender[i].moves;
        }
    }
    int decided = sum.score.won[0] + sum.score.won[1];
    printf("%-10s %-10s %6d %6d %6d  %5.1f %%", multi_method_name(w->method[0]), multi_method_name(w->method[1]),
           sum.score.won[0], sum.score.won[1], sum.score.drawn, decided ? 100.0 * sum.score.won[0] / decided : 50.0);
    for (int i = 0; i < 2; i++)
        printf("  %8.0f %7.1f", (double)sum.contender[i].nodes / (sum.contender[i].moves + 1e-9),
               1000 * sum.contender[i].seconds / (sum.contender[i].moves + 1e-9));
    putchar('\n');
    fflush(stdout);
}

/* Every way to seat both of them, or only those in which the first is alone. */
static void set_seats(Pairing *w, bool alone)
{
    unsigned all = (1u << w->game->players) - 1;
    for (unsigned seats = 1; seats < all; seats++)
        if (!alone || __builtin_popcount(all & ~seats) == 1)
            w->seats[w->ways++] = seats;
}

static bool play_pair(Pairing *w, bool alone)
{
    pthread_t thread[MOST_THREADS];
    PairingShare share[MOST_THREADS];
    int started = 1;
    uint64_t seed = option.seed + 1;
    set_seats(w, alone);
    w->openings = (option.games + w->ways - 1) / w->ways;
    if (!(w->opening = memory_resize(NULL, (size_t)w->openings * sizeof *w->opening)))
        return false;
    for (int i = 0; i < w->openings; i++)
        w->opening[i] = opening(w->game, &seed);
    for (int i = 0; i < MOST_THREADS; i++)
        share[i] = (PairingShare){.pairing = w};
    for (; started < option.threads && started < MOST_THREADS; started++)
        if (pthread_create(&thread[started], NULL, play_games, &share[started]) != 0)
            break;
    play_games(&share[0]);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    memory_free(w->opening);
    if (!atomic_load(&w->failed))
        print_pairing(w, share, started);
    return !atomic_load(&w->failed);
}

static bool has_three(const Game *g) { return g->sides > 2 && g->search.evaluate_sides && g->pick; }

static int method_named(const char *name)
{
    for (int i = 0; i < MULTI_METHODS; i++)
        if (strcmp(name, multi_method_name((MultiMethod)i)) == 0)
            return i;
    return -1;
}

static ExitStatus run(const Call *call)
{
    const Game *g = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !g)
        return EXIT_USAGE;
    for (size_t i = 0; !g && i < registry_count(); i++)
        g = has_three(registry_game(i)) ? registry_game(i) : NULL;
    if (!g || !has_three(g))
        return cli_fail(EXIT_USAGE, call->lang, T("{0} has no search for three sides"), 1, g ? g->id : "?");
    if (call->count == 1)
        return cli_fail(EXIT_USAGE, call->lang, T("name both: one, and the others"), 0);
    int named[2] = {0};
    bool alone = call->count > 0;
    for (int i = 0; i < call->count; i++)
        if ((named[i] = method_named(call->operand[i])) < 0)
            return cli_fail(EXIT_USAGE, call->lang, T("{0} is not a way to search for three players"), 1,
                            call->operand[i]);
    SearchLimits limits = {.seconds = option.time,
                           .nodes = option.nodes      ? option.nodes
                                    : option.time > 0 ? 0
                                                      : DEFAULT_NODES};
    printf("%-10s %-10s %6s %6s %6s  %7s  %8s %7s  %8s %7s\n", "first", "second", "first", "second", "drawn", "first",
           "nodes", "ms", "nodes", "ms");
    for (int a = 0; a < MULTI_METHODS; a++)
        for (int b = 0; b < MULTI_METHODS; b++) {
            Pairing pairing = {.game = g, .method = {(MultiMethod)a, (MultiMethod)b}, .limits = limits};
            if (alone ? a == named[0] && b == named[1] : b < a)
                if (!play_pair(&pairing, alone))
                    return cli_fail_memory(call->lang);
        }
    return EXIT_DONE;
}

const Command bench_three = {
    .name = "three",
    .operands = T("[ONE OTHERS]"),
    .summary = T("let the searches for three players play each other"),
    .help = T("The ways to search for three players play each other in every seating; or ONE plays against two of the "
              "OTHERS. Prints games won, nodes and processor milliseconds per move.\n"),
    .options = options,
    .most = 2,
    .run = run,
};
