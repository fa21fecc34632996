/* The log of rounds: numbered lines of text per round, and what rounds are found by.
 *
 * What always holds:
 * - A round is its events 1, 2, 3 …, and only they are the truth. Nothing is ever changed or removed,
 *   except what identifies a person who wants to be forgotten (StoreWrite.changes, forget). A card
 *   (what a round is searched by) can be rebuilt from the events.
 * - A write is there whole or not at all: its events, seats, card and notes are committed together.
 * - When a write is reported as STORE_DONE, it is on the disk (synchronous, not in a cache).
 * - Every event carries a checksum of itself and of all events before it in its round.
 * - A seat's token is never stored, only its hash.
 *
 * The store knows no game and no language: lines, labels and results belong to its caller. All
 * texts are UTF-8.
 *
 * Threads: a store belongs to one thread, its owner. Writes are handed to the store's own
 * thread, which commits together whatever has arrived (group commit); their results come
 * back through store_collect, in the owner's thread and in the order of submission.
 * Reads see only what is committed. */
#ifndef COLONNADE_STORE_STORE_H
#define COLONNADE_STORE_STORE_H

#include "core/message.h"

#include <stdint.h>

enum {
    STORE_HASH = 32,        /* bytes of a checksum or of a token's hash */
    STORE_ROUND = 24,       /* room for the name of a round */
    STORE_TAG = 80,         /* room for a tag */
    STORE_LINE = 4096,      /* bytes of a line, at most */
    STORE_EVENTS = 64,      /* events per write, at most */
    STORE_SEATS = 8,        /* seats per round */
    STORE_TEXT = 256,       /* room for a label, a result, the players' names, a note */
    STORE_SHARDS = 64,      /* parts into which rounds are divided, for several servers */
    STORE_SERVERS = 64,     /* that may work on one store at once */
    STORE_ADDRESS = 96,     /* room for the address at which others reach a server */
    STORE_ACTS = 72,        /* acts per write, at most */
};

typedef struct Store Store;
typedef struct StoreAct StoreAct;      /* what happens to an account: accounts.h */

typedef struct StoreEvent {
    uint32_t number;
    int64_t at;             /* milliseconds since 1970 */
    const char *line;       /* without an end of line */
    const char *tag;        /* the writer's own mark; NULL or "": none */
} StoreEvent;

typedef struct StoreSeat {
    int seat;
    unsigned char hash[STORE_HASH];     /* of the token: store_hash_token */
} StoreSeat;

/* What a round is found by. */
typedef struct StoreCard {
    char label[STORE_TEXT];     /* what is played */
    char players[STORE_TEXT];   /* names, each followed by a line feed */
    char result[STORE_TEXT];    /* "" while it is not over */
    int length;                 /* moves so far */
    bool open;                  /* not over */
    bool listed;                /* anyone may find it */
    int64_t due;                /* when something happens by itself, on the owner's clock; INT64_MAX: never */
} StoreCard;

typedef struct StoreNote {      /* something to remember that does not belong to a round */
    const char *key, *value;
} StoreNote;

typedef struct StoreChange {    /* the new text of an event */
    uint32_t number;
    const char *line;
} StoreChange;

/* One write. With round NULL it is only a note, or acts. The first write of a round has first = 1, an event
 * and a card; a later one may be only a card. Everything is copied. */
typedef struct StoreWrite {
    const char *round;
    uint32_t first;             /* number of the first event: the one after the last stored */
    const StoreEvent *events;   /* numbered from `first`; their own numbers are not read */
    size_t count;
    const StoreSeat *seats;     /* given out with this write; earlier ones stay valid */
    size_t seat_count;
    const StoreCard *card;      /* NULL: as before */
    StoreNote note;             /* key NULL: none */
    const StoreChange *changes; /* to stored events; STORE_EVENTS at most. Checksums from there on are … */
    size_t change_count;        /* … recomputed: verify the round first */
    const StoreSeat *forget;    /* tokens that lose all rights in this round, STORE_SEATS at most; … */
    size_t forget_count;        /* … only their hashes are read */
    uint64_t epoch;             /* of the lease on the round's shard; not read if there are no leases */
    const StoreAct *acts;       /* done last, in order */
    size_t act_count;
} StoreWrite;

typedef enum StoreResult {
    STORE_DONE,
    STORE_STALE, /* `first` is not the next number, or the first act changes nothing: nothing was written */
    STORE_FAILED,               /* the disk failed or is full: not written, or not known to be written */
    STORE_LOST,                 /* another server has the lease now: nothing was written */
} StoreResult;

