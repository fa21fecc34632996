/* Certificates: proofs that somebody else can check.
 *
 * A certificate states what a position is worth and holds a strategy for the side that wins or,
 * for a draw, one for each side that keeps it from losing: an answer to every reply, to the end
 * of the game. There are two layouts (docs/proofs.md): version 1 walks through each position
 * once up to symmetry; version 2 is a plain tree, which needs no memory to check, states the
 * number of plies, and may also show that no win is shorter. Both are checked with nothing but
 * the rules of the game; certificate_check.c shares no code with the search. */
#ifndef COLONNADE_SOLVE_CERTIFICATE_H
#define COLONNADE_SOLVE_CERTIFICATE_H

#include "core/buffer.h"
#include "core/game.h"

enum {
    CERTIFICATE_SHARED = 1,         /* versions: each position once … */
    CERTIFICATE_TREE = 2,           /* … as often as it comes up … */
    CERTIFICATE_BOUNDED = 3,        /* … or once for as long as it is remembered */
    CERTIFICATE_GAME = 32,          /* bytes that hold the name of any game, with its end */
    CERTIFICATE_STRATEGIES = 2,
    CERTIFICATE_PLIES = 200,        /* a line that is longer is refused */
    CERTIFICATE_LINE = CERTIFICATE_PLIES * 8,
    CERTIFICATE_LIMIT = 64 << 20,   /* most bytes of a file worth writing */
    CERTIFICATE_MEMORY = 1 << 24,   /* positions that a walk remembers in the certificates that we write … */
    CERTIFICATE_WORTH = 16          /* … and `worth` for tables, where most positions are quick to look at again */
};
#define CERTIFICATE_CHOICES (UINT64_C(1) << 27) /* most in a remembered strategy; else most positions remembered */

typedef enum CertificateAim {
    CERTIFICATE_HOLDS,              /* does not lose */
    CERTIFICATE_WINS,               /* … and wins */
    CERTIFICATE_LASTS               /* is not beaten within `plies`; a tree only */
} CertificateAim;

typedef struct CertificateStrategy {
    int side;                       /* whose moves are chosen */
    CertificateAim aim;
    int plies;                      /* trees: within which it wins, or for which it lasts; 0: not stated */
    uint64_t choices;               /* positions in which it chooses a move; not stated by a tree */
    uint64_t bytes;                 /* that hold the choices */
} CertificateStrategy;

typedef struct Certificate {
    char game[CERTIFICATE_GAME];
    char position[POSITION_TEXT];
    int version;
    int result;                     /* 1 won, 0 drawn, -1 lost, for the player to move */
    int distance;                   /* plies of the shortest win; 0: not stated */
    uint64_t memory;                /* positions that a walk remembers; 0 in a tree … */
    uint64_t worth;                 /* … only those from which it looked at this many or more, themselves included */
    int strategies;
    CertificateStrategy strategy[CERTIFICATE_STRATEGIES];
    uint64_t checksum;              /* as the file states it */
} Certificate;

/* A certificate as it comes in, piece by piece. */
typedef size_t CertificateRead(void *context, char *out, size_t size);  /* returns how many bytes came; 0: the end */
typedef struct CertificateInput {
    CertificateRead *read;
    void *context;
    char piece[1 << 14];
    size_t at, length;              /* in the piece */
    uint64_t bytes;                 /* taken so far */
    uint64_t sum;                   /* of them, without the checksum's own line */
} CertificateInput;
void certificate_open(CertificateInput *in, CertificateRead *read, void *context);
int certificate_next(CertificateInput *in);     /* the next byte; -1: there is none */

/* Reads what comes before the strategies. False: this is not a certificate; the error says why. */
bool certificate_read(CertificateInput *in, Certificate *out, Message *error);

typedef struct CertificateCheck {
    uint64_t positions; /* looked at, not counting ends of games; once each unless forgotten, or in a tree */
    uint64_t replies; /* moves followed */
    uint64_t ends; /* of games that were reached */
    uint64_t remembered; /* most positions at one time */
    char line[CERTIFICATE_LINE]; /* moves that lead to the fault; "" when that is not in a strategy */
} CertificateCheck;

/* Follows every strategy against every reply, while the rest of the file comes in. `c` was read from `in` and names
 * `g`. False: refused; the error says why, and out->line shows the moves that break it, if any do. */
bool certificate_check(const Game *g, const Certificate *c, CertificateInput *in, CertificateCheck *out,
                       Message *error);

struct Proof;

typedef enum CertificateResult {
    CERTIFICATE_MADE,
    CERTIFICATE_UNPROVEN, /* the position's value could not be proven */
    CERTIFICATE_TOO_LARGE,
    CERTIFICATE_NO_MEMORY
} CertificateResult;

