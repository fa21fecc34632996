/* Making a layer of the opening (core/opening_layer.h) out of a tablebase or of proofs. */
#ifndef COLONNADE_SOLVE_OPENING_LAYER_MAKE_H
#define COLONNADE_SOLVE_OPENING_LAYER_MAKE_H

#include "core/buffer.h"
#include "core/opening_layer.h"
#include "solve/openings.h"
#include "solve/tablebase.h"

typedef struct OpeningLayerCounts {
    uint64_t positions, won, drawn;
    size_t bytes;                       /* of the arrays */
} OpeningLayerCounts;

/* Whether to go on. */
typedef bool OpeningVisit(void *context, const Position *p);

/* Visits every position of the layer once, symmetric ones not again. False: a visit said so, or error says why. */
bool opening_layer_visit(const OpeningLayer *o, const Game *g, OpeningVisit *visit, void *context, Message *error);

/* Adds, as a file, the layer that games reach when each of the first `plies` moves puts a piece from
 * the reserve on the board. False: error says why. */
bool opening_layer_make(Tablebase *t, int plies, Buffer *out, OpeningLayerCounts *counts, Message *error);

/* The same of what games reach after so many moves, all of which put down a piece that stays. Every result has to be
 * known. */
bool opening_layer_make_reached(const Game *g, const Openings *o, Buffer *out, OpeningLayerCounts *counts,
                                Message *error);

#endif
