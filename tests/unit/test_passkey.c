/* Passkeys: a browser's answer is accepted only if it matches what was asked, unchanged.
 *
 * The vectors come from tests/house/authenticator.py, which shares no code with what is tested. */
#include "house/passkey.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct Vector {
    const char *id, *key, *made_client, *made_data, *client, *data, *signature;
} Vector;

static const char challenge[] = "58TbmQDgMCOMZpbtBTWjhqZq7415mdlQK0YqchowFT0";

static const Vector vectors[] = {
    {"gdi2f9xpNReLgemoj_mGCeilfjheU0oXjZ3b5hFM_tM",
     "es256 rmSQ6SjQ-43q_jbXMBJhdSSEMH1hocfKiohj9UknVHnPC2PjMB6eVfjZ5CItPb8EvwyruYQ_KPgzlwtwbsOdYA",
     "eyJ0eXBlIjogIndlYmF1dGhuLmNyZWF0ZSIsICJjaGFsbGVuZ2UiOiAiNThUYm1RRGdNQ09NWnBidEJUV2pocVpxNzQxNW1kbFFL"
     "MFlxY2hvd0ZUMCIsICJvcmlnaW4iOiAiaHR0cHM6Ly9nYW1lcy5leGFtcGxlOjg0NDMiLCAiY3Jvc3NPcmlnaW4iOiBmYWxzZX0",
     "tLE0Nlcdt2VDAnxyXqu0gEtZ1n-3lpEhUVoQ0lnsWexFAAAAAAAAAAAAAAAAAAAAAAAAAAAAIIHYtn_caTUXi4HpqI_5hgnopX44"
     "XlNKF42d2-YRTP7TpQECAyYgASFYIK5kkOko0PuN6v421zASYXUkhDB9YaHHyoqIY_VJJ1R5Ilggzwtj4zAenlX42eQiLT2_BL8M"
     "q7mEPyj4M5cLcG7DnWA",
     "eyJ0eXBlIjogIndlYmF1dGhuLmdldCIsICJjaGFsbGVuZ2UiOiAiNThUYm1RRGdNQ09NWnBidEJUV2pocVpxNzQxNW1kbFFLMFlx"
     "Y2hvd0ZUMCIsICJvcmlnaW4iOiAiaHR0cHM6Ly9nYW1lcy5leGFtcGxlOjg0NDMiLCAiY3Jvc3NPcmlnaW4iOiBmYWxzZX0",
     "tLE0Nlcdt2VDAnxyXqu0gEtZ1n-3lpEhUVoQ0lnsWewFAAAAAQ",
     "MEQCID9yPwXGsysD-8kK4go9v3ukzD0ufv6h_ovt-9qpxkz6AiBVibRLB84GOzq91MGdrpqDBApaqgvfjd4CAfRfNphRXw"},
    {"CkNklKtIUwaSPj5DmHfBfN1NqcDRvh9GnEE3_5JCNO4", "eddsa _yMI_ixvaHklovEovFUgi805WB-_S9YFOb9lTzMGR5c",
     "eyJ0eXBlIjogIndlYmF1dGhuLmNyZWF0ZSIsICJjaGFsbGVuZ2UiOiAiNThUYm1RRGdNQ09NWnBidEJUV2pocVpxNzQxNW1kbFFL"
     "MFlxY2hvd0ZUMCIsICJvcmlnaW4iOiAiaHR0cHM6Ly9nYW1lcy5leGFtcGxlOjg0NDMiLCAiY3Jvc3NPcmlnaW4iOiBmYWxzZX0",
     "tLE0Nlcdt2VDAnxyXqu0gEtZ1n-3lpEhUVoQ0lnsWexFAAAAAAAAAAAAAAAAAAAAAAAAAAAAIApDZJSrSFMGkj4-Q5h3wXzdTanA"
     "0b4fRpxBN_-SQjTupAEBAycgBiFYIP8jCP4sb2h5JaLxKLxVIIvNOVgfv0vWBTm_ZU8zBkeX",
     "eyJ0eXBlIjogIndlYmF1dGhuLmdldCIsICJjaGFsbGVuZ2UiOiAiNThUYm1RRGdNQ09NWnBidEJUV2pocVpxNzQxNW1kbFFLMFlx"
     "Y2hvd0ZUMCIsICJvcmlnaW4iOiAiaHR0cHM6Ly9nYW1lcy5leGFtcGxlOjg0NDMiLCAiY3Jvc3NPcmlnaW4iOiBmYWxzZX0",
     "tLE0Nlcdt2VDAnxyXqu0gEtZ1n-3lpEhUVoQ0lnsWewFAAAAAQ",
     "Q4hiobUE6wrkGICX3p00lRr6Oi_e1wtte1jpBYxW4srd3P21ZhqlIIzm4kX_CxPJcc-9rwwtdoszGslDf0CAAw"},
};
enum { VECTORS = sizeof vectors / sizeof *vectors };

