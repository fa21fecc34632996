/* Tournaments: who plays whom in the next round, and the standings.
 *
 * What always holds:
 * - Everything follows from the arguments: the same players and results give the same pairings and standings.
 * - Nobody has more than one game per round, nobody meets anybody twice (in a double round robin: twice from the same
 *   seat), and nobody has more than one bye.
 * - The difference between a player's games on the first and on the second seat is at most one in a round robin, whose
 *   games are all played, and at most two in a Swiss tournament unless there is no such pairing.
 * - A Swiss round is found whenever there is one.
 *
 * Players are numbered from 0 in the order in which they entered. Points are counted in halves. Nothing is allocated,
 * and any thread may call these functions. */
#ifndef COLONNADE_TOURNAMENT_TOURNAMENT_H
#define COLONNADE_TOURNAMENT_TOURNAMENT_H

#include <stdbool.h>

enum {
    TOURNAMENT_PLAYERS = 128,           /* at most … */
    TOURNAMENT_EVERYBODY = 34,          /* … if everybody meets everybody */
    TOURNAMENT_ROUNDS = 66,             /* at most: twice 33 */
    TOURNAMENT_SWISS_ROUNDS = 15,
    TOURNAMENT_TABLES = TOURNAMENT_PLAYERS / 2,
    TOURNAMENT_GAMES = 1122,            /* at most: 34 players, 66 rounds */
    TOURNAMENT_STAYS = 1 << 30,         /* TournamentPlayer.until: to the end */
    TOURNAMENT_NOBODY = -1,
};

typedef enum TournamentKind { TOURNAMENT_ROUND_ROBIN, TOURNAMENT_DOUBLE, TOURNAMENT_SWISS } TournamentKind;

typedef enum TournamentResult {
    TOURNAMENT_OPEN,            /* not over yet */
    TOURNAMENT_FIRST,           /* the first seat has won */
    TOURNAMENT_DRAWN,
    TOURNAMENT_SECOND,
    TOURNAMENT_FIRST_UNPLAYED,  /* the other has withdrawn */
    TOURNAMENT_SECOND_UNPLAYED,
    TOURNAMENT_BYE,             /* no opponent: a point in a Swiss tournament, a rest in a round robin */
} TournamentResult;

typedef struct TournamentPlayer {
    int rating;                 /* expected strength: decides between equals */
    int from;                   /* the first round for which the player is there: 1, or later */
    int until;                  /* the last one; 0: gone before the first */
} TournamentPlayer;

typedef struct TournamentGame {
    int round;                  /* from 1 */
    int first, second;          /* players by seat; second TOURNAMENT_NOBODY: `first` has a bye */
    TournamentResult result;
} TournamentGame;

typedef struct Tournament {
    TournamentKind kind;
    int rounds;                 /* in total */
    int paired;                 /* so far */
    int players, games;
    TournamentPlayer player[TOURNAMENT_PLAYERS];
    TournamentGame game[TOURNAMENT_GAMES];
} Tournament;

/* How many rounds a tournament with this many players has: enough for everybody to meet everybody, or usually enough to
 * separate the first from the others. And how many it can have at most. */
int tournament_rounds(TournamentKind kind, int players);
int tournament_most_rounds(TournamentKind kind, int players);

/* How many players are there for the next round. */
int tournament_present(const Tournament *t);

bool tournament_awaited(const Tournament *t); /* some game is not over */

/* The next round, including byes and games that are won because somebody has withdrawn; returns how many. 0: there are
 * no more rounds, or no pairing is left. In a Swiss tournament no game may be awaited. */
int tournament_pair(const Tournament *t, TournamentGame out[TOURNAMENT_TABLES + 1]);

typedef struct TournamentStanding {
    int player;
    int rank; /* from 1; equal if nothing separates two players */
    int points; /* in halves */
    int buchholz; /* the opponents' points, in halves; 0 in a round robin */
    int berger; /* Sonneborn-Berger: the points of opponents beaten, and half the points of opponents drawn with;
                                 * in quarters */
    int direct; /* points among players equal in all of that, in halves */
} TournamentStanding;

/* Everybody who took part, the first at the top; returns how many. A bye and a missed round count as a game against
 * somebody with the same number of points. */
int tournament_standings(const Tournament *t, TournamentStanding out[TOURNAMENT_PLAYERS]);

/* A player's points so far, in halves. In a Swiss tournament each round before the player's first is half a point. */
int tournament_points(const Tournament *t, int player);

/* What a result is worth to the seat, in halves. */
int tournament_worth(TournamentResult r, int seat);

#endif
