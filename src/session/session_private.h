/* What the files of a session share and nobody else sees. */
#ifndef COLONNADE_SESSION_SESSION_PRIVATE_H
#define COLONNADE_SESSION_SESSION_PRIVATE_H

#include "session/session.h"

enum { SESSION_PATH = 4096, SESSION_SENTENCE = 2048 };

struct Session {
    SessionOptions options;     /* date and state point at the copies below */
    char date[16], state[SESSION_PATH];
    Match *match;
    bool unsaved;               /* there is something in the match that no file has */
    char path[SESSION_PATH];    /* file that it was saved to or loaded from; "": none */
    int slot;                   /* kept game that it was resumed from; 0: none */
    MoveList legal;             /* for commands to fill; memory is reused */
};

/* A command. `rest` is what follows its word, without blanks at its ends. */
typedef void CommandFunction(Session *s, const char *rest, Reply *reply);

typedef struct SessionCommand {
    const char *word[LANG_COUNT];   /* by language, without accents; any of them may be typed; NULL: none of its own */
    const char *also;               /* further words, each followed by a blank; "": none */
    const char *arguments;          /* for the help, marked for the catalogue; "": none */
    const char *help;               /* what it does, marked for the catalogue */
    bool anytime;                   /* needs no match */
    CommandFunction *run;
} SessionCommand;

extern const SessionCommand session_commands[];
extern const size_t session_command_count;
const SessionCommand *session_find_command(const char *word);   /* NULL: none */
const char *session_command_word(const SessionCommand *c, Lang lang);

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

/* Fills s->legal with the moves of the current position, none when the match is over. */
bool session_fill_moves(Session *s);
/* Takes a ruleset and starts it; false: there is none of that name. */
bool session_choose(Session *s, const char *name, Reply *reply);
/* A line that is no command. */
void session_play_line(Session *s, const char *line, Reply *reply);

/* --- the commands, by file --- */
CommandFunction session_moves, session_steps, session_undo, session_redo, session_why, session_resign, session_draw,
    session_result, session_show_board, session_position;                                           /* session_play.c */
CommandFunction session_save, session_load, session_resume, session_record;                         /* session_file.c */
CommandFunction session_help, session_games, session_new_game, session_rules, session_comment, session_name,
    session_language, session_quit;                                                                 /* session_table.c */

#endif
