/* What visitors ask about tournaments: listing them, showing one with its table, entering and leaving. */
#include "house/accounts_private.h"
#include "house/arrange.h"

#include "core/memory.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { LISTED = 50, TRIES = 5 };        /* TRIES: in case others enter at the same moment */

static const char *const states[] = {"entering", "playing", "over"};

/* --- looking --- */

static void say_head(Json *j, const StoreTournament *t)
{
    ArrangeOptions o;
    arrange_options_read(t->options, &o);
    json_number(j, "tournament", t->id);
    json_text(j, "name", t->name);
    json_text(j, "game", t->label);
    json_text(j, "kind", arrange_kinds[o.kind]);
    json_text(j, "state", states[t->state]);
    json_number(j, "entrants", t->entrants);
    json_number(j, "round", t->paired);
    json_number(j, "rounds", t->rounds ? t->rounds : o.kind == TOURNAMENT_SWISS ? o.rounds : 0);
    json_number(j, "days", o.days);
    json_text(j, "start", arrange_starts[o.start]);
    json_bool(j, "rated", o.rated);
    json_bool(j, "closed", o.closed);
    json_number(j, "made", t->made);
}

typedef struct TournamentList {
    Json *json;
    int count;
    int64_t last;
} TournamentList;

static bool list_one(void *context, const StoreTournament *t)
{
    TournamentList *l = context;
    json_open_object(l->json, NULL);
    say_head(l->json, t);
    json_close_object(l->json);
    l->last = t->id;
    return ++l->count < LISTED;
}

void request_tournaments(Request *q)
{
    int64_t before = 0;
    request_number(q, "before", &before);
    Say s = say_begin("tournaments");
    s.json.out = &s.text;
    TournamentList l = {.json = &s.json};
    say_re(&s, q->re);
    json_open_array(&s.json, "tournaments");
    bool ok = store_tournaments(q->house->store, before > 0 ? before : 0, LISTED, list_one, &l, NULL);
    json_close_array(&s.json);
    if (l.count == LISTED)
        json_number(&s.json, "more", l.last);
    q->house->tournaments.due = true;
    if (ok) {
        say_send(q->house, q->visitor, &s);
        return;
    }
    buffer_free(&s.text);
    request_refuse(q, "trouble");
}

/* The number of the entrant who asks; 0: not entered. */
static int number_of(Request *q, const Arranged *a)
{
    const char *token = request_text(q, "token");
    int64_t account = accounts_check(q->house, q->visitor) ? q->visitor->account : 0;
    char hex[ARRANGE_HEX] = "";
    unsigned char hash[STORE_HASH];
    if (token) {
        store_hash_token(token, hash);
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    }
    for (int i = 0; i < a->tournament.players; i++)
        if (a->person[i].account ? a->person[i].account == account : token && strcmp(a->person[i].token, hex) == 0)
            return i + 1;
    return 0;
}

static void say_players(Json *j, const Arranged *a)
{
    TournamentStanding s[TOURNAMENT_PLAYERS];
    int count = tournament_standings(&a->tournament, s);
    json_open_array(j, "players");
    for (int i = 0; i < count; i++) {
        const TournamentPlayer *p = &a->tournament.player[s[i].player];
        json_open_object(j, NULL);
        json_number(j, "rank", s[i].rank);
        json_number(j, "number", s[i].player + 1);
        json_text(j, "name", a->person[s[i].player].name);
        json_double(j, "points", s[i].points / 2.0);
        if (a->options.kind == TOURNAMENT_SWISS)
            json_double(j, "buchholz", s[i].buchholz / 2.0);
        json_double(j, "berger", s[i].berger / 4.0);
        if (a->person[s[i].player].account)
            json_number(j, "rating", p->rating);
        if (p->from > 1)
            json_number(j, "from", p->from);
        if (p->until != TOURNAMENT_STAYS)
            json_bool(j, "withdrawn", true);
        json_close_object(j);
    }
    json_close_array(j);
}

static void say_games(Json *j, const Arranged *a)
{
    json_open_array(j, "games");
    for (int i = 0; i < a->tournament.games; i++) {
        const TournamentGame *g = &a->tournament.game[i];
        json_open_array(j, NULL);
        json_number(j, NULL, g->round);
        json_number(j, NULL, g->first + 1);
        json_number(j, NULL, g->second + 1);
        json_text(j, NULL, arrange_result(g->result));
        json_text(j, NULL, a->round[i]);
        json_close_array(j);
    }
    json_close_array(j);
}

/* The tournament that a request names; NULL: refused. */
static Arranged *tournament_of(Request *q)
{
    int64_t id = 0;
    Message error = {0};
    Arranged *a = request_number(q, "tournament", &id) && id > 0 ? arranged_read(q->house->store, id, &error) : NULL;
    q->house->tournaments.due = true;
    if (!a)
        request_refuse(q, error.id ? "trouble" : "no-such-tournament");
    return a;
}

