/* See view.h. */
#include "session/view.h"

#include "core/json.h"
#include "games/registry.h"
#include "session/speech.h"

#include <string.h>

static const char *const direction_names[] = {"", "north", "east", "south", "west"};
static const char *const role_names[STEP_ROLES] = {
    [STEP_END] = "end",     [STEP_FROM] = "from",           [STEP_TO] = "to",
    [STEP_KIND] = "kind",   [STEP_DIRECTION] = "direction", [STEP_TAKE] = "take",
    [STEP_STOP] = "stop",   [STEP_COLLAPSE] = "collapse",   [STEP_TOP] = "top",
    [STEP_WHOLE] = "whole", [STEP_CAPTURE] = "capture",     [STEP_DROP] = "drop",
    [STEP_PASS] = "pass",   [STEP_COUNT] = "count",
};

void view_games(Lang lang, Buffer *json)
{
    Json j = {json, false};
    json_open_array(&j, NULL);
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        json_open_object(&j, NULL);
        json_text(&j, "id", g->id);
        json_text(&j, "title", lang_text(lang, g->title));
        json_text(&j, "family", g->family);
        json_number(&j, "players", g->players);
        json_number(&j, "sides", g->sides);
        json_close_object(&j);
    }
    json_close_array(&j);
}

static void add_places(Json *j, const char *name, uint64_t places)
{
    json_open_array(j, name);
    for (int i = 0; i < MAX_PLACES; i++)
        if (places >> i & 1)
            json_number(j, NULL, i);
    json_close_array(j);
}

void view_board(const Game *g, Lang lang, Buffer *json)
{
    Json j = {json, false};
    json_open_object(&j, NULL);
    json_text(&j, "game", g->id);
    json_text(&j, "title", lang_text(lang, g->title));
    json_text(&j, "family", g->family);
    json_number(&j, "players", g->players);
    json_number(&j, "sides", g->sides);
    json_number(&j, "columns", g->board->columns);
    json_number(&j, "rows", g->board->rows);
    json_number(&j, "levels", g->board->levels);
    json_open_array(&j, "places");
    for (int i = 0; i < g->board->places; i++) {
        const Place *place = &g->board->place[i];
        json_open_object(&j, NULL);
        json_text(&j, "label", place->label);
        json_number(&j, "x", place->x);
        json_number(&j, "y", place->y);
        json_number(&j, "level", place->level);
        json_close_object(&j);
    }
    json_close_array(&j);
    json_open_array(&j, "kinds");
    for (int k = 0; k < g->kinds; k++)
        json_text(&j, NULL, g->kind[k].id);
    json_close_array(&j);
    json_open_array(&j, "seats");
    for (int seat = 0; seat < g->players; seat++)
        json_text(&j, NULL, lang_text(lang, scene_seat_name(seat)));
    json_close_array(&j);
    json_open_array(&j, "lines");
    for (const uint64_t *line = g->lines; line && *line; line++)
        add_places(&j, NULL, *line);
    json_close_array(&j);
    json_close_object(&j);
}

/* Seat that a stack counts for; -1: nobody. */
static int stack_owner(const Scene *scene, const Position *p, int place)
{
    if (scene->height[place] == 0)
        return -1;
    int seat = scene->game->owner ? scene->game->owner(p, place) : scene->piece[place][scene->height[place] - 1].seat;
    return seat == NEUTRAL ? -1 : seat;
}

static void add_stacks(Json *j, const Scene *scene, const Position *p)
{
    json_open_array(j, "stacks");
    for (int i = 0; i < scene->game->board->places; i++) {
        json_open_array(j, NULL);
        for (int k = 0; k < scene->height[i]; k++) {
            Piece piece = scene->piece[i][k];
            json_open_object(j, NULL);
            json_text(j, "kind", scene->game->kind[piece.kind].id);
            json_number(j, "seat", piece.seat == NEUTRAL ? -1 : piece.seat);
            if (piece.direction != DIRECTION_NONE)
                json_text(j, "direction", direction_names[piece.direction]);
            json_close_object(j);
        }
        json_close_array(j);
    }
    json_close_array(j);
    json_open_array(j, "owners");
    for (int i = 0; i < scene->game->board->places; i++)
        json_number(j, NULL, stack_owner(scene, p, i));
    json_close_array(j);
    json_open_array(j, "reserves");
    for (int seat = 0; seat < scene->game->players; seat++) {
        json_open_array(j, NULL);
        for (int k = 0; k < scene->game->kinds; k++)
            json_number(j, NULL, scene->reserve[seat][k]);
        json_close_array(j);
    }
    json_close_array(j);
    add_places(j, "marked", scene->marked);
    add_places(j, "decided", scene->outcome.over && scene->game->decided ? scene->game->decided(p) : 0);
}

/* Reads the words of `prefix` as steps; false: one of them is no choice there. */
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

static void add_move(Json *j, const char *name, const Game *g, const Position *p, Move m)
{
    char text[MOVE_TEXT];
    if (!m) {
        json_nothing(j, name);
        return;
    }
    g->write_move(p, m, text);
    json_text(j, name, text);
}

