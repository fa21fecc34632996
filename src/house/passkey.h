/* Passkeys (WebAuthn): what a browser says about a key pair of its owner, and whether it is true.
 *
 * Texts from a browser are base64url. No attestation of a new key is asked for: the public half is kept, and each
 * later signature shows that nobody else has the private one. ES256 and EdDSA. Without libfido2 there are no passkeys
 * (passkey_none.c). Everything here is pure: no state, any thread. */
#ifndef COLONNADE_HOUSE_PASSKEY_H
#define COLONNADE_HOUSE_PASSKEY_H

#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PASSKEY_CHALLENGE = 44,     /* room for one: 256 bits as 43 characters */
    PASSKEY_ID = STORE_TEXT,    /* room for an id: 191 bytes */
    PASSKEY_KEY = 96,           /* room for a public key as it is stored */
    PASSKEY_SITE = 256,         /* room for the name of a site */
};

/* What a browser was asked for, and must have answered. */
typedef struct PasskeyAsked {
    const char *origin;         /* of its page */
    const char *challenge;
    bool verified;              /* it must have identified its owner: by a PIN, a finger, a face */
} PasskeyAsked;

typedef struct PasskeyMade {
    char id[PASSKEY_ID], key[PASSKEY_KEY];
    int64_t counter;
} PasskeyMade;

bool passkey_offered(void);     /* the library is there */

/* The name of the site that a page's passkeys are for. False: it can have none, for its origin is not a name, or not
 * one that only its owner can answer for. */
bool passkey_site(const char *origin, char out[PASSKEY_SITE]);

/* A new one: `client` is the clientDataJSON and `data` the authenticator data. False: it is not what was asked for. */
bool passkey_register(const PasskeyAsked *asked, const char *client, const char *data, PasskeyMade *out);

/* A signature by `key`, whose counter was `before` and now is *counter. */
bool passkey_check(const PasskeyAsked *asked, const char *client, const char *data, const char *signature,
                   const char *key, int64_t before, int64_t *counter);

#endif
