/* How one player fared in a game, in a sentence: whether a won line was kept, left, or found again.
 * Judgements come in move by move, as a review makes them. */
#ifndef COLONNADE_SESSION_COURSE_H
#define COLONNADE_SESSION_COURSE_H

#include "engine/review.h"
#include "lang/lang.h"

enum { COURSE_WORDS = 160 };

/* All zero: nothing is known yet. Numbers of moves, from 1; 0: never. */
typedef struct Course {
    int won;        /* since when a win has been proven and kept … */
    int left;       /* … or the first move that gave it away … */
    int found;      /* … and the first after it that was winning again */
    int better;     /* last move before which the player was clearly better, by estimates … */
    int lost_it;    /* … and the move that gave that away */
} Course;

/* `number`: the number of the player's move in the game. */
void course_add(Course *c, int number, const ReviewMove *r);

/* "You left the won line at move 7 and found it again at move 9."; "" if there is nothing to say. Only proven wins
 * are called won. */
void course_words(Lang lang, const Course *c, char out[COURSE_WORDS]);

#endif
