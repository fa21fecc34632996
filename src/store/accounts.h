/* People with a permanent name: accounts, what they sign in with, and the seats that they played on.
 *
 * What always holds:
 * - An account has a number, which the caller chooses at random and which is never given twice. Somebody who wants to
 *   be forgotten leaves it behind, without a name (STORE_ERASED): other people's results refer to it.
 * - A name belongs to one account. What counts is its key, which the caller makes: names that look the same have the
 *   same key.
 * - Passwords, sessions and recovery codes are never stored, only what is needed to check them. The store has the
 *   public half of a passkey.
 * - A seat of a round belongs to at most one account, and in the archive it does so for ever.
 *
 * Everything is written with StoreWrite.acts. Only the owner's thread reads, as in store.h. */
#ifndef COLONNADE_STORE_ACCOUNTS_H
#define COLONNADE_STORE_ACCOUNTS_H

#include "store/store.h"

typedef enum StoreAccountState { STORE_OPEN, STORE_CLOSED, STORE_ERASED } StoreAccountState;

/* What an act changes. In brackets: the fields of StoreAct that it reads besides `account`. Acts marked * may find
 * nothing to change; if the first act of a write without a round finds nothing, all of it is STORE_STALE. */
typedef enum StoreActKind {
    STORE_ADD_ACCOUNT,          /* * [text: name, key, secret, at, number: state] the name or number is taken */
    STORE_SET_SECRET,           /* * [secret] */
    STORE_SET_STATE,            /* * [number: StoreAccountState] */
    STORE_ERASE_ACCOUNT,        /* * the name is free again; the account's number stays */
    STORE_ADD_SESSION, /* * [number, hash, text: label, at, until, seen] not for an account that is not open */
    STORE_SEE_SESSION, /* * [number, at] */
    STORE_END_SESSION, /* * [number] only if it is this account's */
    STORE_END_SESSIONS, /* [number: except this one] */
    STORE_END_OLD_SESSIONS, /* [at] of any account, if they ended by then */
    STORE_KEEP_SESSIONS, /* [number: how many] only the newest */
    STORE_ADD_CODE, /* [hash] */
    STORE_USE_CODE, /* * [hash] a code can be used once */
    STORE_DROP_CODES,
    STORE_ATTEMPT, /* [hash: of the name, at, until: a count begun then or earlier has expired] one more failure */
    STORE_END_ATTEMPTS, /* [at] counts that began then or earlier */
    STORE_ADD_PASSKEY, /* * [hash: of the id, number, key: id, secret: public key, other: counter, text: label, at,
                                   seen] not for an erased account, and not twice */
    STORE_USE_PASSKEY, /* * [number, other: counter, at] the counter has not grown, and is not always 0 */
    STORE_NAME_PASSKEY, /* * [number, text: label] */
    STORE_DROP_PASSKEY, /* * [number, 0: all] */
    STORE_BLOCK, /* [number: whom] */
    STORE_UNBLOCK, /* [number: whom, 0: all] */
    STORE_REPORT, /* [number, other: about whom (0: a guest), round, seat, text, at, until: when it was
                                   closed, 0: it is open] */
    STORE_CLOSE_REPORT, /* * [number, at] */
    STORE_FORGET_REPORTS, /* reports by this account become nobody's */
    STORE_PLAY, /* [round, seat, number: 1 if it was taken over later] the seat is the account's;
                                   account 0: nobody's */
    STORE_TAKE_SEAT, /* * [round, seat] the same with 1, if it is nobody's */
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
    STORE_CHANGE_TOURNAMENT, /* * [at: version, seat: state, until: rounds, seen: paired, other: entrants] the
                                   version has changed */
    STORE_ADD_ENTRANT, /* [seat: number, account, text: name, hash, key: feed, other: rating, at: from, until] */
    STORE_LEAVE_TOURNAMENT, /* [seat: number, until] */
    STORE_FORGET_ENTRANT, /* [hash, text: name] the holder of this token gets this name, and no token */
    STORE_ADD_PAIRING, /* [seat: turn, other: table, account: first, until: second, round, text: result] */
    STORE_SCORE, /* [round, text: result] if there is none yet */
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
    int codes; /* unused recovery codes */
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
    int64_t number, account, about; /* about: 0 for a guest */
    int64_t at, closed; /* closed 0: it is open */
    const char *round, *text;
    int seat;
} StoreReport;

typedef struct StorePlayed {
    const char *round;
    int64_t place; /* of the round, as in StoreFound */
    int seat;
    int64_t account;
    bool later; /* taken over afterwards: the seat was a guest's during the game */
} StorePlayed;

/* The account with this number or, if key is not NULL, with this name. out->id 0: there is none. */
bool store_account(Store *s, int64_t id, const char *key, StoreAccount *out, Message *error);

/* The session with this hash, whatever the state of its account; out->number 0: there is none. Its label is not set. */
bool store_session(Store *s, const unsigned char hash[STORE_HASH], StoreSession *out, Message *error);

/* How many failed attempts were counted for this hash, if the count began after `since`. */
bool store_attempts(Store *s, const unsigned char hash[STORE_HASH], int64_t since, int *failed, Message *error);

/* Return false to stop. The arguments are valid during the call, and it must not read from the store. */
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

/* Of this account (0: of all): newest session first, oldest passkey first, blocks by number, reports by time. */
bool store_sessions(Store *s, int64_t account, StoreEachSession *each, void *context, Message *error);
bool store_codes(Store *s, int64_t account, StoreEachCode *each, void *context, Message *error);
bool store_passkeys(Store *s, int64_t account, StoreEachPasskey *each, void *context, Message *error);
bool store_blocks(Store *s, int64_t account, StoreEachBlock *each, void *context, Message *error);
bool store_reports(Store *s, int64_t account, bool open, StoreEachReport *each, void *context, Message *error);

/* Whether either blocks the other. */
bool store_blocked(Store *s, int64_t one, int64_t other, bool *blocked, Message *error);

/* The accounts on the seats of a round. */
bool store_players(Store *s, const char *round, StoreEachPlayed *each, void *context, Message *error);

/* Up to `limit` seats of an account, in rounds made before the place `before` (0: any), the newest first. */
bool store_played(Store *s, int64_t account, int64_t before, int limit, StoreEachPlayed *each, void *context,
                  Message *error);

/* Whether some round with a seat of this account is not over. */
bool store_playing(Store *s, int64_t account, bool *playing, Message *error);

#endif
