/* What a token opens: a seat in the newest round that it leads to, and that seat's feed. */
#include "house/house_private.h"

#include <stdio.h>
#include <string.h>

typedef struct Held {
    const char *wanted;         /* round; "": the newest */
    char round[STORE_ROUND];
    unsigned seats;
    bool feed;
} Held;

static bool note_held(void *context, const char *round, int seat)
{
    Held *held = context;
    if ((seat >= FEED) != held->feed || (held->wanted[0] && strcmp(held->wanted, round) != 0))
        return true;
    if (held->round[0] && strcmp(held->round, round) != 0)
        return false;
    snprintf(held->round, sizeof held->round, "%s", round);
    held->seats |= 1u << (seat % FEED);
    return true;
}

bool token_round(House *h, const char *token, const char *round, char out[STORE_ROUND])
{
    Held held = {.wanted = round ? round : ""};
    unsigned char hash[STORE_HASH];
    store_hash_token(token, hash);
    if (!store_seats(h->store, hash, note_held, &held, NULL) || !held.round[0])
        return false;
    memcpy(out, held.round, STORE_ROUND);
    return true;
}

bool request_token(Request *q, const char *token, const char *round, HouseRound **out, unsigned *seats)
{
    Held held = {.wanted = round ? round : ""};
    unsigned char hash[STORE_HASH];
    store_hash_token(token, hash);
    if (!store_seats(q->house->store, hash, note_held, &held, NULL)) {
        request_refuse(q, "trouble");
        return false;
    }
    *out = held.round[0] ? rounds_find(q->house, held.round) : NULL;
    *seats = held.seats;
    if (*out)
        return true;
    request_refuse(q, held.round[0] && q->house->unread ? "trouble" : "no-such-token");
    return false;
}

void token_guest(Request *q)
{
    const char *token = request_text(q, "as");
    Held held = {.wanted = ""};
    unsigned char hash[STORE_HASH];
    if (!token || q->visitor->guest[0])
        return;
    store_hash_token(token, hash);
    HouseRound *r = store_seats(q->house->store, hash, note_held, &held, NULL) && held.round[0]
                        ? rounds_see(q->house, held.round)
                        : NULL;
    for (int seat = 0; r && seat < round_game(r->round)->players; seat++)
        if (held.seats >> seat & 1 && round_seat(r->round, seat)->name[0] == '~')
            snprintf(q->visitor->guest, sizeof q->visitor->guest, "%.15s", round_seat(r->round, seat)->name);
    rounds_seen(r);
}

/* --- feeds --- */

bool house_feed(House *h, const char *key, HouseFeed *out)
{
    Held held = {.wanted = "", .feed = true};
    unsigned char hash[STORE_HASH];
    store_hash_token(key, hash);
    HouseRound *r =
        store_seats(h->store, hash, note_held, &held, NULL) && held.round[0] ? rounds_see(h, held.round) : NULL;
    if (!r || r->broken)
        return false;
    int seat = 0;
    while (!(held.seats >> seat & 1))
        seat++;
    StoreCard card;
    rounds_card(r, &card);
    *out = (HouseFeed){.game = round_game(r->round),
                       .seat = seat,
                       .over = round_phase(r->round) == ROUND_OVER,
                       .turn = round_phase(r->round) == ROUND_PLAYING && held.seats >> round_mover(r->round) & 1,
                       .number = r->stored,
                       .moves = round_head(r->round),
                       .at = round_last(r->round)};
    memcpy(out->round, r->id, sizeof out->round);
    memcpy(out->players, card.players, sizeof out->players);
    int head = round_head(r->round);
    if (head > 0) {
        const Tree *t = round_tree(r->round);
        const TreeNode *n = tree_node(t, head);
        out->game->write_move(&tree_node(t, n->parent)->position, n->move, out->last);
    }
    rounds_seen(r);
    return true;
}