void request_tournament(Request *q)
{
    Arranged *a = tournament_of(q);
    if (!a)
        return;
    int number = number_of(q, a);
    Say s = say_begin("tournament");
    s.json.out = &s.text;
    say_re(&s, q->re);
    say_head(&s.json, &a->stored);
    json_bool(&s.json, "open", !a->options.closed && !arrange_open(a));
    if (number && a->tournament.player[number - 1].until == TOURNAMENT_STAYS)
        json_number(&s.json, "you", number);
    say_players(&s.json, a);
    say_games(&s.json, a);
    say_send(q->house, q->visitor, &s);
    arranged_free(a);
}

/* --- entering and leaving --- */

typedef struct TournamentWait {
    House *house;
    Visitor *visitor;
    char re[NONCE];
    int64_t tournament, account;
    int number, rating, tries;
    bool leaves;
    char name[ROUND_NAME], token[HOUSE_TOKEN];
} TournamentWait;

static void wait_end(TournamentWait *w, const char *why)
{
    if (why) {
        say_refused(w->house, w->visitor, w->re, NULL, NULL, why, NULL);
    } else {
        Say s = say_begin(w->leaves ? "withdrawn" : "joined");
        s.json.out = &s.text;
        say_re(&s, w->re);
        json_number(&s.json, "tournament", w->tournament);
        json_number(&s.json, "number", w->number);
        if (!w->leaves && w->token[0])
            json_text(&s.json, "token", w->token);
        say_send(w->house, w->visitor, &s);
    }
    visitor_release(w->house, w->visitor);
    sodium_memzero(w, sizeof *w);
    memory_free(w);
}

static StoreDone decided;

static void submit(TournamentWait *w)
{
    Message error = {0};
    Arranged *a = arranged_read(w->house->store, w->tournament, &error);
    ArrangeNewcomer n = {.account = w->account, .name = w->name, .token = w->token, .rating = w->rating};
    ArrangeEntry entry;
    StoreAct leave[ARRANGE_LEAVE];
    const char *why = !a ? "trouble" : w->leaves ? arrange_leave(a, w->number, leave) : arrange_enter(a, &n, &entry);
    if (!why && !w->leaves)
        w->number = entry.number;
    if (!why && !store_submit(w->house->store,
                              &(StoreWrite){.acts = w->leaves ? leave : entry.act,
                                            .act_count = w->leaves ? ARRANGE_LEAVE : ARRANGE_ENTER},
                              decided, w))
        why = "trouble";
    arranged_free(a);
    if (why)
        wait_end(w, why);
}

static void decided(void *context, StoreResult result)
{
    TournamentWait *w = context;
    if (result == STORE_STALE && ++w->tries < TRIES)
        submit(w);
    else
        wait_end(w, result == STORE_DONE ? NULL : "trouble");
}

static TournamentWait *wait_new(Request *q, int64_t tournament)
{
    TournamentWait *w = memory_resize(NULL, sizeof *w);
    if (!w) {
        request_refuse(q, "trouble");
        return NULL;
    }
    *w = (TournamentWait){.house = q->house, .visitor = q->visitor, .tournament = tournament};
    snprintf(w->re, sizeof w->re, "%s", q->re);
    q->visitor->uses++;
    return w;
}

void request_join(Request *q)
{
    char name[ROUND_NAME];
    Arranged *a = tournament_of(q);
    if (!a)
        return;
    const char *why = a->options.closed ? "not-allowed" : arrange_open(a);
    bool account = accounts_check(q->house, q->visitor);
    int64_t id = a->stored.id;
    int rating = arrange_rating(q->house->store, account ? q->visitor->account : 0, a->stored.label);
    if (!why && a->options.rated && !account)
        why = "not-signed-in";
    arranged_free(a);
    if (why || !house_may_open(q->house, q->visitor)) {
        request_refuse(q, why ? why : "too-many-rounds");
        return;
    }
    TournamentWait *w = accounts_name(q, name) ? wait_new(q, id) : NULL;
    if (!w)
        return;
    w->account = account ? q->visitor->account : 0;
    w->rating = rating;
    memcpy(w->name, name, sizeof w->name);
    if (!account)
        house_token(q->house, w->token);
    submit(w);
}

void request_withdraw(Request *q)
{
    Arranged *a = tournament_of(q);
    if (!a)
        return;
    int number = number_of(q, a);
    int64_t id = a->stored.id;
    arranged_free(a);
    TournamentWait *w = number ? wait_new(q, id) : NULL;
    if (!number)
        request_refuse(q, "not-entered");
    if (!w)
        return;
    w->leaves = true;
    w->number = number;
    submit(w);
}
