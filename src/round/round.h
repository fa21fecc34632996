/* One game between seats: everything that happens besides the moves.
 *
 * A round is a pure state machine. It has no clock, no threads, no files and no language: the
 * caller says what somebody wants to do (an action) and what time it is, and gets back what
 * happened (events) or why it did not (a refusal). Events are the truth: the state is a fold over
 * them, so the list of a round's events, kept in any log, gives the same state again, byte for
 * byte (round_write shows it).
 *
 * The caller decides who may speak for a seat; a round believes it. Times are milliseconds
 * since some moment that is the same for the whole round. Time that jumps backwards counts as
 * time that stands still: no event is earlier than the one before it.
 *
 * The moves are kept in core's tree. The line from its node 0 to `round_head` is the current
 * game, and is the tree's main line. A round is `fair` or `free`. In a fair one the line is all
 * there is, and what is taken back is gone. In a free one everything is in the hands of one
 * person: a move may be played anywhere in the tree, which makes that line the game and leaves the
 * others as variations; seats and clocks may change at any time. Comments and tags of the tree
 * belong to the caller and are not part of the round's state.
 *
 * A function that returns bool returns false when it did nothing, unless it says otherwise. A
 * round belongs to one thread at a time. */
#ifndef COLONNADE_ROUND_ROUND_H
#define COLONNADE_ROUND_ROUND_H

#include "core/buffer.h"
#include "core/tree.h"
#include "core/record.h"

enum {
    ROUND_NAME = 64,            /* bytes of a name, including the NUL */
    ROUND_LINE = 512,           /* bytes of an event's text, including the NUL */
    ROUND_REASON = 32,          /* bytes of a reason's word, including the NUL */
    ROUND_EVENTS = 16,          /* that one action can lead to, at most */
    ROUND_HOUSE = -1,           /* "seat" of whoever runs the round */
    ROUND_HEAD = -1,            /* "node": the current end of the game */
    ROUND_STAND_IN = 5,         /* level that takes over a seat, unless the options name another */
    ROUND_CLAIM_AFTER = 60000,  /* ms of absence before it can be claimed, likewise */
    ROUND_DRAW_PAUSE = 10,      /* plies before a seat may offer a draw again after a no */
    ROUND_BACK_PAUSE = 2        /* the same for taking back */
};
#define ROUND_LONGEST INT64_C(31622400000)   /* ms on any clock, at most: a year */

typedef enum RoundSeatKind {
    ROUND_EMPTY,
    ROUND_PERSON,
    ROUND_LEVEL,                /* one of ours, with a number */
    ROUND_ENGINE,               /* another program */
    ROUND_REMOTE,               /* a person reached through somebody else's machine */
    ROUND_SEAT_KINDS
} RoundSeatKind;

typedef enum RoundClockKind {
    ROUND_UNTIMED,
    ROUND_SUDDEN,               /* `base` for all moves */
    ROUND_INCREMENT,            /* and `step` more after each move */
    ROUND_PER_MOVE,             /* `base` per move: usually days */
    ROUND_CLOCK_KINDS
} RoundClockKind;

typedef struct RoundClock {
    RoundClockKind kind;
    int64_t base, step;         /* ms */
} RoundClock;

typedef struct RoundOptions {
    const Game *game;
    const Position *start;      /* NULL: the game's own */
    RoundClock clock;
    bool free;                  /* see above; a free round has people on all seats and has begun */
    int64_t lag;                /* ms of a move's journey that are not charged, at most; 0: none */
    int64_t claim_after;        /* 0: ROUND_CLAIM_AFTER */
    int stand_in;               /* 0: ROUND_STAND_IN */
} RoundOptions;

typedef enum RoundOffer {
    ROUND_DRAW,
    ROUND_TAKE_BACK,            /* up to and including the last move of whoever asks */
    ROUND_REMATCH,
    ROUND_GIVE_UP,              /* with a partner: may I resign for both of us? (ALL-3) */
    ROUND_OFFERS
} RoundOffer;

/* What somebody wants. Fields that an action does not name are ignored. */
typedef enum RoundActionType {
    ROUND_SIT,                  /* seat, kind, level, name: takes an empty seat; the last one begins the
                                 * game. Free rounds: changes any seat at any time */
    ROUND_STAND,                /* seat: frees it, before the game has begun */
    ROUND_MOVE,                 /* seat, node that it is played at, text, lag */
    ROUND_TRY,                  /* node, text: a variation of what was played there (free rounds) */
    ROUND_OFFER,                /* seat, offer; the same offer from across the board means yes */
    ROUND_ANSWER,               /* seat, offer, yes */
    ROUND_WITHDRAW,             /* seat, offer: its own */
    ROUND_RESIGN,               /* seat */
    ROUND_ABSENT,
    ROUND_PRESENT,/* seat: its player cannot be reached, or can again */
    ROUND_CLAIM,                /* seat: claims that an opponent stays away */
    ROUND_ABORT,                /* seat, while not everybody has moved; the house at any time: no result */
    ROUND_TICK,                 /* nothing, except that time has passed */
    ROUND_PAUSE,
    ROUND_RUN,     /* clocks: the house, or anybody in a free round */
    ROUND_RESTART,              /* the house: it was away, which costs nobody anything; the player
                                 * to move gets `amount` ms as a courtesy */
    ROUND_SET_CLOCK,            /* clock: from now on (free rounds) */
    ROUND_SET_TIME,             /* seat, amount: what its clock shows (free rounds) */
    ROUND_DECLARE,              /* seat, reason: restores a declared end that was taken back (free rounds) */
    ROUND_REOPEN,               /* takes back a declared end (free rounds) */
    ROUND_ACTIONS
} RoundActionType;

