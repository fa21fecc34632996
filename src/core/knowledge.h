/* What is known about a family of games besides its rules: a network and what openings are worth.
 * A program has all of it compiled in. The page's engine leaves room for it instead and asks its
 * host for a family's share when a game of that family is first thought about (src/ui/wasm). */
#ifndef COLONNADE_CORE_KNOWLEDGE_H
#define COLONNADE_CORE_KNOWLEDGE_H

#include "core/game.h"

/* Whether all of it is there; true also where there is none. False: the host could not bring it now. */
bool knowledge_ready(const Game *g);

#endif
