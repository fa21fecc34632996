/* Keys and signals of the full screen, its menu, and long texts. */
#include "ui/term/screen_private.h"

#include "core/utf8.h"
#include "engine/adviser.h"
#include "games/registry.h"
#include "session/levels.h"

#include <ncurses.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- keys --- */

static volatile sig_atomic_t ended, stopped;

static void on_signal(int number)
{
    if (number == SIGTSTP)
        stopped = 1;
    else
        ended = number;
}

void screen_catch_signals(void)
{
    static const int number[] = {SIGINT, SIGHUP, SIGTERM, SIGTSTP};
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    ended = stopped = 0;
    for (int i = 0; i < 4; i++)
        sigaction(number[i], &action, NULL);
}

int screen_signal(void) { return ended; }

bool screen_interrupted(void)
{
    if (ended != SIGINT)
        return false;
    ended = 0;
    return true;
}

int screen_key(Screen *s, int milliseconds)
{
    if (stopped) {
        /* The terminal is restored while we are suspended. */
        stopped = 0;
        endwin();
        kill(getpid(), SIGSTOP);
        clearok(stdscr, TRUE);
        if (s->game)
            screen_draw(s);
    }
    timeout(milliseconds);
    return getch();
}

/* --- long texts --- */

int screen_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n' || !text[1];
    return lines;
}

const char *screen_line_at(const char *text, int line)
{
    while (line > 0 && *text)
        line -= *text++ == '\n';
    return text;
}

static void page_through(Screen *s, const char *all, Buffer *wrapped)
{
    int first = 0;
    for (;;) {
        term_wrap(all, COLS - 1 > 10 ? COLS - 1 : 10, wrapped);
        const char *text = buffer_text(wrapped);
        int rows = LINES - 1, lines = screen_lines(text);
        if (first > lines - rows)
            first = lines - rows;
        if (first < 0)
            first = 0;
        erase();
        for (int i = 0; i < rows && first + i < lines; i++) {
            char line[1024];
            const char *at = screen_line_at(text, first + i);
            snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
            screen_text(i, 0, COLS, line);
        }
        attrset(A_REVERSE);
        screen_text(LINES - 1, 0, COLS - 1, lang_text(s->lang, T(" Arrows and Page keys move, q goes back")));
        attrset(A_NORMAL);
        refresh();
        switch (screen_key(s, 200)) {
        case ERR:
            if (screen_signal())
                return;
            break;
        case KEY_UP:
        case 'k': first--; break;
        case KEY_DOWN:
        case 'j': first++; break;
        case KEY_PPAGE: first -= rows - 1; break;
        case KEY_NPAGE:
        case ' ': first += rows - 1; break;
        case KEY_HOME: first = 0; break;
        case KEY_END: first = lines; break;
        case 'q':
        case 27:
        case '\n':
        case '\r':
        case KEY_ENTER: return;
        default: break;
        }
    }
}

void screen_pager(Screen *s, const char *text)
{
    Buffer wrapped = {0};
    page_through(s, text, &wrapped);
    buffer_free(&wrapped);
}

/* --- the menu --- */

typedef struct Menu {
    int row, rows;          /* lines to choose from: resume (if there is a game to resume), games */
    int level[MAX_PLAYERS]; /* 0: a person */
    bool seats;             /* it now asks who plays */
    const Game *game;
} Menu;

