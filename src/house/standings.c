/* Ratings in order: the best players of a ruleset, for everybody, and the ratings of one account.
 *
 * The list covers the players of a bounded number of the newest rated games, so that its cost does not grow with the
 * archive. It is remembered for a minute. */
#include "house/house_private.h"

#include "core/memory.h"
#include "games/registry.h"
#include "house/rate.h"
#include "store/accounts.h"
#include "store/ledger.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 1000,               /* the newest, whose players are listed … */
    LISTED = 100,               /* … the best of them */
    FRESH = MINUTE,
};

typedef struct RankedPlayer {
    int64_t account;
    Glicko rating;
    int age;                    /* counts back from the newest rating */
} RankedPlayer;

typedef struct RankedPlayers {
    RankedPlayer entry[GAMES * MAX_PLAYERS];
    int count;
} RankedPlayers;

struct RankingCache {
    size_t count;
    struct {
        char *text;             /* the members of the answer; NULL: none */
        int64_t at;
    } answer[];                 /* by the ruleset's place in the registry */
};

void standings_close(RankingCache *s)
{
    for (size_t i = 0; s && i < s->count; i++)
        memory_free(s->answer[i].text);
    memory_free(s);
}

/* --- the best of a ruleset --- */

static bool keep(void *context, const StoreRating *r)
{
    RankedPlayers *l = context;
    RankedPlayer *e = &l->entry[l->count];
    if (l->count == GAMES * MAX_PLAYERS)
        return false;
    *e = (RankedPlayer){.account = r->account, .age = l->count};
    l->count += rate_take(r->after, &e->rating);
    return true;
}

static int by_account(const void *a, const void *b)
{
    const RankedPlayer *x = a, *y = b;
    return x->account != y->account ? (x->account < y->account ? -1 : 1) : x->age - y->age;
}

static bool is_sure(const RankedPlayer *s) { return s->rating.deviation <= GLICKO_SURE; }

/* Provisional ratings come last, so that no lucky newcomer leads. */
static int best_first(const void *a, const void *b)
{
    const RankedPlayer *x = a, *y = b;
    if (is_sure(x) != is_sure(y))
        return is_sure(x) ? -1 : 1;
    return (x->rating.rating < y->rating.rating) - (x->rating.rating > y->rating.rating);
}

/* Keeps the newest rating of each player, best first. */
static void choose(House *h, const Game *g, RankedPlayers *l)
{
    int count = 0;
    qsort(l->entry, (size_t)l->count, sizeof *l->entry, by_account);
    for (int i = 0; i < l->count; i++)
        if (i == 0 || l->entry[i].account != l->entry[i - 1].account)
            l->entry[count++] = l->entry[i];
    qsort(l->entry, (size_t)count, sizeof *l->entry, best_first);
    l->count = count < LISTED ? count : LISTED;
    for (int i = 0; i < l->count; i++) {
        RankedPlayer *e = &l->entry[i];
        int64_t last;
        if (ratings_of(h, e->account, g->id, &e->rating, &last))
            e->rating = glicko_later(e->rating, glicko_periods(house_now(h) - last));
    }
    qsort(l->entry, (size_t)l->count, sizeof *l->entry, best_first);
}

static void say_rating(Json *j, Glicko g)
{
    json_number(j, "rating", ratings_points(g));
    if (g.deviation > GLICKO_SURE)
        json_bool(j, "unsure", true);
}

static void write_players(House *h, const RankedPlayers *l, Json *j)
{
    json_open_array(j, "players");
    for (int i = 0; i < l->count; i++) {
        StoreAccount account;
        if (!store_account(h->store, l->entry[i].account, NULL, &account, NULL) || !account.name[0])
            continue;           /* erased */
        json_open_object(j, NULL);
        json_text(j, "name", account.name);
        say_rating(j, l->entry[i].rating);
        json_close_object(j);
    }
    json_close_array(j);
}

static bool keep_tally(void *context, const char *text, int64_t number)
{
    (void)number;
    rate_take_tally(text, context);
    return false;
}

static bool write_answer(House *h, const Game *g, Buffer *out)
{
    RankedPlayers *l = memory_resize(NULL, sizeof *l);
    RateTally tally = {0};
    Json j = {.out = out};
    if (!l)
        return false;
    l->count = 0;
    bool ok = store_newest_ratings(h->store, g->id, GAMES, keep, l, NULL) &&
              store_last_tally(h->store, g->id, keep_tally, &tally, NULL);
    if (ok) {
        json_text(&j, "game", g->id);
        if (g->players > 2) {
            json_bool(&j, "experimental", true);
        } else {
            json_number(&j, "advantage", rate_advantage(&tally));
            json_number(&j, "won", tally.wins);
            json_number(&j, "drawn", tally.draws);
            json_number(&j, "lost", tally.losses);
        }
        choose(h, g, l);
        write_players(h, l, &j);
    }
    memory_free(l);
    return ok && !out->failed;
}

/* Where the answer about a ruleset is remembered; NULL: there is no memory. */
static char **remembered(House *h, size_t game, int64_t **at)
{
    if (!h->standings) {
        size_t size = sizeof *h->standings + registry_count() * sizeof *h->standings->answer;
        h->standings = memory_resize(NULL, size);
        if (!h->standings)
            return NULL;
        memset(h->standings, 0, size);
        h->standings->count = registry_count();
    }
    *at = &h->standings->answer[game].at;
    return &h->standings->answer[game].text;
}

static const char *standings(House *h, size_t game)
{
    int64_t *at;
    char **text = remembered(h, game, &at);
    Buffer fresh = {0};
    if (!text || (*text && house_now(h) - *at < FRESH))
        return text ? *text : NULL;
    char *kept = write_answer(h, registry_game(game), &fresh) ? memory_resize(NULL, fresh.length + 1) : NULL;
    if (kept) {
        memcpy(kept, buffer_text(&fresh), fresh.length + 1);
        memory_free(*text);
        *text = kept;
        *at = house_now(h);
    }
    buffer_free(&fresh);
    return kept;
}

/* {"do":"standings","game":…} */
void request_standings(Request *q)
{
    const char *id = request_text(q, "game"), *answer;
    size_t game = 0;
    while (game < registry_count() && (!id || strcmp(registry_game(game)->id, id) != 0))
        game++;
    answer = game < registry_count() ? standings(q->house, game) : NULL;
    if (!answer) {
        request_refuse(q, game < registry_count() ? "trouble" : "no-such-game");
        return;
    }
    Say s = say_begin("standings");
    say_re(&s, q->re);
    buffer_format(&s.text, ",%s", answer);
    say_send(q->house, q->visitor, &s);
}

/* --- one account --- */

void standings_say_account(House *h, Json *j, int64_t account)
{
    json_open_array(j, "ratings");
    for (size_t i = 0; i < registry_count(); i++) {
        Glicko g;
        int64_t last;
        if (!ratings_of(h, account, registry_game(i)->id, &g, &last) || !last)
            continue;
        json_open_object(j, NULL);
        json_text(j, "game", registry_game(i)->id);
        say_rating(j, glicko_later(g, glicko_periods(house_now(h) - last)));
        json_close_object(j);
    }
    json_close_array(j);
}
