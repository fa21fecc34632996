/* Positions and moves of Pyrga and Pilotis as text: the functions of a Game record
 * (see core/game.h for their contracts). */
#ifndef COLONNADE_GAMES_PYRGA_TEXT_H
#define COLONNADE_GAMES_PYRGA_TEXT_H

#include "core/game.h"

size_t pyrga_text_write_position(const Position *p, char out[POSITION_TEXT]);
bool pyrga_text_read_position(const char *text, Position *out, Message *error);
size_t pyrga_text_write_move(const Position *p, Move m, char out[MOVE_TEXT]);
bool pyrga_text_read_move(const Position *p, const char *text, Move *out, Message *error);
bool pyrga_text_constraint(const Position *p, Message *out);

#endif
