/* What is made from the tables of a small board: puzzles with one winning move, and certificates that hold. */
#include "core/random.h"
#include "solve/certificate.h"
#include "solve/puzzles.h"

#include "certificate_bytes.h"
#include "small_table.h"

/* --- puzzles --- */

static bool check_puzzle(void *context, const TablebasePuzzle *p)
{
    Tablebase *t = context;
    Move moves[PLAIN_MOVES];
    size_t count = small.moves(&p->position, moves, PLAIN_MOVES);
    int winning = 0;
    assert_true(count >= PUZZLES_LEAST_MOVES && p->value.plies >= PUZZLES_LEAST_PLIES);
    for (size_t i = 0; i < count; i++) {
        Value v;
        assert_true(tablebase_move_value(t, &p->position, moves[i], &v));
        winning += value_wins(v);
        assert_int_equal(value_wins(v), moves[i] == p->move);
        assert_true(!value_wins(v) || v.plies == p->value.plies);
    }
    assert_int_equal(winning, 1);
    return true;
}

static bool stop_at_once(void *context, const TablebasePuzzle *p)
{
    *(TablebasePuzzle *)context = *p;
    return false;
}

static void puzzles_have_one_winning_move(void **state)
{
    const Fixture *f = *state;
    Message error = {0};
    Tablebase *t = tablebase_open(&small, f->folder, &error);
    assert_non_null(t);
    assert_int_equal(puzzles_draw(t, 1, 50, check_puzzle, t, &error), 50);
    TablebasePuzzle once, again, other;
    assert_int_equal(puzzles_draw(t, 7, 50, stop_at_once, &once, &error), 1);
    assert_int_equal(puzzles_draw(t, 7, 1, stop_at_once, &again, &error), 1);
    assert_int_equal(puzzles_draw(t, 8, 1, stop_at_once, &other, &error), 1);
    assert_true(position_equal(&once.position, &again.position));
    assert_false(position_equal(&once.position, &other.position));
    tablebase_close(t);
}

/* --- certificates --- */

static size_t write_hex(const Position *p, char out[POSITION_TEXT])
{
    return (size_t)snprintf(out, POSITION_TEXT, "%016jx", (uintmax_t)p->w[0]);
}

static bool read_hex(const char *text, Position *out, Message *error)
{
    (void)error;
    *out = (Position){{strtoull(text, NULL, 16)}};
    return true;
}

static size_t write_hex_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    return (size_t)snprintf(out, MOVE_TEXT, "%016jx", (uintmax_t)m);
}

/* Ignores the checksum: the checker itself must refuse. */
static bool certificate_holds(const Game *g, const Buffer *b, CertificateCheck *out)
{
    Message error = {0};
    bytes_mend(b->text, b->length);
    return bytes_check(g, b->text, b->length, out, &error);
}

/* Whether the moves, by their texts, can be played one after the other. */
static bool is_play(const Game *g, Position p, char *line)
{
    for (char *rest = line, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        Move legal[PLAIN_MOVES];
        char text[MOVE_TEXT] = "";
        size_t count = g->moves(&p, legal, PLAIN_MOVES), i = 0;
        for (; i < count; i++) {
            g->write_move(&p, legal[i], text);
            if (strcmp(text, word) == 0)
                break;
        }
        if (i == count)
            return false;
        g->play(&p, legal[i], &p);
    }
    return true;
}

typedef struct Made {
    int of[3];                      /* losses, draws, wins */
    int flipped[3], refused[3];     /* with one bit changed */
    uint64_t positions;             /* of wins and losses */
} Made;

static void flip_a_bit(const Game *g, const Position *p, Buffer *b, int value, Made *made)
{
    CertificateCheck k;
    size_t data = bytes_data(b->text, b->length);
    if (b->length == data)
        return;
    b->text[data] ^= 1;
    made->flipped[value]++;
    if (!certificate_holds(g, b, &k)) {
        made->refused[value]++;
        assert_true(is_play(g, *p, k.line));
    }
}

/* Certificates for some three hundred positions, for a checker with this much memory. */
static Made make_certificates(const Fixture *f, uint64_t memory)
{
    Game g = small;
    Message error = {0};
    Made made = {0};
    g.write_position = write_hex;
    g.read_position = read_hex;
    g.write_move = write_hex_move;
    Tablebase *t = tablebase_open(&g, f->folder, &error);
    assert_non_null(t);
    for (uint64_t number = 1; number < f->solution.size; number += 1 + f->solution.size / 300) {
        Position p;
        Buffer b = {0};
        Value v;
        CertificateCheck k;
        if (!small.index->unrank(f->state, number, &p))
            continue;
        assert_true(tablebase_value(t, &p, &v));
        assert_int_equal(certificate_make_from_tablebase(t, &p, memory, NULL, NULL, &b), CERTIFICATE_MADE);
        if (!certificate_holds(&g, &b, &k))
            fail_msg("%ju is worth %d: refused after %s", (uintmax_t)number, v.result, k.line);
        made.of[v.result + 1]++;
        if (v.result != 0) {
            assert_true(k.remembered <= memory);
            made.positions += k.positions;
        }
        flip_a_bit(&g, &p, &b, v.result + 1, &made);
        buffer_free(&b);
    }
    tablebase_close(t);
    return made;
}

/* The small game has wins, losses and draws by endless play, so that strategies of each kind are made. */
static void certificates_out_of_the_table_hold(void **state)
{
    Made made = make_certificates(*state, CERTIFICATE_MEMORY), forgetful = make_certificates(*state, 64);
    for (int i = 0; i < 3; i++) {
        assert_true(made.of[i] > 10);
        assert_true(made.refused[i] > made.flipped[i] / 4);
        assert_int_equal(forgetful.of[i], made.of[i]);
    }
    /* A checker that forgets has to look again, and finds the same. */
    assert_true(forgetful.positions > made.positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puzzles_have_one_winning_move),
        cmocka_unit_test(certificates_out_of_the_table_hold),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
