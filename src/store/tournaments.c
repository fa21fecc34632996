/* See tournaments.h: what is asked, and what its answers mean. */
#include "store/tournaments.h"

#include "store/backend.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { NUMBER = 24 };       /* room for a number as text */

static const char *text_of(char out[NUMBER], int64_t number)
{
    snprintf(out, NUMBER, "%" PRId64, number);
    return out;
}

static int64_t number_of(const char *text) { return strtoll(text, NULL, 10); }
static int small(const char *text) { return (int)number_of(text); }

typedef struct EachOfTournament {
    union {
        StoreEachTournament *tournament;
        StoreEachEntrant *entrant;
        StoreEachPairing *pairing;
    };
    void *context;
} EachOfTournament;

static void read_tournament(const char *const *field, StoreTournament *t)
{
    *t = (StoreTournament){.id = number_of(field[0]),
                           .made = number_of(field[4]),
                           .state = (StoreTournamentState)number_of(field[5]),
                           .rounds = small(field[6]),
                           .paired = small(field[7]),
                           .entrants = small(field[8]),
                           .version = number_of(field[9])};
    snprintf(t->name, sizeof t->name, "%s", field[1]);
    snprintf(t->label, sizeof t->label, "%s", field[2]);
    snprintf(t->options, sizeof t->options, "%s", field[3]);
}

static bool keep_tournament(void *context, const char *const *field)
{
    read_tournament(field, context);
    return false;
}

static bool give_tournament(void *context, const char *const *field)
{
    const EachOfTournament *e = context;
    StoreTournament t;
    read_tournament(field, &t);
    return e->tournament(e->context, &t);
}

static bool give_entrant(void *context, const char *const *field)
{
    const EachOfTournament *e = context;
    return e->entrant(e->context, &(StoreEntrant){.number = small(field[0]),
                                                  .account = number_of(field[1]),
                                                  .name = field[2],
                                                  .token = field[3],
                                                  .feed = field[4],
                                                  .rating = small(field[5]),
                                                  .from = small(field[6]),
                                                  .until = small(field[7]),
                                                  .state = (StoreAccountState)number_of(field[8])});
}

static bool give_pairing(void *context, const char *const *field)
{
    const EachOfTournament *e = context;
    return e->pairing(e->context, &(StorePairing){.turn = small(field[0]),
                                                  .table = small(field[1]),
                                                  .first = small(field[2]),
                                                  .second = small(field[3]),
                                                  .round = field[4],
                                                  .result = field[5]});
}

static bool give_unmade(void *context, const char *const *field)
{
    const EachOfTournament *e = context;
    return e->pairing(e->context, &(StorePairing){.tournament = number_of(field[0]),
                                                  .first = small(field[1]),
                                                  .second = small(field[2]),
                                                  .round = field[3],
                                                  .result = ""});
}

static bool ask_one(Store *s, StatementAsk which, int64_t number, StatementRow *row, void *context, Message *error)
{
    char text[NUMBER];
    const char *value = text_of(text, number);
    return store_ask(s, which, 1, &value, row, context, error);
}

bool store_tournaments(Store *s, int64_t before, int limit, StoreEachTournament *each, void *context, Message *error)
{
    char from[NUMBER], most[NUMBER];
    EachOfTournament e = {.tournament = each, .context = context};
    return store_ask(s, ASK_TOURNAMENTS, 2,
                     (const char *const[]){text_of(from, before ? before : INT64_MAX), text_of(most, limit)},
                     give_tournament, &e, error);
}

bool store_tournaments_in(Store *s, StoreTournamentState state, StoreEachTournament *each, void *context,
                          Message *error)
{
    EachOfTournament e = {.tournament = each, .context = context};
    return ask_one(s, ASK_TOURNAMENTS_IN, state, give_tournament, &e, error);
}

bool store_tournaments_ready(Store *s, StoreEachTournament *each, void *context, Message *error)
{
    EachOfTournament e = {.tournament = each, .context = context};
    return store_ask(s, ASK_TOURNAMENTS_READY, 0, NULL, give_tournament, &e, error);
}

bool store_tournaments_of(Store *s, int64_t account, StoreEachTournament *each, void *context, Message *error)
{
    EachOfTournament e = {.tournament = each, .context = context};
    return ask_one(s, ASK_TOURNAMENTS_OF, account, give_tournament, &e, error);
}

bool store_tournament(Store *s, int64_t id, StoreTournament *out, Message *error)
{
    *out = (StoreTournament){0};
    return ask_one(s, ASK_TOURNAMENT, id, keep_tournament, out, error);
}

bool store_entrants(Store *s, int64_t tournament, StoreEachEntrant *each, void *context, Message *error)
{
    EachOfTournament e = {.entrant = each, .context = context};
    return ask_one(s, ASK_ENTRANTS, tournament, give_entrant, &e, error);
}

bool store_pairings(Store *s, int64_t tournament, StoreEachPairing *each, void *context, Message *error)
{
    EachOfTournament e = {.pairing = each, .context = context};
    return ask_one(s, ASK_PAIRINGS, tournament, give_pairing, &e, error);
}

bool store_unmade(Store *s, int limit, StoreEachPairing *each, void *context, Message *error)
{
    EachOfTournament e = {.pairing = each, .context = context};
    return ask_one(s, ASK_UNMADE, limit, give_unmade, &e, error);
}
