/* Bounds: the items of a question, and the threads that answer them. See bound.h.
 *
 * Invariant: `known` has each position (canonical, for one side and one number of plies) once, and only items that
 * were searched to their end. A win within fewer plies is a win; everything else is asked again for each number of
 * plies. */
#include "solve/bound.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/memory.h"
#include "solve/bound_search.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPLIT = 3, LINE = POSITION_TEXT + 128 };

typedef struct BoundItem {
    Position position;      /* canonical */
    int side, plies;
    BoundAnswer answer;     /* GIVEN_UP: not answered yet */
    uint64_t nodes;
    uint64_t pass;          /* the pass over the tree in which it was last counted */
} BoundItem;

typedef struct BoundItems {
    BoundItem *item;
    size_t count, capacity;
} BoundItems;

typedef struct BoundRun {
    const BoundJob *job;
    BoundItems known;
    BoundItems wanted;         /* in this round */
    BoundLine line[2];      /* the question under way, by side: the sums over its items */
    uint64_t pass;          /* counts passes over the tree, one side each */
    FILE *file;
    double deadline;
    bool no_memory, no_file;
    /* --- shared by the threads --- */
    pthread_mutex_t lock;
    size_t next;            /* item of wanted */
    Cancel stop;            /* stops the items under way */
} BoundRun;

/* --- answers --- */

static bool add(BoundItems *a, const BoundItem *item)
{
    if (a->count == a->capacity) {
        size_t wanted = a->capacity ? 2 * a->capacity : 256;
        BoundItem *grown = memory_resize(a->item, wanted * sizeof *grown);
        if (!grown)
            return false;
        a->item = grown;
        a->capacity = wanted;
    }
    a->item[a->count++] = *item;
    return true;
}

/* An answer that settles the item: for the same plies, or a win within fewer. */
static BoundItem *find(const BoundItems *a, const Position *canonical, int side, int plies)
{
    for (size_t i = 0; i < a->count; i++) {
        BoundItem *x = &a->item[i];
        if (x->side == side && (x->plies == plies || (x->plies < plies && x->answer == BOUND_YES)) &&
            position_equal(&x->position, canonical))
            return x;
    }
    return NULL;
}

/* --- the file: a header, then one line per answer --- */

static void write_header(const BoundJob *job, char out[LINE])
{
    snprintf(out, LINE, "colonnade-bound 1 %s %zu\n", job->game->id, job->table_bytes);
}

static bool write_answer(FILE *f, const Game *g, const BoundItem *a)
{
    char text[POSITION_TEXT];
    g->write_position(&a->position, text);
    return fprintf(f, "%c %d %s %ju\t%s\n", game_seat_letter(a->side), a->plies, a->answer ? "yes" : "no",
                   (uintmax_t)a->nodes, text) > 0 &&
           fflush(f) == 0;
}

/* False: this is not a line, or it was cut off. */
static bool read_answer(const Game *g, char *line, BoundItem *out)
{
    char side, word[4];
    int plies;
    uintmax_t nodes;
    char *tab = strchr(line, '\t'), *end = strchr(line, '\n');
    Message error;
    if (!tab || !end || sscanf(line, "%c %d %3s %ju", &side, &plies, word, &nodes) != 4)
        return false;
    *end = '\0';
    *out = (BoundItem){.side = side == game_seat_letter(1), .plies = plies, .nodes = nodes};
    out->answer = strcmp(word, "yes") == 0 ? BOUND_YES : BOUND_NO;
    return plies > 0 && plies <= BOUND_MAX_PLIES && g->read_position(tab + 1, &out->position, &error);
}

