/* What the files of the house share and nobody else sees. */
#ifndef COLONNADE_HOUSE_HOUSE_PRIVATE_H
#define COLONNADE_HOUSE_HOUSE_PRIVATE_H

#include "core/buffer.h"
#include "core/json.h"
#include "house/glicko.h"
#include "house/house.h"
#include "house/passkey.h"
#include "store/accounts.h"
#include "round/round.h"

#include <jansson.h>

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    DAY = 24 * HOUR,

    GRACE = 8 * SECOND,         /* between losing a line and being gone: pages get reloaded */
    SEEK_GRACE = MINUTE,        /* after which the open seats of somebody who left are withdrawn */
    COURTESY = 15 * SECOND,     /* for the player to move when the house was away */
    KEEP = 10 * MINUTE,         /* that a round stays in memory when nobody is there */
    BEAT = MINUTE,              /* between notes that the house is alive */

    NONCE = 41,                 /* room for a nonce */
    TAGS = 32,                  /* actions whose nonces a round remembers */
    ENTERED = 64,               /* rounds that a visitor may be in */
    LIST_SEEKS = 100,           /* in the lobby's list */
    LIST_PLAYING = 50,
    LIST_FOUND = 50,            /* rounds per answer of the archive */
    LIST_TOKENS = 100,          /* per question after "mine" */
    PART = 200,                 /* events per message */
    DOWNTIMES = 8,              /* that are remembered individually */
    HOLD = 6 * SECOND,          /* that a request waits for a round that no server has at the moment */
    HELD = 8192,                /* requests that may wait like that */
    GUESTS = 20,                /* guests' numbers that are reserved at a time where several servers give them */

    CREDIT = 100,               /* messages at once … */
    CREDIT_MS = 200,            /* … and one more per this many ms */
    OPENED_PER_HOUR = 120,      /* rounds per address */
    CALLERS = 1024,
    FEED = 64,                  /* added to the number of a seat whose feed a key opens */
};
#define UNPLAYED_DAYS (INT64_C(14) * DAY)       /* after which nobody waits any longer */

typedef struct HouseRound HouseRound;
typedef struct FairWait FairWait;
typedef struct Explorer Explorer;
typedef struct RankingCache RankingCache;

typedef enum StartKind { START_SHEET, START_FAIR, START_PAIR } StartKind;

/* What a round began as. */
typedef struct RoundStart {
    StartKind kind;
    uint32_t number;            /* of the fair start */
    int game;                   /* of the pair: 1 or 2 */
    char first[STORE_ROUND];    /* of the pair, in its second game … */
    int points;                 /* … and what the player of seat 0 has from it, in half points */
    bool told;                  /* the outcome of the pair has been announced */
    bool rated;                 /* whatever it began as */
    int64_t tournament;         /* that it belongs to; 0: none */
} RoundStart;

/* A game of a tournament that waits for a fair start. */
typedef struct FairGame {
    int64_t tournament;
    int player[2];              /* from 0 */
    char round[STORE_ROUND];
} FairGame;

typedef struct Probes Probes;
typedef struct Accounts Accounts;

/* A visitor in a round. */
typedef struct Member {
    struct Member *next_in_round, *next_of_visitor;
    Visitor *visitor;
    HouseRound *in;
    unsigned seats;             /* that it holds, as bits */
    uint32_t sent;              /* the last event it has received */
} Member;

struct Visitor {
    Visitor *next, *before;
    void *line;                 /* NULL: gone; kept while something is pending */
    int uses;
    uint64_t origin;
    uint64_t number;            /* under which other servers know it */
    Visitor *next_numbered;
    bool shadow;                /* its home is another server; `line` leads there */
    bool forwarded;             /* it has shadows, … */
    uint64_t far;               /* … for rounds of these shards */
    Member *member;
    int members;
    bool in_lobby;
    int credit;
    int64_t credit_at;
    int64_t journey;            /* ms to it and back; -1: not measured yet */
    char guest[16];             /* "~12": what it is called without a name; "": not given yet */
    bool overheard;             /* others can read its line */
    bool asking;                /* its password is being checked */
    char *page;                 /* the origin of its page; NULL: it is not a page */
    char challenge[PASSKEY_CHALLENGE];  /* for its passkeys; "": none */
    int64_t challenged;         /* since when */
    int64_t future;             /* the number of the account that it may make with one */
    int64_t account, session;   /* that it is signed in with; 0: none */
    char name[HOUSE_NAME];      /* of that account */
    unsigned char proof[STORE_HASH];    /* of that session */
    int64_t *blocked;           /* accounts that it does not want to hear from */
    int blocked_count;
};

