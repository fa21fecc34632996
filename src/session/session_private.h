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
    Tree *tree;                 /* the round's; its current node is where the person stands */
    Buffer log;                 /* the round's events, one per line */
    bool held;                  /* a level that is to move waits for `go` */
    bool unkept;                /* something happened that the kept game does not have … */
    bool strayed;               /* … or the person only stands elsewhere than it says */
    char path[SESSION_PATH];    /* file that it was saved to or loaded from; "": none */
    char id[KEPT_ID];           /* kept game that it is; "": none yet */
    uint64_t print;             /* of the kept text as it was last seen */
    struct {
        int node;               /* TREE_NONE: none */
        Reason reason;
        int seat;
    } reopened;                 /* a declared end that was taken back: redo brings it again */
} SessionPlay;

struct Session {
    SessionOptions options;     /* date and state point at the copies below */
    char date[16], state[SESSION_PATH];
    SessionPlay play;
    MoveList legal;             /* for commands to fill; memory is reused */
    int64_t now;                /* ms, when the time comes from the script */
    uint64_t seed;              /* of the names of kept games */
    Kept *kept;
    bool kept_failed;           /* keeping went wrong, and that was said */

    struct {
        SessionAct *act;        /* NULL: the round is ours */
        SessionTime *now;
        void *context;
        unsigned seats;         /* that are ours */
    } far;

    int level[MAX_PLAYERS];     /* that the next game begins with; 0: a person */
    RoundClock clock;           /* likewise */
    Adviser *adviser;           /* for adviser_game; NULL: none yet */
    const Game *adviser_game;
    Cancel cancel;              /* what goes on shall end */
    SessionWatch *watch;
    void *watch_context;

    struct {
        const char *family;     /* NULL: there is no lesson under way */
        int step;
        bool done;              /* the step is; the next one waits to be asked for */
        bool wrong;             /* the last move was not what was asked for */
        bool shown;             /* somebody asked for the move */
    } lesson;
    struct {
        const Puzzle *now;      /* NULL: there is no puzzle under way */
        int number;             /* from 1 */
        bool done;              /* it is solved */
        bool wrong;             /* the last move was not right */
        bool spoilt;            /* a move was not, or the solution was shown */
        int streak;             /* solved one after the other, none of them spoilt */
        const char *said;       /* about the last move, in English, with a hole for `word`; NULL: nothing yet */
        char word[SESSION_LINE];
        Solved solved;
    } puzzle;
    SessionPlay aside;          /* the game that waits while there is a lesson or a puzzle */
};

/* A command. `rest` is what follows its word, without blanks at its ends. */
typedef void CommandFunction(Session *s, const char *rest, Reply *reply);

