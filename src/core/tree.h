/* The moves of one game under way, for any Game: what was played, what else was tried, who sits
 * where, what was said about it, and how it ended.
 *
 * The positions form a tree. Node 0 is where the tree starts; a node's first child
 * continues the main line, which is the game as it stands, and its other children
 * are variations. One node is current; the path is the line from node 0 to it.
 * Nodes are numbered as they are made and never disappear or change their number.
 *
 * A function that returns bool returns false, with an error, when it did nothing; memory that
 * runs out is such an error. Pointers handed out live until the tree changes. A tree belongs to
 * one thread at a time. */
#ifndef COLONNADE_CORE_TREE_H
#define COLONNADE_CORE_TREE_H

#include "core/game.h"

enum {
    TREE_NONE = -1,            /* no node */
    TREE_MAX_NODES = 65536,
    TREE_MAX_PLY = 10000,      /* moves on one line */
    TREE_MAX_COMMENT = 8192,   /* bytes of one comment */
    TREE_MAX_TAGS = 64,
    TREE_MAX_TAG_NAME = 32,    /* bytes */
    TREE_MAX_TAG_VALUE = 512   /* bytes */
};

typedef struct Tree Tree;

typedef struct TreeNode {
    Position position;
    Move move;                  /* that led here; 0: node 0 */
    uint64_t hash;              /* of the position */
    char *comment;              /* NULL: none */
    int32_t parent;             /* TREE_NONE: node 0 */
    int32_t first_child, next_sibling;
    int32_t line;               /* the child that was visited last: where redo goes */
    int32_t ply;                /* moves from node 0 */
    int32_t round;              /* number of the round that the next move belongs to, from 1 */
    int32_t occurrence;         /* how often the position has occurred on this line, including now */
} TreeNode;

/* `start` NULL: the game's start. NULL: out of memory. */
Tree *tree_new(const Game *game, const Position *start);
void tree_free(Tree *m);      /* NULL: nothing */

/* --- where we are --- */
const Game *tree_game(const Tree *m);
int tree_current(const Tree *m);
int tree_count(const Tree *m);                        /* nodes */
const TreeNode *tree_node(const Tree *m, int node);
const Position *tree_position(const Tree *m);         /* of the current node */
int tree_ply(const Tree *m);                          /* moves from node 0 to the current node */
int tree_path(const Tree *m, int ply);                /* the node on the path; 0 <= ply <= tree_ply */
int tree_mover(const Tree *m);                        /* seat */
int tree_main_end(const Tree *m);                     /* last node of the main line */
bool tree_at_start(const Tree *m);                    /* node 0 is the game's own start */
/* The hashes of the positions before `node`, from node 0 on, and how many: what a search needs to know
 * about repetition. The caller frees them (memory_free), even when there are none. NULL: out of memory. */
uint64_t *tree_history(const Tree *m, int node, size_t *count);

/* --- moving about --- */
/* Plays a legal move of the current position: goes to the child that has it, or adds
 * one as the last child. Refused when the tree is over here. */
bool tree_play(Tree *m, Move move, Message *error);
/* The same from notation; the error is the game's, so it names the rule. */
bool tree_play_text(Tree *m, const char *text, Message *error);
/* One move back. An end that was declared here is taken back first, by itself. */
bool tree_undo(Tree *m);
bool tree_redo(Tree *m);      /* one move on, along the line last visited */
void tree_goto(Tree *m, int node);
/* Makes the line through `node` the main line; what was there becomes a variation.
 * A declared end that is then no longer at the end of the main line is forgotten. */
void tree_promote(Tree *m, int node);

/* --- how it ends --- */
/* At a node: by the rules; by repetition (ALL-1): the position occurs for the third time on
 * this line; or declared, at the node it was declared at. */
Outcome tree_outcome(const Tree *m);
Outcome tree_outcome_at(const Tree *m, int node);
/* Declares an end at the current node, which must have no moves after it; its line
 * becomes the main line.
 * REASON_RESIGNED, REASON_TIME and REASON_GONE: the side of `seat` has lost. With two
 * sides the other one wins. With three sides nobody ends a game this way (ALL-3): players
 * leave it, see tree_leave. Records from before that rule end this way with a draw, and
 * tree_ended_by tells who stopped the game.
 * REASON_AGREED: a draw; `seat` is ignored. */
bool tree_end(Tree *m, Reason reason, int seat, Message *error);
/* The seat that resigned, ran out of time or stayed away at this node, or -1. */
int tree_ended_by(const Tree *m, int node);

/* ALL-3: a player who leaves a game that goes on has lost; a level plays the seat from then on. If
 * a side that all its players have left wins, the others share a draw: tree_outcome_at says so. */
typedef struct TreeLeft {
    int node;               /* where it happened; TREE_NONE: never */
    Reason reason;          /* REASON_RESIGNED, REASON_TIME or REASON_GONE */
    int level;              /* that took over */
} TreeLeft;
/* The player on `seat` leaves at the current node. */
bool tree_leave(Tree *m, int seat, Reason reason, int level, Message *error);
/* Whether and how `seat` was left on the way to `node`; NULL: it was not. */
const TreeLeft *tree_left_at(const Tree *m, int seat, int node);

/* --- words --- */
/* Text is cleaned: control characters and runs of spaces become one space, ends are
 * trimmed; comments keep their line ends. Empty or NULL removes the text. */
bool tree_set_comment(Tree *m, int node, const char *text, Message *error);
/* Tags that a record carries and that do not follow from the moves: names of the
 * players, Date, anything else. A name is a letter, then letters, digits and _. */
bool tree_set_tag(Tree *m, const char *name, const char *value, Message *error);
const char *tree_tag(const Tree *m, const char *name);    /* NULL: none */
int tree_tag_count(const Tree *m);
const char *tree_tag_name(const Tree *m, int i);
const char *tree_tag_value(const Tree *m, int i);
/* The tag that holds the name of the player on a seat: White, Black, Red, Green. */
const char *tree_seat_tag(int seat);
const char *tree_left_tag(int seat);                       /* WhiteLeft …: how a record says who left */
const char *tree_name(const Tree *m, int seat);           /* NULL: none given */

/* --- what players see --- */
/* The stack on a place, bottom to top. A game with several kinds of piece may let its
 * positions forget the order of a stack and where a piece points; the history knows:
 * pieces stay in the order they arrived and keep the direction they were put down
 * with. What stood there at node 0 is shown as the game gives it. */
int tree_pieces(Tree *m, int place, Piece out[MAX_STACK]);

#endif
