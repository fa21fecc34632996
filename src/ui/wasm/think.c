/* See think.h. */
#include "ui/wasm/think.h"

#include "core/json.h"
#include "core/memory.h"
#include "core/steps.h"
#include "engine/oracle_far.h"
#include "engine/oracle_ranged.h"
#include "games/registry.h"
#include "round/round.h"
#include "session/course.h"
#include "session/view.h"
#include "session/worth.h"

#include <stdlib.h>
#include <string.h>

__attribute__((import_module("colonnade"), import_name("report"))) void host_report(const char *json);

/* What a house with tables says about a position (engine/oracle_far.h); returns how many bytes. 0: nothing; below: it
 * ran out of time. */
__attribute__((import_module("colonnade"), import_name("probe"))) int host_probe(const char *game, const char *position,
                                                                                 char *out, int size);

/* Bytes of a ruleset's table on the page's server; 0: they cannot be had. */
__attribute__((import_module("colonnade"), import_name("range"))) int host_range(const char *game, double at, int size,
                                                                                 void *out);

/* Shows a sentence that nobody asked for. */
__attribute__((import_module("colonnade"), import_name("warn"))) void host_warn(const char *text);

enum { ADVISER_MIB = 32, PROBE_TEXT = 1 << 15 };

static Adviser *adviser;
static const Game *adviser_game;
static bool adviser_has_tables;
static Lang asked_in; /* the language of the last request */

static OracleFetched fetch(void *context, const Game *g, const char *position, Buffer *out)
{
    static char text[PROBE_TEXT];
    int n = host_probe(g->id, position, text, sizeof text - 1);
    (void)context;
    if (n <= 0)
        return n < 0 ? ORACLE_OUT_OF_TIME : ORACLE_UNAVAILABLE;
    text[n] = '\0';
    buffer_add(out, text);
    return out->failed ? ORACLE_UNAVAILABLE : ORACLE_FETCHED;
}

static bool read_range(void *context, uint64_t at, size_t size, void *out)
{
    const Game *g = context;
    return host_range(g->id, (double)at, (int)size, out) != 0;
}

static void tell_trouble(void *context, const Message *why)
{
    char text[256];
    (void)context;
    lang_message(asked_in, why, text, sizeof text);
    host_warn(text);
}

/* If a table of the game can exist, the page's server may have it: as a house that looks things up, or as a plain
 * server with the file. */
static void add_tables(const Game *g)
{
    Oracle tables;
    if (!adviser || !g->index)
        return;
    if (oracle_of_far(g, fetch, NULL, NULL, &tables) && !adviser_add_oracle(adviser, tables))
        tables.close(tables.context);
    if (oracle_of_ranges(g, read_range, tell_trouble, (void *)(uintptr_t)g, &tables) &&
        !adviser_add_oracle(adviser, tables))
        tables.close(tables.context);
}

/* `exact`: somebody wants a certain answer. Only then is anybody asked over the network. */
static bool need_adviser(const Game *g, uint64_t seed, bool exact)
{
    if (!adviser_knows(g))
        return false;
    if (!adviser || adviser_game != g) {
        adviser_destroy(adviser);
        adviser = adviser_create(g, (AdviserOptions){.tt_bytes = (size_t)ADVISER_MIB << 20, .seed = seed});
        adviser_game = g;
        adviser_has_tables = false;
    }
    if (exact && !adviser_has_tables) {
        add_tables(g);
        adviser_has_tables = true;
    }
    return adviser != NULL;
}

/* Nobody gets help while people play each other. */
static bool may_think(const Round *r) { return r && (round_is_free(r) || round_phase(r) == ROUND_OVER); }

/* --- a question --- */

typedef struct Question {
    Lang lang;
    Round *round;
    Situation situation;
    uint64_t *history;
} Question;

static void question_end(Question *q)
{
    round_free(q->round);
    memory_free(q->history);
}

