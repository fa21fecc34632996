/* One person's view of a round: a line in, a reply out. Every front end is its client.
 *
 * A session owns a free round (none before a game is chosen), a language and what is shown. The
 * round decides what happens; a reply says it twice, in sentences for people and as events for
 * programs. From its second move on a game is kept, in the state folder or in memory. Apart from
 * that a session never prints, and touches files only on `save`, `load` and `export`. It knows no
 * game by name. A session belongs to one thread at a time. */
#ifndef COLONNADE_SESSION_SESSION_H
#define COLONNADE_SESSION_SESSION_H

#include "core/buffer.h"
#include "core/tree.h"
#include "core/value.h"
#include "draw/scene.h"
#include "engine/adviser.h"
#include "lang/lang.h"
#include "round/round.h"
#include "session/puzzle.h"

#include <stdint.h>

enum { SESSION_LINE = 1024 };   /* bytes per line; longer lines are refused */

typedef struct Session Session;

typedef struct SessionOptions {
    Lang lang;
    bool ascii, colour;     /* how boards are drawn … */
    int columns;            /* … and how wide they may be; 0: any width */
    bool files;             /* may save, load and export */
    const char *date;       /* YYYY.MM.DD for new games; NULL: none. Copied */
    const char *state;      /* folder where games are kept; NULL or "": in memory. Copied */
    bool plain;             /* sentences instead of drawings */
    bool shown;             /* moves are chosen on a screen: a lesson need not say how they are typed */
    bool waits;             /* … and continues only when asked to (`lesson next`) */
    bool scripted;          /* time stands still, except for lines that begin with @MS */
    uint64_t seed;          /* for the moves that levels leave to chance, and for the names of kept games */
    double patience;        /* seconds per thought, at most; 0: as long as it takes */
    AdviserEquip *equip;    /* what levels and analysis may use; NULL: nothing */
    const char *tables;     /* the folder passed to it, which the caller keeps; NULL: the usual one */
} SessionOptions;

/* What a line led to. Zero-initialise it; free it with reply_free. */
typedef struct Reply {
    Buffer text;            /* to be read, in the session's language; whole lines */
    Buffer events;          /* for programs, one per line: docs/page-protocol.md lists them */
    bool ok;                /* it was done; false: the text says why not */
    bool changed;           /* the board has another position: show it */
    bool quit;              /* the person wants to leave */
} Reply;
void reply_free(Reply *r);

Session *session_new(const SessionOptions *options);   /* NULL: out of memory */
void session_free(Session *s);

/* The last line of some refusals, in English: for front ends that show it in another way. */
#define SESSION_ADVICE T("`moves` lists the moves, `help` what you can type.")

/* "@1500 LINE", for scripts: the line is taken 1,500 ms after the beginning. */

/* Does what one line asks for: a move in notation, a move as its steps, or a command
 * (`help` lists them), in English or French. `reply` is emptied first. */
void session_command(Session *s, const char *line, Reply *reply);

/* The line begins with the word of a command, so it is not a move. */
bool session_is_command(const char *line);

/* The same as `load`, with any file name. */
void session_load_file(Session *s, const char *path, Reply *reply);
/* A new game from a position ("": the start) with these moves, separated by blanks. If a move is
 * refused, the game stops before it and the reply says why. */
void session_follow(Session *s, const char *game, const char *position, const char *moves, Reply *reply);
/* The same with the record itself. */
void session_load_text(Session *s, const char *text, Reply *reply);

/* NULL: no game has been chosen yet. The tree's current node is where the person is; only
 * commands and the functions below may move it. */
Round *session_round(Session *s);
Tree *session_tree(Session *s);
Lang session_lang(const Session *s);
void session_set_columns(Session *s, int columns);     /* the window has this many now; 0: it does not matter */

/* Begins a round with this tree, which it takes over. */
void session_set_tree(Session *s, Tree *m);
/* The events of the round so far, one per line. */
const char *session_events(const Session *s);

/* A lesson that is under way; false: none is. Texts are in the session's language. */
typedef struct SessionLesson {
    const char *family, *say, *well, *hint;
    int step, steps;        /* from 1 */
    bool done, wrong;       /* the right move was played; another one was */
    bool points;            /* the board may show the moves that session_lesson_wants */
} SessionLesson;
bool session_lesson_now(const Session *s, SessionLesson *out);
/* Whether a move, in notation, is what the lesson under way asks for now. */
bool session_lesson_wants(const Session *s, const char *move);

/* A puzzle that is under way; false: none is. */
typedef struct SessionPuzzle {
    const Puzzle *puzzle;
    int number, count;      /* among those of its ruleset, from 1 */
    bool done;              /* it is solved */
    int streak;             /* puzzles solved in a row without a wrong move or help */
    char text[SESSION_LINE];    /* the task, or what the last move led to, in the session's language */
} SessionPuzzle;
bool session_puzzle_now(const Session *s, SessionPuzzle *out);
/* Whether the person has solved it, now or before. */
bool session_puzzle_solved(Session *s, const Puzzle *p);
/* "GAME POSITION" of puzzles solved before, one per line, from a host that keeps them. */
void session_give_solved(Session *s, const char *names);

