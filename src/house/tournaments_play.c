/* Tournaments under way: makes their games, and pairs the next round when all games of one are over.
 *
 * Whoever pairs a round, here or from the command line, writes down the names of its games. The house looks for
 * games that do not exist yet and makes them. The server that holds the lease makes each game, and makes it once. So
 * nothing is lost if the house crashes in between. */
#include "house/arrange.h"
#include "house/house_private.h"

#include "core/memory.h"
#include "games/registry.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    LOOK = 2 * SECOND,          /* between looks while a tournament is under way */
    MADE_AT_ONCE = 16,
    PAIRED_AT_ONCE = 16,
};

/* --- results --- */

size_t tournaments_score(const HouseRound *r, StoreAct *out)
{
    const RoundStart *s = &r->start;
    bool again = s->kind == START_PAIR && s->game == 2;
    if (!s->tournament || (s->kind == START_PAIR && s->game == 1 && !round_is_aborted(r->round)))
        return 0;
    /* By how much the pairing's first player leads. In the second game of a pair that player sits second. */
    int ahead = start_half_points(r, 0) - start_half_points(r, 1);
    if (again)
        ahead = 2 - 2 * s->points - ahead;
    TournamentResult result = ahead > 0 ? TOURNAMENT_FIRST : ahead < 0 ? TOURNAMENT_SECOND : TOURNAMENT_DRAWN;
    *out = (StoreAct){.kind = STORE_SCORE, .round = again ? s->first : r->id, .text = arrange_result(result)};
    return 1;
}

/* --- games --- */

typedef struct Unmade {
    struct {
        int64_t tournament;
        int first, second;
        char round[STORE_ROUND];
    } game[MADE_AT_ONCE];
    int count;
} Unmade;

static bool keep_unmade(void *context, const StorePairing *p)
{
    Unmade *u = context;
    int i = u->count++;
    u->game[i].tournament = p->tournament;
    u->game[i].first = p->first - 1;
    u->game[i].second = p->second - 1;
    snprintf(u->game[i].round, STORE_ROUND, "%s", p->round);
    return u->count < MADE_AT_ONCE;
}

static Round *begin(const Arranged *a, const RoundOptions *o, const int player[2], int64_t now, RoundEvents *all)
{
    RoundAction sit[2];
    for (int seat = 0; seat < 2; seat++)
        sit[seat] =
            (RoundAction){.type = ROUND_SIT, .seat = seat, .kind = ROUND_PERSON, .text = a->person[player[seat]].name};
    return seats_begin(o, sit, 2, now, all);
}

/* The tokens that guests were given when they entered open their seats. */
static size_t give_seats(const Arranged *a, const int player[2], StoreSeat *out)
{
    size_t count = 0;
    for (int seat = 0; seat < 2; seat++) {
        const char *hex[2] = {a->person[player[seat]].token, a->person[player[seat]].feed};
        for (int i = 0; i < 2; i++) {
            size_t length;
            out[count].seat = seat + i * FEED;
            if (sodium_hex2bin(out[count].hash, STORE_HASH, hex[i], strlen(hex[i]), NULL, &length, NULL) == 0 &&
                length == STORE_HASH)
                count++;
        }
    }
    return count;
}

/* `position` NULL: the ruleset's start. */
static void make(House *h, const Arranged *a, const char *id, const int player[2], const char *position,
                 uint32_t number)
{
    Position start;
    RoundEvents e;
    RoundOptions o = {.game = registry_find(a->stored.label),
                      .clock = {.kind = ROUND_PER_MOVE, .base = a->options.days * (int64_t)DAY}};
    if (!o.game || (position && !o.game->read_position(position, &start, NULL)))
        return;
    o.start = position ? &start : NULL;
    seats_times(&o);
    Round *round = begin(a, &o, player, house_now(h), &e);
    HouseRound *r = round ? rounds_add(h, id, round) : NULL;
    if (!r) {
        round_free(round);
        return;
    }
    r->fresh = r->listed = true;
    r->start = (RoundStart){.kind = (StartKind)a->options.start,
                            .number = number,
                            .game = a->options.start == ARRANGE_PAIR,
                            .rated = a->options.rated,
                            .tournament = a->stored.id};
    for (int seat = 0; seat < 2; seat++)
        r->account[seat] = a->person[player[seat]].account;
    ratings_look(h, r);
    rounds_empty(h, r);
    StoreSeat seats[STORE_SEATS];
    if (!rounds_submit(h, r, &e, NULL, seats, give_seats(a, player, seats), NULL))
        rounds_drop(h, r);
}

