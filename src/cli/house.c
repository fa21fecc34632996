/* colonnade house: looking at the games that a house keeps, and checking them. Nothing here
 * writes, and a running house is not disturbed. */
#include "cli/house_path.h"

#include "cli/commands.h"
#include "cli/output.h"
#include "core/buffer.h"
#include "core/file.h"
#include "core/memory.h"
#include "core/record.h"
#include "games/registry.h"
#include "round/round.h"
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

#define STORE_OPTION                                                                                                   \
    {.name = "store",                                                                                                  \
     .value = T("FILE"),                                                                                               \
     .path = &option.store,                                                                                            \
     .otherwise = T("house.db in the user's data folder"),                                                             \
     .complete = COMPLETE_FILE,                                                                                        \
     .help = T("where games between people are kept")}

static const Option store_options[] = {STORE_OPTION, {0}};
static const Option list_options[] = {STORE_OPTION,
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

static Store *open_store(const Call *call)
{
    char path[HOUSE_PATH];
    Message error = {0};
    Store *s = NULL;
    if (option.store || house_store_path(path, &error))
        s = store_open(option.store ? option.store : path, &(StoreOptions){.read_only = true}, &error);
    if (!s)
        cli_fail_message(call->lang, NULL, &error);
    return s;
}

/* --- replaying --- */

typedef struct Replay {
    Round *round;
    uint32_t events, bad;
    int64_t made;
    Buffer *lines;              /* NULL: they are not wanted */
} Replay;

static bool replay_event(void *context, const StoreEvent *s)
{
    Replay *r = context;
    RoundEvent e;
    if (r->lines)
        buffer_format(r->lines, "%s\n", s->line);
    if (s->number == 1)
        r->made = s->at;
    r->events++;
    if (!round_event_read(s->line, registry_find, &e) || e.number != s->number ||
        (r->round ? !round_take(r->round, &e, NULL) : !(r->round = round_from(&e))))
        r->bad = s->number;
    return r->bad == 0;
}

/* --- verify --- */

typedef struct RoundNames {
    char (*name)[STORE_ROUND];
    size_t count, room;
    int64_t last;
    bool failed;
} RoundNames;

static bool note_name(void *context, const StoreFound *f)
{
    RoundNames *n = context;
    if (n->count == n->room) {
        size_t room = n->room ? 2 * n->room : 1024;
        void *grown = memory_resize(n->name, room * sizeof *n->name);
        n->failed = !grown;
        if (!grown)
            return false;
        n->name = grown;
        n->room = room;
    }
    snprintf(n->name[n->count++], STORE_ROUND, "%s", f->round);
    n->last = f->place;
    return true;
}

static bool all_names(Store *s, RoundNames *n, Message *error)
{
    for (;;) {
        size_t before = n->count;
        if (!store_search(s, &(StoreQuery){.open = -1, .before = n->last, .limit = 1000}, note_name, n, error))
            return false;
        if (n->failed)
            return message_set(error, 0, T("not enough memory"), 0);
        if (n->count == before)
            return true;
    }
}

/* Checksums first, then the rules. */
static bool verify_round(Store *s, const char *name, uint64_t *events, Message *error, uint32_t *bad, bool *by_rules)
{
    Replay r = {0};
    bool ok = store_verify(s, name, bad, error);
    *by_rules = ok && *bad == 0;
    if (*by_rules) {
        ok = store_read(s, name, 1, replay_event, &r, error);
        *bad = r.bad;
    }
    round_free(r.round);
    *events += r.events;
    return ok;
}

static ExitStatus run_verify(const Call *call)
{
    Message error = {0};
    RoundNames names = {0};
    uint64_t events = 0;
    size_t wrong = 0;
    Store *s = open_store(call);
    if (!s)
        return EXIT_MACHINE;
    bool ok = all_names(s, &names, &error);
    for (size_t i = 0; ok && i < names.count; i++) {
        uint32_t bad = 0;
        bool by_rules;
        ok = verify_round(s, names.name[i], &events, &error, &bad, &by_rules);
        if (ok && bad) {
            wrong++;
            printf("%s %" PRIu32 " %s\n", names.name[i], bad, by_rules ? "rules" : "checksum");
        }
    }
    if (ok)
        printf("%zu rounds, %" PRIu64 " events, %zu wrong\n", names.count, events, wrong);
    memory_free(names.name);
    store_close(s);
    if (!ok)
        return cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE;
    return wrong ? EXIT_ILLEGAL : EXIT_DONE;
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
    Store *s = open_store(call);
    if (!s)
        return EXIT_MACHINE;
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

static void name_players(Round *round, int64_t made)
{
    Tree *t = round_tree(round);
    char date[16];
    time_t at = (time_t)(made / 1000);
    struct tm tm;
    gmtime_r(&at, &tm);
    strftime(date, sizeof date, "%Y.%m.%d", &tm);
    tree_set_tag(t, "Date", date, NULL);
    for (int seat = 0; seat < round_game(round)->players; seat++)
        tree_set_tag(t, tree_seat_tag(seat), round_seat(round, seat)->name, NULL);
}

static ExitStatus show(const Call *call, bool record)
{
    Message error = {0};
    Buffer text = {0}, lines = {0};
    Replay r = {.lines = &lines};
    Store *s = open_store(call);
    if (!s)
        return EXIT_MACHINE;
    bool ok = store_read(s, call->operand[0], 1, replay_event, &r, &error);
    store_close(s);
    if (ok && r.round && record) {
        name_players(r.round, r.made);
        ok = record_write(round_tree(r.round), &text, &error);
    }
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
static const Command *const verbs[] = {&list_verb, &events_verb, &record_verb, &verify_verb, NULL};

const Command house_command = {
    .name = "house",
    .operands = "",
    .summary = T("the games that people played on this server"),
    .help = T("Looks at the games that `colonnade serve` keeps. A house that is open is not disturbed.\n"),
    .verbs = verbs,
};