typedef void StoreDone(void *context, StoreResult result);

typedef struct StoreOptions {
    bool read_only;
    /* Writes only acts, beside the program that owns the rounds: for an operator's commands. */
    bool beside;
    /* Called from the store's thread when store_collect has something to do. NULL: nobody is woken. */
    void (*wake)(void *context);
    void *context;
    /* No thread: store_collect commits. For tests and simulations, where the order of everything is fixed. */
    bool by_hand;
    /* Commits need not reach the disk: a simulation's store does not outlive it. */
    bool careless;
    /* Other servers may work on it at the same time, if it can be shared (store_is_shared). */
    bool shared;
    /* Called at "before-commit" and "after-commit" with the same context and what is committed; NULL:
     * never. For tests that kill the program there. */
    void (*point)(void *context, const char *name, const StoreWrite *const *batch, size_t count);
} StoreOptions;

/* Opens or makes the store at `address`, the path of an SQLite file or postgresql://… as libpq
 * reads it. One process may write to it at a time. NULL: `error` says why. */
Store *store_open(const char *address, const StoreOptions *options, Message *error);

/* Commits what was submitted, then closes. Results that were not collected are dropped. NULL is
 * allowed. */
void store_close(Store *s);

/* For tests: drops what is not committed, as a crash would. There is no callback for it. */
void store_abandon(Store *s);

/* Submits a write. `done` is called once, by store_collect. False: out of memory, or the
 * write breaks a limit above; nothing was taken. */
bool store_submit(Store *s, const StoreWrite *w, StoreDone *done, void *context);

/* Calls back for every write whose result is known. */
void store_collect(Store *s);

size_t store_waiting(const Store *s); /* writes submitted whose callback has not been called yet */

/* Why the last write failed; m->id NULL: it did not fail. */
void store_trouble(Store *s, Message *m);

enum { STORE_DURATIONS = 10 };
extern const double store_durations[STORE_DURATIONS]; /* in seconds; the last one is infinite */

typedef struct StoreCount {
    uint64_t commits, failed; /* batches; commits include failed ones */
    uint64_t writes; /* in all batches together */
    uint64_t took[STORE_DURATIONS]; /* commits that took at most this long, and longer than the entry before */
    double seconds; /* in total */
} StoreCount;
StoreCount store_count(Store *s); /* since it was opened */

/* --- reading; false: the disk failed, `error` says why --- */

/* Return false to stop. The event is valid during the call, which must not read from the store. */
typedef bool StoreEach(void *context, const StoreEvent *e);

/* Events `from` and later, in order; none if there is no such round. */
bool store_read(Store *s, const char *round, uint32_t from, StoreEach *each, void *context, Message *error);

/* The number of the last event; 0: there is no such round. */
bool store_last(Store *s, const char *round, uint32_t *number, Message *error);

/* The seats that a token holds, the newest round first: one link leads through all rematches. */
typedef bool StoreHeld(void *context, const char *round, int seat);
bool store_seats(Store *s, const unsigned char hash[STORE_HASH], StoreHeld *each, void *context, Message *error);

/* The other way: the hashes that hold the seats of a round. */
typedef bool StoreHolder(void *context, int seat, const unsigned char hash[STORE_HASH]);
bool store_holders(Store *s, const char *round, StoreHolder *each, void *context, Message *error);

bool store_read_note(Store *s, const char *key, char value[STORE_TEXT], Message *error); /* "": none */

/* Every note, in the order of their keys. */
typedef bool StoreNoted(void *context, const char *key, const char *value);
bool store_notes(Store *s, StoreNoted *each, void *context, Message *error);

typedef struct StoreQuery {
    const char *round; /* only this one; NULL: any */
    const char *label, *player, *result; /* NULL: any. Part of a name matches a player */
    int shortest, longest; /* moves; 0: any */
    bool listed; /* only rounds that anyone may find */
    int open; /* 1: under way, 0: over, -1: both */
    int rating;                             /* only rated rounds where nobody's rating was lower; 0: any */
    int64_t since, until;                   /* ms since 1970 of the last event, `until` excluded; 0: any */
    int64_t here;                           /* the number of a position that it went through (ledger.h); 0: any … */
    bool at_start;                          /* … and only when that was after … */
    int ply;                                /* … this many moves */
    int64_t before; /* place in the archive to continue from (StoreFound.place); 0: the newest */
    int limit; /* how many; at most 1000 */
} StoreQuery;

