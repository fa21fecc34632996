/* Checking a tablebase: every stored value follows from those of the position's successors.
 *
 * A position must be a win in d when its best move leads to a loss in d - 1, a loss in d when all moves
 * lead to wins and the longest of them takes d - 1, and a draw when no move wins and one does not lose.
 * These equations have one solution except for draws in cycles. There, a decided position needs a
 * successor decided one ply earlier, and so on down to the end of the game. So a tablebase that passes
 * is right.
 *
 * Where a file leaves out the distances of wins, they are first derived from the losses. For a win, the
 * audit then only compares whether some move wins; the losses, from which all wins were derived, are
 * compared in full.
 *
 * There are two ways to look at the successors. Both go forward only and share no code with the
 * solver's backward step:
 * - audit_rules asks the game itself: `moves`, `play`, `outcome`, then `rank`;
 * - audit_tablebase asks the index for moves in bulk (`successors`), which makes looking at every
 *   position affordable. If the two differed, audit_rules would show it. */
#ifndef COLONNADE_SOLVE_AUDIT_H
#define COLONNADE_SOLVE_AUDIT_H

#include "core/game.h"
#include "solve/tablebase_file.h"

typedef struct AuditResult {
    uint64_t checked;           /* positions */
    uint64_t wrong;             /* of them */
    uint64_t wins, losses;      /* as stored */
    uint64_t damaged;           /* blocks that could not be read */
    uint64_t first_wrong;       /* the smallest wrong number; meaningful when wrong > 0 */
    bool totals_agree;          /* every position was seen, and the counts are those of the header */
} AuditResult;

/* Called now and then in the caller's thread with the share done; false: give up. */
typedef bool AuditProgress(void *context, double share);

/* Every position. Needs two bytes of memory per number. False: no memory, or given up. `crew` is
 * RETRO_THREADS, or RETRO_GPU or RETRO_KERNELS, which look at moves with kernel_forward
 * (core/kernel_bodies.h). The solver uses that only to count moves. */
bool audit_tablebase(TablebaseFile *f, const SolveIndex *index, const void *state, RetroCrewName crew, int threads,
                     AuditProgress *progress, void *context, AuditResult *out, Message *error);

/* Checks `count` positions, drawn at random from a seed, by the rules themselves; 0: all of them. */
bool audit_rules(TablebaseFile *f, const Game *g, const void *state, uint64_t count, uint64_t seed, int threads,
                 AuditProgress *progress, void *context, AuditResult *out, Message *error);

#endif
