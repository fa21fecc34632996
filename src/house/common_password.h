/* Passwords that everybody would try first: those that people choose most often, of the ones that are long enough here. */
#ifndef COLONNADE_HOUSE_COMMON_PASSWORD_H
#define COLONNADE_HOUSE_COMMON_PASSWORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Capital letters are no better than small ones. Three of a million others are taken for one of these. */
bool common_password(const char *password);

/* The first four bytes of the SHA-256 of each in small letters, in order; compiled from common_passwords.dat. */
extern const uint32_t common_password_marks[];
extern const size_t common_password_count;

#endif
