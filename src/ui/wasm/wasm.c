/* The engine in a browser: one request in, one JSON text out.
 *
 * The host writes a request into memory from wasm_alloc and passes it to wasm_call; the answer stays valid until the
 * next call. A request is a verb, a blank, and what the verb needs; docs/page-protocol.md lists them. Long work
 * reports through the host's `report` while it goes on; a host that no longer wants it ends the worker. */
#include "core/json.h"
#include "core/knowledge.h"
#include "draw/qr.h"
#include "core/memory.h"
#include "games/registry.h"
#include "search/search_bench.h"
#include "session/compose.h"
#include "session/levels.h"
#include "session/view.h"
#include "solve/proof_bench.h"
#include "ui/wasm/knowledge_host.h"
#include "ui/wasm/relay.h"
#include "ui/wasm/think.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name), used))

static Session *session;
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

/* Copies the line at *text and moves *text past it. */
static void take_line(const char **text, char *out, size_t size)
{
    size_t n = strcspn(*text, "\n");
    snprintf(out, size, "%.*s", (int)n, *text);
    *text += n + ((*text)[n] == '\n');
}

/* --- the session --- */

/* `LANG [SEED [script]]` */
static void do_open(const char *rest)
{
    char word[8] = "";
    SessionOptions options = {.lang = LANG_EN};
    snprintf(word, sizeof word, "%.*s", (int)strcspn(rest, " "), rest);
    lang_parse(word, &options.lang);
    const char *more = rest + strcspn(rest, " ");
    char *end;
    options.seed = strtoull(more, &end, 10);
    options.scripted = strcmp(end, " script") == 0;
    options.shown = options.waits = !options.scripted;
    Session *opened = session_new(&options);
    if (!opened) {
        fail(T("not enough memory"));
        return;
    }
    session_free(session);
    session = opened;
    buffer_add(&answer, "true");
}

/* `ID STAMP`, then the record: a game that the host kept. */
static void do_give(const char *rest)
{
    char id[32] = "", head[64];
    take_line(&rest, head, sizeof head);
    size_t n = strcspn(head, " ");
    if (n < sizeof id)
        memcpy(id, head, n);
    bool ok = session_give(session, id, rest, strtoll(head + n, NULL, 10));
    buffer_add(&answer, ok ? "true" : "false");
}

/* The text of a kept game; null: it does not exist. */
static void do_kept(const char *rest)
{
    Json j = {&answer, false};
    const char *text = session_kept_text(session, rest);
    if (text)
        json_text(&j, NULL, text);
    else
        json_nothing(&j, NULL);
}

/* `GAME POSITION` of puzzles that were solved before, one per line. */
static void do_solved(const char *rest)
{
    session_give_solved(session, rest);
    buffer_add(&answer, "true");
}

static void write_reply(const Reply *reply)
{
    Json j = {&answer, false};
    const char *line = buffer_text(&reply->events);
    json_open_object(&j, NULL);
    json_bool(&j, "ok", reply->ok);
    json_bool(&j, "changed", reply->changed);
    json_text(&j, "text", buffer_text(&reply->text));
    json_open_array(&j, "events");
    while (*line) {
        char event[ROUND_LINE];
        take_line(&line, event, sizeof event);
        json_text(&j, NULL, event);
    }
    json_close_array(&j);
    relay_add_wants(&j);
    json_close_object(&j);
}

static void do_far(const char *rest)
{
    Reply reply = {0};
    if (relay_take(session, rest, &reply))
        write_reply(&reply);
    else
        fail(T("there is no such request"));
    reply_free(&reply);
}

/* A line; or `load` or `follow` alone on it, with what does not fit into a line: after `load` a record; after
 * `follow` a game, a position or nothing, and moves. */
static void do_command(const char *rest)
{
    Reply reply = {0};
    if (strncmp(rest, "load\n", 5) == 0) {
        session_load_text(session, rest + 5, &reply);
    } else if (strncmp(rest, "follow\n", 7) == 0) {
        char game[64], position[POSITION_TEXT];
        rest += 7;
        take_line(&rest, game, sizeof game);
        take_line(&rest, position, sizeof position);
        session_follow(session, game, position, rest, &reply);
    } else if (strcmp(rest, "think") == 0) {
        session_think(session, &reply);
    } else {
        session_command(session, rest, &reply);
    }
    write_reply(&reply);
    reply_free(&reply);
}

/* `[+threats ]STEPS` */
static void do_state(const char *rest)
{
    static const char threats[] = "+threats";
    bool wanted = strncmp(rest, threats, sizeof threats - 1) == 0;
    if (wanted)
        rest += sizeof threats - 1;
    view_state(session, rest + strspn(rest, " "), wanted, &answer);
}

static void do_events(const char *rest)
{
    Json j = {&answer, false};
    (void)rest;
    json_text(&j, NULL, session_events(session));
}

/* --- thinking --- */

static void do_think(const char *rest)
{
    if (!think_about(session_lang(session), rest, &answer))
        fail(T("there is nothing to think about"));
}

static void do_review(const char *rest)
{
    if (!think_review(session_lang(session), rest, &answer))
        fail(T("there is nothing to think about"));
}

/* --- what never changes --- */

/* The ruleset that a request begins with, and the number after it. */
static const Game *game_and_number(const char *rest, uint64_t *number)
{
    char id[64] = "";
    size_t n = strcspn(rest, " ");
    if (n < sizeof id)
        memcpy(id, rest, n);
    *number = strtoull(rest + n, NULL, 10);
    return registry_find(id);
}

