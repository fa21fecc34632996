/* The opponent for two sides: iterative-deepening principal-variation search.
 *
 * Works for every ruleset with two sides that move alternately. One thread with a node limit is
 * deterministic: the same nodes and the same moves on every compiler and machine. A Search is
 * used by one caller at a time. */
#ifndef COLONNADE_SEARCH_SEARCH_H
#define COLONNADE_SEARCH_SEARCH_H

#include "core/buffer.h"
#include "core/cancel.h"
#include "core/value.h"
#include "search/score.h"

enum { SEARCH_MAX_DEPTH = 100, SEARCH_MAX_LINE = 64, SEARCH_MAX_THREADS = 64, SEARCH_DEFAULT_MIB = 64 };

typedef struct SearchLimits {
    double seconds;         /* 0: no limit */
    uint64_t nodes;         /* 0: no limit */
    int depth;              /* 0: SEARCH_MAX_DEPTH */
    int lines;              /* best moves that get an exact value and a line; 0: one */
    const Cancel *cancel;   /* ends the run at the next node; it returns what it has. NULL: none */
    const MoveList *only;   /* one job of a search divided among several engines: these legal moves, in one iteration
                             * of `depth` that builds on what earlier runs left. NULL: a search of all moves */
} SearchLimits;

typedef struct SearchLine {
    Move move;
    int score;              /* for the side to move at the root, as search/score.h counts it */
    bool exact;             /* false: the score is only an upper bound (not among the `lines` best) */
    bool shortest;          /* of a proven value: no shorter win or longer defence exists. Otherwise the
                             * distance is only an upper bound */
    int depth;              /* of the iteration that gave the value */
    int least, most; /* bounds proven so far, by any iteration: a win or -SCORE_INFINITE, a loss or SCORE_INFINITE */
    int length;
    Move line[SEARCH_MAX_LINE]; /* starts with `move` */
} SearchLine;

typedef struct SearchResult {
    int depth; /* last iteration that was completed */
    uint64_t nodes; /* of all threads */
    double seconds;
    size_t count; /* legal moves that were asked about */
    const SearchLine *line; /* one for each of them, best first; owned by the Search until its next run */
} SearchResult;

/* What a line says its move is worth. The search's own numbers go no further than this. */
Value search_value(const SearchLine *line);

/* Called after each iteration, in the caller's thread. */
typedef void SearchReport(void *context, const SearchResult *so_far);

typedef struct Search Search;

/* NULL: out of memory, or knowledge of the game is not available now. `threads` ≥ 1. Only for two sides. */
Search *search_create(const Game *g, size_t tt_bytes, int threads);
void search_destroy(Search *s);
void search_forget(Search *s); /* empties the table and forgets what was learnt about ordering */

/* `history`: hashes (position_hash) of the positions before `p` in the game, for repetition. The game must
 * not be over, and `only` must not be empty. The report may be NULL. False: out of memory. */
bool search_run(Search *s, const Position *p, const uint64_t *history, size_t history_count, SearchLimits limits,
                SearchReport *report, void *context, SearchResult *out);

/* After a job: what it has found, as text for the other engines taking part. A search with several threads tells
 * nothing. */
void search_tell(const Search *s, Buffer *out);
/* Takes in what another engine has told. False: the text is malformed. */
bool search_learn(Search *s, const char *text, size_t size);

#endif
