/* Games, boards, positions, moves, ends, pictures. colonnade.h says what always holds. */
#ifndef COLONNADE_RULES_H
#define COLONNADE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CN_API __attribute__((visibility("default")))
#else
#define CN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --- the library --- */

#define CN_VERSION_MAJOR  1
#define CN_VERSION_MINOR  0
#define CN_VERSION_PATCH  0
#define CN_VERSION        "1.0.0"
#define CN_VERSION_NUMBER (CN_VERSION_MAJOR * 10000 + CN_VERSION_MINOR * 100 + CN_VERSION_PATCH)

/* The version of the loaded library, which may be newer than the header. */
CN_API const char *cn_version(void); /* "1.0.0" */
CN_API int cn_version_number(void);  /* as CN_VERSION_NUMBER */

CN_API void cn_free(char *text); /* frees a text; NULL: does nothing */

typedef struct cn_game cn_game; /* one ruleset */
typedef struct cn_position {
    uint64_t opaque[8]; /* 64 bytes; copy it by assignment */
} cn_position;
typedef uint64_t cn_move;   /* one legal move of one position; never 0 */
typedef uint64_t cn_places; /* a set of places: bit i is place i */

enum {
    CN_POSITION_TEXT = 256, /* bytes that hold any position's text, with its end */
    CN_MOVE_TEXT = 64,      /* bytes that hold any move's text, with its end */
    CN_STEP_TEXT = 16,      /* bytes that hold any step's text, with its end */
    CN_ERROR_TEXT = 512,    /* bytes that hold any error sentence, with its end */
    CN_MAX_SEATS = 4,
    CN_MAX_PLACES = 64,
    CN_MAX_STACK = 48,   /* pieces on one place */
    CN_MAX_KINDS = 4,    /* kinds of piece in one game */
    CN_MAX_STEPS = 16,   /* choices that make up one move */
    CN_MAX_CHOICES = 64, /* choices that are open at once */
    CN_NEUTRAL = 4,      /* "seat" of a piece that belongs to nobody */
    CN_PERFT_MAX_DEPTH = 200
};

/* --- errors --- */

typedef enum cn_error_code {
    CN_OK,
    CN_ERROR_TEXT_WRONG, /* a text isn't what it should be, or a rule forbids the move */
    CN_ERROR_ARGUMENT,   /* a number or an option that makes no sense here */
    CN_ERROR_MEMORY,     /* or a limit of the library: the sentence says which */
    CN_ERROR_OVER,       /* the game is over */
    CN_ERROR_REFUSED,    /* by a round: see cn_refusal */
    CN_ERROR_FILE,       /* it does not exist, or cannot be used */
    CN_ERROR_EXISTS,     /* what should be made already exists */
    CN_ERROR_STOPPED     /* by whoever asked to stop */
} cn_error_code;

/* Functions that take one fill it when they fail, and then leave their results alone. NULL: not
 * wanted. */
typedef struct cn_error {
    cn_error_code code;
    uint32_t line;            /* of a record, from 1; 0: the text has no lines */
    uint32_t at;              /* character of the text (or of that line), from 1; 0: none in particular */
    char text[CN_ERROR_TEXT]; /* an English sentence, with the place in front of it */
} cn_error;

/* --- games --- */

CN_API size_t cn_game_count(void);
CN_API const cn_game *cn_game_at(size_t index);     /* NULL: index is not below the count */
CN_API const cn_game *cn_game_find(const char *id); /* "pylos", "dorix-4" …; NULL: there is none */
CN_API const char *cn_game_id(const cn_game *game);
CN_API const char *cn_game_title(const cn_game *game);      /* English */
CN_API int cn_game_players(const cn_game *game);            /* seats, numbered from 0 in order of play */
CN_API int cn_game_sides(const cn_game *game);              /* who wins together: side = seat % sides */
CN_API bool cn_game_repeats(const cn_game *game);           /* whether a position can repeat in a game */
CN_API uint32_t cn_game_most_moves(const cn_game *game);    /* no position has more legal moves */
CN_API const char *cn_game_rules(const cn_game *game, bool french); /* for players, in Markdown */
CN_API const char *cn_seat_name(int seat);                  /* "White" …; "" for no seat */

/* --- the board --- */

/* x and y count half-places from the left and the bottom, so that a place between four others
 * has whole coordinates; levels count from 1. */
typedef struct cn_place {
    const char *label; /* "b2", "1b2" */
    uint8_t x, y, level;
    cn_places carriers; /* that must be in use before a piece can lie here */
} cn_place;

