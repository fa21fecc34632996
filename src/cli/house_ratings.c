/* colonnade house ratings and fair-play: what the rated games of a house say about its players. */
#include "cli/house_path.h"
#include "cli/house_replay.h"

#include "cli/tablebase_oracle.h"
#include "core/memory.h"
#include "engine/explore.h"
#include "engine/fairplay.h"
#include "games/registry.h"
#include "house/account_name.h"
#include "house/rate.h"
#include "store/accounts.h"
#include "store/ledger.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const char *store, *game, *player, *tables;
    bool recompute;
} option;

static const Option ratings_options[] = {
    HOUSE_STORE_OPTION(&option.store),
    GAME_OPTION(&option.game),
    {.name = "recompute",
     .flag = &option.recompute,
     .help = T("instead: compute all ratings again from the games, and say whether any differs")},
    {0}};
static const Option fairplay_options[] = {
    HOUSE_STORE_OPTION(&option.store),
    GAME_OPTION(&option.game),
    {.name = "player", .value = T("NAME"), .text = &option.player, .help = T("only the account with this name")},
    TABLES_OPTION(&option.tables),
    {0}};

/* --- ratings --- */

typedef struct RatedEntry {
    int64_t account;
    Glicko rating;
} RatedEntry;

typedef struct RatedList {
    RatedEntry *entry;
    size_t count, room;
    bool failed;
} RatedList;

static bool keep(void *context, const StoreRating *r)
{
    RatedList *l = context;
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 256;
        RatedEntry *grown = realloc(l->entry, room * sizeof *grown);
        if (!grown) {
            l->failed = true;
            return false;
        }
        l->entry = grown;
        l->room = room;
    }
    l->entry[l->count] = (RatedEntry){.account = r->account};
    l->count += rate_take(r->after, &l->entry[l->count].rating);
    return true;
}

static int best_first(const void *a, const void *b)
{
    const RatedEntry *x = a, *y = b;
    bool sure = x->rating.deviation <= GLICKO_SURE, other = y->rating.deviation <= GLICKO_SURE;
    return sure != other ? (sure ? -1 : 1)
                         : (x->rating.rating < y->rating.rating) - (x->rating.rating > y->rating.rating);
}

static bool keep_tally(void *context, const char *text, int64_t number)
{
    (void)number;
    rate_take_tally(text, context);
    return false;
}

static void name_of(Store *s, int64_t account, char out[STORE_TEXT + 2])
{
    StoreAccount a;
    snprintf(out, STORE_TEXT, "#%" PRId64, account);
    if (store_account(s, account, NULL, &a, NULL) && a.id && a.name[0])
        snprintf(out, STORE_TEXT, "%s", a.name);
}

static bool list_game(const Call *call, Store *s, const Game *g, Message *error)
{
    RatedList l = {0};
    RateTally tally = {0};
    bool ok = store_standings(s, g->id, keep, &l, error) && store_last_tally(s, g->id, keep_tally, &tally, error);
    if (l.failed)
        cli_fail_memory(call->lang);
    if (l.count)
        qsort(l.entry, l.count, sizeof *l.entry, best_first);
    if (ok && l.count && g->players == 2)
        printf("# %s\t%+d\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\n", g->id, rate_advantage(&tally), tally.wins,
               tally.draws, tally.losses);
    for (size_t i = 0; ok && i < l.count; i++) {
        char name[STORE_TEXT + 2];
        const Glicko *r = &l.entry[i].rating;
        name_of(s, l.entry[i].account, name);
        printf("%s\t%s\t%d%s\t%d%s\n", g->id, name, (r->rating + 500) / GLICKO_POINT,
               r->deviation > GLICKO_SURE ? "?" : "", (r->deviation + 500) / GLICKO_POINT,
               g->players > 2 ? "\texperimental" : "");
    }
    free(l.entry);
    return ok && !l.failed;
}

static ExitStatus recompute(const Call *call, Store *s)
{
    Message error = {0};
    RateCheck c;
    if (!rate_recompute(s, &c, &error))
        return cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE;
    printf("%" PRId64 " games, %" PRId64 " ratings, %" PRId64 " differ\n", c.games, c.ratings, c.wrong);
    if (c.wrong)
        printf("%s\n", c.first);
    return c.wrong ? EXIT_ILLEGAL : EXIT_DONE;
}

