/* Which puzzles somebody has solved: names, one per line, in a file in the folder where games are
 * kept or, if there is no folder, in memory. Several programs may add to it. */
#ifndef COLONNADE_SESSION_SOLVED_H
#define COLONNADE_SESSION_SOLVED_H

#include "core/buffer.h"
#include "core/message.h"
#include "session/puzzle.h"

typedef struct Solved {
    const char *folder;         /* the caller's; NULL or "": none */
    Buffer names;               /* "GAME POSITION" and a line feed each */
    bool read;                  /* the file has been read */
} Solved;

/* Whether it is among them. A file that cannot be read counts as none. */
bool solved_has(Solved *s, const Puzzle *p);
/* False: it could not be written, and `error` says why; it counts until the program ends. */
bool solved_add(Solved *s, const Puzzle *p, Message *error);
/* Adds names as they are written in such a file. */
void solved_give(Solved *s, const char *names);
void solved_free(Solved *s);

#endif
