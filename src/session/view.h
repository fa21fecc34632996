/* What a front end needs to draw a session and to let a person choose, as JSON.
 *
 * docs/page-protocol.md describes every field. Texts for people are in the session's
 * language; everything else is notation and numbers. */
#ifndef COLONNADE_SESSION_VIEW_H
#define COLONNADE_SESSION_VIEW_H

#include "core/json.h"
#include "session/session.h"

/* Every ruleset: id, title, family, players, sides, whether levels play it, its number of puzzles. */
void view_games(Lang lang, Buffer *json);

/* The board of a ruleset: its places and the kinds of piece. */
void view_board(const Game *g, Lang lang, Buffer *json);

/* The puzzles of a ruleset, in their order, and which of them are solved. */
void view_puzzles(Session *s, const char *game, Buffer *json);
/* Fair starts from `number` on, at most `count` (engine/fair.h); none if none is known. */
void view_fair(const Game *g, Lang lang, int number, int count, Buffer *json);
/* The landmarks of perfect play (engine/landmark.h), if there are any. */
void view_landmarks(const Game *g, Lang lang, Buffer *json);
/* The puzzle of a day (session/puzzle.h); `null`: there is none. */
void view_daily(Session *s, int64_t day, Buffer *json);

/* The session at the person's place: board, seats, clocks, offers, lesson, puzzle, tree. Also the choices
 * that can follow the steps `prefix` (words as step_write writes them, separated by blanks; "" at
 * the beginning of a move), with the board as those steps leave it. `threats`: also the places of
 * moves that win at once, and of replies that would win after most moves. `null` without a game. */
void view_state(Session *s, const char *prefix, bool threats, Buffer *json);

/* How pieces travel in `m`, a legal move of `p`, one after the other, so that the move can be drawn before it
 * is made. */
void view_add_flights(Json *j, const Game *g, const Position *p, Move m);

#endif