static void draw_menu(Screen *s, const Menu *m, bool resume)
{
    Lang lang = s->lang;
    erase();
    if (!screen_fits()) {
        screen_too_small(lang);
        return;
    }
    attrset(A_REVERSE);
    char title[96];
    snprintf(title, sizeof title, " Colonnade%s%s", m->seats ? "  " : "",
             m->seats ? lang_text(lang, m->game->title) : "");
    screen_text(0, 0, COLS, title);
    attrset(A_NORMAL);
    screen_text(
        2, 2, COLS - 2,
        lang_text(lang, m->seats ? T("Who plays? Left and right choose a person or a level.") : T("Which game?")));
    for (int i = 0; i < m->rows; i++) {
        char line[128], level[32], number[16];
        const char *text = line;
        if (m->seats) {
            snprintf(number, sizeof number, "%d", m->level[i]);
            lang_format(lang, level, sizeof level, m->level[i] ? T("level {0}") : T("a person"), 1, number);
            snprintf(line, sizeof line, "%-8s < %s >", lang_text(lang, scene_seat_name(i)), level);
        } else if (resume && i == 0) {
            text = lang_text(lang, T("Go on with the game that was interrupted"));
        } else {
            text = lang_text(lang, registry_game((size_t)(i - resume))->title);
        }
        attrset(i == m->row ? A_REVERSE : A_NORMAL);
        screen_text(4 + i, 4, 50, text);
    }
    attrset(A_DIM);
    screen_text(screen_rows().keys, 0, COLS - 1,
                lang_text(lang, T(" Arrows choose  Enter takes it  Esc back  l français  ? help  q quit")));
    attrset(A_NORMAL);
    move(4 + m->row, 4);
    refresh();
}

/* Starts what was chosen; false: it cannot be started, and the screen's text says why. */
static bool start(Screen *s, const Menu *m, const char *line)
{
    Reply reply = {0};
    session_command(s->session, line, &reply);
    bool ok = reply.ok && session_tree(s->session);
    buffer_clear(&s->said);
    buffer_add(&s->said, buffer_text(&reply.text));
    for (int seat = 0; ok && m->seats && seat < m->game->players; seat++)
        if (m->level[seat]) {
            char order[32];
            snprintf(order, sizeof order, "seat %c %d", game_seat_letter(seat), m->level[seat]);
            session_command(s->session, order, &reply);
        }
    reply_free(&reply);
    return ok;
}

static bool take(Screen *s, Menu *m, bool resume)
{
    char line[64];
    if (m->seats || (resume && m->row == 0)) {
        snprintf(line, sizeof line, m->seats ? "new %s" : "resume", m->seats ? m->game->id : "");
        if (start(s, m, line))
            return true;
        screen_pager(s, buffer_text(&s->said));
        return false;
    }
    m->game = registry_game((size_t)(m->row - resume));
    m->seats = true;
    m->row = 0;
    m->rows = m->game->players;
    memset(m->level, 0, sizeof m->level);
    /* What most people come for: an opponent. */
    for (int seat = 1; adviser_knows(m->game) && seat < m->game->players; seat++)
        m->level[seat] = LEVEL_FIRST;
    return false;
}

bool screen_menu(Screen *s)
{
    bool resume = session_can_resume(s->session);
    Menu m = {.rows = (int)registry_count() + resume};
    for (;;) {
        draw_menu(s, &m, resume);
        int key = screen_key(s, 200), step = 0;
        MEVENT mouse;
        switch (key) {
        case ERR:
            if (screen_signal())
                return false;
            break;
        case KEY_UP:
        case 'k': m.row = (m.row + m.rows - 1) % m.rows; break;
        case KEY_DOWN:
        case 'j':
        case '\t': m.row = (m.row + 1) % m.rows; break;
        case KEY_LEFT: step = -1; break;
        case KEY_RIGHT: step = 1; break;
        case KEY_MOUSE:
            if (getmouse(&mouse) != OK || mouse.y < 4 || mouse.y >= 4 + m.rows)
                break;
            m.row = mouse.y - 4;
            if (take(s, &m, resume))
                return true;
            break;
        case '\n':
        case '\r':
        case KEY_ENTER:
        case ' ':
            if (take(s, &m, resume))
                return true;
            break;
        case 27:
        case KEY_BACKSPACE:
        case 127:
            if (!m.seats)
                break;
            m = (Menu){.rows = (int)registry_count() + resume};
            break;
        case 'l': {
            Reply reply = {0};
            session_command(s->session, s->lang == LANG_EN ? "language fr" : "language en", &reply);
            reply_free(&reply);
            s->lang = session_lang(s->session);
            break;
        }
        case '?':
        case KEY_F(1): screen_help(s); break;
        case 'q': return false;
        default: break;
        }
        if (step && m.seats && adviser_knows(m.game))
            m.level[m.row] = (m.level[m.row] + step + LEVEL_MAX + 1) % (LEVEL_MAX + 1);
    }
}
