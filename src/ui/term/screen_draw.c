/* Drawing the full screen: see screen_private.h. */
#include "ui/term/screen_private.h"

#include "core/memory.h"
#include "core/utf8.h"
#include "draw/draw_text.h"
#include "search/value.h"
#include "session/speech.h"

#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_DEPTH = 64 };

bool screen_fits(void) { return LINES >= SCREEN_ROWS && COLS >= SCREEN_COLUMNS; }

bool screen_is_place(Step step)
{
    switch ((StepRole)step.role) {
    case STEP_FROM: case STEP_TO: case STEP_TAKE: case STEP_COLLAPSE: case STEP_CAPTURE: case STEP_DROP: return true;
    default: return false;
    }
}

void screen_text(int y, int x, int width, const char *text)
{
    Buffer shown = {0};
    term_add(&shown, text);
    const char *all = buffer_text(&shown);
    size_t length = strlen(all), at = 0;
    int columns = 0;
    move(y, x);
    while (at < length && columns < width) {
        size_t start = at;
        uint32_t c;
        if (!utf8_next(all, length, &at, &c))
            break;
        if (utf8_control(c))
            addch(' ');
        else
            addnstr(all + start, (int)(at - start));
        columns++;
    }
    for (; columns < width; columns++)
        addch(' ');
    buffer_free(&shown);
}

/* --- what there is --- */

static void list_move(Screen *s, const Match *m, int node, int depth)
{
    const MatchNode *before = match_node(m, match_node(m, node)->parent);
    ListedMove *l = &s->listed[s->listed_count++];
    char text[MOVE_TEXT];
    s->game->write_move(&before->position, match_node(m, node)->move, text);
    *l = (ListedMove){.node = node, .depth = depth, .round = before->round, .seat = game_seat_letter(s->game->mover(&before->position))};
    snprintf(l->text, sizeof l->text, "%.27s", text);
}

static void list_from(Screen *s, const Match *m, int node, int depth)
{
    for (;;) {
        int child = match_node(m, node)->first_child;
        if (child == MATCH_NONE)
            return;
        list_move(s, m, child, depth);
        for (int other = match_node(m, child)->next_sibling; other != MATCH_NONE; other = match_node(m, other)->next_sibling) {
            list_move(s, m, other, depth + 1);
            if (depth < MOST_DEPTH)
                list_from(s, m, other, depth + 1);
        }
        node = child;
    }
}

