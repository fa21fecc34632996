/* The board on the full screen: where its places are, and how they are drawn. */
#include "ui/term/screen_private.h"

#include "draw/draw_text.h"

#include <ncurses.h>
#include <stdio.h>
#include <string.h>

ScreenRows screen_rows(void)
{
    int more = LINES > SCREEN_ROWS ? LINES - SCREEN_ROWS : 0;
    ScreenRows r = {.keys = SCREEN_ROWS + more - 1};
    r.choices = r.keys - 1;
    r.asked = r.keys - 2;
    r.said = r.keys - 3;
    r.said_rows = 2 + (more / 3 < 6 ? more / 3 : 6);
    r.bar = r.said - r.said_rows + 1;
    r.bottom = r.bar - 1;
    return r;
}

/* --- where it is --- */

static int row_of(const Place *p) { return p->label[strlen(p->label) - 1] - '1'; }
static int column_of(const Place *p) { return p->label[strlen(p->label) - 2] - 'a'; }

/* Inner size of a cell on a board with one level. */
static void cell_size(const Board *b, int *width, int *height)
{
    *width = (SCREEN_MOVES_X - 4 - 1) / b->columns - 1;
    if (*width > 11)
        *width = 11;
    *height = (screen_rows().bottom - SCREEN_TOP - 1) / b->rows - 1;
    if (*height > 3)
        *height = 3;
}

/* Where the rows of a level begin, and how many lines one row takes. Levels stand side by side; if they do not fit,
 * their rows are closer and half of them stand below. */
typedef struct LevelSpot {
    int y, x, step;
} LevelSpot;

static int levels_width(const Board *b, int first, int end)
{
    int width = 3;
    for (int l = first; l < end; l++)
        width += board_level(b, l).columns * 3 + 5;
    return width;
}

static LevelSpot level_spot(const Board *b, int level)
{
    bool fits = levels_width(b, 1, b->levels + 1) - 5 <= SCREEN_MOVES_X;
    int half = (b->levels + 1) / 2;
    if (fits)
        return (LevelSpot){SCREEN_TOP + 2, levels_width(b, 1, level), 2};
    bool below = level > half;
    return (LevelSpot){SCREEN_TOP + 1 + below * (b->rows + 2), levels_width(b, below ? half + 1 : 1, level), 1};
}

void screen_place_spots(Screen *s)
{
    const Board *b = s->game->board;
    int width, height;
    cell_size(b, &width, &height);
    for (int i = 0; i < b->places; i++) {
        const Place *p = &b->place[i];
        int up = b->rows - 1 - row_of(p);
        LevelSpot level = level_spot(b, p->level);
        if (b->levels > 1)
            s->spot[i] = (Spot){level.y + up * level.step, level.x + column_of(p) * 3, 1, 3};
        else
            s->spot[i] = (Spot){SCREEN_TOP + 1 + up * (height + 1), 4 + column_of(p) * (width + 1), height, width};
    }
}

/* --- the board --- */

/* '>' a choice, '#' chosen, '*' the last move; ' ' none of them. */
static char mark_of(const Screen *s, int place)
{
    for (int i = 0; i < s->length; i++)
        if (screen_is_place(s->prefix[i]) && s->prefix[i].value == place)
            return '#';
    for (int i = 0; !s->level_turn && i < s->choices.count; i++)
        if (screen_is_place(s->choices.step[i]) && s->choices.step[i].value == place)
            return '>';
    return s->scene.marked >> place & 1 ? '*' : ' ';
}

static void set_look(const Screen *s, int place, char mark)
{
    bool colour = has_colors() && s->options->colour;
    attrset(A_NORMAL);
    if (mark == '>')
        attron(A_BOLD);
    if (mark == '>' && colour)
        attron(COLOR_PAIR(SCREEN_PAIR_CHOICE));
    if (mark == '*' && colour)
        attron(COLOR_PAIR(SCREEN_PAIR_LAST));
    if (place == s->focus && s->button < 0 && !s->typing)
        attron(A_REVERSE);
}

static int piece_columns(Piece p) { return p.direction == DIRECTION_NONE ? 1 : 2; }

static void draw_piece(const Screen *s, Piece p)
{
    addstr(draw_text_sign(s->game, p, s->ascii));
    addstr(draw_text_arrow(p.direction, s->ascii));
}

