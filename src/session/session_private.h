/* What the files of a session share and nobody else sees. */
#ifndef COLONNADE_SESSION_SESSION_PRIVATE_H
#define COLONNADE_SESSION_SESSION_PRIVATE_H

#include "engine/adviser.h"
#include "session/kept.h"
#include "session/session.h"
#include "session/solved.h"

enum { SESSION_PATH = 4096, SESSION_SENTENCE = 2048 };

/* A round with what the session knows about it. */
typedef struct SessionPlay {
    Round *round;               /* NULL: no game */
    Tree *tree;                 /* the round's; its current node is where the person is */
    Buffer log;                 /* the round's events, one per line */
    bool held;                  /* a level is to move and waits for `go` */
    bool unkept;                /* something happened that is not in the kept game … */
    bool strayed;               /* … or only the person's place differs from it */
    char path[SESSION_PATH];    /* file it was saved to or loaded from; "": none */
    char id[KEPT_ID];           /* its kept game; "": none yet */
    uint64_t print;             /* of the kept text when last seen */
    struct {
        int node;               /* TREE_NONE: none */
        Reason reason;
        int seat;
    } reopened;                 /* a declared end that was taken back: redo restores it */
} SessionPlay;

struct Session {
    SessionOptions options;     /* date and state point at the copies below */
    char date[16], state[SESSION_PATH];
    SessionPlay play;
    MoveList legal;             /* for commands to fill; memory is reused */
    int64_t now;                /* ms, if the time comes from the script */
    uint64_t seed;              /* for the names of kept games */
    Kept *kept;
    bool kept_failed;           /* keeping failed, and that has been said */

    struct {
        SessionAct *act;        /* NULL: the round is ours */
        SessionTime *now;
        void *context;
        unsigned seats;         /* ours */
    } far;

    int level[MAX_PLAYERS];     /* for the next game; 0: a person */
    RoundClock clock;           /* likewise */
    Adviser *adviser;           /* for adviser_game; NULL: none yet */
    const Game *adviser_game;
    Cancel cancel;              /* what is under way must end */
    SessionWatch *watch;
    void *watch_context;

    struct {
        const char *family;     /* NULL: there is no lesson under way */
        int step;
        bool done;              /* with the step; the next one must be asked for */
        bool wrong;             /* the last move was not what was asked for */
        bool shown;             /* somebody asked for the move */
    } lesson;
    struct {
        const Puzzle *now;      /* NULL: there is no puzzle under way */
        int number;             /* from 1 */
        bool done;              /* it is solved */
        bool wrong;             /* the last move was not right */
        bool spoilt;            /* a move was not right, or the solution was shown */
        int streak;             /* solved in a row, none of them spoilt */
        const char *said;       /* about the last move, in English, with a hole for `word`; NULL: nothing yet */
        char word[SESSION_LINE];
        Solved solved;
    } puzzle;
    SessionPlay aside;          /* the game that waits while there is a lesson or a puzzle */
};

/* A command. `rest` is what follows its word, without leading or trailing blanks. */
typedef void CommandFunction(Session *s, const char *rest, Reply *reply);

