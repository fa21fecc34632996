/* The kernels of an index: what a device (a GPU, or plain C in its place) does to the values of
 * an analysis. A game instantiates them from core/kernel_bodies.h, once for each form.
 *
 * Everything here is about *local* numbers: a device holds the chunks (of INDEX_BATCH numbers) of
 * one rank of several. Chunk c of the index is chunk c / ranks of rank c % ranks. With one rank
 * local numbers are those of the index.
 *
 * Values are as solve/retro.h writes them; the index must be `counted`. */
#ifndef COLONNADE_CORE_KERNELS_H
#define COLONNADE_CORE_KERNELS_H

#include "core/index.h"
#include "core/kernel.h"

typedef enum KernelName {
    KERNEL_FIRST,   /* counts moves and decides layer 1; sums: wins, losses, positions, faults */
    KERNEL_COLLECT, /* lists the numbers of the slice that have the wanted value */
    KERNEL_WINS,    /* predecessors of what is listed win: `set` is their value */
    KERNEL_LOSSES,  /* predecessors of what is listed lose a move; `set` when it was the last; sums: -, losses */
    KERNEL_COUNT,   /* how many have the wanted value; sums: that */
    KERNEL_TALLY,   /* sums: wins, losses, those of the distance `wanted` */
    KERNEL_FORGET,  /* clears counts of moves that never decided anything: a draw */
    KERNEL_AUDIT,   /* derives every value from its successors; sums: checked, wrong, wins, losses */
    KERNEL_APPLY,   /* the same as WINS and LOSSES for local numbers that came from other ranks */
    KERNELS
} KernelName;

enum { KERNEL_SUMS = 6, KERNEL_SUM_EDGES = 4, KERNEL_SUM_FIRST_WRONG = 5, KERNEL_RANKS = 1024 };

/* What a run of a kernel is about. All pointers are to memory of the device. */
typedef struct KernelJob {
    const void *index;        /* the image of the index's state */
    uint64_t size;            /* numbers of the index */
    uint32_t rank, ranks;
    uint64_t first, count;    /* the local numbers of the slice; a slice begins with a chunk */
    uint16_t *value;          /* of the local numbers */
    const uint8_t *flag;      /* by local chunk: look there; NULL: everywhere */
    uint8_t *raise;           /* by local chunk: something was decided there */
    uint32_t *list;           /* local numbers, from `first` on … */
    uint64_t *listed;         /* … and how many */
    uint64_t list_first;      /* the part of the list to look at … */
    uint64_t list_count;      /* … at most this many */
    uint64_t *sum;            /* KERNEL_SUMS of them, added to */
    /* With several ranks: numbers for each of them, `outbox` … `outbox + room` for the first and so on. */
    uint32_t *outbox;
    uint64_t *outbox_used;    /* by rank; may end up above `room`: then some are missing */
    uint64_t room;
    uint16_t wanted, set;
    uint8_t losses;           /* APPLY: as LOSSES */
} KernelJob;

typedef struct KernelEdge {
    uint64_t number;          /* or INDEX_ENDS_… */
    uint32_t times;
} KernelEdge;

typedef struct KernelSet {
    /* The state as one block that can be copied to a device where it will lie at `address`. */
    size_t (*image_bytes)(const void *state);
    void (*image_fill)(const void *state, void *image, uint64_t address);
    /* In plain C: functions. For a GPU: what cudaLaunchKernel takes. */
    void (*run[KERNELS])(KernelJob job);
    /* The edges of one number, in plain C only. Returns how many; at most `most` are written. */
    size_t (*edges)(const void *image, uint64_t number, bool backward, KernelEdge *out, size_t most);
} KernelSet;

#endif
