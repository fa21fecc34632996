/* The feed of a seat (Atom), for people who play by the day and read feeds: it has an entry when it
 * is the seat's turn, and one when the game is over. */
#ifndef COLONNADE_SERVE_FEED_H
#define COLONNADE_SERVE_FEED_H

#include "core/buffer.h"
#include "house/house.h"
#include "lang/lang.h"

/* The key in a path "/feed/KEY.atom"; false: it is another path. */
bool feed_key(const char *path, char out[HOUSE_TOKEN]);

/* Adds the feed that the key opens; false: it opens none. */
bool feed_write(House *h, const char *key, Lang lang, Buffer *out);

#endif
