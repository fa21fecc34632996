/* The engine protocol: UGI, a line in, lines out; docs/protocol.md describes it.
 *
 * Lines are given to ugi_line one after the other by one thread; a search runs in a
 * thread of its own and writes when it has something to say. Whatever a line holds, it
 * is answered at worst with `info string` and a sentence. */
#ifndef COLONNADE_UI_UGI_UGI_H
#define COLONNADE_UI_UGI_UGI_H

#include "core/game.h"

enum {
    UGI_LINE = 1 << 20,             /* bytes of a line; longer ones are refused by whoever reads them */
    UGI_DEFAULT_LEVEL = 10
};

typedef struct Ugi Ugi;
struct Adviser;

typedef struct UgiOptions {
    const Game *game;
    const Game *(*find)(const char *id);    /* the ruleset that has this id, or NULL */
    const Game *(*list)(size_t i);          /* every ruleset; NULL after the last */
    int hash;                               /* MiB; 0: the default */
    int threads;
    int level;                              /* 0: the highest */
    const char *version;
    void (*equip)(struct Adviser *a, const Game *g, const char *tables);    /* a new adviser; NULL: nothing */
    const char *tables;                     /* folder of the tables; NULL: the default */
} UgiOptions;

/* One whole line, without its end; comes from any thread, one at a time. False: nobody
 * reads any more. */
typedef bool UgiWrite(void *context, const char *line);

Ugi *ugi_create(UgiOptions options, UgiWrite *write, void *context);    /* NULL: out of memory */
void ugi_destroy(Ugi *u);           /* stops a search first, which still answers */

/* False: `quit`, or nobody reads any more. */
bool ugi_line(Ugi *u, const char *line);
/* `info string` and a sentence, from outside. */
void ugi_say(Ugi *u, const char *sentence);

/* Waits until a search that ends by itself has answered; stops one that does not.
 * Comes back every few hundredths of a second to ask `go_on`, and stops when that says no. */
void ugi_finish(Ugi *u, bool (*go_on)(void *context), void *context);

#endif
