/* The engine in a browser: one request in, one JSON text out.
 *
 * The host writes a request into memory from wasm_alloc and passes it to wasm_call;
 * the answer stays valid until the next call. A request is a verb, a blank, and what
 * the verb needs; docs/page-protocol.md lists them. Long work reports through the
 * host's `report` while it goes on; a host that has enough of it ends the worker. */
#include "core/json.h"
#include "core/memory.h"
#include "core/record.h"
#include "engine/adviser.h"
#include "games/registry.h"
#include "search/search_bench.h"
#include "session/view.h"
#include "solve/proof_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name), used))
__attribute__((import_module("colonnade"), import_name("report"))) void host_report(const char *json);

enum { ADVISER_MIB = 32, SHARES_MAX = 64 };

static Session *session;
static Adviser *adviser;
static const Game *adviser_game;
static Buffer answer;

EXPORT(wasm_alloc) void *wasm_alloc(size_t size);
EXPORT(wasm_free) void wasm_free(void *block);
EXPORT(wasm_call) const char *wasm_call(const char *request);

void *wasm_alloc(size_t size) { return memory_resize(NULL, size ? size : 1); }
void wasm_free(void *block) { memory_free(block); }

static void fail(const char *english)
{
    Json j = {&answer, false};
    buffer_clear(&answer);
    json_open_object(&j, NULL);
    json_text(&j, "error", lang_text(session ? session_lang(session) : LANG_EN, english));
    json_close_object(&j);
}

/* --- the session --- */

static void do_open(const char *rest)
{
    Lang lang = LANG_EN;
    lang_parse(rest, &lang);
    Session *opened = session_new(&(SessionOptions){.lang = lang});
    if (!opened) {
        fail(T("not enough memory"));
        return;
    }
    session_free(session);
    session = opened;
    buffer_add(&answer, "true");
}

static void do_command(const char *rest)
{
    Reply reply = {0};
    Json j = {&answer, false};
    session_command(session, rest, &reply);
    json_open_object(&j, NULL);
    json_bool(&j, "ok", reply.ok);
    json_bool(&j, "changed", reply.changed);
    json_text(&j, "text", buffer_text(&reply.text));
    json_close_object(&j);
    reply_free(&reply);
}

static void do_state(const char *rest) { view_state(session, rest, &answer); }

static void do_tree(const char *rest)
{
    (void)rest;
    view_tree(session, &answer);
}

static void do_goto(const char *rest)
{
    Tree *m = session_tree(session);
    long node = strtol(rest, NULL, 10);
    if (m && node >= 0 && node < tree_count(m))
        tree_goto(m, (int)node);
    view_state(session, "", &answer);
}

static void do_games(const char *rest)
{
    (void)rest;
    view_games(session_lang(session), &answer);
}

static void do_board(const char *rest)
{
    const Game *g = registry_find(rest);
    if (g)
        view_board(g, session_lang(session), &answer);
    else
        fail(T("there is no such game"));
}

static void do_rules(const char *rest)
{
    Json j = {&answer, false};
    const char *text = lang_rules(session_lang(session), rest);
    json_text(&j, NULL, text ? text : "");
}

/* `FAMILY`: the steps of its first lesson, none where it has none. */
static void do_lesson(const char *rest)
{
    Lang lang = session_lang(session);
    Json j = {&answer, false};
    json_open_array(&j, NULL);
    const LangLesson *l;
    for (int i = 0; (l = lang_lesson(rest, i)); i++) {
        json_open_object(&j, NULL);
        json_text(&j, "game", l->game);
        json_text(&j, "position", l->position);
        json_text(&j, "moves", l->moves);
        json_text(&j, "goal", l->goal);
        json_text(&j, "say", lang_text(lang, l->say));
        json_text(&j, "well", lang_text(lang, l->well));
        json_close_object(&j);
    }
    json_close_array(&j);
}

/* The game as a record file. */
static void do_record(const char *rest)
{
    (void)rest;
    Json j = {&answer, false};
    Buffer text = {0};
    Tree *m = session_tree(session);
    if (m)
        record_write(m, &text, NULL);
    json_text(&j, NULL, buffer_text(&text));
    buffer_free(&text);
}