/* What happens when a write is decided, in the order of the writes. */
typedef struct Pending {
    struct Pending *next;
    HouseRound *in;
    Visitor *visitor;           /* to be answered; NULL: nobody */
    bool write;                 /* else it only waits for those before it */
    bool stale;                 /* tell it that it was late, and send what it missed after `first` */
    uint32_t first, last;       /* events of the write */
    unsigned seats;             /* that the visitor holds from now on */
    char nonce[NONCE];          /* of the action; "": none */
    char re[NONCE];             /* of the request; "": none */
    char follows[STORE_ROUND];  /* the round whose rematch this is; "": none */
    Buffer lines;               /* the events as JSON strings, separated by commas */
    Buffer reply;               /* sent to the visitor afterwards; empty: "done" for an action */
} Pending;

typedef struct DoneAction {
    char text[STORE_TAG];       /* "w:NONCE" */
    uint32_t number;            /* last event of that action */
} DoneAction;

typedef struct Downtime {
    int64_t from, to;           /* ms */
} Downtime;

struct HouseRound {
    HouseRound *next;           /* in its bucket */
    House *house;
    char id[STORE_ROUND];
    Round *round;
    Member *member;
    Pending *pending, **pending_end;
    uint32_t stored;            /* last stored event */
    uint32_t matters;           /* last event that an action must have seen, stored or on its way */
    bool broken;                /* a write failed: to be read again once none is pending */
    bool listed;
    bool followed;              /* the rematch exists */
    bool fresh;                 /* just made: it is removed if its first write fails */
    bool lost;                  /* another server has it now: it is removed once nothing is pending */
    unsigned open;              /* seats that anybody may take */
    int64_t made;
    int64_t wake;               /* when to look at it; INT64_MAX: never */
    int64_t idle;               /* since when nobody has been there */
    int64_t away[MAX_PLAYERS];  /* since when a seat has had nobody on the line; 0: it has somebody */
    int64_t quota[MAX_PLAYERS]; /* ms of journeys that may still go uncharged */
    uint32_t thinking;          /* a level is thinking about the round as of this event; 0: none is */
    uint32_t asked;             /* a level was asked about the draw offered in this event; 0: none was */
    DoneAction tag[TAGS];
    int tags;                   /* how many there were; the newest is at (tags - 1) % TAGS */
    StoreCard card;             /* as it was last stored */
    int64_t account[MAX_PLAYERS];       /* who owns the seats; 0: guests */
    unsigned linked;            /* seats whose owner the store knows */
    RoundStart start;
    int points[MAX_PLAYERS];    /* ratings of the seats' accounts; 0: none */
    bool unsure[MAX_PLAYERS];   /* they are provisional */
};

typedef struct Caller {
    uint64_t who;
    int64_t since;
    int opened;
    int probes;                 /* what it has looked up lately, … */
    int64_t probed;             /* … as of then */
    int signs;                  /* passwords that were checked for it lately, … */
    int64_t signed_at;          /* … as of then */
} Caller;

enum { BUCKETS = 4096 };

/* A shard of the store's rounds. */
typedef struct Lease {
    bool mine;
    bool leaving;               /* to be released */
    int64_t owner;              /* a server's number; 0: nobody, or there is only one */
    uint64_t epoch;
    int64_t since;              /* the end of the last period when nobody had it */
    Downtime down[DOWNTIMES];
    int downs;
} Lease;

typedef struct HeldRequest HeldRequest;

/* What another server has in its lobby. */
typedef struct LobbyPart {
    int64_t server;             /* 0: none */
    Buffer text;                /* as lobby.c writes it */
} LobbyPart;

