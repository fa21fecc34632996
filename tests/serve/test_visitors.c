/* Who asks: addresses that proxies report, and how many connections each may have. */
#include "serve/proxies.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static struct sockaddr_storage from(const char *text)
{
    struct sockaddr_storage out = {0};
    struct sockaddr_in *four = (struct sockaddr_in *)&out;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&out;
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
    } else {
        assert_int_equal(inet_pton(AF_INET6, text, &six->sin6_addr), 1);
        six->sin6_family = AF_INET6;
    }
    return out;
}

static bool trusted(const Proxies *p, const char *text)
{
    struct sockaddr_storage a = from(text);
    return proxies_trust(p, (const struct sockaddr *)&a);
}

static PeerAddress address(const char *text)
{
    struct sockaddr_storage a = from(text);
    return peers_address((const struct sockaddr *)&a);
}

static void only_servers_that_were_named_speak_for_others(void **state)
{
    (void)state;
    Proxies none = {0}, local = {.local = true}, named = {0};
    Message error = {0};
    assert_false(trusted(&none, "127.0.0.1"));
    assert_true(trusted(&local, "127.0.0.1"));
    assert_true(trusted(&local, "127.3.2.1"));
    assert_true(trusted(&local, "::1"));
    assert_true(trusted(&local, "::ffff:127.0.0.1"));
    assert_false(trusted(&local, "192.0.2.1"));
    assert_false(trusted(&local, "2001:db8::1"));
    assert_true(proxies_add(&named, "192.0.2.7,2001:db8::7", &error));
    assert_true(trusted(&named, "192.0.2.7"));
    assert_true(trusted(&named, "::ffff:192.0.2.7"));
    assert_true(trusted(&named, "2001:db8::7"));
    assert_false(trusted(&named, "2001:db8::8"));       /* the same network is not the same server */
    assert_false(trusted(&named, "127.0.0.1"));
    static const char *const wrong[] = {"",        "localhost",    "192.0.2.1,", ",192.0.2.1", "192.0.2.1 192.0.2.2",
                                        "192.0.2", "192.0.2.0/24", "[::1]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Proxies p = {0};
        assert_false(proxies_add(&p, wrong[i], &error));
        assert_non_null(error.id);
    }
}

static void only_the_last_address_counts(void **state)
{
    (void)state;
    PeerAddress got, wanted = address("192.0.2.9");
    static const char *const good[] = {
        "192.0.2.9",       " 192.0.2.9", "10.0.0.1, 192.0.2.9", "x,y,,192.0.2.9 ", "127.0.0.1,\t192.0.2.9",
        "::ffff:192.0.2.9"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(proxies_last(good[i], &got));
        assert_memory_equal(&got, &wanted, sizeof got);
    }
    static const char *const bad[] = {"",
                                      ",",
                                      "192.0.2.9,",
                                      "192.0.2.9, unknown",
                                      "192.0.2.9:80",
                                      "192.0.2.9 x",
                                      "999.1.1.1",
                                      "1111:2222:3333:4444:5555:6666:7777:8888:9999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(proxies_last(bad[i], &got));
}

static void a_person_behind_a_server_has_a_share_of_its_own(void **state)
{
    (void)state;
    enum { ALL = 8, ONE = 2 };
    PeerAddress server = address("127.0.0.1"), ann = address("192.0.2.1"), bob = address("192.0.2.2");
    Peers *p = peers_create(ALL, ONE);
    Peer *peer[ALL];
    int name[ALL];
    void *leaving;
    assert_non_null(p);
    for (int i = 0; i < ALL; i++) {
        assert_true(peers_admit(p, &server, true, &leaving));      /* the proxy may have all of them … */
        assert_null(leaving);
        peer[i] = peers_add(p, &server, &name[i]);
        assert_non_null(peer[i]);
        peers_set_busy(p, peer[i], true);
    }
    assert_false(peers_admit(p, &server, true, &leaving));
    assert_false(peers_admit(p, &ann, false, &leaving));
    assert_true(peers_move(p, peer[0], &ann)); /* … but each visitor behind it has no more than others */
    assert_true(peers_move(p, peer[1], &ann));
    assert_false(peers_move(p, peer[2], &ann));
    assert_true(peers_move(p, peer[1], &ann));
    assert_true(peers_move(p, peer[2], &bob));
    peers_remove(p, peer[0]);
    assert_true(peers_move(p, peer[3], &ann));
    assert_false(peers_admit(p, &ann, false, &leaving)); /* nor directly */
    for (int i = 1; i < ALL; i++)
        peers_remove(p, peer[i]);
    assert_true(peers_admit(p, &ann, false, &leaving));
    peers_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_servers_that_were_named_speak_for_others),
        cmocka_unit_test(only_the_last_address_counts),
        cmocka_unit_test(a_person_behind_a_server_has_a_share_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
