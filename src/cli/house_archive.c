/* colonnade house advantage and explore: what the finished games of a house say about its rulesets.
 *
 * Games count when people sat on all seats, everybody moved, and there is a result. */
#include "cli/house_path.h"
#include "cli/house_replay.h"

#include "cli/output.h"
#include "contest/rating.h"
#include "engine/oracle_tablebase.h"
#include "games/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const char *store, *game, *position, *tables;
} option;

static const Option advantage_options[] = {HOUSE_STORE_OPTION(&option.store), GAME_OPTION(&option.game), {0}};
static const Option explore_options[] = {
    HOUSE_STORE_OPTION(&option.store), POSITION_OPTION(&option.position), TABLES_OPTION(&option.tables), {0}};

enum { PROOF_BYTES = 64 << 20, PROOF_NODES = 200000 };     /* for the value of one move */

/* --- games that count --- */

/* The side that won, or DRAW; -2: the game does not count. */
static int winner_of(const Game *g, const StoreFound *f)
{
    const char *name = f->card->players;
    if (f->card->open || f->card->length < g->players)
        return -2;
    for (const char *end; (end = strchr(name, '\n')); name = end + 1)
        if (strncmp(name, "level:", 6) == 0)
            return -2;
    for (int side = DRAW; side < g->sides; side++)
        if (strcmp(f->card->result, game_result_text(g, (Outcome){.over = true, .winner = (int8_t)side})) == 0)
            return side;
    return -2;
}

static bool note_start(void *context, const StoreEvent *s)
{
    RoundEvent e;
    *(bool *)context = round_event_read(s->line, registry_find, &e) && e.type == ROUND_STARTED && !e.text[0];
    return false;
}

/* --- the advantage of a seat --- */

typedef struct Advantage {
    Store *store;
    Message *error;
    bool failed;
    Tally *tally;           /* for each side of each ruleset */
} Advantage;

/* The winner has beaten each other side; the losers have no result among themselves. */
static void count_game(Tally *tally, int sides, int winner)
{
    for (int side = 0; side < sides; side++)
        if (winner == DRAW)
            tally[side].draws += sides - 1;
        else if (winner == side)
            tally[side].wins += sides - 1;
        else
            tally[side].losses++;
}

static bool advantage_next(void *context, const StoreFound *f)
{
    Advantage *a = context;
    const Game *g = registry_find(f->card->label);
    bool from_start = false;
    int winner = g && (!option.game || strcmp(option.game, g->id) == 0) ? winner_of(g, f) : -2;
    if (winner == -2)
        return true;
    a->failed = !store_read(a->store, f->round, 1, note_start, &from_start, a->error);
    for (size_t i = 0; from_start && i < registry_count(); i++)
        if (registry_game(i) == g)
            count_game(a->tally + i * MAX_PLAYERS, g->sides, winner);
    return !a->failed;
}

static void print_elo(double elo)
{
    if (isinf(elo))
        printf("\t-");
    else
        printf("\t%+.0f", elo + 0.0);
}

/* With two sides, one side's advantage is the other's disadvantage. */
static void print_advantage(const Game *g, const Tally *tally)
{
    for (int side = 0; side < (g->sides == 2 ? 1 : g->sides); side++) {
        Tally t = tally[side];
        if (tally_games(t) == 0)
            continue;
        Elo elo = rating_elo(t);
        printf("%s\t%s\t%d\t%d\t%d\t%.1f", g->id, game_result_text(g, (Outcome){.over = true, .winner = (int8_t)side}),
               t.wins, t.draws, t.losses, 100 * tally_share(t));
        print_elo(elo.difference);
        print_elo(elo.low);
        print_elo(elo.high);
        puts(g->players > 2 ? "\texperimental" : "");
    }
}

static ExitStatus run_advantage(const Call *call)
{
    Message error = {0};
    if (option.game && !cli_game(call, option.game))
        return EXIT_USAGE;
    Advantage a = {.tally = calloc(registry_count() * MAX_PLAYERS, sizeof *a.tally), .error = &error};
    if (!a.tally)
        return cli_fail_memory(call->lang);
    a.store = house_store_open(call, option.store, (StoreOptions){.read_only = true});
    bool ok = a.store && store_every(a.store, advantage_next, &a, &error) && !a.failed;
    if (a.store && !ok)
        cli_fail_message(call->lang, NULL, &error);
    for (size_t i = 0; ok && i < registry_count(); i++)
        print_advantage(registry_game(i), a.tally + i * MAX_PLAYERS);
    store_close(a.store);
    free(a.tally);
    return ok ? EXIT_DONE : EXIT_MACHINE;
}

/* --- the explorer --- */

/* Moves that lead to the same position up to symmetry count as one. */
typedef struct Explored {
    char move[MOVE_TEXT];
    Position after;         /* canonical */
    Tally tally;            /* for whoever moved */
    bool known;
    char value[VALUE_TEXT]; /* for them */
} Explored;

typedef struct Explore {
    Store *store;
    Message *error;
    bool failed;
    const Game *game;
    Position asked;         /* canonical */
    Explored *move;
    size_t moves;
    uint64_t games;
} Explore;

static void count_move(Explore *x, const Position *after, int side, int winner)
{
    Position canonical;
    position_canonical(x->game, after, &canonical, NULL);
    for (size_t i = 0; i < x->moves; i++)
        if (position_equal(&x->move[i].after, &canonical)) {
            Tally *t = &x->move[i].tally;
            *(winner == DRAW ? &t->draws : winner == side ? &t->wins : &t->losses) += 1;
            return;
        }
}