struct House {
    Store *store;
    HouseWorld world;
    char name[HOUSE_NAME];
    bool unlimited, unverified, closing;
    Visitor *visitor;
    HouseRound *bucket[BUCKETS];
    HouseCount count;
    int64_t wake;               /* the earliest of the rounds' */
    int64_t opened_at, beat;
    int64_t swept;              /* place in the store up to which rounds have been checked since the start */
    bool sweeping;
    uint64_t guests, guests_end;        /* the last number given, and the last one reserved */
    bool shared;                /* with other servers: leases count */
    Lease lease[STORE_SHARDS];
    StoreSite site;
    char address[STORE_ADDRESS];
    int64_t kept, keep_at;      /* when leases were last renewed, and will be next */
    HeldRequest *held, **held_end;
    int helds;
    HouseRound *lost;
    bool unread;                /* the round that was last asked for may exist: it could not be read */
    uint64_t numbers;           /* the last visitor's */
    Visitor *numbered[BUCKETS];
    LobbyPart part[STORE_SERVERS];
    bool lobby_changed;         /* ours */
    bool lobby_old;             /* another server's has changed */
    int64_t lobby_sent;
    HouseText *lobby;           /* as it was last sent; NULL: to be made */
    Caller caller[CALLERS];
    Probes *probes;             /* NULL: there are no tables */
    Accounts *accounts;         /* NULL: there are none */
    Explorer *explorer;         /* NULL: nobody has asked yet */
    RankingCache *standings;       /* likewise */
    FairWait *fair;             /* those waiting for a fair start */
    struct {
        int busy;               /* writes under way */
        bool due;               /* there may be something to do */
        int64_t next;           /* when to check anyway */
    } tournaments;
    struct {
        bool busy, due;         /* a write is under way; there may be something to do */
        int64_t looked;
        char rated[STORE_ROUND];        /* the round whose rating is under way */
        char traced[STORE_ROUND];       /* the round whose positions are, … */
        int steps;              /* … of which this many are noted */
    } chores;
};

/* --- house.c --- */
int64_t house_now(const House *h);
Visitor *visitor_new(House *h, void *line, uint64_t origin);
void visitor_hang_up(House *h, Visitor *v, int reason);
/* A request that arrived at this time; it costs no credit. */
void house_take(House *h, Visitor *v, const char *text, size_t length, int64_t since);
void visitor_release(House *h, Visitor *v);
void house_token(House *h, char out[HOUSE_TOKEN]);
bool house_guest(House *h, Visitor *v);         /* gives it a number if it has none */
bool house_may_open(House *h, Visitor *v);
Caller *house_caller(House *h, uint64_t origin);

/* --- leases.c: which rounds are ours --- */
void leases_open(House *h, const char *address);
bool leases_hold(const House *h, const char *round);
bool leases_any(const House *h);
uint64_t leases_epoch(const House *h, const char *round);
int64_t leases_tick(House *h);                          /* returns when to call it again */

/* --- probe.c --- */
Probes *probes_open(HouseOracle *oracle, const char *folder);   /* NULL: none, or no memory */
void probes_close(Probes *p);                                   /* NULL is allowed */
void probes_list(const Probes *p, Json *j);
bool probes_plays_somebody(const Visitor *v);                   /* whoever does may look nothing up meanwhile */
const Oracle *probes_oracle(const Probes *p, const Game *g);    /* NULL: there is no table */

/* --- explore.c --- */
void explorer_close(Explorer *x);       /* NULL is allowed */

/* --- standings.c --- */
void standings_close(RankingCache *s);     /* NULL is allowed */
void standings_say_account(House *h, Json *j, int64_t account);

/* --- say.c: messages to visitors --- */
typedef struct Say {
    Buffer text;
    Json json;
} Say;
Say say_begin(const char *what);
void say_send(House *h, Visitor *v, Say *s);            /* and frees it */
HouseText *say_text(Say *s);                            /* NULL: no memory; frees it */
void say_re(Say *s, const char *re);
void say_refused(House *h, Visitor *v, const char *re, const char *round, const char *nonce, const char *why,
                 const Message *detail);
