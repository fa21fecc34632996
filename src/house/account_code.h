/* Recovery codes: what somebody who forgot a password comes back with, once each. */
#ifndef COLONNADE_HOUSE_ACCOUNT_CODE_H
#define COLONNADE_HOUSE_ACCOUNT_CODE_H

#include "store/store.h"

enum {
    ACCOUNT_CODE = 20,          /* room for one: xxxx-xxxx-xxxx-xxxx */
    ACCOUNT_CODE_BITS = 16,     /* bytes of chance that it is made of; it has 80 bits of it */
};

void account_code_write(const unsigned char bits[ACCOUNT_CODE_BITS], char out[ACCOUNT_CODE]);

/* What is stored of it. Codes are typed from paper: signs and large letters do not matter. */
void account_code_hash(const char *code, unsigned char out[STORE_HASH]);

#endif
