/* Accounts inside the house: who is who, and what follows from it. accounts.c has what waits for a password,
 * accounts_sign.c signing in, accounts_own.c what people do with their accounts, accounts_games.c what they played.
 *
 * Passwords are checked elsewhere (HouseWorld.prove): an AccountWait waits for that, then for the store, and
 * answers its visitor. Neither an answer nor the time it took reveals whether a name has an account. */
#ifndef COLONNADE_HOUSE_ACCOUNTS_PRIVATE_H
#define COLONNADE_HOUSE_ACCOUNTS_PRIVATE_H

#include "house/account_code.h"
#include "house/account_name.h"
#include "house/house_private.h"
#include "house/passkey.h"

enum {
    ACCOUNT_CODES = 8,              /* recovery codes of an account */
    ACCOUNT_DEVICE = 64,            /* room for the name of a device */
    ACCOUNT_SESSIONS = 20,          /* per account, at most */
    ACCOUNT_BLOCKS = 200,
    ACCOUNT_GAMES = 20,             /* per answer of an export */
    ACCOUNT_FORGETTING = 64,        /* accounts whose names are being removed from their games, at most */
};

typedef struct AccountWait AccountWait;
typedef void AccountNext(AccountWait *a);

/* A request that waits for a password to be checked, and then for the store. */
struct AccountWait {
    AccountWait *next;
    uint64_t number;
    House *house;
    Visitor *visitor;
    char re[NONCE];
    AccountNext *proved;              /* the password is right, or has been made into `made` */
    AccountNext *stored;              /* the store has what follows from it */
    const char *wrong;              /* the word if it is not right */
    const char *stale;              /* the word if the store has nothing to change; NULL: that is fine too */
    bool secret;                    /* it waits for a password */
    bool on;                        /* sign out everywhere; or block, not unblock */
    bool cookie;                    /* the session's token is for a browser's cookie */
    bool fresh;                     /* the answer carries new codes */
    bool poor;                      /* the password would not be accepted today */
    int64_t account, session, until;
    char name[HOUSE_NAME], key[ACCOUNT_NAME_KEY], device[ACCOUNT_DEVICE], token[HOUSE_TOKEN], made[HOUSE_PROOF];
    unsigned char code[STORE_HASH];
    int64_t passkey, counter;       /* the one that signed, and its counter; 0: none did */
    int64_t dropped;                /* the passkey to be removed */
    PasskeyMade fresh_key;          /* the one to be added; id "": none */
    char label[ACCOUNT_DEVICE];     /* and its name */
    char codes[ACCOUNT_CODES][ACCOUNT_CODE];
};

/* Somebody who was erased. Their games are gone through until none has the name any more: a server that has one may
 * be away at the time, or crash before it is written. */
typedef struct Forgotten {
    int64_t account;
    int64_t before;                 /* place to continue from; 0: the newest */
    int64_t wake, delay;            /* when to continue, and how long to wait after this pass */
    bool left;                      /* a game still had the name in this pass */
    char guest[16];                 /* the name from now on; "": not given yet */
} Forgotten;

typedef struct Forgetting {
    Forgotten who[ACCOUNT_FORGETTING];
    int count, next;                /* next: whose turn it is */
} Forgetting;

enum { TICKETS = 64 };              /* taken a moment ago: how many are remembered */

typedef struct Tickets {
    unsigned char key[STORE_HASH];  /* of this process; used where the store is not shared */
    int64_t taken[TICKETS];         /* sessions */
    unsigned count;
} Tickets;

/* --- accounts.c --- */
Accounts *accounts_open(House *h);                              /* NULL: no memory */
void accounts_close(House *h);
void accounts_part(Visitor *v);                                 /* releases what a visitor has of them */
/* Whether the visitor is signed in, and still is according to the store; it is notified if that has ended. */
bool accounts_check(House *h, Visitor *v);
bool accounts_signed_in(Request *q);                            /* the same; false: refused */
void accounts_sign_out(House *h, Visitor *v);                   /* this line, and notifies it */
/* Begins something that waits only for the store, or that needs a password; NULL: refused. */
AccountWait *accounts_wait(Request *q);
AccountWait *accounts_begin(Request *q);
/* Has the password checked (stored NULL: no check; "": nobody's) and the new one (NULL: none) turned into what is
 * stored. Then a->proved is called, or the request is refused. */
