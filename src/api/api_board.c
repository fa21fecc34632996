/* The board and what stands on it, choices on the way to a move, pictures: see include/colonnade/rules.h. */
#include "api/api.h"

#include "core/steps.h"
#include "draw/draw_svg.h"

_Static_assert((int)CN_MAX_SEATS == (int)MAX_PLAYERS && (int)CN_NEUTRAL == (int)NEUTRAL, "seats are ours");
_Static_assert((int)CN_MAX_PLACES == (int)MAX_PLACES && (int)CN_MAX_STACK == (int)MAX_STACK, "places are ours");
_Static_assert((int)CN_MAX_KINDS == (int)MAX_KINDS && (int)CN_SHAPE_WALL == (int)SHAPE_COUNT - 1, "kinds are ours");
_Static_assert((int)CN_NORTH == (int)NORTH && (int)CN_WEST == (int)WEST, "directions are ours");
_Static_assert((int)CN_MAX_STEPS == (int)MAX_STEPS && (int)CN_MAX_CHOICES == (int)MAX_CHOICES, "steps fit");
_Static_assert((int)CN_STEP_TEXT >= (int)STEP_TEXT && (int)CN_STEP_ROLES == (int)STEP_ROLES, "steps are ours");
_Static_assert((int)CN_STEP_COUNT == (int)STEP_COUNT && (int)CN_STEP_DROP == (int)STEP_DROP, "in their order");
_Static_assert(sizeof(cn_step) == sizeof(Step), "a public step is ours");

/* --- the board --- */

static bool is_place(const Game *g, int place) { return place >= 0 && place < g->board->places; }

void cn_game_board(const cn_game *game, cn_board *out)
{
    const Board *b = ours(game)->board;
    *out = (cn_board){
        .places = b->places, .columns = b->columns, .rows = b->rows, .levels = b->levels, .hollow = b->hollow};
}

bool cn_place_at(const cn_game *game, int place, cn_place *out)
{
    const Board *b = ours(game)->board;
    if (!is_place(ours(game), place))
        return false;
    const Place *p = &b->place[place];
    *out = (cn_place){
        .label = p->label, .x = p->x, .y = p->y, .level = p->level, .carriers = b->carriers ? b->carriers[place] : 0};
    return true;
}

int cn_place_find(const cn_game *game, const char *label)
{
    const Board *b = ours(game)->board;
    for (int i = 0; label && i < b->places; i++)
        if (strcmp(b->place[i].label, label) == 0)
            return i;
    return -1;
}

size_t cn_lines(const cn_game *game, cn_places *out, size_t capacity)
{
    const uint64_t *line = ours(game)->lines;
    size_t count = 0;
    for (; line && line[count]; count++)
        if (count < capacity)
            out[count] = line[count];
    return count;
}

int cn_kind_count(const cn_game *game) { return ours(game)->kinds; }

bool cn_kind_at(const cn_game *game, int kind, cn_kind *out)
{
    if (kind < 0 || kind >= ours(game)->kinds)
        return false;
    const Kind *k = &ours(game)->kind[kind];
    *out = (cn_kind){.id = k->id, .name = k->name, .shape = (cn_shape)k->shape, .supply = k->supply};
    for (int seat = 0; seat <= NEUTRAL; seat++)
        out->letter[seat] = k->letter[seat] ? k->letter[seat] : "";
    return true;
}

/* --- what stands on it --- */

int cn_pieces(const cn_game *game, const cn_position *position, int place, cn_piece *out, int capacity)
{
    Position p = load(position);
    Piece piece[MAX_STACK];
    return is_place(ours(game), place) ? api_pieces(piece, ours(game)->pieces(&p, place, piece), out, capacity) : 0;
}

int cn_owner(const cn_game *game, const cn_position *position, int place)
{
    Position p = load(position);
    Piece piece[MAX_STACK];
    if (!is_place(ours(game), place))
        return CN_NEUTRAL;
    int height = ours(game)->pieces(&p, place, piece);
    if (height == 0)
        return CN_NEUTRAL;
    return ours(game)->owner ? ours(game)->owner(&p, place) : piece[height - 1].seat;
}

int cn_reserve(const cn_game *game, const cn_position *position, int seat, int kind)
{
    const Game *g = ours(game);
    Position p = load(position);
    bool there = seat >= 0 && seat < g->players && kind >= 0 && kind < g->kinds;
    return there ? g->reserve(&p, seat, kind) : 0;
}

cn_places cn_decided(const cn_game *game, const cn_position *position)
{
    Position p = load(position);
    return ours(game)->decided ? ours(game)->decided(&p) : 0;
}

