/* Making certificates, wherever the moves come from: the walk through a strategy in the order
 * that the checker will follow, and the file. Private to src/solve. */
#ifndef COLONNADE_SOLVE_CERTIFICATE_MAKER_H
#define COLONNADE_SOLVE_CERTIFICATE_MAKER_H

#include "solve/certificate_broad.h"

enum { CERTIFICATE_UNLIMITED = -1 };    /* plies */

typedef struct CertificateMaker CertificateMaker;

/* The number, in the maker's list of this ply, of a move that keeps what is claimed within `plies`,
 * the move included; -1: none is known, or k->result says why not. */
typedef int CertificateChoose(CertificateMaker *k, const Position *p, int ply, int plies);

struct CertificateMaker {
    const Game *game;
    CertificateChoose *choose;
    void *context;                  /* of `choose` */
    CertificateStrategy strategy;
    bool tree, broad;
    Buffer data;
    int used;                       /* bits of the last byte of `data`; 8: all */
    CertificateWalk walk;
    CertificateBroad wide;          /* used instead of `walk`, breadth first */
    CertificateMoves level[CERTIFICATE_PLIES + 1];    /* one more, for looking ahead */
    CertificateResult result;
};

/* Makes the strategies that `c` announces, fills in their sizes and adds the file to `out`.
 * `plies` bounds those that do not say how many they take. */
CertificateResult certificate_maker_run(const Game *g, const Position *p, Certificate *c, int plies,
                                        CertificateChoose *choose, void *context, Buffer *out);

#endif
