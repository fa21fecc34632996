/* Solving a ruleset into a tablebase: the analysis, the file, and what is left of an earlier run.
 *
 * One call for programs that link the library: it takes minutes to hours, reports its progress,
 * and ends early when told to; the same call then continues. It prints nothing. */
#ifndef COLONNADE_SOLVE_TABLEBASE_SOLVE_H
#define COLONNADE_SOLVE_TABLEBASE_SOLVE_H

#include "solve/retro.h"
#include "solve/tablebase.h"

/* The progress so far. The sentence is for people: T("…") with its holes filled. */
typedef struct TablebaseProgress {
    bool writing;               /* all layers are done: the file is being written, or values are derived again */
    RetroLayer layer;           /* the last one done */
    double left;                /* seconds; negative: not known */
    Message sentence;
    Message rest;               /* about the time left; id NULL: nothing */
} TablebaseProgress;

/* Called in the caller's thread after each layer and before the file is written; false: stop
 * (what is known is saved first). In a run with ranks rank 0's answer counts. */
typedef bool TablebaseWatch(void *context, const TablebaseProgress *progress);

typedef struct TablebaseJob {
    const Game *game;
    const char *folder;         /* as tablebase_folder takes it */
    RetroCrewName crew;
    int threads;                /* at least 1 */
    uint64_t memory;            /* bytes that may be used; 0: what is free */
    double checkpoint_seconds;  /* between two checkpoints */
    TablebaseWatch *watch;      /* NULL: none */
    void *context;
    const Cancel *stop; /* as RetroJob's */
    bool no_file; /* nothing is written, no checkpoints either; in a device every value is derived again */
} TablebaseJob;

typedef struct TablebaseSolved {
    char path[TABLEBASE_PATH]; /* of the file */
    uint64_t positions, wins, losses;
    int longest; /* distance */
    Value start; /* what the start is worth to White */
    uint64_t bytes; /* memory that was used, by one rank where there are several */
    int ranks;
    uint64_t sent; /* bytes that ranks sent to each other */
    double solving, writing; /* seconds */
    uint64_t checked, wrong; /* without a file: positions whose value was derived again; 0: none were */
    double checking; /* seconds */
    bool here; /* false: another rank has written the file and will report it */
} TablebaseSolved;

typedef enum TablebaseStatus {
    TABLEBASE_DONE,
    TABLEBASE_STOPPED, /* `watch` or `stop` said so */
    TABLEBASE_THERE, /* it is already solved, or is not there to be removed: the error says so */
    TABLEBASE_FAILED /* the machine, or another program that works on it: the error says what */
} TablebaseStatus;

TablebaseStatus tablebase_solve(const TablebaseJob *job, TablebaseSolved *out, Message *error);

/* Rewrites the file in the current format, with the same values; `distances`: with the plies of every win, even where
 * the index would leave them out, which makes it larger and a lookup faster. TABLEBASE_THERE: it already is. */
TablebaseStatus tablebase_convert(const Game *g, const char *folder, bool distances, int threads, Message *error);

/* Removes the file, and what an unfinished run has left. */
TablebaseStatus tablebase_remove(const Game *g, const char *folder, Message *error);

#endif
