/* What a game is, to everything that is not a game.
 *
 * A ruleset is one constant Game record, filled with designated initialisers.
 * Functions never allocate, keep no state, and may be called from any thread.
 * "Seat" numbers the players in order of play (0 is White); "side" numbers who
 * wins together: side = seat % sides, so that dorix-4 is two sides of two seats. */
#ifndef COLONNADE_CORE_GAME_H
#define COLONNADE_CORE_GAME_H

#include "core/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Flat, pointer-free, copied by assignment. Opaque outside its game, which fixes
 * the meaning of the words and leaves unused ones zero: two positions of one
 * ruleset are equal exactly when their bytes are. */
enum { POSITION_WORDS = 8 };
typedef struct Position {
    uint64_t w[POSITION_WORDS];
} Position;

/* Opaque outside its game; one legal move of a position has one value. Never 0. */
typedef uint64_t Move;

enum {
    MAX_PLAYERS = 4,
    MAX_PLACES = 32,
    MAX_STACK = 48,         /* pieces on one place */
    MAX_STEPS = 16,         /* choices that make up one move */
    MAX_KINDS = 3,          /* kinds of piece in one game */
    POSITION_TEXT = 256,    /* bytes that hold any position's text, with its end */
    MOVE_TEXT = 64,         /* bytes that hold any move's text, with its end */
    NEUTRAL = MAX_PLAYERS   /* "seat" of a piece that is nobody's */
};

typedef enum Reason {
    REASON_NONE,
    REASON_TOP_REACHED,
    REASON_RESERVE_EMPTY,
    REASON_THREE_TOWERS,
    REASON_COUNTED,
    REASON_NO_PLACE_LEFT,
    REASON_DIAGONAL_HELD,
    REASON_CENTRE_REACHED,
    REASON_REPETITION,      /* from here on: said by a tree of moves, never by a game */
    REASON_RESIGNED,
    REASON_AGREED,
    REASON_TIME,
    REASON_COUNT
} Reason;

enum { DRAW = -1 };
typedef struct Outcome {
    bool over;
    int8_t winner;          /* side, or DRAW; meaningful when over */
    uint8_t reason;         /* Reason */
} Outcome;

typedef enum PieceKind {
    PIECE_BALL,
    PIECE_SQUARE,
    PIECE_TRIANGLE,
    PIECE_ROUND,
    PIECE_PAWN,
    PIECE_CUBE,
    PIECE_KINDS
} PieceKind;
typedef enum Direction { DIRECTION_NONE, NORTH, EAST, SOUTH, WEST } Direction;

typedef struct Piece {
    uint8_t kind;           /* PieceKind */
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
} Board;

/* One choice on the way to a move. */
typedef enum StepRole {
    STEP_END,               /* no step; never part of a move */
    STEP_FROM,              /* value: place that a piece is lifted from */
    STEP_TO,                /* value: place that a piece is put on */
    STEP_KIND,              /* value: PieceKind to play */
    STEP_DIRECTION,         /* value: Direction that it points in */
    STEP_TAKE,              /* value: place that a piece is taken back from */
    STEP_STOP,              /* take back no more */
    STEP_COLLAPSE,          /* value: place that the next pawn of the pile goes to */
    STEP_TOP,               /* only the top piece moves */
    STEP_WHOLE,             /* the whole pile moves */
    STEP_CAPTURE,           /* value: place that loses its top piece */
    STEP_DROP,              /* value: place that the captured piece is put on */
    STEP_PASS,
    STEP_ROLES
} StepRole;

typedef struct Step {
    uint8_t role;           /* StepRole */
    uint8_t value;          /* place, PieceKind or Direction; 0 where the role needs none */
} Step;

/* A linear evaluation taken apart, so that its weights can be fitted to games. */
enum { MAX_FEATURES = 24 };
typedef struct Evaluation {
    int count;
    const char *const *name;    /* of each feature, in English, for the fitting tool */
    const int *weight;          /* evaluate() is the sum of weight × feature, within its limits */
    void (*features)(const Position *p, int out[MAX_FEATURES]);
} Evaluation;

/* How a player of some level looks at a game. */
typedef struct PlayLevel {
    uint32_t nodes;         /* positions that it looks at for a move; 0: what one ply takes */
    uint16_t careless;      /* moves in a thousand that it plays after a look one ply ahead */
    uint16_t chance;        /* moves in a thousand that it plays at random */
} PlayLevel;
enum { LEVEL_MIN = 1, LEVEL_MAX = 10 };

struct SolveIndex;          /* core/index.h: for rulesets that can be tabulated */

/* What proof search asks about a position, answered at one glance. */
typedef struct Glance {
    Outcome outcome;
    uint8_t sure_win;       /* as Game.sure_win, winning moves included */
    uint16_t win, hold;     /* when nothing is decided: how hard it looks to show that the mover
                             * wins, and that the mover does not; from 1 up */
    uint64_t key;           /* as position_key */
} Glance;

