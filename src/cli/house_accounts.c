/* colonnade house account: what an operator does about accounts. The house may be open meanwhile: only accounts are
 * written to, and whatever needs one asks the store. */
#include "cli/house_path.h"
#include "cli/house_work.h"

#include "cli/commands.h"
#include "core/utf8.h"
#include "games/registry.h"
#include "house/account_code.h"
#include "house/account_name.h"
#include "store/accounts.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    const char *store;
} option;

static const Option account_options[] = {HOUSE_STORE_OPTION(&option.store), {0}};

static void print_day(int64_t ms)
{
    char text[16];
    time_t at = (time_t)(ms / 1000);
    struct tm tm;
    gmtime_r(&at, &tm);
    strftime(text, sizeof text, "%Y-%m-%d", &tm);
    fputs(text, stdout);
}

/* --- writing --- */

/* Whether it was done; *stale: there was nothing to do. */
static bool write_acts(HouseWork *w, const StoreAct *acts, size_t count, bool *stale)
{
    StoreResult result = house_write(w, acts, count);
    *stale = result == STORE_STALE;
    return result == STORE_DONE || *stale;
}

static ExitStatus finish(HouseWork *w, bool ok, bool found)
{
    if (!ok)
        return cli_fail_message(w->call->lang, NULL, &w->error), EXIT_MACHINE;
    return found ? EXIT_DONE : cli_fail(EXIT_ILLEGAL, w->call->lang, T("there is no such account or report"), 0);
}

static bool find(HouseWork *w, StoreAccount *out)
{
    char key[ACCOUNT_NAME_KEY];
    account_name_key(w->text, key);
    return store_account(w->store, 0, key, out, &w->error);
}

/* --- list --- */

typedef struct Listed {
    StoreAccount account[64];
    int count, sessions;
} Listed;

static bool keep_account(void *context, const StoreAccount *a)
{
    Listed *l = context;
    l->account[l->count++] = *a;
    return l->count < 64;
}

static bool count_session(void *context, const StoreSession *s)
{
    (void)s;
    ++*(int *)context;
    return true;
}

static ExitStatus run_list(HouseWork *w)
{
    static const char *const states[] = {"open", "closed", "erased"};
    int64_t after = 0;
    bool ok = true;
    Listed l;
    do {
        l.count = 0;
        ok = store_accounts(w->store, after, 64, keep_account, &l, &w->error);
        for (int i = 0; ok && i < l.count; i++) {
            const StoreAccount *a = &l.account[i];
            after = a->id;
            l.sessions = 0;
            if (a->state == STORE_ERASED)
                continue;
            ok = store_sessions(w->store, a->id, count_session, &l.sessions, &w->error);
            printf("%s\t%s\t", a->name, states[a->state]);
            print_day(a->made);
            printf("\t%d\t%d\n", a->codes, l.sessions);
        }
    } while (ok && l.count == 64);
    return finish(w, ok, true);
}

/* --- one account --- */

static ExitStatus set_state(HouseWork *w, StoreAccountState state)
{
    StoreAccount a;
    bool stale = false, ok = find(w, &a);
    StoreAct acts[2] = {{.kind = STORE_SET_STATE, .account = a.id, .number = state},
                        {.kind = STORE_END_SESSIONS, .account = a.id}};
    ok = ok && (!a.id || write_acts(w, acts, 2, &stale));
    return finish(w, ok, a.id && !stale);
}

static ExitStatus run_close(HouseWork *w) { return set_state(w, STORE_CLOSED); }
static ExitStatus run_open(HouseWork *w) { return set_state(w, STORE_OPEN); }

/* The password, passkeys and codes become worthless; one new code is printed, for the owner. */
static ExitStatus run_reset(HouseWork *w)
{
    StoreAccount a;
    char code[ACCOUNT_CODE];
    unsigned char bits[ACCOUNT_CODE_BITS];
    bool stale = false, ok = find(w, &a);
    randombytes_buf(bits, sizeof bits);
    account_code_write(bits, code);
    StoreAct acts[5] = {{.kind = STORE_SET_SECRET, .account = a.id},
                        {.kind = STORE_DROP_CODES, .account = a.id},
                        {.kind = STORE_ADD_CODE, .account = a.id},
                        {.kind = STORE_END_SESSIONS, .account = a.id},
                        {.kind = STORE_DROP_PASSKEY, .account = a.id}};
    account_code_hash(code, acts[2].hash);
    ok = ok && (!a.id || write_acts(w, acts, 5, &stale));
    if (ok && a.id && !stale)
        printf("%s\n", code);
    return finish(w, ok, a.id && !stale);
}

