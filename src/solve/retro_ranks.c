/* A crew of ranks on one or more machines: see retro_crew.h, and ranks.h for how they communicate.
 *
 * The chunks of the index are dealt out: chunk c belongs to rank c % ranks, so that each has its share of every
 * region. A rank walks back from its own positions, sorts the predecessors by owner, and sends them in bulk; while
 * they travel, it goes on with the next batch. What arrives at a rank belongs to it, so only the owner writes a
 * value. Each rank does its work with threads (retro_ranks_threads.c) or a device (retro_ranks_device.c). */
#include "solve/retro_ranks.h"

#include "core/memory.h"
#include "solve/room.h"

#ifndef COLONNADE_MPI

static RetroCrew *refuse(const RetroJob *job, Message *error)
{
    (void)job;
    ranks_begin(error);
    return NULL;
}

const RetroCrewKind retro_ranks = {.open = refuse};

#else

static void close_ranks(RetroCrew *c)
{
    RetroRanks *r = (RetroRanks *)c;
    if (r->work)
        r->work->close(r);
    ranks_post_destroy(r->post);
    memory_free(r);
}

static bool open_work(RetroRanks *r, Message *error)
{
    const RetroJob *job = r->base.job;
    if (!job->index->counted)
        return message_set(error, 0, T("only threads can solve this game"), 0);
    if (r->chunks * INDEX_BATCH >= UINT32_MAX)
        return message_set(error, 0, T("a rank's share is too large: start more of them"), 0);
    const RetroRanksWork *work = job->crew == RETRO_RANKS ? &retro_ranks_threads : &retro_ranks_device;
    if (!room_for_memory(work->memory(r), job->memory, error) || !work->open(r, error))
        return false;
    r->work = work;
    r->post = ranks_post_create();
    return r->post || message_memory(error);
}

static RetroCrew *open_ranks(const RetroJob *job, Message *error)
{
    RetroRanks *r = ranks_begin(error) ? memory_resize(NULL, sizeof *r) : NULL;
    if (r) {
        const uint64_t size = job->index->size(job->state), chunks = (size + INDEX_BATCH - 1) / INDEX_BATCH;
        const uint32_t ranks = (uint32_t)ranks_count(), rank = (uint32_t)ranks_here();
        *r = (RetroRanks){.base = {.kind = &retro_ranks, .job = job}, .rank = rank, .ranks = ranks, .size = size};
        r->chunks = (chunks + ranks - 1 - rank) / ranks;
    }
    bool good = r && open_work(r, error);
    if (ranks_all(good, error))
        return &r->base;
    if (r)
        close_ranks(&r->base);
    return NULL;
}

static bool begin(RetroCrew *c, RetroSums *out, uint64_t *positions, Message *error)
{
    RetroRanks *r = (RetroRanks *)c;
    uint64_t sum[4] = {0};
    bool good = r->work->begin(r, sum, error);
    if (!ranks_all(good, error))
        return false;
    ranks_sum(sum, 4);
    if (sum[3])
        return message_set(error, 0, T("a position has more moves than can be counted: this is a bug"), 0);
    *out = (RetroSums){sum[0], sum[1]};
    *positions = sum[2];
    return true;
}

/* Walks back from all positions with the value `wanted`. Their predecessors get `set`; or, for losses, they lose a
 * move, and get `set` when it was their last. */
static bool look_back(RetroRanks *r, uint16_t wanted, uint16_t set, bool losses, Message *error)
{
    const uint32_t *came;
    size_t count;
    bool good = r->work->start(r, wanted, set, losses), pending = false;
    for (;;) {
        bool failed = false, more = good && r->work->produce(r, ranks_post_boxes(r->post), &good);
        if (pending) {
            came = ranks_post_receive(r->post, &count);
            good = r->work->apply(r, came, count) && good;
        }
        bool any = ranks_post_send(r->post, more, &failed);
        if (failed)
            return ranks_all(false, error) || message_memory(error);
        pending = true;
        if (!any)
            break;
    }
    came = ranks_post_receive(r->post, &count);
    good = r->work->apply(r, came, count) && good;
    if (!good && !r->work->failed(r, error))
        message_memory(error);
    return ranks_all(good, error);
}

