/* The answer to one request: a file of the site, or a refusal.
 *
 * Only GET and HEAD without a body get a file, and only under a name that the server
 * answers to. What follows any other request might be mistaken for anything, so its answer
 * is the last one on its connection. libwebsockets reads requests but does not send answers:
 * it copies what the system does not take at once, and while it has such copies it asks
 * again and again, without a pause, for more to read. */
#ifndef COLONNADE_SERVE_ANSWER_H
#define COLONNADE_SERVE_ANSWER_H

#include "lang/lang.h"
#include "serve/names.h"
#include "serve/site.h"

#include <libwebsockets.h>

enum { ANSWER_HEAD = 2048 };

/* One answer, to be sent or under way. */
typedef struct Answer {
    unsigned char head[ANSWER_HEAD];    /* including the sentence of a refusal */
    size_t head_length, head_sent;
    const unsigned char *bytes;         /* what is to be sent after it … */
    size_t left;                        /* … and how much */
    int file;                           /* a file that has the same bytes (-1: none) … */
    off_t offset;                       /* … from here on */
    bool close;                         /* no further request on this connection */
    bool failed;                        /* it cannot be sent */
    char *own;                          /* bytes made for this answer; NULL: none */
} Answer;

typedef enum AnswerState { ANSWER_SENT, ANSWER_WAITS, ANSWER_LOST } AnswerState;

/* The headers of every answer, for a vhost of libwebsockets. */
extern const struct lws_protocol_vhost_options answer_headers[];

/* Makes the answer to the request that has arrived; `path` is decoded. */
void answer_make(Answer *a, const Site *site, const Names *names, struct lws *wsi, const char *path);

/* Makes an answer from a text, which it takes over; answer_end frees it. */
void answer_take_text(Answer *a, const Names *names, struct lws *wsi, const char *type, char *text, size_t length);

/* Makes an empty answer that gives the browser this cookie. */
void answer_take_cookie(Answer *a, const Names *names, struct lws *wsi, const char *cookie);

/* The answer is over, sent or not. */
void answer_end(Answer *a);

/* Makes a refusal: a status and a sentence. It is the last answer on its connection. */
void answer_refuse(Answer *a, struct lws *wsi, unsigned int status, const char *sentence);

/* Sends as much as the socket takes, but not so much that others have to wait. *sent:
 * something was sent. */
AnswerState answer_send(Answer *a, int socket, bool *sent);

/* A header's value; false: there is none, or it is too long. */
bool answer_header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t size);

/* The language that is asked for with ?lang=; English otherwise. */
Lang answer_lang(struct lws *wsi);

#endif
