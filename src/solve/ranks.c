/* Ranks: see ranks.h. Two sets of boxes take turns: while one is sent, the other is filled. */
#include "solve/ranks.h"

#include "core/memory.h"

#include <string.h>

bool ranks_box_add(RanksBox *b, const uint32_t *number, size_t count)
{
    if (b->count + count > b->room) {
        const size_t room = 2 * (b->count + count) + 1024;
        uint32_t *grown = memory_resize(b->number, room * sizeof *grown);
        if (!grown)
            return false;
        b->number = grown;
        b->room = room;
    }
    memcpy(b->number + b->count, number, count * sizeof *number);
    b->count += count;
    return true;
}

#ifndef COLONNADE_MPI

bool ranks_begin(Message *error)
{
    return message_set(error, 0, T("this program was built without MPI: configure it with -DCOLONNADE_MPI=ON"), 0);
}

void ranks_end(void) {}
int ranks_count(void) { return 1; }
int ranks_here(void) { return 0; }
bool ranks_first(bool mine) { return mine; }

#else

#include <mpi.h>

static int count = 1, here;     /* set once, by ranks_begin */

bool ranks_begin(Message *error)
{
    int there = 0, level;
    MPI_Initialized(&there);
    if (!there && MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return message_set(error, 0, T("MPI could not be started"), 0);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_rank(MPI_COMM_WORLD, &here);
    return true;
}

void ranks_end(void)
{
    int there = 0, over = 0;
    MPI_Initialized(&there);
    MPI_Finalized(&over);
    if (there && !over)
        MPI_Finalize();
}

int ranks_count(void) { return count; }
int ranks_here(void) { return here; }

bool ranks_first(bool mine)
{
    int word = mine;
    if (count > 1)
        MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return word;
}

bool ranks_all(bool mine, Message *error)
{
    int word = mine, all;
    MPI_Allreduce(&word, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (mine && !all)
        message_set(error, 0, T("another rank has failed and says why"), 0);
    return all;
}

void ranks_sum(uint64_t *values, int n)
{
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

bool ranks_to_first(int from, uint16_t *out, uint32_t n)
{
    if (from == 0)
        return true;
    if (here == from)
        return MPI_Send(out, (int)n, MPI_UINT16_T, 0, 0, MPI_COMM_WORLD) == MPI_SUCCESS;
    return here != 0 || MPI_Recv(out, (int)n, MPI_UINT16_T, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

/* --- numbers in bulk --- */

struct RanksPost {
    RanksBox *box[2];           /* one box per rank in each set: the one being filled, and the one being sent */
    int filling;
    uint32_t *sent, *came;      /* one box after another, in the order of the ranks */
    size_t sent_room, came_room, came_count;
    int *send_count, *send_at, *came_from, *came_at;
    int64_t *told, *heard;      /* twice the count, plus one if more will come */
    MPI_Request request;
    uint64_t bytes;
};

RanksPost *ranks_post_create(void)
{
    const size_t n = (size_t)count;
    RanksPost *p = memory_resize(NULL, sizeof *p);
    if (!p)
        return NULL;
    *p = (RanksPost){.request = MPI_REQUEST_NULL};
    bool good = true;
    for (int i = 0; i < 2; i++) {
        p->box[i] = memory_resize(NULL, n * sizeof *p->box[i]);
        if (p->box[i])
            memset(p->box[i], 0, n * sizeof *p->box[i]);
        good &= p->box[i] != NULL;
    }
    p->send_count = memory_resize(NULL, 4 * n * sizeof *p->send_count);
    p->told = memory_resize(NULL, 2 * n * sizeof *p->told);
    if (good && p->send_count && p->told) {
        p->send_at = p->send_count + n;
        p->came_from = p->send_at + n;
        p->came_at = p->came_from + n;
        p->heard = p->told + n;
        return p;
    }
    ranks_post_destroy(p);
    return NULL;
}

void ranks_post_destroy(RanksPost *p)
{
    if (!p)
        return;
    for (int i = 0; i < 2; i++) {
        for (int r = 0; p->box[i] && r < count; r++)
            memory_free(p->box[i][r].number);
        memory_free(p->box[i]);
    }
    memory_free(p->sent);
    memory_free(p->came);
    memory_free(p->send_count);
    memory_free(p->told);
    memory_free(p);
}

RanksBox *ranks_post_boxes(RanksPost *p) { return p->box[p->filling]; }
uint64_t ranks_post_bytes(const RanksPost *p) { return p->bytes; }

static bool make_room(uint32_t **block, size_t *room, size_t wanted)
{
    if (wanted <= *room)
        return true;
    uint32_t *grown = memory_resize(*block, (wanted + wanted / 4) * sizeof *grown);
    if (!grown)
        return false;
    *block = grown;
    *room = wanted + wanted / 4;
    return true;
}

/* Copies the boxes one after another. */
static bool lay_out(RanksPost *p)
{
    const RanksBox *box = p->box[p->filling];
    size_t at = 0;
    for (int r = 0; r < count; r++)
        at += box[r].count;
    if (!make_room(&p->sent, &p->sent_room, at))
        return false;
    at = 0;
    for (int r = 0; r < count; r++) {
        p->send_at[r] = (int)at;
        p->send_count[r] = (int)box[r].count;
        if (box[r].count)
            memcpy(p->sent + at, box[r].number, box[r].count * sizeof *p->sent);
        at += box[r].count;
        p->bytes += r == here ? 0 : box[r].count * sizeof *p->sent;
    }
    return true;
}

bool ranks_post_send(RanksPost *p, bool more, bool *failed)
{
    bool any = false, good = lay_out(p);
    for (int r = 0; r < count; r++)
        p->told[r] = 2 * (good ? (int64_t)p->send_count[r] : -1) + more;
    MPI_Alltoall(p->told, 1, MPI_INT64_T, p->heard, 1, MPI_INT64_T, MPI_COMM_WORLD);
    p->came_count = 0;
    for (int r = 0; r < count; r++) {
        good &= p->heard[r] >= 0;
        any |= p->heard[r] & 1;
        p->came_from[r] = good ? (int)(p->heard[r] >> 1) : 0;
        p->came_at[r] = (int)p->came_count;
        p->came_count += (size_t)p->came_from[r];
    }
    good = good && make_room(&p->came, &p->came_room, p->came_count);
    /* A rank without room for what comes must not keep the others waiting. */
    int word = good, all;
    MPI_Allreduce(&word, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    *failed = !all;
    if (!all)
        return false;
    MPI_Ialltoallv(p->sent, p->send_count, p->send_at, MPI_UINT32_T, p->came, p->came_from, p->came_at, MPI_UINT32_T,
                   MPI_COMM_WORLD, &p->request);
    p->filling ^= 1;
    for (int r = 0; r < count; r++)
        p->box[p->filling][r].count = 0;
    return any;
}

const uint32_t *ranks_post_receive(RanksPost *p, size_t *n)
{
    MPI_Wait(&p->request, MPI_STATUS_IGNORE);
    *n = p->came_count;
    return p->came;
}

#endif