/* What there is to see at the current node; requires a game. */
void session_scene(Session *s, Scene *out);
void session_board(Session *s, Buffer *out);    /* the same as text; nothing without a game */
/* What the reason for an end at a node leaves open, in sentences: whose reserve is empty, what the count was. Nothing
 * if the rules did not end the game there, or the reason says it all. */
void session_tell_end(const Session *s, int node, Buffer *out);

/* Goes to a node of the tree; if a level is to move there, it waits for `go`. */
void session_goto(Session *s, int node);
/* The seat of the person who speaks: to move, or next to move. */
int session_speaks(const Session *s);
/* Whether `undo` and `redo` lead anywhere. */
bool session_can_undo(const Session *s);
bool session_can_redo(const Session *s);

/* What the player to move should know, in sentences: whose turn it is, and where they may play. */
void session_turn(Session *s, Buffer *out);

/* Whose turn it is, as a prompt: "White> ". */
void session_prompt(const Session *s, Buffer *out);

/* Calls `found` with each word that could complete the last word of `line`: commands,
 * moves, games. */
typedef void SessionFound(void *context, const char *word);
void session_complete(Session *s, const char *line, SessionFound *found, void *context);

/* --- seats, and thinking --- */
/* The level that plays a seat, 1 to 10; 0: a person. */
int session_level(const Session *s, int seat);
/* Seconds that a level in a hurry may take for the next move; 0: there is no hurry. */
double session_seconds(Session *s);
/* A level is to move now, and nobody has asked it to wait. */
bool session_to_think(Session *s);
/* Lets the level that is to move play; does nothing if none is. If stopped, it plays nothing
 * and waits for `go`. */
void session_think(Session *s, Reply *reply);

/* How a position looks to the player to move, for a front end that shows it while people think. */
typedef struct SessionThought {
    bool known; /* something is known */
    Value value;
    int depth;
    uint64_t nodes;
    char line[160]; /* moves, the best first */
} SessionThought;
/* Thinks about the current position for a while; *out: as far as it got. Changes nothing
 * visible, so that others may read (not change) the session meanwhile. */
void session_muse(Session *s, double seconds, SessionThought *out);
/* Called, in the thread that thinks, whenever more is known. NULL: nobody. */
typedef void SessionWatch(void *context, const SessionThought *thought);
void session_watch(Session *s, SessionWatch *watch, void *context);

/* From any thread: ends the call under way, or the one about to begin, which then returns
 * with what it has. It holds until session_ready, which whoever can stop a call must call
 * beforehand. */
void session_stop(Session *s);
void session_ready(Session *s);

/* --- clocks --- */
/* Seconds that a seat has left; false: there is no clock. */
bool session_clock_left(Session *s, int seat, double *out);
/* Ends the game if the player to move has run out of time; true: that just happened, and the reply says so. */
bool session_clock_flag(Session *s, Reply *reply);

/* --- a round far away --- */
/* Asks for something there, for one of our seats: "move b2", "offer draw", "say hello", as docs/house.md
 * writes it. False: not now. */
typedef bool SessionAct(void *context, int seat, const char *action);
typedef int64_t SessionTime(void *context); /* ms on the clock there */
/* From now on the round is elsewhere: what is typed is asked for there, and nothing happens until it
 * comes back as an event. */
void session_go_far(Session *s, SessionAct *act, SessionTime *now, void *context);
bool session_is_far(const Session *s);
/* The round as it is there: its events, one per line, and our seats, as bits (0: we only watch).
 * False: the events do not make a round, and the reply says so. */
bool session_far_round(Session *s, const char *log, unsigned seats, Reply *reply);
/* What happened there next. */
void session_far_event(Session *s, const RoundEvent *e, Reply *reply);
void session_far_said(Session *s, int seat, const char *phrase, Reply *reply);
/* What was asked for was not done: a word of docs/house.md, and a sentence if the rules forbid it
 * (else its id is NULL). */
void session_far_refused(Session *s, const char *word, const Message *detail, Reply *reply);

int64_t session_now(const Session *s); /* ms, on the round's clock */
/* Whether the person here speaks for the seat; at their own board, for every seat. */
bool session_owns(const Session *s, int seat);
/* Whether values, hints and threats may be shown: not while people play each other far away. */
bool session_helps(const Session *s);
#define SESSION_NO_HELP T("there are no hints while people play each other")
/* Whether the person here is to move in the position they are looking at. */
bool session_is_to_move(const Session *s);

/* --- kept games --- */
/* Call it when the session ends. True, with a text in `out`: an unfinished game waits, or the game
 * could not be kept; in that case the text contains it. */
bool session_keep(Session *s, Buffer *out);
/* Turns unfinished-1.cgr to unfinished-9.cgr, which an earlier version left in `folder`, into kept
 * games, and says so. A file is removed only once its game is safely kept. */
void session_take_over(Session *s, const char *folder, Buffer *out);
/* Whether there is an unfinished kept game that is not on the board. */
bool session_can_resume(Session *s);
/* For a front end with a store of its own. session_give hands over a kept game before anything is asked
 * (false: no memory, or not a name). session_kept_text returns the text of the game that a reply's event
 * `kept ID` names (NULL: none). */
bool session_give(Session *s, const char *id, const char *record, int64_t stamp);
const char *session_kept_text(Session *s, const char *id);
const char *session_kept_id(const Session *s); /* of the game under way; "": not kept yet */

#endif
