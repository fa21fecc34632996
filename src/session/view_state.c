/* A session as JSON: see view.h. */
#include "session/view.h"

#include "session/speech.h"
#include "session/view_private.h"
#include "session/wins.h"

#include <string.h>

static const char *const role_names[STEP_ROLES] = {
    [STEP_END] = "end",     [STEP_FROM] = "from",           [STEP_TO] = "to",
    [STEP_KIND] = "kind",   [STEP_DIRECTION] = "direction", [STEP_TAKE] = "take",
    [STEP_STOP] = "stop",   [STEP_COLLAPSE] = "collapse",   [STEP_TOP] = "top",
    [STEP_WHOLE] = "whole", [STEP_CAPTURE] = "capture",     [STEP_DROP] = "drop",
    [STEP_PASS] = "pass",   [STEP_COUNT] = "count",
};

/* The seat that a stack counts for; -1: nobody. */
static int stack_owner(const Scene *scene, const Position *p, int place)
{
    if (scene->height[place] == 0 || !scene->game->control)
        return -1;
    int seat = scene->game->owner ? scene->game->owner(p, place) : scene->piece[place][scene->height[place] - 1].seat;
    return seat == NEUTRAL ? -1 : seat;
}

void view_add_piece(Json *j, const char *name, const Game *g, Piece piece)
{
    static const char *const directions[] = {"", "north", "east", "south", "west"};
    json_open_object(j, name);
    json_text(j, "kind", shape_word((Shape)g->kind[piece.kind].shape));
    json_number(j, "seat", piece.seat == NEUTRAL ? -1 : piece.seat);
    if (piece.direction != DIRECTION_NONE)
        json_text(j, "direction", directions[piece.direction]);
    json_close_object(j);
}

/* `touched`: places that a half-made move changed; their owners are not known yet. */
static void add_stacks(Json *j, const Scene *scene, const Position *p, uint64_t touched)
{
    int places = scene->game->board->places;
    json_open_array(j, "stacks");
    for (int i = 0; i < places; i++) {
        json_open_array(j, NULL);
        for (int k = 0; k < scene->height[i]; k++)
            view_add_piece(j, NULL, scene->game, scene->piece[i][k]);
        json_close_array(j);
    }
    json_close_array(j);
    json_open_array(j, "owners");
    for (int i = 0; i < places; i++)
        json_number(j, NULL, touched >> i & 1 ? -1 : stack_owner(scene, p, i));
    json_close_array(j);
    json_open_array(j, "reserves");
    for (int seat = 0; seat < scene->game->players; seat++) {
        json_open_array(j, NULL);
        for (int k = 0; k < scene->game->kinds; k++)
            json_number(j, NULL, scene->reserve[seat][k]);
        json_close_array(j);
    }
    json_close_array(j);
    view_add_places(j, "marked", scene->marked);
    view_add_places(j, "decided", scene->outcome.over && scene->game->decided ? scene->game->decided(p) : 0);
}

/* --- choices --- */

/* Reads the words of `prefix` as steps; false: one of them is not a choice there. */
static bool read_prefix(const Game *g, const Position *p, const MoveList *legal, const char *prefix, Step *steps,
                        int *length, Choices *choices)
{
    *length = 0;
    steps_next(g, p, legal, steps, 0, choices);
    for (const char *c = prefix; *c && *length < MAX_STEPS;) {
        char word[STEP_TEXT];
        size_t n = strcspn(c, " ");
        if (n >= sizeof word)
            return false;
        memcpy(word, c, n);
        word[n] = '\0';
        c += n + strspn(c + n, " ");
        if (!step_read(g, choices, word, &steps[*length]))
            return false;
        steps_next(g, p, legal, steps, ++*length, choices);
    }
    return true;
}

/* What a person can choose next. */
typedef struct Next {
    MoveList legal;
    Step steps[MAX_STEPS];
    int length;
    bool ok;                /* the prefix begins a move */
    Choices choices;
} Next;

