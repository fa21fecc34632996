/* What a game is, as the rest of the code sees it.
 *
 * A ruleset is one constant Game record, filled with designated initialisers.
 * Functions never allocate, keep no state, and may be called from any thread.
 * "Seat" numbers the players in order of play (0 is White); "side" numbers those who
 * win together: side = seat % sides, so that dorix-4 is two sides of two seats. */
#ifndef COLONNADE_CORE_GAME_H
#define COLONNADE_CORE_GAME_H

#include "core/game_search.h"
#include "core/kind.h"
#include "core/message.h"
#include "core/position.h"
#include "core/told.h"

typedef enum Direction { DIRECTION_NONE, NORTH, EAST, SOUTH, WEST } Direction;

typedef struct Piece {
    uint8_t kind;           /* which of the game's kinds, from 0 */
    uint8_t seat;           /* owner, or NEUTRAL */
    uint8_t direction;      /* Direction; DIRECTION_NONE when it has none or it is not remembered */
} Piece;

/* Where the places are. x and y count half-places from the left and the bottom
 * (so that a Pylos ball lies between the four that carry it); level counts from 1. */
typedef struct Place {
    const char *label;
    uint8_t x, y, level;
} Place;

typedef struct Board {
    uint8_t places, columns, rows, levels;
    const Place *place;     /* in place order: by level, then row, then column */
    /* By place: the places that must be in use before a piece can lie there, one bit each.
     * NULL: nothing rests on anything. */
    const uint64_t *carriers;
    bool hollow;            /* the lowest places are hollows for balls, not squares */
} Board;

/* The columns and rows of one level, and the coordinates of its first ones. */
typedef struct BoardLevel {
    int columns, rows, left, bottom;
} BoardLevel;
BoardLevel board_level(const Board *b, int level);
/* The place that a symmetry (see Game.transform) takes `place` to; -1: the board has none there. */
int board_turn_place(const Board *b, int symmetry, int place);

/* One choice on the way to a move. */
typedef enum StepRole {
    STEP_END,               /* no step; never part of a move */
    STEP_FROM,              /* value: place that a piece is lifted from */
    STEP_TO,                /* value: place that a piece is put on */
    STEP_KIND,              /* value: kind of piece to play, from 0 */
    STEP_DIRECTION,         /* value: Direction that it points in */
    STEP_TAKE,              /* value: place that a piece is taken back from */
    STEP_STOP,              /* take back no more */
    STEP_COLLAPSE,          /* value: place that the next pawn of the pile goes to */
    STEP_TOP,               /* only the top piece moves */
    STEP_WHOLE,             /* the whole pile moves */
    STEP_CAPTURE,           /* value: place that loses its top piece */
    STEP_DROP,              /* value: place that the captured piece is put on */
    STEP_PASS,
    /* value: how many. After STEP_FROM: pieces of the top that are lifted together. After the
     * direction that they go in: pieces, the lowest first, that stay on the next place. */
    STEP_COUNT,
    STEP_ROLES
} StepRole;

typedef struct Step {
    uint8_t role;           /* StepRole */
    uint8_t value;          /* place, kind, Direction or number; 0 where the role needs none */
} Step;

bool step_names_place(Step s);

struct SolveIndex;          /* core/index.h: for rulesets that can be tabulated */

