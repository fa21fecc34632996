/* What the files of a contest share. */
#ifndef COLONNADE_CONTEST_CONTEST_PRIVATE_H
#define COLONNADE_CONTEST_CONTEST_PRIVATE_H

#include "contest/contest.h"
#include "contest/player.h"
#include "core/buffer.h"

/* How one game ended for the contest. */
typedef struct GameEnd {
    bool played;                    /* false: stopped, or an error */
    Outcome outcome;
    int guilty;                     /* player that forfeited; -1: none */
} GameEnd;

/* --- contest_order.c --- */
/* Who plays which side in this order: a player's number per side. */
void contest_order(const ContestOptions *o, int order, int player_of_side[MAX_PLAYERS]);

/* --- contest_file.c --- */
/* A name for the contest; different contests do not share one. */
void contest_name(const ContestOptions *o, char out[24]);
/* What the file holds, so far; results of this contest's games are marked in `end`,
 * which has `games` entries. A file that is not there holds nothing. */
bool contest_load(const ContestOptions *o, GameEnd *end, int games, Buffer *kept, Message *error);
/* Adds a finished game to `kept`. */
bool contest_add(const ContestOptions *o, Tree *m, int number, const GameEnd *end, const Message *fault, Buffer *kept);

#endif