/* Where a piece of each kind can go, so that the place may be chosen first. */
static uint64_t reach(const Game *g, const Position *p, const MoveList *moves, const Next *n, Step kind)
{
    Step path[MAX_STEPS];
    Choices after;
    uint64_t places = 0;
    memcpy(path, n->steps, sizeof path);
    path[n->length] = kind;
    steps_next(g, p, moves, path, n->length + 1, &after);
    for (int i = 0; i < after.count; i++)
        if (step_names_place(after.step[i]))
            places |= UINT64_C(1) << after.step[i].value;
    return places;
}

static void add_choice(Json *j, Session *s, const Position *p, const Next *n, Step step)
{
    const Game *g = tree_game(session_tree(s));
    char text[STEP_TEXT];
    step_write(g, step, text);
    json_open_object(j, NULL);
    json_text(j, "step", text);
    json_text(j, "role", role_names[step.role]);
    if (step_names_place(step))
        json_number(j, "place", step.value);
    else
        json_text(j, "label", speech_choice(session_lang(s), g, step));
    if (step.role == STEP_KIND)
        json_text(j, "kind", shape_word((Shape)g->kind[step.value].shape));
    if (step.role == STEP_KIND && n->length < MAX_STEPS)
        view_add_places(j, "places", reach(g, p, &n->legal, n, step));
    json_close_object(j);
}

static void add_choices(Json *j, Session *s, const Next *n)
{
    const Game *g = tree_game(session_tree(s));
    const Position *p = tree_position(session_tree(s));
    json_bool(j, "prefix_ok", n->ok);
    json_number(j, "moves", (int64_t)n->choices.moves);
    view_add_move(j, "only", g, p, n->choices.only);
    view_add_move(j, "complete", g, p, n->choices.complete);
    json_open_array(j, "choices");
    for (int i = 0; i < n->choices.count; i++)
        add_choice(j, s, p, n, n->choices.step[i]);
    json_close_array(j);
    json_text(j, "question", n->choices.count ? speech_question(session_lang(s), g, &n->choices) : "");
}

/* --- the round --- */

static void add_seats(Json *j, Session *s)
{
    static const char *const results[] = {"open", "won", "drew", "lost"};
    const Round *r = session_round(s);
    json_open_array(j, "seats");
    for (int seat = 0; seat < round_game(r)->players; seat++) {
        const RoundSeat *sits = round_seat(r, seat);
        double left = 0;
        json_open_object(j, NULL);
        json_text(j, "kind", round_kind_word(sits->kind));
        json_number(j, "level", sits->level);
        json_text(j, "name", sits->name);
        json_bool(j, "left", sits->left);
        json_bool(j, "mine", session_owns(s, seat));
        json_text(j, "result", results[round_result(r, seat)]);
        if (session_is_far(s) && round_claim_wait(r, seat, session_now(s)) >= 0)
            json_number(j, "claim", round_claim_wait(r, seat, session_now(s)));
        if (session_clock_left(s, seat, &left))
            json_number(j, "time", (int64_t)(left * 1000));
        json_close_object(j);
    }
    json_close_array(j);
}

static void add_clock(Json *j, const Round *r)
{
    char text[64];
    RoundClock c = round_clock(r);
    if (c.kind == ROUND_UNTIMED) {
        json_nothing(j, "clock");
        return;
    }
    round_clock_write(c, text);
    json_open_object(j, "clock");
    json_text(j, "text", text);
    json_number(j, "base", c.base);
    json_number(j, "step", c.step);
    json_number(j, "running", round_running(r));
    json_close_object(j);
}

static void add_offers(Json *j, const Round *r)
{
    json_open_array(j, "offers");
    for (int which = 0; which < ROUND_OFFERS; which++) {
        unsigned asked = 0;
        int by = round_offered(r, (RoundOffer)which, &asked);
        if (by < 0 || !asked)
            continue;
        json_open_object(j, NULL);
        json_text(j, "offer", round_offer_word((RoundOffer)which));
        json_number(j, "by", by);
        view_add_places(j, "asked", asked);
        json_close_object(j);
    }
    json_close_array(j);
}