typedef struct cn_board {
    uint8_t places, columns, rows, levels;
    bool hollow; /* the lowest places are hollows for balls, not squares */
} cn_board;

CN_API void cn_game_board(const cn_game *game, cn_board *out);
CN_API bool cn_place_at(const cn_game *game, int place, cn_place *out); /* false: there is none of that number */
CN_API int cn_place_find(const cn_game *game, const char *label);       /* -1: there is none */
/* Rows of places that the rules speak of. Returns how many there are. */
CN_API size_t cn_lines(const cn_game *game, cn_places *out, size_t capacity);

typedef enum cn_shape {
    CN_SHAPE_NONE,
    CN_SHAPE_BALL,
    CN_SHAPE_SQUARE,
    CN_SHAPE_TRIANGLE,
    CN_SHAPE_ROUND,
    CN_SHAPE_PAWN,
    CN_SHAPE_CUBE,
    CN_SHAPE_WALL
} cn_shape;

typedef enum cn_direction { CN_NO_DIRECTION, CN_NORTH, CN_EAST, CN_SOUTH, CN_WEST } cn_direction;

typedef struct cn_kind {
    const char *id;   /* "ball": one word, the same in every language */
    const char *name; /* English */
    cn_shape shape;
    int supply;       /* the kind whose reserve it is taken from */
    const char *letter[CN_MAX_SEATS + 1]; /* in ASCII, by seat; CN_NEUTRAL is the last */
} cn_kind;

CN_API int cn_kind_count(const cn_game *game);
CN_API bool cn_kind_at(const cn_game *game, int kind, cn_kind *out);

/* --- positions --- */

CN_API void cn_start(const cn_game *game, cn_position *out);
CN_API int cn_mover(const cn_game *game, const cn_position *position); /* the seat whose turn it is */

/* False: `text` isn't a position of this game. */
CN_API bool cn_read_position(const cn_game *game, const char *text, cn_position *out, cn_error *error);
CN_API size_t cn_write_position(const cn_game *game, const cn_position *position, char *out, size_t size);

CN_API bool cn_equal(const cn_position *a, const cn_position *b);
/* Equal positions share it; others share it only by chance. */
CN_API uint64_t cn_hash(const cn_game *game, const cn_position *position);

typedef struct cn_piece {
    uint8_t kind, seat, direction; /* seat: CN_NEUTRAL, nobody's; direction: cn_direction */
} cn_piece;

/* The stack on a place, bottom to top. Returns its height. A position may forget the order inside a
 * stack; a tree (cn_tree_pieces) knows it. */
CN_API int cn_pieces(const cn_game *game, const cn_position *position, int place, cn_piece *out, int capacity);
CN_API int cn_owner(const cn_game *game, const cn_position *position, int place); /* seat, or CN_NEUTRAL */
CN_API int cn_reserve(const cn_game *game, const cn_position *position, int seat, int kind);
/* Places that decided a game that is over; 0: none in particular, or it goes on. */
CN_API cn_places cn_decided(const cn_game *game, const cn_position *position);
/* A rule that narrows down where the mover may put a piece now: the places, and in `out` an English
 * sentence. False: there is none. */
CN_API bool cn_constraint(const cn_game *game, const cn_position *position, cn_places *places, char *out, size_t size);

/* --- moves --- */

/* How many legal moves there are: 0 exactly when the game is over. */
CN_API size_t cn_moves(const cn_game *game, const cn_position *position, cn_move *out, size_t capacity);
/* The same as text, one move per line. SIZE_MAX: out of memory. */
CN_API size_t cn_moves_text(const cn_game *game, const cn_position *position, char *out, size_t size);

/* False: it isn't a legal move; the error says which rule forbids it. */
CN_API bool cn_read_move(const cn_game *game, const cn_position *position, const char *text, cn_move *out,
                         cn_error *error);
CN_API size_t cn_write_move(const cn_game *game, const cn_position *position, cn_move move, char *out, size_t size);

/* `out` may be `position`. */
CN_API void cn_play(const cn_game *game, const cn_position *position, cn_move move, cn_position *out);
/* Reads a move and plays it. */
CN_API bool cn_play_text(const cn_game *game, const cn_position *position, const char *text, cn_position *out,
                         cn_error *error);

/* --- moves, choice by choice --- */

