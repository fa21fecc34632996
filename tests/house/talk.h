/* Talking to a house in a virtual world: what the tests of the house share. Anything unexpected fails the current
 * test. */
#ifndef COLONNADE_TESTS_HOUSE_TALK_H
#define COLONNADE_TESTS_HOUSE_TALK_H

#include "world.h"

#include <jansson.h>

extern World world;
extern char talk_path[128];         /* of its store */

int talk_setup(void **state);       /* a house in a folder of its own … */
int talk_teardown(void **state);    /* … which goes with it */

/* Settles, and returns the first message of this kind, skipping others; the caller decrefs. */
json_t *wait_for(Line *l, const char *what);
json_t *ask(Line *l, const char *text, const char *what);       /* sends first */
void skip_all(Line *l);
const char *text_of(const json_t *m, const char *name);
void expect_refusal(Line *l, const char *text, const char *why);
const char *last_event(const json_t *m);        /* valid until the next call */

/* A round of two: Ann opens it and sits on w; Bob gets the token of b. */
typedef struct Two {
    Line ann, bob;
    char round[32], token[2][32];
} Two;

void begin_two(Two *t, const char *game, const char *clock);
void end_two(Two *t);
void send_act(Line *l, const char *round, int number, const char *action, const char *nonce);
int act(Line *l, const char *round, int number, const char *action, const char *nonce);     /* the number of "done" */

#endif
