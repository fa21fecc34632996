/* The signature of the search: the same from every compiler, and changed only on purpose. After an intended
 * change: test_search_signature --write tests/golden/search.tsv */
#include "search/search_bench.h"
#include "games/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 20000 };

static const char *const golden = "tests/golden/search.tsv";

static bool searchable(const Game *g) { return g->sides == 2 && g->search.evaluate; }

static int write_golden(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return 1;
    fprintf(out, "# Signature of the search on each ruleset: colonnade bench search --nodes %d --threads 1\n", NODES);
    for (size_t i = 0; i < registry_count(); i++) {
        SearchBench b;
        if (searchable(registry_game(i)) && search_bench_run(registry_game(i), NODES, &b))
            fprintf(out, "%s\t%016llx\n", registry_game(i)->id, (unsigned long long)b.signature);
    }
    return fclose(out) != 0;
}

static void the_signature_is_the_kept_one(void **state)
{
    (void)state;
    FILE *in = fopen(golden, "r");
    assert_non_null(in);
    char line[128];
    bool compared[64] = {0};
    size_t missing = 0;
    assert_in_range(registry_count(), 1, 64);
    while (fgets(line, sizeof line, in)) {
        char *tab = strchr(line, '\t');
        if (*line == '#' || !tab)
            continue;
        *tab = '\0';
        const Game *g = registry_find(line);
        SearchBench b;
        char signature[24];
        assert_non_null(g);
        assert_true(search_bench_run(g, NODES, &b));
        snprintf(signature, sizeof signature, "%016llx\n", (unsigned long long)b.signature);
        if (strcmp(tab + 1, signature) != 0)
            print_message("%s: %s", g->id, signature);
        assert_string_equal(tab + 1, signature);
        for (size_t i = 0; i < registry_count(); i++)
            compared[i] = compared[i] || registry_game(i) == g;
    }
    fclose(in);
    for (size_t i = 0; i < registry_count(); i++)
        if (searchable(registry_game(i)) && !compared[i]) {
            print_message("%s has no signature: build/gcc/tests/test_search_signature --write %s\n",
                          registry_game(i)->id, golden);
            missing++;
        }
    assert_int_equal(missing, 0);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--write") == 0)
        return write_golden(argv[2]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_signature_is_the_kept_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
