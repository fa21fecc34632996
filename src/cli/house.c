/* colonnade house: looks at the games that a house keeps, and checks them. Nothing here writes or disturbs a running
 * house. */
#include "cli/house_path.h"
#include "cli/house_replay.h"

#include "cli/commands.h"
#include "cli/output.h"
#include "core/buffer.h"
#include "core/file.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    const char *store, *game, *player;
    bool json;
} option;

static const Option store_options[] = {HOUSE_STORE_OPTION(&option.store), {0}};
static const Option list_options[] = {HOUSE_STORE_OPTION(&option.store),
                                      GAME_OPTION(&option.game),
                                      {.name = "player",
                                       .value = T("NAME"),
                                       .text = &option.player,
                                       .help = T("only with this player; a part of a name will do")},
                                      JSON_OPTION(&option.json),
                                      {0}};

bool house_store_path(char out[HOUSE_PATH], Message *error)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[HOUSE_PATH - 16];
    int n = -1;
    if (data && *data == '/')
        n = snprintf(folder, sizeof folder, "%s/colonnade", data);
    else if (home && *home)
        n = snprintf(folder, sizeof folder, "%s/.local/share/colonnade", home);
    if (n < 0 || (size_t)n >= sizeof folder)
        return message_set(error, 0, T("there is no home folder to keep games in: name a file with --store"), 0);
    if (!file_make_folder(folder, error))
        return false;
    snprintf(out, HOUSE_PATH, "%s/house.db", folder);
    return true;
}

Store *house_store_open(const Call *call, const char *address, StoreOptions options)
{
    char path[HOUSE_PATH];
    Message error = {0};
    Store *s = NULL;
    if (address || house_store_path(path, &error))
        s = store_open(address ? address : path, &options, &error);
    if (!s)
        cli_fail_message(call->lang, NULL, &error);
    return s;
}

/* --- verify --- */

/* Checks the checksums first, then the rules. */
static bool verify_round(Store *s, const char *name, uint64_t *events, Message *error, uint32_t *bad, bool *by_rules)
{
    HouseReplay r = {0};
    bool ok = store_verify(s, name, bad, error);
    *by_rules = ok && *bad == 0;
    if (*by_rules) {
        ok = house_replay(s, name, &r, error);
        *bad = r.bad;
    }
    round_free(r.round);
    *events += r.events;
    return ok;
}

typedef struct Verified {
    Store *store;
    Message *error;
    uint64_t rounds, events, wrong;
    bool failed;
} Verified;

static bool verify_next(void *context, const StoreFound *f)
{
    Verified *v = context;
    uint32_t bad = 0;
    bool by_rules;
    v->rounds++;
    v->failed = !verify_round(v->store, f->round, &v->events, v->error, &bad, &by_rules);
    if (!v->failed && bad) {
        v->wrong++;
        printf("%s %" PRIu32 " %s\n", f->round, bad, by_rules ? "rules" : "checksum");
    }
    return !v->failed;
}

static ExitStatus run_verify(const Call *call)
{
    Message error = {0};
    Verified v = {.store = house_store_open(call, option.store, (StoreOptions){.read_only = true}), .error = &error};
    if (!v.store)
        return EXIT_ILLEGAL;
    bool ok = store_every(v.store, verify_next, &v, &error) && !v.failed;
    if (ok)
        printf("%" PRIu64 " rounds, %" PRIu64 " events, %" PRIu64 " wrong\n", v.rounds, v.events, v.wrong);
    store_close(v.store);
    if (!ok)
        return cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE;
    return v.wrong ? EXIT_ILLEGAL : EXIT_DONE;
}

/* --- list --- */

static void print_players(const char *names)
{
    for (const char *end; (end = strchr(names, '\n')); names = end + 1)
        printf("\t%.*s", (int)(end - names), names);
}

static bool list_one(void *context, const StoreFound *f)
{
    int64_t *place = context;
    char date[32];
    time_t t = (time_t)(f->made / 1000);
    struct tm tm;
    gmtime_r(&t, &tm);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm);
    printf("%s\t%s\t%s\t%s\t%d", f->round, date, f->card->label, f->card->open ? "ongoing" : f->card->result,
           f->card->length);
    print_players(f->card->players);
    putchar('\n');
    *place = f->place;
    return true;
}

