/* Built without libfido2: there are no passkeys. */
#include "house/passkey.h"

bool passkey_offered(void) { return false; }

bool passkey_site(const char *origin, char out[PASSKEY_SITE])
{
    (void)origin;
    out[0] = '\0';
    return false;
}

bool passkey_register(const PasskeyAsked *asked, const char *client, const char *data, PasskeyMade *out)
{
    (void)asked;
    (void)client;
    (void)data;
    *out = (PasskeyMade){0};
    return false;
}

bool passkey_check(const PasskeyAsked *asked, const char *client, const char *data, const char *signature,
                   const char *key, int64_t before, int64_t *counter)
{
    (void)asked;
    (void)client;
    (void)data;
    (void)signature;
    (void)key;
    *counter = before;
    return false;
}
