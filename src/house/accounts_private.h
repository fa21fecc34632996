/* Accounts inside the house: who is who, and what follows from it. accounts.c has what waits for a password,
 * accounts_sign.c how one comes in, accounts_own.c what one does with one's account, accounts_games.c what one has played.
 *
 * A password is looked at elsewhere (HouseWorld.prove): an AccountWait waits for that, then for the store, and
 * answers its visitor. Nobody learns from an answer, or from how long it took, whether a name has an account. */
#ifndef COLONNADE_HOUSE_ACCOUNTS_PRIVATE_H
#define COLONNADE_HOUSE_ACCOUNTS_PRIVATE_H

#include "house/account_code.h"
#include "house/account_name.h"
#include "house/house_private.h"
#include "house/passkey.h"

enum {
    ACCOUNT_CODES = 8,              /* recovery codes of an account */
    ACCOUNT_DEVICE = 64,            /* room for what a device is called */
    ACCOUNT_SESSIONS = 20,          /* that one account may have */
    ACCOUNT_BLOCKS = 200,
    ACCOUNT_GAMES = 20,             /* of one answer of an export */
    ACCOUNT_FORGETTING = 64,        /* accounts at once whose games lose their names */
};

typedef struct AccountWait AccountWait;
typedef void AccountNext(AccountWait *a);

/* What waits for a password to be looked at, and then for the store. */
struct AccountWait {
    AccountWait *next;
    uint64_t number;
    House *house;
    Visitor *visitor;
    char re[NONCE];
    AccountNext *proved;              /* the password is right, or has been made into `made` */
    AccountNext *stored;              /* and the store has what follows from it */
    const char *wrong;              /* the word if it is not right */
    const char *stale;              /* the word if the store has nothing to change; NULL: that is as well */
    bool secret;                    /* it waits for a password */
    bool on;                        /* everywhere; blocked */
    bool cookie;                    /* the session's token is for a browser's cookie */
    bool fresh;                     /* codes go out with the answer */
    bool poor;                      /* the password would not be accepted today */
    int64_t account, session, until;
    char name[HOUSE_NAME], key[ACCOUNT_NAME_KEY], device[ACCOUNT_DEVICE], token[HOUSE_TOKEN], made[HOUSE_PROOF];
    unsigned char code[STORE_HASH];
    int64_t passkey, counter;       /* that was signed with, and its counter; 0: none was */
    int64_t dropped;                /* the passkey that goes */
    PasskeyMade fresh_key;          /* that comes; id "": none does */
    char label[ACCOUNT_DEVICE];     /* and how it is called */
    char codes[ACCOUNT_CODES][ACCOUNT_CODE];
};

/* Somebody who was erased. Their games are gone through until none has the name any more: a server that has one may
 * be away just then, or fall before it is written. */
typedef struct Forgotten {
    int64_t account;
    int64_t before;                 /* place to go on from; 0: from the newest */
    int64_t wake, delay;            /* when to go on, and how long after this time through */
    bool left;                      /* a game had the name this time through */
    char guest[16];                 /* the name from now on; "": not given yet */
} Forgotten;

typedef struct Forgetting {
    Forgotten who[ACCOUNT_FORGETTING];
    int count, next;                /* the one whose turn it is */
} Forgetting;

enum { TICKETS = 64 };              /* that were taken a moment ago */

typedef struct Tickets {
    unsigned char key[STORE_HASH];  /* of this process, where it shares its store with nobody */
    int64_t taken[TICKETS];         /* sessions */
    unsigned count;
} Tickets;

/* --- accounts.c --- */
Accounts *accounts_open(House *h);                              /* NULL: no memory */
void accounts_close(House *h);
void accounts_part(Visitor *v);                                 /* gives back what a visitor has of them */
/* Whether the visitor is signed in, and still is as far as the store knows; it is told if that has ended. */
bool accounts_check(House *h, Visitor *v);
bool accounts_signed_in(Request *q);                            /* the same; false: refused */
void accounts_sign_out(House *h, Visitor *v);                   /* this line, and tells it */
/* Begins something that waits for the store alone, or that needs a password; NULL: refused. */
AccountWait *accounts_wait(Request *q);
AccountWait *accounts_begin(Request *q);
/* Has the password looked at (stored NULL: none is; "": nobody's) and the new one (NULL: none) made into what is
 * stored; a->proved follows, or a refusal. */
