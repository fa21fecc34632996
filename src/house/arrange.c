/* See arrange.h. */
#include "house/arrange.h"

#include "core/memory.h"
#include "engine/fair.h"
#include "house/account_name.h"
#include "house/rate.h"
#include "store/ledger.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

const char *const arrange_kinds[] = {"round-robin", "double", "swiss", NULL};
const char *const arrange_starts[] = {"sheet", "fair", "pair", NULL};

static const char *const results[] = {
    [TOURNAMENT_OPEN] = "",      [TOURNAMENT_FIRST] = "1-0",        [TOURNAMENT_DRAWN] = "1/2",
    [TOURNAMENT_SECOND] = "0-1", [TOURNAMENT_FIRST_UNPLAYED] = "+", [TOURNAMENT_SECOND_UNPLAYED] = "-",
    [TOURNAMENT_BYE] = "bye"};

const char *arrange_result(TournamentResult r) { return results[r]; }

static TournamentResult result_of(const char *text)
{
    int r = TOURNAMENT_BYE;
    while (r > TOURNAMENT_OPEN && strcmp(results[r], text) != 0)
        r--;
    return (TournamentResult)r;
}

/* --- options: "kind=swiss start=fair days=3 rounds=5 rated by-hand closed" --- */

void arrange_options_write(const ArrangeOptions *o, char out[STORE_TEXT])
{
    snprintf(out, STORE_TEXT, "kind=%s start=%s days=%d rounds=%d%s%s%s", arrange_kinds[o->kind],
             arrange_starts[o->start], o->days, o->rounds, o->rated ? " rated" : "", o->by_hand ? " by-hand" : "",
             o->closed ? " closed" : "");
}

static int word_of(const char *word, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return 0;
}

void arrange_options_read(const char *text, ArrangeOptions *out)
{
    char kind[16] = "", start[16] = "";
    *out = (ArrangeOptions){.days = 1};
    sscanf(text, "kind=%15s start=%15s days=%d rounds=%d", kind, start, &out->days, &out->rounds);
    out->kind = (TournamentKind)word_of(kind, arrange_kinds);
    out->start = (ArrangeStart)word_of(start, arrange_starts);
    out->rated = strstr(text, " rated") != NULL;
    out->by_hand = strstr(text, " by-hand") != NULL;
    out->closed = strstr(text, " closed") != NULL;
}

const char *arrange_check(const Game *g, const ArrangeOptions *o)
{
    if (g->players != 2)
        return "not-for-two";
    if (o->start == ARRANGE_FAIR && !fair_exists(g))
        return "no-fair-start";
    return o->days >= 1 && o->days <= ARRANGE_DAYS && o->rounds >= 0 && o->rounds <= TOURNAMENT_SWISS_ROUNDS
               ? NULL
               : "bad-value";
}

/* --- reading --- */

/* Whoever has lost their account, or may not use it, is not paired again. */
static bool take_entrant(void *context, const StoreEntrant *e)
{
    Arranged *a = context;
    Tournament *t = &a->tournament;
    int i = t->players;
    if (i == TOURNAMENT_PLAYERS || e->number != i + 1)
        return false;
    /* An account that is not open, or a guest who was forgotten: nobody could play for them. */
    bool out = e->account ? e->state != STORE_OPEN : !e->token[0];
    bool gone = out && e->until > a->stored.paired;
    t->player[i] = (TournamentPlayer){e->rating, e->from, gone ? a->stored.paired : e->until};
    a->person[i].account = e->account;
    snprintf(a->person[i].name, sizeof a->person[i].name, "%s", e->name);
    if (!e->account) {
        snprintf(a->person[i].token, ARRANGE_HEX, "%s", e->token);
        snprintf(a->person[i].feed, ARRANGE_HEX, "%s", e->feed);
    }
    t->players++;
    return true;
}

static bool take_pairing(void *context, const StorePairing *p)
{
    Arranged *a = context;
    Tournament *t = &a->tournament;
    if (t->games == TOURNAMENT_GAMES)
        return false;
    if (p->first < 1 || p->first > t->players || p->second < 0 || p->second > t->players)
        return true;
    snprintf(a->round[t->games], STORE_ROUND, "%s", p->round);
    t->game[t->games++] = (TournamentGame){p->turn, p->first - 1, p->second - 1, result_of(p->result)};
    return true;
}

Arranged *arranged_read(Store *s, int64_t id, Message *error)
{
    Arranged *a = memory_resize(NULL, sizeof *a);
    if (!a) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memset(a, 0, sizeof *a);
    bool ok = store_tournament(s, id, &a->stored, error) && a->stored.id;
    arrange_options_read(a->stored.options, &a->options);
    a->tournament.kind = a->options.kind;
    a->tournament.rounds = a->stored.rounds;
    a->tournament.paired = a->stored.paired;
    ok = ok && store_entrants(s, id, take_entrant, a, error) && store_pairings(s, id, take_pairing, a, error);
    if (ok)
        return a;
    arranged_free(a);
    return NULL;
}

void arranged_free(Arranged *a) { memory_free(a); }

static bool keep_rating(void *context, const char *text, int64_t at)
{
    (void)at;
    rate_take(text, context);
    return false;
}

int arrange_rating(Store *s, int64_t account, const char *label)
{
    Glicko g = glicko_newcomer;
    if (account)
        store_last_rating(s, account, label, keep_rating, &g, NULL);
    return (g.rating + GLICKO_POINT / 2) / GLICKO_POINT;
}

/* --- changing --- */

