/* What the files of a round share and nobody else sees.
 *
 * What always holds: only round_fold changes a Round; `head` is the end of the tree's main line,
 * and in a fair round every node is on that line, so a node's number is its ply. */
#ifndef COLONNADE_ROUND_ROUND_PRIVATE_H
#define COLONNADE_ROUND_ROUND_PRIVATE_H

#include "round/round.h"

typedef struct Offer {
    int by;                     /* seat; -1: none is open */
    unsigned asked;             /* seats that have yet to answer */
    int again[MAX_PLAYERS];     /* ply from which a seat may offer it again */
} Offer;

struct Round {
    const Game *game;
    Position start;
    Tree *tree;
    int head;
    bool free, paused, aborted, rematch;
    RoundPhase phase;
    RoundClock clock;
    int64_t lag, claim_after;
    int stand_in;
    RoundSeat seat[MAX_PLAYERS];
    Offer offer[ROUND_OFFERS];
    int64_t since;              /* when the running clock was last read */
    int64_t last;               /* time of the last event */
    uint32_t events;
};

/* --- round_text.c --- */
/* A reason of the game's own as one word, as it is written in lines; "" for any other. */
void round_own_reason(const Game *g, int reason, char out[ROUND_REASON]);

/* --- round_fold.c: events into state --- */
/* False: the event cannot follow; nothing has changed. */
bool round_fold(Round *r, const RoundEvent *e, RoundRefusal *why);
/* Ms that a seat has left at `now`; may be less than 0. */
int64_t round_clock_at(const Round *r, int seat, int64_t now);
/* The ply before the last move of `seat` on the game's line; -1: it has not moved. */
int round_ply_before(const Round *r, int seat);
bool round_has_seat(const Round *r, int seat);
bool round_good_clock(RoundClock c);
bool round_good_kind(int kind, int level);

/* Sets the code and returns false. */
bool round_refuse(RoundRefusal *why, RoundRefusalCode code);

#endif
