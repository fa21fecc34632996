/* See common_password.h. */
#include "house/common_password.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 512 };         /* bytes; no list has longer ones */

static int compare(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;
    return one < two ? -1 : one > two;
}

bool common_password(const char *password)
{
    unsigned char small[LONGEST], hash[crypto_hash_sha256_BYTES];
    size_t length = strlen(password);
    if (length > LONGEST)
        return false;
    for (size_t i = 0; i < length; i++)
        small[i] = (unsigned char)(password[i] >= 'A' && password[i] <= 'Z' ? password[i] + 'a' - 'A' : password[i]);
    crypto_hash_sha256(hash, small, length);
    sodium_memzero(small, sizeof small);
    uint32_t mark = (uint32_t)hash[0] << 24 | (uint32_t)hash[1] << 16 | (uint32_t)hash[2] << 8 | hash[3];
    return bsearch(&mark, common_password_marks, common_password_count, sizeof mark, compare) != NULL;
}
