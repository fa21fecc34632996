/* One game between seats: everything that happens besides the moves.
 *
 * A round has no clock, threads or files of its own. The caller says what somebody wants (an action)
 * and what time it is, and gets back what happened (events) or why it did not (a refusal). The
 * events, one line of text each, replay to the same state. Times are milliseconds since any moment
 * that stays the same for the whole round. Who may speak for a seat is the caller's business. */
#ifndef COLONNADE_ROUND_H
#define COLONNADE_ROUND_H

#include <colonnade/tree.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cn_round cn_round;

enum {
    CN_NAME = 64,         /* bytes of a name, with its end */
    CN_EVENT_TEXT = 512,  /* bytes of an event's text, with its end */
    CN_MAX_EVENTS = 16,   /* that one action can lead to */
    CN_HOUSE = -1,        /* "seat" of the host of the round */
    CN_HEAD = -1          /* "node": wherever the game stands */
};

typedef enum cn_seat_kind { CN_SEAT_EMPTY, CN_SEAT_PERSON, CN_SEAT_LEVEL, CN_SEAT_ENGINE, CN_SEAT_REMOTE } cn_seat_kind;

typedef enum cn_clock_kind {
    CN_UNTIMED,
    CN_SUDDEN,    /* `base` for all moves */
    CN_INCREMENT, /* and `step` more after each */
    CN_PER_MOVE   /* `base` for each move */
} cn_clock_kind;

typedef struct cn_clock {
    cn_clock_kind kind;
    int64_t base, step; /* ms */
} cn_clock;

/* Zero what you do not mean. */
typedef struct cn_round_options {
    size_t size; /* sizeof (cn_round_options): what a later version adds is then 0 for you */
    const cn_game *game;
    const cn_position *start; /* NULL: the game's own */
    cn_clock clock;
    bool free;           /* one person controls everything: variations, any seat, any clock */
    int64_t lag;         /* at most so many ms of a move's journey are not charged */
    int64_t claim_after; /* ms of absence before it can be claimed; 0: a minute */
    int stand_in;        /* level that takes over a seat; 0: the usual one */
} cn_round_options;

typedef enum cn_offer { CN_OFFER_DRAW, CN_OFFER_TAKE_BACK, CN_OFFER_REMATCH, CN_OFFER_GIVE_UP } cn_offer;

/* What somebody wants; in brackets the fields that count besides `seat`. */
typedef enum cn_action_type {
    CN_ACT_SIT,     /* kind, level, text (name): filling the last empty seat begins the game */
    CN_ACT_STAND,   /* frees a seat before the game has begun */
    CN_ACT_MOVE,    /* node, text, lag */
    CN_ACT_TRY,     /* node, text: a variation (free rounds) */
    CN_ACT_OFFER,   /* offer; the same offer from across the board means yes */
    CN_ACT_ANSWER,  /* offer, yes */
    CN_ACT_WITHDRAW, /* offer */
    CN_ACT_RESIGN,
    CN_ACT_ABSENT,
    CN_ACT_PRESENT,
    CN_ACT_CLAIM, /* claims that an opponent stays away */
    CN_ACT_ABORT,
    CN_ACT_TICK, /* only says that it is later now */
    CN_ACT_PAUSE,
    CN_ACT_RUN,
    CN_ACT_RESTART,   /* amount: the house was away; ms as a courtesy */
    CN_ACT_SET_CLOCK, /* clock (free rounds) */
    CN_ACT_SET_TIME,  /* amount (free rounds) */
    CN_ACT_DECLARE,   /* reason (free rounds) */
    CN_ACT_REOPEN     /* a declared end is taken back (free rounds) */
} cn_action_type;

typedef struct cn_action {
    size_t size; /* sizeof (cn_action) */
    cn_action_type type;
    int seat;
    int node; /* CN_HEAD, or the node that the board showed */
    cn_seat_kind kind;
    int level;
    cn_offer offer;
    bool yes;
    int64_t lag, amount; /* ms */
    cn_reason_code reason;
    cn_clock clock;
    const char *text;
} cn_action;

typedef enum cn_event_type {
    CN_EVENT_STARTED, /* text (position) */
    CN_EVENT_SAT,     /* seat, kind, level, text (name) */
    CN_EVENT_STOOD,
    CN_EVENT_BEGAN,
    CN_EVENT_MOVED, /* seat, node it was played at, amount (ms left), text */
    CN_EVENT_TRIED, /* node, text */
    CN_EVENT_OFFERED,
    CN_EVENT_ANSWERED,
    CN_EVENT_WITHDREW,
    CN_EVENT_TAKEN_BACK, /* node that the game is at again */
    CN_EVENT_FLAGGED,
    CN_EVENT_RESIGNED,
    CN_EVENT_LEFT,  /* seat, reason, level that took over */
    CN_EVENT_ENDED, /* winner, reason, seat that lost for this reason (-1: none) */
    CN_EVENT_ABORTED,
    CN_EVENT_REOPENED,
    CN_EVENT_WENT, /* seat: cannot be reached */
    CN_EVENT_CAME_BACK,
    CN_EVENT_PAUSED,
    CN_EVENT_RESUMED,
    CN_EVENT_RESTARTED,
    CN_EVENT_TIME_SET,
    CN_EVENT_CLOCK_SET,
    CN_EVENT_REMATCH_AGREED
} cn_event_type;

