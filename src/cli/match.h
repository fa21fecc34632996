/* What `colonnade match` and its ladder share. */
#ifndef COLONNADE_CLI_MATCH_H
#define COLONNADE_CLI_MATCH_H

#include "cli/cli.h"
#include "contest/contest.h"

/* The contest that the options describe, without its players; false: stderr says what is wrong. */
bool match_options(const struct Options *o, const Game *g, ContestOptions *c);
/* From now on Ctrl-C ends a contest in good order; a second one ends the program. */
void match_catch_interrupts(void);
/* Becomes true then. */
const atomic_bool *match_interrupted_flag(void);
/* Plays it and shows its progress; not EXIT_DONE: stderr said why. */
ExitStatus match_play_contest(const struct Options *o, const ContestOptions *c, ContestState *state);
/* Says that it was interrupted, and how to go on. */
ExitStatus match_interrupted(const struct Options *o, const ContestOptions *c);

/* Each level against the one below it. */
ExitStatus match_ladder(const struct Options *o, ContestOptions *c);

#endif
