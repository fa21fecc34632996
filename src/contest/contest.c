/* The games of a contest, in threads: see contest.h. */
#include "contest/contest.h"

#include "contest/contest_private.h"
#include "contest/opening.h"
#include "contest/process.h"
#include "core/clock.h"
#include "core/file.h"
#include "core/memory.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef struct Contest {
    const ContestOptions *options;
    const Cancel *asked;            /* the caller's request to stop */
    Cancel cancel;                  /* our own: the caller's, an error, or a decided test */
    ContestNews *news;
    void *context;
    pthread_mutex_t lock;           /* guards what follows */
    pthread_cond_t changed;
    ContestState state;
    GameEnd *end;                   /* of each game */
    int next;                       /* game to hand out */
    int running;                    /* threads */
    Buffer kept;                    /* what the file holds */
    bool unsaved, failed;
    Message error;
} Contest;

/* One thread, and who plays in it. */
typedef struct Venue {
    Contest *contest;
    int number;
    pthread_t thread;
    Search *judge;                  /* judges openings */
    Player *player[CONTEST_MAX_PLAYERS];
} Venue;

static void fail(Contest *c, const Message *why)
{
    pthread_mutex_lock(&c->lock);
    if (!c->failed)
        c->error = *why;
    c->failed = true;
    cancel_ask(&c->cancel);
    pthread_mutex_unlock(&c->lock);
}

/* --- scores --- */

static int result_of(const ContestOptions *o, const GameEnd *end, const int *player_of_side, int side)
{
    /* 1 won, 0 drawn, -1 lost. With three sides only the guilty one has lost. */
    if (end->guilty >= 0 && o->game->sides > 2)
        return player_of_side[side] == end->guilty ? -1 : 0;
    return end->outcome.winner == DRAW ? 0 : end->outcome.winner == side ? 1 : -1;
}

static void count(Contest *c, int number)
{
    const ContestOptions *o = c->options;
    const GameEnd *end = &c->end[number];
    int player_of_side[MAX_PLAYERS], sides = o->game->sides;
    contest_order(o, number % contest_orders(o), player_of_side);
    for (int player = 0; player < o->players; player++) {
        ContestScore *s = &c->state.score[player];
        int result = -1, seated = 0;
        for (int side = 0; side < sides; side++)
            if (player_of_side[side] == player) {
                int here = result_of(o, end, player_of_side, side);
                result = here > result ? here : result;
                seated++;
            }
        if (seated == 0)
            continue;
        s->tally.wins += result > 0;
        s->tally.draws += result == 0;
        s->tally.losses += result < 0;
        s->points += result > 0 ? 1 : result == 0 ? (double)seated / sides : 0;
        s->forfeits += player == end->guilty;
    }
    c->state.finished++;
    if (o->test && o->players == 2 && sides == 2) {
        c->state.verdict = rating_test(c->state.score[0].tally, o->elo0, o->elo1);
        if (c->state.verdict != TEST_OPEN)
            cancel_ask(&c->cancel);
    }
}

/* --- one game --- */

static bool seat_player(Venue *t, int number, uint64_t seed, Message *error)
{
    const ContestOptions *o = t->contest->options;
    if (t->player[number] && player_new_game(t->player[number], seed))
        return true;
    PlayerMeans means = {o->hash_mib, seed, o->equip, o->tables};
    Player *fresh = player_open(o->game, o->player[number], means, &t->contest->cancel, error);
    Player *gone = t->player[number];
    t->player[number] = fresh;
    player_close(gone);
    return fresh && player_new_game(fresh, seed);
}

static void dismiss(Venue *t, int number)
{
    Player *gone = t->player[number];
    t->player[number] = NULL;
    player_close(gone);
}

typedef struct Clocks {
    double left[MAX_PLAYERS];
} Clocks;

static PlayerLimits limits_of(const ContestOptions *o, const Clocks *clocks)
{
    PlayerLimits l = {.seconds = o->seconds, .nodes = o->nodes, .clocks = o->clock > 0, .increment = o->increment};
    memcpy(l.left, clocks->left, sizeof l.left);
    return l;
}

static void note_time(Contest *c, int player, double seconds)
{
    pthread_mutex_lock(&c->lock);
    ContestScore *s = &c->state.score[player];
    s->seconds += seconds;
    s->moves++;
    s->longest_move = seconds > s->longest_move ? seconds : s->longest_move;
    c->state.plies++;
    pthread_mutex_unlock(&c->lock);
}

