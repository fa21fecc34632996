/* Pilea's positions and moves as NOTATION writes them; contracts in core/game.h. */
#ifndef COLONNADE_GAMES_PILEA_TEXT_H
#define COLONNADE_GAMES_PILEA_TEXT_H

#include "core/game.h"

size_t pilea_write_position(const Position *p, char out[POSITION_TEXT]);
bool pilea_read_position(const char *text, Position *out, Message *error);
bool pilea_read_six_five(const char *text, Position *out, Message *error); /* White has six cubes */
size_t pilea_write_move(const Position *p, Move m, char out[MOVE_TEXT]);
bool pilea_read_move(const Position *p, const char *text, Move *out, Message *error);

#endif
