/* One game under way, for any Game: what was played, what else was tried, who sits
 * where, what was said about it, and how it ended.
 *
 * The positions form a tree. Node 0 is where the match starts; a node's first child
 * continues the main line, which is the game as it stands, and its other children
 * are variations. One node is current; the path is the line from node 0 to it.
 * Nodes are numbered as they are made and never disappear or change their number.
 *
 * A function that returns bool returns false, with an error, when it did nothing;
 * memory that runs out is such an error. Pointers handed out live until the match
 * changes. A match belongs to one thread at a time. */
#ifndef COLONNADE_CORE_MATCH_H
#define COLONNADE_CORE_MATCH_H

#include "core/game.h"

enum {
    MATCH_NONE = -1,            /* no node */
    MATCH_MAX_NODES = 65536,
    MATCH_MAX_PLY = 10000,      /* moves on one line */
    MATCH_MAX_COMMENT = 8192,   /* bytes of one comment */
    MATCH_MAX_TAGS = 64,
    MATCH_MAX_TAG_NAME = 32,    /* bytes */
    MATCH_MAX_TAG_VALUE = 512   /* bytes */
};

typedef struct Match Match;

typedef struct MatchNode {
    Position position;
    Move move;                  /* that led here; 0: node 0 */
    uint64_t hash;              /* of the position */
    char *comment;              /* NULL: none */
    int32_t parent;             /* MATCH_NONE: node 0 */
    int32_t first_child, next_sibling;
    int32_t line;               /* the child that was visited last: where redo goes */
    int32_t ply;                /* moves from node 0 */
    int32_t round;              /* number of the round that the next move belongs to, from 1 */
    int32_t occurrence;         /* how often the position has stood on this line, this time included */
} MatchNode;

/* `start` NULL: the game's start. NULL: out of memory. */
Match *match_new(const Game *game, const Position *start);
void match_free(Match *m);      /* NULL: nothing */

/* --- where we are --- */
const Game *match_game(const Match *m);
int match_current(const Match *m);
int match_count(const Match *m);                        /* nodes */
const MatchNode *match_node(const Match *m, int node);
const Position *match_position(const Match *m);         /* of the current node */
int match_ply(const Match *m);                          /* moves from node 0 to the current node */
int match_path(const Match *m, int ply);                /* the node on the path; 0 <= ply <= match_ply */
int match_mover(const Match *m);                        /* seat */
int match_main_end(const Match *m);                     /* last node of the main line */
bool match_at_start(const Match *m);                    /* node 0 is the game's own start */

/* --- moving about --- */
/* Plays a legal move of the current position: goes to the child that has it, or adds
 * one as the last child. Refused when the match is over here. */
bool match_play(Match *m, Move move, Message *error);
/* The same from notation; the error is the game's, so it names the rule. */
bool match_play_text(Match *m, const char *text, Message *error);
/* One move back. An end that was declared here is taken back first, alone. */
bool match_undo(Match *m);
bool match_redo(Match *m);      /* one move on, along the line last visited */
void match_goto(Match *m, int node);
/* Makes the line through `node` the main line; what was there becomes a variation.
 * A declared end that is then no longer at the end of the main line is forgotten. */
void match_promote(Match *m, int node);

/* --- how it ends --- */
/* At a node: by the rules; by repetition (ALL-1): the position stands for the third
 * time on this line; or declared, at the node it was declared at. */
Outcome match_outcome(const Match *m);
Outcome match_outcome_at(const Match *m, int node);
/* Declares an end at the current node, which must have no moves after it; its line
 * becomes the main line.
 * REASON_RESIGNED and REASON_TIME: the side of `seat` has lost. With two sides the
 * other one wins. With three nobody can say who would have won between the others:
 * the match ends, its result is a draw, and match_ended_by tells who stopped it.
 * REASON_AGREED: a draw; `seat` is ignored. */
bool match_end(Match *m, Reason reason, int seat, Message *error);
/* The seat that resigned or ran out of time at this node, or -1. */
int match_ended_by(const Match *m, int node);

/* --- words --- */
/* Text is cleaned: control characters and runs of blanks become one blank, ends are
 * trimmed; comments keep their line ends. Empty or NULL takes the text away. */
bool match_set_comment(Match *m, int node, const char *text, Message *error);
/* Tags that a record carries and that do not follow from the moves: names of the
 * players, Date, anything else. A name is a letter, then letters, digits and _. */
bool match_set_tag(Match *m, const char *name, const char *value, Message *error);
const char *match_tag(const Match *m, const char *name);    /* NULL: none */
int match_tag_count(const Match *m);
const char *match_tag_name(const Match *m, int i);
const char *match_tag_value(const Match *m, int i);
/* The tag that holds the name of the player on a seat: White, Black, Red, Green. */
const char *match_seat_tag(int seat);
const char *match_name(const Match *m, int seat);           /* NULL: none given */

/* --- what players see --- */
/* The stack on a place, bottom to top. A game with several kinds of piece may let its
 * positions forget the order of a stack and where a piece points; the history knows:
 * pieces stay in the order they arrived and keep the direction they were put down
 * with. What stood there at node 0 is shown as the game gives it. */
int match_pieces(Match *m, int place, Piece out[MAX_STACK]);

#endif
