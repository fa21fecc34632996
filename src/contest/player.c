/* See player.h. */
#include "contest/player.h"

#include "contest/process.h"
#include "core/buffer.h"
#include "core/clock.h"
#include "core/memory.h"
#include "engine/adviser.h"
#include "engine/pace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER = 8192 };

static const double ready_seconds = 10;     /* for a program to start */
static const double grace_seconds = 2;      /* beyond what a program was given for a move */
static const double unlimited_seconds = 120;/* if its limit is not one of time */

struct Player {
    const Game *game;
    int level;              /* of our own engine; 0: none */
    uint64_t nodes;         /* of our own engine; 0: none */
    Adviser *adviser;
    Process *process;
    bool takes_game, takes_hash;    /* options that the program has */
    uint64_t *history;
    size_t history_capacity;
};

/* `level:N` and `nodes:N`; false: a command line, or an error. */
static bool read_own(const char *name, int *level, uint64_t *nodes, Message *error)
{
    bool is_level = strncmp(name, "level:", 6) == 0;
    if (!is_level && strncmp(name, "nodes:", 6) != 0)
        return false;
    const char *number = name + 6;
    size_t length = strlen(number);
    bool digits = length > 0 && length < 13 && strspn(number, "0123456789") == length;
    uint64_t n = digits ? strtoull(number, NULL, 10) : 0;
    if (is_level && n >= LEVEL_MIN && n <= LEVEL_MAX)
        *level = (int)n;
    else if (!is_level && n > 0)
        *nodes = n;
    else
        message_set(error, 0,
                    is_level ? T("a level is level:1 to level:10, not {0}")
                             : T("a number of positions is missing in {0}"),
                    1, name);
    return true;
}

bool player_valid(const char *name, Message *error)
{
    int level = 0;
    uint64_t nodes = 0;
    if (read_own(name, &level, &nodes, error))
        return level > 0 || nodes > 0;
    return name[strspn(name, " \t")] ? true : message_set(error, 0, T("a player is level:N or a command line"), 0);
}

/* --- programs --- */

/* Reads until a line begins with `wanted`, which is left in `line`. */
static ProcessRead await(Player *p, const char *wanted, double seconds, const Cancel *cancel, char line[ANSWER])
{
    double deadline = clock_now() + seconds;
    for (;;) {
        ProcessRead r = process_read(p->process, deadline, cancel, line, ANSWER);
        if (r != PROCESS_LINE)
            return r;
        p->takes_game |= strncmp(line, "option name Game ", 17) == 0;
        p->takes_hash |= strncmp(line, "option name Hash ", 17) == 0;
        size_t length = strlen(wanted);
        if (strncmp(line, wanted, length) == 0 && (line[length] == '\0' || line[length] == ' '))
            return PROCESS_LINE;
    }
}

static bool get_ready(Player *p, const Cancel *cancel, char line[ANSWER])
{
    return process_send(p->process, "isready") && await(p, "readyok", ready_seconds, cancel, line) == PROCESS_LINE;
}

static bool greet(Player *p, const char *name, int hash_mib, const Cancel *cancel, Message *error)
{
    char *line = memory_resize(NULL, ANSWER);
    if (!line)
        return message_memory(error);
    ProcessRead r = process_send(p->process, "ugi") ? await(p, "ugiok", ready_seconds, cancel, line) : PROCESS_ENDED;
    bool ok = r == PROCESS_LINE;
    if (ok && p->takes_game) {
        snprintf(line, ANSWER, "setoption name Game value %s", p->game->id);
        ok = process_send(p->process, line);
    }
    if (ok && p->takes_hash) {
        snprintf(line, ANSWER, "setoption name Hash value %d", hash_mib);
        ok = process_send(p->process, line);
    }
    ok = ok && get_ready(p, cancel, line);
    memory_free(line);
    if (ok)
        return true;
    return message_set(error, 0,
                       r == PROCESS_ENDED ? T("{0} ended before it was ready")
                                          : T("{0} does not answer as a UGI engine does"),
                       1, name);
}

static bool add_moves(const Tree *m, Buffer *b)
{
    const Game *g = tree_game(m);
    buffer_add(b, "position ");
    if (tree_at_start(m)) {
        buffer_add(b, "startpos");
    } else {
        char text[POSITION_TEXT];
        g->write_position(&tree_node(m, 0)->position, text);
        buffer_format(b, "fen %s", text);
    }
    for (int ply = 1; ply <= tree_ply(m); ply++) {
        const TreeNode *before = tree_node(m, tree_path(m, ply - 1)), *node = tree_node(m, tree_path(m, ply));
        char text[MOVE_TEXT];
        g->write_move(&before->position, node->move, text);
        buffer_add(b, ply == 1 ? " moves " : " ");
        buffer_add(b, text);
    }
    return !b->failed;
}

static void add_limits(const Tree *m, const PlayerLimits *l, Buffer *b)
{
    buffer_clear(b);
    buffer_add(b, "go");
    if (l->clocks)
        for (int seat = 0; seat < tree_game(m)->players; seat++) {
            char c = game_seat_letter(seat);
            buffer_format(b, " %ctime %.0f %cinc %.0f", c, l->left[seat] * 1000, c, l->increment * 1000);
        }
    if (l->seconds > 0)
        buffer_format(b, " movetime %.0f", l->seconds * 1000);
    if (l->nodes > 0)
        buffer_format(b, " nodes %llu", (unsigned long long)l->nodes);
}