/* --- reports --- */

typedef struct Reported {
    struct {
        int64_t number, at, account, about;
        int seat;
        char round[STORE_ROUND], text[STORE_TEXT];
    } *report;
    size_t count, room;
    bool failed;
} Reported;

static bool keep_report(void *context, const StoreReport *r)
{
    Reported *all = context;
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 64;
        void *grown = realloc(all->report, room * sizeof *all->report);
        all->failed = !grown;
        if (!grown)
            return false;
        all->report = grown;
        all->room = room;
    }
    size_t i = all->count++;
    all->report[i].number = r->number;
    all->report[i].at = r->at;
    all->report[i].account = r->account;
    all->report[i].about = r->about;
    all->report[i].seat = r->seat;
    snprintf(all->report[i].round, STORE_ROUND, "%s", r->round);
    snprintf(all->report[i].text, STORE_TEXT, "%s", r->text);
    utf8_clean(all->report[i].text);
    return true;
}

static bool print_name(HouseWork *w, int64_t account)
{
    StoreAccount a = {0};
    bool ok = account == 0 || store_account(w->store, account, NULL, &a, &w->error);
    printf("\t%s", a.name[0] ? a.name : "-");
    return ok;
}

static ExitStatus run_reports(HouseWork *w)
{
    Reported all = {0};
    bool ok = store_reports(w->store, 0, true, keep_report, &all, &w->error);
    if (all.failed)
        ok = message_set(&w->error, 0, T("not enough memory"), 0);
    for (size_t i = 0; ok && i < all.count; i++) {
        printf("%" PRId64 "\t", all.report[i].number);
        print_day(all.report[i].at);
        ok = print_name(w, all.report[i].account) && print_name(w, all.report[i].about);
        printf("\t%s\t%c\t%s\n", all.report[i].round, game_seat_letter(all.report[i].seat), all.report[i].text);
    }
    free(all.report);
    return finish(w, ok, true);
}

static ExitStatus run_settle(HouseWork *w)
{
    bool stale = false;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    StoreAct act = {.kind = STORE_CLOSE_REPORT, .number = strtoll(w->text, NULL, 10), .at = (int64_t)now.tv_sec * 1000};
    bool ok = write_acts(w, &act, 1, &stale);
    return finish(w, ok, !stale);
}

static const HouseTask tasks[] = {{"list", 1, run_list},
                                  {"reset", 2, run_reset},
                                  {"close", 2, run_close},
                                  {"open", 2, run_open},
                                  {"reports", 1, run_reports},
                                  {"settle", 2, run_settle},
                                  {0}};

static ExitStatus run_account(const Call *call)
{
    const HouseTask *task = house_task(tasks, call);
    if (!task)
        return cli_fail(EXIT_USAGE, call->lang,
                        T("say list, reports, reset NAME, close NAME, open NAME or settle NUMBER"), 0);
    HouseWork w = {.call = call, .text = call->count > 1 ? call->operand[1] : NULL};
    return house_work(task, &w, option.store);
}

const Command house_account_verb = {
    .name = "account",
    .operands = T("WHAT [NAME]"),
    .summary = T("look after the accounts of a house"),
    .help = T("The house may be open meanwhile. `list` prints name, state, when it was made, recovery codes and "
              "devices of each account. `reset NAME` ends its password, codes and sessions, and prints one recovery "
              "code for its owner. `close NAME` keeps everybody out of it and its name taken; `open NAME` undoes that. "
              "`reports` prints what players reported: number, day, who, about whom, round, seat, text; `settle "
              "NUMBER` takes one off that list.\n"),
    .options = account_options,
    .least = 1,
    .most = 2,
    .run = run_account,
};