static StoreAct change(const Arranged *a, StoreTournamentState state, int rounds, int paired, int entrants)
{
    return (StoreAct){.kind = STORE_CHANGE_TOURNAMENT,
                      .number = a->stored.id,
                      .at = a->stored.version,
                      .seat = (int)state,
                      .until = rounds,
                      .seen = paired,
                      .other = entrants};
}

const char *arrange_open(const Arranged *a)
{
    const StoreTournament *t = &a->stored;
    bool swiss = a->options.kind == TOURNAMENT_SWISS;
    if (t->state == STORE_PLAYED)
        return "over";
    if (t->state == STORE_PLAYING && (!swiss || 2 * t->paired > t->rounds))
        return "begun";
    return t->entrants < (swiss ? TOURNAMENT_PLAYERS : TOURNAMENT_EVERYBODY) ? NULL : "tournament-full";
}

/* Names that look the same are the same. */
static bool alike(const char *a, const char *b)
{
    char one[ACCOUNT_NAME_KEY], two[ACCOUNT_NAME_KEY];
    account_name_key(a, one);
    account_name_key(b, two);
    return strcmp(one, two) == 0;
}

const char *arrange_enter(const Arranged *a, const ArrangeNewcomer *n, ArrangeEntry *out)
{
    const char *why = arrange_open(a);
    char feed[HOUSE_TOKEN];
    unsigned char hash[STORE_HASH];
    if (!why && a->options.rated && !n->account)
        why = "not-signed-in";
    for (int i = 0; !why && i < a->tournament.players; i++)
        if (n->account ? a->person[i].account == n->account : alike(a->person[i].name, n->name))
            why = n->account ? "already-entered" : "name-taken";
    if (why)
        return why;
    out->number = a->stored.entrants + 1;
    out->act[0] = change(a, a->stored.state, a->stored.rounds, a->stored.paired, out->number);
    out->act[1] = (StoreAct){.kind = STORE_ADD_ENTRANT,
                             .number = a->stored.id,
                             .seat = out->number,
                             .account = n->account,
                             .text = n->account ? "" : n->name,
                             .key = out->feed,
                             .other = n->rating,
                             .at = a->stored.paired + 1,
                             .until = TOURNAMENT_STAYS};
    out->feed[0] = '\0';
    if (n->account)
        return NULL;
    store_hash_token(n->token, out->act[1].hash);
    house_feed_key(n->token, feed);
    store_hash_token(feed, hash);
    sodium_bin2hex(out->feed, sizeof out->feed, hash, sizeof hash);
    return NULL;
}

const char *arrange_leave(const Arranged *a, int number, StoreAct out[ARRANGE_LEAVE])
{
    const StoreTournament *t = &a->stored;
    if (t->state == STORE_PLAYED)
        return "over";
    if (number < 1 || number > a->tournament.players || a->tournament.player[number - 1].until <= t->paired)
        return "not-entered";
    out[0] = change(a, t->state, t->rounds, t->paired, t->entrants);
    out[1] = (StoreAct){.kind = STORE_LEAVE_TOURNAMENT, .number = t->id, .seat = number, .until = a->tournament.paired};
    return NULL;
}

const char *arrange_end(const Arranged *a, StoreAct *out)
{
    if (a->stored.state == STORE_PLAYED)
        return "over";
    *out = change(a, STORE_PLAYED, a->stored.rounds, a->stored.paired, a->stored.entrants);
    return NULL;
}

/* The acts of a round: the change, then its tables. */
static void write_round(const Arranged *a, const TournamentGame *game, int count, ArrangeRound *out)
{
    for (int i = 0; i < count; i++) {
        const TournamentGame *g = &game[i];
        out->act[out->count++] = (StoreAct){.kind = STORE_ADD_PAIRING,
                                            .number = a->stored.id,
                                            .seat = g->round,
                                            .other = i + 1,
                                            .account = g->first + 1,
                                            .until = g->second + 1,
                                            .round = out->round[i],
                                            .text = results[g->result]};
    }
}

const char *arrange_next(const Arranged *a, void (*random)(void *context, unsigned char *out, size_t size),
                         void *context, ArrangeRound *out)
{
    Tournament t = a->tournament;
    TournamentGame game[TOURNAMENT_TABLES + 1];
    const StoreTournament *stored = &a->stored;
    int present = tournament_present(&t), count;
    bool begins = stored->state == STORE_ENTERING;
    if (stored->state == STORE_PLAYED)
        return "over";
    if (begins && present < 2)
        return "too-few";
    if (t.kind == TOURNAMENT_SWISS && tournament_awaited(&t))
        return "games-under-way";
    if (begins) {
        int most = tournament_most_rounds(t.kind, present), wanted = a->options.rounds;
        t.rounds = t.kind != TOURNAMENT_SWISS || !wanted ? tournament_rounds(t.kind, present)
                   : wanted < most                       ? wanted
                                                         : most;
    }
    count = tournament_pair(&t, game);
    if (count == 0 && tournament_awaited(&t))
        return "games-under-way";
    out->count = 1;
    out->act[0] = count ? change(a, STORE_PLAYING, t.rounds, t.paired + 1, stored->entrants)
                        : change(a, STORE_PLAYED, t.rounds, t.paired, stored->entrants);
    for (int i = 0; i < count; i++) {
        unsigned char bits[16];
        out->round[i][0] = '\0';
        if (game[i].result != TOURNAMENT_OPEN)
            continue;
        random(context, bits, sizeof bits);
        house_round_name(bits, out->round[i]);
    }
    write_round(a, game, count, out);
    return NULL;
}
