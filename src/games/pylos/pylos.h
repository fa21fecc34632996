/* Pylos by David G. Royffe (Gigamic): five rulesets, rulings PYL-1 to PYL-6. */
#ifndef COLONNADE_GAMES_PYLOS_H
#define COLONNADE_GAMES_PYLOS_H

#include "core/game.h"

extern const Game pylos, pylos_children, pylos_expert, pylos_lenient, pylos_expert_lenient;

#endif
