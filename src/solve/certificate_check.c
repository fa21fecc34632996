/* Checks a certificate with the rules alone: every move of the side that has the
 * strategy is read from it, every reply of the other is tried, up to the end of every
 * game or of the plies that are claimed. A position that is remembered, up to symmetry, is
 * not looked at again; of a tree nothing is remembered.
 *
 * A draw by endless play is followed breadth first. Then what is shown is a set of positions that
 * the strategy never leaves and in which nothing is lost.
 *
 * Why a walk may forget: what is followed to every end is shown once and for all, and following
 * it again, perhaps by other answers, shows it again. */
#include "solve/certificate.h"

#include <stdio.h>
#include <string.h>

enum { TREE_SLACK = 1024 };     /* positions of a tree that a byte accounts for at most: forced moves take no bits */

typedef struct Check {
    const Game *game;
    bool tree, broad;
    size_t current;                 /* breadth first: the number of the position that is looked at */
    int plies;                      /* a line ends here: as it should, or too late */
    const CertificateStrategy *strategy;
    CertificateInput *in;
    int byte;                       /* of the data that was read last; -1: there is none */
    uint64_t bits, at;              /* of the data, and how many were read */
    uint64_t choices;               /* made so far */
    uint64_t before;                /* positions of other strategies */
    CertificateWalk walk;
    CertificateMoves level[CERTIFICATE_PLIES];
    size_t taken[CERTIFICATE_PLIES];    /* number of the move on the way, by ply */
    CertificateCheck *out;
    Message *error;
} Check;

/* Adds a move to the line that is shown, as long as there is room. */
static void add_to_line(Check *k, const char *text)
{
    size_t length = strlen(k->out->line);
    if (length + strlen(text) + 2 <= sizeof k->out->line)
        snprintf(k->out->line + length, sizeof k->out->line - length, "%s%s", length ? " " : "", text);
}

/* The moves that led to the position of that number. The list of the second ply is free, breadth first. */
static void add_way(Check *k, size_t number)
{
    size_t length = 0, words = k->game->words;
    CertificateMoves *m = &k->level[1];
    for (size_t i = number; i > 0; i = k->walk.queue.from[i])
        length++;
    for (; length > 0; length--) {
        size_t child = number;
        Position before, after, q;
        for (size_t i = 1; i < length; i++)
            child = k->walk.queue.from[child];
        certificate_walk_get(&k->walk, k->walk.queue.from[child], &before);
        certificate_walk_get(&k->walk, child, &after);
        if (!certificate_moves(m, k->game, &before))
            return;
        for (size_t i = 0; i < m->list.count; i++) {
            k->game->play(&before, m->list.move[i], &q);
            if (memcmp(q.w, after.w, words * sizeof *q.w) == 0) {
                add_to_line(k, m->text[i].text);
                break;
            }
        }
    }
}

static bool fail(Check *k, int ply, const char *sentence)
{
    if (k->broad)
        add_way(k, k->current);
    for (int i = 0; i < ply; i++)
        add_to_line(k, k->level[i].text[k->taken[i]].text);
    return message_set(k->error, 0, sentence, 0);
}

/* The next bit; -1: the data have ended. */
static int read_bit(Check *k)
{
    if (k->at == k->bits)
        return -1;
    if (k->at % 8 == 0)
        k->byte = certificate_next(k->in);
    if (k->byte < 0)
        return -1;
    return k->byte >> k->at++ % 8 & 1;
}

/* The next choice among `count` moves; SIZE_MAX: the data have ended. */
static size_t read_choice(Check *k, size_t count)
{
    size_t choice = 0;
    for (int i = 0, bits = certificate_bits(count); k->tree ? count > 1 : i < bits; i++) {
        int bit = read_bit(k);
        if (bit < 0)
            return SIZE_MAX;
        choice |= (size_t)bit << i;
        count = certificate_half(count, (unsigned)bit);
    }
    return choice;
}

static bool visit(Check *k, const Position *p, int ply);
static bool arrive(Check *k, const Position *p, int ply);

static bool follow(Check *k, const Position *p, size_t move, int ply)
{
    Position q;
    k->taken[ply] = move;
    k->out->replies++;
    k->game->play(p, k->level[ply].list.move[move], &q);
    return k->broad ? arrive(k, &q, ply + 1) : visit(k, &q, ply + 1);
}

static bool answer(Check *k, const Position *p, int ply)
{
    size_t count = k->level[ply].list.count, choice;
    if (k->choices++ == k->strategy->choices && !k->tree)
        return fail(k, ply, T("the strategy needs more positions than the certificate announces"));
    choice = read_choice(k, count);
    if (choice == SIZE_MAX)
        return fail(k, ply, T("the strategy has no answer here: its data have ended"));
    if (choice >= count)
        return fail(k, ply, T("the strategy's answer is not a legal move"));
    return follow(k, p, choice, ply);
}

static bool judge(Check *k, Outcome o, int ply)
{
    int side = k->strategy->side;
    k->out->ends++;
    if (k->strategy->aim == CERTIFICATE_WINS)
        return o.winner == side || fail(k, ply, T("the strategy ends in a game that it does not win"));
    return o.winner == side || o.winner == DRAW || fail(k, ply, T("the strategy ends in a lost game"));
}

