/* Names of accounts: which are allowed, which look the same; and passwords that are too common. */
#include "house/account_code.h"
#include "house/account_name.h"
#include "house/common_password.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void assert_key(const char *name, const char *wanted)
{
    char key[ACCOUNT_NAME_KEY];
    account_name_key(name, key);
    assert_string_equal(key, wanted);
}

static void names_that_look_alike_have_one_key(void **state)
{
    (void)state;
    assert_key("Ann", "ann");
    assert_key("\xc3\x84NN", "ann");                                /* with dots */
    assert_key("A-n_n. ", "ann");
    assert_key("\xd0\x90nn", "ann");                                /* Cyrillic A */
    assert_key("\xce\x91nn", "ann");                                /* Greek Alpha */
    assert_key("\xef\xbc\xa1nn", "ann");                            /* full width */
    assert_key("A\xe2\x80\x8bnn", "ann");                           /* an invisible blank */
    assert_key("A\xcc\x88nn", "ann");                               /* combining dots */
    assert_key("B0b 1l1", "bobll"
                          "l");
    assert_key("Marna", "mama");
    assert_key("vvolf", "wolf");
    assert_key("Stra\xc3\x9f\x65", "strasse");
    assert_key("\xc5\x92uvre", "oeuvre");
    /* Letters without a look-alike still count, as *. */
    assert_key("\xd0\x91\xd0\xbe\xd1\x80\xd0\xb8\xd1\x81", "*op*c");
    assert_key("\xe6\xa3\x8b", "*");
    assert_key("...", "");
    char longest[400], key[ACCOUNT_NAME_KEY];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    account_name_key(longest, key);
    assert_in_range(strlen(key), 100, ACCOUNT_NAME_KEY - 1);
}

static void only_some_names_may_be_had(void **state)
{
    (void)state;
    static const char *const good[] = {"Ann",        "Zo\xc3\xa9",    "Jean-Luc P",
                                       "x_1",        "Ann Lee",       "Guesthouse",
                                       "Botticelli", "\xc5\x81ukasz", "12345678901234567xyz"};
    static const char *const bad[] = {"",
                                      "Al",
                                      "~12",
                                      " Ann",
                                      "Ann ",
                                      "A--n",
                                      "-Ann",
                                      "Ann\n",
                                      "\xd0\x90nna",
                                      "A@nn",
                                      "1234",
                                      "\xff\xff\xff",
                                      "123456789012345678xyz",
                                      "A\xcc\x88nn"};
    static const char *const reserved[] = {"admin",     "A.D.M.I.N",      "Adm\xc3\xafn", "Guest",
                                           "guest 12",  "Level 5",        "Leve1-10",     "Invit\xc3\xa9 3",
                                           "C0LONNADE", "syst\xc3\xa8me", "you"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (account_name_refusal(good[i]))
            fail_msg("%s: %s", good[i], account_name_refusal(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_string_equal(account_name_refusal(bad[i]), "bad-name");
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        const char *why = account_name_refusal(reserved[i]);
        if (!why || strcmp(why, "name-reserved") != 0)
            fail_msg("%s: %s", reserved[i], why ? why : "nothing");
    }
    assert_string_equal(account_name_refusal(NULL), "bad-name");
}

static void poor_passwords_are_refused(void **state)
{
    (void)state;
    char longest[130];
    memset(longest, 'x', sizeof longest - 1);
    memcpy(longest, "abcdef", 6);
    longest[sizeof longest - 1] = '\0';
    assert_non_null(account_password_refusal(longest, "Ann"));
    longest[128] = '\0';
    assert_null(account_password_refusal(longest, "Ann"));
    assert_null(account_password_refusal("seven quiet doves", "Ann"));
    assert_null(account_password_refusal("sept colombes tranquilles", "Ann"));
    assert_null(account_password_refusal("\xd0\xbf\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb\xd1\x8c 12345", "Ann"));
    assert_non_null(account_password_refusal("elevenchars", "Ann"));
    assert_non_null(account_password_refusal("abababababababab", "Ann"));
    assert_non_null(account_password_refusal("PassWord1234", "Ann"));
    /* From the built-in list: its beginning, later entries, and our own. */
    static const char *const common[] = {
        "123qweasdzxc", "1Q2W3E4R5T6Y",  "qwertyqwerty",  "Mailcreated5240",
        "peanutbutter", "bound4freedom", "motdepasse123", "correct horse battery staple"};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        assert_string_equal(account_password_refusal(common[i], "Ann"), "bad-password");
    assert_true(common_password_count > 10000);
    assert_non_null(account_password_refusal("annabella-12345", "Annabella"));
    assert_null(account_password_refusal("annabella and the whale", "Annabella"));
    assert_non_null(account_password_refusal("seven quiet \xff doves", "Ann"));
    assert_non_null(account_password_refusal(NULL, "Ann"));
}

static void a_code_is_read_as_people_type_it(void **state)
{
    (void)state;
    unsigned char bits[ACCOUNT_CODE_BITS], one[STORE_HASH], other[STORE_HASH];
    char code[ACCOUNT_CODE], typed[ACCOUNT_CODE];
    for (int i = 0; i < ACCOUNT_CODE_BITS; i++)
        bits[i] = (unsigned char)(37 * i + 5);
    account_code_write(bits, code);
    assert_int_equal(strlen(code), ACCOUNT_CODE - 1);
    snprintf(typed, sizeof typed, "%s", code);
    for (char *at = typed; *at; at++)
        *at = *at == '-' ? ' ' : *at >= 'a' && *at <= 'z' ? (char)(*at - 32) : *at;
    account_code_hash(code, one);
    account_code_hash(typed, other);
    assert_memory_equal(one, other, STORE_HASH);
    typed[0] = typed[0] == 'A' ? 'B' : 'A';
    account_code_hash(typed, other);
    assert_memory_not_equal(one, other, STORE_HASH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_look_alike_have_one_key),
        cmocka_unit_test(only_some_names_may_be_had),
        cmocka_unit_test(poor_passwords_are_refused),
        cmocka_unit_test(a_code_is_read_as_people_type_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