/* Reads a record file; the game under way stays when it is refused. */
static void do_load(const char *rest)
{
    Json j = {&answer, false};
    RecordError error = {0};
    char sentence[512] = "";
    Tree *m = record_read(rest, strlen(rest), registry_find, &error);
    if (m)
        session_set_tree(session, m);
    else
        lang_message(session_lang(session), &error.message, sentence, sizeof sentence);
    json_open_object(&j, NULL);
    json_bool(&j, "ok", m != NULL);
    json_number(&j, "line", (int64_t)error.line);
    json_number(&j, "column", (int64_t)error.column);
    json_text(&j, "text", sentence);
    json_close_object(&j);
}

/* `GAME POSITION`: whether the position is one, and the sentence if not. */
static void do_check(const char *rest)
{
    char id[64] = "";
    size_t n = strcspn(rest, " ");
    if (n < sizeof id)
        memcpy(id, rest, n);
    const Game *g = registry_find(id);
    if (!g || !rest[n]) {
        fail(T("there is no such game"));
        return;
    }
    Json j = {&answer, false};
    Position p;
    Message error = {0};
    char sentence[512] = "";
    bool ok = g->read_position(rest + n + 1, &p, &error);
    if (!ok)
        lang_message(session_lang(session), &error, sentence, sizeof sentence);
    json_open_object(&j, NULL);
    json_bool(&j, "ok", ok);
    json_number(&j, "at", (int64_t)error.at);
    json_text(&j, "text", sentence);
    json_close_object(&j);
}

/* `GAME`, then lines: a position or nothing, moves separated by blanks. A new game with
 * them; where a move is refused the game stands before it and `text` says why. */
static void do_follow(const char *rest)
{
    char id[64] = "", position[POSITION_TEXT] = "", sentence[512] = "";
    size_t n = strcspn(rest, "\n"), length = rest[n] ? strcspn(rest + n + 1, "\n") : 0;
    if (n < sizeof id)
        memcpy(id, rest, n);
    if (length && length < sizeof position)
        memcpy(position, rest + n + 1, length);
    const char *moves = rest[n] && rest[n + 1 + length] ? rest + n + 2 + length : "";
    const Game *g = registry_find(id);
    if (!g || length >= sizeof position) {
        fail(g ? T("this position is too long") : T("there is no such game"));
        return;
    }
    Message error = {0};
    Position p;
    int played = 0;
    bool ok = !*position || g->read_position(position, &p, &error);
    Tree *m = ok ? tree_new(g, *position ? &p : NULL) : NULL;
    while (m && ok && *(moves += strspn(moves, " \n"))) {
        char move[MOVE_TEXT] = "";
        n = strcspn(moves, " \n");
        if (n < sizeof move)
            memcpy(move, moves, n);
        ok = tree_play_text(m, move, &error);
        played += ok;
        moves += n;
    }
    if (m)
        session_set_tree(session, m);
    lang_message(session_lang(session), &error, sentence, sizeof sentence);
    Json j = {&answer, false};
    json_open_object(&j, NULL);
    json_bool(&j, "ok", ok && m);
    json_number(&j, "played", played);
    json_text(&j, "text", sentence);
    json_close_object(&j);
}

/* `SEAT`: that player's clock has run out. */
static void do_flag(const char *rest)
{
    Tree *m = session_tree(session);
    long seat = strtol(rest, NULL, 10);
    Message error;
    if (m && seat >= 0 && seat < tree_game(m)->players)
        tree_end(m, REASON_TIME, (int)seat, &error);
    view_state(session, "", &answer);
}

static void do_threats(const char *rest)
{
    (void)rest;
    view_threats(session, &answer);
}

/* Every translation of the session's language. */
static void do_texts(const char *rest)
{
    (void)rest;
    Lang lang = session_lang(session);
    Json j = {&answer, false};
    json_open_object(&j, NULL);
    for (size_t i = 0; i < lang_count(lang); i++) {
        const char *english, *text;
        lang_entry(lang, i, &english, &text);
        json_text(&j, english, text);
    }
    json_close_object(&j);
}

/* --- thinking --- */

