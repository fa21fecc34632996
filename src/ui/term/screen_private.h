/* What the files of the full screen share.
 *
 * The screen keeps copies of all it shows (Scene, legal moves, the list of moves): while
 * a worker thinks, only those are read. */
#ifndef COLONNADE_UI_TERM_SCREEN_PRIVATE_H
#define COLONNADE_UI_TERM_SCREEN_PRIVATE_H

#include "core/steps.h"
#include "ui/term/screen.h"
#include "ui/term/far.h"
#include "ui/term/thinking.h"

enum {
    SCREEN_ROWS = 24,           /* minimum size */
    SCREEN_COLUMNS = 80,
    SCREEN_MOVES_X = 54,        /* where the list of moves begins */
    SCREEN_TOP = 2,             /* first row of the board */
    SCREEN_BUTTONS = 16,
    SCREEN_PAIR_CHOICE = 1,     /* colours */
    SCREEN_PAIR_LAST
};

/* The rows below the board, at the bottom of a window of any height. */
typedef struct ScreenRows {
    int bottom;                 /* last row of the board and of the list */
    int bar;                    /* the evaluation */
    int said, said_rows;        /* the last row of what was said, and how many rows; one less with an evaluation */
    int asked;                  /* what is asked for */
    int choices;                /* choices that are not places, or the line being typed */
    int keys;
} ScreenRows;
ScreenRows screen_rows(void);

/* Where a place or a choice is on the screen. */
typedef struct Spot {
    int y, x, height, width;
} Spot;

typedef struct ListedMove {
    int node, depth, round, seat;
    char text[MOVE_TEXT];
} ListedMove;

typedef struct Screen {
    Session *session;
    const TermOptions *options;
    Thinking *thinking;
    Far *far;                   /* NULL: the game is here */
    bool ascii;
    Lang lang;

    /* What is shown, copied from the session. */
    const Game *game;           /* NULL: none yet */
    Position position;
    Scene scene;
    MoveList legal;
    ListedMove *listed;         /* every node but 0, in the order of the list */
    int listed_count, current;
    Buffer said;                /* the last reply */
    bool level_turn;
    int level[MAX_PLAYERS];
    bool timed;
    double left[MAX_PLAYERS], taken;    /* seconds, and when they were read */

    /* The move under construction. */
    Step prefix[MAX_STEPS];
    int length;
    Choices choices;
    int focus;                  /* place */
    int button;                 /* choice that is not a place and has the focus; -1: none */

    Spot spot[MAX_PLACES];
    Spot button_spot[SCREEN_BUTTONS];
    Step button_step[SCREEN_BUTTONS];
    int buttons;
    int list_first;             /* first move shown in the list … */
    bool evaluating, mused, quit;  /* mused: this position was thought about */
    bool working;               /* a command is taking its time */
    char typed[SESSION_LINE];   /* the line being typed … */
    bool typing;                /* … if there is one */
} Screen;

/* --- screen.c --- */
void screen_command(Screen *s, const char *line);   /* as if it were typed */
void screen_walk_to(Screen *s, int node);           /* of the tree of moves; TREE_NONE: nowhere */
void screen_help(Screen *s);                        /* keys, signs and words, on a page */

/* --- screen_choose.c --- */
void screen_find_focus(Screen *s);          /* puts the focus where something can be chosen, if it is elsewhere */
void screen_set_length(Screen *s, int length);  /* of the choices made so far; finds the next ones */
void screen_choose_focus(Screen *s);        /* chooses what has the focus */
void screen_arrow(Screen *s, int dy, int dx);
void screen_next_choice(Screen *s);
void screen_next_variation(Screen *s);
void screen_click(Screen *s);

/* --- screen_draw.c --- */
bool screen_fits(void);
void screen_too_small(Lang lang);           /* says so, in the room there is */
void screen_refresh(Screen *s);             /* copies what the session has now */
void screen_draw(Screen *s);
void screen_text(int y, int x, int width, const char *text);    /* cut to `width`, the rest blank */
bool screen_is_place(Step step);

/* --- screen_board.c --- */
void screen_place_spots(Screen *s);         /* finds where everything is, in a window of this size */
void screen_draw_board(const Screen *s);

/* --- screen_terminal.c --- */
/* False: this terminal cannot do it and is left as it was. */
bool screen_open(bool colour);
void screen_close(void);

/* --- screen_menu.c --- */
/* Which game and who plays; false: the person wants to leave. */
bool screen_menu(Screen *s);
/* Shows a long text until a key ends it. */
void screen_pager(Screen *s, const char *text);
int screen_lines(const char *text);
const char *screen_line_at(const char *text, int line);
/* The next key; handles signals and new sizes. ERR: nothing came for a while. */
int screen_key(Screen *s, int milliseconds);
void screen_catch_signals(void);            /* those that ask to end or stop, from now on */
int screen_signal(void);                    /* the one that asks to end; 0: none */
bool screen_interrupted(void);              /* Ctrl-C, once per press */

#endif
