/* The engine: what moves are worth, which one a player of some level plays, what can be proven,
 * and tables of solved rulesets.
 *
 * Long work reports progress to a function of the caller's, in the caller's thread, and ends early
 * when any thread calls cn_stop_ask. An engine or a prover belongs to one thread at a time; an
 * engine may use several threads of its own. Any number of threads may query a table. */
#ifndef COLONNADE_ENGINE_H
#define COLONNADE_ENGINE_H

#include <colonnade/tree.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CN_LEVEL_MIN = 1,
    CN_LEVEL_MAX = 10,
    CN_MAX_LINE = 64,    /* moves of a line */
    CN_TABLE_PATH = 4096 /* bytes that hold a table's file name, with its end */
};

/* What a position, or a move, is worth to the player to move: a result that is certain, or an estimate. */
typedef struct cn_value {
    bool proven;
    int result; /* proven: 1 won, 0 drawn, -1 lost; else 0 */
    int plies;  /* of a proven win or loss, to the end with best play; -1: not known */
    int most;   /* … and the most they can be; -1: not known */
    int score;  /* not proven: thousandths of what decides a game */
} cn_value;

/* A request that long work end. Whoever starts the work owns it, and clears it before using it
 * again. cn_stop_ask may be called from any thread and from signal handlers. */
typedef struct cn_stop cn_stop;
CN_API cn_stop *cn_stop_new(void); /* NULL: out of memory. Free it with cn_stop_free. */
CN_API void cn_stop_ask(cn_stop *stop);
CN_API void cn_stop_clear(cn_stop *stop);
CN_API void cn_stop_free(cn_stop *stop);

/* --- engines --- */

typedef struct cn_engine cn_engine;

/* Zero what you do not mean. */
typedef struct cn_engine_options {
    size_t size;         /* sizeof (cn_engine_options) */
    size_t memory;       /* bytes for what it remembers; 0: 64 MiB */
    int threads;         /* 0: one */
    uint64_t seed;       /* of the moves that lower levels leave to chance */
    bool no_tables;      /* do not look for a table of the ruleset */
    const char *tables;  /* the folder that tables are in; NULL: where they usually are */
    const cn_stop *stop; /* ends a question early, which answers with what it has; NULL: nothing does */
} cn_engine_options;

/* 0: no limit. */
typedef struct cn_limits {
    size_t size; /* sizeof (cn_limits) */
    double seconds;
    uint64_t nodes;
    int depth; /* plies */
    int lines; /* best moves that get an exact value and a line; 0: one */
} cn_limits;

typedef struct cn_advice {
    cn_move move;
    cn_value value;
    bool exact;         /* false: an estimate that the true one does not exceed */
    const char *source; /* of a proven value: "search", "table" …; else NULL */
    int length;
    cn_move line[CN_MAX_LINE]; /* begins with `move` */
} cn_advice;

typedef struct cn_analysis {
    size_t count;            /* legal moves */
    const cn_advice *advice; /* best first; the engine's until it is asked again */
    int depth;
    uint64_t nodes;
    double seconds;
} cn_analysis;

/* What is known so far, as the search goes deeper. */
typedef void cn_watch(void *context, const cn_analysis *so_far);

/* `options` NULL: none. NULL: out of memory, or options that make no sense. Free it with cn_engine_free. */
CN_API cn_engine *cn_engine_new(const cn_game *game, const cn_engine_options *options);
CN_API void cn_engine_free(cn_engine *engine); /* NULL: nothing */
CN_API void cn_engine_forget(cn_engine *engine); /* what it learnt from earlier positions */

/* The value of every legal move at the current node of a tree of the same game. Without limits it takes
 * three seconds. */
CN_API bool cn_engine_analyse(cn_engine *engine, const cn_tree *tree, const cn_limits *limits, cn_watch *watch,
                              void *context, cn_analysis *out, cn_error *error);
/* The move that a player of this level plays. Up to level 9 that depends only on the game and the
 * seed; level 10 uses all the seconds that it is given, or with 0 as many as it likes. */
CN_API bool cn_engine_choose(cn_engine *engine, const cn_tree *tree, int level, double seconds, cn_advice *out,
                             cn_error *error);

typedef enum cn_mark { CN_FINE, CN_DOUBTFUL, CN_MISTAKE, CN_BLUNDER } cn_mark;
typedef struct cn_review {
    cn_mark mark;
    cn_advice played, best; /* the same when nothing better was found */
} cn_review;
/* Judges the move that leads to `node`, which is not node 0. */
CN_API bool cn_engine_review(cn_engine *engine, const cn_tree *tree, int node, const cn_limits *limits, cn_review *out,
                             cn_error *error);

