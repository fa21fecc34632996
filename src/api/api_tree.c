/* Trees and records: see include/colonnade/tree.h. */
#include "api/api.h"

#include "core/record.h"
#include "games/registry.h"

_Static_assert((int)CN_NO_NODE == (int)TREE_NONE, "both have the same value for no node");

static Tree *tree_of(cn_tree *tree) { return (Tree *)(void *)tree; }
static const Tree *const_tree(const cn_tree *tree) { return (const Tree *)(const void *)tree; }
static cn_tree *as_theirs(Tree *m) { return (cn_tree *)(void *)m; }

cn_tree *cn_tree_new(const cn_game *game, const cn_position *start)
{
    Position p;
    if (start)
        p = load(start);
    return as_theirs(tree_new(ours(game), start ? &p : NULL));
}

void cn_tree_free(cn_tree *tree) { tree_free(tree_of(tree)); }

/* The error has the line and the column; its sentence names both. */
static void fail_record(const RecordError *e, cn_error *error)
{
    if (!error)
        return;
    Message m = e->message;
    m.at = 0;
    api_fail_message(error, e->line ? CN_ERROR_TEXT_WRONG : CN_ERROR_MEMORY, &m);
    error->line = (uint32_t)e->line;
    error->at = (uint32_t)e->column;
    if (e->line == 0)
        return;
    Buffer sentence = {0};
    buffer_format(&sentence, "line %zu, character %zu: %s", e->line, e->column, error->text);
    if (!sentence.failed)
        api_give(sentence.text, sentence.length, error->text, sizeof error->text);
    buffer_free(&sentence);
}

cn_tree *cn_tree_read(const char *text, size_t length, cn_error *error)
{
    RecordError e = {0};
    Tree *m = record_read(text, record_extent(text, length), registry_find, &e);
    if (!m)
        fail_record(&e, error);
    return as_theirs(m);
}

size_t cn_record_extent(const char *text, size_t length) { return record_extent(text, length); }

char *cn_tree_write(const cn_tree *tree, cn_error *error)
{
    Buffer out = {0};
    Message m = {0};
    if (record_write(const_tree(tree), &out, &m))
        return api_hand_over(&out);
    buffer_free(&out);
    api_fail_message(error, CN_ERROR_MEMORY, &m);
    return NULL;
}

/* --- looking --- */

const cn_game *cn_tree_game(const cn_tree *tree) { return theirs(tree_game(const_tree(tree))); }

int cn_tree_count(const cn_tree *tree) { return tree_count(const_tree(tree)); }

int cn_tree_current(const cn_tree *tree) { return tree_current(const_tree(tree)); }

int cn_tree_main_end(const cn_tree *tree) { return tree_main_end(const_tree(tree)); }

static bool is_node(const cn_tree *tree, int node) { return node >= 0 && node < tree_count(const_tree(tree)); }

bool cn_tree_node(const cn_tree *tree, int node, cn_node *out)
{
    if (!is_node(tree, node))
        return false;
    const TreeNode *n = tree_node(const_tree(tree), node);
    Outcome o = tree_outcome_at(const_tree(tree), node);
    *out = (cn_node){.move = n->move,
                     .comment = n->comment,
                     .parent = n->parent,
                     .first_child = n->first_child,
                     .next_sibling = n->next_sibling,
                     .ply = n->ply,
                     .round = n->round,
                     .occurrence = n->occurrence,
                     .winner = api_winner(o),
                     .reason = api_reason(tree_game(const_tree(tree)), o)};
    store(&n->position, &out->position);
    return true;
}

void cn_tree_position(const cn_tree *tree, cn_position *out) { store(tree_position(const_tree(tree)), out); }

int cn_tree_pieces(cn_tree *tree, int place, cn_piece *out, int capacity)
{
    Piece piece[MAX_STACK];
    bool there = place >= 0 && place < tree_game(const_tree(tree))->board->places;
    return there ? api_pieces(piece, tree_pieces(tree_of(tree), place, piece), out, capacity) : 0;
}

/* --- moving about --- */

/* Why a move was not played. */
static bool refuse(const cn_tree *tree, const Message *m, cn_error *error)
{
    bool over = tree_outcome(const_tree(tree)).over;
    return api_fail_message(error, over ? CN_ERROR_OVER : CN_ERROR_TEXT_WRONG, m);
}

bool cn_tree_play(cn_tree *tree, cn_move move, cn_error *error)
{
    Message m = {0};
    return tree_play(tree_of(tree), move, &m) || refuse(tree, &m, error);
}

bool cn_tree_play_text(cn_tree *tree, const char *text, cn_error *error)
{
    Message m = {0};
    if (!text)
        return api_fail(error, CN_ERROR_ARGUMENT, "there is no text");
    return tree_play_text(tree_of(tree), text, &m) || refuse(tree, &m, error);
}

bool cn_tree_undo(cn_tree *tree) { return tree_undo(tree_of(tree)); }

bool cn_tree_redo(cn_tree *tree) { return tree_redo(tree_of(tree)); }

bool cn_tree_goto(cn_tree *tree, int node)
{
    if (!is_node(tree, node))
        return false;
    tree_goto(tree_of(tree), node);
    return true;
}

bool cn_tree_promote(cn_tree *tree, int node)
{
    if (!is_node(tree, node))
        return false;
    tree_promote(tree_of(tree), node);
    return true;
}

/* --- ends and words --- */

static bool is_seat(const cn_tree *tree, int seat) { return seat >= 0 && seat < tree_game(const_tree(tree))->players; }

bool cn_tree_end(cn_tree *tree, cn_reason_code reason, int seat, cn_error *error)
{
    Message m = {0};
    Reason r = api_reason_read(reason);
    if (r <= REASON_REPETITION || (r != REASON_AGREED && !is_seat(tree, seat)))
        return api_fail(error, CN_ERROR_ARGUMENT, "a game cannot end this way");
    return tree_end(tree_of(tree), r, seat, &m) || api_fail_message(error, CN_ERROR_ARGUMENT, &m);
}

bool cn_tree_leave(cn_tree *tree, int seat, cn_reason_code reason, int level, cn_error *error)
{
    Message m = {0};
    Reason r = api_reason_read(reason);
    if ((r != REASON_RESIGNED && r != REASON_TIME && r != REASON_GONE) || !is_seat(tree, seat))
        return api_fail(error, CN_ERROR_ARGUMENT, "nobody can leave a game this way");
    return tree_leave(tree_of(tree), seat, r, level, &m) || api_fail_message(error, CN_ERROR_ARGUMENT, &m);
}

bool cn_tree_set_comment(cn_tree *tree, int node, const char *text, cn_error *error)
{
    Message m = {0};
    if (!is_node(tree, node))
        return api_fail(error, CN_ERROR_ARGUMENT, "there is no such node");
    return tree_set_comment(tree_of(tree), node, text, &m) || api_fail_message(error, CN_ERROR_ARGUMENT, &m);
}

bool cn_tree_set_tag(cn_tree *tree, const char *name, const char *value, cn_error *error)
{
    Message m = {0};
    if (!name)
        return api_fail(error, CN_ERROR_ARGUMENT, "a tag needs a name");
    return tree_set_tag(tree_of(tree), name, value, &m) || api_fail_message(error, CN_ERROR_ARGUMENT, &m);
}

const char *cn_tree_tag(const cn_tree *tree, const char *name)
{
    return name ? tree_tag(const_tree(tree), name) : NULL;
}
