/* `go`: its limits, the thread that thinks, and what it says. */
#include "core/memory.h"
#include "engine/pace.h"
#include "ui/ugi/ugi_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- limits --- */

/* A count of nodes or milliseconds. Negative ones (a clock that has run out) count as 0, and absurd ones as the
 * largest possible. False: not a number. */
static bool read_count(const char *text, double *out)
{
    const char *digits = text + (*text == '-');
    size_t length = strlen(digits);
    if (length == 0 || strspn(digits, "0123456789") != length)
        return false;
    *out = *text == '-' ? 0 : length > 15 ? 1e15 : strtod(digits, NULL);
    return true;
}

typedef struct Clock {
    double left[MAX_PLAYERS], increment[MAX_PLAYERS];   /* milliseconds */
    bool given[MAX_PLAYERS];
    double moves_to_go;
} Clock;

/* `wtime`, `binc`, `p3time` …: the seat that it names; -1: no such word. */
static int clock_seat(const char *word, const char *kind)
{
    size_t length = strlen(word), tail = strlen(kind);
    if (length <= tail || strcmp(word + length - tail, kind) != 0)
        return -1;
    for (int seat = 0; seat < MAX_PLAYERS; seat++) {
        if (length == tail + 1 && word[0] == game_seat_letter(seat))
            return seat;
        if (length == tail + 2 && word[0] == 'p' && word[1] == '1' + seat)
            return seat;
    }
    return -1;
}

static void read_limits(Ugi *u, char *rest, UgiGo *go)
{
    Clock clock = {0};
    double n;
    *go = (UgiGo){.limits = {.lines = u->lines}};
    for (char *word; (word = ugi_word(&rest));) {
        if (strcmp(word, "infinite") == 0) {
            go->infinite = true;
            continue;
        }
        int time_of = clock_seat(word, "time"), increment_of = clock_seat(word, "inc");
        bool known = time_of >= 0 || increment_of >= 0 || strcmp(word, "movetime") == 0 || strcmp(word, "nodes") == 0 ||
                     strcmp(word, "depth") == 0 || strcmp(word, "movestogo") == 0;
        if (!known) {
            ugi_print(u, "info string go does not know %.60s", word);
            continue;
        }
        char *value = ugi_word(&rest);
        if (!value || !read_count(value, &n)) {
            ugi_print(u, "info string %s takes a whole number, not %.60s", word, value ? value : "nothing");
        } else if (time_of >= 0) {
            clock.left[time_of] = n;
            clock.given[time_of] = true;
        } else if (increment_of >= 0) {
            clock.increment[increment_of] = n;
        } else if (strcmp(word, "movetime") == 0) {
            go->limits.seconds = n < 1 ? 0.001 : n > 864e5 ? 86400 : n / 1000;
        } else if (strcmp(word, "nodes") == 0) {
            go->limits.nodes = n < 1 ? 1 : (uint64_t)n;
        } else if (strcmp(word, "depth") == 0) {
            go->limits.depth = n < 1 ? 1 : n > SEARCH_MAX_DEPTH ? SEARCH_MAX_DEPTH : (int)n;
        } else {
            clock.moves_to_go = n;
        }
    }
    int seat = tree_mover(u->tree);
    if (clock.given[seat]) {
        double share = pace_share(clock.left[seat] / 1000, clock.increment[seat] / 1000, clock.moves_to_go);
        if (go->limits.seconds <= 0 || share < go->limits.seconds)
            go->limits.seconds = share;
    }
    bool limited = go->limits.seconds > 0 || go->limits.nodes > 0 || go->limits.depth > 0;
    if (!limited && !go->infinite)
        go->limits.seconds = 1;
}

/* --- what is said --- */

/* The protocol has no word for a win whose length is not known. */
static void add_score(Buffer *b, Value v)
{
    char text[VALUE_TEXT];
    if (value_draws(v) || value_counted(v)) {
        value_text(v, text);
        buffer_format(b, "score %s", text);
    } else {
        buffer_format(b, "score cp %d", value_score(v));
    }
}

static void add_line(const Ugi *u, Buffer *b, const Advice *a)
{
    const Game *g = u->options.game;
    Position p = u->root;
    for (int i = 0; i < a->length; i++) {
        char text[MOVE_TEXT];
        g->write_move(&p, a->line[i], text);
        buffer_format(b, " %s", text);
        g->play(&p, a->line[i], &p);
    }
}

static void send_info(Ugi *u, const AdviceList *list)
{
    for (size_t i = 0; i < list->count && (int)i < u->lines; i++) {
        const Advice *a = &list->advice[i];
        if (!a->exact && i > 0)
            break;
        Buffer b = {0};
        buffer_format(&b, "depth %d ", list->depth);
        if (u->lines > 1)
            buffer_format(&b, "multipv %zu ", i + 1);
        add_score(&b, a->value);
        buffer_format(&b, " nodes %llu nps %.0f time %.0f pv", (unsigned long long)list->nodes,
                      list->seconds > 0 ? (double)list->nodes / list->seconds : 0, list->seconds * 1000);
        add_line(u, &b, a);
        if (!b.failed)
            ugi_print(u, "info %s", buffer_text(&b));
        buffer_free(&b);
    }
}

