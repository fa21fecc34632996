/* See openings.h. */
#include "solve/openings.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static int by_position(const void *a, const void *b)
{
    return position_compare(&((const Opening *)a)->position, &((const Opening *)b)->position);
}

/* Sorts, and keeps one of equal positions. */
static void tidy(Openings *o)
{
    size_t kept = 0;
    if (o->count)
        qsort(o->opening, o->count, sizeof *o->opening, by_position);
    for (size_t i = 0; i < o->count; i++)
        if (kept == 0 || by_position(&o->opening[kept - 1], &o->opening[i]) != 0)
            o->opening[kept++] = o->opening[i];
    o->count = kept;
}

/* Before there is more room, equal positions make some. */
static bool grow(Openings *o)
{
    tidy(o);
    if (o->count < o->capacity / 2)
        return true;
    size_t wanted = o->capacity ? 2 * o->capacity : 1 << 12;
    Opening *grown = memory_resize(o->opening, wanted * sizeof *grown);
    if (!grown)
        return false;
    o->opening = grown;
    o->capacity = wanted;
    return true;
}

static bool add(const Game *g, Openings *o, const Position *p)
{
    if (g->outcome(p).over)
        return true;
    if (o->count == o->capacity && !grow(o))
        return false;
    Opening *to = &o->opening[o->count++];
    *to = (Opening){0};
    position_canonical(g, p, &to->position, NULL);
    return true;
}

static bool add_next(const Game *g, const Openings *from, MoveList *moves, Openings *to)
{
    for (size_t i = 0; i < from->count; i++) {
        const Position *p = &from->opening[i].position;
        if (!movelist_fill(moves, g, p))
            return false;
        for (size_t m = 0; m < moves->count; m++) {
            Position next;
            g->play(p, moves->move[m], &next);
            if (!add(g, to, &next))
                return false;
        }
    }
    tidy(to);
    return true;
}

bool openings_collect(const Game *g, int plies, Openings *out)
{
    MoveList moves = {0};
    Position start;
    g->start(&start);
    *out = (Openings){0};
    bool ok = add(g, out, &start);
    for (int ply = 0; ok && ply < plies; ply++) {
        Openings next = {0};
        ok = add_next(g, out, &moves, &next);
        openings_drop(out);
        *out = next;
    }
    movelist_free(&moves);
    if (!ok)
        openings_drop(out);
    return ok;
}

void openings_drop(Openings *o)
{
    memory_free(o->opening);
    *o = (Openings){0};
}

/* --- results --- */

static const char *const words[] = {"loss", "draw", "win"};

const char *openings_word(const Opening *o) { return o->known ? words[o->result + 1] : "unknown"; }

static bool read_word(const char *word, Opening *to)
{
    for (int i = 0; i < 3; i++)
        if (strcmp(word, words[i]) == 0) {
            to->result = (int8_t)(i - 1);
            to->known = true;
            return true;
        }
    return strcmp(word, "unknown") == 0;
}

static bool read_line(const Game *g, Openings *o, const char *line, size_t length, Message *error)
{
    char text[POSITION_TEXT + sizeof "\tunknown"];
    Opening asked = {0};
    Position p;
    char *tab = NULL;
    if (length < sizeof text) {
        memcpy(text, line, length);
        text[length] = '\0';
        tab = strchr(text, '\t');
    }
    if (!tab)
        return message_set(error, 0, T("a line has a position, a tab, and win, draw, loss or unknown"), 0);
    *tab = '\0';
    if (!g->read_position(text, &p, error))
        return false;
    position_canonical(g, &p, &asked.position, NULL);
    Opening *found = o->count ? bsearch(&asked, o->opening, o->count, sizeof asked, by_position) : NULL;
    if (!found)
        return message_set(error, 0, T("no game goes on from this position after so many moves"), 0);
    return read_word(tab + 1, found) ||
           message_set(error, 0, T("a line has a position, a tab, and win, draw, loss or unknown"), 0);
}

bool openings_read(const Game *g, Openings *o, const char *text, size_t *line, Message *error)
{
    *line = 1;
    for (const char *end; (end = strchr(text, '\n')); text = end + 1, ++*line)
        if (!read_line(g, o, text, (size_t)(end - text), error))
            return false;
    return true;
}
