/* Positions of Dorix by their texts: legal moves, where they lead, and what is refused. */
#ifndef COLONNADE_TESTS_DORIX_PLAY_H
#define COLONNADE_TESTS_DORIX_PLAY_H

#include "games/dorix/dorix.h"
#include "games/dorix/dorix_rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 4096 };

static inline Position position(const Game *g, const char *text)
{
    Position p;
    Message error = {0};
    if (!g->read_position(text, &p, &error)) {
        char sentence[256];
        message_english(&error, sentence, sizeof sentence);
        fail_msg("%s: %s", text, sentence);
    }
    assert_null(g->check(&p));
    return p;
}

/* The legal moves' texts are exactly these, in any order; NULL ends them. */
static inline void assert_moves(const Game *g, const char *text, const char *const *expected)
{
    Position p = position(g, text);
    Move move[MOST];
    size_t n = g->moves(&p, move, MOST), wanted = 0;
    for (; expected[wanted]; wanted++) {
        Move read;
        Message error;
        assert_true(g->read_move(&p, expected[wanted], &read, &error));
        size_t i = 0;
        while (i < n && move[i] != read)
            i++;
        if (i == n)
            fail_msg("%s is not among the moves", expected[wanted]);
    }
    assert_int_equal(n, wanted);
    assert_int_equal(g->count(&p), wanted);
}
#define MOVES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* How many legal moves have a text with this beginning. */
static inline size_t moves_beginning(const Game *g, const char *text, const char *beginning)
{
    Position p = position(g, text);
    Move move[MOST];
    size_t n = g->moves(&p, move, MOST), found = 0;
    assert_int_equal(g->count(&p), n);
    for (size_t i = 0; i < n; i++) {
        char out[MOVE_TEXT];
        g->write_move(&p, move[i], out);
        found += strncmp(out, beginning, strlen(beginning)) == 0;
    }
    return found;
}

/* The move is legal, listed, written as it was read, and leads there. */
static inline void assert_leads(const Game *g, const char *from, const char *move_text, const char *to)
{
    Position p = position(g, from), q;
    Move m, move[MOST];
    Message error = {0};
    char out[POSITION_TEXT];
    if (!g->read_move(&p, move_text, &m, &error)) {
        message_english(&error, out, sizeof out);
        fail_msg("%s: %s", move_text, out);
    }
    size_t n = g->moves(&p, move, MOST), i = 0;
    while (i < n && move[i] != m)
        i++;
    assert_true(i < n);
    g->write_move(&p, m, out);
    assert_string_equal(out, move_text);
    g->play(&p, m, &q);
    assert_null(g->check(&q));
    g->write_position(&q, out);
    assert_string_equal(out, to);
}

static inline void assert_refused(const Game *g, const char *text, const char *move_text, const char *sentence)
{
    Position p = position(g, text);
    Move m;
    Message error = {0};
    char out[256];
    assert_false(g->read_move(&p, move_text, &m, &error));
    message_english(&error, out, sizeof out);
    assert_string_equal(out, sentence);
}

static inline void assert_bad_position(const Game *g, const char *text, const char *sentence)
{
    Position p;
    Message error = {0};
    char out[256];
    assert_false(g->read_position(text, &p, &error));
    message_english(&error, out, sizeof out);
    assert_string_equal(out, sentence);
}

static inline void assert_result(const Game *g, const char *text, const char *result)
{
    Position p = position(g, text);
    Outcome o = g->outcome(&p);
    Move move[MOST];
    assert_string_equal(game_result_text(g, o), result);
    assert_int_equal(o.reason, o.over ? DORIX_DIAGONAL_HELD : REASON_NONE);
    assert_int_equal(g->moves(&p, move, MOST) == 0, o.over);
    assert_int_equal(g->count(&p) == 0, o.over);
}

#endif
