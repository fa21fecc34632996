/* What the levels are called and how each of them plays: one name and one sentence, the same in the terminal and on
 * the page. docs/ladder.md says how many points they are worth. */
#ifndef COLONNADE_SESSION_LEVELS_H
#define COLONNADE_SESSION_LEVELS_H

/* English, marked T(). `level`: LEVEL_MIN … LEVEL_MAX. */
const char *level_name(int level);
const char *level_words(int level);

enum { LEVEL_FIRST = 2 };   /* what every menu suggests for each seat but the first */

#endif