void say_lines(const RoundEvents *e, Buffer *out);      /* the events as JSON strings, separated by commas */
void say_pending(House *h, Pending *p, StoreResult result);
void say_round(House *h, Member *m, const char *re, uint32_t after);
void say_here(House *h, HouseRound *r);
void say_seats(Json *j, const HouseRound *r);
const char *say_why(RoundRefusalCode code);
void say_to_round(House *h, HouseRound *r, Say *s);
void say_said(House *h, HouseRound *r, int64_t account, Say *s); /* except to those who block the account */
bool archive_record(const HouseRound *r, Buffer *out); /* archive.c: the game as a record */

/* --- rounds.c: rounds in memory and on their way to the store --- */
HouseRound *rounds_find(House *h, const char *id);      /* in memory or in the store; NULL: we have none */
/* One of ours, or another server's as it is stored: only to be looked at, and released with rounds_seen. */
HouseRound *rounds_see(House *h, const char *id);
void rounds_seen(HouseRound *r);                        /* NULL is allowed */
void rounds_lose(House *h, HouseRound *r);              /* another server has it: everybody there is sent away */
HouseRound *rounds_loaded(House *h, const char *id);    /* in memory; NULL: not there */
HouseRound *rounds_add(House *h, const char *id, Round *round);
void rounds_drop(House *h, HouseRound *r);
void rounds_drop_all(House *h);
Pending *rounds_pending(House *h, HouseRound *r, Visitor *v);
/* Submits what happened; `p` is settled with it. False: no memory; the round is broken. */
bool rounds_submit(House *h, HouseRound *r, const RoundEvents *e, const char *tag, const StoreSeat *seats,
                   size_t seat_count, Pending *p);
void rounds_wait(House *h, HouseRound *r, Pending *p); /* settled after those before it, without a write */
/* Applies an action of the house itself; only its events are sent. */
bool rounds_act(House *h, HouseRound *r, const RoundAction *a);
void rounds_look(House *h, HouseRound *r); /* sets its wake, lets levels think */
void rounds_tick(House *h);
void rounds_card(const HouseRound *r, StoreCard *out);
void rounds_mend(House *h, HouseRound *r);              /* reads it again if a write failed */

/* --- members.c: who is there --- */
void rounds_empty(House *h, HouseRound *r);             /* for a round just loaded: nobody is there */
Member *rounds_join(House *h, HouseRound *r, Visitor *v, unsigned seats);
void rounds_part(House *h, Member *m);
void rounds_present(House *h, HouseRound *r);           /* notes which seats have somebody on the line */

/* --- rematch.c --- */
bool rematch_follows(const HouseRound *r); /* a rematch, or the second game of a pair */
void rematch_look(House *h, HouseRound *r); /* if so, makes the next round */
void rematch_id(const char *id, char out[STORE_ROUND]);
void rematch_made(House *h, const char *before); /* the round that follows this one is stored */

/* --- start.c --- */
void start_mark(const RoundStart *s, char *out, size_t size); /* part of the mark on the first event, or "" */
void start_unmark(const char *mark, RoundStart *out);
bool start_leads_on(const HouseRound *r); /* it is the first of a pair and over: the second begins by itself */
int start_half_points(const HouseRound *r, int seat); /* 0 while it goes on, and if it was aborted */
void start_next(const HouseRound *r, RoundStart *out); /* of the round that follows this one */
void start_say(Json *j, const HouseRound *r);
void start_look(House *h, HouseRound *r); /* after something has been stored */
void start_draw_for(House *h, const FairGame *g, const Game *game); /* tournaments_drawn follows */
void start_drawn(House *h, const HouseAnswer *a);
void start_tick(House *h);
void start_forget(House *h);

/* --- chores.c --- */
enum { CHORES = 3 };
/* What these events leave to be done, as acts for their write; returns their number. */
size_t chores_of(const HouseRound *r, const RoundEvents *e, int64_t now, StoreAct *out);
void chores_tick(House *h);

/* --- ratings.c --- */
int ratings_points(Glicko g);
/* An account's rating in a ruleset, or a newcomer's; *last: when its last rated game ended, 0: there was none. */
bool ratings_of(House *h, int64_t account, const char *label, Glicko *out, int64_t *last);
bool ratings_accounts(House *h, const char *round, int64_t out[MAX_PLAYERS]);   /* those that played it, by seat */
void ratings_look(House *h, HouseRound *r);             /* the current ratings of its seats */
void ratings_say_seat(Json *j, const HouseRound *r, int seat);
void ratings_say_round(House *h, Json *j, const HouseRound *r);
void ratings_seated(House *h, HouseRound *r);           /* somebody sat down: the others learn their rating */
void ratings_told(House *h, const char *round);         /* it has been rated: everybody there learns it */