static void report(void *context, const AdviceList *so_far)
{
    Ugi *u = context;
    send_info(u, so_far);
}

/* --- the thread --- */

static Move choose(Ugi *u)
{
    Situation s = {u->root, u->history, u->history_count};
    AdviceList list;
    if (u->options.level < LEVEL_MAX) {
        Advice a;
        return adviser_choose(u->adviser, &s, u->options.level, 0, NULL, NULL, &a) ? a.move : 0;
    }
    if (!adviser_play(u->adviser, &s, u->go.limits, report, u, &list))
        return 0;
    if (list.source)
        ugi_print(u, "info string every value is exact (%s)", list.source);
    send_info(u, &list);
    return list.advice[0].move;
}

/* If memory runs out on the way, any legal move is better than none. */
static Move first_move(const Ugi *u)
{
    Move m = 0;
    u->options.game->moves(&u->root, &m, 1);
    return m;
}

static void *think(void *context)
{
    Ugi *u = context;
    Move m = cancel_asked(&u->cancel) ? 0 : choose(u);
    if (!m)
        m = first_move(u);
    pthread_mutex_lock(&u->lock);
    while (u->go.infinite && !cancel_asked(&u->cancel))
        pthread_cond_wait(&u->changed, &u->lock);
    char text[MOVE_TEXT];
    u->options.game->write_move(&u->root, m, text);
    /* Whoever reads the answer may send the next command at once, so be ready before. */
    u->thinking = false;
    pthread_cond_broadcast(&u->changed);
    pthread_mutex_unlock(&u->lock);
    ugi_print(u, "bestmove %s", text);
    return NULL;
}

bool ugi_thinking(Ugi *u)
{
    pthread_mutex_lock(&u->lock);
    bool thinking = u->thinking;
    pthread_mutex_unlock(&u->lock);
    return thinking;
}

static void wait_a_little(Ugi *u, long milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&u->changed, &u->lock, &until);
}

static void join(Ugi *u)
{
    if (u->started)
        pthread_join(u->thread, NULL);
    u->started = false;
}

void ugi_stop(Ugi *u)
{
    pthread_mutex_lock(&u->lock);
    cancel_ask(&u->cancel);
    pthread_cond_broadcast(&u->changed);
    pthread_mutex_unlock(&u->lock);
    join(u);
}

void ugi_finish(Ugi *u, bool (*go_on)(void *context), void *context)
{
    pthread_mutex_lock(&u->lock);
    while (u->thinking && !u->go.infinite && go_on(context))
        wait_a_little(u, 20);
    pthread_mutex_unlock(&u->lock);
    ugi_stop(u);
}

void ugi_drop_adviser(Ugi *u)
{
    adviser_destroy(u->adviser);
    u->adviser = NULL;
}

bool ugi_ready(Ugi *u)
{
    if (u->adviser)
        return true;
    const Game *g = u->options.game;
    if (!adviser_knows(g)) {
        ugi_print(u, "info string there is no opponent for %s yet", g->id);
        return false;
    }
    AdviserOptions options = {(size_t)u->options.hash << 20, u->options.threads, (uint64_t)time(NULL), &u->cancel};
    u->adviser = adviser_create(g, options);
    if (!u->adviser)
        ugi_print(u, "info string out of memory: a hash of %d MiB is too large", u->options.hash);
    else if (u->options.equip)
        u->options.equip(u->adviser, g, u->options.tables);
    return u->adviser != NULL;
}

static bool take_situation(Ugi *u)
{
    int ply = tree_ply(u->tree);
    u->root = *tree_position(u->tree);
    uint64_t *history = memory_resize(u->history, ((size_t)ply + 1) * sizeof *history);
    if (!history)
        return false;
    u->history = history;
    u->history_count = (size_t)ply;
    for (int i = 0; i < ply; i++)
        history[i] = tree_node(u->tree, tree_path(u->tree, i))->hash;
    return true;
}

void ugi_go(Ugi *u, char *words)
{
    join(u);
    UgiGo go;
    read_limits(u, words, &go);
    if (tree_outcome(u->tree).over) {
        ugi_say(u, "the game is over: there is no move");
        ugi_print(u, "bestmove none");
        return;
    }
    /* Every `go` is answered, because whoever sent it waits for the answer. */
    bool known = take_situation(u);
    if (!known)
        ugi_say(u, "out of memory");
    if (!known || !ugi_ready(u)) {
        char text[MOVE_TEXT];
        u->options.game->write_move(&u->root, first_move(u), text);
        ugi_print(u, "bestmove %s", text);
        return;
    }
    u->go = go;
    cancel_clear(&u->cancel);
    u->thinking = true;
    u->started = pthread_create(&u->thread, NULL, think, u) == 0;
    if (!u->started) {
        u->go.infinite = false;
        think(u);
    }
}