typedef struct RoundAction {
    RoundActionType type;
    int seat;                   /* who wants it; ROUND_HOUSE */
    int node;                   /* ROUND_HEAD, or the node that the board showed */
    RoundSeatKind kind;
    int level;
    RoundOffer offer;
    bool yes;
    int64_t lag, amount;        /* ms */
    Reason reason;
    RoundClock clock;
    const char *text;           /* a move in notation, or a name; NULL: none */
} RoundAction;

typedef enum RoundEventType {
    ROUND_STARTED,              /* game, clock, free, lag, amount (claim_after), level (stand_in), text (position) */
    ROUND_SAT,                  /* seat, kind, level, text (name) */
    ROUND_STOOD,                /* seat */
    ROUND_BEGAN,
    ROUND_MOVED,                /* seat, node where it was played, amount (ms left to the seat), text */
    ROUND_TRIED,                /* node, text */
    ROUND_OFFERED,              /* seat, offer */
    ROUND_ANSWERED,             /* seat, offer, yes */
    ROUND_WITHDREW,             /* seat, offer */
    ROUND_TAKEN_BACK,           /* node that the game has gone back to */
    ROUND_FLAGGED,              /* seat */
    ROUND_RESIGNED,             /* seat */
    ROUND_LEFT,                 /* seat, reason, level that took over */
    ROUND_ENDED,                /* winner, reason, own, seat that lost for this reason (-1: none) */
    ROUND_ABORTED,
    ROUND_REOPENED,
    ROUND_WENT,                 /* seat: cannot be reached */
    ROUND_CAME_BACK,            /* seat */
    ROUND_PAUSED,
    ROUND_RESUMED,
    ROUND_RESTARTED,            /* amount */
    ROUND_TIME_SET,             /* seat, amount */
    ROUND_CLOCK_SET,            /* clock */
    ROUND_REMATCH_AGREED,
    ROUND_EVENT_TYPES
} RoundEventType;

typedef struct RoundEvent {
    uint32_t number;            /* from 1, without gaps */
    int64_t at;                 /* ms */
    uint8_t type, kind, offer, reason;
    int8_t seat, winner;
    bool free, yes;
    int16_t level;
    int32_t node;
    int64_t amount, lag;
    RoundClock clock;
    const Game *game;
    char own[ROUND_REASON];     /* a reason of the game's own, as a word: all that an event read from text knows of
                                 * it; `reason` is then REASON_OWN, whichever it is */
    char text[POSITION_TEXT];
} RoundEvent;

typedef struct RoundEvents {
    int count;
    RoundEvent event[ROUND_EVENTS];
} RoundEvents;

typedef enum RoundRefusalCode {
    ROUND_DONE,                 /* no refusal */
    ROUND_IS_OVER,
    ROUND_IS_NOT_OVER,
    ROUND_HAS_NOT_BEGUN,
    ROUND_HAS_BEGUN,
    ROUND_NO_SUCH_SEAT,
    ROUND_SEAT_IS_TAKEN,
    ROUND_SEAT_IS_EMPTY,
    ROUND_SEAT_WAS_LEFT,
    ROUND_NOT_YOUR_TURN,
    ROUND_STALE,                /* the game is no longer at that node */
    ROUND_ILLEGAL,              /* `detail` says why */
    ROUND_LATE,                 /* time ran out first; the events say what followed */
    ROUND_NO_OFFER,
    ROUND_ALREADY_OFFERED,
    ROUND_TOO_SOON,             /* it was declined a short while ago */
    ROUND_NOTHING_TO_TAKE_BACK,
    ROUND_NOBODY_IS_GONE,
    ROUND_NOT_ALLOWED,          /* not in this kind of round, or not by this seat */
    ROUND_BAD_VALUE,            /* a name, level, clock or kind that does not exist */
    ROUND_NO_MEMORY,            /* or the tree is full */
    ROUND_DAMAGED,              /* replay: this cannot have happened next */
    ROUND_REFUSALS
} RoundRefusalCode;

typedef struct RoundRefusal {
    RoundRefusalCode code;
    Message detail;             /* ROUND_ILLEGAL, ROUND_NO_MEMORY: the rule, or what is missing; else empty */
} RoundRefusal;

typedef struct Round Round;

/* --- making and freeing --- */
/* A round whose first event is in *out. NULL: out of memory, or the options make no sense. */
Round *round_new(const RoundOptions *options, int64_t now, RoundEvents *out);
void round_free(Round *r);

