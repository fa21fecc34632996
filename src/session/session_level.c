/* Who sits where, and letting levels think.
 *
 * The adviser is made when it is first needed, and serves one ruleset at a time. */
#include "session/session_private.h"

#include "core/memory.h"
#include "engine/pace.h"
#ifndef __wasi__
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_MIB = 32 };

/* --- the adviser --- */

static void exchange_adviser(Session *s, Adviser *a, const Game *g)
{
    adviser_destroy(s->adviser);
    s->adviser = a;
    s->adviser_game = g;
}

void session_forget_adviser(Session *s) { exchange_adviser(s, NULL, NULL); }

void session_stop(Session *s) { cancel_ask(&s->cancel); }

void session_ready(Session *s) { cancel_clear(&s->cancel); }

Adviser *session_adviser(Session *s, Reply *reply)
{
    const Game *g = tree_game(s->play.tree);
    if (s->adviser && s->adviser_game == g)
        return s->adviser;
    if (!adviser_knows(g)) {
        reply->ok = false;
        session_say(s, &reply->text, T("there is no analysis of {0}"), 1, g->id);
        return NULL;
    }
    AdviserOptions options = {
        .tt_bytes = (size_t)TABLE_MIB << 20, .threads = 1, .seed = s->options.seed, .cancel = &s->cancel};
    Adviser *a = adviser_create(g, options);
    if (!a) {
        session_no_memory(s, reply);
        return NULL;
    }
    if (s->options.equip)
        s->options.equip(a, g, s->options.tables);
    exchange_adviser(s, a, g);
    return a;
}

bool session_situation(const Session *s, Situation *out, uint64_t **hashes)
{
    const Tree *tree = s->play.tree;
    *out = (Situation){.position = *tree_position(tree)};
    *hashes = tree_history(tree, tree_current(tree), &out->history_count);
    out->history = *hashes;
    return *hashes != NULL;
}

/* --- seats --- */

int session_level(const Session *s, int seat)
{
    const RoundSeat *sits = s->play.round ? round_seat(s->play.round, seat) : NULL;
    return sits && sits->kind == ROUND_LEVEL ? sits->level : 0;
}

bool session_has_levels(const Session *s)
{
    for (int seat = 0; s->play.round && seat < round_game(s->play.round)->players; seat++)
        if (session_level(s, seat) > 0)
            return true;
    return false;
}

static void say_seat(const Session *s, int seat, Buffer *out)
{
    const char *name = lang_text(s->options.lang, scene_seat_name(seat));
    char level[16];
    snprintf(level, sizeof level, "%d", session_level(s, seat));
    session_say(s, out, session_level(s, seat) ? T("{0} is played by level {1}.") : T("{0} is played by a person."), 2,
                name, level);
}

/* "5" or a word for a person; -1: neither. */
static int read_player(const char *text)
{
    static const char *const person[] = {"human", "person", "me", "humain", "personne", "moi", "-"};
    char *end;
    for (size_t i = 0; i < sizeof person / sizeof *person; i++)
        if (strcmp(text, person[i]) == 0)
            return 0;
    long level = strtol(text, &end, 10);
    return end != text && *end == '\0' && level >= LEVEL_MIN && level <= LEVEL_MAX ? (int)level : -1;
}

void session_seat(Session *s, const char *rest, Reply *reply)
{
    int seat = 0, players = tree_game(s->play.tree)->players;
    if (*rest == '\0') {
        for (seat = 0; seat < players; seat++)
            say_seat(s, seat, &reply->text);
        return;
    }
    size_t length;
    seat = session_read_seat(s, rest, &length);
    int level = seat >= 0 && rest[length] ? read_player(rest + length + 1) : -1;
    if (level < 0) {
        static const char *const how = T("who sits where? Write the colour of the player, then a level from 1 to 10, "
                                         "or `human`");
        session_refuse(s, reply, &(Message){.id = how});
        return;
    }
    if (level > 0 && !adviser_knows(tree_game(s->play.tree))) {
        reply->ok = false;
        session_say(s, &reply->text, T("no level plays {0} yet"), 1, tree_game(s->play.tree)->id);
        return;
    }
    RoundAction sit = {.type = ROUND_SIT,
                       .seat = seat,
                       .kind = level ? ROUND_LEVEL : ROUND_PERSON,
                       .level = level,
                       .text = round_seat(s->play.round, seat)->name};
    if (!session_act(s, sit, reply))
        return;
    if (!session_exercises(s))
        s->level[seat] = level;
    s->play.held = false;
    session_write_tags(s);
    say_seat(s, seat, &reply->text);
}

/* The record includes who sits where, so that a game continues as it was: "human,5". */
void session_write_tags(Session *s)
{
    char text[64] = "";
    size_t used = 0;
    for (int seat = 0; seat < tree_game(s->play.tree)->players; seat++) {
        char word[16];
        int level = session_level(s, seat);
        snprintf(word, sizeof word, "%d", level);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", seat ? "," : "", level ? word : "human");
    }
    tree_set_tag(s->play.tree, "Seats", session_has_levels(s) ? text : "", NULL);
}

