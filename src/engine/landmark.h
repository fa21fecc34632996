/* Landmarks of perfect play: positions of a solved ruleset that are worth a look, and how won games are lost in
 * practice.
 *
 * Compiled from landmarks/, which `colonnade bench landmarks GAME` makes; the page's engine fetches a ruleset's when
 * they are first wanted (core/knowledge.h). */
#ifndef COLONNADE_ENGINE_LANDMARK_H
#define COLONNADE_ENGINE_LANDMARK_H

#include "engine/oracle.h"

typedef enum LandmarkKind {
    LANDMARK_LONGEST,           /* the win that takes the most plies */
    LANDMARK_HARDEST,           /* the hardest puzzle; `number` is that puzzle's */
    LANDMARK_ONLY_DRAW,         /* one move draws, `number` of `of` lose */
    LANDMARK_ONLY_WIN,          /* one move wins, `number` of `of` do not */
    LANDMARK_MISTAKE,           /* `move` gave a win away in `number` of the `of` games that came here */
    LANDMARK_PHASE,             /* up to ply `plies` a win was given away in `number` of `of` won positions */
    LANDMARK_GAMES              /* these were counted in `plies` games of levels `number` to `of` */
} LandmarkKind;

typedef struct Landmark {
    const char *game;
    LandmarkKind kind;
    const char *position;       /* "": none */
    const char *move;           /* "": none */
    int8_t result;              /* for the player to move; after a mistake, what it leads to */
    int plies;
    int number, of;
} Landmark;

/* Compiled from landmarks/: those of a ruleset are together, in the order in which they are shown. */
extern const Landmark landmark_table[];
extern const size_t landmark_table_count;

/* What the kind is called in files and by programs. */
const char *landmark_word(LandmarkKind k);

/* A ruleset's landmarks, from *first on. Returns how many; 0 also when they are not available now. */
size_t landmark_list(const Game *g, const Landmark **first);

/* Whether it can be shown on the board; false: it is a number about games. */
static inline bool landmark_is_place(const Landmark *l) { return l->kind <= LANDMARK_MISTAKE; }

/* Its position, and its move if it has one (0 otherwise). False: it has no position. */
bool landmark_read(const Game *g, const Landmark *l, Position *p, Move *m);

/* The mistake that `m` is in `p`, up to symmetry; NULL: it is not among them. */
const Landmark *landmark_mistake(const Game *g, const Position *p, Move m);

/* Whether what it says about a position is true according to `truth`, with `nodes` per question (0: no limit).
 * False also when that is not enough. Numbers about games are taken as they are. (landmark_check.c) */
bool landmark_holds(const Game *g, const Landmark *l, const Oracle *truth, uint64_t nodes);

#endif
