/* Computes all ratings again from the games themselves: see rate.h. */
#include "house/rate.h"

#include "core/memory.h"
#include "games/registry.h"
#include "store/ledger.h"

#include <stdio.h>
#include <string.h>

enum { PAGE = 64 };

/* Somebody's rating in a ruleset so far. */
typedef struct Standing {
    int64_t account;            /* 0: this place is free */
    const Game *game;
    Glicko rating;
    int64_t last;
} Standing;

typedef struct Standings {
    Standing *place;
    size_t count, room;         /* room is a power of two */
} Standings;

typedef struct Recorded {
    StoreRated rated;
    char round[STORE_ROUND], label[STORE_TEXT], tally[STORE_TEXT];
    int count;
    struct {
        int seat;
        int64_t account;
        char before[RATE_TEXT], after[RATE_TEXT];
    } seat[MAX_PLAYERS];
} Recorded;

static size_t place_of(const Standings *s, int64_t account, const Game *g)
{
    uint64_t hash = ((uint64_t)account ^ (uint64_t)(uintptr_t)g) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 20) & (s->room - 1);
    while (s->place[at].account && (s->place[at].account != account || s->place[at].game != g))
        at = (at + 1) & (s->room - 1);
    return at;
}

static bool grow(Standings *s)
{
    Standings larger = {.room = s->room ? 2 * s->room : 1024};
    larger.place = memory_resize(NULL, larger.room * sizeof *larger.place);
    if (!larger.place)
        return false;
    memset(larger.place, 0, larger.room * sizeof *larger.place);
    for (size_t i = 0; i < s->room; i++)
        if (s->place[i].account)
            larger.place[place_of(&larger, s->place[i].account, s->place[i].game)] = s->place[i];
    larger.count = s->count;
    memory_free(s->place);
    *s = larger;
    return true;
}

/* NULL: no memory. */
static Standing *standing_of(Standings *s, int64_t account, const Game *g)
{
    if (2 * s->count >= s->room && !grow(s))
        return NULL;
    Standing *p = &s->place[place_of(s, account, g)];
    if (!p->account) {
        *p = (Standing){.account = account, .game = g, .rating = glicko_newcomer};
        s->count++;
    }
    return p;
}

/* --- what is recorded --- */

typedef struct Recordeds {
    Recorded entry[PAGE];
    int count;
} Recordeds;

static bool keep_rated(void *context, const StoreRated *r)
{
    Recordeds *p = context;
    Recorded *e = &p->entry[p->count++];
    *e = (Recorded){.rated = *r};
    snprintf(e->round, sizeof e->round, "%s", r->round);
    snprintf(e->label, sizeof e->label, "%s", r->label);
    snprintf(e->tally, sizeof e->tally, "%s", r->tally);
    return p->count < PAGE;
}

static bool keep_seat(void *context, const StoreRating *r)
{
    Recorded *e = context;
    if (e->count == MAX_PLAYERS)
        return false;
    e->seat[e->count].seat = r->seat;
    e->seat[e->count].account = r->account;
    snprintf(e->seat[e->count].before, RATE_TEXT, "%s", r->before);
    snprintf(e->seat[e->count].after, RATE_TEXT, "%s", r->after);
    e->count++;
    return true;
}

/* --- again --- */

/* Whether the game gives what is recorded; adds it to the standings and the tally. */
static bool is_same(const Recorded *e, const RateGame *g, Standings *all, RateTally *tally, bool *memory)
{
    RatePlayer player[MAX_PLAYERS];
    Standing *standing[MAX_PLAYERS];
    char text[RATE_TEXT];
    bool same = g->game && strcmp(g->game->id, e->label) == 0 && e->count == g->game->players && g->at == e->rated.at;
    for (int i = 0; same && i < e->count; i++) {
        same = e->seat[i].seat == i;
        standing[i] = standing_of(all, e->seat[i].account, g->game);
        *memory = *memory && standing[i];
        if (!standing[i])
            return false;
        player[i] =
            (RatePlayer){.account = e->seat[i].account, .before = standing[i]->rating, .last = standing[i]->last};
    }
    if (!same)
        return false;
    same = rate_game(g, player, tally) == e->rated.advantage;
    rate_write_tally(tally, text);
    same = same && strcmp(text, e->tally) == 0;
    for (int i = 0; i < e->count; i++) {
        rate_write(player[i].before, text);
        same = same && strcmp(text, e->seat[i].before) == 0;
        rate_write(player[i].after, text);
        same = same && strcmp(text, e->seat[i].after) == 0;
        /* The entry may have moved when the table grew. */
        standing[i] = standing_of(all, e->seat[i].account, g->game);
        standing[i]->rating = player[i].after;
        standing[i]->last = g->at;
    }
    return same;
}

bool rate_recompute(Store *s, RateCheck *out, Message *error)
{
    Standings all = {0};
    RateTally *tally = memory_resize(NULL, registry_count() * sizeof *tally);
    Recordeds *page = memory_resize(NULL, sizeof *page);
    bool ok = tally && page, memory = ok;
    *out = (RateCheck){0};
    if (tally)
        memset(tally, 0, registry_count() * sizeof *tally);
    do {
        if (ok)
            page->count = 0;
        ok = ok && store_rated(s, out->games, PAGE, keep_rated, page, error);
        for (int i = 0; ok && i < page->count; i++) {
            Recorded *e = &page->entry[i];
            RateGame g;
            size_t which = 0;
            ok = store_rated_seats(s, e->rated.number, keep_seat, e, error) && rate_read(s, e->round, &g, error);
            while (which + 1 < registry_count() && registry_game(which) != g.game)
                which++;
            bool same = ok && e->rated.number == out->games + 1 && is_same(e, &g, &all, &tally[which], &memory);
            out->games++;
            out->ratings += e->count;
            if (ok && !same && out->wrong++ == 0)
                snprintf(out->first, sizeof out->first, "%s", e->round);
            ok = ok && memory;
        }
    } while (ok && page->count == PAGE);
    memory_free(page);
    memory_free(tally);
    memory_free(all.place);
    return ok || (memory ? false : message_set(error, 0, T("not enough memory"), 0));
}
