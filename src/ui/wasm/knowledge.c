/* See core/knowledge.h: the host provides each part once. */
#include "ui/wasm/knowledge_host.h"

#include "core/knowledge.h"
#include "core/knowledge_room.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROOMS = 64 };

/* Copies the file named without its ending to `at`, and waits for it; 0: it does not exist, or has another size. */
__attribute__((import_module("colonnade"), import_name("know"))) int host_know(const char *file, void *at, size_t size);

static unsigned request;

void knowledge_host_next_request(void) { request++; }

/* A part that could not be had is not asked for again in the same request: asking again for every sentence would
 * take long. */
static bool room_filled(const char *file)
{
    static const KnowledgeRoom *const tables[] = {knowledge_room_words, knowledge_room_table};
    static bool filled[MOST_ROOMS];
    static unsigned refused[MOST_ROOMS];
    size_t i = 0;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const KnowledgeRoom *room = tables[t]; room->file && i < MOST_ROOMS; room++, i++)
            if (strcmp(room->file, file) == 0) {
                if (!filled[i] && refused[i] != request)
                    filled[i] = host_know(room->file, room->at, room->size);
                refused[i] = request;
                return filled[i];
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