/* Whether the position has yet to be looked at; *good: whether the walk can go on. */
static bool is_new(Check *k, const Position *p, int ply, bool *good)
{
    *good = true;
    if (k->tree) {
        *good = k->out->positions - k->before < TREE_SLACK * (1 + (uint64_t)k->strategy->bytes) ||
                fail(k, ply, T("the strategy is larger than its data account for"));
        return *good;
    }
    switch (certificate_walk_meet(&k->walk, p, ply)) {
    case MET_NO_MEMORY: *good = fail(k, 0, T("out of memory")); break;
    case MET_BEFORE: break;
    case MET_ON_THE_WAY:
        /* Endless play: a draw, which is as good as it has to be for a side that only holds. */
        *good = k->strategy->aim == CERTIFICATE_HOLDS || fail(k, ply, T("the strategy goes round in a circle"));
        break;
    case MET_NEVER: return true;
    }
    return false;
}

/* Follows what can be played there. */
static bool go_on(Check *k, const Position *p, int ply)
{
    const Game *g = k->game;
    bool good = true;
    k->out->positions++;
    if (!certificate_moves(&k->level[ply], g, p))
        return fail(k, 0, T("out of memory"));
    if (game_side(g, g->mover(p)) == k->strategy->side)
        return answer(k, p, ply);
    for (size_t i = 0; good && i < k->level[ply].list.count; i++)
        good = follow(k, p, i, ply);
    return good;
}

static bool visit(Check *k, const Position *p, int ply)
{
    const Game *g = k->game;
    Outcome o = g->outcome(p);
    bool good;
    if (o.over)
        return judge(k, o, ply);
    if (ply == k->plies)
        return k->strategy->aim == CERTIFICATE_LASTS || fail(k, ply, T("the strategy goes on for too long"));
    if (!is_new(k, p, ply, &good))
        return good;
    good = go_on(k, p, ply);
    if (good && !k->tree && !certificate_walk_finish(&k->walk, ply))
        return fail(k, 0, T("out of memory"));
    return good;
}

/* Breadth first: the end of a game, or a position for the queue. Each of the side's positions takes a choice, and
 * each of the other's but the first comes after one. */
static bool arrive(Check *k, const Position *p, int ply)
{
    Outcome o = k->game->outcome(p);
    if (o.over)
        return judge(k, o, ply);
    if (certificate_walk_queue(&k->walk, p, k->current) == MET_NO_MEMORY)
        return fail(k, 0, T("out of memory"));
    return k->walk.queue.count <= 2 * k->strategy->choices + 2 ||
           fail(k, ply, T("the strategy needs more positions than the certificate announces"));
}

static bool visit_all(Check *k, const Position *start)
{
    bool good = arrive(k, start, 0);
    for (; good && k->current < k->walk.queue.count; k->current++) {
        Position p;
        certificate_walk_get(&k->walk, k->current, &p);
        good = go_on(k, &p, 0);
    }
    return good;
}

static bool check_strategy(const Game *g, const Position *p, const Certificate *c, const CertificateStrategy *s,
                           CertificateInput *in, CertificateCheck *out, Message *error)
{
    bool bounded = c->version == CERTIFICATE_TREE && s->aim != CERTIFICATE_HOLDS;
    Check k = {.game = g,
               .tree = c->version == CERTIFICATE_TREE,
               .broad = certificate_is_broad(g, c, s),
               .plies = bounded ? s->plies : CERTIFICATE_PLIES,
               .strategy = s,
               .in = in,
               .bits = 8 * s->bytes,
               .before = out->positions,
               .out = out,
               .error = error};
    certificate_walk_begin(&k.walk, g, c, k.broad);
    bool good = k.broad ? visit_all(&k, p) : visit(&k, p, 0);
    for (int i = 0; i < CERTIFICATE_PLIES; i++)
        certificate_moves_free(&k.level[i]);
    certificate_walk_free(&k.walk);
    if (k.walk.most > out->remembered)
        out->remembered = k.walk.most;
    if (good && ((!k.tree && k.choices != s->choices) || (k.at + 7) / 8 != s->bytes))
        return message_set(error, 0, T("the strategy does not use all of its data"), 0);
    return good;
}

/* Whether the strategies, if they are good, show the value that is claimed. */
static bool shows_value(const Game *g, const Certificate *c, const Position *p)
{
    int mover = game_side(g, g->mover(p));
    int winner = c->result > 0 ? mover : 1 - mover;
    const CertificateStrategy *s = c->strategy;
    if (c->result == 0)
        return c->strategies == 2 && s[0].aim == CERTIFICATE_HOLDS && s[1].aim == CERTIFICATE_HOLDS && s[0].side == 0 &&
               s[1].side == 1;
    if (s[0].aim != CERTIFICATE_WINS || s[0].side != winner)
        return false;
    if (c->distance == 0)
        return c->strategies == 1;
    return c->strategies == 2 && s[0].plies == c->distance && s[1].aim == CERTIFICATE_LASTS &&
           s[1].side == 1 - winner && s[1].plies == c->distance - 1;
}

bool certificate_check(const Game *g, const Certificate *c, CertificateInput *in, CertificateCheck *out, Message *error)
{
    Position p;
    *out = (CertificateCheck){0};
    if (strcmp(g->id, c->game) != 0 || g->sides != 2)
        return message_set(error, 0, T("the certificate is about another game"), 0);
    if (!g->read_position(c->position, &p, error))
        return false;
    if (!shows_value(g, c, &p))
        return message_set(error, 0, T("the certificate's strategies do not show the value that it claims"), 0);
    for (int i = 0; i < c->strategies; i++)
        if (!check_strategy(g, &p, c, &c->strategy[i], in, out, error))
            return false;
    if (certificate_next(in) >= 0)
        return message_set(error, 0, T("the certificate goes on behind its strategies"), 0);
    return in->sum == c->checksum || message_set(error, 0, T("the checksum does not fit the certificate"), 0);
}
