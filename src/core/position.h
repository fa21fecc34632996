/* The types in which everything about a game is expressed: positions, moves, outcomes. */
#ifndef COLONNADE_CORE_POSITION_H
#define COLONNADE_CORE_POSITION_H

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
    MAX_PLACES = 64,        /* so that a set of places is one word */
    MAX_STACK = 48,         /* pieces on one place */
    MAX_STEPS = 16,         /* choices that make up one move */
    MAX_KINDS = 4,          /* kinds of piece in one game */
    MAX_REASONS = 4,        /* ends that a game names itself */
    POSITION_TEXT = 256,    /* bytes that hold any position's text, with its end */
    MOVE_TEXT = 64,         /* bytes that hold any move's text, with its end */
    NEUTRAL = MAX_PLAYERS   /* "seat" of a piece that is nobody's */
};

/* Why a game is over. */
typedef enum Reason {
    REASON_NONE,
    REASON_OWN,             /* from here on: the game's own, named by Game.reason in this order */
    REASON_REPETITION = REASON_OWN + MAX_REASONS,   /* from here on: said by a tree of moves, never by a game */
    REASON_RESIGNED,
    REASON_AGREED,
    REASON_TIME,
    REASON_GONE,
    REASON_COUNT
} Reason;

enum { DRAW = -1 };
typedef struct Outcome {
    bool over;
    int8_t winner;          /* side, or DRAW; meaningful when over */
    uint8_t reason;         /* Reason */
} Outcome;

#endif
