/* colonnade house copy, backup, restore, export, erase: what a house keeps, moved elsewhere, in another form, or
 * without somebody. */
#include "cli/house_path.h"
#include "cli/house_replay.h"
#include "house/forget.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct {
    const char *store, *game, *player;
    bool all;
} option;

static const Option store_options[] = {HOUSE_STORE_OPTION(&option.store), {0}};
static const Option export_options[] = {
    HOUSE_STORE_OPTION(&option.store),
    GAME_OPTION(&option.game),
    {.name = "player",
     .value = T("NAME"),
     .text = &option.player,
     .help = T("only with this player; a part of a name will do")},
    {.name = "all", .flag = &option.all, .help = T("also games that only their players may find")},
    {0}};

/* --- copying --- */

static ExitStatus copy(const Call *call, const char *from_address, const char *to_address)
{
    Message error = {0};
    StoreCopied copied;
    Store *from = house_store_open(call, from_address, (StoreOptions){.read_only = true});
    Store *to = from ? house_store_open(call, to_address, (StoreOptions){0}) : NULL;
    if (!from)
        return EXIT_ILLEGAL;
    bool ok = to && store_copy(from, to, &copied, &error);
    if (to && !ok)
        cli_fail_message(call->lang, NULL, &error);
    store_close(to);
    store_close(from);
    if (!ok)
        return EXIT_MACHINE;
    printf("%" PRIu64 " rounds, %" PRIu64 " events, %" PRIu64 " notes\n", copied.rounds, copied.events, copied.notes);
    return EXIT_DONE;
}

static ExitStatus run_copy(const Call *call) { return copy(call, call->operand[0], call->operand[1]); }
static ExitStatus run_backup(const Call *call) { return copy(call, option.store, call->operand[0]); }
static ExitStatus run_restore(const Call *call) { return copy(call, call->operand[0], option.store); }

/* --- records --- */

typedef struct Export {
    Store *store;
    Message *error;
    bool failed;
    uint64_t written, broken;
} Export;

/* Whether a name on the card contains the one asked for, compared as the store's search does. */
static bool has_player(const StoreFound *f) { return !option.player || strcasestr(f->card->players, option.player); }

static bool export_next(void *context, const StoreFound *f)
{
    Export *x = context;
    if (f->card->open || (!f->card->listed && !option.all) || !has_player(f) ||
        (option.game && strcmp(option.game, f->card->label) != 0))
        return true;
    HouseReplay r = {0};
    Buffer text = {0};
    x->failed = !house_replay(x->store, f->round, &r, x->error);
    if (!x->failed && (!r.round || r.bad))
        x->broken++;
    else if (!x->failed) {
        x->failed = !house_replay_record(&r, &text, x->error);
        if (!x->failed)
            printf("%s%s", x->written++ ? "\n" : "", buffer_text(&text));
    }
    round_free(r.round);
    buffer_free(&text);
    return !x->failed;
}

static ExitStatus run_export(const Call *call)
{
    Message error = {0};
    Export x = {.store = house_store_open(call, option.store, (StoreOptions){.read_only = true}), .error = &error};
    if (!x.store)
        return EXIT_ILLEGAL;
    bool ok = store_hold(x.store, &error) && store_every(x.store, export_next, &x, &error) && !x.failed;
    if (ok)
        store_let_go(x.store);
    store_close(x.store);
    if (!ok)
        return cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE;
    if (x.broken)
        return cli_fail(EXIT_ILLEGAL, call->lang, T("some rounds are damaged: `colonnade house verify` names them"), 0);
    return EXIT_DONE;
}

/* --- forgetting a person --- */

static ExitStatus run_erase(const Call *call)
{
    Message error = {0};
    ForgetCount count = {0};
    Store *s = house_store_open(call, option.store, (StoreOptions){0});
    if (!s)
        return EXIT_MACHINE;
    bool ok = forget_token(s, call->operand[0], &count, &error);
    store_close(s);
    if (!ok)
        return cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE;
    if (count.seats + count.under_way == 0 && !count.entered)
        return cli_fail(EXIT_ILLEGAL, call->lang, T("nobody has a seat with this token"), 0);
    printf("%d seats, %d under way\n", count.seats, count.under_way);
    return EXIT_DONE;
}

const Command house_copy_verb = {
    .name = "copy",
    .operands = T("FROM TO"),
    .summary = T("a whole house into another store"),
    .help = T("Copies everything that a store holds into one that is empty: a file, or a database postgresql://…. The "
              "first may be in use; what is copied is its state at one moment.\n"),
    .least = 2,
    .most = 2,
    .complete = {COMPLETE_FILE, COMPLETE_FILE},
    .run = run_copy,
};
const Command house_backup_verb = {
    .name = "backup",
    .operands = T("FILE"),
    .summary = T("a copy of a house in a new file"),
    .help = T("Copies everything into a new file, from a house that may be open, as it is at one moment. Checksums are "
              "checked on the way.\n"),
    .options = store_options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_FILE},
    .run = run_backup,
};
const Command house_restore_verb = {
    .name = "restore",
    .operands = T("FILE"),
    .summary = T("a house from such a file"),
    .help = T("Copies everything from a file that `colonnade house backup` made into a store that is empty.\n"),
    .options = store_options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_FILE},
    .run = run_restore,
};
const Command house_export_verb = {
    .name = "export",
    .operands = "",
    .summary = T("every finished game as a record"),
    .help = T("Prints the finished games that anybody may find as records, the oldest first.\n"),
    .options = export_options,
    .run = run_export,
};
const Command house_erase_verb = {
    .name = "erase",
    .operands = T("TOKEN"),
    .summary = T("remove a person's name from finished games"),
    .help = T("The name of whoever holds the token is replaced by a guest's number in all finished games of that "
              "token, and the token no longer works there. Moves and results stay: they belong to the opponents too. "
              "Games under way are counted and left alone.\n"),
    .options = store_options,
    .least = 1,
    .most = 1,
    .run = run_erase,
};
