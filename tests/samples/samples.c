/* The list of the tests' own games: see samples.h. */
#include "samples/samples.h"

#include "samples/four.h"
#include "samples/tak.h"
#include "toy/toy.h"

static const Game *const all[] = {&toy, &four_in_space, &small_tak};

size_t samples_count(void) { return sizeof all / sizeof *all; }

const Game *samples_game(size_t i) { return all[i]; }
