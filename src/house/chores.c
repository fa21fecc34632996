/* What is left to do after a round has ended: rating it, and indexing its positions.
 *
 * A chore is stored with the end of the round and removed in the write that does it. So a house that crashes at any
 * moment still does it exactly once. Chores are done one write at a time. Several servers may do the same one: the
 * store takes the first, and the others find it gone. */
#include "house/house_private.h"

#include "core/memory.h"
#include "games/registry.h"
#include "house/rate.h"
#include "house/trail.h"
#include "store/accounts.h"
#include "store/ledger.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = STORE_ACTS - 1 };        /* positions per write */

/* --- what is to be done --- */

size_t chores_of(const HouseRound *r, const RoundEvents *e, int64_t now, StoreAct *out)
{
    size_t count = 0;
    for (int i = 0; i < e->count; i++) {
        if (e->event[i].type == ROUND_ENDED || e->event[i].type == ROUND_ABORTED)
            count += tournaments_score(r, out + count);
        if (e->event[i].type == ROUND_ENDED) {
            if (r->start.rated)
                out[count++] = (StoreAct){.kind = STORE_ADD_CHORE, .number = STORE_RATE_IT, .round = r->id, .at = now};
            if (r->listed)
                out[count++] = (StoreAct){.kind = STORE_ADD_CHORE, .number = STORE_TRACE_IT, .round = r->id, .at = now};
        }
    }
    return count;
}

static bool keep_name(void *context, const char *round)
{
    snprintf(context, STORE_ROUND, "%s", round);
    return false;
}

static void decided(void *context, StoreResult result)
{
    House *h = context;
    h->chores.busy = false;
    h->chores.due = result != STORE_FAILED;         /* there may be more, or another server was faster */
    if (result == STORE_DONE && h->chores.rated[0])
        ratings_told(h, h->chores.rated);
    h->chores.rated[0] = '\0';
}

static void submit(House *h, const StoreAct *acts, size_t count)
{
    StoreWrite w = {.acts = acts, .act_count = count};
    h->chores.busy = store_submit(h->store, &w, decided, h);
}

/* For a round that is not as it should be, or has nothing to do. */
static void end_chore(House *h, StoreChore kind, const char *round)
{
    submit(h, &(StoreAct){.kind = STORE_END_CHORE, .number = kind, .round = round}, 1);
}

/* --- rating --- */

/* The rating of every seat; false: a seat belongs to no account, or the store failed. */
static bool read_players(House *h, const char *round, const RateGame *g, RatePlayer *player)
{
    int64_t account[MAX_PLAYERS];
    if (!ratings_accounts(h, round, account))
        return false;
    for (int seat = 0; seat < g->game->players; seat++) {
        player[seat] = (RatePlayer){.account = account[seat]};
        if (!account[seat] || !ratings_of(h, account[seat], g->game->id, &player[seat].before, &player[seat].last))
            return false;
    }
    return true;
}

static bool keep_tally(void *context, const char *text, int64_t number)
{
    (void)number;
    rate_take_tally(text, context);
    return false;
}

/* For lists of games: "1500? 1612". */
static void write_ratings(const RatePlayer *player, int players, char out[STORE_TEXT], int *lowest)
{
    size_t n = 0;
    *lowest = INT32_MAX;
    for (int i = 0; i < players; i++) {
        int points = ratings_points(player[i].before);
        n += (size_t)snprintf(out + n, STORE_TEXT - n, "%s%d%s", i ? " " : "", points,
                              player[i].before.deviation > GLICKO_SURE ? "?" : "");
        *lowest = points < *lowest ? points : *lowest;
    }
}

static void rate(House *h, const char *round)
{
    RateGame g;
    RatePlayer player[MAX_PLAYERS];
    RateTally tally = {0};
    int64_t last;
    if (!rate_read(h->store, round, &g, NULL) || !store_last_rated(h->store, &last, NULL))
        return;
    if (!g.game || !read_players(h, round, &g, player)) {
        end_chore(h, STORE_RATE_IT, round);
        return;
    }
    char before[MAX_PLAYERS][RATE_TEXT], after[MAX_PLAYERS][RATE_TEXT], counted[RATE_TEXT], ratings[STORE_TEXT];
    int lowest;
    store_last_tally(h->store, g.game->id, keep_tally, &tally, NULL);
    int advantage = rate_game(&g, player, &tally);
    rate_write_tally(&tally, counted);
    write_ratings(player, g.game->players, ratings, &lowest);
    StoreAct acts[MAX_PLAYERS + 2] = {{.kind = STORE_RATE,
                                       .number = last + 1,
                                       .round = round,
                                       .text = g.game->id,
                                       .at = g.at,
                                       .other = advantage,
                                       .seen = lowest,
                                       .key = counted,
                                       .secret = ratings}};
    size_t count = 1;
    for (int seat = 0; seat < g.game->players; seat++) {
        rate_write(player[seat].before, before[seat]);
        rate_write(player[seat].after, after[seat]);
        acts[count++] = (StoreAct){.kind = STORE_RATE_SEAT,
                                   .number = last + 1,
                                   .seat = seat,
                                   .account = player[seat].account,
                                   .text = g.game->id,
                                   .key = before[seat],
                                   .secret = after[seat]};
    }
    acts[count++] = (StoreAct){.kind = STORE_END_CHORE, .number = STORE_RATE_IT, .round = round};
    snprintf(h->chores.rated, sizeof h->chores.rated, "%s", round);
    submit(h, acts, count);
}

/* --- positions --- */

/* Some positions at a time; those that were noted before are skipped. */
static void trace(House *h, const char *round)
{
    TrailStep *step = memory_resize(NULL, TRAIL_MOST * sizeof *step);
    HouseRound *r = step ? rounds_see(h, round) : NULL;
    int count = r && !r->broken && round_phase(r->round) == ROUND_OVER ? trail_of(r->round, step) : 0;
    bool again = strcmp(h->chores.traced, round) == 0;
    int from = again ? h->chores.steps : 0;
    StoreAct acts[STORE_ACTS];
    size_t n = 0;
    for (; from < count && n < STEPS; from++)
        acts[n++] = (StoreAct){.kind = STORE_TRACE,
                               .round = round,
                               .number = step[from].here,
                               .other = step[from].next,
                               .seat = step[from].ply,
                               .seen = step[from].score};
    if (from >= count)
        acts[n++] = (StoreAct){.kind = STORE_END_CHORE, .number = STORE_TRACE_IT, .round = round};
    snprintf(h->chores.traced, sizeof h->chores.traced, "%s", from < count ? round : "");
    h->chores.steps = from;
    rounds_seen(r);
    if (step)
        submit(h, acts, n);
    memory_free(step);
}

void chores_tick(House *h)
{
    char round[STORE_ROUND] = "";
    int64_t now = house_now(h);
    if (h->chores.busy || h->closing || (!h->chores.due && now - h->chores.looked < BEAT))
        return;
    h->chores.looked = now;
    h->chores.due = false;
    if (!store_chores(h->store, STORE_RATE_IT, 1, keep_name, round, NULL))
        return;
    if (round[0])
        rate(h, round);
    else if (store_chores(h->store, STORE_TRACE_IT, 1, keep_name, round, NULL) && round[0])
        trace(h, round);
}
