/* See accounts.h: what is asked, and what its answers mean. */
#include "store/accounts.h"

#include "store/backend.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 24 };       /* room for a number as text */

static const char *text_of(char out[NUMBER], int64_t number)
{
    snprintf(out, NUMBER, "%" PRId64, number);
    return out;
}

static int64_t number_of(const char *text) { return strtoll(text, NULL, 10); }

static bool hash_of(const char *text, unsigned char out[STORE_HASH])
{
    size_t length;
    return sodium_hex2bin(out, STORE_HASH, text, strlen(text), NULL, &length, NULL) == 0 && length == STORE_HASH;
}

/* The function to call for each row, of whichever kind. */
typedef struct Each {
    union {
        StoreEachAccount *account;
        StoreEachSession *session;
        StoreEachCode *code;
        StoreEachPasskey *passkey;
        StoreEachBlock *block;
        StoreEachReport *report;
        StoreEachPlayed *played;
    };
    void *context;
} Each;

/* --- rows --- */

static void read_account(const char *const *field, StoreAccount *a)
{
    *a = (StoreAccount){.id = number_of(field[0]),
                        .state = (StoreAccountState)number_of(field[1]),
                        .made = number_of(field[2]),
                        .codes = (int)number_of(field[6])};
    snprintf(a->name, sizeof a->name, "%s", field[3]);
    snprintf(a->key, sizeof a->key, "%s", field[4]);
    snprintf(a->secret, sizeof a->secret, "%s", field[5]);
}

static bool keep_account(void *context, const char *const *field)
{
    read_account(field, context);
    return false;
}

static bool give_account(void *context, const char *const *field)
{
    const Each *e = context;
    StoreAccount a;
    read_account(field, &a);
    return e->account(e->context, &a);
}

static bool read_session(const char *const *field, StoreSession *s)
{
    *s = (StoreSession){.number = number_of(field[0]),
                        .account = number_of(field[1]),
                        .made = number_of(field[2]),
                        .seen = number_of(field[3]),
                        .until = number_of(field[4]),
                        .label = field[5]};
    return hash_of(field[6], s->hash);
}

static bool keep_session(void *context, const char *const *field)
{
    StoreSession *s = context;
    if (!read_session(field, s))
        s->number = 0;
    s->label = "";
    return false;
}

static bool give_session(void *context, const char *const *field)
{
    const Each *e = context;
    StoreSession s;
    return !read_session(field, &s) || e->session(e->context, &s);
}

static bool give_code(void *context, const char *const *field)
{
    const Each *e = context;
    unsigned char hash[STORE_HASH];
    return !hash_of(field[1], hash) || e->code(e->context, number_of(field[0]), hash);
}

static bool give_passkey(void *context, const char *const *field)
{
    const Each *e = context;
    return e->passkey(e->context, &(StorePasskey){.number = number_of(field[0]),
                                                  .account = number_of(field[1]),
                                                  .id = field[2],
                                                  .key = field[3],
                                                  .counter = number_of(field[4]),
                                                  .label = field[5],
                                                  .made = number_of(field[6]),
                                                  .seen = number_of(field[7])});
}

static bool keep_count(void *context, const char *const *field)
{
    *(int *)context = (int)number_of(field[0]);
    return false;
}

static bool give_block(void *context, const char *const *field)
{
    const Each *e = context;
    return e->block(e->context, number_of(field[0]), number_of(field[1]));
}

static bool note_any(void *context, const char *const *field)
{
    (void)field;
    *(bool *)context = true;
    return false;
}

static bool give_report(void *context, const char *const *field)
{
    const Each *e = context;
    return e->report(e->context, &(StoreReport){.number = number_of(field[0]),
                                                .account = number_of(field[1]),
                                                .about = number_of(field[2]),
                                                .round = field[3],
                                                .seat = (int)number_of(field[4]),
                                                .text = field[5],
                                                .at = number_of(field[6]),
                                                .closed = number_of(field[7])});
}

static bool give_played(void *context, const char *const *field)
{
    const Each *e = context;
    return e->played(e->context, &(StorePlayed){.round = field[0],
                                                .place = number_of(field[1]),
                                                .seat = (int)number_of(field[2]),
                                                .account = number_of(field[3]),
                                                .later = number_of(field[4]) != 0});
}

/* --- questions --- */

bool store_account(Store *s, int64_t id, const char *key, StoreAccount *out, Message *error)
{
    char number[NUMBER];
    const char *value = key ? key : text_of(number, id);
    *out = (StoreAccount){0};
    return store_ask(s, key ? ASK_ACCOUNT_BY_KEY : ASK_ACCOUNT, 1, &value, keep_account, out, error);
}

