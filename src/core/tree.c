/* The tree of moves: see tree.h.
 *
 * Invariants: path[0] is node 0; path[i]'s parent is path[i-1] and its `line` is path[i+1]; path[ply] is the current
 * node; `path` has room for every node. A declared end is on the last node of the main line, which has no children. */
#include "core/tree.h"

#include "core/memory.h"
#include "core/words.h"

#include <stdio.h>
#include <string.h>

typedef struct Tag {
    char *name, *value;
} Tag;

/* The stacks as players see them at one node. */
typedef struct Shown {
    int node;               /* TREE_NONE: nothing computed yet */
    uint8_t height[MAX_PLACES];
    Piece piece[MAX_PLACES][MAX_STACK];
} Shown;

struct Tree {
    const Game *game;
    TreeNode *node;
    int32_t *path;
    int count, capacity, ply;
    Outcome declared;       /* over: at node declared_at */
    int declared_at;
    int declared_by;        /* seat, or -1 */
    TreeLeft left[MAX_PLAYERS];    /* by seat */
    bool at_start;
    int tags;
    Tag tag[TREE_MAX_TAGS];
    Shown shown;
};

static bool no_memory(Message *error) { return message_memory(error); }

/* --- making and unmaking --- */

static bool grow(Tree *m)
{
    int wanted = m->capacity ? m->capacity * 2 : 64;
    TreeNode *node = memory_resize(m->node, (size_t)wanted * sizeof *node);
    if (!node)
        return false;
    m->node = node;
    int32_t *path = memory_resize(m->path, (size_t)wanted * sizeof *path);
    if (!path)
        return false;
    m->path = path;
    m->capacity = wanted;
    return true;
}

Tree *tree_new(const Game *game, const Position *start)
{
    Tree *m = memory_resize(NULL, sizeof *m);
    if (!m)
        return NULL;
    *m = (Tree){.game = game, .declared_by = -1, .declared_at = TREE_NONE, .shown = {.node = TREE_NONE}};
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        m->left[seat].node = TREE_NONE;
    if (!grow(m)) {
        tree_free(m);
        return NULL;
    }
    Position own;
    game->start(&own);
    m->at_start = !start || position_equal(start, &own);
    Position first = start ? *start : own;
    m->node[0] = (TreeNode){.position = first,
                            .hash = position_hash(game, &first),
                            .parent = TREE_NONE,
                            .first_child = TREE_NONE,
                            .next_sibling = TREE_NONE,
                            .line = TREE_NONE,
                            .round = 1,
                            .occurrence = 1};
    m->path[0] = 0;
    m->count = 1;
    return m;
}

void tree_free(Tree *m)
{
    if (!m)
        return;
    for (int i = 0; i < m->count; i++)
        memory_free(m->node[i].comment);
    for (int i = 0; i < m->tags; i++) {
        memory_free(m->tag[i].name);
        memory_free(m->tag[i].value);
    }
    memory_free(m->node);
    memory_free(m->path);
    memory_free(m);
}

/* --- where we are --- */

const Game *tree_game(const Tree *m) { return m->game; }
int tree_current(const Tree *m) { return m->path[m->ply]; }
int tree_count(const Tree *m) { return m->count; }
const TreeNode *tree_node(const Tree *m, int node) { return &m->node[node]; }
const Position *tree_position(const Tree *m) { return &m->node[tree_current(m)].position; }
int tree_ply(const Tree *m) { return m->ply; }
int tree_path(const Tree *m, int ply) { return m->path[ply]; }
int tree_mover(const Tree *m) { return m->game->mover(tree_position(m)); }
uint64_t *tree_history(const Tree *m, int node, size_t *count)
{
    *count = (size_t)tree_node(m, node)->ply;
    uint64_t *history = memory_resize(NULL, (*count + 1) * sizeof *history);
    size_t at = *count;
    for (int n = tree_node(m, node)->parent; history && n != TREE_NONE; n = tree_node(m, n)->parent)
        history[--at] = tree_node(m, n)->hash;
    return history;
}

