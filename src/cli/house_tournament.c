/* colonnade house tournament: what the organiser of a tournament does. The house may be open meanwhile: only
 * tournaments are written to, and within seconds the house makes the games that follow from that. */
#include "cli/house_path.h"
#include "cli/house_tournament.h"
#include "cli/house_work.h"

#include "cli/commands.h"
#include "core/memory.h"
#include "core/words.h"
#include "games/registry.h"
#include "house/account_name.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRIES = 5 }; /* the house, or somebody else, may change it at the same moment */

static struct {
    const char *store, *game;
    ArrangeOptions options;
    int kind, start;
} option = {.kind = TOURNAMENT_SWISS};

static const Option tournament_options[] = {
    HOUSE_STORE_OPTION(&option.store),
    {.name = "game",
     .value = T("GAME"),
     .text = &option.game,
     .complete = COMPLETE_GAME,
     .help = T("of `new`: the ruleset, one for two players")},
    {.name = "kind",
     .value = T("KIND"),
     .choice = &option.kind,
     .words = arrange_kinds,
     .standard = "swiss",
     .help = T("of `new`: swiss, round-robin (everybody meets everybody) or double (twice, with seats swapped)")},
    {.name = "rounds",
     .value = "N",
     .number = &option.options.rounds,
     .least = 1,
     .most = TOURNAMENT_SWISS_ROUNDS,
     .otherwise = T("as many as usually separate the first from the others"),
     .help = T("of `new`: rounds of a Swiss tournament")},
    {.name = "days",
     .value = "N",
     .number = &option.options.days,
     .least = 1,
     .most = ARRANGE_DAYS,
     .standard = "3",
     .help = T("of `new`: days for each move")},
    {.name = "start",
     .value = T("START"),
     .choice = &option.start,
     .words = arrange_starts,
     .standard = "sheet",
     .help = T("of `new`: sheet (as the rules say), fair (openings that are a draw) or pair (two games with seats "
               "swapped)")},
    {.name = "rated", .flag = &option.options.rated, .help = T("of `new`: games are rated, and only accounts enter")},
    {.name = "by-hand",
     .flag = &option.options.by_hand,
     .help = T("of `new`: a round begins with `next`, not when the one before it is over")},
    {.name = "closed", .flag = &option.options.closed, .help = T("of `new`: people enter only with `enter`")},
    {0}};

/* --- what may be wrong --- */

static const struct {
    const char *word, *sentence;
} reasons[] = {
    {"not-for-two", T("{0} is not for two players")},
    {"no-fair-start", T("no fair start of {0} is known")},
    {"over", T("this tournament is over")},
    {"begun", T("it is too late to enter this tournament")},
    {"tournament-full", T("this tournament is full")},
    {"already-entered", T("{0} has entered already")},
    {"name-taken", T("somebody called {0} has entered already")},
    {"not-signed-in", T("this tournament is rated: there is no account {0}")},
    {"not-entered", T("{0} is not in this tournament")},
    {"too-few", T("a tournament needs two players")},
    {"games-under-way", T("games of this round are under way")},
};

static ExitStatus refuse(const HouseWork *w, const char *why, const char *about)
{
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(reasons[i].word, why) == 0)
            return cli_fail(EXIT_ILLEGAL, w->call->lang, reasons[i].sentence, 1, about ? about : "");
    return cli_fail(EXIT_ILLEGAL, w->call->lang, T("that cannot be done"), 0);
}

static ExitStatus fail(const HouseWork *w)
{
    if (!w->error.id)
        return cli_fail(EXIT_ILLEGAL, w->call->lang, T("there is no such tournament"), 0);
    return cli_fail_message(w->call->lang, NULL, &w->error), EXIT_MACHINE;
}

/* --- writing --- */

