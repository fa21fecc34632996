/* Buckets of four slots in one cache line; the least useful slot is replaced. */
#include "search/tt.h"

#include "core/memory.h"

#include <string.h>

#if defined COLONNADE_HAS_HUGE_PAGES || (defined COLONNADE_HAS_ZERO_PAGES && defined __linux__)
#include <sys/mman.h>
#endif

enum { BUCKET = 4, PAGE = 1 << 21, LARGE = 1 << 24 };

bool tt_create(TranspositionTable *t, size_t bytes)
{
    size_t count = BUCKET;
    while (count * 2 * sizeof(TtSlot) <= bytes)
        count *= 2;
    /* Buckets must not straddle cache lines; large pages make random access a third faster. */
    size_t bytes_used = count * sizeof(TtSlot), page = bytes_used < PAGE ? 64 : PAGE;
    *t = (TranspositionTable){.block = memory_resize(NULL, bytes_used + page)};
    if (!t->block)
        return false;
    t->slot = (TtSlot *)(((uintptr_t)t->block + page - 1) & ~(uintptr_t)(page - 1));
    t->count = count;
#ifdef COLONNADE_HAS_HUGE_PAGES
    if (page == PAGE)
        madvise(t->slot, bytes_used, MADV_HUGEPAGE);
#endif
    tt_clear(t);
    return true;
}

void tt_destroy(TranspositionTable *t)
{
    memory_free(t->block);
    *t = (TranspositionTable){0};
}

void tt_clear(TranspositionTable *t)
{
#if defined COLONNADE_HAS_ZERO_PAGES && defined __linux__
    /* Released pages come back as zeros, each when it is first touched. Clearing gigabytes in advance would take
     * seconds, and clearing even megabytes takes longer than a `stop` may. */
    size_t bytes = t->count * sizeof *t->slot;
    if (bytes >= LARGE && madvise(t->slot, bytes, MADV_DONTNEED) == 0)
        return;
#endif
    for (size_t i = 0; i < t->count; i++) {
        atomic_init(&t->slot[i].lock, 0);
        atomic_init(&t->slot[i].data, 0);
    }
}

void tt_new_search(TranspositionTable *t) { t->age = (uint8_t)((t->age + 1) & 63); }

/* data: value 16 | tag 16 | depth 8 | bound 2 + age 6 */
static uint64_t pack(TtEntry e, uint8_t age)
{
    uint64_t depth = (uint64_t)(e.depth < 0 ? 0 : e.depth > 255 ? 255 : e.depth);
    return (uint64_t)(uint16_t)e.value | (uint64_t)e.tag << 16 | depth << 32 | (uint64_t)e.bound << 40 |
           (uint64_t)age << 42;
}

static TtEntry unpack(uint64_t data)
{
    return (TtEntry){
        .value = (int16_t)(uint16_t)data,
        .tag = (uint16_t)(data >> 16),
        .depth = (int)(data >> 32 & 255),
        .bound = (Bound)(data >> 40 & 3),
    };
}

static TtSlot *bucket_of(const TranspositionTable *t, uint64_t key)
{
    return &t->slot[key & (t->count - 1) & ~(size_t)(BUCKET - 1)];
}

bool tt_probe(const TranspositionTable *t, uint64_t key, TtEntry *out)
{
    TtSlot *bucket = bucket_of(t, key);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t lock = atomic_load_explicit(&bucket[i].lock, memory_order_relaxed);
        if (data && (lock ^ data) == key) {
            *out = unpack(data);
            return true;
        }
    }
    return false;
}

void tt_store(TranspositionTable *t, uint64_t key, TtEntry e)
{
    TtSlot *bucket = bucket_of(t, key), *worst = bucket;
    int least = 1 << 20;
    for (int i = 0; i < BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t lock = atomic_load_explicit(&bucket[i].lock, memory_order_relaxed);
        if (data && (lock ^ data) == key) {
            TtEntry old = unpack(data);
            if (e.tag == 0)
                e.tag = old.tag;
            worst = &bucket[i];
            break;
        }
        int age = (t->age - (int)(data >> 42 & 63)) & 63;
        int worth = data ? (int)(data >> 32 & 255) - 8 * age : -(1 << 19);
        if (worth < least) {
            least = worth;
            worst = &bucket[i];
        }
    }
    uint64_t data = pack(e, t->age);
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->lock, key ^ data, memory_order_relaxed);
}
