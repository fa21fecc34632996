/* What is known about a family of games besides how to play it: a network, what openings are worth, puzzles, lessons,
 * the rules in words; and languages other than English. Programs have all of it compiled in. The page's engine leaves
 * room for it instead and asks its host for a part when that part is first wanted (src/ui/wasm). */
#ifndef COLONNADE_CORE_KNOWLEDGE_H
#define COLONNADE_CORE_KNOWLEDGE_H

#include "core/game.h"

/* Whether the knowledge needed to think about the game is there; true also where none is needed.
 * False: the host could not bring it now. */
bool knowledge_ready(const Game *g);
/* The same for another part: "puzzles" of a ruleset, "rules" and "lessons" of a family, "lang"
 * and "later" by a language's code. */
bool knowledge_part_ready(const char *part, const char *name);

#endif
