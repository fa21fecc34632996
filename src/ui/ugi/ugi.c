/* The commands of the protocol, and everything but the search itself. */
#include "ui/ugi/ugi.h"

#include "core/memory.h"
#include "core/utf8.h"
#include "ui/ugi/ugi_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MAX_LINES = 64, SHOWN = 60, ROOM = 4096 };

/* --- answers --- */

static void send_line(Ugi *u, const char *line)
{
    pthread_mutex_lock(&u->writing);
    if (!u->closed && !u->write(u->context, line))
        u->closed = true;
    pthread_mutex_unlock(&u->writing);
}

static bool is_closed(Ugi *u)
{
    pthread_mutex_lock(&u->writing);
    bool closed = u->closed;
    pthread_mutex_unlock(&u->writing);
    return closed;
}

void ugi_print(Ugi *u, const char *format, ...)
{
    char line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    /* Text from outside must not end the line or control a terminal. */
    utf8_clean(line);
    send_line(u, line);
}

void ugi_print_message(Ugi *u, const char *before, const Message *m)
{
    char text[512];
    message_english(m, text, sizeof text);
    ugi_print(u, "info string %s%s%s", before ? before : "", before ? ": " : "", text);
}

void ugi_say(Ugi *u, const char *sentence) { ugi_print(u, "info string %s", sentence); }

char *ugi_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t\r\n\v\f");
    if (*word == '\0') {
        *rest = word;
        return NULL;
    }
    char *end = word + strcspn(word, " \t\r\n\v\f");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

/* Whole numbers only; false: it is not one, or not within the limits. */
static bool read_number(const char *text, long least, long most, int *out)
{
    size_t length = strlen(text);
    if (length == 0 || length > 9 || strspn(text, "0123456789") != length)
        return false;
    long n = strtol(text, NULL, 10);
    if (n < least || n > most)
        return false;
    *out = (int)n;
    return true;
}

/* --- options --- */

/* Three quarters of the machine's memory: with more, it would only swap. */
static long most_hash(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    long mib = pages > 0 && page > 0 ? (long)((double)pages * (double)page / (1 << 20) * 3 / 4) : 1024;
    return mib < 1 ? 1 : mib > 1 << 20 ? 1 << 20 : mib;
}

static void print_identity(Ugi *u)
{
    ugi_print(u, "id name Colonnade %s", u->options.version);
    ugi_print(u, "id author the Colonnade project");
    Buffer games = {0};
    for (size_t i = 0; u->options.list(i); i++)
        buffer_format(&games, " var %s", u->options.list(i)->id);
    ugi_print(u, "option name Game type combo default %s%s", u->options.game->id, buffer_text(&games));
    buffer_free(&games);
    ugi_print(u, "option name Hash type spin default %d min 1 max %ld", SEARCH_DEFAULT_MIB, most_hash());
    ugi_print(u, "option name Threads type spin default 1 min 1 max %d", SEARCH_MAX_THREADS);
    ugi_print(u, "option name Level type spin default %d min %d max %d", UGI_DEFAULT_LEVEL, LEVEL_MIN, LEVEL_MAX);
    ugi_print(u, "option name MultiPV type spin default 1 min 1 max %d", MAX_LINES);
    ugi_print(u, "ugiok");
}

static bool new_match(Ugi *u, const Game *g, const Position *start)
{
    Tree *m = tree_new(g, start);
    if (!m) {
        ugi_say(u, "out of memory");
        return false;
    }
    tree_free(u->tree);
    u->tree = m;
    return true;
}

static void set_game(Ugi *u, const char *value)
{
    const Game *g = u->options.find(value);
    if (!g) {
        ugi_print(u, "info string no game is called %.*s; the option Game lists them", SHOWN, value);
        return;
    }
    if (g == u->options.game || !new_match(u, g, NULL))
        return;
    u->options.game = g;
    ugi_drop_adviser(u);
}

typedef struct Spin {
    const char *name;
    long least, most;
    int *value;
    bool restarts;          /* the adviser depends on it */
} Spin;

