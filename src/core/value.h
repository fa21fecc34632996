/* What a position, or a move, is worth to the player to move: the one type for "win, loss or draw
 * in N", wherever it comes from (search, proofs, tablebases, the rules) and wherever it goes.
 *
 * A value is either proven, with a result, or an estimate, with a score. */
#ifndef COLONNADE_CORE_VALUE_H
#define COLONNADE_CORE_VALUE_H

#include "core/game.h"
#include "core/json.h"

enum {
    VALUE_LONGEST = 16000,  /* plies: no proven win or loss takes more */
    VALUE_TEXT = 24         /* bytes that hold any value_text, with its end */
};

typedef struct Value {
    bool proven;            /* the result is certain … */
    int8_t result;          /* … and this: 1 won, 0 drawn, -1 lost; 0 when it is not */
    int16_t plies;          /* of a proven win or loss to the end with best play; -1: not known */
    int16_t most;           /* … and the most they can be; VALUE_LONGEST: not known */
    int score;              /* not proven: thousandths of what decides a game, within ±EVALUATION_LIMIT */
} Value;

/* Nothing is known: an estimate of 0. */
static inline Value value_unknown(void) { return (Value){.plies = -1}; }
/* An estimate; what is beyond the limit is at the limit. */
Value value_estimate(int score);
/* A result that is certain. `plies` < 0: not known. */
Value value_proven(int result, int plies);
/* A win or loss that lasts at most `most` plies; how many is not known. */
Value value_within(int result, int most);
/* A position that is over, as `o` says, to the player whose turn it would be. */
Value value_over(const Game *g, const Position *p, Outcome o);

/* The value of a move to the player who makes it, from the value of the position after it to the
 * player who is then to move. Two sides only. */
Value value_of_move(Value after);
/* The other way round: the value of the position after a move with this value. */
Value value_after_move(Value v);

static inline bool value_wins(Value v) { return v.result > 0; }
static inline bool value_loses(Value v) { return v.result < 0; }
static inline bool value_draws(Value v) { return v.proven && v.result == 0; }
static inline bool value_counted(Value v) { return v.plies >= 0; }

/* The greater, the better: a short win before a long one, any win before any estimate, a late loss
 * before an early one. A proven draw counts as an estimate of 0. Good for comparing only. */
int value_rank(Value v);
/* As an estimate: a win is EVALUATION_LIMIT, a draw is 0. */
int value_score(Value v);

/* For programs: "win 12", "loss", "draw", "+350". Returns how many bytes. */
size_t value_text(Value v, char out[VALUE_TEXT]);
/* The same as {"result": "win", "plies": 12}, {"result": "draw"}, {"score": 350}. */
void value_json(Json *j, const char *name, Value v);

#endif
