/* See term.h. */
#include "ui/term/term.h"

#include "core/utf8.h"
#include "ui/term/line.h"
#include "ui/term/screen.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

enum { STATE = 4096 };

/* --- where and when --- */

static void today(char out[16])
{
    time_t now = time(NULL);
    struct tm local;
    out[0] = '\0';
    if (localtime_r(&now, &local))
        strftime(out, 16, "%Y.%m.%d", &local);
}

/* The folder for saved games; "": there is none. */
static void games_folder(char out[STATE])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    if (data && data[0] == '/')
        n = snprintf(out, STATE, "%s/colonnade/games", data);
    else if (home && home[0] == '/')
        n = snprintf(out, STATE, "%s/.local/share/colonnade/games", home);
    if (n < 0 || n >= STATE)
        out[0] = '\0';
}

/* Earlier versions kept unfinished games in the state folder. */
static void take_over(Session *s)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char folder[STATE];
    Buffer said = {0};
    int n = -1;
    if (state && state[0] == '/')
        n = snprintf(folder, STATE, "%s/colonnade", state);
    else if (home && home[0] == '/')
        n = snprintf(folder, STATE, "%s/.local/state/colonnade", home);
    if (n > 0 && n < STATE)
        session_take_over(s, folder, &said);
    fputs(buffer_text(&said), stdout);
    fflush(stdout);
    buffer_free(&said);
}

static uint64_t some_seed(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000003 + (uint64_t)t.tv_nsec;
}

/* --- signs --- */

/* Debian installs only the locale C.UTF-8 by default. If somebody asks for fr_FR.UTF-8 there, the terminal shows
 * accents all the same. */