static bool next_layer(RetroCrew *c, int layer, RetroSums before, RetroSums *out, Message *error)
{
    RetroRanks *r = (RetroRanks *)c;
    uint64_t sum[2];
    r->work->clear(r);
    if (before.losses && !look_back(r, retro_loss_in(layer - 1), retro_win_in(layer), false, error))
        return false;
    if (before.wins && !look_back(r, retro_win_in(layer - 1), retro_loss_in(layer), true, error))
        return false;
    bool good = r->work->sums(r, retro_win_in(layer), sum, error);
    if (!ranks_all(good, error))
        return false;
    ranks_sum(sum, 2);
    *out = (RetroSums){sum[0], sum[1]};
    return true;
}

/* --- checkpoints --- */

static Checkpoint describe(const RetroRanks *r, int layer)
{
    Checkpoint c = checkpoint_of(r->base.job->name, r->base.job->index->layout, r->size, layer);
    c.rank = r->rank;
    c.ranks = r->ranks;
    return c;
}

static uint64_t local(const RetroRanks *r, uint64_t first)
{
    return first / INDEX_BATCH / r->ranks * INDEX_BATCH + first % INDEX_BATCH;
}

static bool get(void *context, uint64_t first, uint32_t count, uint16_t *out)
{
    RetroRanks *r = context;
    return r->work->get(r, local(r, first), count, out);
}

static bool put(void *context, uint64_t first, uint32_t count, const uint16_t *values)
{
    RetroRanks *r = context;
    return r->work->put(r, local(r, first), count, values);
}

/* The files of an older layer are removed once all files of this one exist. */
static bool save(RetroCrew *c, int layer, Message *error)
{
    RetroRanks *r = (RetroRanks *)c;
    const Checkpoint point = describe(r, layer);
    bool good = checkpoint_write(c->job->checkpoint, &point, get, r, error);
    if (!ranks_all(good, error))
        return false;
    if (r->rank == 0 && r->ranks > 1)
        checkpoint_remove(c->job->checkpoint, layer);
    return true;
}

static int load(RetroCrew *c, int *layer, RetroSums *all, RetroSums *last, uint64_t *positions, Message *error)
{
    RetroRanks *r = (RetroRanks *)c;
    Checkpoint point = describe(r, 0);
    int found = checkpoint_read(c->job->checkpoint, &point, put, r, error);
    if (!ranks_all(found >= 0, error))
        return -1;
    uint64_t sum[5] = {0, 0, 0, 0, found == 1 ? (uint64_t)point.layer : 0};
    bool good = found == 0 || r->work->tally(r, point.layer, sum, error);
    if (!ranks_all(good, error))
        return -1;
    ranks_sum(sum, 5);
    if (sum[4] == 0)
        return 0;
    if (found == 0 || sum[4] != (uint64_t)point.layer * r->ranks) {
        message_set(error, 0, T("the ranks do not see the same checkpoint: they need to share a folder"), 0);
        return -1;
    }
    *layer = point.layer;
    *all = (RetroSums){sum[0], sum[1]};
    *last = (RetroSums){sum[2], sum[3]};
    *positions = c->job->index->positions(c->job->state);
    return 1;
}

/* --- the end --- */

static bool read_values(RetroCrew *c, uint64_t first, uint32_t count, uint16_t *out)
{
    RetroRanks *r = (RetroRanks *)c;
    const int owner = (int)(first / INDEX_BATCH % r->ranks);
    return (owner != (int)r->rank || get(r, first, count, out)) && ranks_to_first(owner, out, count);
}

static bool finish(RetroCrew *c, RetroResult *out, Message *error)
{
    RetroRanks *r = (RetroRanks *)c;
    bool good = r->work->finish(r, error);
    out->bytes = r->work->memory(r);
    out->read = read_values;
    out->sent = ranks_post_bytes(r->post);
    ranks_sum(&out->sent, 1);
    return ranks_all(good, error);
}

static uint64_t edges(const RetroCrew *c)
{
    RetroRanks *r = (RetroRanks *)(uintptr_t)c;
    uint64_t n = r->work->edges(r);
    ranks_sum(&n, 1);
    return n;
}

static bool agree(RetroCrew *c, bool mine)
{
    (void)c;
    return ranks_first(mine);
}

const RetroCrewKind retro_ranks = {
    .open = open_ranks,
    .close = close_ranks,
    .begin = begin,
    .layer = next_layer,
    .save = save,
    .load = load,
    .finish = finish,
    .edges = edges,
    .agree = agree,
};

#endif