static void set_spin(Ugi *u, const Spin *s, const char *value)
{
    int n;
    if (!read_number(value, s->least, s->most, &n)) {
        if (strcmp(s->name, "Hash") == 0 && strspn(value, "0123456789") == strlen(value) && *value)
            ugi_print(u,
                      "info string a hash of %.*s MiB is not possible: this machine allows 1 to %ld; the hash stays as "
                      "it was",
                      SHOWN, value, s->most);
        else
            ugi_print(u, "info string %s takes a whole number from %ld to %ld, not %.*s", s->name, s->least, s->most,
                      SHOWN, value);
        return;
    }
    if (s->restarts && *s->value != n)
        ugi_drop_adviser(u);
    *s->value = n;
}

/* `name X value Y`; names are matched without regard to case. */
static void set_option(Ugi *u, char *rest)
{
    char *word = ugi_word(&rest), *name = word && strcmp(word, "name") == 0 ? ugi_word(&rest) : NULL;
    char *keyword = name ? ugi_word(&rest) : NULL;
    char *value = keyword && strcmp(keyword, "value") == 0 ? ugi_word(&rest) : NULL;
    if (!value) {
        ugi_say(u, "an option is set with: setoption name NAME value VALUE");
        return;
    }
    if (strcasecmp(name, "Game") == 0) {
        set_game(u, value);
        return;
    }
    const Spin spins[] = {
        {"Hash", 1, most_hash(), &u->options.hash, true},
        {"Threads", 1, SEARCH_MAX_THREADS, &u->options.threads, true},
        {"Level", LEVEL_MIN, LEVEL_MAX, &u->options.level, false},
        {"MultiPV", 1, MAX_LINES, &u->lines, false},
    };
    for (size_t i = 0; i < sizeof spins / sizeof *spins; i++)
        if (strcasecmp(name, spins[i].name) == 0) {
            set_spin(u, &spins[i], value);
            return;
        }
    ugi_print(u, "info string there is no option %.*s", SHOWN, name);
}

/* --- positions --- */

static bool play_moves(Ugi *u, char *rest)
{
    for (char *word; (word = ugi_word(&rest));) {
        Message error = {0};
        char before[SHOWN + 8];
        snprintf(before, sizeof before, "move %.*s", SHOWN, word);
        if (!tree_play_text(u->tree, word, &error)) {
            ugi_print_message(u, before, &error);
            return false;
        }
    }
    return true;
}

/* `startpos|fen P [moves M…]`. A position contains blanks, so it extends to ` moves `. An error leaves the previous
 * position as it was. */
static void set_position(Ugi *u, char *rest)
{
    const Game *g = u->options.game;
    char *kind = ugi_word(&rest);
    Position start;
    bool fen = kind && strcmp(kind, "fen") == 0;
    if (!fen && !(kind && strcmp(kind, "startpos") == 0)) {
        ugi_say(u, "a position is set with: position startpos|fen POSITION [moves MOVE ...]");
        return;
    }
    rest += strspn(rest, " \t");
    char *moves = strncmp(rest, "moves", 5) == 0 && strchr(" \t", rest[5]) ? rest : strstr(rest, " moves");
    if (moves && moves != rest && moves[6] != '\0' && !strchr(" \t\r", moves[6]))
        moves = NULL;
    char *text = rest;
    if (moves) {
        text = moves == rest ? moves + strlen(moves) : rest;
        char *played = moves + (moves == rest ? 5 : 6);
        *moves = '\0';
        rest = played;
    } else {
        rest = rest + strlen(rest);
    }
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    Message error = {0};
    if (fen && !g->read_position(text, &start, &error)) {
        ugi_print_message(u, "position", &error);
        return;
    }
    if (!fen && *text) {
        ugi_print(u, "info string expected `moves` or nothing after startpos, not %.*s", SHOWN, text);
        return;
    }
    Tree *before = u->tree;
    u->tree = tree_new(g, fen ? &start : NULL);
    if (u->tree && play_moves(u, rest)) {
        tree_free(before);
        return;
    }
    if (!u->tree)
        ugi_say(u, "out of memory");
    tree_free(u->tree);
    u->tree = before;
}