/* --- tournaments_play.c --- */
void tournaments_tick(House *h);
/* The result of a finished round for its tournament, as an act for its last write; returns the number of acts. */
size_t tournaments_score(const HouseRound *r, StoreAct *out);
void tournaments_drawn(House *h, const FairGame *g, const char *position, uint32_t number); /* NULL: there is none */

/* --- seats.c --- */
void seats_times(RoundOptions *o); /* sets what follows from the clock: journeys, absence */
/* A round in which `count` players already sit, and all its events. NULL: no memory, or one of them cannot sit down. */
Round *seats_begin(const RoundOptions *o, const RoundAction *sit, int count, int64_t now, RoundEvents *all);

/* --- levels.c --- */
void levels_look(House *h, HouseRound *r);

/* --- requests --- */
typedef enum Where { WHERE_HERE, WHERE_ROUND, WHERE_TOKEN, WHERE_ANY } Where; /* which server can do it: see far.c */
typedef struct Request {
    House *house;
    Visitor *visitor;
    json_t *json;
    char re[NONCE];
    const char *fair; /* the position that was drawn for it; NULL: none yet */
    uint32_t fair_number;
    Where where;
    const char *text; /* as it arrived */
    size_t length;
    int64_t since; /* when */
} Request;
typedef void RequestDo(Request *q);
void request_open(Request *q); /* seats.c */
void request_sit(Request *q);
void request_enter(Request *q);
void request_leave(Request *q);
void request_act(Request *q); /* act.c */
void request_say(Request *q);
void request_moves(Request *q);
void request_lobby(Request *q); /* lobby.c */
void request_mine(Request *q); /* archive.c */
void request_feed(Request *q);
void request_search(Request *q);
void request_record(Request *q);
void request_explore(Request *q); /* explore.c */
RequestDo request_tournaments, request_tournament, request_join, request_withdraw; /* tournaments_ask.c */
void request_standings(Request *q); /* standings.c */
void request_probe(Request *q); /* probe.c */
RequestDo request_sign_up, request_sign_in, request_recover, request_password, request_codes, request_erase,
    request_sign_out, request_account, request_block, request_report, request_take, request_export, request_challenge,
    request_passkey_add, request_passkey_remove, request_passkey_name; /* accounts_private.h */

/* --- far.c: rounds of other servers --- */
bool far_route(Request *q); /* true: it was sent on, waits, or was answered */
void far_flush(House *h); /* tries waiting requests again */
void far_number(House *h, Visitor *v);
void far_forget(House *h, Visitor *v);
void far_free(House *h);

void lobby_change(House *h);
void lobby_forget(House *h, int64_t server);
void lobby_free(House *h);
void lobby_tick(House *h);

/* The position that a request means: `position`, or after the moves of `opening` (*ply: how many; else -1), or the
 * start. NULL, or the word that says why not. */
const char *archive_position(const Request *q, const Game *g, Position *p, int *ply); /* archive.c */

/* The start that the request asks for; NULL, or the word that says why not. */
const char *start_read(const Request *q, const Game *g, RoundStart *out);
void start_draw(Request *q, const Game *g); /* the request is repeated once there is a fair start */

/* A text in the request; NULL: not there, or not a text. */
const char *request_text(const Request *q, const char *name);
bool request_number(const Request *q, const char *name, int64_t *out);
void request_refuse(Request *q, const char *why);
/* The seat and round of a token; false: refused. `round` NULL or "": the newest it holds. */
bool request_token(Request *q, const char *token, const char *round, HouseRound **out, unsigned *seats);
/* A visitor who holds a seat in this house may keep the number that it was given as a guest. */
void token_guest(Request *q);
/* The round that a token leads to; false: none. */
bool token_round(House *h, const char *token, const char *round, char out[STORE_ROUND]);
/* The letter of a seat as protocol and notation write it, and back; -1: none. */
int seat_of_letter(const Game *g, const char *letter);

#endif
