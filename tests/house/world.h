/* A world around a house, for tests: virtual time, seeded chance, lines that lose messages. */
#ifndef COLONNADE_TESTS_HOUSE_WORLD_H
#define COLONNADE_TESTS_HOUSE_WORLD_H

#include "core/buffer.h"
#include "core/random.h"
#include "house/house.h"

#include <stdbool.h>

/* One end of a connection: what the house sent, as text, in order. */
typedef struct Line {
    Visitor *visitor;           /* NULL: not connected */
    HouseText **inbox;
    size_t count, room, taken;
    int hung_up;                /* the reason; 0: not */
} Line;

typedef struct World {
    int64_t now;
    uint64_t seed;
    char path[128];
    Store *store;
    House *house;
    HouseThought thought[256];  /* questions to levels, without history */
    int thoughts;
    HouseOracle *oracle;        /* for visitors' queries; NULL: none */
    bool limited;               /* whether visitors' requests are limited */
    bool accounts;              /* visitors may have accounts */
    HouseSecret secret[8];      /* passwords to check or hash; world_settle does it */
    int secrets;
} World;

void world_open(World *w, const char *path, uint64_t seed);     /* a new or an existing store */
void world_stop(World *w); /* ends the house after committing everything; world_kill loses what is not committed */
void world_kill(World *w);
void world_pass(World *w, int64_t ms); /* lets time go by, with commits and ticks */
void world_settle(World *w); /* commits and ticks until nothing is waiting */

void line_open(World *w, Line *l);
void line_close(World *w, Line *l);
void line_send(World *w, Line *l, const char *text);
/* The next message that has arrived; NULL: none. Valid until the line is freed. */
const char *line_next(Line *l);
void line_free(Line *l);

#endif
