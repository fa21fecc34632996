/* Full screen: see screen.h. The main loop, what keys and the mouse do, and leaving the terminal as it was. */
#include "ui/term/screen_private.h"

#include "core/memory.h"
#include "core/utf8.h"

#include <ncurses.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK = 100 };    /* milliseconds */

static const double muse_seconds = 20;

/* --- work --- */

/* Waits for the worker, and keeps the screen alive. */
static const Reply *wait_for_worker(Screen *s)
{
    bool waiting = false;
    for (;;) {
        fd_set ready;
        struct timeval time = {0, TICK * 1000};
        FD_ZERO(&ready);
        FD_SET(thinking_ready(s->thinking), &ready);
        if (select(thinking_ready(s->thinking) + 1, &ready, NULL, NULL, &time) > 0)
            break;
        /* Keys typed ahead wait for their turn; only those that ask to stop do not. */
        int key = waiting ? ERR : screen_key(s, 0);
        if (key == 27 || key == 'q' || screen_interrupted() || screen_signal())
            session_stop(s->session);
        s->quit = s->quit || key == 'q';
        waiting = key != ERR && key != KEY_RESIZE && key != 27 && key != 'q';
        if (waiting)
            ungetch(key);
        screen_draw(s);
    }
    /* A stop that came too late does not mean leaving. */
    screen_interrupted();
    return thinking_join(s->thinking);
}

/* Whether the text needs more room than there is below the board. */
static bool is_long(const char *text)
{
    Buffer wrapped = {0};
    term_wrap(text, COLS - 2, &wrapped);
    bool answer = screen_lines(buffer_text(&wrapped)) > screen_rows().said_rows;
    buffer_free(&wrapped);
    return answer;
}

/* The words that a refusal suggests typing are on the screen already, as keys. */
static void forget_advice(Screen *s)
{
    const char *advice = lang_text(s->lang, SESSION_ADVICE);
    size_t length = strlen(advice);
    if (s->said.length > length + 1 && strncmp(s->said.text + s->said.length - length - 1, advice, length) == 0)
        s->said.text[s->said.length -= length + 1] = '\0';
}

static bool is_exercise(const Screen *s)
{
    SessionLesson lesson;
    SessionPuzzle puzzle;
    return session_lesson_now(s->session, &lesson) || session_puzzle_now(s->session, &puzzle);
}

/* Forgets what a page has shown, except what an exercise asks for at its end. */
static void forget_page(Screen *s)
{
    if (!is_exercise(s)) {
        buffer_clear(&s->said);
        return;
    }
    Buffer wrapped = {0};
    term_wrap(buffer_text(&s->said), COLS - 2, &wrapped);
    int lines = screen_lines(buffer_text(&wrapped)), rows = screen_rows().said_rows;
    buffer_clear(&s->said);
    buffer_add(&s->said, screen_line_at(buffer_text(&wrapped), lines > rows ? lines - rows : 0));
    buffer_free(&wrapped);
}

static void take_reply(Screen *s, const Reply *reply, bool page)
{
    if (reply->text.length > 0) {
        buffer_clear(&s->said);
        buffer_add(&s->said, buffer_text(&reply->text));
    }
    s->quit = s->quit || reply->quit;
    screen_refresh(s);
    if (!reply->ok)
        forget_advice(s);
    /* For news about the board its beginning is enough; an answer should be read in full. */
    page = page && (!reply->changed || is_exercise(s));
    if (page && reply->text.length > 0 && is_long(buffer_text(&s->said))) {
        screen_pager(s, buffer_text(&s->said));
        forget_page(s);
    }
}

void screen_command(Screen *s, const char *line)
{
    thinking_stop(s->thinking);
    thinking_start(s->thinking, THINKING_COMMAND, line, 0);
    s->working = true;
    const Reply *reply = wait_for_worker(s);
    s->working = false;
    take_reply(s, reply, true);
}

static void let_level_play(Screen *s)
{
    thinking_stop(s->thinking);
    thinking_start(s->thinking, THINKING_THINK, NULL, 0);
    screen_draw(s);
    take_reply(s, wait_for_worker(s), false);
}

void screen_walk_to(Screen *s, int node)
{
    if (node == TREE_NONE)
        return;
    Reply reply = {0};
    thinking_stop(s->thinking);
    session_goto(s->session, node);
    session_command(s->session, "last", &reply);
    take_reply(s, &reply, false);
    reply_free(&reply);
}

