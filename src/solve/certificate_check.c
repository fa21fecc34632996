/* Checks a certificate using only the rules. Every move of the side that has the strategy is read from it, and every
 * reply of the other side is tried, up to the end of every game or of the plies that are claimed. A position that is
 * remembered, up to symmetry, is not looked at again; of a tree nothing is remembered.
 *
 * A draw by endless play is followed breadth first. This shows a set of positions of the strategy's side that it
 * never leaves, whatever the other side replies, and in which nothing is lost.
 *
 * Why a walk may forget: what has been followed to every end is shown once and for all, and following it again,
 * perhaps with other answers, shows it again. */
#include "solve/certificate_broad.h"

#include <stdio.h>
#include <string.h>

enum { TREE_SLACK = 1024 };     /* positions of a tree per byte, at most: forced moves take no bits */

typedef struct Check {
    const Game *game;
    bool tree, broad;
    uint64_t current;               /* breadth first: the number of the position being looked at */
    int plies;                      /* where a line ends: as it should, or too late */
    const CertificateStrategy *strategy;
    CertificateInput *in;
    int byte;                       /* of the data, read last; -1: none */
    uint64_t bits, at;              /* of the data, in all and read so far */
    uint64_t choices;               /* made so far */
    uint64_t before;                /* positions of the other strategies */
    CertificateWalk walk;
    CertificateBroad wide;          /* used instead of it, breadth first */
    Position start;
    CertificateMoves level[CERTIFICATE_PLIES];
    size_t taken[CERTIFICATE_PLIES];    /* number of the move taken, by ply */
    CertificateCheck *out;
    Message *error;
} Check;

/* Adds a move to the line that is shown, if there is room. */
static void add_to_line(Check *k, const char *text)
{
    size_t length = strlen(k->out->line);
    if (length + strlen(text) + 2 <= sizeof k->out->line)
        snprintf(k->out->line + length, sizeof k->out->line - length, "%s%s", length ? " " : "", text);
}

/* Adds a move of the side and a reply, or a reply alone, that lead from one position to the other. */
static void add_step(Check *k, const Position *before, const Position *after)
{
    CertificateMoves first = {0}, second = {0};
    bool found = !certificate_moves(&first, k->game, before);
    for (size_t i = 0; !found && i < first.list.count; i++) {
        Position q, r;
        k->game->play(before, first.list.move[i], &q);
        found = position_equal(&q, after);
        if (found)
            add_to_line(k, first.text[i].text);
        if (found || k->game->outcome(&q).over || !certificate_moves(&second, k->game, &q))
            continue;
        for (size_t n = 0; !found && n < second.list.count; n++) {
            k->game->play(&q, second.list.move[n], &r);
            found = position_equal(&r, after);
            if (found) {
                add_to_line(k, first.text[i].text);
                add_to_line(k, second.text[n].text);
            }
        }
    }
    certificate_moves_free(&first);
    certificate_moves_free(&second);
}

/* Adds the moves that led to the position with that number, as far as there is room. */
static void add_way(Check *k, uint64_t number)
{
    enum { STEPS = CERTIFICATE_LINE / 4 };
    uint64_t step[STEPS], from = number;
    Position before = k->start, after;
    int steps = 0;
    for (; steps < STEPS && from != CERTIFICATE_NOWHERE; steps++) {
        step[steps] = from;
        if (!certificate_broad_get(&k->wide, from, &after, &from))
            return;
    }
    for (; from == CERTIFICATE_NOWHERE && steps > 0; before = after)
        if (!certificate_broad_get(&k->wide, step[--steps], &after, &(uint64_t){0}))
            return;
        else if (!position_equal(&before, &after))
            add_step(k, &before, &after);
}

static bool fail(Check *k, int ply, const char *sentence)
{
    if (k->broad && k->current != CERTIFICATE_NOWHERE)
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

/* Whether the position still has to be looked at; *good: whether the walk can go on. */
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
        /* Endless play is a draw, which is good enough for a side that only holds. */
        *good = k->strategy->aim == CERTIFICATE_HOLDS || fail(k, ply, T("the strategy goes round in a circle"));
        break;
    case MET_NEVER: return true;
    }
    return false;
}

/* Follows what can be played from here. */
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

/* Breadth first: a game may have ended; a position of the side waits for its turn; all replies to one of the other
 * side's are looked at now. Each of the side's positions takes a choice. */
static bool arrive(Check *k, const Position *p, int ply)
{
    const Game *g = k->game;
    Outcome o = g->outcome(p);
    if (o.over)
        return judge(k, o, ply);
    if (game_side(g, g->mover(p)) != k->strategy->side)
        return ply < k->plies ? go_on(k, p, ply) : fail(k, ply, T("the strategy goes on for too long"));
    if (!certificate_broad_add(&k->wide, p, k->current))
        return fail(k, 0, T("there was not enough memory or disk"));
    return k->wide.count <= k->strategy->choices ||
           fail(k, ply, T("the strategy needs more positions than the certificate announces"));
}

static bool visit_all(Check *k)
{
    k->current = CERTIFICATE_NOWHERE;
    bool good = arrive(k, &k->start, 0);
    for (k->current = 0; good && k->current < k->wide.count; k->current++) {
        Position p;
        uint64_t from;
        good = certificate_broad_get(&k->wide, k->current, &p, &from)
                   ? go_on(k, &p, 0)
                   : message_set(k->error, 0, T("there was not enough memory or disk"), 0);
    }
    k->walk.most = k->wide.count;
    return good;
}

static bool follow_broadly(Check *k)
{
    bool good = certificate_broad_open(&k->wide, k->game) ? visit_all(k) : fail(k, 0, T("out of memory"));
    certificate_broad_close(&k->wide);
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
               .start = *p,
               .current = CERTIFICATE_NOWHERE,
               .in = in,
               .bits = 8 * s->bytes,
               .before = out->positions,
               .out = out,
               .error = error};
    certificate_walk_begin(&k.walk, g, c);
    bool good = k.broad ? follow_broadly(&k) : visit(&k, p, 0);
    for (int i = 0; i < CERTIFICATE_PLIES; i++)
        certificate_moves_free(&k.level[i]);
    certificate_walk_free(&k.walk);
    if (k.walk.most > out->remembered)
        out->remembered = k.walk.most;
    if (good && ((!k.tree && k.choices != s->choices) || (k.at + 7) / 8 != s->bytes))
        return message_set(error, 0, T("the strategy does not use all of its data"), 0);
    return good;
}

/* Whether the strategies, if they are sound, show the value that is claimed. */
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
        return message_set(error, 0, T("the certificate goes on after its strategies"), 0);
    return in->sum == c->checksum || message_set(error, 0, T("the checksum does not match the certificate"), 0);
}