typedef struct cn_event {
    uint32_t number; /* from 1, without gaps */
    int64_t at;      /* ms */
    cn_event_type type;
    int seat, node, level, winner;
    cn_seat_kind kind;
    cn_offer offer;
    bool yes;
    cn_reason_code reason;
    int64_t amount;
    char text[CN_POSITION_TEXT];
    char line[CN_EVENT_TEXT]; /* the whole event as one line of text, without its end */
} cn_event;

typedef struct cn_events {
    int count;
    cn_event event[CN_MAX_EVENTS];
} cn_events;

typedef enum cn_refusal {
    CN_DONE, /* no refusal */
    CN_IS_OVER,
    CN_IS_NOT_OVER,
    CN_HAS_NOT_BEGUN,
    CN_HAS_BEGUN,
    CN_NO_SUCH_SEAT,
    CN_SEAT_IS_TAKEN,
    CN_SEAT_IS_EMPTY,
    CN_SEAT_WAS_LEFT,
    CN_NOT_YOUR_TURN,
    CN_STALE,   /* the game is no longer there */
    CN_ILLEGAL, /* the error says why */
    CN_LATE,    /* the time ran out first; the events say what followed */
    CN_NO_OFFER,
    CN_ALREADY_OFFERED,
    CN_TOO_SOON, /* it was refused a short while ago */
    CN_NOTHING_TO_TAKE_BACK,
    CN_NOBODY_IS_GONE,
    CN_NOT_ALLOWED, /* not in this kind of round, or not by this seat */
    CN_BAD_VALUE,
    CN_NO_MEMORY,
    CN_DAMAGED /* replay: this cannot have happened next */
} cn_refusal;

/* A round whose first event is in *out, which may be NULL here and below. NULL: out of memory, or
 * options that make no sense. Free it with cn_round_free. */
CN_API cn_round *cn_round_new(const cn_round_options *options, int64_t now, cn_events *out);
/* From the lines of all its events; NULL: the error says which line is impossible. */
CN_API cn_round *cn_round_replay(const char *text, size_t length, cn_error *error);
CN_API void cn_round_free(cn_round *round); /* NULL: nothing */

/* Does what the action asks for, and returns CN_DONE. Otherwise nothing has changed, except with CN_LATE;
 * `error`, which may be NULL, says why in a sentence. */
CN_API cn_refusal cn_round_act(cn_round *round, const cn_action *action, int64_t now, cn_events *out, cn_error *error);
/* When, in ms, somebody's time will run out if nothing happens; false: never. Send CN_ACT_TICK then. */
CN_API bool cn_round_deadline(const cn_round *round, int64_t *out);
CN_API const char *cn_refusal_word(cn_refusal refusal); /* "not-your-turn" */

typedef enum cn_phase { CN_SEATING, CN_PLAYING, CN_OVER } cn_phase;
typedef enum cn_standing { CN_OPEN, CN_WON, CN_DREW, CN_LOST } cn_standing;

typedef struct cn_seat {
    cn_seat_kind kind;
    int level;
    bool left, gone; /* by its player, who has lost; cannot be reached */
    cn_standing standing;
    int64_t time; /* ms on its clock now; 0 in an untimed round */
    char name[CN_NAME];
} cn_seat;

typedef struct cn_state {
    cn_phase phase;
    int head, mover, running; /* node; seat; seat whose clock runs, or -1 */
    bool paused, aborted, rematch_agreed;
    int winner; /* a side, CN_DRAW or CN_ONGOING */
    cn_reason_code reason;
    uint32_t events;
} cn_state;

CN_API void cn_round_state(const cn_round *round, cn_state *out);
CN_API bool cn_round_seat(const cn_round *round, int seat, int64_t now, cn_seat *out);
/* The seat that made an open offer, or -1; `asked`, unless NULL, receives as bits who has yet to answer. */
CN_API int cn_round_offered(const cn_round *round, cn_offer offer, unsigned *asked);
/* The round's own tree: move about in it, comment and tag it. It changes only through actions; the round owns it. */
CN_API cn_tree *cn_round_tree(cn_round *round);

#ifdef __cplusplus
}
#endif

#endif
