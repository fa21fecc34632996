/* Checks a certificate with the rules alone: every move of the side that has the
 * strategy is read from it, every reply of the other is tried, up to the end of every
 * game. Positions that are the same up to symmetry are looked at once. */
#include "solve/certificate.h"

#include <stdio.h>
#include <string.h>

typedef struct Check {
    const Game *game;
    const CertificateStrategy *strategy;
    const uint8_t *data;
    size_t bits, at;                /* of the data, and how many were read */
    uint64_t choices;               /* made so far */
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

/* The next choice among `count` moves; SIZE_MAX: the data have ended. */
static size_t read_choice(Check *k, size_t count)
{
    int bits = certificate_bits(count);
    size_t choice = 0;
    if (k->bits - k->at < (size_t)bits)
        return SIZE_MAX;
    for (int i = 0; i < bits; i++, k->at++)
        choice |= (size_t)(k->data[k->at / 8] >> k->at % 8 & 1) << i;
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
    if (k->choices++ == k->strategy->choices)
        return fail(k, ply, T("the strategy needs more positions than the certificate announces"));
    choice = read_choice(k, count);
    if (choice == SIZE_MAX)
        return fail(k, ply, T("the strategy has no answer here: its data have ended"));
    if (choice >= count)
        return fail(k, ply, T("the strategy's answer is not a legal move"));
    return follow(k, p, choice, ply);
}

static bool visit(Check *k, const Position *p, int ply)
{
    const Game *g = k->game;
    int side = k->strategy->side;
    Outcome o = g->outcome(p);
    if (o.over) {
        k->out->ends++;
        if (k->strategy->wins)
            return o.winner == side || fail(k, ply, T("the strategy ends in a game that it does not win"));
        return o.winner == side || o.winner == DRAW || fail(k, ply, T("the strategy ends in a lost game"));
    }
    if (ply == CERTIFICATE_PLIES)
        return fail(k, ply, T("the strategy goes on for too long"));
    switch (certificate_set_add(&k->seen, p)) {
    case SEEN_NO_MEMORY: return fail(k, 0, T("out of memory"));
    case SEEN_DONE: return true;
    case SEEN_BEGUN:    /* in a game that never repeats: seen before; else still on the way */
        return g->never_repeats || fail(k, ply, T("the strategy goes round in a circle"));
    case SEEN_NEVER: break;
    }
    k->out->positions++;
    if (!certificate_moves(&k->level[ply], g, p))
        return fail(k, 0, T("out of memory"));
    bool good = true;
    if (game_side(g, g->mover(p)) == side)
        good = answer(k, p, ply);
    else
        for (size_t i = 0; good && i < k->level[ply].list.count; i++)
            good = follow(k, p, i, ply);
    if (good && !g->never_repeats)
        certificate_set_done(&k->seen, p);
    return good;
}

static bool check_strategy(const Game *g, const Position *p, const CertificateStrategy *s, const char *data,
                           CertificateCheck *out, Message *error)
{
    Check k = {
        .game = g, .strategy = s, .data = (const uint8_t *)data, .bits = 8 * s->bytes, .out = out, .error = error};
    k.seen.game = g;
    bool good = visit(&k, p, 0);
    for (int i = 0; i < CERTIFICATE_PLIES; i++)
        certificate_moves_free(&k.level[i]);
    certificate_set_free(&k.seen);
    if (good && (k.choices != s->choices || (k.at + 7) / 8 != s->bytes))
        return message_set(error, 0, T("the strategy does not use all of its data"), 0);
    return good;
}

/* Whether the strategies, if they are good, show the value that is claimed. */
static bool shows_value(const Game *g, const Certificate *c, const Position *p)
{
    int mover = game_side(g, g->mover(p));
    const CertificateStrategy *s = c->strategy;
    if (c->result == 0)
        return c->strategies == 2 && !s[0].wins && !s[1].wins && s[0].side == 0 && s[1].side == 1;
    return c->strategies == 1 && s[0].wins && s[0].side == (c->result > 0 ? mover : 1 - mover);
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
        if (!check_strategy(g, &p, &s, bytes + at, out, error))
            return false;
        if (s.bytes != c->strategy[i].bytes)
            return message_set(error, 0, T("the certificate is cut short"), 0);
        at += s.bytes;
    }
    if (at != length)
        return message_set(error, 0, T("the certificate goes on behind its strategies"), 0);
    return c->intact || message_set(error, 0, T("the checksum does not fit the certificate"), 0);
}
