/* People who have a name that lasts: accounts, what they sign in with, and the seats that they played on.
 *
 * What always holds:
 * - An account has a number, which its owner chose by chance and which is never given twice. Whoever wants to be
 *   forgotten leaves it behind, without a name (STORE_ERASED): results of others refer to it.
 * - A name belongs to one account. What decides is its key, which the caller makes: names that look the
 *   same have the same key.
 * - Passwords, sessions and recovery codes are never stored, only what they are checked with. Of a passkey the store
 *   has the public half.
 * - A seat of a round belongs to at most one account, and does so in the archive for ever.
 *
 * Everything is written with StoreWrite.acts. Reads are the owner's thread's, as in store.h. */
#ifndef COLONNADE_STORE_ACCOUNTS_H
#define COLONNADE_STORE_ACCOUNTS_H

#include "store/store.h"

typedef enum StoreAccountState { STORE_OPEN, STORE_CLOSED, STORE_ERASED } StoreAccountState;

/* What an act changes. In brackets: what it reads of StoreAct beside `account`. Those marked * may find nothing to
 * change; as the first act of a write without a round they then make all of it STORE_STALE. */
typedef enum StoreActKind {
    STORE_ADD_ACCOUNT,          /* * [text: name, key, secret, at, number: state] the name or number is taken */
    STORE_SET_SECRET,           /* * [secret] */
    STORE_SET_STATE,            /* * [number: StoreAccountState] */
    STORE_ERASE_ACCOUNT,        /* * the name is free again; the account's number stays */
    STORE_ADD_SESSION, /* * [number, hash, text: label, at, until, seen] not for an account that is not open */
    STORE_SEE_SESSION, /* * [number, at] */
    STORE_END_SESSION, /* * [number] of this account alone */
    STORE_END_SESSIONS, /* [number: but this one] */
    STORE_END_OLD_SESSIONS, /* [at] whosoever's that ended by then */
    STORE_KEEP_SESSIONS, /* [number: how many] the newest */
    STORE_ADD_CODE, /* [hash] */
    STORE_USE_CODE, /* * [hash] a code can be used once */
    STORE_DROP_CODES,
    STORE_ATTEMPT, /* [hash: of the name, at, until: what was counted since then or before is over] one more in vain */
    STORE_END_ATTEMPTS, /* [at] those that were counted since then or before */
    STORE_ADD_PASSKEY, /* * [hash: of the id, number, key: id, secret: public key, other: counter, text: label, at, seen]
                                   not for an account that was erased, nor twice */
    STORE_USE_PASSKEY, /* * [number, other: counter, at] the counter has not grown, and is not 0 for ever */
    STORE_NAME_PASSKEY, /* * [number, text: label] */
    STORE_DROP_PASSKEY, /* * [number, 0: all] */
    STORE_BLOCK, /* [number: whom] */
    STORE_UNBLOCK, /* [number: whom, 0: all] */
    STORE_REPORT, /* [number, other: about whom (0: a guest), round, seat, text, at, until: when it was
                                   closed, 0: it is open] */
    STORE_CLOSE_REPORT, /* * [number, at] */
    STORE_FORGET_REPORTS, /* nobody made those that this account made */
    STORE_PLAY, /* [round, seat, number: 1 if it was taken along later] the seat is the account's;
                                   account 0: nobody's */
    STORE_TAKE_SEAT, /* * [round, seat] the same with 1, where it is nobody's */
    /* ledger.h */
    STORE_ADD_CHORE, /* [number: StoreChore, round, at] */
    STORE_END_CHORE, /* [number: StoreChore, round] */
    STORE_RATE, /* * [number, round, text: label, at, other: advantage, seen: lowest rating, key: tally,
                                   secret: ratings] `number` is not the next one, or the round is rated already */
    STORE_RATE_SEAT, /* [number, seat, account, text: label, key: before, secret: after] */
    STORE_TRACE, /* [round, number: position, other: the next one, seat: ply, seen: score] */
    /* tournaments.h; `number` is the tournament's */
    STORE_ADD_TOURNAMENT, /* * [text: name, key: label, secret: options, at, seat: state, until: rounds, seen: paired,
                                   other: entrants] `number` is not the next one */
    STORE_CHANGE_TOURNAMENT, /* * [at: version, seat: state, until: rounds, seen: paired, other: entrants] it is
                                   another version by now */
    STORE_ADD_ENTRANT, /* [seat: number, account, text: name, hash, key: feed, other: rating, at: from, until] */
    STORE_LEAVE_TOURNAMENT, /* [seat: number, until] */
    STORE_FORGET_ENTRANT, /* [hash, text: name] whoever has this token is called so, and has none */
    STORE_ADD_PAIRING, /* [seat: turn, other: table, account: first, until: second, round, text: result] */
    STORE_SCORE, /* [round, text: result] where there is none yet */
    STORE_ACT_KINDS
} StoreActKind;

