/* What the files of the protocol share: the state, words of a line, and answers. */
#ifndef COLONNADE_UI_UGI_UGI_PRIVATE_H
#define COLONNADE_UI_UGI_UGI_PRIVATE_H

#include "core/buffer.h"
#include "core/tree.h"
#include "engine/adviser.h"
#include "ui/ugi/ugi.h"

#include <pthread.h>

/* What one `go` asks for. */
typedef struct UgiGo {
    SearchLimits limits;
    bool infinite;                  /* the answer waits for `stop` */
} UgiGo;

struct Ugi {
    UgiOptions options;
    UgiWrite *write;
    void *context;
    Tree *tree;                   /* the position, and how the game got there */
    Adviser *adviser;               /* NULL: not needed yet, or the options changed */
    int lines;                      /* best moves to report */

    pthread_mutex_t writing;        /* guards `closed` and the order of lines */
    bool closed;                    /* nobody is reading */

    /* --- the search under way --- */
    pthread_mutex_t lock;           /* guards what follows */
    pthread_cond_t changed;
    pthread_t thread;
    bool started;                   /* there is a thread to join */
    bool thinking;                  /* it has not answered yet */
    Cancel cancel;                  /* it has been told to stop */
    UgiGo go;
    Position root;
    uint64_t *history;              /* hashes of the positions before it */
    size_t history_count;
};

__attribute__((format(printf, 2, 3))) void ugi_print(Ugi *u, const char *format, ...);
/* Prints `info string ` and the message's English sentence, after `before` if that is not NULL. */
void ugi_print_message(Ugi *u, const char *before, const Message *m);

/* --- ugi_go.c --- */
void ugi_go(Ugi *u, char *words);           /* what follows `go` */
bool ugi_thinking(Ugi *u);
void ugi_stop(Ugi *u);                      /* returns when the search has answered */
bool ugi_ready(Ugi *u);                     /* makes the adviser; false: it said why not */
void ugi_drop_adviser(Ugi *u);

/* The next word of *rest, which then points past it; NULL: there is none. */
char *ugi_word(char **rest);

#endif