static bool need_adviser(uint64_t seed)
{
    const Game *g = tree_game(session_tree(session));
    if (adviser && adviser_game == g)
        return true;
    adviser_destroy(adviser);
    adviser = adviser_create(g, (AdviserOptions){.tt_bytes = (size_t)ADVISER_MIB << 20, .seed = seed});
    adviser_game = g;
    return adviser != NULL;
}

static uint64_t *take_situation(Situation *out)
{
    Tree *m = session_tree(session);
    size_t count = (size_t)tree_ply(m);
    uint64_t *history = memory_resize(NULL, (count + 1) * sizeof *history);
    if (!history)
        return NULL;
    for (size_t i = 0; i < count; i++)
        history[i] = tree_node(m, tree_path(m, (int)i))->hash;
    *out = (Situation){*tree_position(m), history, count};
    return history;
}

/* The ways to choose a move step by step. */
static void add_paths(Json *j, const Game *g, const Position *p, Move m)
{
    Step step[MAX_STEPS];
    int count;
    json_open_array(j, "steps");
    for (int path = 0; (count = g->steps(p, m, path, step)) > 0; path++) {
        json_open_array(j, NULL);
        for (int i = 0; i < count; i++) {
            char text[STEP_TEXT];
            step_write(g, step[i], text);
            json_text(j, NULL, text);
        }
        json_close_array(j);
    }
    json_close_array(j);
}

static void add_advice(Json *j, const Game *g, const Position *p, const Advice *a)
{
    char text[MOVE_TEXT];
    Position at = *p;
    g->write_move(p, a->move, text);
    json_open_object(j, NULL);
    json_text(j, "move", text);
    json_bool(j, "proven", a->proven);
    json_bool(j, "exact", a->exact);
    json_number(j, "value", a->value);
    json_number(j, "distance", a->distance);
    json_open_array(j, "line");
    for (int i = 0; i < a->length; i++) {
        g->write_move(&at, a->line[i], text);
        json_text(j, NULL, text);
        g->play(&at, a->line[i], &at);
    }
    json_close_array(j);
    add_paths(j, g, p, a->move);
    json_close_object(j);
}

static void write_list(Buffer *out, const Game *g, const Position *p, const AdviceList *list)
{
    Json j = {out, false};
    json_open_object(&j, NULL);
    json_number(&j, "depth", list->depth);
    json_number(&j, "nodes", (int64_t)list->nodes);
    json_double(&j, "seconds", list->seconds);
    json_open_array(&j, "moves");
    for (size_t i = 0; i < list->count; i++)
        add_advice(&j, g, p, &list->advice[i]);
    json_close_array(&j);
    json_close_object(&j);
}

static void pass_on(void *context, const AdviceList *so_far)
{
    const Situation *s = context;
    Buffer text = {0};
    write_list(&text, adviser_game, &s->position, so_far);
    host_report(buffer_text(&text));
    buffer_free(&text);
}

static bool can_think(void)
{
    Tree *m = session ? session_tree(session) : NULL;
    return m && !tree_outcome(m).over && adviser_knows(tree_game(m));
}

/* Whether levels play a ruleset and positions of it can be analysed. */
static void do_knows(const char *rest)
{
    const Game *g = registry_find(rest);
    buffer_add(&answer, g && adviser_knows(g) ? "true" : "false");
}

/* `SECONDS NODES LINES [SHARE SHARES]`, 0 for no limit and all lines. */
static void do_analyse(const char *rest)
{
    char *end;
    SearchLimits limits = {.seconds = strtod(rest, &end)};
    limits.nodes = strtoull(end, &end, 10);
    limits.lines = (int)strtol(end, &end, 10);
    long share = strtol(end, &end, 10), shares = strtol(end, &end, 10);
    if (shares > 1 && shares <= SHARES_MAX && share >= 0 && share < shares) {
        limits.share = (int)share;
        limits.shares = (int)shares;
    }
    Situation s;
    AdviceList list;
    uint64_t *history = can_think() && need_adviser(1) ? take_situation(&s) : NULL;
    if (!history || !adviser_analyse(adviser, &s, limits, pass_on, &s, &list))
        fail(T("there is nothing to think about"));
    else
        write_list(&answer, adviser_game, &s.position, &list);
    memory_free(history);
}

