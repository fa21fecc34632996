/* colonnade bench fair-play: how our own levels would look to whoever watches over fair play in a house. The levels
 * that do not know the truth show how often an honest player stands out; those that do show that this is noticed. */
#include "cli/bench.h"

#include "cli/match.h"
#include "cli/tablebase_oracle.h"
#include "core/random.h"
#include "engine/explore.h"
#include "engine/fairplay.h"

#include <stdio.h>

static struct {
    const char *tables;
    uint64_t seed;
    int games, level;
} option;

static const Option options[] = {
    {.name = "games",
     .value = "N",
     .number = &option.games,
     .least = 1,
     .most = 100000,
     .standard = "10",
     .help = T("games of each level against itself")},
    {.name = "level",
     .value = "N",
     .number = &option.level,
     .least = 0,
     .most = 10,
     .standard = "0",
     .help = T("only this one; 0: all of them")},
    SEED_OPTION(&option.seed),
    TABLES_OPTION(&option.tables),
    {0},
};

enum { CHANCE_PLIES = 2, LONGEST = 200 };
#define SECONDS 0.2     /* for level 10 */

/* Decisions of one player after another, cut into pieces just long enough to judge. */
typedef struct Levelled {
    FairPlay all, piece;
    int pieces, outstanding;
} Levelled;

static void add(Levelled *l, const FairPlay *game)
{
    fairplay_add(&l->all, game);
    fairplay_add(&l->piece, game);
    if (l->piece.decisions < FAIRPLAY_LEAST)
        return;
    l->pieces++;
    l->outstanding += fairplay_stands_out(&l->piece);
    l->piece = (FairPlay){0};
}

/* Plays one game, and adds up what each player did. False: out of memory, or interrupted. */
static bool play(Adviser *player, Adviser *judge, const Game *g, int level, uint64_t *random, Levelled *out)
{
    static uint64_t history[LONGEST];
    FairPlay seat[MAX_PLAYERS] = {{0}};
    Situation s = {.history = history};
    g->start(&s.position);
    for (int ply = 0; ply < LONGEST && !g->outcome(&s.position).over; ply++) {
        Advice advice;
        int mover = g->mover(&s.position);
        if (ply < CHANCE_PLIES) {
            MoveList list = {0};
            if (!movelist_fill(&list, g, &s.position))
                return false;
            advice.move = list.move[random_next_wide(random) % list.count];
            movelist_free(&list);
        } else if (!adviser_choose(player, &s, level, SECONDS, NULL, NULL, &advice) ||
                   !fairplay_judge(judge, &s, advice.move, &seat[mover]))
            return false;
        history[s.history_count++] = position_hash(g, &s.position);
        g->play(&s.position, advice.move, &s.position);
        if (cancel_asked(match_interrupted_flag()))
            return false;
    }
    for (int i = 0; i < g->players; i++)
        add(out, &seat[i]);
    return true;
}

static bool measure(const Game *g, Adviser *judge, int level)
{
    Levelled sum = {0};
    uint64_t random = option.seed + (uint64_t)level;
    Adviser *player = adviser_create(g, (AdviserOptions){.seed = option.seed, .threads = 1});
    bool ok = player != NULL;
    for (int i = 0; ok && i < option.games; i++)
        ok = play(player, judge, g, level, &random, &sum);
    if (player)
        adviser_destroy(player);
    if (!ok)
        return false;
    const FairPlay *f = &sum.all;
    printf("%-16s %5d %6d %6d %6d %6d  %5.1f  %d of %d\n", g->id, level, f->moves, f->judged, f->decisions, f->kept,
           f->decisions ? 100.0 * f->kept / f->decisions : 0, sum.outstanding, sum.pieces);
    fflush(stdout);
    return true;
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    if (!explore_knows(g))
        return cli_fail(EXIT_USAGE, call->lang, T("nobody knows the values of {0}"), 1, g->id);
    Adviser *judge = adviser_create(g, (AdviserOptions){.threads = 1});
    if (!judge)
        return cli_fail_memory(call->lang);
    tablebase_oracle_add(judge, g, option.tables);
    match_catch_interrupts();
    printf("%-16s %5s %6s %6s %6s %6s  %5s  %s\n", "ruleset", "level", "moves", "judged", "hard", "kept", "share",
           "stands out");
    bool ok = true;
    for (int level = LEVEL_MIN; ok && level <= LEVEL_MAX; level++)
        if (option.level == 0 || option.level == level)
            ok = measure(g, judge, level);
    adviser_destroy(judge);
    if (!ok && cancel_asked(match_interrupted_flag()))
        return cli_fail(EXIT_ILLEGAL, call->lang, T("interrupted"), 0);
    return ok ? EXIT_DONE : cli_fail_memory(call->lang);
}

const Command bench_fairplay = {
    .name = "fair-play",
    .operands = T("GAME"),
    .summary = T("say how our own levels would look to a fair-play check"),
    .help = T("Lets each level play itself after two random moves, and judges its moves as `colonnade house fair-play` "
              "judges those of people. Prints one line per level: its moves, those where the value of every legal move "
              "was known, those of them where most moves would have given something away, how often it did not, that "
              "in percent, and how many of its pieces of 40 such decisions stand out.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
