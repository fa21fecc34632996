/* The feed of a seat (Atom): it has an entry when it is the seat's turn, and one when the game is
 * over, for whoever plays by the day and reads feeds. */
#ifndef COLONNADE_SERVE_FEED_H
#define COLONNADE_SERVE_FEED_H

#include "core/buffer.h"
#include "house/house.h"
#include "lang/lang.h"

/* The key in a path "/feed/KEY.atom"; false: the path is none. */
bool feed_key(const char *path, char out[HOUSE_TOKEN]);

/* Adds the feed that the key opens; false: it opens none. */
bool feed_write(House *h, const char *key, Lang lang, Buffer *out);

#endif