void session_read_tags(Session *s, Reply *reply)
{
    const char *seats = tree_tag(s->play.tree, "Seats");
    const Game *g = tree_game(s->play.tree);
    for (int seat = 0; seats && *seats && seat < g->players; seat++) {
        char word[16];
        size_t length = strcspn(seats, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), seats);
        int level = read_player(word);
        /* If somebody left, the level that took over is already there. */
        if (level > 0 && adviser_knows(g) && !round_seat(s->play.round, seat)->left) {
            RoundAction sit = {.type = ROUND_SIT,
                               .seat = seat,
                               .kind = ROUND_LEVEL,
                               .level = level,
                               .text = round_seat(s->play.round, seat)->name};
            session_act(s, sit, reply);
        }
        seats += length + (seats[length] == ',');
    }
    session_clock_read_tag(s, reply);
    session_place_read_tag(s, reply);
}

/* --- a level's turn --- */

bool session_to_think(Session *s)
{
    return s->play.round && !session_is_far(s) && !s->play.held && !tree_outcome(s->play.tree).over &&
           session_level(s, tree_mover(s->play.tree)) > 0;
}

void session_go(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    s->play.held = false;
    if (!session_to_think(s)) {
        reply->ok = false;
        session_say(s, &reply->text, T("no level is to move"), 0);
    }
}

void session_wait(Session *s, const char *rest, Reply *reply)
{
    (void)rest, (void)reply;
    s->play.held = true;
}

void session_watch(Session *s, SessionWatch *watch, void *context)
{
    s->watch = watch;
    s->watch_context = context;
}

static void fill_thought(const Session *s, const Position *start, const AdviceList *list, SessionThought *out)
{
    const Game *g = tree_game(s->play.tree);
    const Advice *best = &list->advice[0];
    Position p = *start;
    size_t used = 0;
    *out = (SessionThought){.known = true, .value = best->value, .depth = list->depth, .nodes = list->nodes};
    for (int i = 0; i < best->length; i++) {
        char text[MOVE_TEXT];
        size_t length = g->write_move(&p, best->line[i], text);
        if (used + length + 2 > sizeof out->line)
            break;
        used += (size_t)snprintf(out->line + used, sizeof out->line - used, "%s%s", i ? " " : "", text);
        g->play(&p, best->line[i], &p);
    }
}

typedef struct Listener {
    Session *session;
    const Position *position;
    SessionThought *last;   /* NULL: nobody wants it */
} Listener;

static void hear(void *context, const AdviceList *so_far)
{
    Listener *l = context;
    SessionThought thought;
    if (so_far->count == 0)
        return;
    fill_thought(l->session, l->position, so_far, &thought);
    if (l->last)
        *l->last = thought;
    if (l->session->watch)
        l->session->watch(l->session->watch_context, &thought);
}

double session_seconds(Session *s)
{
    double left;
    bool timed = session_clock_left(s, tree_mover(s->play.tree), &left);
    return timed ? pace_share(left, (double)round_clock(s->play.round).step / 1000, 0) : 0;
}

/* The move that the level plays; 0: it was stopped. */
static Move choose(Session *s, Adviser *a, int level, const Situation *situation, Reply *reply)
{
    Advice chosen = {0};
    Listener listener = {.session = s, .position = &situation->position};
    bool ok = adviser_choose(a, situation, level, session_seconds(s), hear, &listener, &chosen);
    if (!ok)
        session_no_memory(s, reply);
    return ok && !cancel_asked(&s->cancel) ? chosen.move : 0;
}

/* Plays for the level that is to move; `move` in notation. */
static bool play_for(Session *s, const char *move, Reply *reply)
{
    RoundAction action = {
        .type = ROUND_MOVE, .seat = tree_mover(s->play.tree), .node = tree_current(s->play.tree), .text = move};
    if (!session_act(s, action, reply))
        return false;
    session_stand(s, tree_current(s->play.tree), reply);
    return true;
}

static void think(Session *s, Reply *reply)
{
    Adviser *a = session_adviser(s, reply);
    Situation situation;
    uint64_t *hashes = NULL;
    Move move = 0;
    char text[MOVE_TEXT];
    if (a && !session_situation(s, &situation, &hashes))
        session_no_memory(s, reply);
    else if (a)
        move = choose(s, a, session_level(s, tree_mover(s->play.tree)), &situation, reply);
    memory_free(hashes);
    if (move) {
        tree_game(s->play.tree)->write_move(tree_position(s->play.tree), move, text);
        s->play.held = !play_for(s, text, reply);
        return;
    }
    s->play.held = true;
    if (reply->ok)
        session_say(s, &reply->text, T("Thinking is stopped: `go` lets it think again, or play for it."), 0);
}

void session_think(Session *s, Reply *reply)
{
    session_open_reply(reply);
    session_tick(s, reply);
    if (session_to_think(s) && reply->events.length == 0)
        think(s, reply);
    session_close_reply(s, reply);
}

void session_muse(Session *s, double seconds, SessionThought *out)
{
    Reply ignored = {0};
    Situation situation;
    uint64_t *hashes = NULL;
    AdviceList list = {0};
    *out = (SessionThought){0};
    if (s->play.tree && !tree_outcome(s->play.tree).over && adviser_knows(tree_game(s->play.tree))) {
        Adviser *a = session_adviser(s, &ignored);
        Listener listener = {s, &situation.position, out};
        if (a && session_situation(s, &situation, &hashes) && !cancel_asked(&s->cancel) &&
            adviser_play(a, &situation, (SearchLimits){.lines = 1, .seconds = seconds}, hear, &listener, &list) &&
            list.count > 0)
            fill_thought(s, &situation.position, &list, out);
    }
    memory_free(hashes);
    reply_free(&ignored);
}