/* `LEVEL SECONDS SEED` */
static void do_choose(const char *rest)
{
    char *end;
    long level = strtol(rest, &end, 10);
    double seconds = strtod(end, &end);
    uint64_t seed = strtoull(end, &end, 10);
    Situation s;
    Advice advice;
    uint64_t *history = NULL;
    if (level >= LEVEL_MIN && level <= LEVEL_MAX && can_think() && need_adviser(seed))
        history = take_situation(&s);
    if (!history || !adviser_choose(adviser, &s, (int)level, seconds, NULL, NULL, &advice)) {
        fail(T("there is nothing to think about"));
    } else {
        Json j = {&answer, false};
        add_advice(&j, adviser_game, &s.position, &advice);
    }
    memory_free(history);
}

/* The ruleset whose name opens a request; the number behind it. */
static const Game *game_and_number(const char *rest, uint64_t *number)
{
    char id[64] = "";
    size_t n = strcspn(rest, " ");
    if (n < sizeof id)
        memcpy(id, rest, n);
    *number = strtoull(rest + n, NULL, 10);
    return registry_find(id);
}

/* `GAME NODES`: what `colonnade bench search` prints of that ruleset. */
static void do_signature(const char *rest)
{
    char text[24];
    uint64_t nodes;
    const Game *g = game_and_number(rest, &nodes);
    SearchBench b;
    if (!g || g->sides != 2 || !g->search.evaluate) {
        fail(T("there is no such game"));
        return;
    }
    if (!search_bench_run(g, nodes ? nodes : SEARCH_BENCH_NODES, false, &b)) {
        fail(T("not enough memory"));
        return;
    }
    Json j = {&answer, false};
    snprintf(text, sizeof text, "%016llx", (unsigned long long)b.signature);
    json_open_object(&j, NULL);
    json_number(&j, "nodes", (int64_t)b.nodes);
    json_double(&j, "seconds", b.wall);
    json_text(&j, "signature", text);
    json_close_object(&j);
}

/* `GAME PLY`: a row of what `colonnade bench prove` prints. */
static void do_proofs(const char *rest)
{
    uint64_t ply;
    const Game *g = game_and_number(rest, &ply);
    ProofBench b;
    if (!g || !proof_bench_can(g) || ply > 20) {
        fail(T("there is no such game"));
        return;
    }
    if (!proof_bench_run(g, (int)ply, &b)) {
        fail(T("not enough memory"));
        return;
    }
    Json j = {&answer, false};
    json_open_object(&j, NULL);
    json_number(&j, "nodes", (int64_t)b.nodes);
    json_double(&j, "seconds", b.seconds);
    json_double(&j, "most_seconds", b.most_seconds);
    json_close_object(&j);
}

typedef struct Verb {
    const char *name;
    void (*run)(const char *rest);
    bool needs_session;
} Verb;

static const Verb verbs[] = {
    {"open", do_open, false},      {"command", do_command, true}, {"state", do_state, true},
    {"tree", do_tree, true},       {"goto", do_goto, true},       {"games", do_games, true},
    {"board", do_board, true},     {"rules", do_rules, true},     {"record", do_record, true},
    {"load", do_load, true},       {"check", do_check, true},     {"analyse", do_analyse, true},
    {"choose", do_choose, true},   {"follow", do_follow, true},   {"flag", do_flag, true},
    {"threats", do_threats, true}, {"texts", do_texts, true},     {"signature", do_signature, false},
    {"proofs", do_proofs, false},  {"knows", do_knows, false},    {"lesson", do_lesson, true},
};

const char *wasm_call(const char *request)
{
    size_t n = strcspn(request, " \n");
    const char *rest = request[n] ? request + n + 1 : request + n;
    buffer_clear(&answer);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strlen(verbs[i].name) == n && strncmp(verbs[i].name, request, n) == 0) {
            if (verbs[i].needs_session && !session)
                fail(T("no session is open"));
            else
                verbs[i].run(rest);
            if (answer.failed)
                return "{\"error\":\"memory\"}";
            return buffer_text(&answer);
        }
    fail(T("there is no such request"));
    return buffer_text(&answer);
}