static bool list_json(void *context, const StoreFound *f)
{
    Json *j = context;
    json_open_object(j, NULL);
    json_text(j, "round", f->round);
    json_text(j, "game", f->card->label);
    json_bool(j, "over", !f->card->open);
    if (f->card->open)
        json_nothing(j, "result");
    else
        json_text(j, "result", f->card->result);
    json_number(j, "length", f->card->length);
    json_number(j, "made", (int64_t)f->made);
    json_open_array(j, "players");
    for (const char *name = f->card->players, *end; (end = strchr(name, '\n')); name = end + 1) {
        char one[256];
        snprintf(one, sizeof one, "%.*s", (int)(end - name), name);
        json_text(j, NULL, one);
    }
    json_close_array(j);
    json_close_object(j);
    return true;
}

static ExitStatus run_list(const Call *call)
{
    Message error = {0};
    int64_t place = 0, before = -1;
    Store *s = house_store_open(call, option.store, (StoreOptions){.read_only = true});
    if (!s)
        return EXIT_ILLEGAL;
    StoreQuery q = {.label = option.game, .player = option.player, .open = -1, .limit = 1000};
    CliOutput a;
    output_open(&a);
    json_open_array(&a.json, "rounds");
    bool ok = true;
    if (option.json)
        ok = store_search(s, &q, list_json, &a.json, &error);
    else
        while (ok && place != before) {
            before = q.before = place;
            ok = store_search(s, &q, list_one, &place, &error);
        }
    store_close(s);
    json_close_array(&a.json);
    ExitStatus status = EXIT_DONE;
    if (!ok)
        status = (cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE);
    else if (option.json)
        status = output_print(&a, call);
    output_drop(&a);
    return status;
}

/* --- one round --- */

static ExitStatus show(const Call *call, bool record)
{
    Message error = {0};
    Buffer text = {0}, lines = {0};
    HouseReplay r = {.lines = &lines};
    Store *s = house_store_open(call, option.store, (StoreOptions){.read_only = true});
    if (!s)
        return EXIT_ILLEGAL;
    bool ok = house_replay(s, call->operand[0], &r, &error);
    store_close(s);
    if (ok && r.round && record)
        ok = house_replay_record(&r, &text, &error);
    bool found = r.events > 0;
    round_free(r.round);
    if (ok && found)
        fputs(record ? buffer_text(&text) : buffer_text(&lines), stdout);
    buffer_free(&text);
    buffer_free(&lines);
    if (!ok)
        return cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE;
    if (!found)
        return cli_fail(EXIT_ILLEGAL, call->lang, T("there is no round {0}"), 1, call->operand[0]);
    return EXIT_DONE;
}

static ExitStatus run_events(const Call *call) { return show(call, false); }
static ExitStatus run_record(const Call *call) { return show(call, true); }

static const Command list_verb = {
    .name = "list",
    .operands = "",
    .summary = T("every round, the newest first"),
    .help = T("Prints one line per round, in columns separated by tabs: its name, when it was made, the ruleset, the "
              "result, the moves and the players.\n"),
    .options = list_options,
    .run = run_list,
};
static const Command events_verb = {
    .name = "events",
    .operands = T("ROUND"),
    .summary = T("everything that happened in a round"),
    .help = T("Prints the events of a round, one per line, as docs/house.md describes them.\n"),
    .options = store_options,
    .least = 1,
    .most = 1,
    .run = run_events,
};
static const Command record_verb = {
    .name = "record",
    .operands = T("ROUND"),
    .summary = T("a round as a record"),
    .help = T("Prints the game of a round as a record.\n"),
    .options = store_options,
    .least = 1,
    .most = 1,
    .run = run_record,
};
static const Command verify_verb = {
    .name = "verify",
    .operands = "",
    .summary = T("check every round against its checksums and the rules"),
    .help =
        T("Prints a line `ROUND EVENT checksum` or `ROUND EVENT rules` for each round that is wrong, with the first "
          "event that is, and a last line that counts them. The exit status is 1 when there are any.\n"),
    .options = store_options,
    .run = run_verify,
};
static const Command *const verbs[] = {
    &list_verb,          &events_verb,          &record_verb,           &verify_verb,
    &house_copy_verb,    &house_backup_verb,    &house_restore_verb,    &house_export_verb,
    &house_erase_verb,   &house_advantage_verb, &house_explore_verb,    &house_account_verb,
    &house_ratings_verb, &house_fairplay_verb,  &house_tournament_verb, NULL};

const Command house_command = {
    .name = "house",
    .operands = "",
    .summary = T("the games that people played on this server"),
    .help = T("Looks at the games that `colonnade serve` keeps, copies them, and removes people from them. A house "
              "that is open is not disturbed; where something is written, it must be closed.\n"),
    .verbs = verbs,
};