static void add_round(Json *j, Session *s)
{
    static const char *const phases[] = {"seating", "playing", "over"};
    Round *r = session_round(s);
    Tree *t = session_tree(s);
    Outcome o = tree_outcome(t);
    int mover = tree_mover(t);
    const char *turn = session_is_to_move(s) ? "person" : session_is_far(s) ? "far" : "level";
    json_number(j, "head", round_head(r));
    json_text(j, "phase", phases[round_phase(r)]);
    json_bool(j, "finished", round_phase(r) == ROUND_OVER);
    json_bool(j, "aborted", round_is_aborted(r));
    json_text(j, "turn", o.over ? "over" : turn);
    json_number(j, "level", session_level(s, mover));
    json_bool(j, "think", session_to_think(s));
    json_double(j, "seconds", session_seconds(s));
    json_number(j, "speaker", session_speaks(s));
    json_bool(j, "undo", session_can_undo(s));
    json_bool(j, "redo", session_can_redo(s));
    json_text(j, "kept", session_kept_id(s));
    json_bool(j, "helps", session_helps(s));
    add_seats(j, s);
    add_clock(j, r);
    add_offers(j, r);
}

/* The choices that lead to a move that the lesson asks for, as words, and where they are on the board. */
static void add_points(Json *j, Session *s, const Next *n, bool points)
{
    const Game *g = tree_game(session_tree(s));
    const Position *p = tree_position(session_tree(s));
    MoveList wanted = {0};
    Choices next = {.count = 0};
    uint64_t places = 0;
    j->out->failed |= points && n->ok && !movelist_fill(&wanted, g, p);
    size_t kept = 0;
    for (size_t i = 0; i < wanted.count; i++) {
        char text[MOVE_TEXT];
        g->write_move(p, wanted.move[i], text);
        if (session_lesson_wants(s, text))
            wanted.move[kept++] = wanted.move[i];
    }
    wanted.count = kept;
    steps_next(g, p, &wanted, n->steps, n->length, &next);
    json_open_array(j, "points");
    for (int i = 0; i < next.count; i++) {
        char text[STEP_TEXT];
        step_write(g, next.step[i], text);
        json_text(j, NULL, text);
        if (step_names_place(next.step[i]))
            places |= UINT64_C(1) << next.step[i].value;
        else if (next.step[i].role == STEP_KIND && n->length < MAX_STEPS)
            places |= reach(g, p, &wanted, n, next.step[i]);
    }
    json_close_array(j);
    view_add_places(j, "places", places);
    movelist_free(&wanted);
}

static void add_lesson(Json *j, Session *s, const Next *n)
{
    SessionLesson l;
    if (!session_lesson_now(s, &l)) {
        json_nothing(j, "lesson");
        return;
    }
    json_open_object(j, "lesson");
    json_text(j, "family", l.family);
    json_number(j, "step", l.step);
    json_number(j, "steps", l.steps);
    json_bool(j, "done", l.done);
    json_bool(j, "wrong", l.wrong);
    json_text(j, "say", l.say);
    json_text(j, "well", l.well);
    json_text(j, "hint", l.hint);
    add_points(j, s, n, l.points);
    json_close_object(j);
}

static void add_puzzle(Json *j, const Session *s)
{
    SessionPuzzle now;
    if (!session_puzzle_now(s, &now)) {
        json_nothing(j, "puzzle");
        return;
    }
    json_open_object(j, "puzzle");
    json_text(j, "game", now.puzzle->game);
    json_number(j, "number", now.number);
    json_number(j, "count", now.count);
    json_bool(j, "done", now.done);
    json_number(j, "streak", now.streak);
    json_text(j, "text", now.text);
    json_close_object(j);
}

/* --- threats --- */

