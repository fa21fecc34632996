/* Writing records: see record.h.
 *
 * The tree is walked without recursion or a stack: the beginning of a line can be found again from its end, by going
 * up while the node is its parent's first child. */
#include "core/record.h"

#include "core/utf8.h"

#include <string.h>

typedef struct RecordWriter {
    const Tree *tree;
    Buffer *out;
    Buffer word;            /* the word being written: what follows may still be joined to it */
    size_t column;
    bool number;            /* the next move needs its number, whoever plays it */
} RecordWriter;

/* --- words, wrapped --- */

static void flush(RecordWriter *w)
{
    w->out->failed |= w->word.failed;
    if (w->word.length == 0)
        return;
    size_t width = utf8_count(w->word.text, w->word.length);
    if (w->column && w->column + 1 + width > RECORD_WIDTH) {
        buffer_add_char(w->out, '\n');
        w->column = 0;
    } else if (w->column) {
        buffer_add_char(w->out, ' ');
        w->column++;
    }
    buffer_add_bytes(w->out, w->word.text, w->word.length);
    w->column += width;
    buffer_clear(&w->word);
}

static void write_word(RecordWriter *w, const char *text)
{
    /* An opening bracket is joined to the word after it. */
    if (w->word.length && strcmp(w->word.text, "(") != 0)
        flush(w);
    buffer_add(&w->word, text);
}

static void write_comment(RecordWriter *w, const char *text)
{
    flush(w);
    buffer_add_char(&w->word, '{');
    for (const char *c = text; *c; c++) {
        if (*c == ' ') {
            flush(w);
        } else if (*c == '\n') {
            buffer_add(&w->word, "\\n");
            if (c[1] != '\n')
                flush(w);
        } else {
            if (strchr("{}\\", *c))
                buffer_add_char(&w->word, '\\');
            buffer_add_char(&w->word, *c);
        }
    }
    buffer_add_char(&w->word, '}');
    flush(w);
    w->number = true;
}

/* --- moves --- */

static void write_move(RecordWriter *w, int node)
{
    const Game *game = tree_game(w->tree);
    const TreeNode *n = tree_node(w->tree, node), *from = tree_node(w->tree, n->parent);
    int seat = game->mover(&from->position);
    char text[MOVE_TEXT];
    if (seat == 0 || w->number) {
        Buffer number = {0};
        buffer_format(&number, "%d.", from->round);
        for (int i = 0; i < seat; i++)
            buffer_add(&number, "..");
        write_word(w, buffer_text(&number));
        w->out->failed |= number.failed;
        buffer_free(&number);
    }
    game->write_move(&from->position, n->move, text);
    write_word(w, text);
    w->number = false;
    if (n->comment)
        write_comment(w, n->comment);
}

static void open_variation(RecordWriter *w)
{
    flush(w);
    buffer_add_char(&w->word, '(');
    w->number = true;
}

static void close_variation(RecordWriter *w)
{
    if (w->word.length) {
        buffer_add_char(&w->word, ')');
        flush(w);
    } else {
        /* The variation ends with a comment, whose brace is already written. */
        buffer_add_char(w->out, ')');
        w->column++;
    }
    w->number = true;
}

static bool is_first(const Tree *m, int node)
{
    int parent = tree_node(m, node)->parent;
    return parent != TREE_NONE && tree_node(m, parent)->first_child == node;
}

/* The node to write after the line that ends at `node`; TREE_NONE: everything is written. */
static int after_line(RecordWriter *w, int node)
{
    const Tree *m = w->tree;
    int next = TREE_NONE;
    while (next == TREE_NONE) {
        while (is_first(m, node))
            node = tree_node(m, node)->parent;
        const TreeNode *head = tree_node(m, node);
        if (head->parent == TREE_NONE)
            return TREE_NONE;
        close_variation(w);
        if (head->next_sibling != TREE_NONE) {
            open_variation(w);
            return head->next_sibling;
        }
        node = tree_node(m, head->parent)->first_child;
        next = tree_node(m, node)->first_child;
    }
    return next;
}