void accounts_prove(AccountWait *a, const char *password, const char *stored, const char *fresh);
bool accounts_may_try(AccountWait *a);                                /* not too often in vain for this name */
void accounts_in_vain(AccountWait *a);                                /* it was: one more */
void accounts_refuse(AccountWait *a, const char *why);                /* and the end of it */
Forgetting *accounts_list(House *h);
Tickets *accounts_tickets(House *h);
/* a->stored follows; false: no memory. */
bool accounts_submit(AccountWait *a, const StoreAct *acts, size_t count);
bool accounts_submit_noting(AccountWait *a, const StoreAct *acts, size_t count, const char *note, const char *value);
void accounts_beat(House *h); /* from time to time: what is over leaves the store */
bool accounts_ended(House *h, const Visitor *v); /* its session, as far as the store knows */
void accounts_said(AccountWait *a, Say *s); /* the answer, and the end of it */
int64_t accounts_number(House *h); /* a new one, by chance */
void accounts_load_blocked(House *h, Visitor *v);

/* --- accounts_own.c --- */
bool accounts_name(Request *q, char out[ROUND_NAME]); /* how the visitor is called at a table; false: refused */
bool accounts_reserved(House *h, const char *name); /* a guest may not use it: it is an account's */
bool accounts_hears(const Visitor *v, int64_t account); /* it has not blocked that one */
bool accounts_apart(House *h, int64_t account, const HouseRound *r); /* somebody there and this one do not play */

/* --- accounts_passkey.c --- */
bool accounts_passkey_given(const Request *q, const char *name); /* the request has one there */
/* Whether what the request has of passkeys is good, on this line's challenge: a signature by one of this account (0:
 * of any, which is a->account then), and, if it `makes` one, a new one. False: refused. */
bool accounts_prove_passkey(AccountWait *a, Request *q, int64_t account, bool makes);
StoreAct accounts_use_passkey(const AccountWait *a);
StoreAct accounts_add_passkey(const AccountWait *a);
void accounts_list_passkeys(House *h, int64_t account, Json *j);
void accounts_read_label(AccountWait *a, const Request *q);

/* --- accounts_ticket.c --- */
void accounts_new_ticket(House *h, const char *token, int64_t until, char out[HOUSE_TICKET]);

/* --- accounts_far.c --- */
/* The text of a request as another server gets it: it says which session its visitor is signed in with, by the hash of
 * its token, which nobody else knows. And what that server makes of it. */
void accounts_vouch(const Request *q, Buffer *out);
void accounts_follow(Request *q);
/* Sessions, blocks or what one signs in with (`notice` says which, NULL: nothing that has to be told): stored, and to be
 * known everywhere. Who is still signed in, but for `by`, hears the notice. */
void accounts_changed(House *h, int64_t account, const char *notice, const Visitor *by);
void accounts_seats_changed(House *h, const char *round); /* whose seats they are: likewise */
RequestDo request_account_changed; /* from another server */

/* --- accounts_games.c --- */
void accounts_load(House *h, HouseRound *r); /* whose seats they are */
/* What sitting down and getting up means for accounts: acts for the write of these events; how many. */
size_t accounts_acts(HouseRound *r, const RoundEvents *e, StoreAct acts[MAX_PLAYERS]);
unsigned accounts_seats(const HouseRound *r, int64_t account);
unsigned accounts_linked(const HouseRound *r); /* seats that belong to any */
bool accounts_playing(House *h, int64_t account); /* a game of it is not over */
void accounts_add_seats(House *h, HouseRound *r); /* those that were taken along meanwhile */
bool accounts_forget_some(House *h, Forgotten *who); /* false: that was all */

RequestDo request_rename; /* from another server: a seat has another name */

/* --- accounts_secret.c --- */
/* Begins what a signed-in visitor wants and its password or passkey allows; `fresh`: a new password to be made, NULL:
 * none; `makes`: the request has a new passkey. */
void accounts_begin_own(Request *q, const char *fresh, bool makes, AccountNext *proved, AccountNext *stored);
size_t accounts_new_codes(AccountWait *a, StoreAct *acts); /* ACCOUNT_CODES acts */
void accounts_forget(House *h, int64_t account); /* its name goes out of its games, by and by */
void accounts_resume(House *h); /* those who were being forgotten when the house closed, or another server fell */
int64_t accounts_tick(House *h); /* when to come again */

#endif
