/* What the files of a session share and nobody else sees. */
#ifndef COLONNADE_SESSION_SESSION_PRIVATE_H
#define COLONNADE_SESSION_SESSION_PRIVATE_H

#include "engine/adviser.h"
#include "session/session.h"

enum { SESSION_PATH = 4096, SESSION_SENTENCE = 2048 };

struct Session {
    SessionOptions options;     /* date and state point at the copies below */
    char date[16], state[SESSION_PATH];
    Tree *tree;
    bool unsaved;               /* there is something in the tree that no file has */
    char path[SESSION_PATH];    /* file that it was saved to or loaded from; "": none */
    int slot;                   /* kept game that it was resumed from; 0: none */
    MoveList legal;             /* for commands to fill; memory is reused */

    int level[MAX_PLAYERS];     /* by seat; 0: a person */
    bool held;                  /* a level that is to move waits for `go` */
    Adviser *adviser;           /* for adviser_game; NULL: none yet */
    const Game *adviser_game;
    Cancel cancel;              /* what goes on shall end */
    SessionWatch *watch;
    void *watch_context;

    struct {
        double base, increment; /* seconds; base 0: there is no clock */
        double left[MAX_PLAYERS], since;
        int seat;               /* whose clock runs; -1: none does */
    } clock;

    struct {
        const char *family;     /* NULL: there is no lesson under way */
        int step;
        Tree *aside;           /* the game that waits meanwhile; NULL: none */
        bool unsaved;
    } lesson;
};

/* A command. `rest` is what follows its word, without blanks at its ends. */
typedef void CommandFunction(Session *s, const char *rest, Reply *reply);

typedef struct SessionCommand {
    const char *word[LANG_COUNT];   /* by language; any of them may be typed, also without accents; NULL: none */
    const char *also;               /* further words, each followed by a blank; "": none */
    const char *arguments;          /* for the help, marked for the catalogue; "": none */
    const char *help;               /* what it does, marked for the catalogue */
    bool anytime;                   /* needs no game under way */
    CommandFunction *run;
} SessionCommand;

extern const SessionCommand session_commands[];
extern const size_t session_command_count;
const SessionCommand *session_find_command(const char *word);   /* NULL: none */
const char *session_command_word(const SessionCommand *c, Lang lang);
/* Lower case, without the accents of French, so that `Règles` is `regles`. */
void session_fold(const char *word, size_t length, char *out, size_t size);
/* The seat that `text` begins with, by letter or colour in any language, and how long that is; -1: none. */
int session_read_seat(const Session *s, const char *text, size_t *length);

/* --- saying things: a line in the session's language --- */
void session_say(const Session *s, Buffer *out, const char *english, int argc, ...);
void session_say_message(const Session *s, Buffer *out, const Message *m);
/* Refuses with the message. */
void session_refuse(const Session *s, Reply *reply, const Message *m);
/* Words separated by blanks, wrapped; begin with column 0, end with a line's end of your own. */
void session_add_word(Buffer *out, size_t *column, const char *word);
/* "White has won (top reached)", "White to move". */
void session_say_status(Session *s, Buffer *out);
void session_no_memory(const Session *s, Reply *reply);

/* Fills s->legal with the moves of the current position, none when the tree is over. */
bool session_fill_moves(Session *s);
/* Takes a ruleset and starts it; false: there is none of that name. */
bool session_choose(Session *s, const char *name, Reply *reply);
/* By id, or by its number in the list; NULL: none. */
const Game *session_find_game(const char *name);
/* A line that is no command. */
void session_play_line(Session *s, const char *line, Reply *reply);

/* One sentence about the move that led to the current node. */
void session_say_move(Session *s, int seat, Buffer *out);

/* Declares the end of the tree and says so. */
void session_end(Session *s, Reason reason, int seat, Reply *reply);

/* --- thinking (session_level.c) --- */
/* The adviser for the tree's game; NULL: the reply says why there is none. */
Adviser *session_adviser(Session *s, Reply *reply);
/* The current node with its history; the hashes belong to the caller (memory_free). */
bool session_situation(const Session *s, Situation *out, uint64_t **hashes);
void session_forget_adviser(Session *s);
/* "a win in 5", "+0.35": for the player to move. */
void session_value_words(const Session *s, const Advice *a, char out[64]);
bool session_has_levels(const Session *s);
/* Seats and clock from the tags of a tree that was loaded; and into them. */
void session_read_tags(Session *s);
void session_write_tags(Session *s);

/* --- clocks (session_clock.c) --- */
void session_clock_reset(Session *s);           /* full clocks, stopped */
void session_clock_charge(Session *s);          /* takes what has gone by off the clock that runs */
/* The mover's runs from now on; `moved` (-1: nobody) gets the increment. */
void session_clock_switch(Session *s, int moved);
void session_clock_write_tag(Session *s);
void session_clock_read_tag(Session *s);
bool session_clock_parse(const char *text, double *base, double *increment);

/* --- lessons (session_lesson.c) --- */
/* What a move in a lesson leads to, after it was played. */
void session_lesson_moved(Session *s, const char *move, Reply *reply);
/* Ends the lesson, if there is one, and brings the game back that was put aside. */
void session_lesson_end(Session *s);

/* --- the commands, by file --- */
CommandFunction session_seat, session_go;                                                   /* session_level.c */
CommandFunction session_hint, session_analyse, session_review, session_draw;                /* session_advice.c */
CommandFunction session_clock;                                                              /* session_clock.c */
CommandFunction session_lesson;                                                             /* session_lesson.c */
CommandFunction session_look, session_where, session_reserve, session_last, session_threats;    /* session_ask.c */
CommandFunction session_moves, session_steps, session_undo, session_redo, session_why, session_resign, session_result,
    session_show_board, session_position;                                   /* session_play.c */
CommandFunction session_save, session_load, session_resume, session_record;                 /* session_file.c */
CommandFunction session_help, session_games, session_new_game, session_rules, session_comment, session_name,
    session_language, session_quit;                                                         /* session_commands.c */

#endif
