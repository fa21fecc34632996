/* People of simulate.c, what they see, and what is counted. */
#ifndef COLONNADE_TESTS_SIMULATE_H
#define COLONNADE_TESTS_SIMULATE_H

#include "round/round.h"
#include "world.h"

enum { PEOPLE = 24, PLACES = 3, WIRE = 64, ACKS = 64, RETRY_MS = 2500, STEP_MS = 20 };

/* A round as one person sees it. */
typedef struct View {
    char id[STORE_ROUND], token[HOUSE_TOKEN];
    Round *round;               /* NULL: nothing heard yet */
    Buffer lines;
    bool entered;               /* on this connection */
    bool shared;                /* somebody else opened it: the token comes from a link */
    char nonce[16], action[160];        /* pending; "": none */
    uint32_t number;            /* the one it was sent with */
    int64_t sent, heard;
    struct {
        char nonce[16];
        uint32_t number;
    } ack[ACKS];
    int acks;
    int moves;
} View;

typedef struct Person {
    Line line;
    bool connected;
    int64_t back;               /* when this person connects again */
    View view[PLACES];
    int64_t asked;              /* when, for a new round; 0: not */
    /* Messages on their way to the house. */
    char *wire[WIRE];
    int64_t arrives[WIRE];
    int wires;
    uint64_t nonces;
} Person;

typedef struct Tally {
    uint64_t rounds, over, events, acks, lost, doubled, kills, breaks, full, stale, refused, trouble, wrong, checked;
} Tally;

extern World world;
extern Person person[PEOPLE];
extern uint64_t chance_state;
extern Tally tally;

static inline uint32_t chance(uint32_t n) { return random_next(&chance_state) % n; }

__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* simulate_people.c: the lossy connection to the house, and what people do. */
__attribute__((format(printf, 2, 3))) void post(Person *p, const char *format, ...);
void deliver(Person *p);
void drop_line(Person *p);
void view_clear(View *v);
View *free_view(Person *p);
void hear(Person *p, const char *text);
void open_round(Person *p);
void play(Person *p, View *v);

/* simulate_check.c: a view that is over, and complete, is compared with the log and let go. */
void finish(Person *p, View *v);

#endif
