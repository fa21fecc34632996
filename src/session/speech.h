/* Any game in sentences: what a move did, what is on a place, where a player may play.
 *
 * Everything comes from the Game record: how it describes a move, what it calls its pieces and
 * choices, the owner of a stack. Sentences are added to `out` without a line end and separated by
 * blanks. Nothing is remembered between calls. */
#ifndef COLONNADE_SESSION_SPEECH_H
#define COLONNADE_SESSION_SPEECH_H

#include "core/buffer.h"
#include "core/steps.h"
#include "draw/scene.h"
#include "lang/lang.h"

/* "Black put a square on b2.": `m` is a legal move of `before`. Mentions collapses,
 * captures, what was taken back, and who has gained control of a stack. */
void speech_move(Lang lang, const Game *g, const Position *before, Move m, Buffer *out);

/* "Black has no ball left in reserve.": what the reason for an end leaves open. Nothing if it says it all. */
void speech_end(Lang lang, const Game *g, const Position *p, Buffer *out);

/* "White and Red play together against Black and Green." Nothing if everybody plays alone. */
void speech_teams(Lang lang, const Game *g, Buffer *out);

/* "b2, from bottom to top: white square, black triangle pointing north. Nobody controls it yet." */
void speech_place(Lang lang, const Scene *s, const Position *p, int place, Buffer *out);

/* "White has in reserve: 5 squares, one triangle and 0 round pieces." */
void speech_reserve(Lang lang, const Scene *s, int seat, Buffer *out);

/* Why some places are not allowed, with those that are: "You must play next to b2: a2, b1,
 * c2 or b3." Nothing if the game has no such rule. */
void speech_constraint(Lang lang, const Game *g, const Position *p, const MoveList *legal, Buffer *out);

/* Every first choice, one sentence per kind of choice. */
void speech_where(Lang lang, const Game *g, const Position *p, const MoveList *legal, Buffer *out);

/* What a choice is called: "square", "north", a place's label. */
const char *speech_choice(Lang lang, const Game *g, Step step);

/* The question when these choices are open: "To which place?", or the game's own. */
const char *speech_question(Lang lang, const Game *g, const Choices *choices);

/* A list as it is read aloud: "a, b and c"; with `either`: "a, b or c". */
typedef struct SpeechList {
    Buffer text;            /* without the last word */
    char last[128];
    int count;
} SpeechList;
void speech_list_add(SpeechList *l, const char *word);
void speech_list_end(Lang lang, SpeechList *l, bool either, Buffer *out);  /* empties it */

#endif
