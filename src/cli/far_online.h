/* What the verbs of `colonnade online` share: a question to the house at URL, and lines that read well aloud. */
#ifndef COLONNADE_CLI_FAR_ONLINE_H
#define COLONNADE_CLI_FAR_ONLINE_H

#include "cli/command.h"
#include "core/buffer.h"
#include "remote/ask.h"

/* Where the URL leads; false: it is not a URL, and stderr says so. */
bool online_address(const Call *call, const char *url, WireAddress *to);

/* The answer to a question, asked as the user who is signed in there; NULL: stderr says why there is none. */
json_t *online_ask(const Call *call, const WireAddress *to, Ask *question);

/* Prints the line, without anything that would make a terminal do more than show it, and empties it. */
void online_print(Buffer *line);

/* Adds a sentence in the language of the call, with the `argc` strings that follow in its holes; or prints it. */
void online_add(const Call *call, Buffer *out, const char *english, int argc, ...);
void online_say(const Call *call, const char *english, int argc, ...);

/* Adds a player's name as people read it, and the rating in brackets if `player` has one. */
void online_add_player(const Call *call, Buffer *out, const char *name, const json_t *player);

const char *online_title(const Call *call, const char *game); /* of a ruleset */

extern const Command online_tournaments_verb;

#endif
