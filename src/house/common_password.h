/* Passwords that everybody would try first: the most common ones among those that are long enough here. */
#ifndef COLONNADE_HOUSE_COMMON_PASSWORD_H
#define COLONNADE_HOUSE_COMMON_PASSWORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ignores case. Three in a million other passwords are mistaken for one of these. */
bool common_password(const char *password);

/* The first four bytes of the SHA-256 of each in lower case, sorted; compiled from common_passwords.dat. */
extern const uint32_t common_password_marks[];
extern const size_t common_password_count;

#endif
