/* A move in sentences, as its game tells it: English with holes, and what goes into them.
 *
 * Games choose the sentence and name places, numbers and words; a front end chooses the
 * language. {0} is the mover's name unless the game fills it. */
#ifndef COLONNADE_CORE_TOLD_H
#define COLONNADE_CORE_TOLD_H

#include "core/message.h"
#include "core/position.h"

enum { MAX_TOLD = 16 };     /* sentences about one move */

typedef enum HoleType { HOLE_MOVER, HOLE_PLACES, HOLE_NUMBER, HOLE_WORD } HoleType;

typedef struct Hole {
    uint8_t type;               /* HoleType; HOLE_MOVER (0) in other holes than {0}: nothing */
    uint8_t count;              /* HOLE_PLACES: how many … */
    uint8_t place[MAX_STEPS];   /* … which are read as "a, b and c" */
    int number;                 /* HOLE_NUMBER */
    const char *word;           /* HOLE_WORD: English, marked T() */
} Hole;

typedef struct Told {
    const char *text;       /* English, marked T() */
    Hole hole[MESSAGE_HOLES];
} Told;

static inline void told_place(Told *t, int hole, int place)
{
    Hole *h = &t->hole[hole];
    h->type = HOLE_PLACES;
    h->place[h->count++] = (uint8_t)place;
}

static inline void told_number(Told *t, int hole, int number)
{
    t->hole[hole].type = HOLE_NUMBER;
    t->hole[hole].number = number;
}

static inline void told_word(Told *t, int hole, const char *word)
{
    t->hole[hole].type = HOLE_WORD;
    t->hole[hole].word = word;
}

#endif
