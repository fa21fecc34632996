/* Line mode: see line.h.
 *
 * A worker carries out each line, while this thread waits for it and for signals: thinking can be stopped at any
 * time without losing the game. */
#include "ui/term/line.h"

#include "engine/adviser.h"
#include "session/levels.h"
#include "ui/term/far.h"
#include "ui/term/reader.h"
#include "ui/term/thinking.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PATIENCE = 50 };     /* milliseconds between two looks at progress */

typedef struct Dialogue {
    Session *session;
    const TermOptions *options;
    Reader *reader;
    Thinking *thinking;
    Far *far;               /* NULL: the game is on this machine */
    Reply news;             /* from the house */
    Buffer line, prompt;
    bool asked;             /* who plays has been asked, or told */
} Dialogue;

static const char *const which_game = T("Which game? Type its number or its name.");

/* --- saying --- */

/* How long a line may be; 0: unlimited. Programs and screen readers want whole sentences. */
static int columns(const Dialogue *d)
{
    struct winsize size;
    return d->options->mode == TERM_LINE && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static void print_text(const Dialogue *d, const char *text)
{
    enum { NARROW = 20 };
    Buffer shown = {0}, wrapped = {0};
    int width = columns(d);
    term_add(&shown, text);
    if (width > NARROW)
        term_wrap(buffer_text(&shown), width, &wrapped);
    fputs(buffer_text(width > NARROW ? &wrapped : &shown), stdout);
    buffer_free(&shown);
    buffer_free(&wrapped);
}

static void print_line(const Dialogue *d, Lang lang, const char *english)
{
    Buffer line = {0};
    buffer_format(&line, "%s\n", lang_text(lang, english));
    print_text(d, buffer_text(&line));
    buffer_free(&line);
}

static bool has_people(Session *s)
{
    for (int seat = 0; seat < tree_game(session_tree(s))->players; seat++)
        if (session_level(s, seat) == 0)
            return true;
    return false;
}

static void print_board(const Dialogue *d)
{
    Session *s = d->session;
    bool plain = d->options->mode == TERM_PLAIN;
    Buffer board = {0};
    /* A level is about to answer a person: the board after that is worth reading. */
    if (session_to_think(s) && (plain || has_people(s)))
        return;
    session_set_columns(s, columns(d));
    if (plain)
        session_turn(s, &board);
    else
        session_board(s, &board);
    print_text(d, buffer_text(&board));
    buffer_free(&board);
}

/* One per line, after a sign that no sentence begins with. */
static void print_events(const char *line)
{
    while (*line) {
        size_t length = strcspn(line, "\n");
        printf("! %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* A game has just been chosen, and who plays it is not settled yet: its board comes after that. */
static bool is_unsettled(const Dialogue *d)
{
    SessionLesson lesson;
    SessionPuzzle puzzle;
    Session *s = d->session;
    return !d->asked && session_tree(s) && !session_lesson_now(s, &lesson) && !session_puzzle_now(s, &puzzle);
}

static void print_reply(const Dialogue *d, const Reply *reply)
{
    Session *s = d->session;
    print_text(d, buffer_text(&reply->text));
    if (d->options->events) {
        print_events(buffer_text(&reply->events));
        return;
    }
    if (reply->text.failed)
        print_line(d, session_lang(s), T("there is not enough memory"));
    /* After a lesson there may be no game. */
    if (reply->changed && !session_tree(s))
        print_line(d, session_lang(s), which_game);
    if (!reply->changed || !session_tree(s) || is_unsettled(d))
        return;
    print_board(d);
    if (tree_outcome(session_tree(s)).over && d->reader && reader_edits(d->reader))
        print_line(d, session_lang(s),
                   session_is_far(s)
                       ? T("`rematch` asks for another game, `review` looks for mistakes, `save` keeps the game.")
                       : T("`review` looks for mistakes, `save` keeps the game, `new` starts another one."));
}

/* --- beginning --- */

/* False: there is nothing to begin with; stderr says why. */
static bool begin(Dialogue *d, int *status)
{
    Session *s = d->session;
    Buffer said = {0};
    bool ok = term_begin(s, d->options, &said, status);
    if (ok)
        print_text(d, buffer_text(&said));
    if (ok && d->options->events) {
        buffer_free(&said);
        print_events(session_events(s));
        d->asked = true;
        return true;
    }
    if (!ok)
        fprintf(stderr, "colonnade: %s", buffer_text(&said));
    buffer_free(&said);
    if (!ok)
        return false;
    Lang lang = session_lang(s);
    if (d->options->far)
        return true;
    if (term_ascii_only() && !d->options->ascii)
        print_line(d, lang, T("This terminal's character set has no signs for the pieces: letters are used."));
    if (session_tree(s)) {
        d->asked = true;
        print_board(d);
    } else {
        Reply games = {0};
        session_command(s, "games", &games);
        print_text(d, buffer_text(&games.text));
        reply_free(&games);
        /* In the other language, for those who read that one. */
        print_line(d, lang == LANG_EN ? LANG_FR : LANG_EN, T("To play in English, type: language en"));
        print_line(d, lang, which_game);
    }
    if (isatty(STDIN_FILENO) && session_can_resume(s))
        print_line(d, lang, T("A game was interrupted: `resume` goes on with it."));
    return true;
}

/* --- from far away --- */

static void make_prompt(Dialogue *d)
{
    Buffer prompt = {0};
    if (!d->options->events)
        session_prompt(d->session, &prompt);
    buffer_clear(&d->prompt);
    term_add(&d->prompt, buffer_text(&prompt));
    buffer_free(&prompt);
}

static const char *tell_news(void *context)
{
    Dialogue *d = context;
    if (!far_take(d->far, &d->news))
        return NULL;
    if (!reader_edits(d->reader))
        putchar('\n');
    print_reply(d, &d->news);
    make_prompt(d);
    return buffer_text(&d->prompt);
}

/* Waits until the round is there; false: it never will be, or a signal came. */
static bool arrive(Dialogue *d)
{
    while (far_waits(d->far) && !far_failed(d->far) && !reader_signal()) {
        reader_wait(d->reader, far_ready(d->far), 500);
        if (far_take(d->far, &d->news))
            print_reply(d, &d->news);
        fflush(stdout);
    }
    return !far_waits(d->far);
}

/* --- the dialogue --- */

/* Lets the worker do a task; false: a signal ended it. */
static bool work(Dialogue *d, ThinkingTask task, const char *line, bool *quit)
{
    fflush(stdout);
    session_set_columns(d->session, columns(d));
    thinking_start(d->thinking, task, line, 0);
    while (!reader_wait(d->reader, thinking_ready(d->thinking), PATIENCE))
        if (reader_interrupted(d->reader) || reader_signal())
            session_stop(d->session);
    const Reply *reply = thinking_join(d->thinking);
    /* A stop that came too late does not mean leaving. */
    reader_interrupted(d->reader);
    print_reply(d, reply);
    *quit = reply->quit;
    return !reader_signal();
}

/* "Black [level 2]? ": Enter accepts what stands in brackets. */
static void make_question(Dialogue *d, int seat, int offered)
{
    Lang lang = session_lang(d->session);
    char number[16], level[64], line[128];
    snprintf(number, sizeof number, "%d", offered);
    lang_format(lang, level, sizeof level, offered ? T("level {0}") : T("a person"), 1, number);
    lang_format(lang, line, sizeof line, T("{0} [{1}]? "), 2, lang_text(lang, scene_seat_name(seat)), level);
    buffer_clear(&d->prompt);
    term_add(&d->prompt, line);
}

/* Seats whoever the line names; "" accepts the player offered. False: it names nobody. */
static bool seat_player(Dialogue *d, int seat, const char *line, int offered)
{
    Reply reply = {0};
    char order[64], level[16] = "human";
    if (offered)
        snprintf(level, sizeof level, "%d", offered);
    snprintf(order, sizeof order, "seat %c %.40s", game_seat_letter(seat), *line ? line : level);
    session_command(d->session, order, &reply);
    bool ok = reply.ok;
    if (ok)
        print_reply(d, &reply);
    reply_free(&reply);
    return ok;
}

/* Asks who sits where after a game was chosen from the menu. Every command works here too; one that begins another
 * game ends the questions. */
static ReaderResult ask_seats(Dialogue *d, bool *quit)
{
    static const char *const how =
        T("Who plays? Type a level from 1 to 10 or `human`, or press Enter for the choice in brackets.");
    Session *s = d->session;
    const Tree *tree = session_tree(s);
    const Game *g = tree_game(tree);
    if (!adviser_knows(g))
        return READER_LINE;
    print_line(d, session_lang(s), how);
    for (int seat = 0; seat < g->players && !*quit && session_tree(s) == tree;) {
        int offered = seat > 0 ? LEVEL_FIRST : 0;
        make_question(d, seat, offered);
        ReaderResult result = reader_line(d->reader, buffer_text(&d->prompt), &d->line);
        if (result != READER_LINE)
            return result;
        if (session_is_command(buffer_text(&d->line))) {
            if (!work(d, THINKING_COMMAND, buffer_text(&d->line), quit))
                return READER_SIGNAL;
            if (!*quit && session_tree(s) == tree)
                print_line(d, session_lang(s), how);
        } else if (seat_player(d, seat, buffer_text(&d->line), offered)) {
            seat++;
        } else {
            print_line(d, session_lang(s), how);
        }
    }
    return READER_LINE;
}

/* Settles what is still open when a game has just been chosen. */
static ReaderResult settle(Dialogue *d, bool *quit)
{
    Tree *m = session_tree(d->session);
    bool given = d->options->clock != NULL;
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        given = given || d->options->seat[seat];
    d->asked = true;
    if (given) {
        Buffer said = {0};
        term_seats(d->session, d->options, &said);
        print_text(d, buffer_text(&said));
        buffer_free(&said);
    } else if (reader_edits(d->reader) && tree_count(m) == 1) {
        return ask_seats(d, quit);
    }
    return READER_LINE;
}

static int converse(Dialogue *d)
{
    Session *s = d->session;
    int status = TERM_OK;
    bool quit = false;
    ReaderResult result = READER_LINE;
    while (result == READER_LINE && !quit && status == TERM_OK) {
        if (is_unsettled(d)) {
            result = settle(d, &quit);
            if (result == READER_LINE && !quit)
                print_board(d);
            continue;
        }
        if (session_to_think(s)) {
            if (!work(d, THINKING_THINK, NULL, &quit))
                result = READER_SIGNAL;
            if (ferror(stdout))
                status = TERM_MACHINE;
            continue;
        }
        make_prompt(d);
        result = reader_line(d->reader, buffer_text(&d->prompt), &d->line);
        if (result == READER_LINE && !work(d, THINKING_COMMAND, buffer_text(&d->line), &quit))
            result = READER_SIGNAL;
        if (ferror(stdout) || d->line.failed || d->prompt.failed)
            status = TERM_MACHINE;
    }
    if (result != READER_LINE)
        putchar('\n');
    if (result == READER_SIGNAL)
        status = TERM_SIGNAL + reader_signal();
    return status;
}

static bool begin_far(Dialogue *d)
{
    Message error = {0};
    d->asked = true;
    d->far = far_open(d->session, d->options->far, &error);
    if (!d->far) {
        char line[512];
        lang_message(session_lang(d->session), &error, line, sizeof line);
        fprintf(stderr, "colonnade: %s\n", line);
        return false;
    }
    if (!arrive(d))
        return false;
    reader_watch(d->reader, far_ready(d->far), tell_news, d);
    return true;
}

int line_run(Session *s, const TermOptions *options)
{
    Dialogue d = {.session = s, .options = options};
    int status;
    if (!begin(&d, &status))
        return status;
    d.reader = reader_open(s);
    d.thinking = d.reader ? thinking_new(s) : NULL;
    status = TERM_MACHINE;
    if (d.thinking && options->far && !begin_far(&d)) {
        status = reader_signal() ? TERM_SIGNAL + reader_signal() : TERM_ILLEGAL;
    } else if (d.thinking) {
        status = converse(&d);
        if (ferror(stdout))
            fprintf(stderr, "colonnade: %s\n", lang_text(session_lang(s), T("the output can no longer be written")));
        /* A script that ends has said all it wanted; a person may want to come back. */
        if (status != TERM_OK || reader_edits(d.reader)) {
            Buffer said = {0};
            if (session_keep(s, &said))
                print_text(&d, buffer_text(&said));
            buffer_free(&said);
        }
    }
    thinking_free(d.thinking);
    if (d.reader) {
        reader_close(d.reader);
        if (status == TERM_MACHINE && reader_signal())
            status = TERM_SIGNAL + reader_signal();
    }
    far_close(d.far);
    reply_free(&d.news);
    buffer_free(&d.line);
    buffer_free(&d.prompt);
    return status;
}
