/* Links to a house: where they lead, and what is not a link. */
#include "remote/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void links_are_read(void **state)
{
    (void)state;
    WireAddress a;
    assert_true(wire_address("http://127.0.0.1:8080/#seat=AbC_-9", &a, NULL));
    assert_string_equal(a.host, "127.0.0.1");
    assert_int_equal(a.port, 8080);
    assert_false(a.tls);
    assert_string_equal(a.seat, "AbC_-9");
    assert_true(wire_address("https://games.example/some/page?x=1#watch=abc", &a, NULL));
    assert_int_equal(a.port, 443);
    assert_true(a.tls);
    assert_string_equal(a.watch, "abc");
    assert_string_equal(a.seat, "");
    assert_true(wire_address("wss://[::1]:99/house", &a, NULL));
    assert_string_equal(a.host, "::1");
    assert_int_equal(a.port, 99);
    assert_true(wire_address("games.lan", &a, NULL));
    assert_int_equal(a.port, 80);
}

static void other_texts_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "", "ftp://x/", "http://", "http://:80/", "http://x:0/", "http://x:99999/", "http://[::1/", "gopher://a"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        WireAddress a;
        Message error = {0};
        assert_false(wire_address(wrong[i], &a, &error));
        assert_non_null(error.id);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(links_are_read), cmocka_unit_test(other_texts_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
