/* What an account may be called, and which names look the same.
 *
 * Account names are Latin: letters, with or without accents, digits, and single signs between them. Guests may call
 * themselves anything, so a key can be made from any text: letters that look like Latin ones count as Latin. */
#ifndef COLONNADE_HOUSE_ACCOUNT_NAME_H
#define COLONNADE_HOUSE_ACCOUNT_NAME_H

#include <stddef.h>

enum {
    ACCOUNT_NAME_SHORTEST = 3,      /* characters */
    ACCOUNT_NAME_LONGEST = 20,
    ACCOUNT_NAME_KEY = 128,         /* room for a key */
};

/* What names that look the same have in common: lower-case letters without accents, signs or blanks, and one letter for
 * all that are easily mistaken for each other. "": nothing in the name distinguishes it from another. */
void account_name_key(const char *name, char out[ACCOUNT_NAME_KEY]);

/* NULL, or the word of docs/house.md that says why nobody may have this name. */
const char *account_name_refusal(const char *name);

/* NULL, or the word that says why somebody of this name may not have this password. */
const char *account_password_refusal(const char *password, const char *name);

#endif
