/* A game under way: what was played, what else was tried, what was said about it, how it ended;
 * and its record, a small text (docs/records.md).
 *
 * The positions form a tree. Node 0 is where it starts; a node's first child continues the main
 * line, the others are variations. One node is current. Nodes are numbered as they are made and
 * never disappear or change their number. A tree belongs to one thread at a time. */
#ifndef COLONNADE_TREE_H
#define COLONNADE_TREE_H

#include <colonnade/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cn_tree cn_tree;
enum { CN_NO_NODE = -1 };

/* `start` NULL: the game's own. NULL: out of memory. Free it with cn_tree_free. */
CN_API cn_tree *cn_tree_new(const cn_game *game, const cn_position *start);
/* The first record of a text, at the end of its main line; NULL: the error says what is wrong and
 * where. Free it with cn_tree_free. */
CN_API cn_tree *cn_tree_read(const char *text, size_t length, cn_error *error);
/* Bytes of the first record of a text that may hold several, one after the other. */
CN_API size_t cn_record_extent(const char *text, size_t length);
/* The record; release it with cn_free. NULL: no memory, or too long for a record. */
CN_API char *cn_tree_write(const cn_tree *tree, cn_error *error);
CN_API void cn_tree_free(cn_tree *tree); /* NULL: nothing; never for the tree of a round */

typedef struct cn_node {
    cn_position position;
    cn_move move;        /* that led here; 0: node 0 */
    const char *comment; /* NULL: none; lives until the tree changes */
    int parent, first_child, next_sibling; /* CN_NO_NODE: none */
    int ply;             /* moves from node 0 */
    int round;           /* number of the round that the next move belongs to, from 1 */
    int occurrence;      /* how often the position has occurred on this line */
    int winner;          /* a side, CN_DRAW or CN_ONGOING; with repetition and declared ends */
    cn_reason_code reason;
} cn_node;

CN_API const cn_game *cn_tree_game(const cn_tree *tree);
CN_API int cn_tree_count(const cn_tree *tree); /* nodes */
CN_API int cn_tree_current(const cn_tree *tree);
CN_API int cn_tree_main_end(const cn_tree *tree);                         /* last node of the main line */
CN_API bool cn_tree_node(const cn_tree *tree, int node, cn_node *out);    /* false: there is none of that number */
CN_API void cn_tree_position(const cn_tree *tree, cn_position *out);      /* of the current node */
/* The stack on a place at the current node, in the order and with the directions that it was built with. */
CN_API int cn_tree_pieces(cn_tree *tree, int place, cn_piece *out, int capacity);

/* Plays a legal move of the current position: goes to the child that has it, or adds one. */
CN_API bool cn_tree_play(cn_tree *tree, cn_move move, cn_error *error);
CN_API bool cn_tree_play_text(cn_tree *tree, const char *text, cn_error *error);
CN_API bool cn_tree_undo(cn_tree *tree);            /* one move, or a declared end, back; false: there is none */
CN_API bool cn_tree_redo(cn_tree *tree);            /* one move forward, along the line last visited */
CN_API bool cn_tree_goto(cn_tree *tree, int node);  /* false: there is none of that number */
CN_API bool cn_tree_promote(cn_tree *tree, int node); /* makes the line through it the main line */

/* Declares an end at the current node, which must have no moves after it. CN_REASON_RESIGNED, _TIME
 * and _GONE: the side of `seat` has lost, in a game of two sides; CN_REASON_AGREED: a draw. */
CN_API bool cn_tree_end(cn_tree *tree, cn_reason_code reason, int seat, cn_error *error);
/* The player on `seat` leaves a game of three or four that goes on; a level plays for them from then on. */
CN_API bool cn_tree_leave(cn_tree *tree, int seat, cn_reason_code reason, int level, cn_error *error);

/* NULL or "" removes the text. */
CN_API bool cn_tree_set_comment(cn_tree *tree, int node, const char *text, cn_error *error);
/* White, Black, Red, Green: the players; Date, and any other name of letters, digits and _. */
CN_API bool cn_tree_set_tag(cn_tree *tree, const char *name, const char *value, cn_error *error);
CN_API const char *cn_tree_tag(const cn_tree *tree, const char *name); /* NULL: none; lives until the tree changes */

/* The current node with its last move marked, as cn_svg draws it. */
CN_API char *cn_tree_svg(cn_tree *tree, bool french);

#ifdef __cplusplus
}
#endif

#endif