/* `text`: a line with the node, then the events. */
static bool question_read(Question *q, const char *text)
{
    char *end;
    long node = strtol(text, &end, 10);
    if (*end == '\n')
        end++;
    q->round = round_replay(end, strlen(end), registry_find, NULL);
    if (!may_think(q->round) || node < 0 || node >= tree_count(round_tree(q->round)))
        return false;
    Tree *t = round_tree(q->round);
    tree_goto(t, (int)node);
    size_t count = (size_t)tree_ply(t);
    q->history = memory_resize(NULL, (count + 1) * sizeof *q->history);
    if (!q->history || tree_outcome(t).over)
        return false;
    for (size_t i = 0; i < count; i++)
        q->history[i] = tree_node(t, tree_path(t, (int)i))->hash;
    q->situation = (Situation){*tree_position(t), q->history, count};
    return true;
}

/* --- answers --- */

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

/* Adds the members of an object. */
static void add_members(Json *j, Lang lang, const Game *g, const Position *p, const Advice *a)
{
    char text[MOVE_TEXT], sign[WORTH_SIGN], words[WORTH_WORDS];
    Position at = *p;
    g->write_move(p, a->move, text);
    worth_sign(lang, a->value, sign);
    worth_words(lang, a->value, words);
    json_text(j, "move", text);
    value_json(j, "value", a->value);
    json_number(j, "rank", value_rank(a->value));
    json_bool(j, "exact", a->exact);
    json_text(j, "tone", worth_tone(a->value));
    json_text(j, "sign", sign);
    json_text(j, "words", words);
    json_open_array(j, "line");
    for (int i = 0; i < a->length; i++) {
        g->write_move(&at, a->line[i], text);
        json_text(j, NULL, text);
        g->play(&at, a->line[i], &at);
    }
    json_close_array(j);
    add_paths(j, g, p, a->move);
    view_add_flights(j, g, p, a->move);
}

static void add_advice(Json *j, Lang lang, const Game *g, const Position *p, const Advice *a)
{
    json_open_object(j, NULL);
    add_members(j, lang, g, p, a);
    json_close_object(j);
}

/* `found`: what other engines may want to know, or NULL. */
static void write_list(Buffer *out, const Question *q, const AdviceList *list, const char *found)
{
    Json j = {out, false};
    json_open_object(&j, NULL);
    json_number(&j, "depth", list->depth);
    json_number(&j, "nodes", (int64_t)list->nodes);
    json_double(&j, "seconds", list->seconds);
    json_open_array(&j, "moves");
    for (size_t i = 0; i < list->count; i++)
        add_advice(&j, q->lang, adviser_game, &q->situation.position, &list->advice[i]);
    json_close_array(&j);
    if (found)
        json_text(&j, "found", found);
    json_close_object(&j);
}

static void pass_on(void *context, const AdviceList *so_far)
{
    Buffer text = {0};
    write_list(&text, context, so_far, NULL);
    host_report(buffer_text(&text));
    buffer_free(&text);
}

/* --- what is asked for --- */

static bool analyse(Question *q, const char *words, Buffer *json)
{
    char *end;
    AdviceList list;
    SearchLimits limits = {.seconds = strtod(words, &end)};
    limits.nodes = strtoull(end, &end, 10);
    limits.lines = (int)strtol(end, &end, 10);
    if (!need_adviser(round_game(q->round), 1, true) ||
        !adviser_analyse(adviser, &q->situation, limits, pass_on, q, &list))
        return false;
    write_list(json, q, &list, NULL);
    return true;
}

/* The legal moves that the rest of the line names, each once; *all: it names none. */
static bool read_moves(const Question *q, const char *words, MoveList *out, bool *all)
{
    const Game *g = round_game(q->round);
    const Position *p = &q->situation.position;
    size_t named = 0;
    if (!movelist_fill(out, g, p))
        return false;
    for (size_t n; (words += strspn(words, " ")), (n = strcspn(words, " \n")) > 0; words += n) {
        char text[MOVE_TEXT];
        Move m;
        Message error;
        size_t at = named;
        if (n >= sizeof text)
            return false;
        memcpy(text, words, n);
        text[n] = '\0';
        if (!g->read_move(p, text, &m, &error))
            return false;
        while (at < out->count && out->move[at] != m)
            at++;
        if (at == out->count)
            return false;
        out->move[at] = out->move[named];
        out->move[named++] = m;
    }
    *all = named == 0;
    out->count = named;
    return true;
}

