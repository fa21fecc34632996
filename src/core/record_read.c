/* Reading records: see record.h.
 *
 * One pass over a text that is known to be UTF-8 without control characters. Where a variation returns to is kept on
 * a stack of our own, so nesting costs memory bounded by the text, never the program's stack. */
#include "core/record.h"

#include "core/memory.h"
#include "core/record_private.h"
#include "core/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An open variation: where to continue when it closes. */
typedef struct Open {
    int32_t node;           /* the move that it replaces */
    int32_t base;           /* where the line of that move began */
    size_t at;              /* its parenthesis */
} Open;

enum { TAGS = TREE_MAX_TAGS + 8 };     /* a tree's own, and those that follow from the moves */

typedef struct ReadTag {
    size_t at;              /* of its name */
    size_t value_at;        /* of its value, after the quote */
    size_t name, value;     /* their places in `pool` */
} ReadTag;

typedef struct RecordReader {
    const char *text;
    size_t length, at;
    RecordError *error;
    RecordFind *find;
    Buffer pool;            /* names and values of the tags, each terminated */
    int tags;
    ReadTag tag[TAGS];
    Tree *tree;
    int32_t base;           /* node where the line being read began */
    Open *open;
    size_t depth, capacity;
} RecordReader;

/* --- errors --- */

/* Adds a place to the message that was just set; returns `failed`, which is false. */
static bool fail_at(RecordReader *r, size_t offset, bool failed)
{
    RecordError *e = r->error;
    size_t line_start = 0;
    e->line = 1;
    for (size_t i = 0; i < offset; i++)
        if (r->text[i] == '\n') {
            e->line++;
            line_start = i + 1;
        }
    e->column = utf8_count(r->text + line_start, offset - line_start) + 1;
    if (e->message.at)
        e->column += e->message.at - 1;
    e->message.at = 0;
    return failed;
}

#define FAIL(r, offset, ...) fail_at(r, offset, message_set(&(r)->error->message, 0, __VA_ARGS__))

static bool no_memory(RecordReader *r)
{
    r->error->line = r->error->column = 0;
    return message_memory(&r->error->message);
}

/* --- characters and words --- */

