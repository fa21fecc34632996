/* Building the opening book (solve/book.h). */
#ifndef COLONNADE_CLI_PROVE_BOOK_H
#define COLONNADE_CLI_PROVE_BOOK_H

#include "cli/cli.h"
#include "solve/proof.h"

/* Prints the book of `g`: the start and what the first and second moves lead to, up to
 * symmetry, each proven anew with its distance. */
ExitStatus prove_book(const struct Options *o, const Game *g, Proof *f);

#endif
