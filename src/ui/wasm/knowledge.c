/* See core/knowledge.h: the host brings it, once for each family. */
#include "core/knowledge.h"

#include "ui/wasm/knowledge_room.h"

#include <string.h>

enum { MOST_FAMILIES = 32 };

/* Copies the family's file to `at` and waits for it; 0: there is none, or it has another size. */
__attribute__((import_module("colonnade"), import_name("know"))) int host_know(const char *family, void *at,
                                                                               size_t size);

bool knowledge_ready(const Game *g)
{
    static bool filled[MOST_FAMILIES];
    for (size_t i = 0; i < MOST_FAMILIES && knowledge_room_table[i].family; i++) {
        const KnowledgeRoom *room = &knowledge_room_table[i];
        if (strcmp(room->family, g->family) == 0)
            return filled[i] = filled[i] || host_know(room->family, room->at, room->size);
    }
    return true;
}
