/* Tournaments: who entered, who is paired with whom, and the results.
 *
 * What always holds:
 * - Tournaments are numbered 1, 2, 3 …, and so are the entrants of each.
 * - Every change names the version that was read (STORE_CHANGE_TOURNAMENT, the first act of the write), so that of two
 *   changes at once only one succeeds: a write is whole, or STORE_STALE.
 * - A pairing names its round before that is made, so the round is made only once. The result is written with the last
 *   event of that round.
 * - An entrant with an account has the account's name, as long as that has one.
 *
 * Everything is written with StoreWrite.acts (accounts.h). Only the owner's thread reads, as in store.h. */
#ifndef COLONNADE_STORE_TOURNAMENTS_H
#define COLONNADE_STORE_TOURNAMENTS_H

#include "store/accounts.h"

typedef enum StoreTournamentState { STORE_ENTERING, STORE_PLAYING, STORE_PLAYED } StoreTournamentState;

typedef struct StoreTournament {
    int64_t id, made, version;
    StoreTournamentState state;
    int rounds, paired, entrants;
    char name[STORE_TEXT], label[STORE_TEXT], options[STORE_TEXT];      /* options: the writer's text */
} StoreTournament;

typedef struct StoreEntrant {
    int number;
    int64_t account;            /* 0: a guest, who has a token */
    const char *name;           /* "": an account that was erased */
    const char *token, *feed;   /* hashes in hexadecimal; "": none */
    int rating, from, until;
    StoreAccountState state;    /* of the account */
} StoreEntrant;

typedef struct StorePairing {
    int64_t tournament;
    int turn, table;            /* the tournament's round, from 1, and the place in it */
    int first, second;          /* entrants' numbers; second 0: none */
    const char *round;          /* its game; "": none is played */
    const char *result;         /* the writer's text; "": not over */
} StorePairing;

/* Return false to stop. The arguments are valid during the call, and it must not read from the store. */
typedef bool StoreEachTournament(void *context, const StoreTournament *t);
typedef bool StoreEachEntrant(void *context, const StoreEntrant *e);
typedef bool StoreEachPairing(void *context, const StorePairing *p);

/* Up to `limit` with smaller numbers than `before` (0: any), the newest first; all in this state, the oldest first;
 * one. */
bool store_tournaments(Store *s, int64_t before, int limit, StoreEachTournament *each, void *context, Message *error);
bool store_tournaments_in(Store *s, StoreTournamentState state, StoreEachTournament *each, void *context,
                          Message *error);
bool store_tournaments_ready(Store *s, StoreEachTournament *each, void *context, Message *error); /* under way, but
                                                                                                     no game is */
bool store_tournaments_of(Store *s, int64_t account, StoreEachTournament *each, void *context, Message *error);
bool store_tournament(Store *s, int64_t id, StoreTournament *out, Message *error); /* out->id 0: there is none */

/* In their order. */
bool store_entrants(Store *s, int64_t tournament, StoreEachEntrant *each, void *context, Message *error);
bool store_pairings(Store *s, int64_t tournament, StoreEachPairing *each, void *context, Message *error);

/* Up to `limit` pairings whose game has not been made yet; turn, table and result are not set. */
bool store_unmade(Store *s, int limit, StoreEachPairing *each, void *context, Message *error);

#endif
