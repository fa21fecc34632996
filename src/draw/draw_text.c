/* Text boards: see draw_text.h.
 *
 * A place's text is its pieces in a row, bottom to top from left to right. A board with one level is a grid of cells
 * as wide as the widest stack; the levels of other boards stand side by side. Every sign is one column wide. */
#include "draw/draw_text.h"

#include <stdio.h>
#include <string.h>

enum { CELL = 8 * MAX_STACK };

static const char *tr(const TextStyle *style, const char *english) { return lang_text(style->lang, english); }

const char *draw_text_arrow(int direction, bool in_ascii)
{
    static const char *const ascii[] = {"", "^", ">", "v", "<"};
    static const char *const unicode[] = {"", "↑", "→", "↓", "←"};
    return (in_ascii ? ascii : unicode)[direction];
}

const char *draw_text_sign(const Game *g, Piece p, bool in_ascii)
{
    const Kind *kind = &g->kind[p.kind];
    return (in_ascii ? kind->letter : kind->sign)[p.seat];
}

/* Ink on wood; the signs themselves differ by owner. */
static const char *ink(int seat)
{
    static const char *const colour[] = {"\033[1;38;5;231m", "\033[1;38;5;16m", "\033[1;38;5;88m", "\033[1;38;5;22m",
                                         "\033[38;5;240m"};
    return colour[seat];
}
static const char wood[] = "\033[48;5;137m\033[38;5;16m", plain[] = "\033[0m";

static void add_sign(const Scene *s, const TextStyle *style, Piece p, Buffer *out)
{
    if (style->colour)
        buffer_add(out, ink(p.seat));
    buffer_add(out, draw_text_sign(s->game, p, style->ascii));
    buffer_add(out, draw_text_arrow(p.direction, style->ascii));
    if (style->colour)
        buffer_format(out, "\033[22m%s", wood);
}

static int place_columns(const Scene *s, int place)
{
    int columns = 0;
    for (int i = 0; i < s->height[place]; i++)
        columns += s->piece[place][i].direction == DIRECTION_NONE ? 1 : 2;
    return columns;
}

static bool is_marked(const Scene *s, int place) { return s->marked >> place & 1; }

static void pad(Buffer *out, int columns)
{
    for (int i = 0; i < columns; i++)
        buffer_add_char(out, ' ');
}

/* What stands on a place, padded to `columns`; `empty` if nothing does. */
static void add_place(const Scene *s, const TextStyle *style, int place, int columns, const char *empty, Buffer *out)
{
    int used = place_columns(s, place);
    for (int i = 0; i < s->height[place]; i++)
        add_sign(s, style, s->piece[place][i], out);
    if (s->height[place] == 0) {
        buffer_add(out, empty);
        used = 1;
    }
    if (s->height[place] > 0 && scene_carries(s, place)) {
        buffer_add_char(out, '^');
        used++;
    }
    if (is_marked(s, place)) {
        buffer_add_char(out, '*');
        used++;
    }
    pad(out, columns - used);
}

/* The column and row of a place, from the last two characters of its label. */
static char label_column(const Place *p) { return p->label[strlen(p->label) - 2]; }
static char label_row(const Place *p) { return p->label[strlen(p->label) - 1]; }

static int find_place(const Board *b, int level, int row, int column)
{
    for (int i = 0; i < b->places; i++)
        if (b->place[i].level == level && label_row(&b->place[i]) == '1' + row &&
            label_column(&b->place[i]) == 'a' + column)
            return i;
    return -1;
}

static void open_board(const TextStyle *style, Buffer *out)
{
    if (style->colour)
        buffer_add(out, wood);
}

static void close_board(const TextStyle *style, Buffer *out)
{
    if (style->colour)
        buffer_add(out, plain);
}

static void add_column_letters(int columns, int width, Buffer *out)
{
    buffer_add(out, "   ");
    for (int c = 0; c < columns; c++) {
        int left = (width + 2) / 2;
        pad(out, left);
        buffer_add_char(out, (char)('a' + c));
        if (c + 1 < columns)
            pad(out, width + 2 - left);
    }
    buffer_add_char(out, '\n');
}

static void add_rule(const TextStyle *style, int columns, int width, const char *const sign[4], Buffer *out)
{
    buffer_add(out, "  ");
    open_board(style, out);
    for (int c = 0; c < columns; c++) {
        buffer_add(out, sign[c == 0 ? 0 : 1]);
        for (int i = 0; i < width + 2; i++)
            buffer_add(out, sign[3]);
    }
    buffer_add(out, sign[2]);
    close_board(style, out);
    buffer_add_char(out, '\n');
}

static void add_grid(const Scene *s, const TextStyle *style, Buffer *out)
{
    static const char *const ascii[4] = {"+", "+", "+", "-"};
    static const char *const top[4] = {"┌", "┬", "┐", "─"}, *const middle[4] = {"├", "┼", "┤", "─"},
                             *const bottom[4] = {"└", "┴", "┘", "─"};
    const Board *b = s->game->board;
    const char *bar = style->ascii ? "|" : "│";
    int width = 3;
    for (int i = 0; i < b->places; i++)
        if (place_columns(s, i) + is_marked(s, i) > width)
            width = place_columns(s, i) + is_marked(s, i);
    add_column_letters(b->columns, width, out);
    add_rule(style, b->columns, width, style->ascii ? ascii : top, out);
    for (int r = b->rows - 1; r >= 0; r--) {
        buffer_format(out, "%d ", r + 1);
        open_board(style, out);
        for (int c = 0; c < b->columns; c++) {
            buffer_format(out, "%s ", bar);
            add_place(s, style, find_place(b, 1, r, c), width, " ", out);
            buffer_add_char(out, ' ');
        }
        buffer_add(out, bar);
        close_board(style, out);
        buffer_format(out, " %d\n", r + 1);
        add_rule(style, b->columns, width, style->ascii ? ascii : r > 0 ? middle : bottom, out);
    }
    add_column_letters(b->columns, width, out);
}

