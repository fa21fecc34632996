/* Values in a device's memory and what is done to them there; inside src/solve only. A board has
 * the chunks of one rank of `ranks` (core/kernels.h). */
#ifndef COLONNADE_SOLVE_RETRO_BOARD_H
#define COLONNADE_SOLVE_RETRO_BOARD_H

#include "solve/device.h"
#include "solve/retro_crew.h"

typedef struct RetroBoard {
    const RetroJob *job;
    Device *device;
    uint32_t rank, ranks;
    uint64_t numbers;           /* local ones, in whole chunks except for the last of the index */
    uint64_t chunks;
    uint64_t edges;
    /* --- in the device --- */
    void *image;
    uint16_t *value;
    uint8_t *fresh, *next;      /* by chunk: decided in the last layer, and in this one */
    uint32_t *list;
    uint64_t *listed, *sum;
    uint64_t slice;             /* numbers that the list has room for */
    uint32_t *outbox;           /* with several ranks: `room` numbers for each … */
    uint64_t *outbox_used;
    uint64_t room;
} RetroBoard;

/* `plain`: without a GPU. False: the error says why, and there is nothing to close. */
bool retro_board_open(RetroBoard *b, const RetroJob *job, bool plain, uint32_t rank, uint32_t ranks, Message *error);
void retro_board_close(RetroBoard *b);

/* A job over all local numbers; sums are zeroed. */
KernelJob retro_board_job(RetroBoard *b);
/* Runs a kernel over all local numbers and returns its sums; false: the device has failed. */
bool retro_board_run(RetroBoard *b, KernelName kernel, const KernelJob *job, uint64_t sum[KERNEL_SUMS], Message *error);
/* How many numbers to list at once when `have` of all numbers have the value: all of them if the
 * list has room, since looking at only a few leaves a device idle. */
uint64_t retro_board_span(const RetroBoard *b, uint64_t have);
/* Lists those of `count` local numbers from `first` on that have the value and lie in fresh chunks. */
void retro_board_collect(RetroBoard *b, uint64_t first, uint64_t count, uint16_t wanted);
bool retro_board_sums(RetroBoard *b, uint64_t sum[KERNEL_SUMS], Message *error);
void retro_board_swap(RetroBoard *b);
/* KERNEL_AUDIT over all local numbers, a share at a time. False: the device has failed, or `progress` said to stop. */
bool retro_board_audit(RetroBoard *b, RetroShare *progress, void *context, uint64_t sum[KERNEL_SUMS], Message *error);
/* Copies local values out of and into the device. */
bool retro_board_get(RetroBoard *b, uint64_t local, uint64_t count, uint16_t *out);
bool retro_board_put(RetroBoard *b, uint64_t local, uint64_t count, const uint16_t *values);

#endif