static void write_moves(RecordWriter *w)
{
    const Tree *m = w->tree;
    if (tree_node(m, 0)->comment)
        write_comment(w, tree_node(m, 0)->comment);
    w->number = true;
    int node = tree_node(m, 0)->first_child;
    while (node != TREE_NONE && w->out->length <= RECORD_MAX_BYTES) {
        const TreeNode *n = tree_node(m, node);
        write_move(w, node);
        if (is_first(m, node) && n->next_sibling != TREE_NONE) {
            open_variation(w);
            node = n->next_sibling;
        } else {
            node = n->first_child != TREE_NONE ? n->first_child : after_line(w, node);
        }
    }
}

/* --- tags --- */

static void write_tag(Buffer *out, const char *name, const char *value)
{
    buffer_format(out, "[%s \"", name);
    for (const char *c = value; *c; c++) {
        if (*c == '"' || *c == '\\')
            buffer_add_char(out, '\\');
        buffer_add_char(out, *c);
    }
    buffer_add(out, "\"]\n");
}

/* Whether a tag has a fixed place in the order, or follows from the moves. */
static bool has_its_place(const Game *game, const char *name)
{
    static const char *const known[] = {"Format", "Game", "Date", "Result", "Reason", "Position"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    for (int seat = 0; seat < game->players; seat++)
        if (strcmp(name, tree_seat_tag(seat)) == 0 || strcmp(name, tree_left_tag(seat)) == 0)
            return true;
    return false;
}

/* [RedLeft "resigned 12 level 5"]: who left, why, after how many moves, and which level took over. */
static void write_left(Buffer *out, const Tree *m, int seat, int end)
{
    const TreeLeft *left = tree_left_at(m, seat, end);
    Buffer value = {0};
    if (!left)
        return;
    buffer_format(&value, "%s %d level %d", reason_text(left->reason), tree_node(m, left->node)->ply, left->level);
    write_tag(out, tree_left_tag(seat), buffer_text(&value));
    out->failed |= value.failed;
    buffer_free(&value);
}

static void write_reason(Buffer *out, const Tree *m, int end)
{
    Outcome o = tree_outcome_at(m, end);
    int seat = tree_ended_by(m, end);
    Buffer value = {0};
    buffer_add(&value, game_reason(tree_game(m), (Reason)o.reason));
    if (seat >= 0)
        buffer_format(&value, " %c", game_seat_letter(seat));
    write_tag(out, "Reason", buffer_text(&value));
    out->failed |= value.failed;
    buffer_free(&value);
}

static void write_tags(Buffer *out, const Tree *m, int end)
{
    const Game *game = tree_game(m);
    Outcome o = tree_outcome_at(m, end);
    write_tag(out, "Game", game->id);
    for (int seat = 0; seat < game->players; seat++)
        if (tree_name(m, seat))
            write_tag(out, tree_seat_tag(seat), tree_name(m, seat));
    if (tree_tag(m, "Date"))
        write_tag(out, "Date", tree_tag(m, "Date"));
    write_tag(out, "Result", game_result_text(game, o));
    if (o.over)
        write_reason(out, m, end);
    for (int seat = 0; seat < game->players; seat++)
        write_left(out, m, seat, end);
    if (!tree_at_start(m)) {
        char position[POSITION_TEXT];
        game->write_position(&tree_node(m, 0)->position, position);
        write_tag(out, "Position", position);
    }
    for (int i = 0; i < tree_tag_count(m); i++)
        if (!has_its_place(game, tree_tag_name(m, i)))
            write_tag(out, tree_tag_name(m, i), tree_tag_value(m, i));
}

bool record_write(const Tree *m, Buffer *out, Message *error)
{
    int end = tree_main_end(m);
    size_t before = out->length;
    RecordWriter w = {.tree = m, .out = out};
    write_tags(out, m, end);
    buffer_add_char(out, '\n');
    write_moves(&w);
    write_word(&w, game_result_text(tree_game(m), tree_outcome_at(m, end)));
    flush(&w);
    buffer_add_char(out, '\n');
    buffer_free(&w.word);
    bool excess = out->length - before > RECORD_MAX_BYTES;
    if (!out->failed && !excess)
        return true;
    out->length = before;
    if (out->text)
        out->text[before] = '\0';
    return excess ? message_set(error, 0, T("this game is too long for a record"), 0) : message_memory(error);
}