/* Where any legal move puts a piece. */
static cn_places targets(const Game *g, const Position *p, const MoveList *legal)
{
    cn_places to = 0;
    for (size_t i = 0; i < legal->count; i++) {
        Step path[MAX_STEPS];
        int count = g->steps(p, legal->move[i], 0, path);
        for (int k = 0; k < count; k++)
            if (path[k].role == STEP_TO)
                to |= UINT64_C(1) << path[k].value;
    }
    return to;
}

static void add_labels(const Board *b, cn_places places, Buffer *out)
{
    for (int i = 0; i < b->places; i++)
        if (places >> i & 1)
            buffer_format(out, "%s%s", out->length ? ", " : "", b->place[i].label);
}

bool cn_constraint(const cn_game *game, const cn_position *position, cn_places *places, char *out, size_t size)
{
    const Game *g = ours(game);
    Position p = load(position);
    Message m = {0};
    MoveList legal = {0};
    if (!g->constraint || g->outcome(&p).over || !g->constraint(&p, &m) || !movelist_fill(&legal, g, &p))
        return false;
    *places = targets(g, &p, &legal);
    Buffer list = {0};
    add_labels(g->board, *places, &list);
    const char *hole[] = {m.arg[0], buffer_text(&list)};
    char sentence[CN_ERROR_TEXT];
    message_fill_holes(m.id, 2, hole, sentence, sizeof sentence);
    api_give(sentence, strlen(sentence), out, size);
    buffer_free(&list);
    movelist_free(&legal);
    return true;
}

/* --- choices --- */

bool cn_choices_after(const cn_game *game, const cn_position *position, const cn_step *made, int length,
                      cn_choices *out)
{
    const Game *g = ours(game);
    Position p = load(position);
    Step prefix[MAX_STEPS];
    MoveList legal = {0};
    if (length < 0 || length > MAX_STEPS || !movelist_fill(&legal, g, &p))
        return false;
    for (int i = 0; i < length; i++)
        prefix[i] = (Step){.role = made[i].role, .value = made[i].value};
    Choices next;
    steps_next(g, &p, &legal, prefix, length, &next);
    movelist_free(&legal);
    if (next.moves == 0)
        return false;
    *out = (cn_choices){.moves = next.moves, .only = next.only, .complete = next.complete, .count = next.count};
    for (int i = 0; i < next.count; i++)
        out->step[i] = (cn_step){.role = next.step[i].role, .value = next.step[i].value};
    return true;
}

/* Whether a step means anything in this game, so that writing it cannot read a place that does not exist. */
static bool is_step(const Game *g, Step s)
{
    switch ((StepRole)s.role) {
    case STEP_KIND: return s.value < g->kinds;
    case STEP_DIRECTION: return s.value >= NORTH && s.value <= WEST;
    default: return s.role < STEP_ROLES && (!step_names_place(s) || is_place(g, s.value));
    }
}

size_t cn_write_step(const cn_game *game, cn_step step, char *out, size_t size)
{
    char text[STEP_TEXT] = "";
    Step s = {.role = step.role, .value = step.value};
    return api_give(text, is_step(ours(game), s) ? step_write(ours(game), s, text) : 0, out, size);
}

bool cn_read_step(const cn_game *game, const cn_choices *choices, const char *text, cn_step *out)
{
    Choices c = {.count = choices->count};
    Step step;
    if (!text || choices->count < 0 || choices->count > MAX_CHOICES)
        return false;
    for (int i = 0; i < choices->count; i++)
        c.step[i] = (Step){.role = choices->step[i].role, .value = choices->step[i].value};
    if (!step_read(ours(game), &c, text, &step))
        return false;
    *out = (cn_step){.role = step.role, .value = step.value};
    return true;
}

int cn_steps(const cn_game *game, const cn_position *position, cn_move move, int path, cn_step *out, int capacity)
{
    Position p = load(position);
    Step step[MAX_STEPS];
    int count = path < 0 ? 0 : ours(game)->steps(&p, move, path, step);
    for (int i = 0; i < count && i < capacity; i++)
        out[i] = (cn_step){.role = step[i].role, .value = step[i].value};
    return count;
}

/* --- pictures --- */

static char *drawn(const Scene *scene, bool french)
{
    Buffer out = {0};
    draw_svg(scene, &(SvgStyle){.lang = french ? LANG_FR : LANG_EN}, &out);
    return api_hand_over(&out);
}

char *cn_svg(const cn_game *game, const cn_position *position, cn_places marked, bool french)
{
    Position p = load(position);
    Scene scene;
    scene_set(&scene, ours(game), &p);
    scene.marked = marked;
    return drawn(&scene, french);
}

char *cn_tree_svg(cn_tree *tree, bool french)
{
    Scene scene;
    scene_set_match(&scene, (Tree *)(void *)tree);
    return drawn(&scene, french);
}
