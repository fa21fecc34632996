/* What the files of a visitor share and nobody else sees. */
#ifndef COLONNADE_REMOTE_AWAY_PRIVATE_H
#define COLONNADE_REMOTE_AWAY_PRIVATE_H

#include "core/clock.h"
#include "core/buffer.h"
#include "remote/away.h"

#include <jansson.h>

enum { AWAY_TOKEN = 64, AWAY_ID = 64, AWAY_NONCE = 24, AWAY_ACTION = 256, AWAY_QUEUE = 4 };

struct Away {
    Wire *wire;
    WireAddress to;
    char name[ROUND_NAME], session[AWAY_TOKEN], game[64], clock[64], start[16];
    AwayStart began;
    AwayRating rating[MAX_PLAYERS];
    bool link, watch, rated, open_asked;
    char id[AWAY_ID], token[AWAY_TOKEN];
    char earlier[AWAY_ID];      /* the round before a rematch: its ratings may come later */
    char invitation[MAX_PLAYERS][AWAY_TOKEN];    /* tokens of seats that are waiting for others */
    Round *round;
    Buffer log;
    unsigned seats;
    bool entered;               /* over this connection */
    int64_t ahead;              /* ms: the house's clock minus ours */
    char action[AWAY_ACTION], nonce[AWAY_NONCE];
    struct {
        char action[AWAY_ACTION];
        int seat;
    } queue[AWAY_QUEUE];             /* to be sent once the action under way is done */
    int queued;
    int acting;                 /* the seat */
    uint32_t number;            /* the one that the action was sent with */
    uint64_t nonces;
    json_t *message;            /* whose events are being reported */
    size_t told;
    bool first;                 /* the round is new: say so before its events */
    int64_t settle;             /* own ms: when to take another's seat instead of waiting longer; 0: no such seat */
    int64_t again;              /* own ms: when to ask again for a place that could not be stored; 0: there is none */
    int64_t lobby_asked;        /* own ms: when the lobby was last asked for … */
    bool lobby_wanted;          /* … and whether to ask again as soon as it may have changed */
};

/* --- away_speak.c --- */
void away_sign_in(Away *a); /* with the session, if there is one */
void away_ask_lobby(Away *a);
void away_enter(Away *a, bool sit);
void away_open_round(Away *a);
void away_send_action(Away *a);
void away_end_action(Away *a);

static inline int64_t own_ms(void) { return (int64_t)(clock_now() * 1000); }

#endif
