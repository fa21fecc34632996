/* Certificates from proofs: asks proof search for a move wherever the strategy has to choose one. */
#include "solve/certificate_maker.h"
#include "solve/proof.h"

/* Whether the strategy's aim is reached from `p` in `plies` more or, for CERTIFICATE_UNLIMITED, ever, as far as
 * `nodes` can show. */
static Truth reaches(CertificateMaker *k, const Position *p, int plies, uint64_t nodes)
{
    int side = k->strategy.side;
    bool wins = k->strategy.aim == CERTIFICATE_WINS;
    Outcome o = k->game->outcome(p);
    if (o.over)
        return o.winner == side || (!wins && o.winner == DRAW) ? TRUTH_YES : TRUTH_NO;
    if (plies == 0)
        return k->strategy.aim == CERTIFICATE_LASTS ? TRUTH_YES : TRUTH_NO;
    proof_limit(k->context, nodes, 0);
    Truth t = proof_wins(k->context, p, wins ? side : 1 - side, plies == CERTIFICATE_UNLIMITED ? 0 : plies);
    if (wins || t == TRUTH_UNKNOWN)
        return t;
    return t == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

/* The number of a move that keeps what is proven; -1: none was found. What the table still knows costs nothing; what
 * it has lost is proven again, easiest first. */
static int choose(CertificateMaker *k, const Position *p, int ply, int plies)
{
    const MoveList *list = &k->level[ply].list;
    if (list->count == 1)
        return 0;
    static const uint64_t nodes[] = {1, 16, 256, 4096, 65536, 1 << 20, 0};
    for (size_t round = 0; round < sizeof nodes / sizeof *nodes; round++)
        for (size_t i = 0; i < list->count; i++) {
            Position q;
            k->game->play(p, list->move[i], &q);
            if (reaches(k, &q, plies == CERTIFICATE_UNLIMITED ? plies : plies - 1, nodes[round]) == TRUTH_YES)
                return (int)i;
        }
    return -1;
}

/* The same if positions may repeat: the move that wins soonest, so that every step comes nearer to the end and no
 * line can return. */
static int choose_soonest(CertificateMaker *k, const Position *p, int ply, int plies)
{
    const MoveList *list = &k->level[ply].list;
    for (int within = 1; within <= plies; within++)
        for (size_t i = 0; i < list->count; i++) {
            Position q;
            k->game->play(p, list->move[i], &q);
            if (reaches(k, &q, within - 1, 0) == TRUTH_YES)
                return (int)i;
        }
    return -1;
}

/* In a tree the plies left are known, and in a game whose positions cannot return none are needed. */
static int choose_move(CertificateMaker *k, const Position *p, int ply, int plies)
{
    return k->tree || plies == CERTIFICATE_UNLIMITED ? choose(k, p, ply, plies) : choose_soonest(k, p, ply, plies);
}

/* What the certificate will claim. */
static bool find_value(Proof *f, const Game *g, const Position *p, int plies, Certificate *c)
{
    int mover = game_side(g, g->mover(p));
    Value v = value_unknown();
    if (g->never_repeats || g->outcome(p).over)
        v = proof_value(f, p, false);
    else
        for (int side = 0; side < 2 && !v.proven && plies > 0; side++)
            if (proof_wins(f, p, side, plies) == TRUTH_YES)
                v = value_within(side == mover ? 1 : -1, plies);
    c->result = v.result;
    c->strategies = v.result == 0 ? 2 : 1;
    c->strategy[0] = (CertificateStrategy){.side = 0};
    c->strategy[1] = (CertificateStrategy){.side = 1};
    if (v.result != 0)
        c->strategy[0] = (CertificateStrategy){.side = v.result > 0 ? mover : 1 - mover, .aim = CERTIFICATE_WINS};
    /* A value from the book leaves nothing in the table to choose moves from. */
    if (v.proven && g->never_repeats && !g->outcome(p).over)
        for (int side = 0; side < 2; side++)
            if (v.result == 0 || side == c->strategy[0].side)
                v.proven &= proof_wins(f, p, side, 0) != TRUTH_UNKNOWN;
    return v.proven;
}

static CertificateResult make(Proof *f, const Game *g, const Position *p, int plies, Certificate *c, Buffer *out)
{
    CertificateResult result =
        certificate_maker_run(g, p, c, g->never_repeats ? CERTIFICATE_UNLIMITED : plies, choose_move, f, out);
    proof_limit(f, 0, 0);
    return result;
}

CertificateResult certificate_make(Proof *f, const Game *g, const Position *p, int plies, Buffer *out)
{
    Certificate c = {.version = CERTIFICATE_BOUNDED, .memory = CERTIFICATE_MEMORY, .worth = 1};
    proof_limit(f, 0, 0);
    if (!find_value(f, g, p, plies, &c))
        return CERTIFICATE_UNPROVEN;
    return make(f, g, p, plies, &c, out);
}

/* What a tree will claim about a position that `winner` wins within `plies`; 0: the game is over. */
static void claim_win(Certificate *c, int winner, int plies, bool distance)
{
    c->distance = distance ? plies : 0;
    c->strategies = distance && plies > 0 ? 2 : 1;
    c->strategy[0] = (CertificateStrategy){.side = winner, .aim = CERTIFICATE_WINS, .plies = plies};
    c->strategy[1] = (CertificateStrategy){.side = 1 - winner, .aim = CERTIFICATE_LASTS, .plies = plies - 1};
}

CertificateResult certificate_make_tree(Proof *f, const Game *g, const Position *p, int plies, bool distance,
                                        Buffer *out)
{
    Certificate c = {.version = CERTIFICATE_TREE, .strategies = 2, .strategy = {{.side = 0}, {.side = 1}}};
    bool over = g->outcome(p).over, shortest = distance || plies == 0;
    proof_limit(f, 0, 0);
    Value v = plies > 0 ? proof_value_within(f, p, plies, shortest) : proof_value(f, p, shortest);
    if (!v.proven && g->never_repeats) {
        v = proof_value(f, p, false);
        v.proven &= v.result == 0;   /* a win that takes longer is not what was asked for */
    }
    if (!v.proven || (v.result != 0 && !over && shortest && v.plies < 1))
        return CERTIFICATE_UNPROVEN;
    int mover = game_side(g, g->mover(p));
    c.result = v.result;
    if (v.result != 0)
        claim_win(&c, v.result > 0 ? mover : 1 - mover, over ? 0 : shortest ? v.plies : plies, distance);
    return make(f, g, p, plies, &c, out);
}