typedef struct StoreFound {
    const char *round;
    int64_t place; /* larger: made later */
    const char *ratings;    /* of the players before it, as the rater wrote them; "": it was not rated */
    int64_t made, changed; /* milliseconds since 1970: first and last event */
    const StoreCard *card;
} StoreFound;

typedef bool StoreFind(void *context, const StoreFound *f);

/* Rounds that match, the newest first. Nothing may be read inside `each`. */
bool store_search(Store *s, const StoreQuery *q, StoreFind *each, void *context, Message *error);

/* Up to `limit` open rounds whose card is due no later than `by`, the most urgent first; the same rule. */
bool store_due(Store *s, int64_t by, int limit, StoreFind *each, void *context, Message *error);

/* Up to `limit` rounds made after the one at the place `after`, the oldest first; the same rule. */
bool store_onward(Store *s, int64_t after, int limit, StoreFind *each, void *context, Message *error);

/* Every round, the oldest first. `each` may read anything. */
bool store_every(Store *s, StoreFind *each, void *context, Message *error);

/* Between store_hold and store_let_go all reads see the store as it was at one moment. */
bool store_hold(Store *s, Message *error);
void store_let_go(Store *s);

/* --- several servers ---
 *
 * Rounds are divided into shards; one server has a lease on each. A round's write is committed only while its
 * server has the lease that the write names by its epoch. The epoch is new each time a lease is given, so a
 * server that has lost it, and does not know yet, cannot write. */

int store_shard(const char *round);         /* by the first three characters of its name */

/* Whether leases are needed: it was opened as shared, and the database can be shared. */
bool store_is_shared(const Store *s);

typedef struct StoreLease {
    int64_t owner;                          /* a server's number; 0: nobody */
    uint64_t epoch;
    char down[STORE_TEXT];                  /* the times when nobody had it: "FROM-TO " in ms, the oldest first */
} StoreLease;

typedef struct StoreSite {
    int64_t self;                           /* our number, which no other server ever has */
    struct {
        int64_t id;
        char address[STORE_ADDRESS];
    } server[STORE_SERVERS];                /* those that are there, including us */
    size_t servers;
    StoreLease lease[STORE_SHARDS];
    unsigned char secret[STORE_HASH];       /* by which servers of this store know each other */
} StoreSite;

enum {
    STORE_LEASE_MS = 2500,  /* without a sign of life, after which a server's leases go to others … */
    STORE_BEAT_MS = 500,    /* … so this is how often to call store_keep */
    STORE_GAP_MS = 2000,    /* without an owner, which are noted as time when nobody was there */
};

/* Says that we are there, at this address and time on the caller's clock; releases the shards of the mask
 * `release`; takes leases that nobody has, up to a fair share; and reports the current state. `out` is zero the
 * first time and stays the caller's. False: the state is not known, and `error` says why. */
bool store_keep(Store *s, const char *address, int64_t now, uint64_t release, StoreSite *out, Message *error);

/* Releases every lease: the last thing that a server does. */
void store_resign(Store *s, int64_t now);

/* Reserves `count` numbers from a note, which nobody else gets; *last: the last of them. */
bool store_reserve(Store *s, const char *note, int count, int64_t *last, Message *error);

/* A descriptor that is readable when leases may have changed, which is only a hint; -1: there is none. */
int store_hints(const Store *s);
/* Takes the hints that have arrived; false: the descriptor is no longer of use. */
bool store_take_hints(Store *s, bool *some);

/* --- copying --- */

typedef struct StoreCopied {
    uint64_t rounds, events, notes, accounts;
} StoreCopied;

/* Copies everything, as it is at one moment, into an empty store, which may be another kind of database. Checksums
 * are verified on the way; a round's `changed` becomes the time of its last event. False: `error` says why; the copy is
 * incomplete. */
bool store_copy(Store *from, Store *to, StoreCopied *copied, Message *error);

/* --- checking --- */

/* Whether the checksums of a round agree with its events, and the numbers have no gap.
 * `bad` receives the first wrong event; 0: all are right. */
bool store_verify(Store *s, const char *round, uint32_t *bad, Message *error);

/* SHA-256. The checksum of event n is the hash of the checksum of event n-1 (32 bytes, zeros before
 * the first) followed by the text "NUMBER AT TAG\nLINE\n". */
void store_chain(const unsigned char before[STORE_HASH], const StoreEvent *e, unsigned char out[STORE_HASH]);

void store_hash_token(const char *token, unsigned char out[STORE_HASH]);

#endif