typedef struct Game {
    /* --- identity --- */
    const char *id;         /* "pylos-expert" */
    const char *title;      /* T("Pylos, expert"); a name that every language writes alike is T() too */
    const char *family;     /* "pylos": what the rules and lessons are filed under */
    const char *goal;       /* T(): the aim in one line, for somebody who picks a game */
    uint8_t minutes[2];     /* a game takes about that long, from … to */
    uint8_t players;        /* seats */
    uint8_t sides;          /* who wins together: side = seat % sides */
    uint8_t words;          /* leading words of a Position that this ruleset uses */
    bool never_repeats;     /* no position can repeat in a game */
    uint32_t most_moves;    /* no position has more legal moves; 0: not known */
    uint8_t symmetries;     /* board symmetries, including the identity (number 0) */
    const Board *board;

    /* --- what it is called and how it is told (English, marked T()) --- */
    uint8_t kinds;          /* kinds of piece … */
    const Kind *kind;       /* … and which */
    const char *reason[MAX_REASONS];    /* of its own: REASON_OWN, REASON_OWN + 1 … */
    /* What is asked when choices of a role are open; NULL: what is asked in any game. */
    const char *question[STEP_ROLES];
    /* What a choice without a value is called (STEP_STOP: "take back no more"); NULL: its plain word. */
    const char *choice[STEP_ROLES];
    /* First choices of a role that names a place, as a sentence; {0} is the list of places. */
    const char *may[STEP_ROLES];
    /* What a move does, in sentences. Returns how many, at least one. */
    int (*tell)(const Position *p, Move m, Told out[MAX_TOLD]);
    /* The details behind the reason for which the rules ended a game (whose reserve is empty, what the count
     * was), in sentences. Returns how many. NULL: the reason says it all. */
    int (*tell_end)(const Position *p, Told out[MAX_TOLD]);
    bool control;           /* the owner of a stack decides the game: a change is told */
    const char *held;       /* T(): how many stacks count for a player, {0}; NULL: not worth telling */
    bool heights;           /* the height of a pile decides moves: a change is told */
    uint8_t stack;          /* pieces that a stack usually has; 0: there are none, a place holds one piece at most */
    bool tapers;            /* pieces of a stack become smaller from bottom to top */
    bool unordered;         /* a position forgets the order inside a stack; a tree of moves knows it */

    /* --- rules --- */
    void (*start)(Position *out);
    int (*mover)(const Position *p);            /* seat whose turn it is (even when the game is over) */
    Outcome (*outcome)(const Position *p);
    /* Every legal move, each once, in a fixed order; none exactly when the game is
     * over. Returns how many there are and writes the first `capacity` of them. */
    size_t (*moves)(const Position *p, Move *out, size_t capacity);
    /* How many `moves` would return; NULL: ask `moves`. */
    uint64_t (*count)(const Position *p);
    /* A random legal move, for playouts: the one that `moves` lists at index
     * random * count / 2^32. 0 when the game is over. NULL: ask `moves`. */
    Move (*pick)(const Position *p, uint32_t random);
    /* `m` must come from `moves` or `read_move` for `p`; `out` may be `p`. */
    void (*play)(const Position *p, Move m, Position *out);

    /* --- text (NOTATION) --- */
    size_t (*write_position)(const Position *p, char out[POSITION_TEXT]);   /* length */
    bool (*read_position)(const char *text, Position *out, Message *error); /* false: error says what and where */
    size_t (*write_move)(const Position *p, Move m, char out[MOVE_TEXT]);
    /* Reads a legal move. False: error says what is wrong — the form and at which
     * character, or the rule that forbids it (this is the answer to "why?"). */
    bool (*read_move)(const Position *p, const char *text, Move *out, Message *error);

    /* --- front ends --- */
    int (*pieces)(const Position *p, int place, Piece out[MAX_STACK]);      /* bottom to top; how many */
    /* Seat that the stack on a place counts for, or NEUTRAL. NULL: whoever is on top. */
    int (*owner)(const Position *p, int place);
    int (*reserve)(const Position *p, int seat, int kind);                  /* kind: 0 … kinds-1 */
    /* Places that decided a game that is over, one bit each; 0: none in particular, or it
     * goes on. NULL: never any. */
    uint64_t (*decided)(const Position *p);
    const uint64_t *lines;  /* rows of places that the rules speak of, one bit each, 0 ends them; NULL: none */
    /* The choices that make up `m`, in the order they are made. A move that can be
     * made in several orders has several paths, numbered from 0; 0 steps: no such
     * path. No path is the beginning of another move's. */
    int (*steps)(const Position *p, Move m, int path, Step out[MAX_STEPS]);
    /* A rule that narrows down where the mover may put a piece now, as a sentence for
     * the mover whose hole {1} is for the list of places; false: there is none. NULL: never. */
    bool (*constraint)(const Position *p, Message *out);

    /* --- symmetry --- */
    /* What lies on a place goes to its board_turn_place. Symmetries are numbered as in
     * core/grid.h: bit 2 swaps column and row, then bit 0 mirrors the columns, then bit 1 the rows.
     * `out` may not be `p`. */
    void (*transform)(const Position *p, int symmetry, Position *out);

    /* --- search (optional: core/game_search.h) --- */
    GameSearch search;

    /* --- solve (optional) --- */
    const struct SolveIndex *index;

    /* --- tests --- */
    const char *(*check)(const Position *p);    /* the broken invariant, or NULL */
} Game;

static inline int game_side(const Game *g, int seat) { return seat % g->sides; }

/* The letters of the seats, in order of play: w b r g. */
char game_seat_letter(int seat);

/* `ongoing`, `draw`, or the winner as NOTATION writes it (`w`, `b`, `r`; teams `wr`, `bg`). */
const char *game_result_text(const Game *g, Outcome o);

/* A fixed English sentence for the reason, marked for the catalogue ("resigned"): of any game,
 * and of this game ("three towers"). "" where there is none. */
const char *reason_text(Reason r);
const char *game_reason(const Game *g, Reason r);

/* The move that a person typed: as the game reads it, or else the one legal move that is written with
 * the same letters in any case. The error is the game's. */
bool game_read_typed(const Game *g, const Position *p, const char *text, Move *out, Message *error);

/* --- positions --- */
bool position_equal(const Position *a, const Position *b);
int position_compare(const Position *a, const Position *b);    /* as words: below 0, 0 or above it */
/* Equal positions of one ruleset share it; others share it only by chance. */
uint64_t position_hash(const Game *g, const Position *p);
/* The smallest (by bytes as words) of the position's transforms; `symmetry`, when
 * not NULL, receives the one that leads there. */
void position_canonical(const Game *g, const Position *p, Position *out, int *symmetry);
/* The key for tables of values: the game's own, or the plain hash. */
static inline uint64_t position_key(const Game *g, const Position *p)
{
    return g->search.key ? g->search.key(p) : position_hash(g, p);
}
/* The key that a search uses; `hash` is the position's. */
static inline uint64_t position_quick_key(const Game *g, const Position *p, uint64_t hash)
{
    return g->search.quick_key ? g->search.quick_key(p, hash) : g->search.key ? g->search.key(p) : hash;
}

/* --- move lists --- */
/* A list that grows; zero-initialise it, free it with movelist_free. */
typedef struct MoveList {
    Move *move;
    size_t count, capacity;
} MoveList;
bool movelist_fill(MoveList *list, const Game *g, const Position *p);  /* false: out of memory */
bool movelist_fill_distinct(MoveList *list, const Game *g, const Position *p);  /* the same from `distinct` */
void movelist_free(MoveList *list);

#endif
