/* What follows from finished rounds: ratings, and the positions that games went through.
 *
 * What always holds:
 * - A chore is written together with the end of its round, so that it is never forgotten, and removed in the write that
 *   does it, so that it is never done twice.
 * - Rated games are numbered 1, 2, 3 … without a gap, each round is rated once, and what is written stays. The same
 *   games in this order give the same ratings again.
 * - Positions are an index, which can be rebuilt from the rounds.
 *
 * Everything is written with StoreWrite.acts (accounts.h). Only the owner's thread reads, as in store.h. */
#ifndef COLONNADE_STORE_LEDGER_H
#define COLONNADE_STORE_LEDGER_H

#include "store/store.h"

typedef enum StoreChore { STORE_RATE_IT, STORE_TRACE_IT } StoreChore;

/* A game that was rated. */
typedef struct StoreRated {
    int64_t number;
    const char *round, *label;
    int64_t at;
    int advantage;              /* that was assumed for the first seat */
    int lowest;                 /* lowest rating of the players before the game */
    const char *tally;          /* of the label, including this game: the writer's text */
    const char *ratings;        /* of the players before it, for lists of games */
} StoreRated;

/* What it meant for one of its players; the texts are the writer's. */
typedef struct StoreRating {
    int seat;
    int64_t account;
    const char *label, *before, *after;
} StoreRating;

/* Return false to stop. The arguments are valid during the call, and it must not read from the store. */
typedef bool StoreEachChore(void *context, const char *round);
typedef bool StoreEachRated(void *context, const StoreRated *r);
typedef bool StoreEachRating(void *context, const StoreRating *r);
typedef bool StoreEachText(void *context, const char *text, int64_t number);
typedef bool StoreEachStep(void *context, int64_t next, int score, int64_t count);

/* Up to `limit` rounds with this chore, the oldest first. */
bool store_chores(Store *s, StoreChore kind, int limit, StoreEachChore *each, void *context, Message *error);

/* The number of the last rated game; 0: there is none. */
bool store_last_rated(Store *s, int64_t *number, Message *error);

/* Up to `limit` rated games after this number, in order. */
bool store_rated(Store *s, int64_t after, int limit, StoreEachRated *each, void *context, Message *error);
bool store_rated_round(Store *s, const char *round, StoreEachRated *each, void *context, Message *error);
bool store_rated_seats(Store *s, int64_t number, StoreEachRating *each, void *context, Message *error);

/* The tally of the last rated game with this label, with its number. */
bool store_last_tally(Store *s, const char *label, StoreEachText *each, void *context, Message *error);

/* An account's rating after its last rated game with this label, and when that was. */
bool store_last_rating(Store *s, int64_t account, const char *label, StoreEachText *each, void *context,
                       Message *error);

/* The newest rating of each account with this label. */
bool store_standings(Store *s, const char *label, StoreEachRating *each, void *context, Message *error);

/* The players' ratings after each of the newest `limit` games with this label, the newest first. */
bool store_newest_ratings(Store *s, const char *label, int limit, StoreEachRating *each, void *context, Message *error);

/* What was played in a position, in the newest `limit` games that reached it: how often each next one, by score. */
bool store_steps(Store *s, int64_t here, int limit, StoreEachStep *each, void *context, Message *error);

#endif