/* A game counts once, when it first reaches the position. */
static void count_round(Explore *x, Round *round, int winner)
{
    Tree *t = round_tree(round);
    tree_goto(t, round_head(round));
    for (int ply = 0; ply < tree_ply(t); ply++) {
        const Position *p = &tree_node(t, tree_path(t, ply))->position;
        Position canonical;
        position_canonical(x->game, p, &canonical, NULL);
        if (!position_equal(&canonical, &x->asked))
            continue;
        x->games++;
        count_move(x, &tree_node(t, tree_path(t, ply + 1))->position, game_side(x->game, x->game->mover(p)), winner);
        return;
    }
}

static bool explore_next(void *context, const StoreFound *f)
{
    Explore *x = context;
    int winner = strcmp(f->card->label, x->game->id) == 0 && f->card->listed ? winner_of(x->game, f) : -2;
    if (winner == -2)
        return true;
    HouseReplay r = {0};
    x->failed = !house_replay(x->store, f->round, &r, x->error);
    if (!x->failed && r.round && !r.bad)
        count_round(x, r.round, winner);
    round_free(r.round);
    return !x->failed;
}

/* The exact value of each move that was played, if a table or a brief proof knows it. */
static void ask_values(Explore *x)
{
    Oracle o;
    if (!oracle_of_tablebase(x->game, option.tables, &o) &&
        !(x->game->never_repeats && oracle_of_proofs(x->game, PROOF_BYTES, &o)))
        return;
    for (size_t i = 0; i < x->moves; i++) {
        Value v;
        if (tally_games(x->move[i].tally) == 0)
            continue;
        Outcome end = x->game->outcome(&x->move[i].after);
        x->move[i].known = end.over || o.ask(o.context, &x->move[i].after, (Effort){.nodes = PROOF_NODES}, true, &v);
        if (end.over)
            v = value_over(x->game, &x->move[i].after, end);
        if (x->move[i].known)
            value_text(value_of_move(v), x->move[i].value);
    }
    o.close(o.context);
}

static bool list_moves(Explore *x, const Position *p)
{
    MoveList list = {0};
    if (!movelist_fill(&list, x->game, p))
        return false;
    x->move = calloc(list.count ? list.count : 1, sizeof *x->move);
    for (size_t i = 0; x->move && i < list.count; i++) {
        Position next, canonical;
        size_t same = 0;
        x->game->play(p, list.move[i], &next);
        position_canonical(x->game, &next, &canonical, NULL);
        while (same < x->moves && !position_equal(&x->move[same].after, &canonical))
            same++;
        if (same < x->moves)
            continue;
        x->move[x->moves].after = canonical;
        x->game->write_move(p, list.move[i], x->move[x->moves++].move);
    }
    movelist_free(&list);
    return x->move != NULL;
}

static int by_games(const void *a, const void *b)
{
    return tally_games(((const Explored *)b)->tally) - tally_games(((const Explored *)a)->tally);
}

static void print_explored(Explore *x)
{
    qsort(x->move, x->moves, sizeof *x->move, by_games);
    for (size_t i = 0; i < x->moves; i++) {
        const Explored *m = &x->move[i];
        if (tally_games(m->tally) == 0)
            continue;
        printf("%s\t%d\t%d\t%d\t%d\t%.1f", m->move, tally_games(m->tally), m->tally.wins, m->tally.draws,
               m->tally.losses, 100 * tally_share(m->tally));
        printf(m->known ? "\t%s\n" : "\n", m->value);
    }
}

static ExitStatus run_explore(const Call *call)
{
    Message error = {0};
    Position p;
    Explore x = {.game = cli_game(call, call->operand[0]), .error = &error};
    if (!x.game)
        return EXIT_USAGE;
    if (!cli_position(call, x.game, option.position, &p))
        return EXIT_ILLEGAL;
    position_canonical(x.game, &p, &x.asked, NULL);
    if (!list_moves(&x, &p))
        return cli_fail_memory(call->lang);
    x.store = house_store_open(call, option.store, (StoreOptions){.read_only = true});
    bool ok = x.store && store_every(x.store, explore_next, &x, &error) && !x.failed;
    if (x.store && !ok)
        cli_fail_message(call->lang, NULL, &error);
    if (ok) {
        ask_values(&x);
        print_explored(&x);
    }
    store_close(x.store);
    free(x.move);
    return ok ? EXIT_DONE : EXIT_MACHINE;
}

const Command house_advantage_verb = {
    .name = "advantage",
    .operands = "",
    .summary = T("the advantage of each seat, by ruleset"),
    .help = T(
        "Prints one line per ruleset and side, in columns separated by tabs: the ruleset, the side, what it won, drew "
        "and lost, its share of the points in percent, and its advantage in points of Elo, with the bounds that hold "
        "19 times out of 20. Finished games between people count, from the start of the game, once everybody has "
        "moved. With more than two players results are taken in pairs, and marked as experimental.\n"),
    .options = advantage_options,
    .run = run_advantage,
};
const Command house_explore_verb = {
    .name = "explore",
    .operands = T("GAME"),
    .summary = T("what was played in a position, and how it scored"),
    .help =
        T("Prints one line per move that was played in the position, the most frequent first, in columns separated by "
          "tabs: the move, how often it was played, what it won, drew and lost, its share of the points in percent, "
          "and its exact value where a table knows it or a short proof shows it. Positions and moves that are the same "
          "but for a symmetry count as one. Only finished games between people that anybody may find are counted.\n"),
    .options = explore_options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run_explore,
};
