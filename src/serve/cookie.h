/* The cookie that keeps a browser signed in.
 *
 * A page signs in over its line and gets a ticket, good once and for a minute. GET /session with
 * `Authorization: Ticket TICKET` brings the cookie for it, so that no script of the page ever sees what is in
 * it; `Ticket none` takes it away. A foreign page cannot send that header here. */
#ifndef COLONNADE_SERVE_COOKIE_H
#define COLONNADE_SERVE_COOKIE_H

#include "house/house.h"
#include "serve/answer.h"

/* Makes the answer if the path is this one; false: it is another. */
bool cookie_answer(Answer *a, const Names *names, struct lws *wsi, House *h, const char *path);

/* Tells the house whom the cookie of a new line's browser names, and whether others can read the line: not TLS, and not
 * this machine. */
void cookie_introduce(struct lws *wsi, House *h, Visitor *v);

#endif