typedef enum cn_role {
    CN_STEP_NONE,
    CN_STEP_FROM,      /* value: place that a piece is lifted from */
    CN_STEP_TO,        /* value: place that a piece is put on */
    CN_STEP_KIND,      /* value: kind of piece to play */
    CN_STEP_DIRECTION, /* value: cn_direction that it points in */
    CN_STEP_TAKE,      /* value: place that a piece is taken back from */
    CN_STEP_STOP,      /* take back no more */
    CN_STEP_COLLAPSE,  /* value: place that the next pawn of the pile goes to */
    CN_STEP_TOP,       /* only the top piece moves */
    CN_STEP_WHOLE,     /* the whole pile moves */
    CN_STEP_CAPTURE,   /* value: place that loses its top piece */
    CN_STEP_DROP,      /* value: place that the captured piece is put on */
    CN_STEP_PASS,
    CN_STEP_COUNT,     /* value: how many pieces */
    CN_STEP_ROLES
} cn_role;

typedef struct cn_step {
    uint8_t role, value; /* cn_role; place, kind, direction or number, 0 where the role needs none */
} cn_step;

typedef struct cn_choices {
    size_t moves;     /* legal moves that begin with the choices made */
    cn_move only;     /* that move when there is exactly one, else 0 */
    cn_move complete; /* the move that the choices spell out in full, else 0 */
    int count;        /* different steps that can follow */
    cn_step step[CN_MAX_CHOICES];
} cn_choices;

/* What can follow the `length` choices made so far. False: out of memory, or no legal move begins
 * with them. */
CN_API bool cn_choices_after(const cn_game *game, const cn_position *position, const cn_step *made, int length,
                             cn_choices *out);
/* A place's label, a number, or a word: a kind, north east south west, top whole, stop, pass. */
CN_API size_t cn_write_step(const cn_game *game, cn_step step, char *out, size_t size);
CN_API bool cn_read_step(const cn_game *game, const cn_choices *choices, const char *text, cn_step *out);
/* The choices that make up a move. Returns how many. A move that can be made in several orders has several
 * paths, numbered from 0; 0 steps: no such path. */
CN_API int cn_steps(const cn_game *game, const cn_position *position, cn_move move, int path, cn_step *out,
                    int capacity);

/* --- symmetry --- */

CN_API int cn_symmetries(const cn_game *game); /* of the board, including the identity (number 0) */
CN_API void cn_transform(const cn_game *game, const cn_position *position, int symmetry, cn_position *out);
/* The move of the transformed position that is the same as this one; 0: out of memory. */
CN_API cn_move cn_transform_move(const cn_game *game, const cn_position *position, cn_move move, int symmetry);
/* The one position that represents all symmetric images of this one. Returns the
 * symmetry that leads there. */
CN_API int cn_canonical(const cn_game *game, const cn_position *position, cn_position *out);

/* --- how it ends --- */

enum { CN_ONGOING = -2, CN_DRAW = -1 };
typedef enum cn_reason_code {
    CN_REASON_NONE,
    CN_REASON_TOP_REACHED,
    CN_REASON_RESERVE_EMPTY,
    CN_REASON_THREE_TOWERS,
    CN_REASON_COUNTED,
    CN_REASON_NO_PLACE_LEFT,
    CN_REASON_DIAGONAL_HELD,
    CN_REASON_CENTRE_REACHED,
    CN_REASON_REPETITION = 64, /* from here on: said by a tree or a round, never by a position */
    CN_REASON_RESIGNED,
    CN_REASON_AGREED,
    CN_REASON_TIME,
    CN_REASON_GONE,
    CN_REASON_OTHER = 255 /* one that this header does not name */
} cn_reason_code;

CN_API int cn_winner(const cn_game *game, const cn_position *position);         /* a side, CN_DRAW or CN_ONGOING */
CN_API const char *cn_result(const cn_game *game, const cn_position *position); /* "ongoing", "draw", "w", "wr" … */
CN_API cn_reason_code cn_reason(const cn_game *game, const cn_position *position);
CN_API const char *cn_reason_text(const cn_game *game, const cn_position *position); /* "three towers" …, or "" */

/* --- counting --- */

/* Sequences of exactly `depth` moves. False: `depth` is not between 0 and
 * CN_PERFT_MAX_DEPTH, there are more than 2^64 - 1, or memory ran out. */
CN_API bool cn_perft(const cn_game *game, const cn_position *position, int depth, uint64_t *count);

/* --- pictures --- */

/* A standalone SVG document with a title and a description; `marked` places are highlighted.
 * NULL: out of memory. Release with cn_free. */
CN_API char *cn_svg(const cn_game *game, const cn_position *position, cn_places marked, bool french);

#ifdef __cplusplus
}
#endif

#endif
