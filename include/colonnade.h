/* Colonnade: stacking games, for programs.
 *
 * Eleven rulesets behind one set of functions. A program asks for a game by its id,
 * takes its start or reads a position, lists the legal moves, plays one, and asks
 * whether the game is over. Texts are those of docs/notation.md.
 *
 *   const cn_game *game = cn_game_find("pylos");
 *   cn_position position;
 *   cn_start(game, &position);
 *   cn_play_text(game, &position, "1b2", &position, NULL);
 *
 * What always holds
 * - No function prints or exits.
 * - Ownership: const pointers that are returned point to constants that live as long as
 *   the program, unless a function says otherwise. What a function named ..._new, _read or
 *   _open returns belongs to the caller, who frees it with the function that is named
 *   there; a char * belongs to the caller, who frees it with cn_free.
 * - Threads: functions of games, positions and moves keep nothing and may be called from any
 *   thread. A tree, a round or an engine belongs to one thread at a time; different ones
 *   may be used by different threads at once. Any number of threads may query a table.
 * - Sizes: the caller states the size of each buffer. Text is cut to it and always terminated; the
 *   length of the whole text is returned, without the terminator. Lists return how many there are
 *   and write as many as there is room for.
 * - A position belongs to the game that filled it; a move belongs to the position it
 *   was listed or read for. Handing a function anything else is a mistake in the
 *   calling program and is not detected. Text from outside is always checked, and so are
 *   numbers of places, kinds, seats and nodes.
 * - Names, values and layouts here do not change within one major version of the
 *   library (its SOVERSION). The bits inside a position, a move or a hash may.
 */
#ifndef COLONNADE_H
#define COLONNADE_H

#include <colonnade/engine.h> /* levels, analysis, proofs, tables */
#include <colonnade/round.h>  /* a game between seats: clocks, offers, results */
#include <colonnade/rules.h>  /* games, boards, positions, moves, pictures */
#include <colonnade/tree.h>   /* a game under way, and its record */

#endif
