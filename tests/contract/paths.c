/* Steps: every path of choices ends at one legal move, and every move can be reached. */
#include "contract/contract.h"
#include "core/steps.h"

#include <stdlib.h>
#include <string.h>

/* In positions with more moves than this, only the paths of a few random moves are walked. */
enum { MOST_MOVES_WALKED = 150, PATHS_SAMPLED = 20, MOST_PATHS = 64 };

typedef struct Path {
    Move move;
    int length;
    Step step[MAX_STEPS];
} Path;

typedef struct Paths {
    Path *path;
    size_t count, capacity;
} Paths;

static void collect(const Contract *c, Paths *out)
{
    *out = (Paths){.capacity = 256, .path = malloc(256 * sizeof(Path))};
    for (size_t i = 0; i < c->legal.count; i++)
        for (int k = 0; k < MOST_PATHS; k++) {
            if (out->count == out->capacity) {
                out->capacity *= 2;
                out->path = realloc(out->path, out->capacity * sizeof *out->path);
            }
            Path *path = &out->path[out->count];
            path->move = c->legal.move[i];
            path->length = c->game->steps(&c->position, path->move, k, path->step);
            if (path->length <= 0)
                break;
            out->count++;
        }
}

static bool value_fits_role(const Game *g, Step s)
{
    if (step_names_place(s))
        return s.value < g->board->places;
    switch ((StepRole)s.role) {
    case STEP_KIND: return s.value < g->kinds;
    case STEP_COUNT: return s.value > 0 && s.value <= MAX_STACK;
    case STEP_DIRECTION: return s.value >= NORTH && s.value <= WEST;
    case STEP_STOP:
    case STEP_TOP:
    case STEP_WHOLE:
    case STEP_PASS: return s.value == 0;
    default: return false;
    }
}

bool paths_are_well_formed(Contract *c)
{
    for (size_t i = 0; i < c->legal.count; i++) {
        Step step[MAX_STEPS];
        char text[MOVE_TEXT];
        c->game->write_move(&c->position, c->legal.move[i], text);
        int paths = 0;
        for (int n; (n = c->game->steps(&c->position, c->legal.move[i], paths, step)) != 0; paths++) {
            if (n < 0 || n > MAX_STEPS || paths >= MOST_PATHS)
                return contract_fail(c, "path %d of %s has %d steps", paths, text, n);
            for (int k = 0; k < n; k++)
                if (!value_fits_role(c->game, step[k]))
                    return contract_fail(c, "step %d of path %d of %s: role %d, value %d", k, paths, text, step[k].role,
                                         step[k].value);
        }
        if (paths == 0)
            return contract_fail(c, "%s has no steps", text);
    }
    return true;
}

static int compare_paths(const void *a, const void *b)
{
    const Path *x = a, *y = b;
    int shorter = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->step, y->step, (size_t)shorter * sizeof(Step));
    return order ? order : x->length - y->length;
}

bool paths_are_prefix_free(Contract *c)
{
    Paths paths;
    collect(c, &paths);
    /* In this order a path comes right before the first path that it is a prefix of. */
    qsort(paths.path, paths.count, sizeof *paths.path, compare_paths);
    bool held = true;
    for (size_t i = 1; held && i < paths.count; i++) {
        const Path *x = &paths.path[i - 1], *y = &paths.path[i];
        if (memcmp(x->step, y->step, (size_t)x->length * sizeof(Step)) == 0) {
            char first[MOVE_TEXT], second[MOVE_TEXT];
            c->game->write_move(&c->position, x->move, first);
            c->game->write_move(&c->position, y->move, second);
            held = contract_fail(c, "the steps of %s are, or begin, the steps of %s", first, second);
        }
    }
    free(paths.path);
    return held;
}

/* Each choice has a text of its own, and that text finds it. */
static bool choices_can_be_named(Contract *c, const Choices *choices)
{
    for (int i = 0; i < choices->count; i++) {
        char name[STEP_TEXT];
        Step found;
        step_write(c->game, choices->step[i], name);
        if (!step_read(c->game, choices, name, &found) || found.role != choices->step[i].role ||
            found.value != choices->step[i].value)
            return contract_fail(c, "two choices are called `%s`", name);
    }
    return true;
}

/* Follows one path from the first choice to its move. */
static bool follow(Contract *c, const Path *path)
{
    Choices choices;
    char text[MOVE_TEXT];
    c->game->write_move(&c->position, path->move, text);
    for (int k = 0; k < path->length; k++) {
        steps_next(c->game, &c->position, &c->legal, path->step, k, &choices);
        bool offered = false;
        for (int i = 0; i < choices.count; i++)
            offered |= memcmp(&choices.step[i], &path->step[k], sizeof(Step)) == 0;
        if (!offered)
            return contract_fail(c, "step %d of %s is not offered", k, text);
    }
    steps_next(c->game, &c->position, &c->legal, path->step, path->length, &choices);
    if (choices.complete != path->move || choices.only != path->move || choices.count != 0)
        return contract_fail(c, "all steps of %s lead to %zu moves and %d more choices", text, choices.moves,
                             choices.count);
    return true;
}

/* Tries every sequence of choices; counts those that end at a move. */
static bool walk(Contract *c, Step *prefix, int length, size_t *ends)
{
    Choices choices;
    steps_next(c->game, &c->position, &c->legal, prefix, length, &choices);
    if (!choices_can_be_named(c, &choices))
        return false;
    if (choices.count == 0) {
        ++*ends;
        return choices.complete != 0 || contract_fail(c, "choices lead to no move");
    }
    if (length == MAX_STEPS)
        return contract_fail(c, "choices go on after %d steps", length);
    for (int i = 0; i < choices.count; i++) {
        prefix[length] = choices.step[i];
        if (!walk(c, prefix, length + 1, ends))
            return false;
    }
    return true;
}

bool paths_are_found_by_choosing(Contract *c)
{
    Paths paths;
    Step prefix[MAX_STEPS];
    size_t ends = 0;
    bool held = true;
    collect(c, &paths);
    if (c->legal.count > 0 && c->legal.count <= MOST_MOVES_WALKED) {
        held = walk(c, prefix, 0, &ends);
        if (held && ends != paths.count)
            held = contract_fail(c, "choosing finds %zu paths of %zu", ends, paths.count);
    }
    for (int i = 0; held && paths.count && i < PATHS_SAMPLED; i++)
        held = follow(c, &paths.path[contract_random(c, paths.count)]);
    free(paths.path);
    return held;
}