static bool open_file(BoundRun *b, Message *error)
{
    const BoundJob *job = b->job;
    char line[LINE], header[LINE];
    long good = 0;
    if (!job->file)
        return true;
    write_header(job, header);
    b->file = fopen(job->file, "a+");
    if (!b->file)
        return message_machine(error, T("cannot write {0}: {1}"), 2, job->file, strerror(errno));
    rewind(b->file);
    if (!fgets(line, sizeof line, b->file)) {
        if (fputs(header, b->file) < 0 || fflush(b->file) != 0)
            return message_machine(error, T("cannot write {0}: {1}"), 2, job->file, strerror(errno));
        return true;
    }
    if (strcmp(line, header) != 0)
        return message_set(error, 0, T("{0} holds answers of another game or of another --hash"), 1, job->file);
    for (good = ftell(b->file); fgets(line, sizeof line, b->file); good = ftell(b->file)) {
        BoundItem a;
        if (!read_answer(job->game, line, &a))
            break;
        if (!add(&b->known, &a))
            return message_memory(error);
    }
    /* A line that a killed program left half written is asked again; an end of line separates it from the next. */
    fseek(b->file, 0, SEEK_END);
    if (ftell(b->file) != good && fputc('\n', b->file) == EOF)
        return message_machine(error, T("cannot write {0}: {1}"), 2, job->file, strerror(errno));
    return true;
}

/* --- the top of the tree --- */

/* The moves that lead to different positions, best first by the game's own order. */
static bool openings(BoundRun *b, const Position *p, BoundItems *out)
{
    const Game *g = b->job->game;
    MoveList list = {0};
    if (!movelist_fill_distinct(&list, g, p))
        return false;
    for (size_t i = 1; g->search.order && i < list.count; i++) {
        Move m = list.move[i];
        size_t j = i;
        for (; j > 0 && g->search.order(p, list.move[j - 1]) < g->search.order(p, m); j--)
            list.move[j] = list.move[j - 1];
        list.move[j] = m;
    }
    bool good = true;
    for (size_t i = 0; good && i < list.count; i++) {
        Position q;
        BoundItem a = {0};
        bool seen = false;
        g->play(p, list.move[i], &q);
        position_canonical(g, &q, &a.position, NULL);
        for (size_t k = 0; k < out->count && !seen; k++)
            seen = position_equal(&out->item[k].position, &a.position);
        good = seen || add(out, &a);
    }
    movelist_free(&list);
    return good;
}

/* What is known about an item; an unknown item is added to wanted. */
static BoundAnswer ask(BoundRun *b, const Position *p, int side, int plies)
{
    BoundItem item = {.side = side, .plies = plies, .answer = BOUND_GIVEN_UP};
    position_canonical(b->job->game, p, &item.position, NULL);
    BoundItem *a = find(&b->known, &item.position, side, plies);
    if (a && a->pass != b->pass) {    /* an item that is met twice counts once */
        BoundLine *line = &b->line[side];
        line->items++;
        line->nodes += a->nodes;
        line->hash =
            hash_three(line->hash, position_hash(b->job->game, &a->position), 2 * a->nodes + (a->answer == BOUND_YES));
        a->pass = b->pass;
    }
    if (a)
        return a->answer;
    if (!find(&b->wanted, &item.position, side, plies) && !add(&b->wanted, &item))
        b->no_memory = true;
    return BOUND_GIVEN_UP;
}

/* The answer as far as items are known, `split` plies above them. */
static BoundAnswer answer(BoundRun *b, const Position *p, int side, int plies, int split)
{
    const Game *g = b->job->game;
    Outcome o = g->outcome(p);
    bool attacks = game_side(g, g->mover(p)) == side, open = false;
    if (o.over)
        return o.winner == side ? BOUND_YES : BOUND_NO;
    if (plies <= 0)
        return BOUND_NO;
    if (split == 0 || plies == 1)
        return ask(b, p, side, plies);
    BoundItems next = {0};
    BoundAnswer found = attacks ? BOUND_NO : BOUND_YES;
    if (!openings(b, p, &next))
        b->no_memory = true;
    for (size_t i = 0; i < next.count && !b->no_memory; i++) {
        BoundAnswer a = answer(b, &next.item[i].position, side, plies - 1, split - 1);
        open |= a == BOUND_GIVEN_UP;
        /* The defender's first reply that may hold is pursued alone. */
        if (a == (attacks ? BOUND_YES : BOUND_NO) || (!attacks && open)) {
            found = a;
            break;
        }
    }
    memory_free(next.item);
    return open && (!attacks || found != BOUND_YES) ? BOUND_GIVEN_UP : found;
}