static void add_choices(Json *j, Session *s, const char *prefix)
{
    Tree *m = session_tree(s);
    const Game *g = tree_game(m);
    const Position *p = tree_position(m);
    MoveList legal = {0};
    Step steps[MAX_STEPS];
    int length = 0;
    Choices choices = {0};
    bool over = tree_outcome(m).over;
    if (!over && !movelist_fill(&legal, g, p)) {
        j->out->failed = true;
        return;
    }
    bool ok = read_prefix(g, p, &legal, prefix, steps, &length, &choices);
    json_bool(j, "prefix_ok", ok);
    json_number(j, "moves", (int64_t)choices.moves);
    add_move(j, "only", g, p, choices.only);
    add_move(j, "complete", g, p, choices.complete);
    json_open_array(j, "choices");
    for (int i = 0; i < choices.count; i++) {
        Step step = choices.step[i];
        char text[STEP_TEXT];
        step_write(g, step, text);
        json_open_object(j, NULL);
        json_text(j, "step", text);
        json_text(j, "role", role_names[step.role]);
        if (step_names_place(step))
            json_number(j, "place", step.value);
        else
            json_text(j, "label", speech_choice(session_lang(s), g, step));
        json_close_object(j);
    }
    json_close_array(j);
    movelist_free(&legal);
}

void view_state(Session *s, const char *prefix, Buffer *json)
{
    Tree *m = session_tree(s);
    Lang lang = session_lang(s);
    Json j = {json, false};
    if (!m) {
        json_nothing(&j, NULL);
        return;
    }
    const Game *g = tree_game(m);
    Scene scene;
    char position[POSITION_TEXT];
    session_scene(s, &scene);
    g->write_position(tree_position(m), position);
    json_open_object(&j, NULL);
    json_text(&j, "game", g->id);
    json_text(&j, "position", position);
    json_number(&j, "node", tree_current(m));
    json_number(&j, "ply", tree_ply(m));
    json_number(&j, "mover", scene.mover);
    json_text(&j, "status", lang_text(lang, scene_status(&scene)));
    json_bool(&j, "over", scene.outcome.over);
    json_text(&j, "result", game_result_text(g, scene.outcome));
    json_text(&j, "reason", lang_text(lang, game_reason(g, (Reason)scene.outcome.reason)));
    add_stacks(&j, &scene, tree_position(m));
    add_choices(&j, s, prefix);
    json_close_object(&j);
}

/* Places of the moves of `p` that end the game at once for who plays them. */
static uint64_t winning_places(const Game *g, const Position *p, MoveList *list)
{
    Scene scene = {.game = g};
    int side = game_side(g, g->mover(p));
    if (!movelist_fill(list, g, p))
        return 0;
    for (size_t i = 0; i < list->count; i++) {
        Position after;
        g->play(p, list->move[i], &after);
        Outcome o = g->outcome(&after);
        if (o.over && o.winner == side)
            scene_mark_move(&scene, p, list->move[i]);
    }
    return scene.marked;
}

void view_threats(Session *s, Buffer *json)
{
    enum { SAMPLE = 64 };   /* moves tried; more tell no more */
    Tree *m = session_tree(s);
    Json j = {json, false};
    if (!m) {
        json_nothing(&j, NULL);
        return;
    }
    const Game *g = tree_game(m);
    MoveList own = {0}, replies = {0};
    uint64_t wins = 0, threats = 0;
    int tried = 0, count[MAX_PLACES] = {0};
    if (!tree_outcome(m).over) {
        wins = winning_places(g, tree_position(m), &own);
        for (size_t i = 0; i < own.count; i += 1 + own.count / SAMPLE) {
            Position after;
            g->play(tree_position(m), own.move[i], &after);
            uint64_t there = g->outcome(&after).over ? 0 : winning_places(g, &after, &replies);
            tried++;
            for (int q = 0; q < MAX_PLACES; q++)
                count[q] += (int)(there >> q & 1);
        }
        for (int q = 0; q < MAX_PLACES; q++)
            threats |= count[q] * 2 > tried ? UINT64_C(1) << q : 0;
    }
    json_open_object(&j, NULL);
    add_places(&j, "wins", wins);
    add_places(&j, "threats", threats);
    json_close_object(&j);
    movelist_free(&own);
    movelist_free(&replies);
}

void view_tree(Session *s, Buffer *json)
{
    Tree *m = session_tree(s);
    Json j = {json, false};
    if (!m) {
        json_nothing(&j, NULL);
        return;
    }
    const Game *g = tree_game(m);
    json_open_object(&j, NULL);
    json_number(&j, "current", tree_current(m));
    json_open_array(&j, "nodes");
    for (int i = 0; i < tree_count(m); i++) {
        const TreeNode *node = tree_node(m, i);
        json_open_object(&j, NULL);
        json_number(&j, "parent", node->parent);
        json_number(&j, "first", node->first_child);
        json_number(&j, "next", node->next_sibling);
        json_number(&j, "ply", node->ply);
        json_number(&j, "round", node->round);
        if (node->parent >= 0) {
            const Position *before = &tree_node(m, node->parent)->position;
            add_move(&j, "move", g, before, node->move);
            json_number(&j, "seat", g->mover(before));
        }
        if (node->comment)
            json_text(&j, "comment", node->comment);
        json_close_object(&j);
    }
    json_close_array(&j);
    json_close_object(&j);
}