/* Plays to the end; a player who breaks the rules of the contest loses. */
static GameEnd play(Venue *t, Tree *m, const int *player_of_side, Message *fault)
{
    Contest *c = t->contest;
    const ContestOptions *o = c->options;
    GameEnd end = {.guilty = -1};
    Clocks clocks;
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        clocks.left[seat] = o->clock;
    while (!tree_outcome(m).over) {
        int seat = tree_mover(m), player = player_of_side[game_side(o->game, seat)];
        PlayerLimits limits = limits_of(o, &clocks);
        if (tree_ply(m) + 1 >= (o->longest > 0 ? o->longest : TREE_MAX_PLY)) {
            tree_end(m, REASON_AGREED, seat, NULL);
            break;
        }
        Move move = 0;
        double before = clock_now();
        PlayerAnswer answer = player_move(t->player[player], m, &limits, &c->cancel, &move, fault);
        double took = clock_now() - before;
        note_time(c, player, took);
        clocks.left[seat] += o->increment - took;
        if (answer == PLAYER_MOVED && o->clock > 0 && clocks.left[seat] - o->increment < 0) {
            message_set(fault, 0, T("its clock ran out"), 0);
            answer = PLAYER_LATE;
        }
        if (answer == PLAYER_MOVED && tree_play(m, move, fault))
            continue;
        if (answer == PLAYER_STOPPED)
            return end;
        end.guilty = player;
        tree_end(m, answer == PLAYER_LATE ? REASON_TIME : REASON_RESIGNED, seat, NULL);
        break;
    }
    end.played = true;
    end.outcome = tree_outcome(m);
    return end;
}

static bool name_seats(const ContestOptions *o, Tree *m, const int *player_of_side)
{
    for (int seat = 0; seat < o->game->players; seat++) {
        char name[128];
        snprintf(name, sizeof name, "%s", o->player[player_of_side[game_side(o->game, seat)]]);
        if (!tree_set_tag(m, tree_seat_tag(seat), name, NULL))
            return false;
    }
    return true;
}

static void save(Contest *c)
{
    Message error = {0};
    c->unsaved = false;
    if (c->options->file && !file_write(c->options->file, buffer_text(&c->kept), c->kept.length, &error) &&
        !c->failed) {
        c->failed = true;
        c->error = error;
        cancel_ask(&c->cancel);
    }
}

static void finish(Venue *t, Tree *m, int number, GameEnd end, const Message *fault)
{
    Contest *c = t->contest;
    const ContestOptions *o = c->options;
    pthread_mutex_lock(&c->lock);
    c->end[number] = end;
    count(c, number);
    if (o->file)
        c->unsaved |= contest_add(o, m, number, &end, fault, &c->kept);
    c->news(c->context, &c->state, end.guilty >= 0 ? o->player[end.guilty] : NULL, end.guilty >= 0 ? fault : NULL);
    pthread_mutex_unlock(&c->lock);
    if (end.guilty >= 0)
        dismiss(t, end.guilty);
}

static bool play_number(Venue *t, int number)
{
    Contest *c = t->contest;
    const ContestOptions *o = c->options;
    Message why = {0};
    int orders = contest_orders(o), player_of_side[MAX_PLAYERS];
    contest_order(o, number % orders, player_of_side);
    Tree *m = tree_new(o->game, NULL);
    bool ok = m && name_seats(o, m, player_of_side) &&
              opening_play(m, t->judge, o->seed, (uint64_t)(number / orders), o->plies);
    if (!ok)
        message_memory(&why);
    for (int side = 0; ok && side < o->game->sides; side++)
        ok = seat_player(t, player_of_side[side], o->seed * 1000003 + (uint64_t)number, &why);
    if (ok) {
        GameEnd end = play(t, m, player_of_side, &why);
        if (end.played)
            finish(t, m, number, end, &why);
    } else if (!cancel_asked(&c->cancel)) {
        fail(c, &why);
    }
    tree_free(m);
    return ok;
}

static int next_game(Contest *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->next < c->state.games && c->end[c->next].played)
        c->next++;
    int number = c->next < c->state.games && !cancel_asked(&c->cancel) ? c->next++ : -1;
    pthread_mutex_unlock(&c->lock);
    return number;
}