static void list_moves(Screen *s, const Match *m)
{
    ListedMove *listed = memory_resize(s->listed, (size_t)match_count(m) * sizeof *listed);
    s->listed_count = 0;
    if (!listed)
        return;
    s->listed = listed;
    list_from(s, m, 0, 0);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void screen_refresh(Screen *s)
{
    Match *m = session_match(s->session);
    s->lang = session_lang(s->session);
    s->game = m ? match_game(m) : NULL;
    s->length = 0;
    s->choices = (Choices){0};
    s->legal.count = 0;
    s->button = -1;
    s->mused = false;
    worker_forget(s->worker);
    if (!m)
        return;
    session_scene(s->session, &s->scene);
    s->position = *match_position(m);
    s->current = match_current(m);
    s->level_turn = !s->scene.outcome.over && session_level(s->session, s->scene.mover) > 0;
    if (!s->scene.outcome.over)
        movelist_fill(&s->legal, s->game, &s->position);
    steps_next(s->game, &s->position, &s->legal, s->prefix, 0, &s->choices);
    list_moves(s, m);
    s->taken = now();
    for (int seat = 0; seat < s->game->players; seat++) {
        s->level[seat] = session_level(s->session, seat);
        s->timed = session_clock_left(s->session, seat, &s->left[seat]);
    }
    if (s->focus >= s->game->board->places)
        s->focus = 0;
    screen_place_spots(s);
}

/* --- where it is --- */

static int row_of(const Place *p) { return p->label[strlen(p->label) - 1] - '1'; }
static int column_of(const Place *p) { return p->label[strlen(p->label) - 2] - 'a'; }

/* Inner size of a cell of a board with one level. */
static void cell_size(const Board *b, int *width, int *height)
{
    *width = (SCREEN_MOVES_X - 4 - 1) / b->columns - 1;
    if (*width > 11)
        *width = 11;
    *height = (SCREEN_BOTTOM - SCREEN_TOP - 1) / b->rows - 1;
    if (*height > 3)
        *height = 3;
}

static int level_x(const Board *b, int level)
{
    int x = 3;
    for (int l = 1; l < level; l++)
        x += (b->columns - l + 1) * 3 + 5;
    return x;
}

void screen_place_spots(Screen *s)
{
    const Board *b = s->game->board;
    int width, height;
    cell_size(b, &width, &height);
    for (int i = 0; i < b->places; i++) {
        const Place *p = &b->place[i];
        if (b->levels > 1)
            s->spot[i] = (Spot){SCREEN_TOP + 2 + (b->rows - 1 - row_of(p)) * 2, level_x(b, p->level) + column_of(p) * 3, 1, 3};
        else
            s->spot[i] = (Spot){SCREEN_TOP + 1 + (b->rows - 1 - row_of(p)) * (height + 1), 4 + column_of(p) * (width + 1), height, width};
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

/* A stack from bottom to top, in the lines of the cell; what is too high for it loses its lowest pieces. */
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
    static const char *const top[3] = {"┌", "┬", "┐"}, *const middle[3] = {"├", "┼", "┤"}, *const bottom[3] = {"└", "┴", "┘"};
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
        mvprintw(SCREEN_TOP + b->rows * (height + 1) + (b->rows * (height + 1) + SCREEN_TOP < SCREEN_BOTTOM), 4 + c * (width + 1) + width / 2, "%c", 'a' + c);
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
        int size = b->columns - level + 1, x = level_x(b, level);
        char heading[64], number[16];
        snprintf(number, sizeof number, "%d", level);
        lang_format(s->lang, heading, sizeof heading, T("Level {0}"), 1, number);
        screen_text(SCREEN_TOP + (b->rows - size) * 2, x, size * 3 > 8 ? size * 3 : 8, heading);
        for (int r = 0; r < size; r++)
            mvprintw(SCREEN_TOP + 2 + (b->rows - 1 - r) * 2, x - 2, "%d", r + 1);
        for (int c = 0; c < size; c++)
            mvprintw(SCREEN_TOP + 2 + b->rows * 2, x + c * 3 + 1, "%c", 'a' + c);
    }
    for (int i = 0; i < b->places; i++)
        draw_ball(s, i);
}

/* --- beside and below it --- */

static void draw_title(Screen *s)
{
    Buffer line = {0};
    buffer_format(&line, " %s ", lang_text(s->lang, s->game->title));
    for (int seat = 0; seat < s->game->players; seat++) {
        bool moves = !s->scene.outcome.over && s->scene.mover == seat;
        int level = s->level[seat];
        buffer_format(&line, "  %s%s", moves ? ">" : " ", lang_text(s->lang, scene_seat_name(seat)));
        if (level)
            buffer_format(&line, " (%d)", level);
        for (int k = 0; k < s->game->kinds; k++) {
            Piece p = {.kind = s->game->kind[k], .seat = (uint8_t)seat};
            buffer_format(&line, " %s%d", draw_text_sign(s->game, p, s->ascii), s->scene.reserve[seat][k]);
        }
        if (s->timed) {
            double left = s->left[seat] - (moves ? now() - s->taken : 0);
            int seconds = left > 0 ? (int)left : 0;
            buffer_format(&line, " %d:%02d", seconds / 60, seconds % 60);
        }
    }
    attrset(A_REVERSE);
    screen_text(0, 0, COLS, buffer_text(&line));
    attrset(A_NORMAL);
    buffer_free(&line);
}

static void draw_list(Screen *s)
{
    int rows = SCREEN_BOTTOM - SCREEN_TOP, at = 0, width = COLS - SCREEN_MOVES_X;
    for (int i = 0; i < s->listed_count; i++)
        if (s->listed[i].node == s->current)
            at = i;
    s->list_first = at > rows / 2 ? at - rows / 2 : 0;
    if (s->list_first + rows > s->listed_count)
        s->list_first = s->listed_count > rows ? s->listed_count - rows : 0;
    attrset(A_BOLD);
    screen_text(SCREEN_TOP - 1, SCREEN_MOVES_X, width, lang_text(s->lang, T("Moves")));
    attrset(A_NORMAL);
    for (int i = 0; i < rows && s->list_first + i < s->listed_count; i++) {
        ListedMove l = s->listed[s->list_first + i];
        char line[128];
        snprintf(line, sizeof line, "%c%*s%d. %c %s%s%s", l.node == s->current ? '>' : ' ', l.depth < 6 ? l.depth * 2 : 12, "", l.round, l.seat,
                 l.depth ? "(" : "", l.text, l.depth ? ")" : "");
        attrset(l.node == s->current ? A_BOLD : l.depth ? A_DIM : A_NORMAL);
        screen_text(SCREEN_TOP + i, SCREEN_MOVES_X, width, line);
    }
    attrset(A_NORMAL);
}

/* The share of the first side, in hundredths. */
static int share_of(int value) { return 50 + (int)(50L * value / (labs(value) + 1500L)); }

/* False: there is none to show. */
static bool draw_evaluation(Screen *s)
{
    enum { BAR = 20 };
    SessionThought t;
    Buffer line = {0};
    char number[32];
    if (!worker_thought(s->worker, &t) || (!s->evaluating && !s->level_turn))
        return false;
    int value = game_side(s->game, s->scene.mover) == 0 ? t.value : -t.value;
    if (s->game->sides == 2) {
        int filled = t.proven ? (value > 0 ? BAR : value < 0 ? 0 : BAR / 2) : share_of(value) * BAR / 100;
        buffer_format(&line, " %s ", lang_text(s->lang, scene_seat_name(0)));
        for (int i = 0; i < BAR; i++)
            buffer_add(&line, i < filled ? (s->ascii ? "#" : "█") : (s->ascii ? "." : "░"));
        buffer_format(&line, " %s ", lang_text(s->lang, scene_seat_name(1)));
    }
    if (t.proven && t.distance >= 0) {
        char plies[16];
        snprintf(plies, sizeof plies, "%d", t.distance);
        lang_format(s->lang, number, sizeof number, t.value > 0 ? T("a win in {0}") : T("a loss in {0}"), 1, plies);
    } else if (t.proven) {
        snprintf(number, sizeof number, "%s", lang_text(s->lang, t.value > 0 ? T("a win") : t.value < 0 ? T("a loss") : T("a draw")));
    } else {
        snprintf(number, sizeof number, "%c%d.%02d", value < 0 ? '-' : '+', abs(value) / 1000, abs(value) % 1000 / 10);
    }
    buffer_format(&line, " %s  [%d]  %s", number, t.depth, t.line);
    screen_text(SCREEN_BAR, 0, COLS, buffer_text(&line));
    buffer_free(&line);
    return true;
}

/* The last lines that were said: the others have gone by. */
static void draw_said(const Screen *s, bool evaluation)
{
    Buffer wrapped = {0};
    screen_wrap(buffer_text(&s->said), COLS - 2, "", &wrapped);
    int lines = screen_lines(buffer_text(&wrapped)), rows = evaluation ? 1 : SCREEN_SAID_ROWS;
    for (int i = 0; i < rows && i < lines; i++) {
        const char *at = screen_line_at(buffer_text(&wrapped), lines - 1 - i);
        char line[1024];
        snprintf(line, sizeof line, " %.*s", (int)strcspn(at, "\n"), at);
        screen_text(SCREEN_SAID - i, 0, COLS, line);
    }
    buffer_free(&wrapped);
}

static void draw_choices(Screen *s)
{
    Buffer asked = {0};
    int x = 1;
    s->buttons = 0;
    if (s->typing) {
        char line[SESSION_LINE + 8];
        snprintf(line, sizeof line, ":%s", s->typed);
        screen_text(SCREEN_CHOICES, 0, COLS, line);
        return;
    }
    if (s->scene.outcome.over)
        buffer_format(&asked, " %s (%s)  %s", lang_text(s->lang, scene_status(&s->scene)),
                      lang_text(s->lang, reason_text((Reason)s->scene.outcome.reason)), lang_text(s->lang, T(":review  :save  :new")));
    else if (s->level_turn)
        buffer_format(&asked, " %s", lang_text(s->lang, worker_busy(s->worker) ? T("thinking: Ctrl-C stops it") : T("g lets the level play")));
    else
        buffer_format(&asked, " %s>", lang_text(s->lang, scene_seat_name(s->scene.mover)));
    if (!s->scene.outcome.over && !s->level_turn) {
        if (s->length == 0)
            speech_constraint(s->lang, s->game, &s->position, &s->legal, &asked);
        if (asked.length > 0 && asked.text[asked.length - 1] != ' ')
            buffer_add_char(&asked, ' ');
        buffer_add(&asked, speech_question(s->lang, &s->choices));
    }
    screen_text(SCREEN_ASKED, 0, COLS, buffer_text(&asked));
    buffer_free(&asked);
    for (int i = 0; !s->level_turn && i < s->choices.count && s->buttons < SCREEN_BUTTONS; i++) {
        Step step = s->choices.step[i];
        if (screen_is_place(step))
            continue;
        char text[96];
        Buffer shown = {0};
        snprintf(text, sizeof text, "[%d %s]", s->buttons + 1, speech_choice(s->lang, s->game, step));
        term_add(&shown, text);
        int width = (int)utf8_count(buffer_text(&shown), shown.length);
        if (s->button == s->buttons)
            attrset(A_REVERSE);
        screen_text(SCREEN_CHOICES, x, width, text);
        attrset(A_NORMAL);
        s->button_step[s->buttons] = step;
        s->button_spot[s->buttons++] = (Spot){SCREEN_CHOICES, x, 1, width};
        x += width + 2;
        buffer_free(&shown);
    }
}

/* The hardware cursor is where the attention is: screen readers and magnifiers follow it. */
static void place_cursor(const Screen *s)
{
    if (s->typing)
        move(SCREEN_CHOICES, 1 + (int)utf8_count(s->typed, strlen(s->typed)));
    else if (s->button >= 0 && s->button < s->buttons)
        move(s->button_spot[s->button].y, s->button_spot[s->button].x + 1);
    else
        move(s->spot[s->focus].y, s->spot[s->focus].x + 1);
}

void screen_draw(Screen *s)
{
    erase();
    if (!screen_fits()) {
        screen_text(0, 0, COLS, lang_text(s->lang, T("This window is too small: 80 columns and 24 rows are needed.")));
        refresh();
        return;
    }
    draw_title(s);
    if (s->game->board->levels > 1)
        draw_levels(s);
    else
        draw_grid(s);
    draw_list(s);
    draw_said(s, draw_evaluation(s));
    draw_choices(s);
    attrset(A_DIM);
    screen_text(SCREEN_KEYS, 0, COLS - 1, lang_text(s->lang, T(" Enter choose  Bksp back  Esc cancel  u undo  r redo  h hint  ? help  q quit")));
    attrset(A_NORMAL);
    place_cursor(s);
    refresh();
}
