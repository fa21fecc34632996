/* See proof_bench.h. */
#include "solve/proof_bench.h"

#include "core/clock.h"
#include "core/random.h"
#include "solve/proof.h"

/* A position after `ply` random moves in a game that is not over. False: out of memory. */
static bool draw_position(const Game *g, int ply, uint64_t *random, MoveList *list, Position *out)
{
    for (;;) {
        g->start(out);
        if (!movelist_fill(list, g, out))
            return false;
        for (int i = 0; i < ply && list->count > 0; i++) {
            g->play(out, list->move[random_next_wide(random) % list->count], out);
            if (!movelist_fill(list, g, out))
                return false;
        }
        if (list->count > 0)
            return true;
    }
}

static void prove_one(Proof *f, const Position *p, ProofBench *out)
{
    proof_forget(f);
    double seconds = clock_spent();
    uint64_t nodes = proof_effort(f).nodes;
    Value v = proof_value(f, p, false);
    seconds = clock_spent() - seconds;
    nodes = proof_effort(f).nodes - nodes;
    out->wins += v.result > 0;
    out->draws += v.result == 0;
    out->losses += v.result < 0;
    out->nodes += nodes;
    out->seconds += seconds;
    out->most_nodes = nodes > out->most_nodes ? nodes : out->most_nodes;
    out->most_seconds = seconds > out->most_seconds ? seconds : out->most_seconds;
}

/* Other games without repetition can be asked about, but not proven from the start. */
bool proof_bench_can(const Game *g) { return g->never_repeats && g->search.glance; }

bool proof_bench_run(const Game *g, int ply, ProofBench *out)
{
    Proof *f = proof_create(g, (size_t)PROOF_DEFAULT_MIB << 20);
    if (!f)
        return false;
    proof_use_book(f, false);
    uint64_t random = (uint64_t)ply;
    MoveList list = {0};
    *out = (ProofBench){.positions = ply ? PROOF_BENCH_POSITIONS : 1};
    bool ok = true;
    for (int i = 0; i < out->positions && ok; i++) {
        Position p;
        ok = draw_position(g, ply, &random, &list, &p);
        if (ok)
            prove_one(f, &p, out);
    }
    movelist_free(&list);
    proof_destroy(f);
    return ok;
}
