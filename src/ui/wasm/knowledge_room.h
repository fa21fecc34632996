/* Room for what the page fetches, a file at a time: knowledge2c.py lays it out, together with the
 * networks, openings, puzzles and rules that lie in it. */
#ifndef COLONNADE_UI_WASM_KNOWLEDGE_ROOM_H
#define COLONNADE_UI_WASM_KNOWLEDGE_ROOM_H

#include <stddef.h>

typedef struct KnowledgeRoom {
    const char *file;           /* its name without the ending */
    void *at;
    size_t size;
} KnowledgeRoom;

/* Ends with a record that has no file. */
extern const KnowledgeRoom knowledge_room_table[];

#endif
