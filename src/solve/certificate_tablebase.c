/* Certificates from tablebases. The strategy takes a shortest win, or any move that holds the draw, but prefers one
 * to a position that it has already answered; among several shortest wins, it takes the one with the fewest replies
 * that lead to new positions. That makes a strategy about six times smaller than taking the first of them.
 *
 * Why no line of a winning strategy can return: a finished position (MET_BEFORE) rests only on finished ones, and on
 * the way to one that is not, the distance shrinks with every ply. */
#include "solve/certificate_maker.h"
#include "solve/tablebase.h"

enum { REPORT = 1 << 16 };

typedef struct Source {
    Tablebase *tablebase;
    CertificateProgress *progress;
    void *context;
} Source;

/* Whether the strategy may go to `q`, and its distance; *good: the tablebase could be read. */
static bool keeps(const CertificateMaker *k, const Position *q, int *distance, bool *good)
{
    const Source *source = k->context;
    Value v;
    *good = tablebase_value(source->tablebase, q, &v);
    if (!*good)
        return false;
    *distance = v.plies;
    return k->strategy.aim == CERTIFICATE_WINS ? value_loses(v) : !value_wins(v);
}

static bool is_met(const CertificateMaker *k, const Position *p, int ply)
{
    return k->broad ? certificate_broad_has(&k->wide, p) : certificate_walk_look(&k->walk, p, ply) != MET_NEVER;
}

/* How many replies to `q` lead to positions that the strategy has not met. Uses the list of the next ply, which is
 * free until the walk gets there. */
static size_t new_replies(CertificateMaker *k, const Position *q, int ply)
{
    MoveList *list = &k->level[ply + 1].list;
    size_t count = 0;
    if (!movelist_fill(list, k->game, q)) {
        k->result = CERTIFICATE_NO_MEMORY;
        return 0;
    }
    for (size_t i = 0; i < list->count; i++) {
        Position next;
        k->game->play(q, list->move[i], &next);
        count += !k->game->outcome(&next).over && !is_met(k, &next, ply);
    }
    return count;
}

static int choose(CertificateMaker *k, const Position *p, int ply, int plies)
{
    const Source *source = k->context;
    const MoveList *list = &k->level[ply].list;
    bool wins = k->strategy.aim == CERTIFICATE_WINS;
    int best = -1, shortest = 0;
    size_t fewest = 0;
    (void)plies;
    if (source->progress && k->strategy.choices % REPORT == 0 &&
        !source->progress(source->context, k->strategy.choices))
        return -1;
    for (size_t i = 0; i < list->count; i++) {
        Position q;
        int distance;
        bool good;
        k->game->play(p, list->move[i], &q);
        if (keeps(k, &q, &distance, &good)) {
            if (k->game->outcome(&q).over || (!k->broad && certificate_walk_look(&k->walk, &q, ply + 1) == MET_BEFORE))
                return (int)i;
            if (best >= 0 && wins && distance > shortest)
                continue;
            size_t fresh = new_replies(k, &q, ply);
            if (fresh == 0 && !wins)
                return (int)i;
            if (best < 0 || (wins && distance < shortest) || fresh < fewest) {
                best = (int)i;
                shortest = distance;
                fewest = fresh;
            }
        }
        if (!good)
            return -1;
    }
    return k->result == CERTIFICATE_MADE ? best : -1;
}

CertificateResult certificate_make_from_tablebase(Tablebase *t, const Position *p, uint64_t memory,
                                                  CertificateProgress *progress, void *context, Buffer *out)
{
    const Game *g = tablebase_game(t);
    Source source = {t, progress, context};
    Certificate c = {.version = CERTIFICATE_BOUNDED,
                     .memory = memory,
                     .worth = CERTIFICATE_WORTH,
                     .strategies = 2,
                     .strategy = {{.side = 0}, {.side = 1}}};
    int mover = game_side(g, g->mover(p));
    Value v;
    if (!tablebase_load(t))
        return CERTIFICATE_NO_MEMORY;
    if (!tablebase_value(t, p, &v))
        return CERTIFICATE_UNPROVEN;
    c.result = v.result;
    if (c.result != 0) {
        c.strategies = 1;
        c.strategy[0] = (CertificateStrategy){.side = c.result > 0 ? mover : 1 - mover, .aim = CERTIFICATE_WINS};
    }
    return certificate_maker_run(g, p, &c, CERTIFICATE_UNLIMITED, choose, &source, out);
}
