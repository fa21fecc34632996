/* Where a person is in a game, as a tag of its record: "6" means after six moves of the game; "6 2 3" means three
 * moves into the second variation there; and so on, into variations of variations.
 *
 * The end of the game, where everybody is who does not look back, has no tag. A place that does not exist, in a
 * record that somebody edited, means that end. */
#include "session/session_private.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS = 41 };  /* twenty variations deep; anybody deeper comes back to where the last of them began */

static const char place_tag[] = "At";

/* Which of its parent's children a node is, from 0. */
static int child_number(const Tree *t, int node)
{
    int number = 0, child = tree_node(t, tree_node(t, node)->parent)->first_child;
    for (; child != node; child = tree_node(t, child)->next_sibling)
        number++;
    return number;
}

/* The numbers of the tag, last one first; returns how many. */
static int find_numbers(const Tree *t, int node, int out[NUMBERS])
{
    int count = 0, along = 0;
    for (; tree_node(t, node)->parent != TREE_NONE; node = tree_node(t, node)->parent) {
        int which = child_number(t, node);
        along++;
        if (which == 0)
            continue;
        if (count + 2 >= NUMBERS)
            count = 0;
        out[count++] = along;
        out[count++] = which;
        along = 0;
    }
    out[count++] = along;
    return count;
}

void session_place_write_tag(Session *s)
{
    Tree *t = s->play.tree;
    int number[NUMBERS], count = 0;
    char text[NUMBERS * 8] = "";
    size_t used = 0;
    if (tree_current(t) != tree_main_end(t))
        count = find_numbers(t, tree_current(t), number);
    while (count-- > 0)
        used += (size_t)snprintf(text + used, sizeof text - used, count ? "%d " : "%d", number[count]);
    tree_set_tag(t, place_tag, text, NULL);
}

/* The node that many moves further along the first children; TREE_NONE: there is none. */
static int go_along(const Tree *t, int node, long moves)
{
    while (node != TREE_NONE && moves-- > 0)
        node = tree_node(t, node)->first_child;
    return node;
}

static int go_aside(const Tree *t, int node, long which)
{
    for (node = tree_node(t, node)->first_child; node != TREE_NONE && which > 0; which--)
        node = tree_node(t, node)->next_sibling;
    return node;
}

/* Takes the number at *at, and the blank after it; -1: there is none, or it is too small. */
static long take_number(const char **at, long least)
{
    char *end;
    long number = strtol(*at, &end, 10);
    if (end == *at || (*end && *end != ' ') || number < least)
        return -1;
    *at = end + (*end == ' ');
    return number;
}

/* TREE_NONE: the text names no place of the tree. */
static int read_place(const Tree *t, const char *text)
{
    long number = take_number(&text, 0);
    int node = number < 0 ? TREE_NONE : go_along(t, 0, number);
    while (node != TREE_NONE && *text) {
        long which = take_number(&text, 1), along = take_number(&text, 1);
        node = which < 0 || along < 0 ? TREE_NONE : go_aside(t, node, which);
        node = go_along(t, node, along - 1);
    }
    return node;
}

void session_place_read_tag(Session *s, Reply *reply)
{
    const char *text = tree_tag(s->play.tree, place_tag);
    int node = text ? read_place(s->play.tree, text) : TREE_NONE;
    if (node == TREE_NONE || node == tree_current(s->play.tree))
        return;
    session_stand(s, node, reply);
    s->play.held = true;
}
