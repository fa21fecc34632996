/* Solved rulesets: the exact value of any position.
 *
 * A Tablebase is opened once per ruleset and may be asked from any number of threads. It keeps
 * some megabytes for the index; the tablebase itself stays on disk and is mapped. */
#ifndef COLONNADE_SOLVE_TABLEBASE_H
#define COLONNADE_SOLVE_TABLEBASE_H

#include "core/value.h"
#include "solve/tablebase_ranged.h"

enum { TABLEBASE_PATH = 4096 };

typedef struct Tablebase Tablebase;

/* The folder that tablebases are in: `folder` when not NULL (an option), else the
 * environment's COLONNADE_TABLES, else colonnade/tables in XDG_DATA_HOME, else in
 * ~/.local/share. False: too long, or there is no home. */
bool tablebase_folder(const char *folder, char out[TABLEBASE_PATH]);
/* Where the tablebase of a ruleset is or would be. `folder` as above. */
bool tablebase_path(const Game *g, const char *folder, char out[TABLEBASE_PATH]);

/* NULL: there is none, or it cannot be trusted: the error says which. Takes a moment. */
Tablebase *tablebase_open(const Game *g, const char *folder, Message *error);
/* Unpacks all of it into memory, a byte or two per number, for callers that ask about very many
 * positions. False: there is not enough memory, or a block is damaged; it can be asked as before. */
bool tablebase_load(Tablebase *t);
void tablebase_close(Tablebase *t);           /* NULL: nothing */
/* The same for a file that is read by ranges of bytes (tablebase_ranged.h). It belongs to one thread. A win whose
 * plies the file leaves out has none, and neither tablebase_load nor tablebase_numbers does anything. */
Tablebase *tablebase_open_ranged(const Game *g, TablebaseRead *read, void *context, Message *error);
/* Whether it gives no answer because what a server handed out was not what was written; the error says so. */
bool tablebase_damaged(const Tablebase *t, Message *error);
const TablebaseInfo *tablebase_info(const Tablebase *t);
const Game *tablebase_game(const Tablebase *t);

/* The value of `p` for the player to move, proven and with its plies counted. A table may leave out how many
 * plies a win takes: then every move is looked at as well. False: the file is damaged. */
bool tablebase_value(Tablebase *t, const Position *p, Value *out);

/* The value of a move to the player who makes it; its plies count the move itself. */
bool tablebase_move_value(Tablebase *t, const Position *p, Move m, Value *out);

/* What the file holds for `count` positions that are not over (retro.h, or TABLEBASE_WIN); their reads
 * overlap. `number` is room for their numbers. False: the file is damaged, or a game is over. */
bool tablebase_numbers(Tablebase *t, const Position *p, size_t count, uint64_t *number, uint16_t *value);
/* Makes the machine forget what it keeps of the file in memory: for measurements. */
void tablebase_cool(Tablebase *t);

#endif