/* --- a typed line --- */

static void type_key(Screen *s, int key)
{
    size_t length = strlen(s->typed);
    if (key == 27) {
        s->typing = false;
    } else if (key == '\n' || key == '\r' || key == KEY_ENTER) {
        s->typing = false;
        screen_command(s, s->typed);
    } else if (key == KEY_BACKSPACE || key == 127 || key == 8) {
        while (length > 0 && (s->typed[length - 1] & 0xc0) == 0x80)
            s->typed[--length] = '\0';
        if (length > 0)
            s->typed[length - 1] = '\0';
    } else if (key >= ' ' && key < 256 && length + 2 < sizeof s->typed) {
        s->typed[length] = (char)key;
        s->typed[length + 1] = '\0';
    }
}

void screen_help(Screen *s)
{
    Buffer text = {0};
    Reply reply = {0};
    thinking_stop(s->thinking);
    buffer_add(&text, lang_text(s->lang, T("  arrows      to another place, or the direction of a piece\n"
                                           "  Enter       choose; so does a click\n"
                                           "  Tab         to the next choice\n"
                                           "  1 to 9      choose what is not a place\n"
                                           "  Backspace   take the last choice back\n"
                                           "  Esc         take all choices back\n"
                                           "  u r         undo, redo\n"
                                           "  v           another variation; a click in the list goes to a move\n"
                                           "  g           let a level play\n"
                                           "  h a e       hint, analysis, evaluation on and off\n"
                                           "  t w         threats, where you may play\n"
                                           "  :           type a line as in line mode\n"
                                           "  q           leave; the game is kept\n"
                                           "\n"
                                           "  >           can be chosen; in a pyramid [ ]\n"
                                           "  #           is chosen; in a pyramid ( )\n"
                                           "  *           the last move\n"
                                           "  ^           carries another piece\n"
                                           "  -           nothing to rest on yet\n"
                                           "  (3)         played by level 3\n")));
    buffer_add_char(&text, '\n');
    session_command(s->session, "help", &reply);
    buffer_add(&text, buffer_text(&reply.text));
    screen_pager(s, buffer_text(&text));
    reply_free(&reply);
    buffer_free(&text);
}

static void press(Screen *s, int key)
{
    switch (key) {
    case KEY_UP: screen_arrow(s, -1, 0); break;
    case KEY_DOWN: screen_arrow(s, 1, 0); break;
    case KEY_LEFT: screen_arrow(s, 0, -1); break;
    case KEY_RIGHT: screen_arrow(s, 0, 1); break;
    case '\n':
    case '\r':
    case KEY_ENTER:
    case ' ': screen_choose_focus(s); break;
    case '\t': screen_next_choice(s); break;
    case KEY_BACKSPACE:
    case 127:
    case 8:
        if (s->length > 0)
            screen_set_length(s, s->length - 1);
        break;
    case 27: screen_set_length(s, 0); break;
    case KEY_MOUSE: screen_click(s); break;
    case 'u': screen_command(s, "undo"); break;
    case 'r': screen_command(s, "redo"); break;
    case 'v': screen_next_variation(s); break;
    case 'g': screen_command(s, "go"); break;
    case 'h': screen_command(s, "hint"); break;
    case 'a': screen_command(s, "analyse"); break;
    case 't': screen_command(s, "threats"); break;
    case 'w': screen_command(s, "where"); break;
    case 'e':
        thinking_stop(s->thinking);
        s->evaluating = !s->evaluating;
        s->mused = false;
        break;
    case ':':
    case '/':
        s->typing = true;
        s->typed[0] = '\0';
        break;
    case '?':
    case KEY_F(1): screen_help(s); break;
    case 'q': s->quit = true; break;
    default:
        if (key >= '1' && key < '1' + s->buttons && !s->level_turn) {
            s->button = key - '1';
            screen_choose_focus(s);
        }
    }
}

/* --- the loop --- */

static void look_after_clock(Screen *s)
{
    Reply reply = {0};
    if (!thinking_busy(s->thinking) && session_clock_flag(s->session, &reply))
        take_reply(s, &reply, false);
    reply_free(&reply);
}

/* Takes what has happened in a house elsewhere. */
static void look_after_far(Screen *s)
{
    Reply reply = {0};
    if (s->far && !thinking_busy(s->thinking) && far_take(s->far, &reply))
        take_reply(s, &reply, false);
    reply_free(&reply);
}

