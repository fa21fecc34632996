/* Solved rulesets, for whoever wants to know: the exact value of any position.
 *
 * A Tables is opened once a ruleset and may be asked from any number of threads. It keeps
 * some megabytes for the index; the table itself stays on disk and is mapped. */
#ifndef COLONNADE_SOLVE_TABLES_H
#define COLONNADE_SOLVE_TABLES_H

#include "core/game.h"
#include "solve/table_file.h"

enum { TABLES_PATH = 4096 };

typedef struct Tables Tables;

/* The folder that tables are in: `folder` when not NULL (an option), else the
 * environment's COLONNADE_TABLES, else colonnade/tables in XDG_DATA_HOME, else in
 * ~/.local/share. False: too long, or there is no home. */
bool tables_folder(const char *folder, char out[TABLES_PATH]);
/* Where the table of a ruleset is or would be. `folder` as above. */
bool tables_path(const Game *g, const char *folder, char out[TABLES_PATH]);

/* NULL: there is none, or it cannot be trusted: the error says which. Takes a moment. */
Tables *tables_open(const Game *g, const char *folder, Message *error);
void tables_close(Tables *t);           /* NULL: nothing */
const TableInfo *tables_info(const Tables *t);
const Game *tables_game(const Tables *t);

/* The value of `p` for the player to move: *result 1 won, 0 drawn, -1 lost; *distance in
 * plies to the end with best play, 0 when the game is over, -1 for a draw by endless play.
 * False: the file is damaged. */
bool tables_value(Tables *t, const Position *p, int *result, int *distance);

/* The value of what a move leads to, as the player who moves sees it; the distance counts
 * the move itself. */
bool tables_move_value(Tables *t, const Position *p, Move m, int *result, int *distance);

/* How one value compares with another for the player to move: > 0 when `a` is better. A
 * win is better the shorter it is, a loss the longer. */
int tables_compare(int result_a, int distance_a, int result_b, int distance_b);

#endif
