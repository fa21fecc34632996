/* What a kind of piece is called and looks like, said by the game that has it.
 *
 * Front ends draw shapes and translate words; they know no kinds. Words are English, marked
 * T(), and name everything that another language may inflect. */
#ifndef COLONNADE_CORE_KIND_H
#define COLONNADE_CORE_KIND_H

#include "core/position.h"

/* What pictures can show. */
typedef enum Shape {
    SHAPE_NONE,
    SHAPE_BALL,             /* lies between four others, or in a hollow */
    SHAPE_SQUARE,           /* a flat box */
    SHAPE_TRIANGLE,         /* a flat wedge that can point somewhere */
    SHAPE_ROUND,            /* a thick disc */
    SHAPE_PAWN,             /* a thin disc */
    SHAPE_CUBE,
    SHAPE_WALL,             /* a slab that stands on its edge: nothing goes on top */
    SHAPE_COUNT
} Shape;

typedef struct Kind {
    const char *id;         /* one word, the same in every language: "ball" */
    uint8_t shape;          /* Shape; no two kinds of a game share one */
    /* The kind whose reserve it is taken from: its own number, or that of the kind that it is
     * when it lies another way (a wall is a stone on its edge). */
    uint8_t supply;
    bool neutral;           /* a piece of it can be nobody's */
    /* In a terminal, by seat (NEUTRAL is the last): one column each, no two of a game alike. */
    const char *sign[MAX_PLAYERS + 1];
    const char *letter[MAX_PLAYERS + 1];        /* the same in ASCII, as the notation writes it */
    const char *name;                           /* "ball" */
    const char *one, *many;                     /* "one ball", "{0} balls" */
    const char *coloured[MAX_PLAYERS + 1];      /* "white ball", "black ball" … "grey ball" */
    const char *may_go;     /* "A square may go on {0}.": when the kind is chosen first; else NULL */
} Kind;

/* The word for a shape, the same in every language: what a page asks for. */
const char *shape_word(Shape s);

/* Signs by seat for pieces of these forms, and letters for games with one kind of piece. */
#define SIGNS_OF_DISCS     {"○", "●", "◇", "◆", "◍"}
#define SIGNS_OF_BOXES     {"□", "■", "◫", "▣", "▒"}
#define SIGNS_OF_TRIANGLES {"△", "▲", "◃", "◂", "◬"}
#define SIGNS_OF_WALLS     {"▯", "▮", "◨", "◧", "▥"}
#define LETTERS_OF_SEATS   {"w", "b", "r", "g", "x"}

#endif
