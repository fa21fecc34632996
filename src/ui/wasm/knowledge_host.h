/* The page's part of core/knowledge.h. */
#ifndef COLONNADE_UI_WASM_KNOWLEDGE_HOST_H
#define COLONNADE_UI_WASM_KNOWLEDGE_HOST_H

/* A new request begins: what the host could not supply before may be asked for again. */
void knowledge_host_next_request(void);

#endif