/* Adds a certificate for `p` to `out`. `f` proves what is needed, with its own table and within
 * `plies` (0: no limit). Games that may repeat need plies > 0. Resets the limits of `f`. */
CertificateResult certificate_make(struct Proof *f, const Game *g, const Position *p, int plies, Buffer *out);

/* The same as a tree (version 2): a strategy that wins within `plies` or, with `distance`, within
 * as few as possible, and then one for the other side that lasts all but the last of them. Without
 * `plies` (0) the distance is found. A draw has a strategy for each side. */
CertificateResult certificate_make_tree(struct Proof *f, const Game *g, const Position *p, int plies, bool distance,
                                        Buffer *out);

struct Tablebase;
/* Called now and then; false: give up. */
typedef bool CertificateProgress(void *context, uint64_t choices);

/* The same for a tabulated ruleset, won or drawn. The tablebase gives the answers; where there is a choice, the move
 * leads to a position that the checker remembers. It remembers `memory` positions at most. Takes a byte or two of
 * memory per number of the tablebase. UNPROVEN: the tablebase is damaged, or `progress` gave up. `progress` may be
 * NULL. */
CertificateResult certificate_make_from_tablebase(struct Tablebase *t, const Position *p, uint64_t memory,
                                                  CertificateProgress *progress, void *context, Buffer *out);

/* --- for the maker and the checker, and tests that break certificates --- */

/* FNV-1a, continued from the sum of what came before. It guards against accidents, not against liars; the
 * checker catches those. A checksum line gives the sum of the header before it and of all that follows it. */
#define CERTIFICATE_SUM UINT64_C(0xcbf29ce484222325)
uint64_t certificate_sum(uint64_t before, const char *bytes, size_t length);

/* The legal moves in the order of their texts, as bytes. */
typedef struct CertificateMoves {
    MoveList list;
    struct {
        char text[MOVE_TEXT];
    } *text; /* in the same order */
    size_t capacity;
} CertificateMoves;
bool certificate_moves(CertificateMoves *m, const Game *g, const Position *p); /* false: no memory */
void certificate_moves_free(CertificateMoves *m);

/* How many bits a choice among `count` moves takes; 0 for a forced one. */
static inline int certificate_bits(size_t count) { return count < 2 ? 0 : 64 - __builtin_clzll(count - 1); }

/* A tree's choice is a number from 0; each bit, the lowest first, keeps the moves with an even
 * number or those with an odd one and numbers them anew, until one is left. `bit` leaves this
 * many of `count`. */
static inline size_t certificate_half(size_t count, unsigned bit) { return (count + !bit) / 2; }

typedef struct CertificateSet {
    uint64_t *word; /* game->words per position */
    bool *used;
    size_t count, capacity;
} CertificateSet;

void certificate_set_free(CertificateSet *s);
bool certificate_set_has(const CertificateSet *s, const Game *g, const Position *canonical);
bool certificate_set_add(CertificateSet *s, const Game *g, const Position *canonical); /* false: no memory */

/* What a depth-first walk remembers, up to symmetry: the positions that it has finished, in two halves. When the
 * younger is full, the older is forgotten. It also remembers the positions on the way to where it is. Breadth first:
 * certificate_broad.h. */
typedef struct CertificateWalk {
    const Game *game;
    uint64_t half; /* positions that a half may hold … */
    uint64_t worth; /* … only those from which it looked at this many or more */
    uint64_t looked; /* positions looked at so far */
    uint64_t most; /* that were remembered at one time */
    CertificateSet younger, older;
    Position way[CERTIFICATE_PLIES + 1];
    uint64_t begun[CERTIFICATE_PLIES + 1]; /* `looked` before each position on the way */
} CertificateWalk;

/* Whether a strategy is followed breadth first: a draw by endless play may wander for as long as it likes. */
static inline bool certificate_is_broad(const Game *g, const Certificate *c, const CertificateStrategy *s)
{
    return c->version == CERTIFICATE_BOUNDED && s->aim == CERTIFICATE_HOLDS && !g->never_repeats;
}

typedef enum CertificateMet { MET_NO_MEMORY = -1, MET_NEVER, MET_ON_THE_WAY, MET_BEFORE } CertificateMet;

/* Begins as the certificate says. *w is zeroed or was freed. */
void certificate_walk_begin(CertificateWalk *w, const Game *g, const Certificate *c);
void certificate_walk_free(CertificateWalk *w);
/* The walk comes to `p`. Returns what it remembers of it. A position met before is remembered anew, in the
 * younger half. */
CertificateMet certificate_walk_meet(CertificateWalk *w, const Position *p, int ply);
/* The same question, but changes nothing. */
CertificateMet certificate_walk_look(const CertificateWalk *w, const Position *p, int ply);
/* The position met at this ply has been followed to every end; false: no memory. */
bool certificate_walk_finish(CertificateWalk *w, int ply);

#endif
