/* Room for what the page fetches, a file at a time: src/ui/wasm/room.py lays it out, together with
 * what lies in it. Only the page's engine has such tables; a program has everything compiled in. */
#ifndef COLONNADE_CORE_KNOWLEDGE_ROOM_H
#define COLONNADE_CORE_KNOWLEDGE_ROOM_H

#include <stddef.h>

typedef struct KnowledgeRoom {
    const char *file;           /* its name without the ending */
    void *at;
    size_t size;
} KnowledgeRoom;

/* Networks, openings, puzzles and rules; languages and lessons. Each ends with a record that has no file. */
extern const KnowledgeRoom knowledge_room_table[], knowledge_room_words[];

#endif