struct StoreAct {
    StoreActKind kind;
    int seat;
    int64_t account, number, other, at, until, seen;
    const char *text, *key, *secret, *round; /* STORE_TEXT at most; NULL: "" */
    unsigned char hash[STORE_HASH];
};

typedef struct StoreAccount {
    int64_t id;
    StoreAccountState state;
    int64_t made; /* ms since 1970 */
    int codes; /* recovery codes that are left */
    char name[STORE_TEXT], key[STORE_TEXT], secret[STORE_TEXT];
} StoreAccount;

typedef struct StoreSession {
    int64_t number, account;
    int64_t made, seen, until;
    const char *label;
    unsigned char hash[STORE_HASH];
} StoreSession;

typedef struct StorePasskey {
    int64_t number, account;
    int64_t counter, made, seen;
    const char *id, *key, *label; /* as the caller wrote them */
} StorePasskey;

typedef struct StoreReport {
    int64_t number, account, about; /* about: 0 where it is a guest */
    int64_t at, closed; /* closed 0: it is open */
    const char *round, *text;
    int seat;
} StoreReport;

typedef struct StorePlayed {
    const char *round;
    int64_t place; /* of the round, as in StoreFound */
    int seat;
    int64_t account;
    bool later; /* taken along afterwards: the seat was a guest's when it was played */
} StorePlayed;

/* The account with this number, or (key not NULL) of this name. out->id 0: there is none. */
bool store_account(Store *s, int64_t id, const char *key, StoreAccount *out, Message *error);

/* The session of this hash, of whatever state its account is; out->number 0: there is none. Its label is not given. */
bool store_session(Store *s, const unsigned char hash[STORE_HASH], StoreSession *out, Message *error);

/* How many attempts in vain were counted for this hash, later than `since`. */
bool store_attempts(Store *s, const unsigned char hash[STORE_HASH], int64_t since, int *failed, Message *error);

/* Return false to stop. What is given is valid during the call, and nothing may be read in it. */
typedef bool StoreEachAccount(void *context, const StoreAccount *a);
typedef bool StoreEachSession(void *context, const StoreSession *s);
typedef bool StoreEachCode(void *context, int64_t account, const unsigned char hash[STORE_HASH]);
typedef bool StoreEachPasskey(void *context, const StorePasskey *p);
typedef bool StoreEachBlock(void *context, int64_t account, int64_t whom);
typedef bool StoreEachReport(void *context, const StoreReport *r);
typedef bool StoreEachPlayed(void *context, const StorePlayed *p);

/* Up to `limit` accounts with larger numbers than `after`, by number. */
bool store_accounts(Store *s, int64_t after, int limit, StoreEachAccount *each, void *context, Message *error);
/* The passkey whose id has this hash: at most one. */
bool store_passkey(Store *s, const unsigned char hash[STORE_HASH], StoreEachPasskey *each, void *context,
                   Message *error);

/* Of this account (0: of all): the newest session first, the oldest passkey first, blocks by number, reports by time. */
bool store_sessions(Store *s, int64_t account, StoreEachSession *each, void *context, Message *error);
bool store_codes(Store *s, int64_t account, StoreEachCode *each, void *context, Message *error);
bool store_passkeys(Store *s, int64_t account, StoreEachPasskey *each, void *context, Message *error);
bool store_blocks(Store *s, int64_t account, StoreEachBlock *each, void *context, Message *error);
bool store_reports(Store *s, int64_t account, bool open, StoreEachReport *each, void *context, Message *error);

/* Whether one of them blocks the other. */
bool store_blocked(Store *s, int64_t one, int64_t other, bool *blocked, Message *error);

/* The accounts on the seats of a round. */
bool store_players(Store *s, const char *round, StoreEachPlayed *each, void *context, Message *error);

/* Up to `limit` seats of an account, in rounds that were made before the place `before` (0: any), the newest first. */
bool store_played(Store *s, int64_t account, int64_t before, int limit, StoreEachPlayed *each, void *context,
                  Message *error);

/* Whether a round with a seat of this account is not over. */
bool store_playing(Store *s, int64_t account, bool *playing, Message *error);

#endif