bool tree_at_start(const Tree *m) { return m->at_start; }

int tree_main_end(const Tree *m)
{
    int node = 0;
    while (m->node[node].first_child != TREE_NONE)
        node = m->node[node].first_child;
    return node;
}

/* --- moving about --- */

static int child_with(const Tree *m, int parent, Move move)
{
    int child = m->node[parent].first_child;
    while (child != TREE_NONE && m->node[child].move != move)
        child = m->node[child].next_sibling;
    return child;
}

static void step_into(Tree *m, int child)
{
    m->node[tree_current(m)].line = child;
    m->path[++m->ply] = child;
}

/* How often `p` occurred on the path to the current node. */
static int occurrences(const Tree *m, const Position *p, uint64_t hash)
{
    int found = 0;
    if (!m->game->never_repeats)
        for (int i = 0; i <= m->ply; i++) {
            const TreeNode *n = &m->node[m->path[i]];
            found += n->hash == hash && position_equal(&n->position, p);
        }
    return found;
}

static int add_child(Tree *m, Move move, Message *error)
{
    if (m->count == TREE_MAX_NODES || m->ply == TREE_MAX_PLY) {
        message_set(error, 0, T("this game has become too long to keep: no more moves can be added"), 0);
        return TREE_NONE;
    }
    if (m->count == m->capacity && !grow(m)) {
        no_memory(error);
        return TREE_NONE;
    }
    int parent = tree_current(m), id = m->count;
    TreeNode *from = &m->node[parent], *to = &m->node[id];
    *to = (TreeNode){.move = move,
                     .parent = parent,
                     .first_child = TREE_NONE,
                     .next_sibling = TREE_NONE,
                     .line = TREE_NONE,
                     .ply = m->ply + 1};
    m->game->play(&from->position, move, &to->position);
    to->hash = position_hash(m->game, &to->position);
    to->round = from->round + (m->game->mover(&to->position) <= m->game->mover(&from->position));
    to->occurrence = 1 + occurrences(m, &to->position, to->hash);
    int32_t *link = &from->first_child;
    while (*link != TREE_NONE)
        link = &m->node[*link].next_sibling;
    *link = id;
    m->count++;
    return id;
}

bool tree_play(Tree *m, Move move, Message *error)
{
    if (tree_outcome(m).over)
        return message_set(error, 0, T("the game is over"), 0);
    int child = child_with(m, tree_current(m), move);
    if (child == TREE_NONE)
        child = add_child(m, move, error);
    if (child == TREE_NONE)
        return false;
    step_into(m, child);
    return true;
}

bool tree_play_text(Tree *m, const char *text, Message *error)
{
    Move move;
    if (tree_outcome(m).over)
        return message_set(error, 0, T("the game is over"), 0);
    return m->game->read_move(tree_position(m), text, &move, error) && tree_play(m, move, error);
}

bool tree_undo(Tree *m)
{
    if (m->declared.over && m->declared_at == tree_current(m)) {
        m->declared = (Outcome){0};
        return true;
    }
    if (m->ply == 0)
        return false;
    m->ply--;
    return true;
}

bool tree_redo(Tree *m)
{
    const TreeNode *here = &m->node[tree_current(m)];
    int child = here->line != TREE_NONE ? here->line : here->first_child;
    if (child == TREE_NONE)
        return false;
    step_into(m, child);
    return true;
}

void tree_goto(Tree *m, int node)
{
    int old = m->ply;
    m->ply = m->node[node].ply;
    for (int i = m->ply; i > 0 && (i > old || m->path[i] != node); i--) {
        m->path[i] = node;
        int parent = m->node[node].parent;
        m->node[parent].line = node;
        node = parent;
    }
}

void tree_promote(Tree *m, int node)
{
    for (int parent; (parent = m->node[node].parent) != TREE_NONE; node = parent) {
        int32_t *link = &m->node[parent].first_child;
        if (*link == node)
            continue;
        int32_t first = *link;
        while (*link != node)
            link = &m->node[*link].next_sibling;
        *link = m->node[node].next_sibling;
        m->node[node].next_sibling = first;
        m->node[parent].first_child = node;
    }
    if (m->declared.over && m->declared_at != tree_main_end(m))
        m->declared = (Outcome){0};
}