static void answer_query(Ugi *u, char *rest)
{
    const char *what = ugi_word(&rest);
    const Game *g = u->options.game;
    Outcome o = tree_outcome(u->tree);
    if (what && strcmp(what, "p1turn") == 0) {
        ugi_print(u, "response %s", tree_mover(u->tree) == 0 ? "true" : "false");
    } else if (what && strcmp(what, "gameover") == 0) {
        ugi_print(u, "response %s", o.over ? "true" : "false");
    } else if (what && strcmp(what, "result") == 0) {
        if (o.over && o.winner != DRAW)
            ugi_print(u, "response p%dwin", o.winner + 1);
        else
            ugi_print(u, "response %s", o.over ? "draw" : "none");
    } else if (what && strcmp(what, "turn") == 0) {
        ugi_print(u, "response %c", game_seat_letter(tree_mover(u->tree)));
    } else if (what && strcmp(what, "players") == 0) {
        ugi_print(u, "response %d", g->players);
    } else if (what && strcmp(what, "position") == 0) {
        char text[POSITION_TEXT];
        g->write_position(tree_position(u->tree), text);
        ugi_print(u, "response %s", text);
    } else {
        ugi_say(u, "query takes p1turn, gameover, result, turn, players or position");
    }
}

/* --- commands --- */

static void new_game(Ugi *u)
{
    new_match(u, u->options.game, NULL);
    if (u->adviser)
        adviser_forget(u->adviser);
}

static void say_ready(Ugi *u)
{
    if (!ugi_thinking(u))
        ugi_ready(u);
    ugi_print(u, "readyok");
}

/* Commands that would change what a search is about have to wait until it ends. */
static bool waits(Ugi *u, const char *command)
{
    if (!ugi_thinking(u))
        return false;
    ugi_print(u, "info string %s has to wait: a search is under way, stop it first", command);
    return true;
}

static bool obey(Ugi *u, const char *command, char *rest)
{
    if (strcmp(command, "quit") == 0)
        return false;
    if (strcmp(command, "ugi") == 0)
        print_identity(u);
    else if (strcmp(command, "isready") == 0)
        say_ready(u);
    else if (strcmp(command, "stop") == 0)
        ugi_stop(u);
    else if (strcmp(command, "query") == 0)
        answer_query(u, rest);
    else if (strcmp(command, "uginewgame") == 0 && !waits(u, command))
        new_game(u);
    else if (strcmp(command, "setoption") == 0 && !waits(u, command))
        set_option(u, rest);
    else if (strcmp(command, "position") == 0 && !waits(u, command))
        set_position(u, rest);
    else if (strcmp(command, "go") == 0 && !waits(u, command))
        ugi_go(u, rest);
    return true;
}

static bool is_command(const char *word)
{
    static const char *const known[] = {"quit",       "ugi",       "isready",  "stop", "query",
                                        "uginewgame", "setoption", "position", "go"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(word, known[i]) == 0)
            return true;
    return false;
}

bool ugi_line(Ugi *u, const char *line)
{
    char room[ROOM];            /* enough for all but long games: reading `go` needs no memory */
    size_t length = strlen(line) + 1;
    char *copy = length <= sizeof room ? room : memory_resize(NULL, length), *rest = copy;
    if (!copy) {
        ugi_say(u, "out of memory");
        return true;
    }
    memcpy(copy, line, length);
    const char *command = ugi_word(&rest);
    bool go_on = true;
    if (command && is_command(command))
        go_on = obey(u, command, rest);
    else if (command)
        ugi_print(u, "info string unknown command %.*s", SHOWN, command);
    if (copy != room)
        memory_free(copy);
    return go_on && !is_closed(u);
}

Ugi *ugi_create(UgiOptions options, UgiWrite *write, void *context)
{
    Ugi *u = memory_resize(NULL, sizeof *u);
    if (!u)
        return NULL;
    memset(u, 0, sizeof *u);
    u->options = options;
    u->options.hash = options.hash > 0 ? options.hash : SEARCH_DEFAULT_MIB;
    u->options.level = options.level > 0 ? options.level : UGI_DEFAULT_LEVEL;
    u->options.threads = options.threads > 0 ? options.threads : 1;
    u->lines = 1;
    u->write = write;
    u->context = context;
    u->tree = tree_new(options.game, NULL);
    if (!u->tree) {
        memory_free(u);
        return NULL;
    }
    pthread_mutex_init(&u->writing, NULL);
    pthread_mutex_init(&u->lock, NULL);
    pthread_cond_init(&u->changed, NULL);
    return u;
}

void ugi_destroy(Ugi *u)
{
    if (!u)
        return;
    ugi_stop(u);
    ugi_drop_adviser(u);
    tree_free(u->tree);
    memory_free(u->history);
    pthread_cond_destroy(&u->changed);
    pthread_mutex_destroy(&u->lock);
    pthread_mutex_destroy(&u->writing);
    memory_free(u);
}
