/* See core/knowledge.h: the host brings each part once. */
#include "core/knowledge.h"

#include "ui/wasm/knowledge_room.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROOMS = 64 };

/* Copies the file, without its ending, to `at` and waits for it; 0: there is none, or it has another size. */
__attribute__((import_module("colonnade"), import_name("know"))) int host_know(const char *file, void *at, size_t size);

static bool room_filled(const char *file)
{
    static bool filled[MOST_ROOMS];
    for (size_t i = 0; i < MOST_ROOMS && knowledge_room_table[i].file; i++) {
        const KnowledgeRoom *room = &knowledge_room_table[i];
        if (strcmp(room->file, file) == 0)
            return filled[i] = filled[i] || host_know(room->file, room->at, room->size);
    }
    return true;
}

bool knowledge_ready(const Game *g) { return room_filled(g->family); }

bool knowledge_part_ready(const char *part, const char *name)
{
    char file[64];
    snprintf(file, sizeof file, "%s-%s", part, name);
    return room_filled(file);
}
