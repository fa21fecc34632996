/* One thread's share of a search: its stack of plies and what it learnt about
 * the order of moves. Internal to src/search. */
#ifndef COLONNADE_SEARCH_WORKER_H
#define COLONNADE_SEARCH_WORKER_H

#include "core/opening_layer.h"
#include "search/found.h"
#include "search/search.h"
#include "search/team.h"
#include "search/tt.h"
#include "search/underway.h"

enum { MAX_PLY = 2 * SEARCH_MAX_DEPTH, HISTORY_SIZE = 1 << 14, KILLERS = 2, LEFT_MAX = 64 };

typedef struct Ply {
    MoveList list;
    size_t leading;         /* moves at the front of the list that are searched before the others are ranked */
    int *rank;              /* ordering score of each of the others */
    size_t rank_capacity;
    uint64_t hash;          /* of the position here, for repetition */
    Move killer[KILLERS];
    int line_length;        /* best line from here … */
    Move line[SEARCH_MAX_LINE]; /* … */
    uint16_t left[LEFT_MAX]; /* moves left for later: another thread was working on them */
} Ply;

/* What the threads of one run share. */
typedef struct Shared {
    const Game *game;
    TranspositionTable table;
    atomic_bool stop;       /* a limit was reached, or the leading worker has finished */
    atomic_uint task;       /* number of the task under way: workers on an earlier one drop it */
    bool divided;           /* there are several threads */
    Team team;
    Underway underway;
    const Cancel *cancel;   /* the caller's request to stop */
    atomic_bool failed;     /* out of memory */
    uint64_t *twice;        /* hashes of positions that the game has seen twice already */
    size_t twice_count;
    uint64_t salt;          /* mixed into every key: table entries hold for one set of such positions */
    const OpeningLayer *opening; /* the layers that may come up, from this one on; NULL: none */
    uint64_t node_limit;    /* of the first worker */
    double deadline;        /* monotonic seconds; 0: none */
    FoundKeys found;            /* for the other engines of a divided search */
} Shared;

/* The values of evaluated positions: many come up again and again. One word each, so that more of them stay near the
 * processor: the hash, with the value in its last bits. The place in the table gives all but one of the bits that the
 * value replaces. */
enum { JUDGED = 1 << 15, JUDGED_VALUE = 16 };
typedef uint64_t Judged;
_Static_assert(EVALUATION_LIMIT < 1 << (JUDGED_VALUE - 1), "a value has fewer bits");

struct Worker {
    Shared *shared;
    const Game *game;
    int number; /* 0 leads */
    _Atomic uint64_t nodes; /* counted by its own thread, read by the one that reports */
    SearchLine *root; /* the root moves, best first after each iteration … */
    SearchLine *done; /* … and as the last completed one left them */
    size_t root_count, root_capacity;
    TeamTask task; /* that it is working on */
    Ply ply[MAX_PLY + 1];
    int history[2][HISTORY_SIZE];
    Judged judged[JUDGED];
};

static inline uint64_t worker_nodes(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* Value of `p`, which is `ply` plies below the root and whose hash and key are given.
 * Meaningless once the run is being stopped. */
int worker_search(Worker *w, const Position *p, uint64_t key, int depth, int alpha, int beta, int ply);

/* Keeps what layers know about positions apart from how they are evaluated. */
#define OPENING_SALT UINT64_C(0xe7037ed1a0b428db)

/* Keeps the results of full tasks apart from all others. */
#define WORKER_FULL_SALT UINT64_C(0x5851f42d4c957f2d)

/* Key under which the table knows `p`; stores its plain hash in *hash. */
static inline uint64_t worker_key(const Worker *w, const Position *p, uint64_t *hash)
{
    const Game *g = w->game;
    *hash = position_hash(g, p);
    return position_quick_key(g, p, *hash) ^ w->shared->salt ^ (w->task.full ? WORKER_FULL_SALT : 0);
}

/* An evaluation, less what it flatters the side to move. */
static inline int worker_evaluate(const Game *g, const Position *p)
{
    int value = g->search.evaluate(p) - g->search.flatters;
    return value < -EVALUATION_LIMIT ? -EVALUATION_LIMIT : value;
}

/* Whether to drop the task: the run is ending, or another worker has done it. */
static inline bool worker_stopped(const Worker *w)
{
    const Shared *s = w->shared;
    return atomic_load_explicit(&s->stop, memory_order_relaxed) ||
           atomic_load_explicit(&s->task, memory_order_relaxed) != w->task.number || cancel_asked(s->cancel);
}

#endif