/* `bestmove M`, with M legal. */
static PlayerAnswer understand(const Tree *m, const char *line, Move *out, Message *error)
{
    const char *text = line + strlen("bestmove");
    text += strspn(text, " \t");
    char move[MOVE_TEXT];
    Message reason = {0};
    snprintf(move, sizeof move, "%.*s", (int)strcspn(text, " \t"), text);
    if (tree_game(m)->read_move(tree_position(m), move, out, &reason))
        return PLAYER_MOVED;
    message_set(error, 0, T("it answered {0}, which is not a legal move"), 1, *move ? move : "bestmove");
    return PLAYER_LIED;
}

static PlayerAnswer ask_process(Player *p, const Tree *m, const PlayerLimits *l, const Cancel *cancel, Move *out,
                                Message *error)
{
    Buffer b = {0};
    char *line = memory_resize(NULL, ANSWER);
    bool sent = line && add_moves(m, &b) && process_send(p->process, b.text);
    add_limits(m, l, &b);
    sent = sent && !b.failed && process_send(p->process, b.text);
    double seconds = l->clocks ? l->left[tree_mover(m)] : l->seconds > 0 ? l->seconds : unlimited_seconds;
    ProcessRead r = sent ? await(p, "bestmove", seconds + grace_seconds, cancel, line) : PROCESS_ENDED;
    PlayerAnswer answer = PLAYER_DIED;
    char text[32];
    switch (r) {
    case PROCESS_LINE: answer = understand(m, line, out, error); break;
    case PROCESS_STOPPED: answer = PLAYER_STOPPED; break;
    case PROCESS_LATE:
        snprintf(text, sizeof text, "%.1f", seconds + grace_seconds);
        message_set(error, 0, T("it did not answer within {0} seconds"), 1, text);
        answer = PLAYER_LATE;
        break;
    case PROCESS_ENDED: message_set(error, 0, T("its program ended in the middle of the game"), 0); break;
    }
    buffer_free(&b);
    memory_free(line);
    return answer;
}

/* --- our own --- */

static bool take_history(Player *p, const Tree *m)
{
    size_t count = (size_t)tree_ply(m);
    if (count > p->history_capacity) {
        uint64_t *grown = memory_resize(p->history, 2 * count * sizeof *grown);
        if (!grown)
            return false;
        p->history = grown;
        p->history_capacity = 2 * count;
    }
    for (size_t i = 0; i < count; i++)
        p->history[i] = tree_node(m, tree_path(m, (int)i))->hash;
    return true;
}

static PlayerAnswer ask_adviser(Player *p, const Tree *m, const PlayerLimits *l, const Cancel *cancel, Move *out,
                                Message *error)
{
    Situation s = {*tree_position(m), NULL, (size_t)tree_ply(m)};
    bool ok = take_history(p, m);
    s.history = p->history;
    if (p->nodes > 0 || (p->level == LEVEL_MAX && l->nodes > 0)) {
        AdviceList list;
        SearchLimits limits = {.nodes = p->nodes > 0 ? p->nodes : l->nodes};
        ok = ok && adviser_play(p->adviser, &s, limits, NULL, NULL, &list);
        *out = ok ? list.advice[0].move : 0;
    } else {
        Advice a = {0};
        double seconds = l->clocks ? pace_share(l->left[tree_mover(m)], l->increment, 0) : l->seconds;
        ok = ok && adviser_choose(p->adviser, &s, p->level, seconds, NULL, NULL, &a);
        *out = a.move;
    }
    if (cancel_asked(cancel))
        return PLAYER_STOPPED;
    if (!ok)
        message_memory(error);
    return ok ? PLAYER_MOVED : PLAYER_DIED;
}

/* --- both --- */

Player *player_open(const Game *g, const char *name, PlayerMeans means, const Cancel *cancel, Message *error)
{
    Player *p = memory_resize(NULL, sizeof *p);
    if (!p) {
        message_memory(error);
        return NULL;
    }
    memset(p, 0, sizeof *p);
    p->game = g;
    bool ok;
    if (read_own(name, &p->level, &p->nodes, error)) {
        ok = p->level > 0 || p->nodes > 0;
        if (ok && !adviser_knows(g)) {
            ok = message_set(error, 0, T("there is no opponent for {0} yet"), 1, g->id);
        } else if (ok) {
            p->adviser = adviser_create(g, (AdviserOptions){(size_t)means.hash_mib << 20, 1, means.seed, cancel});
            if (p->adviser && p->level > 0 && means.equip)
                means.equip(p->adviser, g, means.tables);
            ok = p->adviser || message_memory(error);
        }
    } else {
        p->process = process_start(name, error);
        ok = p->process && greet(p, name, means.hash_mib, cancel, error);
    }
    if (!ok) {
        player_close(p);
        return NULL;
    }
    return p;
}

void player_close(Player *p)
{
    if (!p)
        return;
    process_end(p->process);
    adviser_destroy(p->adviser);
    memory_free(p->history);
    memory_free(p);
}

bool player_new_game(Player *p, uint64_t seed)
{
    if (!p->process) {
        adviser_forget(p->adviser);
        adviser_seed(p->adviser, seed);
        return true;
    }
    return process_send(p->process, "uginewgame");
}

PlayerAnswer player_move(Player *p, const Tree *m, const PlayerLimits *limits, const Cancel *cancel, Move *out,
                         Message *error)
{
    return p->process ? ask_process(p, m, limits, cancel, out, error) : ask_adviser(p, m, limits, cancel, out, error);
}
