/* WebSocket lines between visitors and a house: the house's sockets, clock, randomness and thinking.
 *
 * One text message per request and per answer, without compression. What a visitor does costs at
 * most its own line: messages are limited in size, and so is what waits to be sent. A visitor that
 * does not answer pings is gone. Everything happens in the thread that serves the page; the store's
 * and the thinker's threads only wake it. */
#ifndef COLONNADE_SERVE_EXCHANGE_H
#define COLONNADE_SERVE_EXCHANGE_H

#include "engine/adviser.h"
#include "house/house.h"
#include "serve/log.h"
#include "serve/peers.h"

#include <libwebsockets.h>

typedef struct Exchange Exchange;

/* One line; it lives in the memory that libwebsockets keeps per connection. */
typedef struct Line {
    struct lws *wsi;            /* NULL: this is not a line */
    Visitor *visitor;
    struct Line *next, *before;
    struct Line *next_due;      /* in the list of lines that have something to send … */
    bool due;                   /* … if it is in that list */
    bool lost;                  /* it cannot be written to */
    HouseText **queue;          /* `count` of them from `first` on, in a ring of `room` */
    unsigned first, count, room;
    size_t waiting;             /* bytes in the queue */
    size_t sent;                /* bytes of the first that have been sent */
    char *part;                 /* of a message that arrives in pieces */
    size_t part_length;
    int closing;                /* why it is to be closed; 0: it is not */
    bool ping_due, ping_out;
    uint64_t ping;              /* what the last ping said */
    int64_t ping_at;            /* ms */
} Line;

typedef struct ExchangeOptions {
    const char *store;          /* path or address */
    const char *peers; /* where other servers of the same store reach this one; NULL: only on this machine */
    const char *title; /* of the house; NULL: none */
    AdviserEquip *equip; /* what levels may use; NULL: nothing */
    HouseOracle *oracle; /* what visitors may look up; NULL: nothing */
    const char *tables; /* the folder for both; NULL: the usual one */
    bool accounts; /* visitors may have accounts */
    bool unverified; /* as in HouseOptions */
    bool unlimited; /* no limits on messages: for measurements */
    /* Takes a line of the log, a JSON object without addresses, tokens or names; NULL: there is no log. */
    LogTake *log;
    /* For tests: called where the program may be killed. "before-commit" and "after-commit" come with what is
     * committed, in the store's thread, and "after-acknowledgement" comes once a message has been sent. */
    void (*point)(const char *name, const StoreWrite *const *batch, size_t count);
} ExchangeOptions;

/* Opens the house. NULL: `error` says why. */
Exchange *exchange_open(const ExchangeOptions *options, Message *error);

/* From now on the lines live in this context, and those between servers in this vhost of it. False: no memory. */
bool exchange_attach(Exchange *l, struct lws_context *context, struct lws_vhost *vhost);

/* Whether a WebSocket may begin here: the path and the origin. 0, or the status to refuse it with. */
unsigned int exchange_admit(struct lws *wsi, bool (*own)(const void *names, const char *authority), const void *names);

/* What libwebsockets has to say about a line; returns what its callback returns. */
int exchange_callback(Exchange *l, struct lws *wsi, enum lws_callback_reasons reason, Line *line, void *in,
                      size_t length);

/* A new line from this address. */
int exchange_begin(Exchange *l, struct lws *wsi, Line *line, const PeerAddress *from);

/* Something was committed or thought: tells those who wait for it. */
void exchange_collect(Exchange *l);

/* Tells everybody that the house is closing. exchange_are_closed: true once all have been told. */
void exchange_say_goodbye(Exchange *l);
bool exchange_are_closed(const Exchange *l);
void exchange_detach(Exchange *l); /* the context is about to be destroyed */

void exchange_close(Exchange *l); /* commits what is under way; the context must be gone. NULL is allowed */

House *exchange_house(Exchange *l);
size_t exchange_links(const Exchange *l); /* to other servers */
Store *exchange_store(Exchange *l);

/* Whether the last write succeeded, which a server in front wants to know. */
bool exchange_is_well(Exchange *l);

/* The number that stands for an address in the house. */
uint64_t exchange_origin(const Exchange *l, const PeerAddress *from);

#endif
