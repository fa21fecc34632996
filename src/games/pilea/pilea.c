/* The Pilea record: what front ends see of a position, and the steps of a move. */
#include "games/pilea/pilea.h"

#include "core/grid.h"
#include "games/pilea/pilea_index.h"
#include "games/pilea/pilea_rules.h"
#include "games/pilea/pilea_search.h"
#include "games/pilea/pilea_text.h"

static int mover(const Position *p) { return pilea_mover(p); }

static int pieces(const Position *p, int place, Piece out[MAX_STACK])
{
    int n = 0;
    uint32_t pile = pilea_pile(p, place);
    if (place == PILEA_CENTRE)
        while (n < PILEA_GREY)
            out[n++] = (Piece){.seat = NEUTRAL};
    for (int level = pilea_pile_height(pile) - 1; level >= 0; level--)
        out[n++] = (Piece){.seat = (uint8_t)(pile >> level & 1)};
    return n;
}

static int reserve(const Position *p, int seat, int kind)
{
    (void)kind;
    if (pilea_moving(p))
        return 0;
    return seat ? PILEA_CUBES - __builtin_popcount(pilea_black(p))
                : pilea_cubes(p) - PILEA_CUBES - __builtin_popcount(pilea_white(p));
}

static uint64_t decided(const Position *p) { return pilea_over(p) ? PILEA_CENTRE_BIT : 0; }

/* The order of captures is part of a move, so every move has one path. How many captures follow depends only on what
 * comes before them, so no path is the beginning of another. */
static int steps(const Position *p, Move m, int path, Step out[MAX_STEPS])
{
    if (path != 0)
        return 0;
    int n = 0, from = pilea_from(m), to = pilea_to(m);
    PileaKind kind = pilea_kind(m);
    if (kind == PILEA_PASS) {
        out[0] = (Step){STEP_PASS, 0};
        return 1;
    }
    if (kind != PILEA_PLACE)
        out[n++] = (Step){STEP_FROM, (uint8_t)from};
    out[n++] = (Step){STEP_TO, (uint8_t)to};
    if (kind != PILEA_PLACE && pilea_height(p, from) > 1 && (pilea_empty(p) >> to & 1))
        out[n++] = (Step){kind == PILEA_TOP ? STEP_TOP : STEP_WHOLE, 0};
    for (int i = 0; i < pilea_capture_count(m); i++) {
        out[n++] = (Step){STEP_CAPTURE, (uint8_t)pilea_capture(m, i)};
        out[n++] = (Step){STEP_DROP, (uint8_t)pilea_drop(m, i)};
    }
    return n;
}

/* --- words --- */

static const Kind kinds[] = {{
    .id = "cube",
    .shape = SHAPE_CUBE,
    .neutral = true,
    .sign = SIGNS_OF_BOXES,
    .letter = LETTERS_OF_SEATS,
    .name = T("cube"),
    .one = T("one cube"),
    .many = T("{0} cubes"),
    .coloured = {T("white cube"), T("black cube"), T("red cube"), T("green cube"), T("grey cube")},
}};

static const char *moved_words(const Position *p, Move m)
{
    Piece stack[MAX_STACK];
    if (pieces(p, pilea_from(m), stack) == 1)
        return T("{0} moved a cube from {1} to {2}.");
    bool choice = pilea_height(p, pilea_from(m)) > 1 && (pilea_empty(p) >> pilea_to(m) & 1);
    return choice && pilea_kind(m) != PILEA_TOP ? T("{0} moved the whole pile from {1} to {2}.")
                                                : T("{0} moved the top cube of {1} to {2}.");
}

static int tell(const Position *p, Move m, Told out[MAX_TOLD])
{
    PileaKind kind = pilea_kind(m);
    int n = 1;
    if (kind == PILEA_PASS) {
        out->text = T("{0} passed.");
        return 1;
    }
    if (kind == PILEA_PLACE) {
        out->text = T("{0} put a cube on {1}.");
        told_place(out, 1, pilea_to(m));
    } else {
        out->text = moved_words(p, m);
        told_place(out, 1, pilea_from(m));
        told_place(out, 2, pilea_to(m));
    }
    for (int i = 0; i < pilea_capture_count(m); i++, n++) {
        out[n].text = T("{0} captured the top cube of {1} and put it on {2}.");
        told_place(&out[n], 1, pilea_capture(m, i));
        told_place(&out[n], 2, pilea_drop(m, i));
    }
    return n;
}

/* Piles times four directions, whole or top, with three captures in any order. These leave seven places in use, so
 * each captured cube has at most 18 places to go to. */
#define MOST_MOVES(piles) ((piles) * 4 * 2 * 6 * 18 * 18 * 18)

#define RULES(begin, read, numbers, piles)                                                                             \
    .family = "pilea", .goal = T("Climb step by step onto the grey tower."), .minutes = {15, 15}, .players = 2,        \
    .sides = 2, .words = PILEA_WORDS, .never_repeats = false, .most_moves = MOST_MOVES(piles),                         \
    .symmetries = GRID_SYMMETRIES, .board = &grid5_board, .kinds = 1, .kind = kinds,                                   \
    .question = {[STEP_FROM] = T("Move which pile, or its top cube?"),                                                 \
                 [STEP_TO] = T("Where does the cube go?"),                                                             \
                 [STEP_DROP] = T("Captured! Where does the cube go?")},                                                \
    .may = {[STEP_TO] = T("A cube may go on {0}."), [STEP_FROM] = T("A cube or a pile may be moved from {0}.")},       \
    .reason = {T("centre reached")}, .tell = tell, .control = true, .heights = true, .stack = 4, .start = (begin),     \
    .mover = mover, .outcome = pilea_outcome, .moves = pilea_moves, .count = pilea_count, .play = pilea_play,          \
    .write_position = pilea_write_position, .read_position = (read), .write_move = pilea_write_move,                   \
    .read_move = pilea_read_move, .pieces = pieces, .reserve = reserve, .decided = decided, .steps = steps,            \
    .transform = pilea_transform, .index = (numbers), .check = pilea_check

const Game pilea = {
    .id = "pilea",
    .title = T("Pilea"),
    RULES(pilea_start, pilea_read_position, &pilea_index, 5),
    .search.evaluate = pilea_judge,
    .search.flatters = 45,
    .search.doubt = 200,
    .search.net = &pilea_net_inputs,
    .search.evaluation = SEARCH_FITTED(&pilea_evaluation),
    .search.slow_to_win = true,
    .search.order = pilea_order,
    .search.winning_move = pilea_winning_move,
    .search.key = pilea_key,
    .search.quick_key = pilea_quick_key,
};

const Game pilea_six_five = {
    .id = "pilea-6-5",
    .title = "Pilea 6-5",
    RULES(pilea_start_six_five, pilea_read_six_five, &pilea_index_six_five, 6),
};
