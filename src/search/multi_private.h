/* What the methods of multi.h share. Internal to src/search. */
#ifndef COLONNADE_SEARCH_MULTI_PRIVATE_H
#define COLONNADE_SEARCH_MULTI_PRIVATE_H

#include "search/multi.h"
#include "search/tt.h"

enum { MULTI_MAX_PLY = SEARCH_MAX_DEPTH, MULTI_HISTORY = 1 << 12 };

/* One ply of alpha-beta. */
typedef struct MultiPly {
    MoveList list;
    int *rank;
    size_t rank_capacity;
    uint64_t hash;
    Move killer;
    int line_length;
    Move line[SEARCH_MAX_LINE];
} MultiPly;

/* A position in the tree, as the move that led there. */
typedef struct MultiNode {
    Move move;
    uint64_t sum[MAX_PLAYERS];  /* of what its visits gave each side, in parts of TREE_WHOLE */
    uint32_t visits;
    uint32_t first;             /* number of its first child, larger than its own; 0: not expanded */
    uint32_t moved;             /* while room is being made: its new number; 0: it is dropped */
    uint16_t children;
    uint16_t prior;             /* how promising it looked at first among its siblings, in parts of 1 << 16 */
    uint16_t distance;          /* plies to the end, when proven */
    int8_t winner;              /* side that wins by force; -1: not known */
    uint8_t lost;               /* bit s: side s loses, whoever wins */
    bool closed;                /* nothing below it needs looking at: proven, repeated, or a choice without effect */
} MultiNode;

struct Multi {
    const Game *game;
    MultiMethod method;
    bool grows;             /* a tree; otherwise alpha-beta */
    void (*evaluate)(const Position *p, int out[MAX_PLAYERS]);
    bool stop;              /* a limit was reached, or the caller wants no more */
    const Cancel *cancel;
    bool failed;                /* out of memory */
    uint64_t nodes, node_limit; /* limit 0: none */
    double started, deadline;   /* monotonic seconds; deadline 0: none */
    int depth_limit, side;      /* side: that of the mover at the root */
    uint64_t *twice;            /* hashes of positions that the game has seen twice */
    size_t twice_count;
    SearchLine *root;           /* the legal moves, as the last completed iteration left them … */
    SearchLine *work;           /* … and as the one under way has them (alpha-beta) */
    size_t root_count, root_capacity;
    int depth;                  /* last iteration completed, or how deep the tree is */
    SearchReport *report;
    void *context;
    /* alpha-beta */
    TranspositionTable table;
    MultiPly *ply;              /* MULTI_MAX_PLY + 1 of them */
    int history[MAX_PLAYERS][MULTI_HISTORY];
    /* tree */
    MultiNode *node;
    uint32_t node_count, node_capacity;
    MoveList list;
};

/* Counts a node. Returns whether the run must end. */
bool multi_count(Multi *m);
/* Whether the game has seen the position twice: the third time is a draw. */
bool multi_seen_twice(const Multi *m, uint64_t hash);
void multi_report(Multi *m);
/* Sorts the root's lines, best first, keeping the order of equals. */
void multi_sort(Multi *m);

void multi_alphabeta_run(Multi *m, const Position *p, size_t lines);
void multi_tree_run(Multi *m, const Position *p);

#endif