/* --- jobs of an analysis that several engines divide --- */

static bool look(Question *q, const char *words, Buffer *json)
{
    char *end;
    AdviceList list;
    MoveList moves = {0};
    Buffer found = {0};
    bool all;
    double seconds = strtod(words, &end);
    long depth = strtol(end, &end, 10);
    bool ok = depth >= 1 && depth <= SEARCH_MAX_DEPTH && read_moves(q, end, &moves, &all) &&
              need_adviser(round_game(q->round), 1, true) &&
              adviser_look(adviser, &q->situation, all ? NULL : &moves, (int)depth, seconds, &list);
    if (ok) {
        adviser_tell(adviser, &found);
        write_list(json, q, &list, buffer_text(&found));
        json->failed |= found.failed;
    }
    buffer_free(&found);
    movelist_free(&moves);
    return ok;
}

static bool prove(Question *q, const char *words, Buffer *json)
{
    char *end;
    AdviceList list;
    MoveList moves = {0};
    bool all;
    SearchLimits limits = {.seconds = strtod(words, &end)};
    bool ok = read_moves(q, end, &moves, &all) && need_adviser(round_game(q->round), 1, true) &&
              adviser_prove(adviser, &q->situation.position, all ? NULL : &moves, limits, &list);
    if (ok)
        write_list(json, q, &list, NULL);
    movelist_free(&moves);
    return ok;
}

static bool learn(Question *q, const char *words, Buffer *json)
{
    bool ok = need_adviser(round_game(q->round), 1, true) && adviser_learn(adviser, words, strcspn(words, "\n"));
    if (ok)
        buffer_add(json, "true");
    return ok;
}

static bool choose(Question *q, const char *words, Buffer *json)
{
    char *end;
    Advice advice;
    Json j = {json, false};
    long level = strtol(words, &end, 10);
    double seconds = strtod(end, &end);
    uint64_t seed = strtoull(end, &end, 10);
    if (level < LEVEL_MIN || level > LEVEL_MAX || !need_adviser(round_game(q->round), seed, level == LEVEL_MAX))
        return false;
    adviser_seed(adviser, seed);
    if (!adviser_choose(adviser, &q->situation, (int)level, seconds, NULL, NULL, &advice))
        return false;
    add_advice(&j, q->lang, adviser_game, &q->situation.position, &advice);
    return true;
}

/* How often levels lost games against each other this way; "": it is not one of the frequent mistakes. */
static void add_mistake(Json *j, const Question *q, const Exploration *e, const Advice *a)
{
    const Game *g = round_game(q->round);
    bool wins = value_wins(e->value) && !value_wins(a->value);
    const Landmark *l = wins ? landmark_mistake(g, &q->situation.position, a->move) : NULL;
    char words[WORTH_EXPLORED] = "", move[MOVE_TEXT];
    if (l) {
        Landmark here = *l;
        g->write_move(&q->situation.position, a->move, move);
        here.move = move;
        worth_landmark(q->lang, &here, &here, words);
    }
    json_text(j, "mistake", words);
}

