/* Colonnade: the rules of the stacking games, for programs.
 *
 * Eleven rulesets behind one set of functions. A program asks for a game by its id,
 * takes its start or reads a position, lists the legal moves, plays one, and asks
 * whether the game is over. Texts are those of docs/notation.md.
 *
 *   const cn_game *game = cn_game_find("pylos");
 *   cn_position position;
 *   cn_start(game, &position);
 *   cn_play_text(game, &position, "1b2", &position, NULL, 0);
 *
 * What always holds
 * - No function prints, exits, waits, or keeps anything: there is nothing to open or
 *   close, and every function may be called from any thread.
 * - Pointers that are given back are to constants that live as long as the program.
 * - A position belongs to the game that filled it; a move belongs to the position it
 *   was listed or read for. Handing a function anything else is a mistake in the
 *   calling program and is not detected. Text from outside is always checked.
 * - Names, values and layouts here do not change within one major version of the
 *   library (its SOVERSION). The bits inside a position, a move or a hash may.
 */
#ifndef COLONNADE_H
#define COLONNADE_H

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

typedef struct cn_game cn_game; /* one ruleset */
typedef struct cn_position {
    uint64_t opaque[8]; /* 64 bytes; copy it by assignment */
} cn_position;
typedef uint64_t cn_move; /* one legal move of one position; never 0 */

enum {
    CN_POSITION_TEXT = 256, /* bytes that hold any position's text, with its end */
    CN_MOVE_TEXT = 64,      /* bytes that hold any move's text, with its end */
    CN_ERROR_TEXT = 512,    /* bytes that hold any error sentence, with its end */
    CN_PERFT_MAX_DEPTH = 200
};

/* --- the library --- */

CN_API const char *cn_version(void); /* "0.1.0" */

/* --- games --- */

CN_API size_t cn_game_count(void);
CN_API const cn_game *cn_game_at(size_t index);     /* NULL: index is not below the count */
CN_API const cn_game *cn_game_find(const char *id); /* "pylos", "dorix-4" …; NULL: there is none */
CN_API const char *cn_game_id(const cn_game *game);
CN_API const char *cn_game_title(const cn_game *game); /* English */
CN_API int cn_game_players(const cn_game *game);       /* seats, numbered from 0 in order of play */
CN_API int cn_game_sides(const cn_game *game);         /* who wins together: side = seat % sides */

/* --- positions --- */

CN_API void cn_start(const cn_game *game, cn_position *out);
CN_API int cn_mover(const cn_game *game, const cn_position *position); /* the seat whose turn it is */

/* False: `text` isn't a position of this game and `out` is untouched. `error`, unless it
 * is NULL, then receives an English sentence that says what is wrong and at which
 * character, cut to `size` bytes. So do the other functions that read. */
CN_API bool cn_read_position(const cn_game *game, const char *text, cn_position *out, char *error, size_t size);
/* Writes at most CN_POSITION_TEXT bytes; returns the length without the end. */
CN_API size_t cn_write_position(const cn_game *game, const cn_position *position, char *out);

CN_API bool cn_equal(const cn_position *a, const cn_position *b);
/* Equal positions share it; others share it only by chance. */
CN_API uint64_t cn_hash(const cn_game *game, const cn_position *position);
/* The one position that stands for all that the board's symmetries make of this one. */
CN_API void cn_canonical(const cn_game *game, const cn_position *position, cn_position *out);

/* --- moves --- */

/* How many legal moves there are: 0 exactly when the game is over. The first
 * `capacity` of them are written to `out`, which may be NULL when that is 0. */
CN_API size_t cn_moves(const cn_game *game, const cn_position *position, cn_move *out, size_t capacity);
/* The same as text, one move per line. Returns the length of the whole text without its
 * end; no more than `size` bytes are written, with an end when `size` is not 0.
 * SIZE_MAX: out of memory. */
CN_API size_t cn_moves_text(const cn_game *game, const cn_position *position, char *out, size_t size);

CN_API bool cn_read_move(const cn_game *game, const cn_position *position, const char *text, cn_move *out, char *error,
                         size_t size);
/* Writes at most CN_MOVE_TEXT bytes; returns the length without the end. */
CN_API size_t cn_write_move(const cn_game *game, const cn_position *position, cn_move move, char *out);

/* `out` may be `position`. */
CN_API void cn_play(const cn_game *game, const cn_position *position, cn_move move, cn_position *out);
/* Reads a move and plays it. False: it is not legal, `error` says which rule forbids
 * it, and `out` is untouched. */
CN_API bool cn_play_text(const cn_game *game, const cn_position *position, const char *text, cn_position *out,
                         char *error, size_t size);

/* --- how it ends --- */

enum { CN_ONGOING = -2, CN_DRAW = -1 };
CN_API int cn_winner(const cn_game *game, const cn_position *position);         /* a side, CN_DRAW or CN_ONGOING */
CN_API const char *cn_result(const cn_game *game, const cn_position *position); /* "ongoing", "draw", "w", "wr" … */
CN_API const char *cn_reason(const cn_game *game, const cn_position *position); /* "three towers" …; "" when ongoing */

/* --- counting --- */

/* Sequences of exactly `depth` moves. False: `depth` is not between 0 and
 * CN_PERFT_MAX_DEPTH, there are more than 2^64 - 1, or memory ran out. */
CN_API bool cn_perft(const cn_game *game, const cn_position *position, int depth, uint64_t *count);

#ifdef __cplusplus
}
#endif

#endif