static void *sit(void *context)
{
    Venue *t = context;
    Contest *c = t->contest;
    for (int number; (number = next_game(c)) >= 0;)
        if (!play_number(t, number))
            break;
    for (int i = 0; i < c->options->players; i++)
        dismiss(t, i);
    pthread_mutex_lock(&c->lock);
    c->running--;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* --- the whole --- */

static void wait_a_little(Contest *c)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&c->changed, &c->lock, &until);
}

/* Passes on the caller's request to stop, and saves what was played, at most once per second. */
static void watch(Contest *c)
{
    double saved = clock_now();
    pthread_mutex_lock(&c->lock);
    while (c->running > 0) {
        wait_a_little(c);
        if (cancel_asked(c->asked))
            cancel_ask(&c->cancel);
        if (c->unsaved && clock_now() - saved > 1) {
            save(c);
            saved = clock_now();
        }
    }
    pthread_mutex_unlock(&c->lock);
}

static bool set_venues(Contest *c, Venue *venue, int count)
{
    bool ok = true;
    for (int i = 0; i < count; i++) {
        venue[i] = (Venue){.contest = c, .number = i};
        const Game *g = c->options->game;
        if (g->sides == 2 && g->search.evaluate)
            ok = (venue[i].judge = search_create(g, 1 << 18, 1)) && ok;
    }
    return ok;
}

static void run_venues(Contest *c, Venue *venue, int count)
{
    int started = 0;
    c->running = count;
    for (; started < count; started++)
        if (pthread_create(&venue[started].thread, NULL, sit, &venue[started]) != 0)
            break;
    pthread_mutex_lock(&c->lock);
    c->running -= count - started;
    pthread_mutex_unlock(&c->lock);
    if (started == 0) {
        c->running = 1;
        sit(&venue[0]);
    }
    watch(c);
    for (int i = 0; i < started; i++)
        pthread_join(venue[i].thread, NULL);
}

static bool set_games(Contest *c, Message *error)
{
    const ContestOptions *o = c->options;
    int orders = contest_orders(o), rounds = (o->games + orders - 1) / orders;
    c->state.games = (rounds > 0 ? rounds : 1) * orders;
    c->end = memory_resize(NULL, (size_t)c->state.games * sizeof *c->end);
    if (!c->end)
        return message_memory(error);
    memset(c->end, 0, (size_t)c->state.games * sizeof *c->end);
    if (o->file && !contest_load(o, c->end, c->state.games, &c->kept, error))
        return false;
    /* A file that cannot be written is noticed before any game is played. */
    if (o->file && !file_can_write(o->file, error))
        return false;
    for (int i = 0; i < c->state.games; i++)
        if (c->end[i].played) {
            count(c, i);
            c->state.resumed++;
        }
    return true;
}

static bool run(const ContestOptions *o, const Cancel *cancel, ContestNews *news, void *context, ContestState *out,
                Message *error)
{
    static const Contest none;
    Contest c = none;
    c.options = o;
    c.asked = cancel;
    c.news = news;
    c.context = context;
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.changed, NULL);
    int count = o->threads < 1 ? 1 : o->threads > CONTEST_MAX_THREADS ? CONTEST_MAX_THREADS : o->threads;
    Venue *venue = memory_resize(NULL, (size_t)count * sizeof *venue);
    bool ok = set_games(&c, error);
    if (ok && (!venue || !set_venues(&c, venue, count)))
        ok = message_memory(error);
    if (ok) {
        if (c.state.finished > 0)
            news(context, &c.state, NULL, NULL);
        run_venues(&c, venue, count);
        if (c.unsaved)
            save(&c);
        c.state.stopped = cancel_asked(cancel) && c.state.finished < c.state.games;
        if (c.failed) {
            *error = c.error;
            ok = false;
        }
        for (int i = 0; i < count; i++)
            search_destroy(venue[i].judge);
    }
    *out = c.state;
    memory_free(venue);
    memory_free(c.end);
    buffer_free(&c.kept);
    pthread_mutex_destroy(&c.lock);
    pthread_cond_destroy(&c.changed);
    return ok;
}

/* The file is read once and then replaced as a whole: two contests would lose each other's games. */
bool contest_run(const ContestOptions *o, const Cancel *cancel, ContestNews *news, void *context, ContestState *out,
                 Message *error)
{
    FileLock lock;
    *out = (ContestState){0};
    if (o->file && !file_lock(&lock, o->file, error))
        return false;
    bool ok = run(o, cancel, news, context, out, error);
    if (o->file)
        file_unlock(&lock);
    return ok;
}
