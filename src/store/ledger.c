/* See ledger.h: what is asked, and what its answers mean. */
#include "store/ledger.h"

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

typedef struct EachRow {
    union {
        StoreEachChore *chore;
        StoreEachRated *rated;
        StoreEachRating *rating;
        StoreEachText *text;
        StoreEachStep *step;
    };
    void *context;
} EachRow;

static bool give_chore(void *context, const char *const *field)
{
    const EachRow *e = context;
    return e->chore(e->context, field[0]);
}

static bool give_rated(void *context, const char *const *field)
{
    const EachRow *e = context;
    return e->rated(e->context, &(StoreRated){.number = number_of(field[0]),
                                              .round = field[1],
                                              .label = field[2],
                                              .at = number_of(field[3]),
                                              .advantage = (int)number_of(field[4]),
                                              .lowest = (int)number_of(field[5]),
                                              .tally = field[6],
                                              .ratings = field[7]});
}

static bool give_rating(void *context, const char *const *field)
{
    const EachRow *e = context;
    return e->rating(e->context, &(StoreRating){.seat = (int)number_of(field[0]),
                                                .account = number_of(field[1]),
                                                .label = field[2],
                                                .before = field[3],
                                                .after = field[4]});
}

static bool give_text(void *context, const char *const *field)
{
    const EachRow *e = context;
    return e->text(e->context, field[0], number_of(field[1]));
}

static bool give_step(void *context, const char *const *field)
{
    const EachRow *e = context;
    return e->step(e->context, number_of(field[0]), (int)number_of(field[1]), number_of(field[2]));
}

static bool keep_number(void *context, const char *const *field)
{
    *(int64_t *)context = number_of(field[0]);
    return false;
}

bool store_chores(Store *s, StoreChore kind, int limit, StoreEachChore *each, void *context, Message *error)
{
    char which[NUMBER], most[NUMBER];
    EachRow e = {.chore = each, .context = context};
    return store_ask(s, ASK_CHORES, 2, (const char *const[]){text_of(which, kind), text_of(most, limit)}, give_chore,
                     &e, error);
}

bool store_last_rated(Store *s, int64_t *number, Message *error)
{
    *number = 0;
    return store_ask(s, ASK_LAST_RATED, 0, NULL, keep_number, number, error);
}

bool store_rated(Store *s, int64_t after, int limit, StoreEachRated *each, void *context, Message *error)
{
    char from[NUMBER], most[NUMBER];
    EachRow e = {.rated = each, .context = context};
    return store_ask(s, ASK_RATED, 2, (const char *const[]){text_of(from, after), text_of(most, limit)}, give_rated, &e,
                     error);
}

bool store_rated_round(Store *s, const char *round, StoreEachRated *each, void *context, Message *error)
{
    EachRow e = {.rated = each, .context = context};
    return store_ask(s, ASK_RATED_ROUND, 1, &round, give_rated, &e, error);
}

bool store_rated_seats(Store *s, int64_t number, StoreEachRating *each, void *context, Message *error)
{
    char which[NUMBER];
    const char *value = text_of(which, number);
    EachRow e = {.rating = each, .context = context};
    return store_ask(s, ASK_RATED_SEATS, 1, &value, give_rating, &e, error);
}

bool store_last_tally(Store *s, const char *label, StoreEachText *each, void *context, Message *error)
{
    EachRow e = {.text = each, .context = context};
    return store_ask(s, ASK_LAST_TALLY, 1, &label, give_text, &e, error);
}

bool store_last_rating(Store *s, int64_t account, const char *label, StoreEachText *each, void *context, Message *error)
{
    char who[NUMBER];
    EachRow e = {.text = each, .context = context};
    return store_ask(s, ASK_LAST_RATING, 2, (const char *const[]){text_of(who, account), label}, give_text, &e, error);
}

bool store_standings(Store *s, const char *label, StoreEachRating *each, void *context, Message *error)
{
    EachRow e = {.rating = each, .context = context};
    return store_ask(s, ASK_STANDINGS, 1, &label, give_rating, &e, error);
}

bool store_newest_ratings(Store *s, const char *label, int limit, StoreEachRating *each, void *context, Message *error)
{
    char most[NUMBER];
    EachRow e = {.rating = each, .context = context};
    return store_ask(s, ASK_NEWEST_RATINGS, 2, (const char *const[]){label, text_of(most, limit)}, give_rating, &e,
                     error);
}

bool store_steps(Store *s, int64_t here, int limit, StoreEachStep *each, void *context, Message *error)
{
    char where[NUMBER], most[NUMBER];
    EachRow e = {.step = each, .context = context};
    return store_ask(s, ASK_STEPS, 2, (const char *const[]){text_of(where, here), text_of(most, limit)}, give_step, &e,
                     error);
}