static void converse(Screen *s)
{
    if (!session_tree(s->session) && !screen_menu(s))
        return;
    screen_refresh(s);
    screen_find_focus(s);
    while (!s->quit && !screen_signal() && session_tree(s->session)) {
        look_after_clock(s);
        look_after_far(s);
        if (!thinking_busy(s->thinking) && session_to_think(s->session)) {
            let_level_play(s);
            screen_find_focus(s);
            continue;
        }
        if (s->evaluating && !session_is_far(s->session) && !s->mused && !thinking_busy(s->thinking) &&
            !s->scene.outcome.over) {
            thinking_start(s->thinking, THINKING_MUSE, NULL, muse_seconds);
            s->mused = true;
        }
        screen_draw(s);
        int key = screen_key(s, TICK);
        if (!screen_fits() && key != 'q')
            continue;
        if (key != ERR && key != KEY_RESIZE)
            s->typing ? type_key(s, key) : press(s, key);
        /* After a lesson there may be no game. */
        if (!session_tree(s->session) && !s->quit && screen_menu(s))
            screen_refresh(s);
    }
    thinking_stop(s->thinking);
}

/* Waits until there is a round to show, before the screen is opened; false: there will be none. */
static bool arrive(Screen *s)
{
    Message error = {0};
    Reply news = {0};
    s->far = far_open(s->session, s->options->far, &error);
    if (!s->far) {
        char line[512];
        lang_message(s->lang, &error, line, sizeof line);
        fprintf(stderr, "colonnade: %s\n", line);
        return false;
    }
    while (far_waits(s->far) && !far_failed(s->far)) {
        struct pollfd ready = {.fd = far_ready(s->far), .events = POLLIN};
        poll(&ready, 1, 500);
        if (far_take(s->far, &news)) {
            fputs(buffer_text(&news.text), stdout);
            fflush(stdout);
            buffer_clear(&s->said);
            buffer_add(&s->said, buffer_text(&news.text));
        }
    }
    reply_free(&news);
    return !far_waits(s->far);
}

int screen_run(Session *session, const TermOptions *options)
{
    Screen s = {.session = session,
                .options = options,
                .ascii = options->ascii || term_ascii_only(),
                .button = -1,
                .lang = options->lang};
    Buffer said = {0};
    int status = TERM_USAGE;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        fprintf(stderr, "colonnade: %s\n",
                lang_text(options->lang, T("--screen needs a terminal; leave it out to play through a pipe")));
        return TERM_USAGE;
    }
    const char *terminal = getenv("TERM");
    if (!terminal || !*terminal || strcmp(terminal, "dumb") == 0) {
        fprintf(stderr, "colonnade: %s\n",
                lang_text(options->lang,
                          T("--screen needs a terminal that can move its cursor; leave it out to play on this one")));
        return TERM_USAGE;
    }
    if (!term_begin(session, options, &s.said, &status)) {
        fprintf(stderr, "colonnade: %s", buffer_text(&s.said));
        buffer_free(&s.said);
        return status;
    }
    if (options->far && !arrive(&s)) {
        far_close(s.far);
        buffer_free(&s.said);
        return TERM_ILLEGAL;
    }
    s.thinking = thinking_new(session);
    /* Before the screen is opened: ncurses leaves SIGTSTP alone only if it finds a handler. Otherwise it ignores the
     * signal while it draws, and a Ctrl-Z at that moment is lost. */
    screen_catch_signals();
    if (!s.thinking || !screen_open(options->colour)) {
        fprintf(stderr, "colonnade: %s\n",
                lang_text(options->lang, T("this terminal cannot show a full screen: play without --screen")));
        thinking_free(s.thinking);
        far_close(s.far);
        buffer_free(&s.said);
        return TERM_MACHINE;
    }
    converse(&s);
    thinking_free(s.thinking);
    far_close(s.far);
    screen_close();
    status = screen_signal() ? TERM_SIGNAL + screen_signal() : TERM_OK;
    if (session_keep(session, &said)) {
        Buffer shown = {0};
        term_add(&shown, buffer_text(&said));
        fputs(buffer_text(&shown), stdout);
        buffer_free(&shown);
    }
    buffer_free(&said);
    buffer_free(&s.said);
    movelist_free(&s.legal);
    memory_free(s.listed);
    return status;
}