/* --- what happens --- */
/* Does what `action` asks for. *out receives what happened, in order. False: refused, *why says why;
 * *out is then empty, unless somebody's time ran out before the action could count. */
bool round_apply(Round *r, const RoundAction *action, int64_t now, RoundEvents *out, RoundRefusal *why);

/* Takes an event that happened elsewhere or earlier. False: it cannot follow; nothing has changed. */
bool round_take(Round *r, const RoundEvent *event, RoundRefusal *why);
/* A round from the event that started it. */
Round *round_from(const RoundEvent *started);
/* A round from the text of its events, one per line; `line`, when not NULL, receives the number
 * of the line that is wrong (0: no memory). The caller frees it. */
Round *round_replay(const char *text, size_t length, RecordFind *find, size_t *line);

/* The time, in ms, at which somebody's time runs out if nothing happens; false: never. Send ROUND_TICK then. */
bool round_deadline(const Round *r, int64_t *out);

/* --- its state --- */
typedef struct RoundSeat {
    RoundSeatKind kind;
    int level;                  /* ROUND_LEVEL */
    bool left;                  /* by its player, who has lost (ALL-3) */
    bool gone;                  /* cannot be reached … */
    int64_t gone_since;         /* … since then */
    int64_t time;               /* ms on its clock when it last stopped */
    char name[ROUND_NAME];      /* "": none */
} RoundSeat;

typedef enum RoundPhase { ROUND_SEATING, ROUND_PLAYING, ROUND_OVER } RoundPhase;
typedef enum RoundResult { ROUND_OPEN, ROUND_WON, ROUND_DREW, ROUND_LOST } RoundResult;

const Game *round_game(const Round *r);
/* The tree. The caller may move its current node; the rest changes only through actions,
 * except for comments and tags. */
Tree *round_tree(Round *r);
int round_head(const Round *r);                     /* node: the end of the current game */
int round_mover(const Round *r);                    /* seat to move there */
RoundPhase round_phase(const Round *r);
bool round_is_free(const Round *r);
RoundClock round_clock(const Round *r);
const RoundSeat *round_seat(const Round *r, int seat);
int64_t round_time_left(const Round *r, int seat, int64_t now);     /* ms, at least 0; ROUND_UNTIMED: 0 */
int64_t round_claim_wait(const Round *r, int seat,
                         int64_t now);    /* ms until its absence can be claimed; -1: it is present */
int round_running(const Round *r);                  /* seat whose clock runs; -1: none */
bool round_is_paused(const Round *r);
Outcome round_outcome(const Round *r);              /* of the current game */
bool round_is_aborted(const Round *r);
RoundResult round_result(const Round *r, int seat); /* whoever left has lost, even while others play on */
/* The seat that made an open offer; -1: there is none. `asked`, when not NULL, receives the
 * seats that have yet to answer, as bits. */
int round_offered(const Round *r, RoundOffer offer, unsigned *asked);
bool round_rematch_agreed(const Round *r);
/* The round after this one, with the same game and clock. Its seat i is for the player of seat
 * round_rematch_seat(r, i) of this one, so that everybody moves on by one. */
void round_rematch(const Round *r, RoundOptions *out);
int round_rematch_seat(const Round *r, int seat);
uint32_t round_events(const Round *r);              /* how many there were */
int64_t round_last(const Round *r);                 /* when the last one happened, in ms */

/* --- a tree that exists already (free rounds) --- */
/* Copies everything in `from` (moves, variations, who left, a declared end, names) as events, which
 * `sink` receives one by one; other tags and comments are copied too, without an event.
 * The round must be new, with the same game and start. False: no memory; the round is then
 * incomplete and can only be freed. */
typedef void RoundSink(void *context, const RoundEvent *event);
bool round_adopt(Round *r, const Tree *from, int64_t now, RoundSink *sink, void *context);

/* --- text --- */
/* One line, without a line end: number, ms, word, and what the event names, separated by single
 * blanks. There is only one way to write an event: what round_event_read accepts is written
 * again byte for byte. Returns the length. */
size_t round_event_write(const RoundEvent *e, char out[ROUND_LINE]);
bool round_event_read(const char *line, RecordFind *find, RoundEvent *out);
/* The whole state, for comparison: two rounds that took the same events write the same text. */
void round_write(const Round *r, Buffer *out);

/* What a refusal says, marked for the catalogue; `detail`, if there is one, says it better. */
const char *round_refusal_text(RoundRefusalCode code);
const char *round_refusal_word(RoundRefusalCode code); /* the same for programs: "not-your-turn" */
/* What an event, an offer and a kind of seat are called in text: "moved", "draw", "level". */
const char *round_event_word(RoundEventType type);
const char *round_offer_word(RoundOffer offer);
const char *round_kind_word(RoundSeatKind kind);
/* "none", "sudden:300000", "increment:300000+3000", "move:86400000". */
size_t round_clock_write(RoundClock clock, char out[64]);
bool round_clock_read(const char *text, RoundClock *out);

#endif
