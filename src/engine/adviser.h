/* Everything that thinks, behind one door: what each legal move is worth, and which
 * one a player of a given level plays.
 *
 * An adviser asks whoever knows most: oracles (tablebases, proofs) for exact values,
 * search for the rest. It belongs to one caller at a time. */
#ifndef COLONNADE_ENGINE_ADVISER_H
#define COLONNADE_ENGINE_ADVISER_H

#include "engine/oracle.h"
#include "search/search.h"

enum { ADVISER_ANALYSE_SECONDS = 3 };   /* for one position, by default */

typedef struct AdviserOptions {
    size_t tt_bytes;     /* for search; 0: SEARCH_DEFAULT_MIB */
    int threads;            /* 0: one */
    uint64_t seed;          /* of the moves that lower levels leave to chance */
    const Cancel *cancel;   /* ends a question, which answers with what it has; owned by the caller. NULL: none */
} AdviserOptions;

typedef struct Advice {
    Move move;
    Value value;
    bool exact;             /* false: an estimate is only an upper bound (it is not among the best lines) */
    const char *source;     /* of a proven value: "search" or an oracle's name, marked T() */
    int length;
    Move line[SEARCH_MAX_LINE];
} Advice;

typedef struct AdviceList {
    size_t count;           /* legal moves that were asked about */
    const Advice *advice;   /* best first; owned by the adviser until it is asked again */
    int depth;
    uint64_t nodes;
    double seconds;
    const char *source;     /* the oracle that knew every move for certain, marked T(); NULL: none did */
} AdviceList;

/* Called in the caller's thread as search deepens, with what is known so far. */
typedef void AdviserReport(void *context, const AdviceList *so_far);

typedef struct Adviser Adviser;

/* Gives a new adviser what the caller has for it: above all the tablebase of the ruleset, from
 * `folder` (NULL: where tablebases usually are). Front ends have one; layers below pass it on. */
typedef void AdviserEquip(Adviser *a, const Game *g, const char *folder);

bool adviser_knows(const Game *g);          /* whether there can be an adviser for this ruleset */
Adviser *adviser_create(const Game *g, AdviserOptions options);    /* NULL: out of memory */
void adviser_destroy(Adviser *a);
void adviser_seed(Adviser *a, uint64_t seed);   /* of the moves left to chance, from now on */
void adviser_forget(Adviser *a);            /* what it learnt from earlier positions */
/* The adviser closes the oracle at the end. Oracles are asked in order: add instant ones first. */
bool adviser_add_oracle(Adviser *a, Oracle oracle);

/* A position and how the game got there (hashes of the positions before it). */
typedef struct Situation {
    Position position;
    const uint64_t *history;
    size_t history_count;
} Situation;

/* The value of every legal move. False: out of memory. The game must not be over. */
bool adviser_analyse(Adviser *a, const Situation *s, SearchLimits limits, AdviserReport *report, void *context,
                     AdviceList *out);

/* Two jobs for engines that divide such an analysis among themselves. A look: what `moves` are worth at that depth, as
 * far as search can tell. NULL: all of them, with what instant oracles know about them. The list is empty with more
 * than two sides, where the search weighs moves against each other. Its depth is 0 when the look was interrupted: then
 * only what is proven holds. */
bool adviser_look(Adviser *a, const Situation *s, const MoveList *moves, int depth, double seconds, AdviceList *out);
/* … and a proof: what the oracles say about `moves` (NULL: all); the others stay unknown. */
bool adviser_prove(Adviser *a, const Position *p, const MoveList *moves, SearchLimits limits, AdviceList *out);

/* After a look: what it has found, as text for the other engines. */
void adviser_tell(const Adviser *a, Buffer *out);
/* Takes in what one of them has told about a search of the same position. False: the text is malformed. */
bool adviser_learn(Adviser *a, const char *text, size_t size);

/* The same for a player who wants the best move: all effort goes into the `lines` best
 * (0: one); advice[0] is what to play. */
bool adviser_play(Adviser *a, const Situation *s, SearchLimits limits, AdviserReport *report, void *context,
                  AdviceList *out);

/* The move that a player of this level plays. `seconds` and the report (may be NULL) are only for
 * level 10, which uses all it is given. 0 seconds: there is no hurry. It then searches for one second,
 * and a proof may take longer, so that games that proofs can settle are played without a mistake. */
bool adviser_choose(Adviser *a, const Situation *s, int level, double seconds, AdviserReport *report, void *context,
                    Advice *out);

/* The one policy for draws: whether a level on `seat` takes one when the position is worth `value`
 * to `mover`. A level that is not clearly better does. With three sides, a level that is not to
 * move knows only that somebody else is better or worse. */
bool adviser_takes_draw(const Game *g, int seat, int mover, Value value);

#endif
