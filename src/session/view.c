/* What does not change, rulesets and boards; and the tree of moves. See view.h. */
#include "session/view.h"

#include "engine/explore.h"
#include "engine/fair.h"
#include "games/registry.h"
#include "session/view_private.h"
#include "session/worth.h"

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
        json_text(&j, "goal", g->goal ? lang_text(lang, g->goal) : "");
        json_open_array(&j, "minutes");
        json_number(&j, NULL, g->minutes[0]);
        json_number(&j, NULL, g->minutes[1]);
        json_close_array(&j);
        json_number(&j, "players", g->players);
        json_number(&j, "sides", g->sides);
        json_bool(&j, "levels", adviser_knows(g));
        json_bool(&j, "lesson", lang_has_lesson(g->family));
        json_number(&j, "puzzles", puzzle_count(g->id));
        json_bool(&j, "fair", fair_exists(g));
        json_bool(&j, "solved", explore_knows(g));
        json_close_object(&j);
    }
    json_close_array(&j);
}

static void add_puzzle(Json *j, Session *s, const Puzzle *p, int number)
{
    char task[SESSION_LINE];
    puzzle_task(session_lang(s), p, task, sizeof task);
    json_open_object(j, NULL);
    json_text(j, "game", p->game);
    json_number(j, "number", number);
    json_text(j, "position", p->position);
    json_text(j, "task", task);
    json_number(j, "grade", puzzle_grade(p));
    json_bool(j, "solved", session_puzzle_solved(s, p));
    json_close_object(j);
}

void view_puzzles(Session *s, const char *game, Buffer *json)
{
    Json j = {json, false};
    const Puzzle *p;
    json_open_array(&j, NULL);
    for (int number = 1; (p = puzzle_at(game, number)); number++)
        add_puzzle(&j, s, p, number);
    json_close_array(&j);
}

void view_fair(const Game *g, Lang lang, int number, int count, Buffer *json)
{
    enum { MOST = 50 };
    FairStart list[MOST];
    Json j = {json, false};
    Fair *f = fair_create(g);
    int found = f ? fair_list(f, number, count < MOST ? count : MOST, NULL, list) : 0;
    json_open_array(&j, NULL);
    for (int i = 0; i < found; i++) {
        char text[POSITION_TEXT];
        Position p;
        g->start(&p);
        g->write_position(&list[i].position, text);
        json_open_object(&j, NULL);
        json_number(&j, "number", list[i].number);
        json_text(&j, "position", text);
        json_text(&j, "source", lang_text(lang, list[i].source));
        json_open_array(&j, "line");
        for (int k = 0; k < list[i].plies; k++) {
            g->write_move(&p, list[i].line[k], text);
            json_text(&j, NULL, text);
            g->play(&p, list[i].line[k], &p);
        }
        json_close_array(&j);
        json_close_object(&j);
    }
    json_close_array(&j);
    fair_destroy(f);
}

void view_landmarks(const Game *g, Lang lang, Buffer *json)
{
    Json j = {json, false};
    const Landmark *list;
    size_t count = landmark_list(g, &list);
    json_open_array(&j, NULL);
    for (size_t i = 0; i < count; i++) {
        char words[WORTH_EXPLORED];
        worth_landmark(lang, list, &list[i], words);
        json_open_object(&j, NULL);
        json_text(&j, "kind", landmark_word(list[i].kind));
        json_text(&j, "words", words);
        json_text(&j, "position", list[i].position);
        json_text(&j, "move", list[i].move);
        json_close_object(&j);
    }
    json_close_array(&j);
}

void view_daily(Session *s, int64_t day, Buffer *json)
{
    Json j = {json, false};
    int number;
    const Puzzle *p = puzzle_of_day(day, &number);
    if (p)
        add_puzzle(&j, s, p, number);
    else
        json_nothing(&j, NULL);
}

void view_add_places(Json *j, const char *name, uint64_t places)
{
    json_open_array(j, name);
    for (int i = 0; i < MAX_PLACES; i++)
        if (places >> i & 1)
            json_number(j, NULL, i);
    json_close_array(j);
}

/* The kinds by their shapes, which are unique within a game, and what belongs to each. */
static void add_kinds(Json *j, const Game *g, Lang lang)
{
    json_open_array(j, "kinds");
    for (int k = 0; k < g->kinds; k++)
        json_text(j, NULL, shape_word((Shape)g->kind[k].shape));
    json_close_array(j);
    json_open_array(j, "steps");
    for (int k = 0; k < g->kinds; k++)
        json_text(j, NULL, g->kind[k].id);
    json_close_array(j);
    json_open_array(j, "names");
    for (int k = 0; k < g->kinds; k++)
        json_text(j, NULL, lang_text(lang, g->kind[k].name));
    json_close_array(j);
    json_open_array(j, "letters");
    for (int k = 0; k < g->kinds; k++) {
        json_open_array(j, NULL);
        for (int seat = 0; seat <= MAX_PLAYERS; seat++)
            json_text(j, NULL, g->kind[k].letter[seat] ? g->kind[k].letter[seat] : "");
        json_close_array(j);
    }
    json_close_array(j);
    json_open_array(j, "supplied");
    for (int k = 0; k < g->kinds; k++)
        json_bool(j, NULL, g->kind[k].supply == k);
    json_close_array(j);
    json_open_array(j, "neutral");
    for (int k = 0; k < g->kinds; k++)
        json_bool(j, NULL, g->kind[k].neutral);
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
    add_kinds(&j, g, lang);
    json_bool(&j, "hollow", g->board->hollow);
    json_number(&j, "stack", g->stack);
    json_bool(&j, "tapers", g->tapers);
    json_bool(&j, "unordered", g->unordered);
    json_text(&j, "held", g->held ? lang_text(lang, g->held) : "");
    json_open_array(&j, "seats");
    for (int seat = 0; seat < g->players; seat++)
        json_text(&j, NULL, lang_text(lang, scene_seat_name(seat)));
    json_close_array(&j);
    json_open_array(&j, "lines");
    for (const uint64_t *line = g->lines; line && *line; line++)
        view_add_places(&j, NULL, *line);
    json_close_array(&j);
    json_close_object(&j);
}

void view_add_move(Json *j, const char *name, const Game *g, const Position *p, Move m)
{
    char text[MOVE_TEXT];
    if (!m) {
        json_nothing(j, name);
        return;
    }
    g->write_move(p, m, text);
    json_text(j, name, text);
}

void view_add_tree(Json *j, Session *s)
{
    Tree *m = session_tree(s);
    const Game *g = tree_game(m);
    json_open_array(j, "tree");
    for (int i = 0; i < tree_count(m); i++) {
        const TreeNode *node = tree_node(m, i);
        json_open_object(j, NULL);
        json_number(j, "parent", node->parent);
        json_number(j, "first", node->first_child);
        json_number(j, "next", node->next_sibling);
        json_number(j, "ply", node->ply);
        json_number(j, "round", node->round);
        if (node->parent >= 0) {
            const Position *before = &tree_node(m, node->parent)->position;
            view_add_move(j, "move", g, before, node->move);
            json_number(j, "seat", g->mover(before));
        }
        if (node->comment)
            json_text(j, "comment", node->comment);
        json_close_object(j);
    }
    json_close_array(j);
}
