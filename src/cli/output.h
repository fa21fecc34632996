/* An answer as JSON, with one vocabulary for every command (docs/json.md).
 *
 * An answer is one object. If it is about a position, `game` and `position` come first;
 * `mover`, `over`, `winner` and `reason` give the state of the game; a value is always
 * {"result": "win|loss|draw", "plies": N} for the player to move, or {"score": N}. */
#ifndef COLONNADE_CLI_OUTPUT_H
#define COLONNADE_CLI_OUTPUT_H

#include "cli/cli.h"
#include "core/buffer.h"
#include "core/json.h"

typedef struct CliOutput {
    Buffer text;
    Json json;              /* is inside the object between output_open and output_print */
} CliOutput;

void output_open(CliOutput *a);

/* Ends the object, prints it and frees its memory; not EXIT_DONE: stderr says why. */
ExitStatus output_print(CliOutput *a, const Call *call);

/* Frees its memory without printing. */
void output_drop(CliOutput *a);

/* `game` and `position`. */
void output_position(Json *j, const Game *g, const Position *p);

/* `mover`, `over`, `winner` and `reason`: the state of the game in `p`, whose outcome is `o`. */
void output_state(Json *j, const Game *g, const Position *p, Outcome o);

/* A move of position `p`. */
void output_move(Json *j, const char *name, const Game *g, const Position *p, Move m);

/* A list of moves, played one after the other from `p`. */
void output_line(Json *j, const char *name, const Game *g, const Position *p, const Move *move, int count);

/* `nodes`, `seconds` and `per_second`. */
void output_effort(Json *j, uint64_t nodes, double seconds);

#endif