static char peek(const RecordReader *r) { return r->at < r->length ? r->text[r->at] : '\0'; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_blanks(RecordReader *r)
{
    while (r->at < r->length && is_blank(r->text[r->at]))
        r->at++;
}

static bool check_text(RecordReader *r)
{
    size_t bad = 0;
    char most[16];
    snprintf(most, sizeof most, "%d", RECORD_MAX_BYTES / 1024 / 1024);
    if (r->length > RECORD_MAX_BYTES)
        return FAIL(r, 0, T("this is too long for a record: {0} MiB at most"), 1, most);
    if (!utf8_valid(r->text, r->length, &bad))
        return FAIL(r, bad, T("this text is not UTF-8"), 0);
    for (size_t i = 0; i < r->length; i++)
        if (((unsigned char)r->text[i] < 0x20 && !is_blank(r->text[i])) || r->text[i] == 0x7f)
            return FAIL(r, i, T("this is not text: there is a control character here"), 0);
    if (r->length >= 3 && memcmp(r->text, "\xef\xbb\xbf", 3) == 0)
        r->at = 3;
    return true;
}

/* --- tags --- */

static const char *tag_name(const RecordReader *r, int i) { return r->pool.text + r->tag[i].name; }
static const char *tag_value(const RecordReader *r, int i) { return r->pool.text + r->tag[i].value; }

static int find_tag(const RecordReader *r, const char *name)
{
    for (int i = 0; i < r->tags; i++)
        if (strcmp(tag_name(r, i), name) == 0)
            return i;
    return -1;
}

static bool read_name(RecordReader *r, ReadTag *t)
{
    t->at = r->at;
    t->name = r->pool.length;
    char c = peek(r);
    if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
        return FAIL(r, r->at, T("a tag is expected here, as in {0}"), 1, "[White \"Anne\"]");
    for (; (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) || c == '_'; c = peek(r)) {
        buffer_add_char(&r->pool, c);
        r->at++;
    }
    if (r->pool.length - t->name > TREE_MAX_TAG_NAME)
        return FAIL(r, t->at, T("the name of this tag is too long"), 0);
    buffer_add_char(&r->pool, '\0');
    return true;
}

static bool read_value(RecordReader *r, ReadTag *t)
{
    if (peek(r) != '"')
        return FAIL(r, r->at, T("the value of the tag is expected here, between quotes"), 0);
    t->value_at = ++r->at;
    t->value = r->pool.length;
    for (; peek(r) != '"'; r->at++) {
        if (peek(r) == '\n' || r->at == r->length)
            return FAIL(r, t->value_at - 1, T("this quote is not closed on its line"), 0);
        if (peek(r) == '\\') {
            char next = r->at + 1 < r->length ? r->text[r->at + 1] : '\0';
            if (next != '"' && next != '\\')
                return FAIL(r, r->at, T("after \\ one of these is expected: {0}"), 1, "\" \\");
            r->at++;
        }
        buffer_add_char(&r->pool, peek(r));
    }
    r->at++;
    buffer_add_char(&r->pool, '\0');
    return true;
}

static bool check_format(RecordReader *r, const ReadTag *t)
{
    const char *value = r->pool.text + t->value;
    char *end, ours[16];
    long version = strtol(value, &end, 10);
    snprintf(ours, sizeof ours, "%d", RECORD_FORMAT);
    if (!is_digit(value[0]) || *end || version < 1)
        return FAIL(r, t->value_at, T("the format of a record is a number"), 0);
    if (version > RECORD_FORMAT)
        return FAIL(r, t->value_at,
                    T("this record is in format {0}, made by a newer version: this one reads format {1}"), 2, value,
                    ours);
    return true;
}

static bool read_tag(RecordReader *r)
{
    ReadTag t = {0};
    size_t opened = r->at++;
    skip_blanks(r);
    if (!read_name(r, &t))
        return false;
    skip_blanks(r);
    if (!read_value(r, &t))
        return false;
    skip_blanks(r);
    if (peek(r) != ']')
        return FAIL(r, r->at, T("this tag is not closed: ] is expected here"), 0);
    r->at++;
    if (r->pool.failed)
        return no_memory(r);
    const char *name = r->pool.text + t.name;
    if (find_tag(r, name) >= 0)
        return FAIL(r, t.at, T("there are two tags {0}"), 1, name);
    if (strcmp(name, "Format") == 0 && !check_format(r, &t))
        return false;
    if (r->tags == TAGS)
        return FAIL(r, opened, T("there are too many tags"), 0);
    r->tag[r->tags++] = t;
    return true;
}

static bool start_match(RecordReader *r)
{
    int game_tag = find_tag(r, "Game"), position_tag = find_tag(r, "Position"), date_tag = find_tag(r, "Date");
    if (game_tag < 0)
        return FAIL(r, r->tags ? r->tag[0].at - 1 : r->at, T("the tag that names the game is missing: {0}"), 1,
                    "[Game \"…\"]");
    const Game *game = r->find(tag_value(r, game_tag));
    if (!game)
        return FAIL(r, r->tag[game_tag].value_at, T("there is no game {0}"), 1, tag_value(r, game_tag));
    Position start;
    game->start(&start);
    if (position_tag >= 0 && !game->read_position(tag_value(r, position_tag), &start, &r->error->message))
        return fail_at(r, r->tag[position_tag].value_at, false);
    if (date_tag >= 0 && !record_good_date(tag_value(r, date_tag)))
        return FAIL(r, r->tag[date_tag].value_at, T("a date is written {0}, with ? for what is not known"), 1,
                    "2024.12.31");
    r->tree = tree_new(game, &start);
    if (!r->tree)
        return no_memory(r);
    for (int i = 0; i < r->tags; i++)
        if (!record_follows(game, tag_name(r, i)) &&
            !tree_set_tag(r->tree, tag_name(r, i), tag_value(r, i), &r->error->message))
            return fail_at(r, r->tag[i].value_at, false);
    return true;
}

/* --- moves --- */

static bool read_comment(RecordReader *r)
{
    Buffer b = {0};
    size_t opened = r->at++;
    int node = tree_current(r->tree);
    if (r->depth && node == r->base)
        return FAIL(r, opened, T("a comment comes after the move that it is about"), 0);
    if (tree_node(r->tree, node)->comment)
        return FAIL(r, opened, T("there is a comment here already"), 0);
    bool ok = true;
    for (; ok && peek(r) != '}'; r->at++) {
        char c = peek(r), next = r->at + 1 < r->length ? r->text[r->at + 1] : '\0';
        if (r->at == r->length) {
            ok = FAIL(r, opened, T("this comment is never closed"), 0);
        } else if (c == '{') {
            ok = FAIL(r, r->at, T("inside a comment, write {0}"), 1, "\\{");
        } else if (c != '\\') {
            buffer_add_char(&b, is_blank(c) ? ' ' : c);
        } else if (next == 'n' || (next && strchr("{}\\", next))) {
            buffer_add_char(&b, next == 'n' ? '\n' : next);
            r->at++;
        } else {
            ok = FAIL(r, r->at, T("after \\ one of these is expected: {0}"), 1, "{ } \\ n");
        }
    }
    r->at++;
    if (ok && b.failed)
        ok = no_memory(r);
    if (ok && !tree_set_comment(r->tree, node, buffer_text(&b), &r->error->message))
        ok = fail_at(r, opened, false);
    buffer_free(&b);
    return ok;
}

static bool open_variation(RecordReader *r)
{
    int node = tree_current(r->tree);
    if (node == r->base)
        return FAIL(r, r->at, T("a variation comes after the move that it replaces"), 0);
    if (r->depth == r->capacity) {
        size_t wanted = r->capacity ? r->capacity * 2 : 16;
        Open *grown = memory_resize(r->open, wanted * sizeof *grown);
        if (!grown)
            return no_memory(r);
        r->open = grown;
        r->capacity = wanted;
    }
    r->open[r->depth++] = (Open){.node = node, .base = r->base, .at = r->at};
    r->base = tree_node(r->tree, node)->parent;
    tree_goto(r->tree, r->base);
    r->at++;
    return true;
}

static bool close_variation(RecordReader *r)
{
    if (r->depth == 0)
        return FAIL(r, r->at, T("this parenthesis closes nothing"), 0);
    const Open *o = &r->open[--r->depth];
    if (tree_current(r->tree) == r->base)
        return FAIL(r, o->at, T("this variation is empty"), 0);
    tree_goto(r->tree, o->node);
    r->base = o->base;
    r->at++;
    return true;
}

/* `12.` or `12...`, if there is one. */
static bool read_number(RecordReader *r)
{
    size_t end = r->at;
    while (end < r->length && is_digit(r->text[end]))
        end++;
    if (end == r->at || end == r->length || r->text[end] != '.')
        return true;
    while (end < r->length && r->text[end] == '.')
        end++;
    char expected[32];
    int n = snprintf(expected, sizeof expected, "%d.", tree_node(r->tree, tree_current(r->tree))->round);
    for (int i = 0; i < tree_mover(r->tree); i++)
        n += snprintf(expected + n, sizeof expected - (size_t)n, "..");
    if (end - r->at != (size_t)n || memcmp(expected, r->text + r->at, (size_t)n) != 0)
        return FAIL(r, r->at, T("the number of the next move is {0}"), 1, expected);
    r->at = end;
    skip_blanks(r);
    return true;
}

/* The length of the word at r->at; 0: there is none. */
static size_t word_length(const RecordReader *r)
{
    size_t end = r->at;
    while (end < r->length && !is_blank(r->text[end]) && !strchr("(){}[]", r->text[end]))
        end++;
    return end - r->at;
}

/* Whether the word is a result of this game. */
static bool is_result(const Game *game, const char *word)
{
    if (strcmp(word, "ongoing") == 0 || strcmp(word, "draw") == 0)
        return true;
    for (int side = 0; side < game->sides; side++)
        if (strcmp(word, game_result_text(game, (Outcome){.over = true, .winner = (int8_t)side})) == 0)
            return true;
    return false;
}

static bool read_move(RecordReader *r, const char *word)
{
    int count = tree_count(r->tree);
    if (!tree_play_text(r->tree, word, &r->error->message))
        return fail_at(r, r->at, false);
    if (tree_count(r->tree) == count)
        return FAIL(r, r->at, T("{0} is already there: a variation begins with another move"), 1, word);
    return true;
}

/* Up to the result, which goes to `result`, and its place to *result_at. */
static bool read_moves(RecordReader *r, char result[MOVE_TEXT], size_t *result_at)
{
    for (;;) {
        skip_blanks(r);
        bool ok = true;
        char c = peek(r);
        if (c == '{') {
            ok = read_comment(r);
        } else if (c == '(') {
            ok = open_variation(r);
        } else if (c == ')') {
            ok = close_variation(r);
        } else {
            if (!read_number(r))
                return false;
            char word[MOVE_TEXT];
            size_t length = word_length(r);
            if (r->at == r->length)
                return r->depth ? FAIL(r, r->open[r->depth - 1].at, T("this variation is never closed"), 0)
                                : FAIL(r, r->at, T("the record ends without its result: {0} is one"), 1, "ongoing");
            if (length == 0)
                return FAIL(r, r->at, T("a move is expected here"), 0);
            if (length >= sizeof word)
                return FAIL(r, r->at, T("this is too long for a move"), 0);
            memcpy(word, r->text + r->at, length);
            word[length] = '\0';
            if (is_result(tree_game(r->tree), word)) {
                if (r->depth)
                    return FAIL(r, r->at, T("the result comes at the end of the record, not in a variation"), 0);
                memcpy(result, word, length + 1);
                *result_at = r->at;
                r->at += length;
                return true;
            }
            ok = read_move(r, word);
            r->at += length;
        }
        if (!ok)
            return false;
    }
}

/* --- the end --- */

/* The seat that the reason's last word names, or -1; *word is what comes before it. */
static int reason_seat(const Game *game, const char *reason, char *word, size_t size)
{
    snprintf(word, size, "%s", reason);
    size_t length = strlen(word);
    if (length > 2 && word[length - 2] == ' ')
        for (int seat = 0; seat < game->players; seat++)
            if (word[length - 1] == game_seat_letter(seat)) {
                word[length - 2] = '\0';
                return seat;
            }
    return -1;
}

/* Declares the end that the record states and the moves do not. */
static bool declare(RecordReader *r, const char *result, size_t at)
{
    const Game *game = tree_game(r->tree);
    int tag = find_tag(r, "Reason"), seat = -1;
    bool draw = strcmp(result, "draw") == 0;
    Reason reason = draw ? REASON_AGREED : REASON_RESIGNED;
    if (tag >= 0) {
        char word[32];
        at = r->tag[tag].value_at;
        seat = reason_seat(game, tag_value(r, tag), word, sizeof word);
        for (reason = REASON_RESIGNED; reason < REASON_COUNT && strcmp(word, reason_text(reason)) != 0;)
            reason++;
        if (reason == REASON_COUNT)
            return FAIL(r, at, T("the moves do not end that way: {0}"), 1, tag_value(r, tag));
    }
    if (seat < 0 && reason != REASON_AGREED && !draw && game->sides == 2)
        seat = strcmp(result, game_result_text(game, (Outcome){.over = true, .winner = 0})) == 0 ? 1 : 0;
    if (seat < 0 && reason != REASON_AGREED)
        return FAIL(r, at, T("who resigned or ran out of time is missing, as in {0}"), 1, "resigned w");
    if (!tree_end(r->tree, reason, seat, &r->error->message))
        return fail_at(r, at, false);
    if (strcmp(result, game_result_text(game, tree_outcome(r->tree))) != 0)
        return FAIL(r, at, T("the result would then be {0}, not {1}"), 2, game_result_text(game, tree_outcome(r->tree)),
                    result);
    return true;
}

/* Who left the game under way, according to the tags. */
static bool read_left(RecordReader *r)
{
    for (int seat = 0; seat < tree_game(r->tree)->players; seat++) {
        int tag = find_tag(r, tree_left_tag(seat));
        if (tag >= 0 && !record_read_left(r->tree, seat, tag_value(r, tag), &r->error->message))
            return fail_at(r, r->tag[tag].value_at, false);
    }
    return true;
}

static bool check_end(RecordReader *r, const char *result, size_t at)
{
    const Game *game = tree_game(r->tree);
    int result_tag = find_tag(r, "Result"), reason_tag = find_tag(r, "Reason");
    skip_blanks(r);
    if (r->at < r->length)
        return FAIL(r, r->at, T("nothing may follow the result"), 0);
    if (result_tag >= 0 && strcmp(tag_value(r, result_tag), result) != 0)
        return FAIL(r, r->tag[result_tag].value_at, T("the tag says {0}, the end of the record says {1}"), 2,
                    tag_value(r, result_tag), result);
    if (!read_left(r))
        return false;
    tree_goto(r->tree, tree_main_end(r->tree));
    Outcome o = tree_outcome(r->tree);
    if (!o.over && strcmp(result, "ongoing") != 0)
        return declare(r, result, at);
    if (strcmp(result, game_result_text(game, o)) != 0)
        return FAIL(r, at, T("the moves lead to {0}, the record says {1}"), 2, game_result_text(game, o), result);
    if (reason_tag >= 0 && strcmp(tag_value(r, reason_tag), game_reason(game, (Reason)o.reason)) != 0)
        return FAIL(r, r->tag[reason_tag].value_at, T("the moves do not end that way: {0}"), 1,
                    tag_value(r, reason_tag));
    return true;
}

static bool read_all(RecordReader *r)
{
    char result[MOVE_TEXT];
    size_t result_at = 0;
    if (!check_text(r))
        return false;
    for (skip_blanks(r); peek(r) == '['; skip_blanks(r))
        if (!read_tag(r))
            return false;
    return start_match(r) && read_moves(r, result, &result_at) && check_end(r, result, result_at);
}

Tree *record_read(const char *text, size_t length, RecordFind *find, RecordError *error)
{
    RecordError unused;
    RecordReader r = {.text = text, .length = length, .error = error ? error : &unused, .find = find};
    *r.error = (RecordError){0};
    bool ok = read_all(&r);
    buffer_free(&r.pool);
    memory_free(r.open);
    if (ok)
        return r.tree;
    tree_free(r.tree);
    return NULL;
}
