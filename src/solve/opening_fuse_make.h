/* Making the arrays of a layer of the opening (core/opening_layer.h). */
#ifndef COLONNADE_SOLVE_OPENING_FUSE_MAKE_H
#define COLONNADE_SOLVE_OPENING_FUSE_MAKE_H

#include "core/opening_layer.h"

#define FUSE_ROOM 1.13          /* places per position, if there are many */

typedef struct FuseEntry {
    uint64_t key;
    unsigned number;            /* of `width` bits */
} FuseEntry;

/* An array with its bits; zero-initialise it, and end with fuse_drop. */
typedef struct FuseMade {
    OpeningFuse fuse;           /* whose `bit` is … */
    uint8_t *bit;
    size_t bytes;
} FuseMade;

typedef enum FuseResult { FUSE_MADE, FUSE_UNSUITED /* try another seed */, FUSE_NO_MEMORY } FuseResult;

/* Makes an array that gives each key its number. It replaces what *out was. */
FuseResult fuse_make(const FuseEntry *entry, size_t count, int width, uint32_t seed, FuseMade *out);
/* Whether the number of `key` is its fingerprint; always so for keys that were given it, else by chance. */
bool fuse_matches(const FuseMade *f, uint64_t key, uint32_t seed);
void fuse_drop(FuseMade *f);

#endif
