/* What line mode and full screen share: how a game begins, how it is kept, and texts for
 * terminals that cannot show every character. */
#ifndef COLONNADE_UI_TERM_TERM_H
#define COLONNADE_UI_TERM_TERM_H

#include "remote/away.h"
#include "session/session.h"

typedef enum TermMode { TERM_LINE, TERM_PLAIN, TERM_SCREEN } TermMode;

typedef struct TermOptions {
    Lang lang;
    TermMode mode;
    bool ascii, colour;
    const char *game;               /* ruleset's id; NULL: ask */
    bool fair;                      /* begin from a fair start … */
    int fair_number;                /* … this one; 0: any */
    const char *load;               /* file of a game to continue; NULL: none */
    const char *seat[MAX_PLAYERS];  /* as `seat` takes it: "5", "human"; NULL: not given */
    const char *clock;              /* as `clock` takes it; NULL: none */
    AdviserEquip *equip;            /* what levels and analysis may use; NULL: nothing */
    const char *tables;             /* folder of solved tables; NULL: the usual one */
    uint64_t seed;                  /* 0: from the time of day */
    const AwayOptions *far;         /* play in a house far away; NULL: here */
    bool events;                    /* replies as events, each after "! "; the script sets the time */
} TermOptions;

enum { TERM_OK, TERM_ILLEGAL, TERM_USAGE, TERM_MACHINE, TERM_SIGNAL = 128 };

/* Plays until the person leaves, input ends or a signal asks to end. Returns the exit
 * status: 0; 1 if the file could not be loaded; 2 if the options do not fit the game;
 * 3 if memory, output or the terminal failed; 128 plus the signal's number after a
 * signal. An unfinished game is kept when a person leaves it or a signal ends it. */
int term_run(const TermOptions *options);

/* --- for the modes --- */
/* Does what the command line asks for: a game or a file, seats, a clock. What there is to
 * read goes to `said`; false: `said` says what is wrong. */
bool term_begin(Session *s, const TermOptions *options, Buffer *said, int *status);
/* Sets the seats and clock of the command line, for a game that was chosen later. */
bool term_seats(Session *s, const TermOptions *options, Buffer *said);

/* The terminal's character set is only ASCII. */
bool term_ascii_only(void);
/* Adds `text`, with every other character replaced by ASCII if that is all there is. */
void term_add(Buffer *out, const char *text);
/* Breaks lines that are longer than `width` at blanks. What follows a break in "- text" or
 * "  word  text" is indented to the text. `out` is emptied first. */
void term_wrap(const char *text, int width, Buffer *out);

#endif
