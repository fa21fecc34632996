/* Finding a position in the opening book: see book.h. */
#include "solve/book.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const BookLine *x = a, *y = b;
    int by_game = strcmp(x->game, y->game);
    return by_game ? by_game : strcmp(x->position, y->position);
}

const BookLine *book_find(const Game *g, const Position *p)
{
    Position canonical;
    char text[POSITION_TEXT];
    if (!g->never_repeats)
        return NULL;
    position_canonical(g, p, &canonical, NULL);
    g->write_position(&canonical, text);
    return bsearch(&(BookLine){.game = g->id, .position = text}, book_line, book_lines, sizeof *book_line, compare);
}
