/* See passkey.h. libfido2 reads what authenticators write and checks signatures; what the browser says about the
 * page and the challenge is checked here. */
#include "house/passkey.h"

#include <ctype.h>
#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    CLIENT_DATA = 2048,         /* bytes, at most */
    AUTHENTICATOR_DATA = 1024,
    SIGNATURE = 256,
    SHORTEST_DATA = 37,         /* a site's hash, flags and the counter */
    USER_PRESENT = 0x01,
    USER_VERIFIED = 0x04,
    HAS_KEY = 0x40,
};

typedef struct Bytes {
    unsigned char at[CLIENT_DATA];
    size_t length;
} Bytes;

bool passkey_offered(void) { return true; }

static bool unpack(const char *text, size_t most, Bytes *out)
{
    return text && most <= sizeof out->at &&
           sodium_base642bin(out->at, most, text, strlen(text), NULL, &out->length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           out->length > 0;
}

/* --- the page --- */

bool passkey_site(const char *origin, char out[PASSKEY_SITE])
{
    bool secure = origin && strncmp(origin, "https://", 8) == 0;
    const char *host = secure ? origin + 8 : origin && strncmp(origin, "http://", 7) == 0 ? origin + 7 : "";
    size_t n = strcspn(host, ":/");
    bool letter = false;
    out[0] = '\0';
    if (n == 0 || n >= PASSKEY_SITE || (!secure && !(n == 9 && strncmp(host, "localhost", 9) == 0)))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!isalnum((unsigned char)host[i]) && host[i] != '-' && host[i] != '.')
            return false;           /* this refuses addresses in brackets too */
        letter |= isalpha((unsigned char)host[i]) != 0;
    }
    if (!letter)
        return false;
    snprintf(out, PASSKEY_SITE, "%.*s", (int)n, host);
    return true;
}

/* Whether the browser did this for our page and our challenge; `hash` is the hash of the client data, which is
 * signed. */
static bool check_client(const PasskeyAsked *asked, const char *text, const char *type, unsigned char hash[32])
{
    Bytes bytes;
    if (!unpack(text, CLIENT_DATA, &bytes))
        return false;
    json_t *json = json_loadb((const char *)bytes.at, bytes.length, JSON_REJECT_DUPLICATES, NULL);
    const char *is = json_string_value(json_object_get(json, "type"));
    const char *challenge = json_string_value(json_object_get(json, "challenge"));
    const char *origin = json_string_value(json_object_get(json, "origin"));
    bool ok = is && challenge && origin && strcmp(is, type) == 0 && strlen(asked->challenge) == PASSKEY_CHALLENGE - 1 &&
              strcmp(challenge, asked->challenge) == 0 && strcmp(origin, asked->origin) == 0 &&
              !json_is_true(json_object_get(json, "crossOrigin")) && !json_object_get(json, "topOrigin");
    json_decref(json);
    crypto_hash_sha256(hash, bytes.at, bytes.length);
    return ok;
}

/* Whether the authenticator meant our site, and its user did something. */
static bool check_data(const PasskeyAsked *asked, const Bytes *data, int flags, char site[PASSKEY_SITE])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    if (data->length < SHORTEST_DATA || !passkey_site(asked->origin, site))
        return false;
    crypto_hash_sha256(hash, (const unsigned char *)site, strlen(site));
    flags |= USER_PRESENT | (asked->verified ? USER_VERIFIED : 0);
    return memcmp(hash, data->at, sizeof hash) == 0 && (data->at[32] & flags) == flags;
}

/* --- keys --- */

/* A public key as libfido2 wants it. */
typedef struct Key {
    int algorithm;
    es256_pk_t *es256;
    eddsa_pk_t *eddsa;
} Key;

static bool key_new(Key *k, int algorithm, const unsigned char *bytes, size_t length)
{
    *k = (Key){.algorithm = algorithm};
    if (algorithm == COSE_ES256)
        return length == 64 && (k->es256 = es256_pk_new()) && es256_pk_from_ptr(k->es256, bytes, length) == FIDO_OK;
    return length == 32 && (k->eddsa = eddsa_pk_new()) && eddsa_pk_from_ptr(k->eddsa, bytes, length) == FIDO_OK;
}

static void key_free(Key *k)
{
    es256_pk_free(&k->es256);
    eddsa_pk_free(&k->eddsa);
}

static const struct {
    int algorithm;
    char word[7];
} algorithms[] = {{COSE_ES256, "es256 "}, {COSE_EDDSA, "eddsa "}};

