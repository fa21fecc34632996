/* What an account may be called, and which names look the same.
 *
 * Names of accounts are Latin: letters, with accents or without, digits, and single signs between them. Guests may call
 * themselves anything, so the key of a name is made of any text: letters that look like Latin ones count as these. */
#ifndef COLONNADE_HOUSE_ACCOUNT_NAME_H
#define COLONNADE_HOUSE_ACCOUNT_NAME_H

#include <stddef.h>

enum {
    ACCOUNT_NAME_SHORTEST = 3,      /* characters */
    ACCOUNT_NAME_LONGEST = 20,
    ACCOUNT_NAME_KEY = 128,         /* room for a key */
};

/* What names that look the same have in common: small letters without accents, signs and blanks, with one letter for
 * those that are easily mistaken for each other. "": nothing of the name can be told from another's. */
void account_name_key(const char *name, char out[ACCOUNT_NAME_KEY]);

/* NULL, or the word of docs/house.md for why nobody may have this name. */
const char *account_name_refusal(const char *name);

/* NULL, or the word for why this password is none for somebody of this name. */
const char *account_password_refusal(const char *password, const char *name);

#endif
