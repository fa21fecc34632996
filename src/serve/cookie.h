/* The cookie that keeps a browser signed in.
 *
 * A page signs in over its line and gets a ticket, valid once and for a minute. GET /session with
 * `Authorization: Ticket TICKET` exchanges it for the cookie, so that no script of the page ever sees the cookie's
 * value; `Ticket none` removes the cookie. A foreign page cannot send that header here. */
#ifndef COLONNADE_SERVE_COOKIE_H
#define COLONNADE_SERVE_COOKIE_H

#include "house/house.h"
#include "serve/answer.h"

/* Makes the answer if this is the path; false: it is another. */
bool cookie_answer(Answer *a, const Names *names, struct lws *wsi, House *h, const char *path);

/* Tells the house whom the browser's cookie on a new line names, and whether others can read the line: it is neither
 * TLS nor local to this machine. */
void cookie_introduce(struct lws *wsi, House *h, Visitor *v);

#endif
