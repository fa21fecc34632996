/* See compose.h. */
#include "session/compose.h"

#include <string.h>

/* The pieces of one place, cut out of the list. */
typedef struct Cut {
    const char *text;
    size_t length;
} Cut;

/* The kind of piece that the notation writes with this letter, for any seat; -1: none. */
static int kind_of(const Game *g, char letter)
{
    for (int kind = 0; kind < g->kinds; kind++)
        for (int seat = 0; seat <= MAX_PLAYERS; seat++) {
            const char *written = g->kind[kind].letter[seat];
            if (written && written[0] == letter && written[1] == '\0')
                return kind;
        }
    return -1;
}

static bool cut_up(const Game *g, const char *stacks, Cut out[MAX_PLACES])
{
    for (int i = 0; i < g->board->places; i++) {
        size_t n = strcspn(stacks, ",");
        if (n > MAX_STACK)
            return false;
        for (size_t k = 0; k < n; k++)
            if (kind_of(g, stacks[k]) < 0)
                return false;
        out[i] = (Cut){stacks, n};
        stacks += n;
        bool more = *stacks == ',';
        if (more != (i + 1 < g->board->places))
            return false;
        stacks += more;
    }
    return *stacks == '\0';
}

/* If a position forgets the order of a stack, it is written in the order of the kinds. */
static void add_stack(const Game *g, Cut cut, Buffer *out)
{
    if (cut.length == 0)
        buffer_add_char(out, g->board->levels > 1 ? '.' : '-');
    else if (!g->unordered)
        buffer_add_bytes(out, cut.text, cut.length);
    else
        for (int kind = 0; kind < g->kinds; kind++)
            for (size_t i = 0; i < cut.length; i++)
                if (kind_of(g, cut.text[i]) == kind)
                    buffer_add_char(out, cut.text[i]);
}

static void add_row(const Game *g, const Cut *cut, int level, int y, Buffer *out)
{
    bool first = true;
    for (int i = 0; i < g->board->places; i++) {
        if (g->board->place[i].level != level || g->board->place[i].y != y)
            continue;
        if (!first && g->board->levels == 1)
            buffer_add_char(out, ',');
        add_stack(g, cut[i], out);
        first = false;
    }
}

bool compose_position(const Game *g, const char *stacks, char mover, const char *last, Buffer *out)
{
    Cut cut[MAX_PLACES];
    if (!cut_up(g, stacks, cut) || !memchr("wbrg", mover, g->players))
        return false;
    for (int level = 1; level <= g->board->levels; level++) {
        bool first = true;
        if (level > 1)
            buffer_add_char(out, '|');
        for (int y = UINT8_MAX; y >= 0; y--) {
            bool used = false;
            for (int i = 0; i < g->board->places; i++)
                used = used || (g->board->place[i].level == level && g->board->place[i].y == y);
            if (!used)
                continue;
            if (!first)
                buffer_add_char(out, '/');
            add_row(g, cut, level, y, out);
            first = false;
        }
    }
    buffer_format(out, " %c", mover);
    if (g->unordered)
        buffer_format(out, " %s", *last ? last : "-");
    return true;
}