void accounts_prove(AccountWait *a, const char *password, const char *stored, const char *fresh);
bool accounts_may_try(AccountWait *a);                                /* not too many failed attempts for this name */
void accounts_in_vain(AccountWait *a);                                /* counts one more of them */
void accounts_refuse(AccountWait *a, const char *why);                /* and ends the wait */
Forgetting *accounts_list(House *h);
Tickets *accounts_tickets(House *h);
/* Then a->stored is called; false: no memory. */
bool accounts_submit(AccountWait *a, const StoreAct *acts, size_t count);
bool accounts_submit_noting(AccountWait *a, const StoreAct *acts, size_t count, const char *note, const char *value);
void accounts_beat(House *h); /* from time to time: removes what has expired from the store */
bool accounts_ended(House *h, const Visitor *v); /* its session, according to the store */
void accounts_said(AccountWait *a, Say *s); /* sends the answer and ends the wait */
int64_t accounts_number(House *h); /* a new one, at random */
void accounts_load_blocked(House *h, Visitor *v);

/* --- accounts_own.c --- */
bool accounts_name(Request *q, char out[ROUND_NAME]); /* the visitor's name at a table; false: refused */
bool accounts_reserved(House *h, const char *name); /* a guest may not use it: an account has it */
bool accounts_hears(const Visitor *v, int64_t account); /* it has not blocked that account */
bool accounts_apart(House *h, int64_t account, const HouseRound *r); /* it and somebody there do not play each other */

/* --- accounts_passkey.c --- */
bool accounts_passkey_given(const Request *q, const char *name); /* the request has one there */
/* Whether the request's passkey data answers this line's challenge: a signature by a passkey of this account (0: of any
 * account, which becomes a->account), and, if it `makes` one, a new passkey. False: refused. */
bool accounts_prove_passkey(AccountWait *a, Request *q, int64_t account, bool makes);
StoreAct accounts_use_passkey(const AccountWait *a);
StoreAct accounts_add_passkey(const AccountWait *a);
void accounts_list_passkeys(House *h, int64_t account, Json *j);
void accounts_read_label(AccountWait *a, const Request *q);

/* --- accounts_ticket.c --- */
void accounts_new_ticket(House *h, const char *token, int64_t until, char out[HOUSE_TICKET]);

/* --- accounts_far.c --- */
/* The text of a request as another server receives it. The hash of a token, which nobody else knows, says which session
 * its visitor is signed in with. accounts_follow is what that server does with it. */
void accounts_vouch(const Request *q, Buffer *out);
void accounts_follow(Request *q);
/* Sessions, blocks or credentials have been stored and must be known everywhere. `notice` says which (NULL: nobody is
 * notified). Everybody still signed in, except `by`, receives the notice. */
void accounts_changed(House *h, int64_t account, const char *notice, const Visitor *by);
void accounts_seats_changed(House *h, const char *round); /* the same for the owners of the seats */
RequestDo request_account_changed; /* from another server */

/* --- accounts_games.c --- */
void accounts_load(House *h, HouseRound *r); /* the owners of its seats */
/* What sitting down and getting up mean for accounts, as acts for the write of these events; returns their number. */
size_t accounts_acts(HouseRound *r, const RoundEvents *e, StoreAct acts[MAX_PLAYERS]);
unsigned accounts_seats(const HouseRound *r, int64_t account);
unsigned accounts_linked(const HouseRound *r); /* seats that belong to an account */
bool accounts_playing(House *h, int64_t account); /* one of its games is not over */
void accounts_add_seats(House *h, HouseRound *r); /* those that accounts have taken over meanwhile */
bool accounts_forget_some(House *h, Forgotten *who); /* false: that was all */

RequestDo request_rename; /* from another server: a seat has another name */

/* --- accounts_secret.c --- */
/* Begins what a signed-in visitor wants and its password or passkey allows. `fresh`: a new password to be stored, NULL:
 * none. `makes`: the request has a new passkey. */
void accounts_begin_own(Request *q, const char *fresh, bool makes, AccountNext *proved, AccountNext *stored);
size_t accounts_new_codes(AccountWait *a, StoreAct *acts); /* ACCOUNT_CODES acts */
void accounts_forget(House *h, int64_t account); /* removes its name from its games, little by little */
void accounts_resume(House *h); /* those who were being forgotten when the house closed, or another server crashed */
int64_t accounts_tick(House *h); /* returns when to call it again */

#endif
