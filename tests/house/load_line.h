/* Many WebSockets to a house from one thread, for measurements: epoll without a library in between, so that the
 * house is what is measured. Pings are answered; everything else goes to the owner. */
#ifndef COLONNADE_TESTS_HOUSE_LOAD_LINE_H
#define COLONNADE_TESTS_HOUSE_LOAD_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct LoadLine LoadLine;

/* A whole message has arrived; the text ends with a zero and is valid during the call. */
typedef void LoadHear(LoadLine *l, char *text, size_t length);

struct LoadLine {
    int socket;
    bool open;                  /* the handshake is done */
    LoadHear *hear;
    void *owner;
    char *in;                   /* what has arrived and is not a whole frame yet */
    size_t used, room;
    char *message;              /* the frames of an unfinished message */
    size_t message_used;
};

/* Connects to 127.0.0.1; the handshake goes on in load_wait. `epoll` is the caller's. */
bool load_connect(LoadLine *l, int epoll, int port);
void load_close(LoadLine *l);

void load_send(LoadLine *l, const char *text, size_t length);

/* Serves all connections for at most `ns`. False: one is lost. */
bool load_wait(int epoll, int64_t ns);

int64_t load_now(void);         /* ns on the monotonic clock */

#endif