static void set_locale(void)
{
    static const char *const variable[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *wanted = NULL;
    for (int i = 0; i < 3 && (!wanted || !*wanted); i++)
        wanted = getenv(variable[i]);
    const char *set = wanted ? strchr(wanted, '.') : NULL;
    if (!setlocale(LC_CTYPE, "") && set && (strncasecmp(set, ".utf-8", 6) == 0 || strncasecmp(set, ".utf8", 5) == 0))
        setlocale(LC_CTYPE, "C.UTF-8");
}

bool term_ascii_only(void) { return isatty(STDOUT_FILENO) && strcmp(nl_langinfo(CODESET), "UTF-8") != 0; }

/* ASCII for the letters and marks that our languages use. */
static const char *ascii_for(uint32_t c)
{
    static const struct {
        const char *signs, *ascii;
    } table[] = {
        {"àâä", "a"}, {"ç", "c"},   {"éèêë", "e"},  {"îï", "i"},   {"ôö", "o"}, {"ùûü", "u"},          {"œ", "oe"},
        {"æ", "ae"},  {"ÀÂÄ", "A"}, {"Ç", "C"},     {"ÉÈÊË", "E"}, {"ÎÏ", "I"}, {"ÔÖ", "O"},           {"ÙÛÜ", "U"},
        {"Œ", "OE"},  {"Æ", "AE"},  {"«»“”", "\""}, {"‘’", "'"},   {"–—", "-"}, {"\u00a0\u202f", " "}, {"×", "x"},
        {"…", "..."}, {"·", "."},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (size_t at = 0, length = strlen(table[i].signs); at < length;) {
            uint32_t sign;
            if (!utf8_next(table[i].signs, length, &at, &sign))
                break;
            if (sign == c)
                return table[i].ascii;
        }
    return "?";
}

void term_add(Buffer *out, const char *text)
{
    if (!term_ascii_only()) {
        buffer_add(out, text);
        return;
    }
    /* « word » becomes "word", without the blanks that French puts inside. */
    bool opened = false;
    for (size_t at = 0, length = strlen(text); at < length;) {
        uint32_t c;
        if (!utf8_next(text, length, &at, &c)) {
            at++;
            continue;
        }
        bool inside = c == 0xa0 && (opened || strncmp(text + at, "»", strlen("»")) == 0);
        opened = c == 0xab;
        if (c < 0x80)
            buffer_add_char(out, (char)c);
        else if (!inside)
            buffer_add(out, ascii_for(c));
    }
}

/* --- lines --- */

/* Columns before the text in "- text" and in "  word  text"; 0 for anything else. */
static int hang_of(const char *line, size_t length)
{
    if (length > 2 && line[0] == '-' && line[1] == ' ')
        return 2;
    for (size_t i = 2; length > 2 && line[0] == ' ' && line[1] == ' ' && i + 2 < length; i++)
        if (line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ' && i > 2)
            return (int)utf8_count(line, i);
    return 0;
}

/* Where to break a text of `length` bytes so that what comes before fits into `width` columns: at the last blank
 * that allows it, otherwise at the first. `length`: nowhere. */
static size_t break_of(const char *text, size_t length, int width)
{
    size_t blank = 0;
    int columns = 0;
    for (size_t at = 0; at < length;) {
        size_t start = at;
        uint32_t c;
        if (!utf8_next(text, length, &at, &c))
            at = start + 1;
        if (start > 0 && text[start] == ' ' && (columns <= width || blank == 0))
            blank = start;
        if (++columns > width && blank > 0)
            return blank;
    }
    return length;
}

void term_wrap(const char *text, int width, Buffer *out)
{
    buffer_clear(out);
    while (*text) {
        size_t line = strcspn(text, "\n");
        bool drawn = memchr(text, '\033', line) != NULL; /* colours have no width, and a board is not a sentence */
        int hang = hang_of(text, line), room = width;
        if (hang > width / 2)
            hang = 0;
        for (size_t cut; !drawn && (cut = break_of(text, line, room)) < line;) {
            buffer_add_bytes(out, text, cut);
            buffer_format(out, "\n%*s", hang, "");
            room = width - hang;
            text += cut + 1;
            line -= cut + 1;
        }
        buffer_add_bytes(out, text, line);
        buffer_add_char(out, '\n');
        text += line + (text[line] == '\n');
    }
}

/* --- beginning --- */

/* Runs a command and adds what it says to `said`; returns whether it succeeded. */
static bool command(Session *s, const char *line, Buffer *said)
{
    Reply reply = {0};
    session_command(s, line, &reply);
    buffer_add(said, buffer_text(&reply.text));
    bool ok = reply.ok;
    reply_free(&reply);
    return ok;
}

bool term_seats(Session *s, const TermOptions *options, Buffer *said)
{
    char line[64];
    bool ok = true;
    if (options->clock) {
        snprintf(line, sizeof line, "clock %.40s", options->clock);
        ok = command(s, line, said);
    }
    for (int seat = 0; ok && seat < MAX_PLAYERS; seat++) {
        if (!options->seat[seat])
            continue;
        snprintf(line, sizeof line, "seat %c %.40s", game_seat_letter(seat), options->seat[seat]);
        ok = command(s, line, said);
    }
    return ok;
}

bool term_begin(Session *s, const TermOptions *options, Buffer *said, int *status)
{
    char line[SESSION_LINE];
    bool ok = true;
    *status = TERM_ILLEGAL;
    if (options->load) {
        Reply reply = {0};
        session_load_file(s, options->load, &reply);
        buffer_add(said, buffer_text(&reply.text));
        ok = reply.ok;
        reply_free(&reply);
    } else if (options->game) {
        if (!options->fair)
            snprintf(line, sizeof line, "new %s", options->game);
        else if (options->fair_number)
            snprintf(line, sizeof line, "fair %s %d", options->game, options->fair_number);
        else
            snprintf(line, sizeof line, "fair %s", options->game);
        ok = command(s, line, said);
    }
    if (ok && session_tree(s)) {
        Buffer seats = {0};
        *status = TERM_USAGE;
        ok = term_seats(s, options, &seats);
        if (!ok)
            buffer_clear(said);
        buffer_add(said, buffer_text(&seats));
        buffer_free(&seats);
    }
    return ok;
}

int term_run(const TermOptions *options)
{
    char date[16], state[STATE];
    set_locale();
    today(date);
    games_folder(state);
    Session *s = session_new(&(SessionOptions){
        .lang = options->lang,
        .ascii = options->ascii || term_ascii_only(),
        .colour = options->colour,
        .files = true,
        .date = date,
        .state = state,
        .plain = options->mode == TERM_PLAIN,
        .shown = options->mode == TERM_SCREEN,
        .scripted = options->events,
        .seed = options->seed ? options->seed : some_seed(),
        .equip = options->equip,
        .tables = options->tables,
    });
    if (!s) {
        fprintf(stderr, "colonnade: %s\n", lang_text(options->lang, T("there is not enough memory")));
        return TERM_MACHINE;
    }
    if (!options->events)
        take_over(s);
    int status = options->mode == TERM_SCREEN ? screen_run(s, options) : line_run(s, options);
    session_free(s);
    return status;
}