static void add_threats(Json *j, Session *s)
{
    enum { SAMPLE = 64 };   /* moves tried; more would not say more */
    Tree *t = session_tree(s);
    const Game *g = tree_game(t);
    const Position *p = tree_position(t);
    MoveList own = {0}, replies = {0}, wins = {0};
    uint64_t winning = 0, threats = 0;
    int tried = 0, count[MAX_PLACES] = {0};
    bool ok = true;
    if (!tree_outcome(t).over) {
        ok = wins_fill(g, p, &own, &wins);
        winning = wins_places(g, p, &wins);
        for (size_t i = 0; ok && i < own.count; i += 1 + own.count / SAMPLE) {
            Position after;
            g->play(p, own.move[i], &after);
            wins.count = 0;
            ok = g->outcome(&after).over || wins_fill(g, &after, &replies, &wins);
            uint64_t there = wins_places(g, &after, &wins);
            tried++;
            for (int q = 0; q < MAX_PLACES; q++)
                count[q] += (int)(there >> q & 1);
        }
        for (int q = 0; q < MAX_PLACES; q++)
            threats |= count[q] * 2 > tried ? UINT64_C(1) << q : 0;
    }
    j->out->failed |= !ok;
    view_add_places(j, "wins", winning);
    view_add_places(j, "threats", threats);
    movelist_free(&own);
    movelist_free(&replies);
    movelist_free(&wins);
}

/* The rule about where to play, before a place is chosen. */
static void add_must(Json *j, Session *s, const Next *n)
{
    Tree *t = session_tree(s);
    Buffer rule = {0};
    bool placed = n->length > 0 && step_names_place(n->steps[n->length - 1]);
    if (!tree_outcome(t).over && !placed)
        speech_constraint(session_lang(s), tree_game(t), tree_position(t), &n->legal, &rule);
    json_text(j, "must", buffer_text(&rule));
    j->out->failed |= rule.failed;
    buffer_free(&rule);
}

/* --- all of it --- */

static bool find_next(Session *s, const char *prefix, Next *n)
{
    Tree *t = session_tree(s);
    if (!tree_outcome(t).over && !movelist_fill(&n->legal, tree_game(t), tree_position(t)))
        return false;
    n->ok = read_prefix(tree_game(t), tree_position(t), &n->legal, prefix, n->steps, &n->length, &n->choices);
    return true;
}

/* Why the rules ended the game, with the pieces and numbers concerned. */
static void add_told_end(Json *j, Session *s)
{
    Buffer told = {0};
    session_tell_end(s, tree_current(session_tree(s)), &told);
    json_text(j, "told", buffer_text(&told));
    j->out->failed |= told.failed;
    buffer_free(&told);
}

void view_state(Session *s, const char *prefix, bool threats, Buffer *json)
{
    Tree *t = session_tree(s);
    Lang lang = session_lang(s);
    Json j = {json, false};
    Next next = {.length = 0};
    if (!t || !find_next(s, prefix, &next)) {
        json->failed |= t != NULL;
        json_nothing(&j, NULL);
        return;
    }
    const Game *g = tree_game(t);
    Scene scene;
    uint64_t touched = 0;
    char position[POSITION_TEXT], start[POSITION_TEXT] = "";
    session_scene(s, &scene);
    g->write_position(tree_position(t), position);
    if (!tree_at_start(t))
        g->write_position(&tree_node(t, 0)->position, start);
    if (next.ok)
        view_preview(&scene, next.steps, next.length, &touched);
    json_open_object(&j, NULL);
    json_text(&j, "game", g->id);
    json_text(&j, "position", position);
    json_text(&j, "start", start);
    json_number(&j, "node", tree_current(t));
    json_number(&j, "ply", tree_ply(t));
    json_number(&j, "mover", scene.mover);
    json_text(&j, "status", lang_text(lang, scene_status(&scene)));
    json_bool(&j, "over", scene.outcome.over);
    json_text(&j, "result", game_result_text(g, scene.outcome));
    json_text(&j, "reason", lang_text(lang, game_reason(g, (Reason)scene.outcome.reason)));
    add_told_end(&j, s);
    add_stacks(&j, &scene, tree_position(t), touched);
    add_choices(&j, s, &next);
    add_must(&j, s, &next);
    add_round(&j, s);
    add_lesson(&j, s, &next);
    add_puzzle(&j, s);
    if (threats && session_helps(s))
        add_threats(&j, s);
    view_add_tree(&j, s);
    json_close_object(&j);
    movelist_free(&next.legal);
}