bool store_accounts(Store *s, int64_t after, int limit, StoreEachAccount *each, void *context, Message *error)
{
    char from[NUMBER], most[NUMBER];
    Each e = {.account = each, .context = context};
    return store_ask(s, ASK_ACCOUNTS, 2, (const char *const[]){text_of(from, after), text_of(most, limit)},
                     give_account, &e, error);
}

bool store_session(Store *s, const unsigned char hash[STORE_HASH], StoreSession *out, Message *error)
{
    char hex[2 * STORE_HASH + 1];
    const char *value = sodium_bin2hex(hex, sizeof hex, hash, STORE_HASH);
    *out = (StoreSession){0};
    return store_ask(s, ASK_SESSION, 1, &value, keep_session, out, error);
}

/* About one account, or (0) about all. */
static bool ask_about(Store *s, StatementAsk which, int64_t account, StatementRow *row, Each e, Message *error)
{
    char number[NUMBER];
    text_of(number, account);
    return store_ask(s, which, 2, (const char *const[]){number, number}, row, &e, error);
}

bool store_sessions(Store *s, int64_t account, StoreEachSession *each, void *context, Message *error)
{
    return ask_about(s, ASK_SESSIONS, account, give_session, (Each){.session = each, .context = context}, error);
}

bool store_codes(Store *s, int64_t account, StoreEachCode *each, void *context, Message *error)
{
    return ask_about(s, ASK_CODES, account, give_code, (Each){.code = each, .context = context}, error);
}

bool store_attempts(Store *s, const unsigned char hash[STORE_HASH], int64_t since, int *failed, Message *error)
{
    char hex[2 * STORE_HASH + 1], from[NUMBER];
    sodium_bin2hex(hex, sizeof hex, hash, STORE_HASH);
    *failed = 0;
    return store_ask(s, ASK_ATTEMPTS, 2, (const char *const[]){hex, text_of(from, since)}, keep_count, failed, error);
}

bool store_passkey(Store *s, const unsigned char hash[STORE_HASH], StoreEachPasskey *each, void *context,
                   Message *error)
{
    char hex[2 * STORE_HASH + 1];
    const char *value = sodium_bin2hex(hex, sizeof hex, hash, STORE_HASH);
    Each e = {.passkey = each, .context = context};
    return store_ask(s, ASK_PASSKEY, 1, &value, give_passkey, &e, error);
}

bool store_passkeys(Store *s, int64_t account, StoreEachPasskey *each, void *context, Message *error)
{
    return ask_about(s, ASK_PASSKEYS, account, give_passkey, (Each){.passkey = each, .context = context}, error);
}

bool store_blocks(Store *s, int64_t account, StoreEachBlock *each, void *context, Message *error)
{
    return ask_about(s, ASK_BLOCKS, account, give_block, (Each){.block = each, .context = context}, error);
}

bool store_blocked(Store *s, int64_t one, int64_t other, bool *blocked, Message *error)
{
    char a[NUMBER], b[NUMBER];
    text_of(a, one);
    text_of(b, other);
    *blocked = false;
    return store_ask(s, ASK_BLOCKED, 4, (const char *const[]){a, b, b, a}, note_any, blocked, error);
}

bool store_reports(Store *s, int64_t account, bool open, StoreEachReport *each, void *context, Message *error)
{
    char number[NUMBER];
    Each e = {.report = each, .context = context};
    text_of(number, account);
    return store_ask(s, ASK_REPORTS, 3, (const char *const[]){number, number, open ? "1" : "0"}, give_report, &e,
                     error);
}

bool store_players(Store *s, const char *round, StoreEachPlayed *each, void *context, Message *error)
{
    Each e = {.played = each, .context = context};
    return store_ask(s, ASK_PLAYERS, 1, &round, give_played, &e, error);
}

bool store_played(Store *s, int64_t account, int64_t before, int limit, StoreEachPlayed *each, void *context,
                  Message *error)
{
    char number[NUMBER], from[NUMBER], most[NUMBER];
    Each e = {.played = each, .context = context};
    return store_ask(s, ASK_PLAYED, 3,
                     (const char *const[]){text_of(number, account), text_of(from, before > 0 ? before : INT64_MAX),
                                           text_of(most, limit)},
                     give_played, &e, error);
}

bool store_playing(Store *s, int64_t account, bool *playing, Message *error)
{
    char number[NUMBER];
    const char *value = text_of(number, account);
    *playing = false;
    return store_ask(s, ASK_PLAYING, 1, &value, note_any, playing, error);
}