static void do_games(const char *rest)
{
    (void)rest;
    view_games(session_lang(session), &answer);
}

static void do_puzzles(const char *rest) { view_puzzles(session, rest, &answer); }

/* `GAME [NUMBER [COUNT]]`: the first one, and how many at most. */
static void do_fair(const char *rest)
{
    enum { FIRST = 1, USUAL = 12 };
    uint64_t number;
    const Game *g = game_and_number(rest, &number);
    const char *count = strchr(rest, ' ');
    count = count ? strchr(count + 1, ' ') : NULL;
    int wanted = count ? (int)strtol(count, NULL, 10) : USUAL;
    if (g)
        view_fair(g, session_lang(session), number > 0 && number < 1 << 20 ? (int)number : FIRST, wanted, &answer);
    else
        fail(T("there is no such game"));
}

static void do_landmarks(const char *rest)
{
    const Game *g = registry_find(rest);
    if (g)
        view_landmarks(g, session_lang(session), &answer);
    else
        fail(T("there is no such game"));
}

/* Days since 1970-01-01. */
static void do_daily(const char *rest) { view_daily(session, strtoll(rest, NULL, 10), &answer); }

/* Name and description of each level, beginning with the first. */
static void do_levels(const char *rest)
{
    (void)rest;
    Json j = {&answer, false};
    json_open_array(&j, NULL);
    for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++) {
        json_open_object(&j, NULL);
        json_text(&j, "name", lang_text(session_lang(session), level_name(level)));
        json_text(&j, "words", lang_text(session_lang(session), level_words(level)));
        json_close_object(&j);
    }
    json_close_array(&j);
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
    if (text || knowledge_part_ready("rules", rest))
        json_text(&j, NULL, text ? text : "");
    else
        fail(T("This part of the page cannot be fetched now."));
}

/* "" or "later": the translations of that part in the session's language. */
static void do_texts(const char *rest)
{
    Lang lang = session_lang(session);
    LangPart part = strcmp(rest, "later") == 0 ? LANG_LATER : LANG_AT_ONCE;
    Json j = {&answer, false};
    json_open_object(&j, NULL);
    for (size_t i = 0; i < lang_count(lang, part); i++) {
        const char *english, *text;
        lang_entry(lang, part, i, &english, &text);
        json_text(&j, english, text);
    }
    json_close_object(&j);
}

/* Lines: game, stacks, mover's letter, last move. Answers with the position as text, and whether it is legal. */
static void do_compose(const char *rest)
{
    char id[64], stacks[MAX_PLACES * (MAX_STACK + 1)], mover[8], last[MOVE_TEXT], sentence[512] = "";
    take_line(&rest, id, sizeof id);
    take_line(&rest, stacks, sizeof stacks);
    take_line(&rest, mover, sizeof mover);
    take_line(&rest, last, sizeof last);
    const Game *g = registry_find(id);
    Buffer text = {0};
    Message error = {0};
    Position p;
    if (!g || !compose_position(g, stacks, mover[0], last, &text)) {
        buffer_free(&text);
        fail(g ? T("this is not a board of that game") : T("there is no such game"));
        return;
    }
    Json j = {&answer, false};
    bool ok = g->read_position(buffer_text(&text), &p, &error);
    if (!ok)
        lang_message(session_lang(session), &error, sentence, sizeof sentence);
    json_open_object(&j, NULL);
    json_text(&j, "position", buffer_text(&text));
    json_bool(&j, "ok", ok);
    json_text(&j, "text", sentence);
    json_close_object(&j);
    buffer_free(&text);
}

/* A text as a QR code: its rows, with 1 for dark; none if the text is too long. */
static void do_qr(const char *rest)
{
    Json j = {&answer, false};
    Qr code = {0};
    qr_make(rest, &code);
    json_open_array(&j, NULL);
    for (int y = 0; y < code.side; y++) {
        char row[QR_SIDE + 1] = "";
        for (int x = 0; x < code.side; x++)
            row[x] = (char)('0' + code.dark[y][x]);
        json_text(&j, NULL, row);
    }
    json_close_array(&j);
}

/* `GAME NODES`: what `colonnade bench search` prints for that ruleset. */
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
    if (!search_bench_run(g, nodes ? nodes : SEARCH_BENCH_NODES, &b)) {
        fail(T("not enough memory"));
        return;
    }
    Json j = {&answer, false};
    snprintf(text, sizeof text, "%016llx", (unsigned long long)b.signature);
    json_open_object(&j, NULL);
    json_number(&j, "nodes", (int64_t)b.nodes);
    json_double(&j, "seconds", b.seconds);
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
    {"open", do_open, false},
    {"command", do_command, true},
    {"state", do_state, true},
    {"think", do_think, true},
    {"review", do_review, true},
    {"events", do_events, true},
    {"give", do_give, true},
    {"kept", do_kept, true},
    {"games", do_games, true},
    {"levels", do_levels, true},
    {"board", do_board, true},
    {"rules", do_rules, true},
    {"texts", do_texts, true},
    {"compose", do_compose, true},
    {"signature", do_signature, false},
    {"proofs", do_proofs, false},
    {"solved", do_solved, true},
    {"puzzles", do_puzzles, true},
    {"fair", do_fair, true},
    {"landmarks", do_landmarks, true},
    {"daily", do_daily, true},
    {"far", do_far, true},
    {"qr", do_qr, false},
};

const char *wasm_call(const char *request)
{
    size_t n = strcspn(request, " \n");
    const char *rest = request[n] ? request + n + 1 : request + n;
    buffer_clear(&answer);
    knowledge_host_next_request();
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
