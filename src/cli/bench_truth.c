/* See bench_truth.h. */
#include "cli/bench_truth.h"

#include "engine/adviser.h"
#include "engine/oracle_tablebase.h"

enum { PROOF_BYTES = 256 << 20 };

bool bench_truth_exists(const Game *g) { return g->sides == 2 && (g->index || g->never_repeats) && adviser_knows(g); }

bool bench_truth_find(const Game *g, const char *tables, Oracle *out)
{
    if (!bench_truth_exists(g))
        return false;
    return (g->index && oracle_of_tablebase(g, tables, out)) ||
           (g->never_repeats && oracle_of_proofs(g, PROOF_BYTES, out));
}

ExitStatus bench_truth_open(const Call *call, const Game *g, const char *tables, Oracle *out)
{
    if (bench_truth_find(g, tables, out))
        return EXIT_DONE;
    if (!bench_truth_exists(g))
        return cli_fail(EXIT_USAGE, call->lang, T("nobody knows the values of {0}"), 1, g->id);
    return g->never_repeats
               ? cli_fail_memory(call->lang)
               : cli_fail(EXIT_ILLEGAL, call->lang, T("there is no table of {0} to take values from"), 1, g->id);
}
