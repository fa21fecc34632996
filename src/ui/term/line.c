/* Line mode: see line.h. */
#include "ui/term/line.h"

#include "session/session.h"
#include "ui/term/reader.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STATUS_OK, STATUS_ILLEGAL, STATUS_MACHINE = 3, STATUS_SIGNAL = 128, STATE = 4096 };

/* --- where and when --- */

static void today(char out[16])
{
    time_t now = time(NULL);
    struct tm local;
    out[0] = '\0';
    if (localtime_r(&now, &local))
        strftime(out, 16, "%Y.%m.%d", &local);
}

/* The folder for state that should outlive the program; "": there is none. */
static void state_folder(char out[STATE])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = -1;
    if (state && state[0] == '/')
        n = snprintf(out, STATE, "%s/colonnade", state);
    else if (home && home[0] == '/')
        n = snprintf(out, STATE, "%s/.local/state/colonnade", home);
    if (n < 0 || n >= STATE)
        out[0] = '\0';
}

/* A terminal whose character set is not Unicode cannot show the signs. */
static bool shows_unicode(void)
{
    return !isatty(STDOUT_FILENO) || strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static Session *open_session(const TermOptions *options)
{
    char date[16], state[STATE];
    today(date);
    state_folder(state);
    return session_new(&(SessionOptions){
        .lang = options->lang,
        .ascii = options->ascii || !shows_unicode(),
        .colour = options->colour,
        .files = true,
        .date = date,
        .state = state,
    });
}

/* --- saying --- */

static void print(const Buffer *text) { fputs(buffer_text(text), stdout); }

static void print_line(Lang lang, const char *english) { printf("%s\n", lang_text(lang, english)); }

static void print_reply(Session *s, const Reply *reply)
{
    print(&reply->text);
    if (reply->text.failed)
        print_line(session_lang(s), T("there is not enough memory"));
    if (reply->changed && session_match(s)) {
        Buffer board = {0};
        session_board(s, &board);
        print(&board);
        buffer_free(&board);
    }
}

/* The game that was asked for on the command line; false: there is none, and stderr says why. */
static bool begin(Session *s, const TermOptions *options)
{
    Reply reply = {0};
    char line[SESSION_LINE];
    if (options->load) {
        session_load_file(s, options->load, &reply);
    } else if (options->game) {
        snprintf(line, sizeof line, "new %s", options->game);
        session_command(s, line, &reply);
    } else {
        session_command(s, "games", &reply);
    }
    bool ok = reply.ok;
    if (ok)
        print_reply(s, &reply);
    else
        fprintf(stderr, "colonnade: %s", buffer_text(&reply.text));
    reply_free(&reply);
    if (ok && !session_match(s))
        print_line(options->lang, T("Which game? Type its number or its name."));
    if (ok && isatty(STDIN_FILENO) && session_can_resume(s))
        print_line(options->lang, T("A game was interrupted: `resume` goes on with it."));
    return ok;
}

/* --- the dialogue --- */

static int converse(Session *s, Reader *reader)
{
    Buffer prompt = {0}, line = {0};
    Reply reply = {0};
    int status = STATUS_OK;
    ReaderResult result = READER_LINE;
    while (result == READER_LINE && !reply.quit && status == STATUS_OK) {
        buffer_clear(&prompt);
        session_prompt(s, &prompt);
        result = reader_line(reader, buffer_text(&prompt), &line);
        if (result == READER_LINE) {
            session_command(s, buffer_text(&line), &reply);
            print_reply(s, &reply);
        }
        if (ferror(stdout) || line.failed || prompt.failed)
            status = STATUS_MACHINE;
    }
    if (result != READER_LINE)
        putchar('\n');
    if (result == READER_SIGNAL)
        status = STATUS_SIGNAL + reader_signal();
    buffer_free(&prompt);
    buffer_free(&line);
    reply_free(&reply);
    return status;
}

int term_line_run(const TermOptions *options)
{
    setlocale(LC_CTYPE, "");
    Session *s = open_session(options);
    if (!s) {
        fprintf(stderr, "colonnade: %s\n", lang_text(options->lang, T("there is not enough memory")));
        return STATUS_MACHINE;
    }
    bool begun = begin(s, options);
    int status = begun ? STATUS_MACHINE : STATUS_ILLEGAL;
    Reader *reader = begun ? reader_open(s) : NULL;
    if (reader) {
        status = converse(s, reader);
        /* A script that ends has said all it wanted; a person may want to come back. */
        if (status != STATUS_OK || reader_edits(reader)) {
            Buffer said = {0};
            if (session_keep(s, &said))
                print(&said);
            buffer_free(&said);
        }
        reader_close(reader);
    }
    session_free(s);
    return status;
}