/* A stack from bottom to top, in the lines of the cell; one that is too high loses its lowest pieces. */
static void draw_stack(const Screen *s, int place, const Spot *spot)
{
    int room = spot->width - 1, columns = 0, first = 0, height = s->scene.height[place];
    for (int i = 0; i < height; i++)
        columns += piece_columns(s->scene.piece[place][i]);
    while (columns > room * spot->height - 1 && first < height)
        columns -= piece_columns(s->scene.piece[place][first++]);
    int y = spot->y, x = spot->x + 1, end = spot->x + spot->width;
    move(y, x);
    if (first > 0) {
        addstr(s->ascii ? "~" : "…");
        x++;
    }
    for (int i = first; i < height; i++) {
        int needed = piece_columns(s->scene.piece[place][i]);
        if (x + needed > end) {
            y++;
            x = spot->x + 1;
            move(y, x);
        }
        draw_piece(s, s->scene.piece[place][i]);
        x += needed;
    }
}

static void draw_cell(const Screen *s, int place)
{
    const Spot *spot = &s->spot[place];
    char mark = mark_of(s, place);
    set_look(s, place, mark);
    for (int y = 0; y < spot->height; y++)
        mvprintw(spot->y + y, spot->x, "%*s", spot->width, "");
    mvaddch(spot->y, spot->x, (chtype)mark);
    draw_stack(s, place, spot);
    attrset(A_NORMAL);
}

static void draw_rule(const Screen *s, int y, int columns, int width, const char *const sign[3])
{
    move(y, 3);
    for (int c = 0; c < columns; c++) {
        addstr(s->ascii ? "+" : sign[c ? 1 : 0]);
        for (int i = 0; i < width; i++)
            addstr(s->ascii ? "-" : "─");
    }
    addstr(s->ascii ? "+" : sign[2]);
}

static void draw_grid(const Screen *s)
{
    static const char *const top[3] = {"┌", "┬", "┐"};
    static const char *const middle[3] = {"├", "┼", "┤"};
    static const char *const bottom[3] = {"└", "┴", "┘"};
    const Board *b = s->game->board;
    int width, height;
    cell_size(b, &width, &height);
    for (int r = 0; r <= b->rows; r++)
        draw_rule(s, SCREEN_TOP + r * (height + 1), b->columns, width, r == 0 ? top : r == b->rows ? bottom : middle);
    for (int r = 0; r < b->rows; r++) {
        int y = SCREEN_TOP + 1 + r * (height + 1);
        mvprintw(y + (height - 1) / 2, 1, "%d", b->rows - r);
        for (int c = 0; c <= b->columns; c++)
            for (int i = 0; i < height; i++)
                mvaddstr(y + i, 3 + c * (width + 1), s->ascii ? "|" : "│");
    }
    for (int c = 0; c < b->columns; c++)
        mvprintw(SCREEN_TOP + b->rows * (height + 1) + 1, 4 + c * (width + 1) + width / 2, "%c", 'a' + c);
    for (int i = 0; i < b->places; i++)
        draw_cell(s, i);
}

static void draw_ball(const Screen *s, int place)
{
    const Spot *spot = &s->spot[place];
    char mark = mark_of(s, place), left = ' ', right = ' ';
    if (mark == '>') {
        left = '[';
        right = ']';
    } else if (mark == '#') {
        left = '(';
        right = ')';
    } else if (mark == '*') {
        right = '*';
    } else if (s->scene.height[place] > 0 && scene_carries(&s->scene, place)) {
        right = '^';
    }
    set_look(s, place, mark);
    mvaddch(spot->y, spot->x, (chtype)left);
    if (s->scene.height[place] > 0)
        draw_piece(s, s->scene.piece[place][s->scene.height[place] - 1]);
    else
        addstr(!scene_carried(&s->scene, place) ? "-" : s->ascii ? "." : "·");
    addch((chtype)right);
    attrset(A_NORMAL);
}

static void draw_levels(const Screen *s)
{
    const Board *b = s->game->board;
    for (int level = 1; level <= b->levels; level++) {
        BoardLevel size = board_level(b, level);
        LevelSpot spot = level_spot(b, level);
        char heading[64], number[16];
        snprintf(number, sizeof number, "%d", level);
        lang_format(s->lang, heading, sizeof heading, T("Level {0}"), 1, number);
        screen_text(spot.y + (b->rows - size.rows - 1) * spot.step, spot.x, size.columns * 3 > 8 ? size.columns * 3 : 8,
                    heading);
        for (int r = 0; r < size.rows; r++)
            mvprintw(spot.y + (b->rows - 1 - r) * spot.step, spot.x - 2, "%d", r + 1);
        for (int c = 0; c < size.columns; c++)
            mvprintw(spot.y + b->rows * spot.step, spot.x + c * 3 + 1, "%c", 'a' + c);
    }
    for (int i = 0; i < b->places; i++)
        draw_ball(s, i);
}

void screen_draw_board(const Screen *s)
{
    if (s->game->board->levels > 1)
        draw_levels(s);
    else
        draw_grid(s);
}
