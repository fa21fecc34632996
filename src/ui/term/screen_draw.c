/* Drawing the full screen: see screen_private.h. */
#include "ui/term/screen_private.h"

#include "core/clock.h"
#include "core/memory.h"
#include "core/utf8.h"
#include "draw/draw_text.h"
#include "session/worth.h"
#include "session/speech.h"

#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 64 };

bool screen_fits(void) { return LINES >= SCREEN_ROWS && COLS >= SCREEN_COLUMNS; }

bool screen_is_place(Step step)
{
    switch ((StepRole)step.role) {
    case STEP_FROM:
    case STEP_TO:
    case STEP_TAKE:
    case STEP_COLLAPSE:
    case STEP_CAPTURE:
    case STEP_DROP: return true;
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

void screen_too_small(Lang lang)
{
    Buffer wrapped = {0};
    term_wrap(lang_text(lang, T("This window is too small: 80 columns and 24 rows are needed.")), COLS, &wrapped);
    for (int i = 0; i < LINES && i < screen_lines(buffer_text(&wrapped)); i++) {
        const char *at = screen_line_at(buffer_text(&wrapped), i);
        char line[128];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        screen_text(i, 0, COLS, line);
    }
    move(0, 0);
    refresh();
    buffer_free(&wrapped);
}

/* --- what there is --- */

static void list_move(Screen *s, const Tree *m, int node, int depth)
{
    const TreeNode *before = tree_node(m, tree_node(m, node)->parent);
    ListedMove *l = &s->listed[s->listed_count++];
    char text[MOVE_TEXT];
    s->game->write_move(&before->position, tree_node(m, node)->move, text);
    *l = (ListedMove){.node = node, .depth = depth, .round = before->round, .seat = s->game->mover(&before->position)};
    snprintf(l->text, sizeof l->text, "%s", text);
}

static void list_from(Screen *s, const Tree *m, int node, int depth)
{
    for (;;) {
        int child = tree_node(m, node)->first_child;
        if (child == TREE_NONE)
            return;
        list_move(s, m, child, depth);
        for (int other = tree_node(m, child)->next_sibling; other != TREE_NONE;
             other = tree_node(m, other)->next_sibling) {
            list_move(s, m, other, depth + 1);
            if (depth < MOST_DEPTH)
                list_from(s, m, other, depth + 1);
        }
        node = child;
    }
}

static void list_moves(Screen *s, const Tree *m)
{
    ListedMove *listed = memory_resize(s->listed, (size_t)tree_count(m) * sizeof *listed);
    s->listed_count = 0;
    if (!listed)
        return;
    s->listed = listed;
    list_from(s, m, 0, 0);
}

void screen_refresh(Screen *s)
{
    Tree *m = session_tree(s->session);
    s->lang = session_lang(s->session);
    s->game = m ? tree_game(m) : NULL;
    s->length = 0;
    s->choices = (Choices){0};
    s->legal.count = 0;
    s->button = -1;
    s->mused = false;
    thinking_forget(s->thinking);
    if (!m)
        return;
    session_scene(s->session, &s->scene);
    s->position = *tree_position(m);
    s->current = tree_current(m);
    s->level_turn = !s->scene.outcome.over && session_level(s->session, s->scene.mover) > 0;
    if (!s->scene.outcome.over)
        movelist_fill(&s->legal, s->game, &s->position);
    steps_next(s->game, &s->position, &s->legal, s->prefix, 0, &s->choices);
    list_moves(s, m);
    s->taken = clock_now();
    for (int seat = 0; seat < s->game->players; seat++) {
        s->level[seat] = session_level(s->session, seat);
        s->timed = session_clock_left(s->session, seat, &s->left[seat]);
    }
    if (s->focus >= s->game->board->places)
        s->focus = 0;
    screen_place_spots(s);
}

/* --- beside and below it --- */

/* Who plays, and the pieces and time left: "  >White (5) ○12 4:59". */
static void add_player(const Screen *s, int seat, Buffer *line)
{
    bool moves = !s->scene.outcome.over && s->scene.mover == seat;
    buffer_format(line, "  %s%s", moves ? ">" : " ", lang_text(s->lang, scene_seat_name(seat)));
    if (s->level[seat])
        buffer_format(line, " (%d)", s->level[seat]);
    for (int k = 0; k < s->game->kinds; k++) {
        if (s->game->kind[k].supply != k)
            continue;
        Piece p = {.kind = (uint8_t)k, .seat = (uint8_t)seat};
        buffer_format(line, " %s%d", draw_text_sign(s->game, p, s->ascii), s->scene.reserve[seat][k]);
    }
    if (s->timed) {
        double left = s->left[seat] - (moves ? clock_now() - s->taken : 0);
        int seconds = left > 0 ? (int)left : 0;
        buffer_format(line, " %d:%02d", seconds / 60, seconds % 60);
    }
}

static int columns_of(const Buffer *b) { return (int)utf8_count(buffer_text(b), b->length); }

/* One row; if that is too narrow, half of the players go to a second one, beside the list's heading. */
static void draw_title(Screen *s)
{
    Buffer line = {0}, all = {0};
    int players = s->game->players, rest = players;
    buffer_format(&line, " %s ", lang_text(s->lang, s->game->title));
    for (int seat = 0; seat < players; seat++)
        add_player(s, seat, &all);
    if (columns_of(&line) + columns_of(&all) > COLS)
        rest = (players + 1) / 2;
    attrset(A_REVERSE);
    for (int seat = 0; seat < rest; seat++)
        add_player(s, seat, &line);
    screen_text(0, 0, COLS, buffer_text(&line));
    buffer_clear(&line);
    for (int seat = rest; seat < players; seat++)
        add_player(s, seat, &line);
    if (rest < players)
        screen_text(1, 0, SCREEN_MOVES_X - 1, buffer_text(&line));
    attrset(A_NORMAL);
    buffer_free(&line);
    buffer_free(&all);
}

static void add_listed(const Screen *s, const ListedMove *l, const char *who, Buffer *line)
{
    buffer_clear(line);
    buffer_format(line, "%c%*s%2d. %s ", l->node == s->current ? '>' : ' ', l->depth < 6 ? l->depth * 2 : 12, "",
                  l->round, who);
    buffer_format(line, l->depth ? "(%s)" : "%s", l->text);
}

/* ">12. White 1a4-3b2", a variation in brackets. If that is too long, it has the sign of White's pieces instead of
 * the name, and then as much as there is room for. */
static void draw_listed(const Screen *s, const ListedMove *l, int y, int width)
{
    Buffer line = {0};
    Piece piece = {.seat = (uint8_t)l->seat};
    add_listed(s, l, lang_text(s->lang, scene_seat_name(l->seat)), &line);
    if (columns_of(&line) > width)
        add_listed(s, l, draw_text_sign(s->game, piece, s->ascii), &line);
    attrset(l->node == s->current ? A_BOLD : l->depth ? A_DIM : A_NORMAL);
    screen_text(y, SCREEN_MOVES_X, width, buffer_text(&line));
    if (columns_of(&line) > width)
        screen_text(y, SCREEN_MOVES_X + width - 1, 1, s->ascii ? "~" : "…");
    attrset(A_NORMAL);
    buffer_free(&line);
}

static void draw_list(Screen *s)
{
    int rows = screen_rows().bottom - SCREEN_TOP, at = 0, width = COLS - SCREEN_MOVES_X;
    for (int i = 0; i < s->listed_count; i++)
        if (s->listed[i].node == s->current)
            at = i;
    s->list_first = at > rows / 2 ? at - rows / 2 : 0;
    if (s->list_first + rows > s->listed_count)
        s->list_first = s->listed_count > rows ? s->listed_count - rows : 0;
    attrset(A_BOLD);
    screen_text(SCREEN_TOP - 1, SCREEN_MOVES_X, width, lang_text(s->lang, T("Moves")));
    attrset(A_NORMAL);
    for (int i = 0; i < rows && s->list_first + i < s->listed_count; i++)
        draw_listed(s, &s->listed[s->list_first + i], SCREEN_TOP + i, width);
}

/* --- the evaluation --- */

/* The share of the first side, in percent. */
static int share_of(int value) { return 50 + (int)(50L * value / (labs(value) + 1500L)); }

/* "White", "White and Red": everybody on that side. */
static void add_side(const Screen *s, int side, Buffer *out)
{
    SpeechList list = {0};
    for (int seat = 0; seat < s->game->players; seat++)
        if (game_side(s->game, seat) == side)
            speech_list_add(&list, lang_text(s->lang, scene_seat_name(seat)));
    speech_list_end(s->lang, &list, false, out);
}

/* What is certain: who wins, and when. */
static void add_proven(const Screen *s, Value v, Buffer *out)
{
    char plies[16], text[96];
    Buffer winner = {0};
    int mover = game_side(s->game, s->scene.mover);
    if (v.result == 0 || (value_loses(v) && s->game->sides != 2)) {
        worth_value(s->lang, v, text);
        buffer_add(out, text);
        return;
    }
    add_side(s, value_wins(v) ? mover : 1 - mover, &winner);
    snprintf(plies, sizeof plies, "%d", v.plies);
    lang_format(s->lang, text, sizeof text, value_counted(v) ? T("{0}: a win in {1}") : T("{0}: a win"), 2,
                buffer_text(&winner), plies);
    buffer_add(out, text);
    buffer_free(&winner);
}

static void add_estimate(const Screen *s, int score, Buffer *out)
{
    char text[WORTH_VALUE];
    worth_value(s->lang, value_estimate(score), text);
    buffer_add(out, text);
}

/* Cuts the line after the last whole move that fits. */
static void draw_cut(int y, Buffer *line)
{
    size_t end = line->length;
    while (end > 0 && (int)utf8_count(line->text, end) > COLS - 1)
        do
            end--;
        while (end > 0 && line->text[end] != ' ');
    if (line->text)
        line->text[end] = '\0';
    screen_text(y, 0, COLS, buffer_text(line));
}

/* False: there is none to show. */
static bool draw_evaluation(Screen *s)
{
    enum { BAR = 20 };
    SessionThought t = {0};
    Buffer line = {0};
    if (s->scene.outcome.over || (!s->evaluating && !s->level_turn) ||
        (!thinking_thought(s->thinking, &t) && !s->evaluating))
        return false;
    int score = value_score(t.value);   /* for the first side or, with more than two sides, for the mover */
    buffer_add_char(&line, ' ');
    if (s->game->sides == 2) {
        score = game_side(s->game, s->scene.mover) == 0 ? score : -score;
        int filled = t.value.proven ? (score > 0 ? BAR : score < 0 ? 0 : BAR / 2) : share_of(score) * BAR / 100;
        add_side(s, 0, &line);
        buffer_add_char(&line, ' ');
        for (int i = 0; i < BAR; i++)
            buffer_add(&line, i < filled ? (s->ascii ? "#" : "█") : (s->ascii ? "." : "░"));
        buffer_add_char(&line, ' ');
        add_side(s, 1, &line);
    } else {
        add_side(s, game_side(s->game, s->scene.mover), &line);
    }
    buffer_add(&line, "  ");
    if (!t.known)
        buffer_add(&line, lang_text(s->lang, T("Thinking …")));
    else if (t.value.proven)
        add_proven(s, t.value, &line);
    else
        add_estimate(s, score, &line);
    if (t.known)
        buffer_format(&line, "  [%d]  %s", t.depth, t.line);
    draw_cut(screen_rows().bar, &line);
    buffer_free(&line);
    return true;
}

/* --- what was said, and what is asked for --- */

/* The beginning of a text, in at most `rows` rows that end with row `last`; if there is more, … says so. Returns how
 * many rows it took. */
static int draw_head(const Screen *s, const char *text, int last, int rows)
{
    Buffer wrapped = {0};
    term_wrap(text, COLS - 2, &wrapped);
    int lines = screen_lines(buffer_text(&wrapped)), shown = lines < rows ? lines : rows;
    for (int i = 0; i < shown; i++) {
        const char *at = screen_line_at(buffer_text(&wrapped), i), *more = s->ascii ? " ..." : " …";
        char line[1024];
        snprintf(line, sizeof line, " %.*s", (int)strcspn(at, "\n"), at);
        int width = (int)utf8_count(line, strlen(line));
        screen_text(last - shown + 1 + i, 0, COLS, line);
        if (i + 1 == shown && shown < lines)
            screen_text(last, width < COLS - 4 ? width : COLS - 4, 4, more);
    }
    buffer_free(&wrapped);
    return shown > 0 ? shown : 0;
}

static int lines_of(const char *text)
{
    Buffer wrapped = {0};
    term_wrap(text, COLS - 2, &wrapped);
    int lines = screen_lines(buffer_text(&wrapped));
    buffer_free(&wrapped);
    return lines;
}

/* How the game ended, in the words of the reply that ended it. */
static void add_end(const Screen *s, Buffer *out)
{
    buffer_format(out, "%s (%s)", lang_text(s->lang, scene_status(&s->scene)),
                  lang_text(s->lang, game_reason(s->game, (Reason)s->scene.outcome.reason)));
}

/* What is asked for, and above it what was said. A constraint that is too long for the question's row stands above
 * it; an evaluation that would leave it too little room is left out. */
static void draw_words(Screen *s)
{
    Buffer asked = {0}, said = {0}, constraint = {0};
    ScreenRows r = screen_rows();
    const char *question = speech_question(s->lang, s->game, &s->choices);
    buffer_add(&said, buffer_text(&s->said));
    buffer_add_char(&asked, ' ');
    if (s->working) {
        buffer_add(&asked, lang_text(s->lang, T("thinking: Ctrl-C stops it")));
    } else if (s->scene.outcome.over) {
        size_t before = asked.length;
        add_end(s, &asked);
        char *same = said.text ? strstr(said.text, asked.text + before) : NULL;
        if (same && same[asked.length - before] == '\n')
            *same = '\0';
        buffer_format(&asked, "  %s", lang_text(s->lang, T(":review  :save  :new")));
    } else if (s->level_turn) {
        buffer_add(&asked, lang_text(s->lang, thinking_busy(s->thinking) ? T("thinking: Ctrl-C stops it")
                                                                         : T("g lets the level play")));
    } else {
        buffer_format(&asked, "%s> ", lang_text(s->lang, scene_seat_name(s->scene.mover)));
        for (int i = 0; i < s->length; i++)
            buffer_format(&asked, "%s%s", speech_choice(s->lang, s->game, s->prefix[i]),
                          i + 1 < s->length ? ", " : ". ");
        if (s->length == 0)
            speech_constraint(s->lang, s->game, &s->position, &s->legal, &constraint);
        if (columns_of(&asked) + columns_of(&constraint) + 1 + (int)utf8_count(question, strlen(question)) < COLS) {
            buffer_format(&asked, "%s%s", buffer_text(&constraint), constraint.length ? " " : "");
            buffer_clear(&constraint);
        }
        buffer_add(&asked, question);
    }
    bool room = lines_of(buffer_text(&constraint)) < r.said_rows;
    int rows = r.said_rows - (room && draw_evaluation(s));
    int below = draw_head(s, buffer_text(&constraint), r.said, rows);
    draw_head(s, buffer_text(&said), r.said - below, rows - below);
    screen_text(r.asked, 0, COLS, buffer_text(&asked));
    buffer_free(&asked);
    buffer_free(&said);
    buffer_free(&constraint);
}

static void draw_choices(Screen *s)
{
    ScreenRows r = screen_rows();
    int x = 1;
    s->buttons = 0;
    if (s->typing) {
        char line[SESSION_LINE + 8];
        snprintf(line, sizeof line, ":%s", s->typed);
        screen_text(r.choices, 0, COLS, line);
        return;
    }
    for (int i = 0; !s->level_turn && i < s->choices.count && s->buttons < SCREEN_BUTTONS; i++) {
        Step step = s->choices.step[i];
        if (screen_is_place(step))
            continue;
        char text[96];
        Buffer shown = {0};
        snprintf(text, sizeof text, "[%d %s]", s->buttons + 1, speech_choice(s->lang, s->game, step));
        term_add(&shown, text);
        int width = columns_of(&shown);
        if (s->button == s->buttons)
            attrset(A_REVERSE);
        screen_text(r.choices, x, width, text);
        attrset(A_NORMAL);
        s->button_step[s->buttons] = step;
        s->button_spot[s->buttons++] = (Spot){r.choices, x, 1, width};
        x += width + 2;
        buffer_free(&shown);
    }
}

/* The hardware cursor marks the focus: screen readers and magnifiers follow it. */
static void place_cursor(const Screen *s)
{
    if (s->typing)
        move(screen_rows().choices, 1 + (int)utf8_count(s->typed, strlen(s->typed)));
    else if (s->button >= 0 && s->button < s->buttons)
        move(s->button_spot[s->button].y, s->button_spot[s->button].x + 1);
    else
        move(s->spot[s->focus].y, s->spot[s->focus].x + 1);
}

void screen_draw(Screen *s)
{
    erase();
    if (!screen_fits()) {
        screen_too_small(s->lang);
        return;
    }
    screen_place_spots(s);
    draw_title(s);
    screen_draw_board(s);
    draw_list(s);
    draw_words(s);
    draw_choices(s);
    attrset(A_DIM);
    screen_text(screen_rows().keys, 0, COLS - 1,
                lang_text(s->lang, T(" Enter choose  Bksp back  Esc cancel  u undo  r redo  h hint  ? help  q quit")));
    attrset(A_NORMAL);
    place_cursor(s);
    refresh();
}
