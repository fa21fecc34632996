/* Proof search: does a side win, whatever the other does?
 *
 * Depth-first proof-number search. A question is asked about a position and a side, without
 * limit for games whose positions never repeat, or "within N plies" for any game: the plies
 * left are part of what is remembered, so that no answer depends on the way a position was
 * reached and cycles do no harm. One Proof answers one question at a time. The same questions
 * to a new Proof with a table of the same size take the same number of nodes. */
#ifndef COLONNADE_SOLVE_PROOF_H
#define COLONNADE_SOLVE_PROOF_H

#include "core/cancel.h"
#include "core/value.h"

typedef enum Truth { TRUTH_UNKNOWN, TRUTH_YES, TRUTH_NO } Truth;

enum { PROOF_MAX_PLIES = 120, PROOF_DEFAULT_MIB = 64 };

typedef struct Proof Proof;

typedef struct ProofEffort {
    uint64_t nodes;         /* positions expanded so far */
    double seconds;
} ProofEffort;

/* Called now and then in the caller's thread; false: give up. */
typedef bool ProofProgress(void *context, const ProofEffort *so_far);

/* NULL: out of memory. The game must have two sides. */
Proof *proof_create(const Game *g, size_t tt_bytes);
void proof_destroy(Proof *f);
void proof_forget(Proof *f);
const Game *proof_game(const Proof *f);

/* 0: no limit. The limits hold for each call of proof_wins or proof_value. */
void proof_limit(Proof *f, uint64_t nodes, double seconds);
void proof_report(Proof *f, ProofProgress *progress, void *context);
/* The token that ends a question; the answer is then UNKNOWN. NULL (the default): none. */
void proof_cancel(Proof *f, const Cancel *cancel);
/* Whether proof_value may answer from the opening book (solve/book.h); by default it may. */
void proof_use_book(Proof *f, bool use);

/* Does `side` win from `p`? `within` > 0: in at most that many plies; 0: ever (only
 * for games that never repeat). UNKNOWN: limit reached, stopped, or out of memory. */
Truth proof_wins(Proof *f, const Position *p, int side, int within);

/* After TRUTH_YES: the plies within which the proof shows the win; they may be fewer than asked
 * for. */
int proof_plies(const Proof *f);

/* The effort of all questions since proof_create. */
ProofEffort proof_effort(const Proof *f);

/* Value of `p` (a position that is over has one too), proven or unknown; with `distance`, also the
 * shortest win or longest defence, which can take many times as long: when the limit ends that, the
 * value stays proven but its plies are not counted. Only for games that never repeat. */
Value proof_value(Proof *f, const Position *p, bool distance);

/* The same for any game of two sides, looking `plies` ahead: proven when one side forces its
 * win within them. The book is not used. */
Value proof_value_within(Proof *f, const Position *p, int plies, bool distance);

/* A line of best play from `p` to the end: the winner wins as soon as possible, the loser
 * resists as long as possible, nobody gives a draw away. Returns how many moves it has and
 * writes at most `capacity` of them; -1: not proven within the limits, which hold for each
 * question on the way. Only for games that never repeat. */
int proof_line(Proof *f, const Position *p, Move *out, int capacity);

/* The same as far as it goes: `v` is the value of `p`, known to the caller. Every move keeps it
 * and, where its plies are counted, loses none of them. The line ends where the limits leave a
 * move unproven, or where a loss of unknown length gives no reason to prefer one. */
int proof_follow(Proof *f, const Position *p, Value v, Move *out, int capacity);

#endif