static bool read_key(const char *text, Key *out)
{
    Bytes bytes;
    *out = (Key){0};
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        if (strncmp(text, algorithms[i].word, 6) == 0)
            return unpack(text + 6, sizeof bytes.at, &bytes) &&
                   key_new(out, algorithms[i].algorithm, bytes.at, bytes.length);
    return false;
}

/* --- a new one --- */

static bool keep_made(const fido_cred_t *c, const char *word, int algorithm, PasskeyMade *out)
{
    Key key = {0};
    size_t id = fido_cred_id_len(c);
    const size_t room = sodium_base64_ENCODED_LEN(id, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    bool ok = fido_cred_id_ptr(c) && id > 0 && room <= PASSKEY_ID && fido_cred_pubkey_ptr(c) &&
              key_new(&key, algorithm, fido_cred_pubkey_ptr(c), fido_cred_pubkey_len(c));
    key_free(&key);
    if (!ok)
        return false;
    sodium_bin2base64(out->id, PASSKEY_ID, fido_cred_id_ptr(c), id, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(out->key, PASSKEY_KEY, "%s", word);
    sodium_bin2base64(out->key + 6, PASSKEY_KEY - 6, fido_cred_pubkey_ptr(c), fido_cred_pubkey_len(c),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    out->counter = fido_cred_sigcount(c);
    return true;
}

bool passkey_register(const PasskeyAsked *asked, const char *client, const char *data, PasskeyMade *out)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char site[PASSKEY_SITE];
    Bytes bytes;
    bool made = false;
    *out = (PasskeyMade){0};
    if (!check_client(asked, client, "webauthn.create", hash) || !unpack(data, AUTHENTICATOR_DATA, &bytes) ||
        !check_data(asked, &bytes, HAS_KEY, site))
        return false;
    fido_init(0);
    for (size_t i = 0; !made && i < sizeof algorithms / sizeof *algorithms; i++) {
        fido_cred_t *c = fido_cred_new();
        made = c && fido_cred_set_type(c, algorithms[i].algorithm) == FIDO_OK &&
               fido_cred_set_authdata_raw(c, bytes.at, bytes.length) == FIDO_OK &&
               keep_made(c, algorithms[i].word, algorithms[i].algorithm, out);
        fido_cred_free(&c);
    }
    return made;
}

/* --- a signature --- */

static bool verify(const PasskeyAsked *asked, const char *site, const unsigned char hash[32], const Bytes *data,
                   const Bytes *signature, const Key *key, int64_t *counter)
{
    fido_assert_t *a = fido_assert_new();
    bool ok = a && fido_assert_set_clientdata_hash(a, hash, 32) == FIDO_OK && fido_assert_set_rp(a, site) == FIDO_OK &&
              fido_assert_set_count(a, 1) == FIDO_OK &&
              fido_assert_set_authdata_raw(a, 0, data->at, data->length) == FIDO_OK &&
              fido_assert_set_sig(a, 0, signature->at, signature->length) == FIDO_OK &&
              fido_assert_set_up(a, FIDO_OPT_TRUE) == FIDO_OK &&
              fido_assert_set_uv(a, asked->verified ? FIDO_OPT_TRUE : FIDO_OPT_OMIT) == FIDO_OK &&
              fido_assert_verify(a, 0, key->algorithm, key->es256 ? (const void *)key->es256 : key->eddsa) == FIDO_OK;
    if (ok)
        *counter = fido_assert_sigcount(a, 0);
    fido_assert_free(&a);
    return ok;
}

bool passkey_check(const PasskeyAsked *asked, const char *client, const char *data, const char *signature,
                   const char *key, int64_t before, int64_t *counter)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char site[PASSKEY_SITE];
    Bytes bytes, signed_by;
    Key known = {0};
    int64_t now = 0;
    *counter = before;
    fido_init(0);
    bool ok = check_client(asked, client, "webauthn.get", hash) && unpack(data, AUTHENTICATOR_DATA, &bytes) &&
              unpack(signature, SIGNATURE, &signed_by) && check_data(asked, &bytes, 0, site) && read_key(key, &known) &&
              verify(asked, site, hash, &bytes, &signed_by, &known, &now);
    key_free(&known);
    /* A counter that does not grow shows that there are two copies; one that stays 0 says nothing. */
    if (!ok || ((now || before) && now <= before))
        return false;
    *counter = now;
    return true;
}