static StoreResult write_acts(HouseWork *w, const StoreAct *acts, size_t count)
{
    StoreResult result = house_write(w, acts, count);
    if (result == STORE_STALE)
        message_set(&w->error, 0, T("somebody else is changing this: try again"), 0);
    return result;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool keep_id(void *context, const StoreTournament *t)
{
    *(int64_t *)context = t->id;
    return false;
}

static ExitStatus run_new(HouseWork *w)
{
    char *name = NULL, text[STORE_TEXT];
    const Game *g = option.game ? cli_game(w->call, option.game) : NULL;
    option.options.kind = (TournamentKind)option.kind;
    option.options.start = (ArrangeStart)option.start;
    if (!option.game)
        return cli_fail(EXIT_USAGE, w->call->lang, T("say which ruleset is played: --game GAME"), 0);
    if (!g)
        return EXIT_USAGE;
    const char *why = arrange_check(g, &option.options);
    if (why)
        return refuse(w, why, g->id);
    if (!words_clean(w->text, false, ARRANGE_NAME - 1, &name, &w->error) || !name) {
        memory_free(name);
        return cli_fail(EXIT_USAGE, w->call->lang, T("a tournament needs a name of at most 79 bytes"), 0);
    }
    arrange_options_write(&option.options, text);
    StoreResult result = STORE_STALE;
    for (int i = 0; i < TRIES && result == STORE_STALE; i++) {
        int64_t last = 0;
        if (!store_tournaments(w->store, 0, 1, keep_id, &last, &w->error))
            break;
        w->id = last + 1;
        StoreAct add = {
            .kind = STORE_ADD_TOURNAMENT, .number = w->id, .text = name, .key = g->id, .secret = text, .at = now_ms()};
        result = write_acts(w, &add, 1);
    }
    memory_free(name);
    if (result != STORE_DONE)
        return fail(w);
    printf("%" PRId64 "\n", w->id);
    return EXIT_DONE;
}

/* --- entering and leaving --- */

/* Random bits as a token, as the house makes them. */
static void new_token(char out[HOUSE_TOKEN])
{
    unsigned char bits[16];
    do {
        randombytes_buf(bits, sizeof bits);
        sodium_bin2base64(out, HOUSE_TOKEN, bits, sizeof bits, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    } while (out[0] == '-');
}

/* An account with that name, or else a guest, who gets a token. */
static const char *enter(HouseWork *w, const Arranged *a, const char *name, char token[HOUSE_TOKEN],
                         ArrangeEntry *entry)
{
    char key[ACCOUNT_NAME_KEY];
    StoreAccount account;
    account_name_key(name, key);
    if (!store_account(w->store, 0, key, &account, &w->error))
        return "trouble";
    if (account.id && account.state != STORE_OPEN)
        account.id = 0;
    ArrangeNewcomer n = {.account = account.id,
                         .name = name,
                         .token = token,
                         .rating = arrange_rating(w->store, account.id, a->stored.label)};
    if (account.id)
        token[0] = '\0';
    return arrange_enter(a, &n, entry);
}

static ExitStatus run_enter(HouseWork *w)
{
    char *name = NULL, token[HOUSE_TOKEN];
    const char *why = NULL;
    StoreResult result = STORE_STALE;
    if (!words_clean(w->text, false, HOUSE_NAME - 1, &name, NULL) || !name || name[0] == '~') {
        memory_free(name);
        return cli_fail(EXIT_USAGE, w->call->lang, T("this is not a name: {0}"), 1, w->text);
    }
    for (int i = 0; i < TRIES && result == STORE_STALE && !why; i++) {
        ArrangeEntry entry;
        new_token(token);
        Arranged *a = arranged_read(w->store, w->id, &w->error);
        why = a ? enter(w, a, name, token, &entry) : "none";
        arranged_free(a);
        result = why ? STORE_FAILED : write_acts(w, entry.act, ARRANGE_ENTER);
    }
    ExitStatus status = result == STORE_DONE                              ? EXIT_DONE
                        : why && !w->error.id && strcmp(why, "none") != 0 ? refuse(w, why, name)
                                                                          : fail(w);
    if (status == EXIT_DONE && token[0])
        printf("%s\n", token);
    memory_free(name);
    return status;
}

/* The number of whoever has this name or number; 0: nobody. */
static int number_of(const Arranged *a, const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (*text && !*end)
        return number > 0 && number <= a->tournament.players ? (int)number : 0;
    char wanted[ACCOUNT_NAME_KEY], key[ACCOUNT_NAME_KEY];
    account_name_key(text, wanted);
    for (int i = 0; i < a->tournament.players; i++) {
        account_name_key(a->person[i].name, key);
        if (a->person[i].name[0] && strcmp(key, wanted) == 0)
            return i + 1;
    }
    return 0;
}

/* What `start`, `next`, `withdraw` and `end` write; returns NULL, or why not. */
typedef const char *TournamentStep(HouseWork *w, const Arranged *a, ArrangeRound *out);

static void by_chance(void *context, unsigned char *out, size_t size)
{
    (void)context;
    randombytes_buf(out, size);
}

static const char *step_leave(HouseWork *w, const Arranged *a, ArrangeRound *out)
{
    out->count = ARRANGE_LEAVE;
    return arrange_leave(a, number_of(a, w->text), out->act);
}

static const char *step_start(HouseWork *w, const Arranged *a, ArrangeRound *out)
{
    (void)w;
    return a->stored.state == STORE_PLAYING ? "begun" : arrange_next(a, by_chance, NULL, out);
}

static const char *step_next(HouseWork *w, const Arranged *a, ArrangeRound *out)
{
    (void)w;
    return arrange_next(a, by_chance, NULL, out);
}

static const char *step_end(HouseWork *w, const Arranged *a, ArrangeRound *out)
{
    (void)w;
    out->count = 1;
    return arrange_end(a, out->act);
}

static ExitStatus take_step(HouseWork *w, TournamentStep *step)
{
    StoreResult result = STORE_STALE;
    const char *why = NULL;
    bool found = true;
    ArrangeRound *out = memory_resize(NULL, sizeof *out);
    if (!out)
        return cli_fail_memory(w->call->lang);
    for (int i = 0; i < TRIES && result == STORE_STALE && found && !why; i++) {
        Arranged *a = arranged_read(w->store, w->id, &w->error);
        found = a != NULL;
        why = a ? step(w, a, out) : NULL;
        arranged_free(a);
        if (found && !why)
            result = write_acts(w, out->act, out->count);
    }
    memory_free(out);
    if (why && strcmp(why, "begun") == 0)
        return cli_fail(EXIT_ILLEGAL, w->call->lang, T("this tournament has begun"), 0);
    if (why)
        return refuse(w, why, w->text);
    return result == STORE_DONE ? EXIT_DONE : fail(w);
}

static ExitStatus run_withdraw(HouseWork *w) { return take_step(w, step_leave); }
static ExitStatus run_start(HouseWork *w) { return take_step(w, step_start); }
static ExitStatus run_next(HouseWork *w) { return take_step(w, step_next); }
static ExitStatus run_end(HouseWork *w) { return take_step(w, step_end); }

/* --- looking --- */

static bool list_one(void *context, const StoreTournament *t)
{
    static const char *const states[] = {"entering", "playing", "over"};
    ArrangeOptions o;
    arrange_options_read(t->options, &o);
    printf("%" PRId64 "\t%s\t%s\t%s\t%s\t%d\t%d/%d\n", t->id, t->name, t->label, arrange_kinds[o.kind],
           states[t->state], t->entrants, t->paired, t->rounds);
    *(int64_t *)context = t->id;
    return true;
}

static ExitStatus run_list(HouseWork *w)
{
    int64_t last = 0, before;
    do {
        before = last;
        if (!store_tournaments(w->store, before, 100, list_one, &last, &w->error))
            return fail(w);
    } while (last != before);
    return EXIT_DONE;
}

static ExitStatus run_show(HouseWork *w)
{
    Arranged *a = arranged_read(w->store, w->id, &w->error);
    if (!a)
        return fail(w);
    tournament_table(w->call->lang, a);
    arranged_free(a);
    return EXIT_DONE;
}

static const HouseTask tasks[] = {{"new", 2, run_new},     {"list", 1, run_list},         {"show", 2, run_show},
                                  {"enter", 3, run_enter}, {"withdraw", 3, run_withdraw}, {"start", 2, run_start},
                                  {"next", 2, run_next},   {"end", 2, run_end},           {0}};

static bool read_number(const char *text, int64_t *out)
{
    char *end;
    *out = strtoll(text, &end, 10);
    return *text && !*end && *out > 0;
}

static ExitStatus run_tournament(const Call *call)
{
    HouseWork w = {.call = call};
    const HouseTask *task = house_task(tasks, call);
    if (!task)
        return cli_fail(EXIT_USAGE, call->lang,
                        T("say new NAME, list, show N, enter N NAME, withdraw N NAME, start N, next N or end N"), 0);
    bool makes = task->run == run_new;
    if (call->count > 1 && !makes && !read_number(call->operand[1], &w.id))
        return cli_fail(EXIT_USAGE, call->lang, T("this is not the number of a tournament: {0}"), 1, call->operand[1]);
    w.text = makes ? call->operand[1] : call->count > 2 ? call->operand[2] : NULL;
    return house_work(task, &w, option.store);
}

const Command house_tournament_verb = {
    .name = "tournament",
    .operands = T("WHAT [N] [NAME]"),
    .summary = T("run tournaments with days per move"),
    .help =
        T("The house may be open meanwhile; it begins the games of a round within seconds. `new NAME` makes a "
          "tournament and prints its number, which the others take. `list` prints number, name, ruleset, kind, "
          "state, entrants and rounds of each; `show N` prints the table. `enter N NAME` enters an account, or a "
          "guest and prints the token of the guest's seats. `withdraw N NAME` takes somebody out of the rounds to "
          "come, by name or number. `start N` pairs the first round, `next N` the next one, `end N` ends it all.\n"),
    .options = tournament_options,
    .least = 1,
    .most = 3,
    .run = run_tournament,
};
