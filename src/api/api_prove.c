/* Proofs: see include/colonnade/engine.h. */
#include "api/api.h"

#include "api/api_value.h"
#include "solve/proof.h"

static Proof *proof_of(cn_prover *prover) { return (Proof *)(void *)prover; }

typedef struct Asked {
    cn_proof_options options;
} Asked;

cn_prover *cn_prover_new(const cn_game *game, size_t memory)
{
    if (ours(game)->sides != 2)
        return NULL;
    return (cn_prover *)(void *)proof_create(ours(game), memory ? memory : (size_t)PROOF_DEFAULT_MIB << 20);
}

void cn_prover_free(cn_prover *prover)
{
    if (prover)
        proof_destroy(proof_of(prover));
}

static bool pass_on(void *context, const ProofEffort *so_far)
{
    const Asked *a = context;
    return a->options.watch(a->options.context, so_far->nodes, so_far->seconds);
}

/* Takes the options and passes them to the proof; false: they make no sense. */
static bool prepare(Proof *f, const cn_proof_options *options, Asked *out)
{
    *out = (Asked){0};
    cn_proof_options *o = &out->options;
    if ((options && !api_take(o, sizeof *o, options, sizeof *o)) || o->seconds < 0 || o->within < 0 ||
        o->within > PROOF_MAX_PLIES)
        return false;
    proof_limit(f, o->nodes, o->seconds);
    proof_use_book(f, !o->no_book);
    proof_cancel(f, api_cancel(o->stop));
    proof_report(f, o->watch ? pass_on : NULL, out);
    return true;
}

/* What the caller passed may be gone by the next question. */
static void release(Proof *f)
{
    proof_cancel(f, NULL);
    proof_report(f, NULL, NULL);
}

bool cn_prove(cn_prover *prover, const cn_position *position, const cn_proof_options *options, cn_value *out,
              cn_error *error)
{
    Proof *f = proof_of(prover);
    Position p = load(position);
    Asked asked;
    if (!prepare(f, options, &asked))
        return api_fail(error, CN_ERROR_ARGUMENT, "the options make no sense");
    int within = asked.options.within;
    if (within == 0 && !proof_game(f)->never_repeats) {
        release(f);
        return api_fail(error, CN_ERROR_ARGUMENT,
                        "positions can repeat in this game: say how many plies to look ahead");
    }
    *out = api_value(within ? proof_value_within(f, &p, within, asked.options.count)
                            : proof_value(f, &p, asked.options.count));
    release(f);
    return true;
}

int cn_prove_line(cn_prover *prover, const cn_position *position, const cn_proof_options *options, cn_move *out,
                  int capacity)
{
    Proof *f = proof_of(prover);
    Position p = load(position);
    Asked asked;
    if (!proof_game(f)->never_repeats || !prepare(f, options, &asked))
        return -1;
    int count = proof_line(f, &p, out, capacity);
    release(f);
    return count;
}