/* The width of a level with this many places side by side: a row's number with blanks, and three columns per place. */
static int level_columns(int places) { return 3 + 3 * places; }

/* One line of one level: one of its rows, its heading (row = its rows) or its letters (row = -1). */
static void add_level_line(const Scene *s, const TextStyle *style, int level, BoardLevel size, int row, Buffer *out)
{
    enum { WIDTH = 3 };
    if (row >= size.rows) {
        int used = 2;
        char heading[64] = "", number[16];
        if (row == size.rows) {
            snprintf(number, sizeof number, "%d", level);
            lang_format(style->lang, heading, sizeof heading, T("Level {0}"), 1, number);
        }
        buffer_format(out, "  %s", heading);
        for (const char *c = heading; *c; c++)
            used += (*c & 0xc0) != 0x80;
        pad(out, level_columns(size.columns) - used);
        return;
    }
    if (row < 0) {
        buffer_add(out, "   ");
        for (int c = 0; c < size.columns; c++)
            buffer_format(out, "%c  ", 'a' + c);
        return;
    }
    buffer_format(out, "%d ", row + 1);
    open_board(style, out);
    buffer_add_char(out, ' ');
    for (int c = 0; c < size.columns; c++) {
        int place = find_place(s->game->board, level, row, c);
        add_place(s, style, place, WIDTH, !scene_carried(s, place) ? "-" : style->ascii ? "." : "·", out);
    }
    close_board(style, out);
}

enum { LEVEL_GAP = 3 };     /* between two levels */

/* The levels from `first` up to but not including `end`, side by side. */
static void add_level_row(const Scene *s, const TextStyle *style, int first, int end, Buffer *out)
{
    const Board *b = s->game->board;
    /* A level may be narrower than the one below it; their lowest rows align. */
    for (int row = board_level(b, first).rows; row >= -1; row--) {
        for (int level = first; level < end; level++) {
            add_level_line(s, style, level, board_level(b, level), row, out);
            if (level + 1 < end)
                pad(out, LEVEL_GAP);
        }
        while (out->length > 0 && !out->failed && out->text[out->length - 1] == ' ')
            out->text[--out->length] = '\0';
        buffer_add_char(out, '\n');
    }
}

static void add_levels(const Scene *s, const TextStyle *style, Buffer *out)
{
    const Board *b = s->game->board;
    for (int first = 1, end; first <= b->levels; first = end) {
        int used = -LEVEL_GAP;
        for (end = first; end <= b->levels; end++) {
            used += LEVEL_GAP + level_columns(board_level(b, end).columns);
            if (style->columns && used > style->columns && end > first)
                break;
        }
        add_level_row(s, style, first, end, out);
    }
}

static int sign_columns(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
}

static void add_reserves(const Scene *s, const TextStyle *style, Buffer *out)
{
    const Game *g = s->game;
    int width = 0;
    for (int seat = 0; seat < g->players; seat++)
        if (sign_columns(tr(style, scene_seat_name(seat))) > width)
            width = sign_columns(tr(style, scene_seat_name(seat)));
    for (int seat = 0; seat < g->players; seat++) {
        const char *name = tr(style, scene_seat_name(seat));
        buffer_format(out, "%c %s", !s->outcome.over && seat == s->mover ? '>' : ' ', name);
        pad(out, width - sign_columns(name));
        for (int k = 0; k < g->kinds; k++) {
            if (g->kind[k].supply != k)
                continue;
            Piece p = {.kind = (uint8_t)k, .seat = (uint8_t)seat};
            buffer_format(out, "  %s %d", draw_text_sign(g, p, style->ascii), s->reserve[seat][k]);
        }
        buffer_add(out, tr(style, T(" in reserve")));
        buffer_add_char(out, '\n');
    }
}

static void add_footnotes(const Scene *s, const TextStyle *style, Buffer *out)
{
    const Board *b = s->game->board;
    bool carries = false, hangs = false;
    for (int i = 0; i < b->places; i++) {
        carries = carries || (s->height[i] > 0 && scene_carries(s, i));
        hangs = hangs || !scene_carried(s, i);
    }
    if (carries)
        buffer_format(out, "^ %s\n", tr(style, T("a piece rests on it")));
    if (hangs)
        buffer_format(out, "- %s\n", tr(style, T("nothing to rest on yet")));
    if (s->marked)
        buffer_format(out, "* %s\n", tr(style, T("the last move")));
    if (scene_tallest(s) > 1)
        buffer_format(out, "%s\n", tr(style, T("Stacks are written from bottom to top, left to right.")));
}

void draw_text(const Scene *s, const TextStyle *style, Buffer *out)
{
    if (s->game->board->levels > 1)
        add_levels(s, style, out);
    else
        add_grid(s, style, out);
    add_reserves(s, style, out);
    buffer_add(out, tr(style, scene_status(s)));
    if (s->outcome.over)
        buffer_format(out, " (%s)", tr(style, game_reason(s->game, (Reason)s->outcome.reason)));
    buffer_add_char(out, '\n');
    add_footnotes(s, style, out);
}