/* --- how it ends --- */

static bool is_on_line(const Tree *m, int node, int end)
{
    while (m->node[end].ply > m->node[node].ply)
        end = m->node[end].parent;
    return end == node;
}

const TreeLeft *tree_left_at(const Tree *m, int seat, int node)
{
    const TreeLeft *left = &m->left[seat];
    return left->node != TREE_NONE && is_on_line(m, left->node, node) ? left : NULL;
}

/* ALL-3: if nobody of a side stayed to win, nobody has won. */
static bool is_deserted(const Tree *m, int side, int node)
{
    for (int seat = side; seat < m->game->players; seat += m->game->sides)
        if (!tree_left_at(m, seat, node))
            return false;
    return true;
}

Outcome tree_outcome_at(const Tree *m, int node)
{
    const TreeNode *n = &m->node[node];
    Outcome o = m->game->outcome(&n->position);
    if (o.over && o.winner != DRAW && is_deserted(m, o.winner, node))
        o.winner = DRAW;
    if (o.over)
        return o;
    if (n->occurrence >= 3)
        return (Outcome){.over = true, .winner = DRAW, .reason = REASON_REPETITION};
    if (m->declared.over && m->declared_at == node)
        return m->declared;
    return (Outcome){0};
}

Outcome tree_outcome(const Tree *m) { return tree_outcome_at(m, tree_current(m)); }

bool tree_end(Tree *m, Reason reason, int seat, Message *error)
{
    int here = tree_current(m);
    if (tree_outcome(m).over)
        return message_set(error, 0, T("the game is over"), 0);
    if (m->node[here].first_child != TREE_NONE)
        return message_set(error, 0, T("the game went on from here: go to its end first"), 0);
    bool lost = reason == REASON_RESIGNED || reason == REASON_TIME || reason == REASON_GONE;
    int winner = lost && m->game->sides == 2 ? 1 - game_side(m->game, seat) : DRAW;
    tree_promote(m, here);
    m->declared = (Outcome){.over = true, .winner = (int8_t)winner, .reason = (uint8_t)reason};
    m->declared_at = here;
    m->declared_by = lost ? seat : -1;
    return true;
}

int tree_ended_by(const Tree *m, int node) { return m->declared.over && m->declared_at == node ? m->declared_by : -1; }

bool tree_leave(Tree *m, int seat, Reason reason, int level, Message *error)
{
    if (tree_outcome(m).over)
        return message_set(error, 0, T("the game is over"), 0);
    if (m->left[seat].node != TREE_NONE && tree_left_at(m, seat, tree_current(m)))
        return message_set(error, 0, T("this seat was left before"), 0);
    m->left[seat] = (TreeLeft){.node = tree_current(m), .reason = reason, .level = level};
    return true;
}

/* --- words --- */

bool tree_set_comment(Tree *m, int node, const char *text, Message *error)
{
    char *cleaned;
    if (!words_clean(text, true, TREE_MAX_COMMENT, &cleaned, error))
        return false;
    memory_free(m->node[node].comment);
    m->node[node].comment = cleaned;
    return true;
}

static int find_tag(const Tree *m, const char *name)
{
    for (int i = 0; i < m->tags; i++)
        if (strcmp(m->tag[i].name, name) == 0)
            return i;
    return -1;
}

static bool good_tag_name(const char *name)
{
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return length > 0 && length <= TREE_MAX_TAG_NAME && name[length] == '\0' && !strchr("0123456789_", name[0]);
}

static void remove_tag(Tree *m, int i)
{
    memory_free(m->tag[i].name);
    memory_free(m->tag[i].value);
    m->tags--;
    memmove(&m->tag[i], &m->tag[i + 1], (size_t)(m->tags - i) * sizeof m->tag[0]);
}

