/* What the files of the view share. */
#ifndef COLONNADE_SESSION_VIEW_PRIVATE_H
#define COLONNADE_SESSION_VIEW_PRIVATE_H

#include "core/json.h"
#include "core/steps.h"
#include "engine/adviser.h"
#include "session/session.h"

void view_add_move(Json *j, const char *name, const Game *g, const Position *p, Move m);   /* 0: null */
/* Its shape, owner and direction. */
void view_add_piece(Json *j, const char *name, const Game *g, Piece piece);
/* As bits. */
void view_add_places(Json *j, const char *name, uint64_t places);
void view_add_tree(Json *j, Session *s);

/* What the steps chosen so far would leave on the board, so that a move can be seen while it is put
 * together. Its other effects are seen when it is played. */
void view_preview(Scene *scene, const Step *steps, int count, uint64_t *touched);

#endif
