/* The networks give the same number however they are computed. */
#include "core/net.h"
#include "games/nets.h"
#include "games/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { POSITIONS = 2000 };

static uint32_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

static int between(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

/* The definition, number by number. */
static int plain(const Net *net, int head, const uint16_t *active, int count)
{
    const int16_t *last = net->last + head * (NET_SECOND + 1);
    int result = last[NET_SECOND] * NET_LAST_ONE;
    int value[NET_WIDEST];
    for (int k = 0; k < net->width; k++) {
        int sum = net->first[net->inputs * net->width + k];
        for (int i = 0; i < count; i++)
            sum += net->first[active[i] * net->width + k];
        assert_in_range(sum + INT16_MAX, 0, 2 * INT16_MAX);
        value[k] = between(sum, 0, NET_SUM_ONE) / 2;
    }
    for (int j = 0; j < NET_SECOND; j++) {
        long dot = net->second_bias[head * NET_SECOND + j] * NET_VALUE_ONE;
        for (int k = 0; k < net->width; k++)
            dot += value[k] * net->second[(head * net->width + k - k % 2) * NET_SECOND + 2 * j + k % 2];
        assert_true(dot > INT32_MIN && dot < INT32_MAX);
        result += between((int)(dot >> 6), 0, NET_LAST_ONE) * last[j];
    }
    return between((int)((long long)result * NET_UNIT / (NET_LAST_ONE * NET_LAST_ONE)), -EVALUATION_LIMIT,
                   EVALUATION_LIMIT);
}

static const Net *net_of(const Game *g)
{
    static const struct {
        const char *name;
        const Net *net;
    } nets[] = {
        {"dorix-3", &dorix_3_net}, {"dorix", &dorix_net}, {"pilea", &pilea_net},
        {"pilotis", &pilotis_net}, {"pylos", &pylos_net}, {"pyrga", &pyrga_net},
    };
    for (size_t i = 0; i < sizeof nets / sizeof nets[0]; i++)
        if (strcmp(g->id, nets[i].name) == 0 || strcmp(g->family, nets[i].name) == 0)
            return nets[i].net;
    fail_msg("%s has no network", g->id);
    return NULL;
}

/* What the search asks for: the mover's value, or each side's lead over the others. */
static void check_values(const Game *g, const Position *p, const uint16_t *active, int count)
{
    const NetInputs *inputs = g->search.net;
    const Net *net = net_of(g);
    int value[MAX_PLAYERS] = {0}, ours[MAX_PLAYERS], sum = 0;
    assert_int_equal(net->inputs, inputs->inputs);
    for (int i = 0; i < inputs->sides; i++)
        sum += value[i] = plain(net, inputs->head + i, active, count);
    if (inputs->sides == 1) {
        assert_int_equal(g->search.evaluate(p), value[0]);
        return;
    }
    assert_int_equal(inputs->sides, g->sides);
    g->search.evaluate_sides(p, ours);
    for (int i = 0; i < g->sides; i++)
        assert_int_equal(ours[(g->mover(p) + i) % g->sides],
                         between(value[i] - sum / g->sides, -EVALUATION_LIMIT, EVALUATION_LIMIT));
}

static void vectors_change_nothing(void **state)
{
    (void)state;
    uint64_t random = 99;
    int compared = 0;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        const NetInputs *inputs = g->search.net;
        if (!inputs)
            continue;
        MoveList list = {0};
        Position p;
        g->start(&p);
        for (int i = 0; i < POSITIONS; i++, compared++) {
            uint16_t active[NET_MOST_ACTIVE];
            int count = inputs->active(&p, active);
            assert_in_range(count, 1, NET_MOST_ACTIVE);
            for (int k = 0; k < count; k++)
                assert_in_range(active[k], 0, inputs->inputs - 1);
            check_values(g, &p, active, count);
            assert_true(movelist_fill(&list, g, &p));
            g->play(&p, list.move[next_random(&random) % list.count], &p);
            if (g->outcome(&p).over)
                g->start(&p);
        }
        movelist_free(&list);
    }
    assert_true(compared >= 5 * POSITIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