typedef struct SessionCommand {
    const char *word[LANG_COUNT];   /* by language; any of them may be typed, also without accents; NULL: none */
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
/* Words separated by blanks, wrapped; begin with column 0, end with a line's end of your own. */
void session_add_word(Buffer *out, size_t *column, const char *word);
/* The board in sentences: every place that is in use, and the reserves. */
void session_describe(Session *s, Buffer *out);
/* "White has won (top reached)", "White to move". */
void session_say_status(Session *s, Buffer *out);
void session_say_status_at(Session *s, int node, Buffer *out);
void session_no_memory(const Session *s, Reply *reply);
/* A reply begins empty; when it ends, what is new has been kept and refusals are told. */
void session_open_reply(Reply *reply);
void session_close_reply(Session *s, Reply *reply);
/* A line for programs. */
__attribute__((format(printf, 2, 3))) void session_tell(Reply *reply, const char *format, ...);

/* Fills s->legal with the moves of the current position, none when the game is over. */
bool session_fill_moves(Session *s);
/* Takes a ruleset and starts it; false: there is none of that name. */
bool session_choose(Session *s, const char *name, Reply *reply);
/* By id, or by its number in the list; NULL: none. */
const Game *session_find_game(const char *name);
/* A line that is not a command. */
void session_play_line(Session *s, const char *line, Reply *reply);

/* One sentence about the move that led to the current node. */
void session_say_move(Session *s, int seat, Buffer *out);

/* --- the round (session_round.c) --- */
/* Lets the round do what the action asks for; what came of it is told and said. False: it was
 * refused, and the reply says why. */
bool session_act(Session *s, RoundAction action, Reply *reply);
/* A new round: from `tree`, which stays the caller's, or the start of `game`. The
 * game that was there is kept. False: no memory, and the old one is still there. */
bool session_begin(Session *s, const Game *game, const Tree *tree, Reply *reply);
/* The same without keeping anything: for exercises. */
bool session_lay_out(Session *s, const Game *game, const Tree *tree, Reply *reply);
void session_clear_play(SessionPlay *t);
/* Seats and clock that the person wished for. */
void session_apply_wishes(Session *s, Reply *reply);
/* Goes to a node and lets clocks run or stop as that wants. */
void session_stand(Session *s, int node, Reply *reply);
bool session_at_head(const Session *s);
/* Lets time pass: whoever has none left loses. */
void session_tick(Session *s, Reply *reply);

/* Tells and says what happened. */
void session_take_event(Session *s, const RoundEvent *e, Reply *reply);

/* --- a round that lies far away (session_far.c) --- */
bool session_far_act(Session *s, const RoundAction *a, Reply *reply);
/* Whether the command is not for such a round, or means something else there: the reply says it all. */
bool session_far_refuses(Session *s, CommandFunction *command, const char *rest, Reply *reply);
/* What only matters to people who do not sit together. */
void session_say_far_event(Session *s, const RoundEvent *e, Buffer *out);

/* --- thinking (session_level.c) --- */
/* The adviser for the game; NULL: the reply says why there is none. */
Adviser *session_adviser(Session *s, Reply *reply);
/* The current node with its history; the hashes belong to the caller (memory_free). */
bool session_situation(const Session *s, Situation *out, uint64_t **hashes);
void session_forget_adviser(Session *s);
bool session_has_levels(const Session *s);
/* Seats, clock and place from the tags of a game that was loaded; and into them. */
void session_read_tags(Session *s, Reply *reply);
void session_write_tags(Session *s);

/* --- clocks (session_clock.c) --- */
void session_clock_write_tag(Session *s);
void session_clock_read_tag(Session *s, Reply *reply);

/* --- where one stands, in a record (session_place.c) --- */
void session_place_write_tag(Session *s);
void session_place_read_tag(Session *s, Reply *reply);

/* --- advice (session_advice.c) --- */
/* As far as patience goes; a script has no time, but counts positions. */
SearchLimits session_limits(const Session *s, SearchLimits limits);

/* --- kept games (session_kept.c) --- */
/* Keeps the game as it stands, when there is something new to keep and it has `least` moves. */
void session_keep_now(Session *s, int least, Reply *reply);

/* --- lessons (session_lesson.c) --- */
/* What a move in a lesson leads to, after it was played. */
void session_lesson_moved(Session *s, const char *move, Reply *reply);
/* Ends the lesson; the caller brings the game back. */
void session_lesson_end(Session *s, Reply *reply);

/* --- puzzles (session_puzzle.c) --- */
/* The same for a puzzle. */
void session_puzzle_moved(Session *s, Reply *reply);
void session_puzzle_end(Session *s, Reply *reply);
int session_puzzle_solver(const Session *s);     /* seat */

/* --- lessons and puzzles (session_exercise.c): they play on a round of their own --- */
bool session_exercises(const Session *s);       /* one is under way */
/* Puts the game aside, which is kept, and ends an exercise that was under way. */
void session_exercise_begin(Session *s, Reply *reply);
/* A position of the exercise, from `tree`, which stays the caller's. False: no memory; the exercise
 * is over and the reply says so. */
bool session_exercise_lay_out(Session *s, const Tree *tree, Reply *reply);
/* Ends the exercise, if there is one, and brings the game back that was put aside. */
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