void tournaments_drawn(House *h, const FairGame *g, const char *position, uint32_t number)
{
    Arranged *a =
        leases_hold(h, g->round) && !rounds_find(h, g->round) ? arranged_read(h->store, g->tournament, NULL) : NULL;
    if (a && position && g->player[0] < a->tournament.players && g->player[1] < a->tournament.players)
        make(h, a, g->round, g->player, position, number);
    arranged_free(a);
}

static void make_games(House *h)
{
    Unmade u = {.count = 0};
    Arranged *a = NULL;
    if (!store_unmade(h->store, MADE_AT_ONCE, keep_unmade, &u, NULL))
        return;
    for (int i = 0; i < u.count; i++) {
        if (!leases_hold(h, u.game[i].round) || rounds_loaded(h, u.game[i].round))
            continue;
        if (!a || a->stored.id != u.game[i].tournament) {
            arranged_free(a);
            a = arranged_read(h->store, u.game[i].tournament, NULL);
        }
        FairGame g = {.tournament = u.game[i].tournament, .player = {u.game[i].first, u.game[i].second}};
        memcpy(g.round, u.game[i].round, sizeof g.round);
        if (!a || g.player[0] < 0 || g.player[1] < 0 || g.player[0] >= a->tournament.players ||
            g.player[1] >= a->tournament.players)
            continue;
        if (a->options.start == ARRANGE_FAIR)
            start_draw_for(h, &g, registry_find(a->stored.label));
        else
            make(h, a, g.round, g.player, NULL, 0);
    }
    arranged_free(a);
}

/* --- rounds --- */

typedef struct Ready {
    int64_t id[PAIRED_AT_ONCE];
    int count;
} Ready;

static bool keep_ready(void *context, const StoreTournament *t)
{
    Ready *r = context;
    ArrangeOptions o;
    arrange_options_read(t->options, &o);
    if (!o.by_hand)
        r->id[r->count++] = t->id;
    return r->count < PAIRED_AT_ONCE;
}

static void paired(void *context, StoreResult result)
{
    House *h = context;
    h->tournaments.busy--;
    h->tournaments.due |= result == STORE_DONE;
}

static void pair_rounds(House *h)
{
    Ready ready = {.count = 0};
    ArrangeRound *round = memory_resize(NULL, sizeof *round);
    bool ok = round && store_tournaments_ready(h->store, keep_ready, &ready, NULL);
    for (int i = 0; ok && i < ready.count; i++) {
        Arranged *a = arranged_read(h->store, ready.id[i], NULL);
        if (a && !arrange_next(a, h->world.random, h->world.context, round) &&
            store_submit(h->store, &(StoreWrite){.acts = round->act, .act_count = round->count}, paired, h))
            h->tournaments.busy++;
        arranged_free(a);
    }
    memory_free(round);
}

static bool note_some(void *context, const StoreTournament *t)
{
    (void)t;
    *(bool *)context = true;
    return false;
}

void tournaments_tick(House *h)
{
    int64_t now = house_now(h);
    bool some = false;
    if (h->closing || h->tournaments.busy || (!h->tournaments.due && now < h->tournaments.next))
        return;
    h->tournaments.due = false;
    if (!store_tournaments_in(h->store, STORE_PLAYING, note_some, &some, NULL))
        return;
    if (some) {
        make_games(h);
        pair_rounds(h);
    } else {
        store_tournaments_in(h->store, STORE_ENTERING, note_some, &some, NULL);
    }
    h->tournaments.next = now + (some ? LOOK : BEAT);
}