typedef struct SessionCommand {
    const char *word[LANG_COUNT];   /* by language; any of them may be typed, with or without accents; NULL: none */
    const char *also;               /* further words, each followed by a blank; "": none */
    const char *arguments;          /* for the help, marked for the catalogue; "": none */
    const char *help;               /* what it does, marked for the catalogue */
    bool anytime;                   /* needs no game */
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
/* The same with a player's colour in the first hole. */
void session_say_seat(const Session *s, Buffer *out, const char *english, int seat);
/* Refuses with the message. */
void session_refuse(const Session *s, Reply *reply, const Message *m);
/* Words separated by blanks, wrapped; begin with column 0, and end the last line yourself. */
void session_add_word(Buffer *out, size_t *column, const char *word);
/* The board in sentences: every place that is in use, and the reserves. */
void session_describe(Session *s, Buffer *out);
/* "White has won (top reached)", "White to move". */
void session_say_status(Session *s, Buffer *out);
void session_say_status_at(Session *s, int node, Buffer *out);
void session_no_memory(const Session *s, Reply *reply);
/* A reply begins empty; closing it keeps what is new and adds events for refusals. */
void session_open_reply(Reply *reply);
void session_close_reply(Session *s, Reply *reply);
/* A line for programs. */
__attribute__((format(printf, 2, 3))) void session_tell(Reply *reply, const char *format, ...);

/* Fills s->legal with the moves of the current position, none when the game is over. */
bool session_fill_moves(Session *s);
/* Chooses a ruleset and starts it; false: there is none of that name. */
bool session_choose(Session *s, const char *name, Reply *reply);
/* By id, or by its number in the list; NULL: none. */
const Game *session_find_game(const char *name);
/* A line that is not a command. */
void session_play_line(Session *s, const char *line, Reply *reply);

/* One sentence about the move that led to the current node. */
void session_say_move(Session *s, int seat, Buffer *out);

/* --- the round (session_round.c) --- */
/* Lets the round do what the action asks for, and reports the result to programs and people.
 * False: it was refused, and the reply says why. */
bool session_act(Session *s, RoundAction action, Reply *reply);
/* A new round: from `tree`, which stays the caller's, or from the start of `game`. The
 * game that was there is kept. False: no memory, and the old one is still there. */
bool session_begin(Session *s, const Game *game, const Tree *tree, Reply *reply);
/* The same without keeping anything, for exercises. */
bool session_lay_out(Session *s, const Game *game, const Tree *tree, Reply *reply);
void session_clear_play(SessionPlay *t);
/* Sets the seats and the clock that the person wished for. */
void session_apply_wishes(Session *s, Reply *reply);
/* Goes to a node and starts or stops clocks accordingly. */
void session_stand(Session *s, int node, Reply *reply);
bool session_at_head(const Session *s);
/* Lets time pass: a player with none left loses. */
void session_tick(Session *s, Reply *reply);

/* Reports what happened, to programs and to people. */
void session_take_event(Session *s, const RoundEvent *e, Reply *reply);

/* --- a round far away (session_far.c) --- */
bool session_far_act(Session *s, const RoundAction *a, Reply *reply);
/* Whether the command is not for such a round, or means something else there; the reply then says it all. */
bool session_far_refuses(Session *s, CommandFunction *command, const char *rest, Reply *reply);
/* What matters only to people who do not sit together. */
void session_say_far_event(Session *s, const RoundEvent *e, Buffer *out);

/* --- thinking (session_level.c) --- */
/* The adviser for the game; NULL: the reply says why there is none. */
Adviser *session_adviser(Session *s, Reply *reply);
/* The current node with its history; the hashes belong to the caller (memory_free). */
bool session_situation(const Session *s, Situation *out, uint64_t **hashes);
void session_forget_adviser(Session *s);
bool session_has_levels(const Session *s);
/* Reads the seats, clock and place from the tags of a loaded game, and writes them there. */
void session_read_tags(Session *s, Reply *reply);
void session_write_tags(Session *s);

/* --- clocks (session_clock.c) --- */
void session_clock_write_tag(Session *s);
void session_clock_read_tag(Session *s, Reply *reply);

/* --- where the person is, in a record (session_place.c) --- */
void session_place_write_tag(Session *s);
void session_place_read_tag(Session *s, Reply *reply);

/* --- advice (session_advice.c) --- */
/* Limits by the session's patience; a script has no time and counts positions instead. */
SearchLimits session_limits(const Session *s, SearchLimits limits);

/* --- kept games (session_kept.c) --- */
/* Keeps the game as it is, if there is something new to keep and it has at least `least` moves. */
void session_keep_now(Session *s, int least, Reply *reply);

/* --- lessons (session_lesson.c) --- */
/* Follows up a move in a lesson, after it was played. */
void session_lesson_moved(Session *s, const char *move, Reply *reply);
/* Ends the lesson; the caller restores the game. */
void session_lesson_end(Session *s, Reply *reply);

/* --- puzzles (session_puzzle.c) --- */
/* The same for a puzzle. */
void session_puzzle_moved(Session *s, Reply *reply);
void session_puzzle_end(Session *s, Reply *reply);
int session_puzzle_solver(const Session *s);     /* seat */

/* --- lessons and puzzles (session_exercise.c): they play on a round of their own --- */
bool session_exercises(const Session *s);       /* one is under way */
/* Keeps the game and puts it aside; ends an exercise that was under way. */
void session_exercise_begin(Session *s, Reply *reply);
/* Sets up a position of the exercise from `tree`, which stays the caller's. False: no memory; the exercise
 * is over and the reply says so. */
bool session_exercise_lay_out(Session *s, const Tree *tree, Reply *reply);
/* Ends the exercise, if there is one, and restores the game that was put aside. */
void session_exercise_end(Session *s, Reply *reply);

/* --- the commands, by file --- */
CommandFunction session_seat, session_go, session_wait;                                     /* session_level.c */
CommandFunction session_hint, session_analyse, session_review;                              /* session_advice.c */
CommandFunction session_explore;                                                            /* session_explore.c */
CommandFunction session_fair;                                                               /* session_fair.c */
CommandFunction session_claim, session_far_say;                                             /* session_far.c */
CommandFunction session_clock;                                                              /* session_clock.c */
CommandFunction session_lesson;                                                             /* session_lesson.c */
CommandFunction session_puzzle;                                                             /* session_puzzle.c */
CommandFunction session_look, session_where, session_reserve, session_last, session_threats;    /* session_ask.c */
CommandFunction session_moves, session_steps, session_undo, session_redo, session_to, session_why, session_levels,
    session_show_board, session_position;                                                   /* session_play.c */
CommandFunction session_resign, session_draw, session_agree, session_decline, session_result;   /* session_end.c */
CommandFunction session_save, session_load, session_record;                                 /* session_file.c */
CommandFunction session_kept, session_keep_it, session_resume, session_rename, session_delete,
    session_export;                                                                         /* session_kept.c */
CommandFunction session_help, session_games, session_new_game, session_rematch, session_rules, session_comment,
    session_name, session_language, session_quit; /* session_commands.c */

#endif
