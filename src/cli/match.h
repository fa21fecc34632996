/* What `colonnade match` and its ladder share. */
#ifndef COLONNADE_CLI_MATCH_H
#define COLONNADE_CLI_MATCH_H

#include "cli/command.h"
#include "contest/contest.h"

/* From now on Ctrl-C ends a contest in good order; a second one ends the program. */
void match_catch_interrupts(void);
/* Becomes true on Ctrl-C. */
const Cancel *match_interrupted_flag(void);
/* Plays it and shows its progress; not EXIT_DONE: stderr said why. */
ExitStatus match_play_contest(const Call *call, const ContestOptions *c, ContestState *state);
/* Says that it was interrupted, and how to continue. */
ExitStatus match_interrupted(const Call *call, const ContestOptions *c);

/* Each level against the one below it; with `lowest`, only that level and the one above it. */
ExitStatus match_ladder(const Call *call, ContestOptions *c, int lowest);

#endif
