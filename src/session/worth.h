/* What a move is worth to the player to move, said in the same way wherever values are shown beside
 * a board: a sign, a tone, a few words. */
#ifndef COLONNADE_SESSION_WORTH_H
#define COLONNADE_SESSION_WORTH_H

#include "engine/adviser.h"
#include "engine/explore.h"
#include "engine/landmark.h"
#include "engine/review.h"
#include "lang/lang.h"

enum { WORTH_SIGN = 24, WORTH_VALUE = 64, WORTH_WORDS = 128, WORTH_EXPLORED = 256 };

/* "good", "bad" or "even": for colours and shapes. */
const char *worth_tone(Value v);
/* "✓3", "✗2", "=", "+0.8": for a board. Distances in the player's moves. */
void worth_sign(Lang lang, Value v, char out[WORTH_SIGN]);
/* "a win in 5", "a draw", "+0.35": for sentences about values. Distances in plies. */
void worth_value(Lang lang, Value v, char out[WORTH_VALUE]);
/* "wins, in 3 moves at most": a clause about a move. */
void worth_words(Lang lang, Value v, char out[WORTH_WORDS]);
/* What is known of a position and its moves, as a sentence. */
void worth_explored(Lang lang, const Exploration *e, char out[WORTH_EXPLORED]);
/* What a landmark of perfect play is, as a sentence. `first` is the ruleset's first: a phase begins where the one
 * before it ends. */
void worth_landmark(Lang lang, const Landmark *first, const Landmark *l, char out[WORTH_EXPLORED]);
/* -1 … 1: as a share of a certain win. */
double worth_share(Value v);

/* A judgement: "??", "?", "?!" or "" … */
const char *worth_mark(ReviewMark mark);
/* … and why, as a sentence: `better` is the best move in notation. "" for a move that was fine. */
void worth_verdict(Lang lang, const ReviewMove *r, const char *better, char out[WORTH_WORDS]);

#endif
