/* What a page needs to draw a session and to let a person choose, as JSON.
 *
 * docs/page-protocol.md describes every field. Texts for people are in the session's
 * language; everything else is notation and numbers. */
#ifndef COLONNADE_SESSION_VIEW_H
#define COLONNADE_SESSION_VIEW_H

#include "core/steps.h"
#include "session/session.h"

/* Every ruleset: id, title, family, players, sides. */
void view_games(Lang lang, Buffer *json);

/* The board of a ruleset: its places and the kinds of piece. */
void view_board(const Game *g, Lang lang, Buffer *json);

/* The session's game at the current node: stacks, reserves, whose turn, the end. And
 * the choices that can follow the steps `prefix` (words as step_write writes them,
 * separated by blanks; "" at the beginning of a move). `null` without a game. */
void view_state(Session *s, const char *prefix, Buffer *json);

/* `wins`: places of moves that win at once; `threats`: places of replies that would win
 * at once after most of the mover's moves. `null` without a game. */
void view_threats(Session *s, Buffer *json);

/* The tree of moves. `null` without a game. */
void view_tree(Session *s, Buffer *json);

#endif