/* --- proofs, for games of two sides --- */

typedef struct cn_prover cn_prover;

/* Called now and then; false: give up. */
typedef bool cn_proof_watch(void *context, uint64_t nodes, double seconds);

typedef struct cn_proof_options {
    size_t size;   /* sizeof (cn_proof_options) */
    uint64_t nodes; /* limits of each question; 0: none */
    double seconds;
    int within;    /* look so many plies ahead: games whose positions can repeat need it; 0: to the end */
    bool count;    /* also count the plies to the end, which can take many times as long */
    bool no_book;  /* do not answer from the opening book */
    cn_proof_watch *watch;
    void *context;
    const cn_stop *stop;
} cn_proof_options;

/* NULL: out of memory, or a game of more than two sides. `memory` as above. Free it with cn_prover_free. */
CN_API cn_prover *cn_prover_new(const cn_game *game, size_t memory);
CN_API void cn_prover_free(cn_prover *prover); /* NULL: nothing */
/* The value of a position. False: CN_ERROR_ARGUMENT. If it could not be proven, out->proven is false. */
CN_API bool cn_prove(cn_prover *prover, const cn_position *position, const cn_proof_options *options, cn_value *out,
                     cn_error *error);
/* A line of best play to the end. Returns how many moves it has; -1: not proven, or the game can repeat. */
CN_API int cn_prove_line(cn_prover *prover, const cn_position *position, const cn_proof_options *options, cn_move *out,
                         int capacity);

/* --- tables of solved rulesets --- */

typedef struct cn_table cn_table;

typedef struct cn_table_info {
    uint64_t positions, wins, losses; /* for the player to move; the rest is drawn */
    int longest;                      /* plies of the longest win or loss */
} cn_table_info;

/* `folder` NULL: COLONNADE_TABLES, else where tables usually are. NULL: the error says why. Close it with
 * cn_table_close. */
CN_API cn_table *cn_table_open(const cn_game *game, const char *folder, cn_error *error);
CN_API void cn_table_close(cn_table *table); /* NULL: nothing */
CN_API void cn_table_about(const cn_table *table, cn_table_info *out);
/* False: the file is damaged. */
CN_API bool cn_table_value(cn_table *table, const cn_position *position, cn_value *out);
/* The value of a move, for the player who makes it; the plies include the move itself. */
CN_API bool cn_table_move_value(cn_table *table, const cn_position *position, cn_move move, cn_value *out);

typedef struct cn_solve_progress {
    bool writing;                /* everything is decided: the file is being written */
    int layer;                   /* plies from the end */
    uint64_t decided, positions; /* so far, and in all */
    double seconds;              /* since this call began */
    double left;                 /* seconds; negative: not known */
    char text[CN_ERROR_TEXT];    /* the same as an English sentence */
} cn_solve_progress;

/* Called after each layer and before the file is written; false: stop. What is known is saved first, and the same call
 * continues from there. */
typedef bool cn_solve_watch(void *context, const cn_solve_progress *progress);

typedef struct cn_solve_options {
    size_t size;        /* sizeof (cn_solve_options) */
    const char *folder; /* as above */
    int threads;        /* 0: one */
    uint64_t memory;    /* bytes that may be used; 0: what is free */
    double checkpoint_seconds; /* between checkpoints; 0: ten minutes */
    cn_solve_watch *watch;
    void *context;
    const cn_stop *stop; /* ends it within about a second; NULL: nothing does */
} cn_solve_options;

typedef struct cn_solved {
    cn_table_info table;
    cn_value start; /* of the game's start, for White */
    double seconds;
    char path[CN_TABLE_PATH];
} cn_solved;

/* Solves a ruleset into a table, which takes minutes to hours. False: CN_ERROR_STOPPED, CN_ERROR_EXISTS,
 * CN_ERROR_ARGUMENT for a ruleset that cannot be solved, or a resource that the machine lacks.
 *
 * A stop that is asked for between two layers saves like a watcher's false. One in the middle of a layer saves nothing,
 * and the next call continues from the last checkpoint. It waits while a checkpoint is read or written, and comes too
 * late once the file is being written. */
CN_API bool cn_solve(const cn_game *game, const cn_solve_options *options, cn_solved *out, cn_error *error);

#ifdef __cplusplus
}
#endif

#endif
