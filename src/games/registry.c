/* The list of rulesets: a new game adds its lines here and nowhere else. */
#include "games/registry.h"

#include "games/dorix/dorix.h"
#include "games/pilea/pilea.h"
#include "games/pylos/pylos.h"
#include "games/pyrga/pyrga.h"

#include <string.h>

static const Game *const all[] = {
    &pylos, &pylos_children, &pylos_expert, &pylos_lenient, &pylos_expert_lenient, &pyrga, &pilotis,
    &dorix, &dorix_3,        &dorix_4,      &pilea,
};

/* Our own variants, which no list shows. */
static const Game *const variants[] = {&pilea_six_five};

size_t registry_count(void) { return sizeof all / sizeof *all; }

const Game *registry_game(size_t i) { return all[i]; }

const Game *registry_find(const char *id)
{
    for (size_t i = 0; i < registry_count(); i++)
        if (strcmp(all[i]->id, id) == 0)
            return all[i];
    return NULL;
}

const Game *registry_solvable(const char *id)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strcmp(variants[i]->id, id) == 0)
            return variants[i];
    return registry_find(id);
}