static const PasskeyAsked asked = {.origin = "https://games.example:8443", .challenge = challenge, .verified = true};

/* A base64url text with one byte changed, cut off after `length` bytes, or with one text replaced by another. */
static char *repack(unsigned char *bytes, size_t length)
{
    static char text[4][4096];
    static int next;
    char *out = text[next++ % 4];
    return sodium_bin2base64(out, sizeof text[0], bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static size_t unpack(const char *text, unsigned char *out, size_t room)
{
    size_t length;
    assert_int_equal(
        sodium_base642bin(out, room, text, strlen(text), NULL, &length, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
        0);
    return length;
}

static const char *changed(const char *text, size_t at, unsigned char bits)
{
    unsigned char bytes[2048];
    size_t length = unpack(text, bytes, sizeof bytes);
    assert_true(at < length);
    bytes[at] ^= bits;
    return repack(bytes, length);
}

static const char *cut(const char *text, size_t length)
{
    unsigned char bytes[2048];
    assert_true(length < unpack(text, bytes, sizeof bytes));
    return repack(bytes, length);
}

static const char *replaced(const char *text, const char *before, const char *after)
{
    unsigned char bytes[2048] = {0};
    char out[4096];
    unpack(text, bytes, sizeof bytes - 1);
    const char *at = strstr((const char *)bytes, before);
    assert_non_null(at);
    int n = snprintf(out, sizeof out, "%.*s%s%s", (int)(at - (const char *)bytes), (const char *)bytes, after,
                     at + strlen(before));
    return repack((unsigned char *)out, (size_t)n);
}

static size_t length_of(const char *text)
{
    unsigned char bytes[2048];
    return unpack(text, bytes, sizeof bytes);
}

static bool made(const PasskeyAsked *a, const char *client, const char *data)
{
    PasskeyMade out;
    return passkey_register(a, client, data, &out);
}

static bool signs(const PasskeyAsked *a, const Vector *v, const char *client, const char *data, const char *signature)
{
    int64_t counter;
    return passkey_check(a, client, data, signature, v->key, 0, &counter);
}

static void what_was_asked_for_is_good(void **state)
{
    (void)state;
    for (int i = 0; i < VECTORS; i++) {
        const Vector *v = &vectors[i];
        PasskeyMade out;
        int64_t counter = 0;
        assert_true(passkey_register(&asked, v->made_client, v->made_data, &out));
        assert_string_equal(out.id, v->id);
        assert_string_equal(out.key, v->key);
        assert_int_equal(out.counter, 0);
        assert_true(passkey_check(&asked, v->client, v->data, v->signature, v->key, 0, &counter));
        assert_int_equal(counter, 1);
        /* The other vector's key did not sign it. */
        assert_false(passkey_check(&asked, v->client, v->data, v->signature, vectors[1 - i].key, 0, &counter));
    }
}

static void a_counter_has_to_grow(void **state)
{
    (void)state;
    const Vector *v = &vectors[0];
    int64_t counter;
    for (int64_t before = 1; before < 3; before++) {
        assert_false(passkey_check(&asked, v->client, v->data, v->signature, v->key, before, &counter));
        assert_int_equal(counter, before);
    }
}

static void another_page_or_challenge_is_refused(void **state)
{
    (void)state;
    static const char other[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    for (int i = 0; i < VECTORS; i++) {
        const Vector *v = &vectors[i];
        PasskeyAsked a = asked;
        a.challenge = other;
        assert_false(made(&a, v->made_client, v->made_data));
        assert_false(signs(&a, v, v->client, v->data, v->signature));
        a.challenge = "";
        assert_false(signs(&a, v, replaced(v->client, challenge, ""), v->data, v->signature));
        static const char *const origins[] = {"https://games.example", "http://games.example:8443",
                                              "https://evil.example:8443", "https://games.example.evil", ""};
        for (size_t k = 0; k < sizeof origins / sizeof *origins; k++) {
            a = asked;
            a.origin = origins[k];
            assert_false(made(&a, v->made_client, v->made_data));
            assert_false(signs(&a, v, v->client, v->data, v->signature));
        }
        /* Signed parts cannot be changed to fit: neither page nor challenge nor kind. */
        const char *pairs[][2] = {{"games.example", "evil.example"},
                                  {challenge, other},
                                  {"webauthn.get", "webauthn.create"},
                                  {"\"crossOrigin\": false", "\"crossOrigin\": true"},
                                  {"webauthn.get", "payment.get"}};
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            const char *client = replaced(v->client, pairs[k][0], pairs[k][1]);
            a = asked;
            if (k == 0)
                a.origin = "https://evil.example:8443";
            if (k == 1)
                a.challenge = other;
            assert_false(signs(&a, v, client, v->data, v->signature));
        }
        /* A new key is not a signature, nor the reverse. */
        assert_false(made(&asked, v->client, v->made_data));
        assert_false(signs(&asked, v, v->made_client, v->data, v->signature));
    }
}

static void a_site_is_the_name_of_a_page(void **state)
{
    (void)state;
    char site[PASSKEY_SITE];
    assert_true(passkey_site("https://games.example:8443", site));
    assert_string_equal(site, "games.example");
    assert_true(passkey_site("http://localhost:8080", site));
    assert_string_equal(site, "localhost");
    static const char *const none[] = {NULL,
                                       "",
                                       "https://",
                                       "https://127.0.0.1",
                                       "https://[::1]:8080",
                                       "http://games.example",
                                       "http://localhost.evil",
                                       "null",
                                       "https://ga mes.example",
                                       "file://x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(passkey_site(none[i], site));
}

static void whoever_it_is_has_to_be_there_and_known(void **state)
{
    (void)state;
    for (int i = 0; i < VECTORS; i++) {
        const Vector *v = &vectors[i];
        PasskeyAsked lax = asked;
        lax.verified = false;
        /* Nothing in a new key is signed, so it can be tried with other flags: present 1, verified 4, a key 64. */
        assert_false(made(&asked, v->made_client, changed(v->made_data, 32, 4)));
        assert_true(made(&lax, v->made_client, changed(v->made_data, 32, 4)));
        assert_false(made(&lax, v->made_client, changed(v->made_data, 32, 1)));
        assert_false(made(&lax, v->made_client, changed(v->made_data, 32, 64)));
        for (int bit = 0; bit < 8; bit++)
            assert_false(signs(&lax, v, v->client, changed(v->data, 32, (unsigned char)(1 << bit)), v->signature));
    }
}

static void nothing_can_be_changed_or_missing(void **state)
{
    (void)state;
    for (int i = 0; i < VECTORS; i++) {
        const Vector *v = &vectors[i];
        for (size_t at = 0; at < length_of(v->data); at++)
            assert_false(signs(&asked, v, v->client, changed(v->data, at, 0x10), v->signature));
        for (size_t at = 0; at < length_of(v->signature); at++)
            assert_false(signs(&asked, v, v->client, v->data, changed(v->signature, at, 0x10)));
        for (size_t n = 0; n < length_of(v->data); n++)
            assert_false(signs(&asked, v, v->client, cut(v->data, n), v->signature));
        for (size_t n = 0; n < length_of(v->signature); n++)
            assert_false(signs(&asked, v, v->client, v->data, cut(v->signature, n)));
        for (size_t n = 0; n < length_of(v->client); n++)
            assert_false(signs(&asked, v, cut(v->client, n), v->data, v->signature));
        for (size_t n = 0; n < length_of(v->made_data); n++)
            assert_false(made(&asked, v->made_client, cut(v->made_data, n)));
        for (size_t at = 0; at < 32; at++)
            assert_false(made(&asked, v->made_client, changed(v->made_data, at, 1)));
        /* An invalid key: its coordinates do not lie on the curve. */
        if (i == 0)
            assert_false(made(&asked, v->made_client, changed(v->made_data, length_of(v->made_data) - 1, 1)));
    }
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static char large[8192];
    const Vector *v = &vectors[0];
    int64_t counter;
    memset(large, 'A', sizeof large - 1);
    const char *bad[] = {NULL, "", "A", "====", "!", "{}", large};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(made(&asked, bad[i], v->made_data));
        assert_false(made(&asked, v->made_client, bad[i]));
        assert_false(signs(&asked, v, bad[i], v->data, v->signature));
        assert_false(signs(&asked, v, v->client, bad[i], v->signature));
        assert_false(signs(&asked, v, v->client, v->data, bad[i]));
        if (bad[i])
            assert_false(passkey_check(&asked, v->client, v->data, v->signature, bad[i], 0, &counter));
    }
}

/* For builds without the library. */
static void there_are_none(void **state)
{
    (void)state;
    char site[PASSKEY_SITE];
    assert_false(passkey_site(asked.origin, site));
    assert_false(made(&asked, vectors[0].made_client, vectors[0].made_data));
    assert_false(signs(&asked, &vectors[0], vectors[0].client, vectors[0].data, vectors[0].signature));
}

int main(void)
{
    const struct CMUnitTest none[] = {cmocka_unit_test(there_are_none)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_asked_for_is_good),
        cmocka_unit_test(a_counter_has_to_grow),
        cmocka_unit_test(another_page_or_challenge_is_refused),
        cmocka_unit_test(a_site_is_the_name_of_a_page),
        cmocka_unit_test(whoever_it_is_has_to_be_there_and_known),
        cmocka_unit_test(nothing_can_be_changed_or_missing),
        cmocka_unit_test(nonsense_is_refused),
    };
    return passkey_offered() ? cmocka_run_group_tests(tests, NULL, NULL) : cmocka_run_group_tests(none, NULL, NULL);
}