typedef struct Game {
    /* --- identity --- */
    const char *id;         /* "pylos-expert" */
    const char *title;      /* "Pylos, expert": the same in every language or T() */
    const char *family;     /* "pylos": what the rules and lessons are filed under */
    uint8_t players;        /* seats */
    uint8_t sides;          /* who wins together: side = seat % sides */
    uint8_t words;          /* leading words of a Position that this ruleset uses */
    bool never_repeats;     /* no position can come again in a game */
    uint8_t symmetries;     /* board symmetries, the identity included (number 0) */
    const Board *board;
    uint8_t kinds;          /* kinds of piece that players have in reserve … */
    uint8_t kind[MAX_KINDS];/* … and which (PieceKind) */

    /* --- rules --- */
    void (*start)(Position *out);
    int (*mover)(const Position *p);            /* seat whose turn it is (also when the game is over) */
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
    /* The choices that make up `m`, in the order they are made. A move that can be
     * made in several orders has several paths, numbered from 0; 0 steps: no such
     * path. No path is the beginning of another move's. */
    int (*steps)(const Position *p, Move m, int path, Step out[MAX_STEPS]);
    /* A rule that narrows down where the mover may put a piece now, as a sentence for
     * the mover whose hole {1} is for the list of places; false: there is none. NULL: never. */
    bool (*constraint)(const Position *p, Message *out);

    /* --- symmetry --- */
    void (*transform)(const Position *p, int symmetry, Position *out);      /* out may not be p */
    Move (*transform_move)(const Position *p, Move m, int symmetry);        /* a move of the transformed position */

    /* --- search (optional; NULL: not there); never called when the game is over --- */
    /* Two sides: how good `p` is for the side to move, in thousandths of what
     * decides a game, within ±EVALUATION_LIMIT. */
    int (*evaluate)(const Position *p);
    const Evaluation *evaluation;               /* how it comes about */
    /* Three sides: the same for each side. */
    void (*evaluate_sides)(const Position *p, int out[MAX_PLAYERS]);
    /* `moves` less those that lead where another one leads, as far as that shows quickly:
     * what a search needs to look at. At least one, unless there is none; NULL: `moves`. */
    size_t (*distinct)(const Position *p, Move *out, size_t capacity);
    /* Larger: look at `m` earlier. */
    int (*order)(const Position *p, Move m);
    /* A move that ends the game at once in the mover's favour, or 0 when a quick look
     * finds none. Never wrong. */
    Move (*winning_move)(const Position *p);
    /* A 64-bit key for tables of values: positions share it when they are symmetric or
     * otherwise have the same moves and the same future, and else only by chance. It
     * need not tell all such positions together: as far as that pays. NULL: none of it pays. */
    uint64_t (*key)(const Position *p);
    /* Plies within which the mover is sure to win, as far as a glance can tell; 0: it
     * can't. Never wrong, and never more than a handful of instructions. */
    int (*sure_win)(const Position *p);
    /* Outcome, sure win, key and likely effort together, for games that are proven; NULL:
     * they are asked for one by one. `key`, `win` and `hold` may be left alone when the
     * game is over or won in one ply. */
    void (*glance)(const Position *p, Glance *out);

    /* Levels LEVEL_MIN … LEVEL_MAX - 1 (by that number) where those of other games would not
     * be told apart; NULL: as in other games. */
    const PlayLevel *levels;

    /* --- solve (optional) --- */
    const struct SolveIndex *index;

    /* --- tests --- */
    const char *(*check)(const Position *p);    /* the broken invariant, or NULL */
} Game;

enum { EVALUATION_LIMIT = 20000 };

/* The sum that a linear evaluate() returns. */
static inline int evaluation_sum(const int *weight, const int *feature, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += weight[i] * feature[i];
    return sum > EVALUATION_LIMIT ? EVALUATION_LIMIT : sum < -EVALUATION_LIMIT ? -EVALUATION_LIMIT : sum;
}

static inline int game_side(const Game *g, int seat) { return seat % g->sides; }

/* The letters of the seats, in order of play: w b r g. */
char game_seat_letter(int seat);

/* `ongoing`, `draw`, or the winner as NOTATION writes it (`w`, `b`, `r`; teams `wr`, `bg`). */
const char *game_result_text(const Game *g, Outcome o);

/* A fixed English sentence for the reason, marked for the catalogue ("three towers"). */
const char *reason_text(Reason r);

/* --- positions --- */
bool position_equal(const Position *a, const Position *b);
/* Equal positions of one ruleset share it; others share it only by chance. */
uint64_t position_hash(const Game *g, const Position *p);
/* The smallest (by bytes as words) of the position's transforms; `symmetry`, when
 * not NULL, receives the one that leads there. */
void position_canonical(const Game *g, const Position *p, Position *out, int *symmetry);
/* The key for tables of values: the game's own, or the plain hash. */
static inline uint64_t position_key(const Game *g, const Position *p)
{
    return g->key ? g->key(p) : position_hash(g, p);
}

/* --- move lists --- */
/* A list that grows; zero-initialise it, give it back with movelist_free. */
typedef struct MoveList {
    Move *move;
    size_t count, capacity;
} MoveList;
bool movelist_fill(MoveList *list, const Game *g, const Position *p);  /* false: out of memory */
bool movelist_fill_distinct(MoveList *list, const Game *g, const Position *p);  /* the same from `distinct` */
void movelist_free(MoveList *list);

#endif
