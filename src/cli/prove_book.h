/* Building the opening book (solve/book.h). */
#ifndef COLONNADE_CLI_PROVE_BOOK_H
#define COLONNADE_CLI_PROVE_BOOK_H

#include "cli/command.h"
#include "solve/proof.h"

/* Prints the book of `g`: the start and the positions after the first and second moves, up to
 * symmetry, each proven anew with its distance. */
ExitStatus prove_book(const Call *call, const Game *g, Proof *f);

#endif
