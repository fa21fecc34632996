/* A crew that consists of one device: see retro_crew.h and retro_board.h. */
#include "core/memory.h"
#include "solve/retro_board.h"
#include "solve/room.h"

enum { PIECE = 1 << 25 };       /* numbers copied at once */

typedef struct RetroDevice {
    RetroCrew base;
    RetroBoard board;
} RetroDevice;

static RetroCrew *open_device(const RetroJob *job, Message *error)
{
    const bool plain = job->crew == RETRO_KERNELS;
    /* The values come back to this memory in the end, unless they may stay. */
    const uint64_t bytes = (plain ? 4u : 0u) + (job->stay ? 0u : 2u);
    if (!room_for_memory(bytes * job->index->size(job->state), job->memory, error))
        return NULL;
    RetroDevice *c = memory_resize(NULL, sizeof *c);
    if (!c) {
        message_memory(error);
        return NULL;
    }
    *c = (RetroDevice){.base = {.kind = &retro_device, .job = job}};
    if (retro_board_open(&c->board, job, plain, 0, 1, error))
        return &c->base;
    memory_free(c);
    return NULL;
}

static void close_device(RetroCrew *c)
{
    retro_board_close(&((RetroDevice *)c)->board);
    memory_free(c);
}

static bool begin(RetroCrew *c, RetroSums *out, uint64_t *positions, Message *error)
{
    RetroBoard *b = &((RetroDevice *)c)->board;
    uint64_t sum[KERNEL_SUMS];
    device_zero(b->device, b->next, b->chunks);
    const KernelJob job = retro_board_job(b);
    if (!retro_board_run(b, KERNEL_FIRST, &job, sum, error))
        return false;
    if (sum[3])
        return message_set(error, 0, T("a position has more moves than can be counted: this is a bug"), 0);
    *out = (RetroSums){sum[0], sum[1]};
    *positions = sum[2];
    retro_board_swap(b);
    return true;
}

/* Walks back from the `have` positions with the value `wanted`; the kernel says what their predecessors get. */
static void look_back(RetroBoard *b, KernelName kernel, KernelJob *job, uint64_t have, uint16_t wanted, uint16_t set)
{
    const uint64_t span = retro_board_span(b, have);
    job->set = set;
    for (job->first = 0; job->first < b->numbers; job->first += span) {
        const uint64_t left = b->numbers - job->first;
        retro_board_collect(b, job->first, left < span ? left : span, wanted);
        device_run(b->device, kernel, job, have);
    }
}

static bool next_layer(RetroCrew *c, int layer, RetroSums before, RetroSums *out, Message *error)
{
    RetroBoard *b = &((RetroDevice *)c)->board;
    uint64_t sum[KERNEL_SUMS];
    device_zero(b->device, b->next, b->chunks);
    KernelJob job = retro_board_job(b);
    if (before.losses) {
        look_back(b, KERNEL_WINS, &job, before.losses, retro_loss_in(layer - 1), retro_win_in(layer));
        KernelJob count = job;
        count.first = 0;
        count.flag = b->next;
        count.wanted = retro_win_in(layer);
        device_run(b->device, KERNEL_COUNT, &count, b->numbers / 32 + 1);
    }
    if (before.wins)
        look_back(b, KERNEL_LOSSES, &job, before.wins, retro_win_in(layer - 1), retro_loss_in(layer));
    if (!retro_board_sums(b, sum, error))
        return false;
    *out = (RetroSums){sum[0], sum[1]};
    retro_board_swap(b);
    return true;
}

static Checkpoint describe(const RetroCrew *c, int layer)
{
    return checkpoint_of(c->job->name, c->job->index->layout, c->job->index->size(c->job->state), layer);
}

static bool get(void *context, uint64_t first, uint32_t count, uint16_t *out)
{
    return retro_board_get(context, first, count, out);
}

static bool put(void *context, uint64_t first, uint32_t count, const uint16_t *values)
{
    return retro_board_put(context, first, count, values);
}

static bool save(RetroCrew *c, int layer, Message *error)
{
    Checkpoint point = describe(c, layer);
    return checkpoint_write(c->job->checkpoint, &point, get, &((RetroDevice *)c)->board, error);
}

static int load(RetroCrew *c, int *layer, RetroSums *all, RetroSums *last, uint64_t *positions, Message *error)
{
    RetroBoard *b = &((RetroDevice *)c)->board;
    Checkpoint point = describe(c, 0);
    uint64_t sum[KERNEL_SUMS];
    int found = checkpoint_read(c->job->checkpoint, &point, put, b, error);
    if (found != 1)
        return found;
    KernelJob job = retro_board_job(b);
    *layer = point.layer;
    job.wanted = (uint16_t)point.layer;
    if (!retro_board_run(b, KERNEL_TALLY, &job, sum, error))
        return -1;
    *all = (RetroSums){sum[0], sum[1]};
    *last = (RetroSums){sum[2], sum[3]};
    /* The index checks its count of positions against Burnside's lemma, and the values have been checked. */
    *positions = c->job->index->positions(c->job->state);
    return 1;
}

static bool read_value(RetroCrew *c, uint64_t first, uint32_t count, uint16_t *out)
{
    return retro_board_get(&((RetroDevice *)c)->board, first, count, out);
}

static bool check(RetroCrew *c, RetroShare *progress, void *context, uint64_t *checked, uint64_t *wrong, Message *error)
{
    uint64_t sum[KERNEL_SUMS];
    if (!retro_board_audit(&((RetroDevice *)c)->board, progress, context, sum, error))
        return false;
    *checked = sum[0];
    *wrong = sum[1];
    return true;
}

static bool finish(RetroCrew *c, RetroResult *out, Message *error)
{
    RetroBoard *b = &((RetroDevice *)c)->board;
    const KernelJob job = retro_board_job(b);
    uint64_t sum[KERNEL_SUMS];
    bool good = retro_board_run(b, KERNEL_FORGET, &job, sum, error);
    if (c->job->stay) {
        out->bytes = device_bytes(b->device);
        out->read = read_value;
        return good;
    }
    uint16_t *value = memory_resize(NULL, out->size * sizeof *value);
    if (!value)
        return message_memory(error);
    for (uint64_t at = 0; good && at < out->size; at += PIECE)
        good = retro_board_get(b, at, out->size - at < PIECE ? out->size - at : PIECE, value + at);
    if (!good) {
        device_failed(b->device, error);
        memory_free(value);
        return false;
    }
    out->value = value;
    out->bytes = device_bytes(b->device);
    return true;
}

static uint64_t edges(const RetroCrew *c) { return ((const RetroDevice *)c)->board.edges; }

const RetroCrewKind retro_device = {
    .open = open_device,
    .close = close_device,
    .begin = begin,
    .layer = next_layer,
    .save = save,
    .load = load,
    .finish = finish,
    .edges = edges,
    .check = check,
};
