/* Certificates: a proof that somebody else can check.
 *
 * A certificate states what a position is worth and holds a strategy for the side that
 * wins or, for a draw, one for each side that keeps it from losing: an answer to every
 * reply, to the end of the game. There are two layouts (docs/proofs.md): version 1 walks
 * through each position once up to symmetry; version 2 is a plain tree, which needs no
 * memory to check, says within how many plies, and may also show that no win is shorter.
 * Both are checked with the rules of the game alone; certificate_check.c shares no code
 * with the search. */
#ifndef COLONNADE_SOLVE_CERTIFICATE_H
#define COLONNADE_SOLVE_CERTIFICATE_H

#include "core/buffer.h"
#include "core/game.h"

enum {
    CERTIFICATE_SHARED = 1,         /* versions: each position once … */
    CERTIFICATE_TREE = 2,           /* … or as often as it comes */
    CERTIFICATE_GAME = 32,          /* bytes that hold the name of any game, with its end */
    CERTIFICATE_STRATEGIES = 2,
    CERTIFICATE_PLIES = 200,        /* a line that is longer is refused */
    CERTIFICATE_LINE = CERTIFICATE_PLIES * 8,
    CERTIFICATE_LIMIT = 64 << 20    /* bytes of a file that is worth reading */
};
#define CERTIFICATE_CHOICES (UINT64_C(1) << 27) /* of a strategy; bounds the checker's memory */

typedef enum CertificateAim {
    CERTIFICATE_HOLDS,              /* does not lose */
    CERTIFICATE_WINS,               /* … and wins */
    CERTIFICATE_LASTS               /* is not beaten within `plies`; a tree only */
} CertificateAim;

typedef struct CertificateStrategy {
    int side;                       /* whose moves are chosen */
    CertificateAim aim;
    int plies;                      /* trees: within which it wins, or which it lasts; 0: not said */
    uint64_t choices;               /* positions in which it chooses a move; a tree does not say */
    size_t bytes;                   /* that hold the choices */
} CertificateStrategy;

typedef struct Certificate {
    char game[CERTIFICATE_GAME];
    char position[POSITION_TEXT];
    int version;
    int result;                     /* 1 won, 0 drawn, -1 lost, for the player to move */
    int distance;                   /* plies of the shortest win; 0: nothing is said about it */
    int strategies;
    CertificateStrategy strategy[CERTIFICATE_STRATEGIES];
    size_t data;                    /* where the first strategy begins */
    uint64_t checksum;              /* as it is said to be … */
    bool intact;                    /* … and is */
} Certificate;

/* Reads what stands before the strategies. False: this is not a certificate, and why. */
bool certificate_read(const char *bytes, size_t length, Certificate *out, Message *error);

typedef struct CertificateCheck {
    uint64_t positions;             /* seen, the ends of games not counted; version 1: up to the board's symmetries */
    uint64_t replies;               /* moves followed */
    uint64_t ends;                  /* of games that were reached */
    char line[CERTIFICATE_LINE];    /* moves that lead to where it breaks; "" when that is not in a strategy */
} CertificateCheck;

/* Follows every strategy against every reply. `c` was read from the same bytes and names
 * `g`. False: refused, and why; out->line then shows the moves that break it, if any do. */
bool certificate_check(const Game *g, const Certificate *c, const char *bytes, size_t length, CertificateCheck *out,
                       Message *error);

struct Proof;

typedef enum CertificateResult {
    CERTIFICATE_MADE,
    CERTIFICATE_UNPROVEN,           /* the position's value could not be proven */
    CERTIFICATE_TOO_LARGE,
    CERTIFICATE_NO_MEMORY
} CertificateResult;

/* Adds a certificate for `p` to `out`. `f` proves what is needed, with the table that it has
 * and within `plies` (0: ever) — for games that may repeat, plies > 0 is a must. Resets
 * the limits of `f`. */
CertificateResult certificate_make(struct Proof *f, const Game *g, const Position *p, int plies, Buffer *out);

/* The same as a tree (version 2): a strategy that wins within `plies` or, with `distance`, within
 * as few as possible, and then one for the other side that lasts all but the last of them. Without
 * `plies` (0) the distance is found. A draw has a strategy for each side. */
CertificateResult certificate_make_tree(struct Proof *f, const Game *g, const Position *p, int plies, bool distance,
                                        Buffer *out);

struct Tablebase;
/* Called now and then; false: give up. */
typedef bool CertificateProgress(void *context, uint64_t choices);

/* The same for a ruleset that is tabulated, won or drawn: answers by the tablebase and, where there is a
 * choice, by a move to a position that the strategy has answered already. Takes a byte or two of memory per
 * number of the tablebase. UNPROVEN: it is damaged, or `progress` gave up. `progress` may be NULL. */
CertificateResult certificate_make_from_tablebase(struct Tablebase *t, const Position *p, CertificateProgress *progress,
                                                  void *context, Buffer *out);

/* --- for the maker and the checker, and tests that break certificates --- */

/* The value of a checksum line: over the header before it and all that follows it. */
uint64_t certificate_sum(const char *header, size_t header_length, const char *data, size_t data_length);

/* The legal moves in the order of their texts, as bytes. */
typedef struct CertificateMoves {
    MoveList list;
    struct {
        char text[MOVE_TEXT];
    } *text; /* in the same order */
    size_t capacity;
} CertificateMoves;
bool certificate_moves(CertificateMoves *m, const Game *g, const Position *p);  /* false: no memory */
void certificate_moves_free(CertificateMoves *m);

/* How many bits a choice among `count` moves takes; 0 for a forced one. */
static inline int certificate_bits(size_t count) { return count < 2 ? 0 : 64 - __builtin_clzll(count - 1); }

/* A tree's choice is a number from 0; each bit, the lowest first, keeps the moves with an even
 * number or those with an odd one and numbers them anew, until one is left. This many of `count`
 * are left by `bit`. */
static inline size_t certificate_half(size_t count, unsigned bit) { return (count + !bit) / 2; }

/* A set of positions, up to symmetry. */
typedef struct CertificateSet {
    const Game *game;
    uint64_t *word;                 /* game->words a position; the first is 0 … */
    uint8_t *state;                 /* … and this 0 where there is none */
    size_t count, capacity;
} CertificateSet;
typedef enum CertificateSeen { SEEN_NO_MEMORY = -1, SEEN_NEVER, SEEN_BEGUN, SEEN_DONE } CertificateSeen;
/* What the set knew; a position that it did not know is then in it, begun. */
CertificateSeen certificate_set_add(CertificateSet *s, const Position *p);
void certificate_set_done(CertificateSet *s, const Position *p);
CertificateSeen certificate_set_find(const CertificateSet *s, const Position *p);   /* adds nothing */
void certificate_set_free(CertificateSet *s);

#endif
