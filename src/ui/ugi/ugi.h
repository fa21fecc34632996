/* The engine protocol: UGI, a line in, lines out; docs/protocol.md describes it.
 *
 * One thread passes lines to ugi_line one after the other; a search runs in a thread of
 * its own and writes when it has something to say. Whatever a line contains, the worst
 * answer is `info string` and a sentence. */
#ifndef COLONNADE_UI_UGI_UGI_H
#define COLONNADE_UI_UGI_UGI_H

#include "core/game.h"

enum {
    UGI_LINE = 1 << 20,             /* bytes per line; the reader refuses longer ones */
    UGI_DEFAULT_LEVEL = 10
};

typedef struct Ugi Ugi;
struct Adviser;

typedef struct UgiOptions {
    const Game *game;
    const Game *(*find)(const char *id);    /* the ruleset with this id, or NULL */
    const Game *(*list)(size_t i);          /* every ruleset; NULL after the last */
    int hash;                               /* MiB; 0: the default */
    int threads;
    int level;                              /* 0: the highest */
    const char *version;
    void (*equip)(struct Adviser *a, const Game *g, const char *tables);    /* equips a new adviser; NULL: nothing */
    const char *tables;                     /* folder of the tables; NULL: the default */
} UgiOptions;

/* Takes one whole line, without its line end; called from any thread, one at a time. False:
 * nobody is reading any more. */
typedef bool UgiWrite(void *context, const char *line);

Ugi *ugi_create(UgiOptions options, UgiWrite *write, void *context);    /* NULL: out of memory */
void ugi_destroy(Ugi *u);           /* first stops a search, which still answers */

/* False: `quit`, or nobody is reading any more. */
bool ugi_line(Ugi *u, const char *line);
/* Writes `info string` and a sentence, from outside. */
void ugi_say(Ugi *u, const char *sentence);

/* Waits until a search that ends by itself has answered; stops one that does not.
 * Calls `go_on` every few hundredths of a second, and stops when that returns false. */
void ugi_finish(Ugi *u, bool (*go_on)(void *context), void *context);

#endif
