/* Choosing a language, looking sentences up, filling their holes. */
#include "games/registry.h"
#include "lang/lang.h"
#include "lang/catalogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NBSP "\302\240"

static void parses_codes_and_locales(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        Lang lang;
    } good[] = {
        {"fr", LANG_FR},       {"FR", LANG_FR}, {"fr_FR.UTF-8", LANG_FR}, {"fr-CA", LANG_FR}, {"fr@euro", LANG_FR},
        {"fr.UTF-8", LANG_FR}, {"en", LANG_EN}, {"en_GB", LANG_EN},       {"En-us", LANG_EN},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Lang lang = LANG_COUNT;
        assert_true(lang_parse(good[i].text, &lang));
        assert_int_equal(lang, good[i].lang);
    }
    static const char *const bad[] = {"", "f", "fre", "french", "de_DE.UTF-8", "C", "POSIX", " fr", "_fr"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Lang lang = LANG_COUNT;
        assert_false(lang_parse(bad[i], &lang));
        assert_int_equal(lang, LANG_COUNT);
    }
    Lang lang;
    assert_false(lang_parse(NULL, &lang));
    for (int i = 0; i < LANG_COUNT; i++) {
        assert_true(lang_parse(lang_code((Lang)i), &lang));
        assert_int_equal(lang, i);
    }
}

static Lang with_environment(const char *all, const char *messages, const char *plain)
{
    setenv("LC_ALL", all, 1);
    setenv("LC_MESSAGES", messages, 1);
    setenv("LANG", plain, 1);
    return lang_from_environment();
}

static void first_variable_that_is_set_decides(void **state)
{
    (void)state;
    assert_int_equal(with_environment("", "", "fr_FR.UTF-8"), LANG_FR);
    assert_int_equal(with_environment("", "fr_BE", "en_GB"), LANG_FR);
    assert_int_equal(with_environment("C", "fr_BE", "fr_FR"), LANG_EN);
    assert_int_equal(with_environment("fr", "en", "en"), LANG_FR);
    assert_int_equal(with_environment("de_DE", "fr", "fr"), LANG_EN);
    unsetenv("LC_ALL");
    unsetenv("LC_MESSAGES");
    unsetenv("LANG");
    assert_int_equal(lang_from_environment(), LANG_EN);
}

static void every_entry_is_found(void **state)
{
    (void)state;
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (size_t i = 0; i < lang_count((Lang)lang, LANG_AT_ONCE); i++) {
            const char *english, *text;
            lang_entry((Lang)lang, LANG_AT_ONCE, i, &english, &text);
            assert_ptr_equal(lang_text((Lang)lang, english), text);
        }
    assert_true(lang_count(LANG_FR, LANG_AT_ONCE) > 0);
}

static void unknown_sentences_stay_english(void **state)
{
    (void)state;
    static const char odd[] = "no catalogue has this sentence";
    assert_ptr_equal(lang_text(LANG_FR, odd), odd);
    assert_ptr_equal(lang_text(LANG_EN, odd), odd);
    assert_string_equal(lang_text(LANG_FR, ""), "");
    assert_string_equal(lang_text(LANG_EN, "three towers"), "three towers");
    assert_string_equal(lang_text(LANG_FR, "three towers"), "trois tours");
}

static void message_says_where(void **state)
{
    (void)state;
    Message m;
    char out[200], english[200];
    message_set(&m, 7, "row {0} has {1} places, expected {2}", 3, "3", "5", "4");
    size_t length = lang_message(LANG_FR, &m, out, sizeof out);
    assert_string_equal(out, "caractère 7" NBSP ": la rangée 3 compte 5 cases au lieu de 4");
    assert_int_equal(length, strlen(out));
    lang_message(LANG_EN, &m, out, sizeof out);
    message_english(&m, english, sizeof english);
    assert_string_equal(out, english);
    m.at = 0;
    lang_message(LANG_EN, &m, out, sizeof out);
    assert_string_equal(out, "row 3 has 5 places, expected 4");
    Message nothing = {0};
    assert_int_equal(lang_message(LANG_FR, &nothing, out, sizeof out), 0);
    assert_string_equal(out, "");
}

static void short_buffers_are_safe(void **state)
{
    (void)state;
    Message m;
    message_set(&m, 12, "row {0} has {1} places, expected {2}", 3, "3", "5", "4");
    char whole[200];
    size_t length = lang_message(LANG_FR, &m, whole, sizeof whole);
    for (size_t size = 1; size <= length + 1; size++) {
        char *out = malloc(size);
        assert_non_null(out);
        assert_int_equal(lang_message(LANG_FR, &m, out, size), length);
        assert_int_equal(strlen(out), size - 1 < length ? size - 1 : length);
        assert_memory_equal(out, whole, size - 1);
        free(out);
    }
    assert_int_equal(lang_message(LANG_FR, &m, NULL, 0), length);
}

static void format_fills_holes(void **state)
{
    (void)state;
    char out[400], text[150];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(lang_format(LANG_EN, out, sizeof out, "{1}/{0}/{1}{2}", 2, "a", text), 3 + 3 + 2 * strlen(text));
    assert_int_equal(strlen(out), 3 + 3 + 2 * strlen(text));
    lang_format(LANG_FR, out, sizeof out, "the board has more than {0} rows", 1, "4");
    assert_string_equal(out, "le plateau compte plus de 4 rangées");
}

static void rules_exist_for_every_family(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const char *family = registry_game(i)->family;
        const char *english = lang_rules(LANG_EN, family), *french = lang_rules(LANG_FR, family);
        assert_non_null(english);
        assert_non_null(french);
        assert_string_not_equal(english, french);
        assert_int_equal(english[0], '#');
        assert_int_equal(french[strlen(french) - 1], '\n');
    }
    assert_null(lang_rules(LANG_FR, "chess"));
    assert_null(lang_rules(LANG_EN, ""));
}

/* What solve says about a layer, in French: sentence and decimals. */
static void progress_speaks_french(void **state)
{
    (void)state;
    Message m;
    char text[256];
    message_set(&m, 0, "layer {0}: {1} % decided, {2} million moves per second, {3} s", 4, "7", "9.23", "431.9", "142");
    lang_message(LANG_FR, &m, text, sizeof text);
    lang_decimals(LANG_FR, text);
    assert_string_equal(text, "couche 7\u00a0: 9,23 % d\u00e9cid\u00e9s, 431,9 millions de coups par seconde, 142 s");
    lang_message(LANG_EN, &m, text, sizeof text);
    lang_decimals(LANG_EN, text);
    assert_string_equal(text, "layer 7: 9.23 % decided, 431.9 million moves per second, 142 s");
    strcpy(text, "1. a.5 .5 5.");
    lang_decimals(LANG_FR, text);
    assert_string_equal(text, "1. a.5 .5 5.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_speaks_french),
        cmocka_unit_test(parses_codes_and_locales),
        cmocka_unit_test(first_variable_that_is_set_decides),
        cmocka_unit_test(every_entry_is_found),
        cmocka_unit_test(unknown_sentences_stay_english),
        cmocka_unit_test(message_says_where),
        cmocka_unit_test(short_buffers_are_safe),
        cmocka_unit_test(format_fills_holes),
        cmocka_unit_test(rules_exist_for_every_family),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
