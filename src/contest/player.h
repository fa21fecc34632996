/* Anyone who can play: one of our own levels, or any program that speaks UGI.
 *
 * A player is named by a text: `level:N`, `nodes:N` (our search with a fixed effort), or a command
 * line. A Player belongs to one thread; the token that it was opened with ends its moves. */
#ifndef COLONNADE_CONTEST_PLAYER_H
#define COLONNADE_CONTEST_PLAYER_H

#include "core/tree.h"
#include "engine/adviser.h"

typedef struct Player Player;

typedef struct PlayerLimits {
    double seconds;         /* for one move; 0: none */
    uint64_t nodes;         /* 0: none */
    bool clocks;            /* play by the clocks below */
    double left[MAX_PLAYERS], increment;
} PlayerLimits;

/* What became of the question. */
typedef enum PlayerAnswer {
    PLAYER_MOVED,
    PLAYER_STOPPED,         /* we were told to stop */
    PLAYER_LATE,            /* no answer in time: it hangs */
    PLAYER_LIED,            /* not a legal move, or no answer at all */
    PLAYER_DIED             /* the program ended, or memory ran out */
} PlayerAnswer;

/* Whether the text can be the name of a player; false: error says why. */
bool player_valid(const char *name, Message *error);
/* What a player may use. */
typedef struct PlayerMeans {
    int hash_mib;
    uint64_t seed;
    AdviserEquip *equip;    /* for our own levels; NULL: nothing */
    const char *tables;     /* folder for `equip` */
} PlayerMeans;

/* NULL: error says why. A program has ten seconds to say that it is ready. */
Player *player_open(const Game *g, const char *name, PlayerMeans means, const Cancel *cancel, Message *error);
void player_close(Player *p);
bool player_new_game(Player *p, uint64_t seed);      /* false: it is gone */
/* The move for the tree's current position, which is not over. When the answer is not a move,
 * `error` says in a sentence what happened. */
PlayerAnswer player_move(Player *p, const Tree *m, const PlayerLimits *limits, const Cancel *cancel, Move *out,
                         Message *error);

#endif
