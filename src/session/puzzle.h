/* The puzzles: positions that the player to move wins in a given number of plies, by only one move.
 *
 * They are compiled from the files in puzzles/, which list them in the order in which they are asked. A
 * puzzle is identified by its ruleset and position; its number may change when others are added. */
#ifndef COLONNADE_SESSION_PUZZLE_H
#define COLONNADE_SESSION_PUZZLE_H

#include "core/game.h"
#include "lang/lang.h"

typedef struct Puzzle {
    const char *game;           /* a ruleset's id */
    const char *position;
    int plies;                  /* to the end of the game with best play */
    int difficulty;             /* as contest/puzzle_make.h measures it */
} Puzzle;

enum { PUZZLE_GRADES = 5 };

extern const Puzzle puzzle_table[];
extern const size_t puzzle_table_count;

/* How hard it is, for people: 1 to PUZZLE_GRADES. */
int puzzle_grade(const Puzzle *p);

/* How many a ruleset has. */
int puzzle_count(const char *game);
/* The one with that number, from 1; NULL: there is none, or it is not available now (core/knowledge.h). */
const Puzzle *puzzle_at(const char *game, int number);

/* The task as a sentence: who moves, and in how many moves they must win. */
void puzzle_task(Lang lang, const Puzzle *p, char *out, size_t size);

/* One puzzle per day, the same for everybody: days go through the rulesets in turn. `day`: days since
 * 1970-01-01. NULL: there are none, or it is not available now. */
const Puzzle *puzzle_of_day(int64_t day, int *number);

#endif
