/* Recovery codes: whoever has forgotten a password signs in with one. Each works once. */
#ifndef COLONNADE_HOUSE_ACCOUNT_CODE_H
#define COLONNADE_HOUSE_ACCOUNT_CODE_H

#include "store/store.h"

enum {
    ACCOUNT_CODE = 20,          /* room for one: xxxx-xxxx-xxxx-xxxx */
    ACCOUNT_CODE_BITS = 16,     /* random bytes that it is made from; it keeps 80 bits of them */
};

void account_code_write(const unsigned char bits[ACCOUNT_CODE_BITS], char out[ACCOUNT_CODE]);

/* What is stored of it. Codes are typed from paper: punctuation and capitals do not matter. */
void account_code_hash(const char *code, unsigned char out[STORE_HASH]);

#endif
