/* What the commands that play in a house far away share. */
#ifndef COLONNADE_CLI_FAR_ADDRESS_H
#define COLONNADE_CLI_FAR_ADDRESS_H

#include "cli/cli.h"
#include "remote/away.h"

enum { FAR_CLOCK = 64 };

/* The clock that a person writes (5+3, 10, 0:30+1, 2d for days per move) as the protocol writes it;
 * NULL gives "". False: it is not a clock, and stderr says so. */
bool far_clock(const Call *call, const char *text, char out[FAR_CLOCK]);

/* Where --join, --seek or --watch leads; exactly one of them is given. False: stderr says what is wrong. */
bool far_address(const Call *call, const char *join, const char *seek, const char *watch, WireAddress *out);

#endif