static ExitStatus run_ratings(const Call *call)
{
    Message error = {0};
    if (option.game && !cli_game(call, option.game))
        return EXIT_USAGE;
    Store *s = house_store_open(call, option.store, (StoreOptions){.read_only = true});
    if (!s)
        return EXIT_ILLEGAL;
    ExitStatus status = option.recompute ? recompute(call, s) : EXIT_DONE;
    for (size_t i = 0; !option.recompute && status == EXIT_DONE && i < registry_count(); i++)
        if (!option.game || strcmp(option.game, registry_game(i)->id) == 0)
            if (!list_game(call, s, registry_game(i), &error))
                status = (cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE);
    store_close(s);
    return status;
}

/* --- fair play --- */

enum { PAGE = 64, PEOPLE = 4096 };

typedef struct Person {
    int64_t account;
    const Game *game;
    int games;
    FairPlay play;
} Person;

typedef struct FairPlays {
    Store *store;
    Message *error;
    int64_t only;               /* account; 0: any */
    const Game *game;           /* that the judge is for */
    Adviser *judge;
    Person *person;
    int count;
} FairPlays;

typedef struct RatedGames {
    struct {
        int64_t number;
        char round[STORE_ROUND], label[STORE_TEXT];
        int64_t account[MAX_PLAYERS];
    } entry[PAGE];
    int count;
} RatedGames;

static bool keep_rated(void *context, const StoreRated *r)
{
    RatedGames *p = context;
    p->entry[p->count].number = r->number;
    snprintf(p->entry[p->count].round, STORE_ROUND, "%s", r->round);
    snprintf(p->entry[p->count].label, STORE_TEXT, "%s", r->label);
    memset(p->entry[p->count++].account, 0, sizeof p->entry[0].account);
    return p->count < PAGE;
}

static bool keep_seat(void *context, const StoreRating *r)
{
    if (r->seat >= 0 && r->seat < MAX_PLAYERS)
        ((int64_t *)context)[r->seat] = r->account;
    return true;
}

/* NULL: there are too many. */
static Person *person_of(FairPlays *j, int64_t account)
{
    for (int i = 0; i < j->count; i++)
        if (j->person[i].account == account && j->person[i].game == j->game)
            return &j->person[i];
    if (j->count == PEOPLE)
        return NULL;
    j->person[j->count] = (Person){.account = account, .game = j->game};
    return &j->person[j->count++];
}

static bool judge_game(FairPlays *j, Round *round, const int64_t account[MAX_PLAYERS])
{
    Tree *t = round_tree(round);
    FairPlay play[MAX_PLAYERS] = {{0}};
    tree_goto(t, round_head(round));
    int last = tree_ply(t);
    for (int ply = 0; ply < last; ply++) {
        const TreeNode *here = tree_node(t, tree_path(t, ply)), *next = tree_node(t, tree_path(t, ply + 1));
        int seat = j->game->mover(&here->position);
        size_t count = 0;
        if (j->only && account[seat] != j->only)
            continue;
        uint64_t *history = tree_history(t, tree_path(t, ply), &count);
        Situation s = {.position = here->position, .history = history, .history_count = history ? count : 0};
        bool ok = fairplay_judge(j->judge, &s, next->move, &play[seat]);
        memory_free(history);
        if (!ok)
            return false;
    }
    for (int seat = 0; seat < j->game->players; seat++) {
        Person *p = !j->only || account[seat] == j->only ? person_of(j, account[seat]) : NULL;
        if (p) {
            p->games++;
            fairplay_add(&p->play, &play[seat]);
        }
    }
    return true;
}

/* One judge at a time: games of one ruleset mostly come together. */
static bool ready_for(FairPlays *j, const Game *g)
{
    if (j->game == g)
        return true;
    if (j->judge)
        adviser_destroy(j->judge);
    j->game = g;
    j->judge = adviser_create(g, (AdviserOptions){.threads = 1});
    if (j->judge)
        tablebase_oracle_add(j->judge, g, option.tables);
    return j->judge != NULL;
}