/* --- the threads --- */

static void *work(void *context)
{
    BoundRun *b = context;
    BoundSearch *s = bound_search_create(b->job->game, b->job->table_bytes);
    pthread_mutex_lock(&b->lock);
    b->no_memory |= !s;
    while (s && b->next < b->wanted.count && !cancel_asked(&b->stop)) {
        BoundItem *a = &b->wanted.item[b->next++];
        pthread_mutex_unlock(&b->lock);
        a->answer = bound_search(s, &a->position, a->side, a->plies, &b->stop, b->deadline, &a->nodes);
        pthread_mutex_lock(&b->lock);
        if (a->answer == BOUND_GIVEN_UP || cancel_asked(b->job->cancel))
            cancel_ask(&b->stop);
        else if (b->file && !write_answer(b->file, b->job->game, a))
            b->no_file = true;
    }
    pthread_mutex_unlock(&b->lock);
    bound_search_destroy(s);
    return NULL;
}

/* Answers all that is wanted. False: stopped, or something failed. */
static bool round_of_items(BoundRun *b)
{
    pthread_t thread[BOUND_MAX_THREADS];
    int started = 0, threads = b->job->threads < BOUND_MAX_THREADS ? b->job->threads : BOUND_MAX_THREADS;
    b->next = 0;
    while (started + 1 < threads && (size_t)started + 1 < b->wanted.count &&
           pthread_create(&thread[started], NULL, work, b) == 0)
        started++;
    work(b);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    for (size_t i = 0; i < b->wanted.count; i++)
        if (b->wanted.item[i].answer != BOUND_GIVEN_UP && !add(&b->known, &b->wanted.item[i]))
            b->no_memory = true;
    return !b->no_memory && !b->no_file && !cancel_asked(&b->stop);
}

/* Both sides' lines are asked for together, so that no thread waits for the last item of one of them. False:
 * stopped, or something failed. */
static bool question(BoundRun *b, int plies)
{
    const Game *g = b->job->game;
    Position start;
    g->start(&start);
    for (;;) {
        bool open = false;
        b->wanted.count = 0;
        for (int side = 0; side < 2; side++) {
            int split = SPLIT + (game_side(g, g->mover(&start)) != side);
            b->line[side] = (BoundLine){.plies = plies, .side = side, .hash = 1};
            b->pass++;
            BoundAnswer a = answer(b, &start, side, plies, split);
            b->line[side].wins = a == BOUND_YES;
            open |= a == BOUND_GIVEN_UP;
        }
        if (b->no_memory)
            return false;
        if (!open)
            return true;
        if (!round_of_items(b))
            return false;
    }
}

bool bound_run(const BoundJob *job, bool *stopped, Message *error)
{
    BoundRun b = {.job = job, .deadline = job->seconds > 0 ? clock_now() + job->seconds : 0};
    double begun = clock_now();
    bool good = open_file(&b, error), going = good;
    pthread_mutex_init(&b.lock, NULL);
    /* A win that cannot be forced within two more plies cannot be forced within one more. */
    for (int plies = job->plies % 2 ? 1 : 2; plies <= job->plies && going; plies += 2) {
        going = question(&b, plies);
        for (int side = 0; side < 2 && going; side++) {
            b.line[side].seconds = clock_now() - begun;
            going = job->report(job->context, &b.line[side]);
        }
    }
    *stopped = !going;
    if (b.no_memory)
        good = message_memory(error);
    if (b.no_file)
        good = message_machine(error, T("cannot write {0}: {1}"), 2, job->file, strerror(errno));
    if (b.file)
        fclose(b.file);
    pthread_mutex_destroy(&b.lock);
    memory_free(b.known.item);
    memory_free(b.wanted.item);
    return good;
}
