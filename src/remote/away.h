/* One round in a house far away: sitting down, following it, acting in it.
 *
 * An Away folds the events that the house sends into a round of its own, so that whoever shows
 * or plays it has the same state as everybody else. Lost connections are repaired here: after
 * every new connection it enters again where it left off, and an action that was not
 * acknowledged is sent again with the same nonce. It belongs to one thread. */
#ifndef COLONNADE_REMOTE_AWAY_H
#define COLONNADE_REMOTE_AWAY_H

#include "remote/wire.h"
#include "round/round.h"

typedef struct Away Away;

typedef struct AwayOptions {
    WireAddress to;             /* with a seat's token, a round to watch, or neither: then it seeks a seat */
    const char *name;           /* NULL: a guest. Copied */
    const char *session;        /* the token of an account's session in that house; NULL: none. Copied */
    const char *game;           /* sought; NULL: any that is open. Copied */
    const char *clock;          /* sought, as the protocol writes it; NULL: none, or any that is open. Copied */
    const char *start; /* sought: "sheet", "fair" or "pair"; NULL: as the sheet says, or any that is open. Copied */
    bool rated;        /* sought: a rated game, which requires a session; else an unrated one */
    bool link; /* opens a round, with a link for somebody else, instead of taking a seat */
} AwayOptions;

/* How the round began, other than as the sheet says. */
typedef struct AwayStart {
    int fair; /* number of the fair start; 0: none */
    int pair; /* 1, 2: which game of a pair; 0: none */
    double points[2]; /* the players' points from the pair, by their seats in this game */
    bool rated, experimental;
    int advantage; /* of a rated game: the assumed lead of the first seat */
} AwayStart;

/* Of the player on a seat. */
typedef struct AwayRating {
    int points;  /* 0: none */
    bool unsure; /* provisional */
    int before;  /* the game that has ended; 0: it has not, or is not rated */
} AwayRating;

typedef enum AwayNews {
    AWAY_NOTHING,
    AWAY_CONNECTED, /* for the first time or again */
    AWAY_LOST, /* the connection: it tries again */
    AWAY_NO_HOUSE, /* there is no house there */
    AWAY_OPENED, /* a round of our own: somebody else may sit down; away_link has the link */
    AWAY_SEATED, /* or entered, to watch: the round is known from now on */
    AWAY_EVENT, /* `event` happened and has been applied to the round */
    AWAY_DONE, /* our action is on the house's disk */
    AWAY_TROUBLE, /* the house could not store that we sit down, or our round: it is asked again */
    AWAY_REFUSED, /* `word` says why, as listed in docs/house.md; `detail` where the rules forbid it */
    AWAY_SAID, /* `seat` said `word`, one of the phrases */
    AWAY_NEXT, /* a rematch: from now on this is about the new round */
    AWAY_PAIR, /* the pair of games is over: away_start has the points */
    AWAY_RATINGS, /* somebody with a rating sat down: `rating` has everybody's */
    AWAY_RATED, /* a game changed ratings: `rating` says how; `earlier`: it was the one before this one */
    AWAY_CLOSING, /* the house stops for now */
} AwayNews;

typedef struct AwayReport {
    AwayNews news;
    RoundEvent event;
    int seat;
    AwayRating rating[MAX_PLAYERS];
    bool earlier;
    char word[64];
    Message detail; /* its id is a text that lives until the next call */
} AwayReport;

Away *away_open(const AwayOptions *options, Message *error); /* NULL: error says why */
void away_close(Away *a); /* NULL is allowed */

/* The next thing that has happened; AWAY_NOTHING: nothing so far. */
void away_next(Away *a, AwayReport *out);
int away_ready(const Away *a); /* readable when away_next may have something */

Round *away_round(Away *a); /* NULL: none yet */
const char *away_log(const Away *a); /* its events so far, one per line */
unsigned away_seats(const Away *a); /* ours, as bits; 0: we only watch */
const char *away_name(const Away *a); /* of the round; "": none yet */
const AwayStart *away_start(const Away *a);
const AwayRating *away_ratings(const Away *a); /* by seat */
int64_t away_now(const Away *a); /* the house's clock, in ms */

/* The link to our seat, or to `seat`, which waits for somebody; false: we do not have it. */
bool away_link(const Away *a, int seat, char *out, size_t size);
bool away_watch_link(const Away *a, char *out, size_t size);

/* Does something, in the words of the protocol: "move b2", "offer draw". It waits while there is no
 * connection, or while the action before it is under way. False: there is no round, or too much is
 * waiting; a move does not wait for another action. */
bool away_act(Away *a, int seat, const char *action);
bool away_busy(const Away *a); /* an action is under way */
bool away_say(Away *a, const char *phrase);

#endif