static bool judge_all(FairPlays *j, const Game *only)
{
    RatedGames *p = malloc(sizeof *p);
    int64_t after = 0;
    bool ok = p != NULL;
    do {
        if (ok)
            p->count = 0;
        ok = ok && store_rated(j->store, after, PAGE, keep_rated, p, j->error);
        for (int i = 0; ok && i < p->count; i++) {
            const Game *g = registry_find(p->entry[i].label);
            HouseReplay r = {0};
            after = p->entry[i].number;
            if (!g || (only && only != g) || !explore_knows(g))
                continue;
            ok = ready_for(j, g) && store_rated_seats(j->store, after, keep_seat, p->entry[i].account, j->error) &&
                 house_replay(j->store, p->entry[i].round, &r, j->error);
            if (ok && r.round && !r.bad)
                ok = judge_game(j, r.round, p->entry[i].account);
            round_free(r.round);
        }
    } while (ok && p->count == PAGE);
    free(p);
    return ok;
}

static int by_share(const void *a, const void *b)
{
    const FairPlay *x = &((const Person *)a)->play, *y = &((const Person *)b)->play;
    bool one = fairplay_stands_out(x), other = fairplay_stands_out(y);
    return one != other ? (one ? -1 : 1) : y->decisions - x->decisions;
}

static void print_people(FairPlays *j)
{
    qsort(j->person, (size_t)j->count, sizeof *j->person, by_share);
    for (int i = 0; i < j->count; i++) {
        const Person *p = &j->person[i];
        char name[STORE_TEXT + 2];
        name_of(j->store, p->account, name);
        printf("%s\t%s\t%d\t%d\t%d\t%d\t%d\t", p->game->id, name, p->games, p->play.moves, p->play.judged,
               p->play.decisions, p->play.kept);
        if (p->play.decisions)
            printf("%.1f", 100.0 * p->play.kept / p->play.decisions);
        else
            putchar('-');
        puts(fairplay_stands_out(&p->play) ? "\tlook" : "\t");
    }
}

static bool find_account(Store *s, const char *name, int64_t *out)
{
    char key[ACCOUNT_NAME_KEY];
    StoreAccount a;
    account_name_key(name, key);
    *out = store_account(s, 0, key, &a, NULL) ? a.id : 0;
    return *out != 0;
}

static ExitStatus run_fairplay(const Call *call)
{
    Message error = {0};
    const Game *g = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !g)
        return EXIT_USAGE;
    if (g && !explore_knows(g))
        return cli_fail(EXIT_USAGE, call->lang, T("nobody knows the values of {0}"), 1, g->id);
    FairPlays j = {.store = house_store_open(call, option.store, (StoreOptions){.read_only = true}), .error = &error};
    if (!j.store)
        return EXIT_ILLEGAL;
    j.person = calloc(PEOPLE, sizeof *j.person);
    ExitStatus status = EXIT_DONE;
    if (option.player && !find_account(j.store, option.player, &j.only))
        status = cli_fail(EXIT_ILLEGAL, call->lang, T("there is no account {0}"), 1, option.player);
    if (status == EXIT_DONE && (!j.person || !judge_all(&j, g)))
        status = error.id ? cli_fail_message(call->lang, NULL, &error) : cli_fail_memory(call->lang);
    if (status == EXIT_DONE)
        print_people(&j);
    if (j.judge)
        adviser_destroy(j.judge);
    free(j.person);
    store_close(j.store);
    return status;
}

const Command house_ratings_verb = {
    .name = "ratings",
    .operands = "",
    .summary = T("the ratings of a house's accounts"),
    .help =
        T("Prints one line per ruleset and account, the best first, in columns separated by tabs: the ruleset, the "
          "name, the rating (`?`: provisional) and its deviation. Before those of a ruleset for two, a line that "
          "begins with # has the estimated advantage of the first seat, and what it won, drew and lost in rated games. "
          "With more than two players ratings are marked as experimental. --recompute prints how many games and "
          "ratings there are and how many differ when they are computed again; the exit status is 1 when any does.\n"),
    .options = ratings_options,
    .run = run_ratings,
};
const Command house_fairplay_verb = {
    .name = "fair-play",
    .operands = "",
    .summary = T("how often players found the moves that keep a position's value"),
    .help = T("For operators only. Goes through the rated games of rulesets whose values are known, by tables or "
              "proofs, and prints one line per ruleset and account, in columns separated by tabs: the ruleset, the "
              "name, games, moves, those where the value of every legal move was known, those of them where most moves "
              "would have given something away, how often the player did not, that in percent, and `look` where at "
              "least 40 such decisions were kept in 95 percent or more. That is a reason to look at the games, not a "
              "proof: docs/site.md says how often our own levels stand out in this way.\n"),
    .options = fairplay_options,
    .run = run_fairplay,
};
