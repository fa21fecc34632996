/* Makes a certificate: walks through the strategy in the order in which the checker will,
 * and asks proof search for a move wherever the strategy has to choose one. */
#include "solve/certificate.h"

#include "solve/proof.h"

#include <string.h>

typedef struct Make {
    const Game *game;
    Proof *proof;
    CertificateStrategy strategy;
    Buffer data;
    int used;                       /* bits of the last byte of `data`; 8: all */
    CertificateSet seen;
    CertificateMoves level[CERTIFICATE_PLIES];
    CertificateResult result;
} Make;

static bool fail(Make *k, CertificateResult result)
{
    k->result = result;
    return false;
}

static void write_choice(Make *k, size_t choice, size_t count)
{
    for (int bits = certificate_bits(count), i = 0; i < bits; i++) {
        if (k->used == 8) {
            buffer_add_char(&k->data, 0);
            k->used = 0;
        }
        if (!k->data.failed)
            k->data.text[k->data.length - 1] |= (char)((choice >> i & 1) << k->used);
        k->used++;
    }
}

/* Whether the strategy's aim is reached from `p`, as far as `nodes` show. */
static Truth reaches(Make *k, const Position *p, int plies, uint64_t nodes)
{
    int side = k->strategy.side;
    Outcome o = k->game->outcome(p);
    if (o.over)
        return o.winner == side || (!k->strategy.wins && o.winner == DRAW) ? TRUTH_YES : TRUTH_NO;
    proof_limit(k->proof, nodes, 0);
    Truth t = proof_wins(k->proof, p, k->strategy.wins ? side : 1 - side, plies);
    if (k->strategy.wins || t == TRUTH_UNKNOWN)
        return t;
    return t == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

/* Number of a move that keeps what is proven; -1: none was found. What the table still
 * knows costs nothing; what it has lost is proven again, the easiest first. */
static int choose(Make *k, const Position *p, int ply)
{
    const MoveList *list = &k->level[ply].list;
    if (list->count == 1)
        return 0;
    static const uint64_t nodes[] = {1, 16, 256, 4096, 65536, 1 << 20, 0};
    for (size_t round = 0; round < sizeof nodes / sizeof *nodes; round++)
        for (size_t i = 0; i < list->count; i++) {
            Position q;
            k->game->play(p, list->move[i], &q);
            if (reaches(k, &q, 0, nodes[round]) == TRUTH_YES)
                return (int)i;
        }
    return -1;
}

/* The same where positions may repeat: the move that wins soonest, so that every step
 * comes nearer to the end and no line can return. */
static int choose_soonest(Make *k, const Position *p, int ply, int plies)
{
    const MoveList *list = &k->level[ply].list;
    for (int within = 1; within <= plies; within++)
        for (size_t i = 0; i < list->count; i++) {
            Position q;
            k->game->play(p, list->move[i], &q);
            /* Zero plies would be no limit: only a game that is over is won by then. */
            if ((within > 1 || k->game->outcome(&q).over) && reaches(k, &q, within - 1, 0) == TRUTH_YES)
                return (int)i;
        }
    return -1;
}

static bool visit(Make *k, const Position *p, int ply, int plies);

static bool follow(Make *k, const Position *p, size_t move, int ply, int plies)
{
    Position q;
    k->game->play(p, k->level[ply].list.move[move], &q);
    return visit(k, &q, ply + 1, plies - 1);
}

static bool answer(Make *k, const Position *p, int ply, int plies)
{
    size_t count = k->level[ply].list.count;
    int choice = k->game->never_repeats ? choose(k, p, ply) : choose_soonest(k, p, ply, plies);
    if (choice < 0)
        return fail(k, CERTIFICATE_UNPROVEN);
    if (++k->strategy.choices > CERTIFICATE_CHOICES)
        return fail(k, CERTIFICATE_TOO_LARGE);
    write_choice(k, (size_t)choice, count);
    return follow(k, p, (size_t)choice, ply, plies);
}

static bool visit(Make *k, const Position *p, int ply, int plies)
{
    const Game *g = k->game;
    if (g->outcome(p).over)
        return true;
    if (ply == CERTIFICATE_PLIES)
        return fail(k, CERTIFICATE_TOO_LARGE);
    CertificateSeen seen = certificate_set_add(&k->seen, p);
    if (seen != SEEN_NEVER)
        return seen != SEEN_NO_MEMORY || fail(k, CERTIFICATE_NO_MEMORY);
    if (!certificate_moves(&k->level[ply], g, p))
        return fail(k, CERTIFICATE_NO_MEMORY);
    if (game_side(g, g->mover(p)) == k->strategy.side)
        return answer(k, p, ply, plies);
    for (size_t i = 0; i < k->level[ply].list.count; i++)
        if (!follow(k, p, i, ply, plies))
            return false;
    return true;
}

static CertificateResult make_strategy(Proof *f, const Game *g, const Position *p, int plies, CertificateStrategy *s,
                                       Buffer *data)
{
    Make k = {.game = g, .proof = f, .strategy = *s, .used = 8, .result = CERTIFICATE_MADE};
    k.seen.game = g;
    visit(&k, p, 0, plies);
    for (int i = 0; i < CERTIFICATE_PLIES; i++)
        certificate_moves_free(&k.level[i]);
    certificate_set_free(&k.seen);
    s->choices = k.strategy.choices;
    s->bytes = k.data.length;
    if (k.data.failed)
        k.result = CERTIFICATE_NO_MEMORY;
    buffer_add_bytes(data, k.data.text ? k.data.text : "", k.data.length);
    buffer_free(&k.data);
    return k.result;
}

/* What the certificate will claim. */
static bool find_value(Proof *f, const Game *g, const Position *p, int plies, Certificate *c)
{
    int mover = game_side(g, g->mover(p));
    ProofValue v = {0};
    if (g->never_repeats || g->outcome(p).over)
        v = proof_value(f, p, false);
    else
        for (int side = 0; side < 2 && !v.known && plies > 0; side++)
            if (proof_wins(f, p, side, plies) == TRUTH_YES)
                v = (ProofValue){.known = true, .result = side == mover ? 1 : -1};
    c->result = v.result;
    c->strategies = v.result == 0 ? 2 : 1;
    c->strategy[0] = (CertificateStrategy){.side = 0};
    c->strategy[1] = (CertificateStrategy){.side = 1};
    if (v.result != 0)
        c->strategy[0] = (CertificateStrategy){.side = v.result > 0 ? mover : 1 - mover, .wins = true};
    /* A value out of the book leaves nothing in the table to choose moves from. */
    if (v.known && g->never_repeats && !g->outcome(p).over)
        for (int side = 0; side < 2; side++)
            if (v.result == 0 || side == c->strategy[0].side)
                v.known &= proof_wins(f, p, side, 0) != TRUTH_UNKNOWN;
    return v.known;
}

CertificateResult certificate_make(Proof *f, const Game *g, const Position *p, int plies, Buffer *out)
{
    static const char *const names[] = {"loss", "draw", "win"};
    Certificate c = {0};
    Buffer data = {0}, header = {0};
    char text[POSITION_TEXT];
    proof_limit(f, 0, 0);
    if (!find_value(f, g, p, plies, &c))
        return CERTIFICATE_UNPROVEN;
    CertificateResult result = CERTIFICATE_MADE;
    for (int i = 0; i < c.strategies && result == CERTIFICATE_MADE; i++)
        result = make_strategy(f, g, p, plies, &c.strategy[i], &data);
    proof_limit(f, 0, 0);
    g->write_position(p, text);
    buffer_format(&header, "colonnade-proof %d\ngame %s\nposition %s\nvalue %s\n", CERTIFICATE_VERSION, g->id, text,
                  names[c.result + 1]);
    for (int i = 0; i < c.strategies; i++)
        buffer_format(&header, "strategy %c %s %ju %zu\n", game_seat_letter(c.strategy[i].side),
                      c.strategy[i].wins ? "wins" : "holds", (uintmax_t)c.strategy[i].choices, c.strategy[i].bytes);
    if (result == CERTIFICATE_MADE && (header.failed || data.failed))
        result = CERTIFICATE_NO_MEMORY;
    if (result == CERTIFICATE_MADE && data.length > CERTIFICATE_LIMIT / 2)
        result = CERTIFICATE_TOO_LARGE;
    if (result == CERTIFICATE_MADE) {
        uint64_t sum = certificate_sum(header.text, header.length, data.text ? data.text : "", data.length);
        buffer_add_bytes(out, header.text, header.length);
        buffer_format(out, "checksum %016jx\n", (uintmax_t)sum);
        buffer_add_bytes(out, data.text ? data.text : "", data.length);
        if (out->failed)
            result = CERTIFICATE_NO_MEMORY;
    }
    buffer_free(&header);
    buffer_free(&data);
    return result;
}
