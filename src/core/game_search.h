/* What a game tells search and proof besides its rules. All of it is optional (NULL:
 * absent), none of it changes the rules, and none is called when the game is over. */
#ifndef COLONNADE_CORE_GAME_SEARCH_H
#define COLONNADE_CORE_GAME_SEARCH_H

#include "core/position.h"

/* A linear evaluation taken apart, so that its weights can be fitted to games. */
enum { MAX_FEATURES = 24 };
typedef struct Evaluation {
    int count;
    const char *const *name;    /* of each feature, in English, for the fitting tool */
    const int *weight;          /* evaluate() is the sum of weight × feature, within its limits */
    void (*features)(const Position *p, int out[MAX_FEATURES]);
} Evaluation;

/* Only the fitting tool asks for it; the page has no such tool and leaves it out. */
#ifdef __wasm__
#define SEARCH_FITTED(evaluation) NULL
#else
#define SEARCH_FITTED(evaluation) (evaluation)
#endif

/* A network taken apart (core/net.h), so that it can be trained. */
enum { NET_MOST_ACTIVE = 64 };
typedef struct NetInputs {
    int inputs;                 /* how many there are */
    int width;                  /* of the first hidden layer */
    int head;                   /* which of the network's heads this ruleset has … */
    int sides; /* … and how many from there on: one, the mover's, or one for each side from the mover on */
    /* The inputs that are 1, each once. Returns how many. */
    int (*active)(const Position *p, uint16_t out[NET_MOST_ACTIVE]);
} NetInputs;

/* Levels of play, in every game; src/engine says what they do. */
enum { LEVEL_MIN = 1, LEVEL_MAX = 10 };

/* What proof search asks about a position, answered at one glance. */
typedef struct Glance {
    Outcome outcome;
    uint8_t sure_win; /* plies within which the mover is sure to win, as far as a glance can tell; 0: it
                             * can't. Never wrong */
    uint16_t win, hold; /* when nothing is decided: how hard it looks to show that the mover
                             * wins, and that the mover does not; from 1 up */
    uint64_t key; /* as position_key */
} Glance;

enum { EVALUATION_LIMIT = 20000 };

/* The sum that a linear evaluate() returns. */
static inline int evaluation_sum(const int *weight, const int *feature, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += weight[i] * feature[i];
    return sum > EVALUATION_LIMIT ? EVALUATION_LIMIT : sum < -EVALUATION_LIMIT ? -EVALUATION_LIMIT : sum;
}

typedef struct GameSearch {
    /* Two sides: how good `p` is for the side to move, in thousandths of what
     * decides a game, within ±EVALUATION_LIMIT. */
    int (*evaluate)(const Position *p);
    /* How `evaluate` errs, in its own unit (docs/search.md): a position looks better than it is to the side to move by
     * `flatters`, and what a search finds rarely differs by more than `doubt` from what fewer plies showed. 0:
     * unknown, and not relied upon. */
    int flatters, doubt;
    const Evaluation *evaluation; /* how a linear one comes about … */
    const NetInputs *net; /* … and what a network sees */
    /* Three sides: the same for each side. */
    void (*evaluate_sides)(const Position *p, int out[MAX_PLAYERS]);
    void (*linear_sides)(const Position *p, int out[MAX_PLAYERS]); /* what a network replaced, to compare with */
    /* `moves` without those that lead where another one leads, as far as that is quick to see:
     * what a search needs to look at. At least one, unless there is none; NULL: `moves`. */
    size_t (*distinct)(const Position *p, Move *out, size_t capacity);
    /* Larger: look at `m` earlier. */
    int (*order)(const Position *p, Move m);
    /* A move that ends the game at once in the mover's favour, or 0 when a quick look
     * finds none. Never wrong. */
    Move (*winning_move)(const Position *p);
    /* A 64-bit key for tables of values: positions share it when they are symmetric or
     * otherwise have the same moves and the same future, and otherwise only by chance. It
     * need not join all such positions, only where that pays. NULL: it does not pay. */
    uint64_t (*key)(const Position *p);
    /* The same for a search, which asks about every position and has its `hash`: that is the key where symmetric
     * positions are met too seldom to pay for looking at them. NULL: `key`. */
    uint64_t (*quick_key)(const Position *p, uint64_t hash);
    /* Outcome, sure win, key and likely effort together, for games that are proven; NULL: they
     * are asked for one by one. `key`, `win` and `hold` may be left unset when the game is over
     * or won in one ply. */
    void (*glance)(const Position *p, Glance *out);

    /* What a person would say of the game, and no search can see; src/engine sets its levels by it.
     * A win takes a plan that few positions show, and games are long. */
    bool slow_to_win;
    /* Most positions leave few moves to choose from, so that a random one is often good. */
    bool short_of_choice;
} GameSearch;

#endif
