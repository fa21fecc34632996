/* Choices are found by filtering the legal moves: see steps.h. */
#include "core/steps.h"

#include "core/grid.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool same_step(Step a, Step b) { return a.role == b.role && a.value == b.value; }

static bool begins_with(const Step *path, int steps, const Step *prefix, int length)
{
    if (steps < length)
        return false;
    for (int i = 0; i < length; i++)
        if (!same_step(path[i], prefix[i]))
            return false;
    return true;
}

static void add_choice(Choices *c, Step s)
{
    for (int i = 0; i < c->count; i++)
        if (same_step(c->step[i], s))
            return;
    if (c->count < MAX_CHOICES)
        c->step[c->count++] = s;
}

void steps_next(const Game *g, const Position *p, const MoveList *legal, const Step *prefix, int length, Choices *out)
{
    *out = (Choices){0};
    for (size_t i = 0; i < legal->count; i++) {
        Move m = legal->move[i];
        Step path[MAX_STEPS];
        bool counted = false;
        for (int k = 0, n; (n = g->steps(p, m, k, path)) > 0; k++) {
            if (!begins_with(path, n, prefix, length))
                continue;
            if (!counted) {
                out->moves++;
                out->only = out->moves == 1 ? m : 0;
                counted = true;
            }
            if (n == length)
                out->complete = m;
            else
                add_choice(out, path[length]);
        }
    }
}

size_t step_write(const Game *g, Step s, char out[STEP_TEXT])
{
    static const char *const direction[] = {"", "north", "east", "south", "west"};
    const char *text = "";
    switch ((StepRole)s.role) {
    case STEP_FROM:
    case STEP_TO:
    case STEP_TAKE:
    case STEP_COLLAPSE:
    case STEP_CAPTURE:
    case STEP_DROP: text = g->board->place[s.value].label; break;
    case STEP_KIND: text = g->kind[s.value].id; break;
    case STEP_DIRECTION: text = direction[s.value]; break;
    case STEP_STOP: text = "stop"; break;
    case STEP_TOP: text = "top"; break;
    case STEP_WHOLE: text = "whole"; break;
    case STEP_PASS: text = "pass"; break;
    case STEP_COUNT: return (size_t)snprintf(out, STEP_TEXT, "%d", s.value);
    case STEP_END:
    case STEP_ROLES: break;
    }
    return (size_t)snprintf(out, STEP_TEXT, "%s", text);
}

bool step_read(const Game *g, const Choices *choices, const char *text, Step *out)
{
    for (int i = 0; i < choices->count; i++) {
        char name[STEP_TEXT];
        step_write(g, choices->step[i], name);
        if (strcasecmp(name, text) == 0) {
            *out = choices->step[i];
            return true;
        }
    }
    return false;
}

static Step turn_step(const Game *g, Step s, int symmetry)
{
    if (step_names_place(s))
        s.value = (uint8_t)board_turn_place(g->board, symmetry, s.value);
    else if (s.role == STEP_DIRECTION)
        s.value = (uint8_t)grid_turn_direction(symmetry, (Direction)s.value);
    return s;
}

Move steps_turn_move(const Game *g, const Position *p, Move m, int symmetry)
{
    Position turned;
    Step wanted[MAX_STEPS], path[MAX_STEPS];
    MoveList legal = {0};
    Move found = 0;
    int length = g->steps(p, m, 0, wanted);
    g->transform(p, symmetry, &turned);
    for (int i = 0; i < length; i++)
        wanted[i] = turn_step(g, wanted[i], symmetry);
    if (movelist_fill(&legal, g, &turned))
        for (size_t i = 0; !found && i < legal.count; i++)
            for (int k = 0, n; !found && (n = g->steps(&turned, legal.move[i], k, path)) > 0; k++)
                if (n == length && begins_with(path, n, wanted, length))
                    found = legal.move[i];
    movelist_free(&legal);
    return found;
}
