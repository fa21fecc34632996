/* colonnade bench rules: leaves, moves and playouts per second, in one thread.
 *
 * Everything is seeded, so two runs do the same work; only the clock differs. */
#include "cli/bench.h"

#include "cli/output.h"
#include "core/clock.h"
#include "core/perft.h"
#include "core/random.h"
#include "games/registry.h"

#include <stdio.h>

static struct {
    const char *game;
    double seconds;
    bool json;
} option;

static const Option options[] = {
    GAME_OPTION(&option.game),
    SECONDS_OPTION(&option.seconds),
    JSON_OPTION(&option.json),
    {0},
};

enum {
    SAMPLES = 32,   /* positions that a measurement cycles through */
    LONGEST = 1000, /* plies after which a playout is given up */
    TRIES = 2000    /* random games to find samples in */
};

typedef struct Samples {
    const char *from; /* "start", "reserves empty" */
    Position position[SAMPLES];
    int count;
} Samples;

typedef struct Figures {
    double leaves, moves, playouts; /* per second */
    double plies;                   /* mean length of a playout */
    int depth;                      /* of the perft */
} Figures;

/* One random move; false: the game is over, or no memory. */
static bool play_random(const Game *g, Position *p, MoveList *list, uint64_t *random)
{
    if (g->pick) {
        Move m = g->pick(p, random_next(random));
        if (m)
            g->play(p, m, p);
        return m != 0;
    }
    if (!movelist_fill(list, g, p) || list->count == 0)
        return false;
    g->play(p, list->move[(uint64_t)random_next(random) * list->count >> 32], p);
    return true;
}

static bool reserves_empty(const Game *g, const Position *p)
{
    for (int seat = 0; seat < g->players; seat++)
        for (int k = 0; k < g->kinds; k++)
            if (g->reserve(p, seat, k) > 0)
                return false;
    return true;
}

/* Positions in the phase that begins when all pieces are on the board; none: there is no such phase. */
static void find_samples(const Game *g, Samples *s)
{
    MoveList list = {0};
    uint64_t random = UINT64_C(0x9e3779b97f4a7c15);
    *s = (Samples){.from = "reserves empty"};
    for (int i = 0; i < TRIES && s->count < SAMPLES; i++) {
        Position p;
        g->start(&p);
        for (int ply = 0; ply < LONGEST && !reserves_empty(g, &p) && play_random(g, &p, &list, &random); ply++)
            ;
        if (reserves_empty(g, &p) && !g->outcome(&p).over)
            s->position[s->count++] = p;
    }
    movelist_free(&list);
}

typedef PerftStatus CountMoves(Perft *perft, const Position *p, int depth, uint64_t *count);

static bool count_round(Perft *perft, const Samples *s, CountMoves *count, int depth, uint64_t *total)
{
    *total = 0;
    for (int i = 0; i < s->count; i++) {
        uint64_t n;
        if (count(perft, &s->position[i], depth, &n) != PERFT_OK)
            return false;
        *total += n;
    }
    return true;
}

/* Counts at the greatest depth that fits into the time, as often as it fits. */
static double measure_perft(const Game *g, const Samples *s, CountMoves *count, bool played, double seconds, int *depth)
{
    Perft perft = {.game = g};
    double begin = clock_spent(), spent = 0, rate = 0;
    uint64_t last = 1, total = 1;
    int d = 1;
    for (; d < PERFT_MAX_DEPTH; d++) {
        begin = clock_spent();
        last = total;
        if (!count_round(&perft, s, count, d, &total) || total == 0)
            break;
        spent = clock_spent() - begin;
        if (spent * (double)total / (double)last > seconds)
            break;
    }
    perft.played = 0;
    uint64_t work = 0;
    begin = clock_spent();
    do {
        if (!count_round(&perft, s, count, d, &total) || total == 0)
            break;
        work += total;
        spent = clock_spent() - begin;
    } while (spent < seconds);
    rate = (double)(played ? perft.played : work) / spent;
    perft_free(&perft);
    *depth = d;
    return rate;
}

static void measure_playouts(const Game *g, const Samples *s, double seconds, Figures *f)
{
    MoveList list = {0};
    uint64_t random = UINT64_C(0x2545f4914f6cdd1d), games = 0, plies = 0;
    double begin = clock_spent(), spent;
    do {
        for (int i = 0; i < 256; i++, games++) {
            Position p = s->position[games % (uint64_t)s->count];
            for (int ply = 0; ply < LONGEST && play_random(g, &p, &list, &random); ply++)
                plies++;
        }
        spent = clock_spent() - begin;
    } while (spent < seconds);
    f->playouts = (double)games / spent;
    f->plies = (double)plies / (double)games;
    movelist_free(&list);
}

static void measure(const Game *g, const Samples *s, Json *j)
{
    double seconds = option.seconds;
    Figures f = {0};
    int depth;
    f.leaves = measure_perft(g, s, perft_bulk, false, seconds, &f.depth);
    f.moves = measure_perft(g, s, perft_full, true, seconds, &depth);
    measure_playouts(g, s, seconds, &f);
    if (j) {
        json_open_object(j, NULL);
        json_text(j, "game", g->id);
        json_text(j, "from", s->from);
        json_number(j, "depth", f.depth);
        json_double(j, "leaves_per_second", f.leaves);
        json_double(j, "moves_per_second", f.moves);
        json_double(j, "playouts_per_second", f.playouts);
        json_double(j, "plies_per_playout", f.plies);
        json_close_object(j);
        return;
    }
    printf("%-21s %-15s %5d %9.1f M %9.1f M %9.1f k %7.1f\n", g->id, s->from, f.depth, f.leaves / 1e6, f.moves / 1e6,
           f.playouts / 1e3, f.plies);
    fflush(stdout);
}

static ExitStatus run(const Call *call)
{
    const Game *only = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !only)
        return EXIT_USAGE;
    CliOutput a;
    output_open(&a);
    json_open_array(&a.json, "measurements");
    Json *list = option.json ? &a.json : NULL;
    if (!list)
        printf("%-21s %-15s %5s %11s %11s %11s %7s\n", "ruleset", "from", "depth", "leaves/s", "moves/s", "playouts/s",
               "plies");
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (only && only != g)
            continue;
        Samples samples = {.from = "start", .count = 1};
        g->start(&samples.position[0]);
        measure(g, &samples, list);
        find_samples(g, &samples);
        if (samples.count > 0)
            measure(g, &samples, list);
    }
    json_close_array(&a.json);
    if (list)
        return output_print(&a, call);
    output_drop(&a);
    printf("# One thread, seconds of processor time. Depth is the perft's; leaves/s counts its last ply in bulk,\n"
           "# moves/s plays every move. Playouts end with the game or after %d plies.\n",
           LONGEST);
    return EXIT_DONE;
}

const Command bench_rules = {
    .name = "rules",
    .operands = "",
    .summary = T("measure the rules of each ruleset"),
    .help = T("Measures each ruleset on one thread: perft leaves per second with the last ply counted in bulk, moves "
              "played per second without that, random playouts per second and their length. Rulesets that go on when "
              "the reserves are empty are also measured from there.\n"),
    .options = options,
    .run = run,
};