/* What is certain: the position's value in a sentence, and every move whose result is known. */
static bool explore(Question *q, const char *words, Buffer *json)
{
    Exploration e;
    char head[WORTH_EXPLORED];
    const Game *g = round_game(q->round);
    Json j = {json, false};
    if (!explore_knows(g) || !need_adviser(g, 1, true) ||
        !explore_position(adviser, &q->situation, (SearchLimits){.seconds = strtod(words, NULL)}, &e))
        return false;
    worth_explored(q->lang, &e, head);
    json_open_object(&j, NULL);
    json_text(&j, "words", head);
    json_text(&j, "tone", e.value.proven ? worth_tone(e.value) : "");
    json_number(&j, "count", (int64_t)e.count);
    json_number(&j, "known", (int64_t)e.known);
    json_number(&j, "keep", (int64_t)e.keep);
    json_open_array(&j, "moves");
    for (size_t i = 0; i < e.known; i++) {
        json_open_object(&j, NULL);
        add_members(&j, q->lang, g, &q->situation.position, &e.advice[i]);
        json_bool(&j, "keeps", explore_keeps(&e, &e.advice[i]));
        json_bool(&j, "only", explore_keeps(&e, &e.advice[i]) && explore_is_only(&e));
        add_mistake(&j, q, &e, &e.advice[i]);
        json_close_object(&j);
    }
    json_close_array(&j);
    json_close_object(&j);
    return true;
}

bool think_about(Lang lang, const char *request, Buffer *json)
{
    asked_in = lang;
    static const struct {
        const char *verb;
        bool (*answer)(Question *q, const char *words, Buffer *json);
    } kinds[] = {{"choose ", choose}, {"analyse ", analyse}, {"explore ", explore},
                 {"look ", look},     {"prove ", prove},     {"learn ", learn}};
    Question q = {.lang = lang};
    const char *line_end = strchr(request, '\n');
    bool read = line_end && question_read(&q, line_end + 1), ok = false;
    for (size_t i = 0; read && i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i].verb);
        if (strncmp(request, kinds[i].verb, n) == 0)
            ok = kinds[i].answer(&q, request + n, json);
    }
    question_end(&q);
    return ok;
}

/* --- review --- */

static void add_judgement(Json *j, Lang lang, const Tree *t, int node, const ReviewMove *r, const Course *course)
{
    const Game *g = tree_game(t);
    const Position *before = &tree_node(t, tree_node(t, node)->parent)->position;
    int side = game_side(g, g->mover(before)) == 0 ? 1 : -1;
    char move[MOVE_TEXT], better[MOVE_TEXT], words[WORTH_WORDS], sentence[COURSE_WORDS];
    g->write_move(before, tree_node(t, node)->move, move);
    g->write_move(before, r->best.move, better);
    worth_verdict(lang, r, better, words);
    json_open_object(j, NULL);
    json_number(j, "node", node);
    json_text(j, "move", move);
    json_text(j, "better", better);
    json_double(j, "value", side * worth_share(r->best.value));     /* before the move, for the first side */
    json_text(j, "sign", worth_mark(r->mark));
    json_text(j, "words", words);
    course_words(lang, course, sentence);
    json_number(j, "seat", g->mover(before));
    json_text(j, "course", sentence);
    json_close_object(j);
}

bool think_review(Lang lang, const char *request, Buffer *json)
{
    asked_in = lang;
    char *end;
    double seconds = strtod(request, &end);
    Round *round = *end == '\n' ? round_replay(end + 1, strlen(end + 1), registry_find, NULL) : NULL;
    Json j = {json, false};
    bool ok = may_think(round) && need_adviser(round_game(round), 1, true);
    Course course[MAX_PLAYERS] = {{0}};
    json_open_array(&j, NULL);
    for (int node = 0; ok && (node = tree_node(round_tree(round), node)->first_child) != TREE_NONE;) {
        ReviewMove r;
        Buffer text = {0};
        Json one = {&text, false};
        ok = review_move(adviser, round_tree(round), node, (SearchLimits){.seconds = seconds}, &r);
        if (!ok)
            break;
        const TreeNode *before = tree_node(round_tree(round), tree_node(round_tree(round), node)->parent);
        Course *c = &course[round_game(round)->mover(&before->position)];
        course_add(c, before->round, &r);
        add_judgement(&one, lang, round_tree(round), node, &r, c);
        host_report(buffer_text(&text));
        buffer_free(&text);
        add_judgement(&j, lang, round_tree(round), node, &r, c);
    }
    json_close_array(&j);
    round_free(round);
    return ok;
}
