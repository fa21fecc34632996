/* See account_code.h. */
#include "house/account_code.h"

#include <sodium.h>
#include <string.h>

void account_code_write(const unsigned char bits[ACCOUNT_CODE_BITS], char out[ACCOUNT_CODE])
{
    int n = 0;
    for (int i = 0; i < ACCOUNT_CODE_BITS; i++) {
        if (i && i % 4 == 0)
            out[n++] = '-';
        out[n++] = "abcdefghijkmnpqrstuvwxyz23456789"[bits[i] & 31];
    }
    out[n] = '\0';
}

void account_code_hash(const char *code, unsigned char out[STORE_HASH])
{
    char plain[64] = "code ";
    size_t n = strlen(plain);
    for (; *code && n + 1 < sizeof plain; code++)
        if ((*code >= 'a' && *code <= 'z') || (*code >= '0' && *code <= '9'))
            plain[n++] = *code;
        else if (*code >= 'A' && *code <= 'Z')
            plain[n++] = (char)(*code + 'a' - 'A');
    plain[n] = '\0';
    store_hash_token(plain, out);
    sodium_memzero(plain, sizeof plain);
}
