/* Proof search as an oracle. */
#include "engine/oracle.h"

#include "solve/proof.h"

static bool ask_proof(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    Proof *proof = context;
    proof_limit(proof, effort.nodes, effort.seconds);
    proof_cancel(proof, effort.cancel);
    Value v = proof_value(proof, p, distance);
    /* The length of the proof says little about how long best play lasts. */
    *out = value_counted(v) ? v : value_proven(v.result, -1);
    return v.proven;
}

static int follow_proof(void *context, const Position *p, Value v, Effort effort, Move *out, int capacity)
{
    Proof *proof = context;
    proof_limit(proof, effort.nodes, effort.seconds);
    proof_cancel(proof, effort.cancel);
    return proof_follow(proof, p, v, out, capacity);
}

static void close_proof(void *context) { proof_destroy(context); }

bool oracle_of_proofs(const Game *g, size_t tt_bytes, Oracle *out)
{
    Proof *proof = proof_create(g, tt_bytes);
    *out = (Oracle){.name = T("proof"), .context = proof, .ask = ask_proof, .line = follow_proof, .close = close_proof};
    return proof != NULL;
}