bool tree_set_tag(Tree *m, const char *name, const char *value, Message *error)
{
    char *cleaned, most[16];
    if (!good_tag_name(name))
        return message_set(error, 0, T("a tag's name is a letter, then letters, digits and _"), 0);
    if (!words_clean(value, false, TREE_MAX_TAG_VALUE, &cleaned, error))
        return false;
    int i = find_tag(m, name);
    if (!cleaned) {
        if (i >= 0)
            remove_tag(m, i);
        return true;
    }
    if (i >= 0) {
        memory_free(m->tag[i].value);
        m->tag[i].value = cleaned;
        return true;
    }
    if (m->tags == TREE_MAX_TAGS) {
        memory_free(cleaned);
        snprintf(most, sizeof most, "%d", TREE_MAX_TAGS);
        return message_set(error, 0, T("there are too many tags: {0} at most"), 1, most);
    }
    size_t size = strlen(name) + 1;
    char *copy = memory_resize(NULL, size);
    if (!copy) {
        memory_free(cleaned);
        return no_memory(error);
    }
    memcpy(copy, name, size);
    m->tag[m->tags++] = (Tag){copy, cleaned};
    return true;
}

const char *tree_tag(const Tree *m, const char *name)
{
    int i = find_tag(m, name);
    return i < 0 ? NULL : m->tag[i].value;
}

int tree_tag_count(const Tree *m) { return m->tags; }
const char *tree_tag_name(const Tree *m, int i) { return m->tag[i].name; }
const char *tree_tag_value(const Tree *m, int i) { return m->tag[i].value; }

const char *tree_seat_tag(int seat)
{
    static const char *const tag[MAX_PLAYERS] = {"White", "Black", "Red", "Green"};
    return tag[seat];
}

const char *tree_left_tag(int seat)
{
    static const char *const tag[MAX_PLAYERS] = {"WhiteLeft", "BlackLeft", "RedLeft", "GreenLeft"};
    return tag[seat];
}

const char *tree_name(const Tree *m, int seat) { return tree_tag(m, tree_seat_tag(seat)); }

/* --- what players see --- */

/* One place after a move: pieces that are still there keep their order and direction, new ones lie on top. `now` is
 * what the position says, in any order. */
static int rearrange(Piece *shown, int height, const Piece *now, int count)
{
    Piece result[MAX_STACK];
    bool used[MAX_STACK] = {false};
    int n = 0;
    for (int i = 0; i < height; i++)
        for (int k = 0; k < count; k++)
            if (!used[k] && now[k].kind == shown[i].kind && now[k].seat == shown[i].seat) {
                used[k] = true;
                result[n] = now[k];
                if (now[k].direction == DIRECTION_NONE)
                    result[n].direction = shown[i].direction;
                n++;
                break;
            }
    for (int k = 0; k < count; k++)
        if (!used[k])
            result[n++] = now[k];
    memcpy(shown, result, (size_t)n * sizeof *shown);
    return n;
}

static void show(Tree *m, int node)
{
    Shown *s = &m->shown;
    for (int place = 0; place < m->game->board->places; place++) {
        Piece now[MAX_STACK];
        int count = m->game->pieces(&m->node[node].position, place, now);
        s->height[place] = (uint8_t)rearrange(s->piece[place], s->height[place], now, count);
    }
    s->node = node;
}

/* Brings `shown` to the current node, starting from where it is if that is on the path. */
static void catch_up(Tree *m)
{
    Shown *s = &m->shown;
    int ply = s->node == TREE_NONE ? -1 : m->node[s->node].ply;
    if (ply < 0 || ply > m->ply || m->path[ply] != s->node) {
        memset(s->height, 0, sizeof s->height);
        ply = -1;
    }
    while (ply < m->ply)
        show(m, m->path[++ply]);
}

int tree_pieces(Tree *m, int place, Piece out[MAX_STACK])
{
    if (!m->game->unordered)
        return m->game->pieces(tree_position(m), place, out);
    catch_up(m);
    memcpy(out, m->shown.piece[place], m->shown.height[place] * sizeof *out);
    return m->shown.height[place];
}
