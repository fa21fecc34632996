/* Checks a certificate with the rules alone: every move of the side that has the
 * strategy is read from it, every reply of the other is tried, up to the end of every
 * game or of the plies that are claimed. In version 1 positions that are the same up to
 * symmetry are looked at once; version 2 is a tree, and nothing is remembered. */
#include "solve/certificate.h"

#include <stdio.h>
#include <string.h>

enum { TREE_SLACK = 1024 };     /* positions of a tree that a byte accounts for at most: forced moves take no bits */

typedef struct Check {
    const Game *game;
    bool tree;
    int plies;                      /* a line ends here: as it should, or too late */
    const CertificateStrategy *strategy;
    const uint8_t *data;
    size_t bits, at;                /* of the data, and how many were read */
    uint64_t choices;               /* made so far */
    uint64_t before;                /* positions of other strategies */
    CertificateSet seen;
    CertificateMoves level[CERTIFICATE_PLIES];
    size_t taken[CERTIFICATE_PLIES];    /* number of the move on the way, by ply */
    CertificateCheck *out;
    Message *error;
} Check;

static bool fail(Check *k, int ply, const char *sentence)
{
    size_t length = 0;
    for (int i = 0; i < ply; i++) {
        const char *text = k->level[i].text[k->taken[i]].text;
        if (length + strlen(text) + 2 > sizeof k->out->line)
            break;
        length += (size_t)snprintf(k->out->line + length, sizeof k->out->line - length, "%s%s", i ? " " : "", text);
    }
    return message_set(k->error, 0, sentence, 0);
}

static unsigned read_bit(Check *k)
{
    unsigned bit = k->data[k->at / 8] >> k->at % 8 & 1;
    k->at++;
    return bit;
}

static size_t read_tree_choice(Check *k, size_t count)
{
    size_t choice = 0;
    for (int i = 0; count > 1; i++) {
        if (k->at == k->bits)
            return SIZE_MAX;
        unsigned bit = read_bit(k);
        choice |= (size_t)bit << i;
        count = certificate_half(count, bit);
    }
    return choice;
}

/* The next choice among `count` moves; SIZE_MAX: the data have ended. */
static size_t read_choice(Check *k, size_t count)
{
    if (k->tree)
        return read_tree_choice(k, count);
    int bits = certificate_bits(count);
    size_t choice = 0;
    if (k->bits - k->at < (size_t)bits)
        return SIZE_MAX;
    for (int i = 0; i < bits; i++)
        choice |= (size_t)read_bit(k) << i;
    return choice;
}

static bool visit(Check *k, const Position *p, int ply);

static bool follow(Check *k, const Position *p, size_t move, int ply)
{
    Position q;
    k->taken[ply] = move;
    k->out->replies++;
    k->game->play(p, k->level[ply].list.move[move], &q);
    return visit(k, &q, ply + 1);
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
    switch (certificate_set_add(&k->seen, p)) {
    case SEEN_NO_MEMORY: *good = fail(k, 0, T("out of memory")); break;
    case SEEN_DONE: break;
    case SEEN_BEGUN:
        /* In a game that never repeats: seen before. Else it is still on the way, and the line is
         * endless play: a draw, which is as good as it has to be for a side that only holds. */
        *good = k->game->never_repeats || k->strategy->aim == CERTIFICATE_HOLDS ||
                fail(k, ply, T("the strategy goes round in a circle"));
        break;
    case SEEN_NEVER: return true;
    }
    return false;
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
    k->out->positions++;
    if (!certificate_moves(&k->level[ply], g, p))
        return fail(k, 0, T("out of memory"));
    if (game_side(g, g->mover(p)) == k->strategy->side)
        good = answer(k, p, ply);
    else
        for (size_t i = 0; good && i < k->level[ply].list.count; i++)
            good = follow(k, p, i, ply);
    if (good && !g->never_repeats && !k->tree)
        certificate_set_done(&k->seen, p);
    return good;
}

static bool check_strategy(const Game *g, const Position *p, int version, const CertificateStrategy *s,
                           const char *data, CertificateCheck *out, Message *error)
{
    bool bounded = version == CERTIFICATE_TREE && s->aim != CERTIFICATE_HOLDS;
    Check k = {.game = g,
               .tree = version == CERTIFICATE_TREE,
               .plies = bounded ? s->plies : CERTIFICATE_PLIES,
               .strategy = s,
               .data = (const uint8_t *)data,
               .bits = 8 * s->bytes,
               .before = out->positions,
               .out = out,
               .error = error};
    k.seen.game = g;
    bool good = visit(&k, p, 0);
    for (int i = 0; i < CERTIFICATE_PLIES; i++)
        certificate_moves_free(&k.level[i]);
    certificate_set_free(&k.seen);
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

bool certificate_check(const Game *g, const Certificate *c, const char *bytes, size_t length, CertificateCheck *out,
                       Message *error)
{
    Position p;
    *out = (CertificateCheck){0};
    if (strcmp(g->id, c->game) != 0 || g->sides != 2)
        return message_set(error, 0, T("the certificate is about another game"), 0);
    if (!g->read_position(c->position, &p, error))
        return false;
    if (!shows_value(g, c, &p))
        return message_set(error, 0, T("the certificate's strategies do not show the value that it claims"), 0);
    size_t at = c->data;
    for (int i = 0; i < c->strategies; i++) {
        CertificateStrategy s = c->strategy[i];
        /* What is cut off shows itself where the data end: the line of moves is worth more. */
        if (s.bytes > length - at)
            s.bytes = length - at;
        if (!check_strategy(g, &p, c->version, &s, bytes + at, out, error))
            return false;
        if (s.bytes != c->strategy[i].bytes)
            return message_set(error, 0, T("the certificate is cut short"), 0);
        at += s.bytes;
    }
    if (at != length)
        return message_set(error, 0, T("the certificate goes on behind its strategies"), 0);
    return c->intact || message_set(error, 0, T("the checksum does not fit the certificate"), 0);
}
