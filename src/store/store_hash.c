/* Checksums of events, hashes of tokens, and the shard of a round. */
#include "store/store.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

void store_chain(const unsigned char before[STORE_HASH], const StoreEvent *e, unsigned char out[STORE_HASH])
{
    char head[STORE_TAG + 48];
    crypto_hash_sha256_state h;
    int n =
        snprintf(head, sizeof head, "%lu %lld %s\n", (unsigned long)e->number, (long long)e->at, e->tag ? e->tag : "");
    crypto_hash_sha256_init(&h);
    crypto_hash_sha256_update(&h, before, STORE_HASH);
    crypto_hash_sha256_update(&h, (const unsigned char *)head, (unsigned long long)n);
    crypto_hash_sha256_update(&h, (const unsigned char *)e->line, strlen(e->line));
    crypto_hash_sha256_update(&h, (const unsigned char *)"\n", 1);
    crypto_hash_sha256_final(&h, out);
}

void store_hash_token(const char *token, unsigned char out[STORE_HASH])
{
    crypto_hash_sha256(out, (const unsigned char *)token, strlen(token));
}

int store_shard(const char *round)
{
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 3 && round[i]; i++)
        hash = (hash ^ (unsigned char)round[i]) * 16777619u;
    return (int)((hash ^ hash >> 16) % STORE_SHARDS);
}
