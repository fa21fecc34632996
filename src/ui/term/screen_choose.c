/* Choosing a move on the full screen, with keys or the mouse: see screen.h. */
#include "ui/term/screen_private.h"

#include <ncurses.h>
#include <stdlib.h>

/* --- choosing --- */

static bool is_choice(const Screen *s, int place, Step *out)
{
    for (int i = 0; i < s->choices.count; i++)
        if (screen_is_place(s->choices.step[i]) && s->choices.step[i].value == place) {
            *out = s->choices.step[i];
            return true;
        }
    return false;
}

/* Moves the focus to something that can be chosen, unless it is there already. */
void screen_find_focus(Screen *s)
{
    Step step;
    s->button = -1;
    if (is_choice(s, s->focus, &step))
        return;
    for (int i = 0; i < s->choices.count; i++)
        if (screen_is_place(s->choices.step[i])) {
            s->focus = s->choices.step[i].value;
            return;
        }
    if (s->choices.count > 0)
        s->button = 0;
}

void screen_set_length(Screen *s, int length)
{
    s->length = length;
    steps_next(s->game, &s->position, &s->legal, s->prefix, s->length, &s->choices);
    screen_find_focus(s);
}

static void choose(Screen *s, Step step)
{
    if (s->length == MAX_STEPS)
        return;
    s->prefix[s->length] = step;
    screen_set_length(s, s->length + 1);
    if (s->choices.complete) {
        char text[MOVE_TEXT];
        s->game->write_move(&s->position, s->choices.complete, text);
        screen_command(s, text);
        screen_find_focus(s);
    }
}

void screen_choose_focus(Screen *s)
{
    Step step;
    if (s->level_turn || s->scene.outcome.over)
        return;
    if (s->button >= 0 && s->button < s->buttons) {
        choose(s, s->button_step[s->button]);
    } else if (is_choice(s, s->focus, &step)) {
        choose(s, step);
    } else {
        buffer_clear(&s->said);
        buffer_add(&s->said, lang_text(s->lang, T("That place cannot be chosen now: w says what can.")));
        beep();
    }
}

/* --- moving about --- */

static void move_focus(Screen *s, int dy, int dx)
{
    const Spot *from = &s->spot[s->focus];
    int best = -1, least = 1 << 20;
    s->button = -1;
    for (int i = 0; i < s->game->board->places; i++) {
        int y = (s->spot[i].y - from->y) * 2, x = s->spot[i].x - from->x;
        int ahead = dy ? y * dy : x * dx, aside = dy ? abs(x) : abs(y);
        if (i == s->focus || ahead <= 0)
            continue;
        if (ahead + 3 * aside < least) {
            least = ahead + 3 * aside;
            best = i;
        }
    }
    if (best >= 0)
        s->focus = best;
}

static bool only_buttons(const Screen *s)
{
    for (int i = 0; i < s->choices.count; i++)
        if (screen_is_place(s->choices.step[i]))
            return false;
    return s->choices.count > 0;
}

/* An arrow key: a direction if one is asked for, otherwise the next place or choice that way. */
void screen_arrow(Screen *s, int dy, int dx)
{
    Direction d = dy < 0 ? NORTH : dy > 0 ? SOUTH : dx > 0 ? EAST : WEST;
    if (s->choices.count > 0 && s->choices.step[0].role == STEP_DIRECTION && !s->level_turn) {
        for (int i = 0; i < s->choices.count; i++)
            if (s->choices.step[i].value == d) {
                choose(s, s->choices.step[i]);
                return;
            }
        beep();
    } else if (only_buttons(s) && s->buttons > 0 && s->button >= 0 && dx) {
        s->button = (s->button + dx + s->buttons) % s->buttons;
    } else {
        move_focus(s, dy, dx);
    }
}

/* Moves to the next thing that can be chosen: places first, then the rest. */
void screen_next_choice(Screen *s)
{
    int order[MAX_CHOICES], count = 0, at = -1;
    for (int place = 0; place < s->game->board->places; place++) {
        Step step;
        if (!is_choice(s, place, &step))
            continue;
        if (s->button < 0 && place == s->focus)
            at = count;
        order[count++] = place;
    }
    int all = count + s->buttons;
    if (all == 0)
        return;
    at = s->button >= 0 ? count + s->button : at;
    at = (at + 1) % all;
    s->button = at >= count ? at - count : -1;
    if (at < count)
        s->focus = order[at];
}

/* Goes to another move that was tried instead of the last one. */
void screen_next_variation(Screen *s)
{
    const Tree *m = session_tree(s->session);
    const TreeNode *here = tree_node(m, s->current);
    if (here->parent == TREE_NONE)
        return;
    screen_walk_to(s, here->next_sibling != TREE_NONE ? here->next_sibling : tree_node(m, here->parent)->first_child);
}

static bool inside(const Spot *spot, int y, int x)
{
    return y >= spot->y && y < spot->y + spot->height && x >= spot->x && x < spot->x + spot->width;
}

void screen_click(Screen *s)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return;
    for (int i = 0; i < s->buttons; i++)
        if (inside(&s->button_spot[i], event.y, event.x)) {
            s->button = i;
            screen_choose_focus(s);
            return;
        }
    for (int i = 0; i < s->game->board->places; i++)
        if (inside(&s->spot[i], event.y, event.x)) {
            s->focus = i;
            s->button = -1;
            screen_choose_focus(s);
            return;
        }
    int row = s->list_first + event.y - SCREEN_TOP;
    if (event.x >= SCREEN_MOVES_X && event.y >= SCREEN_TOP && event.y < screen_rows().bottom && row < s->listed_count)
        screen_walk_to(s, s->listed[row].node);
}
