/* The five Pylos rulesets as Game records, and what they share besides rules and text: the board, pieces, steps,
 * symmetries, the invariants. */
#include "games/pylos/pylos.h"

#include "core/grid.h"
#include "games/pylos/pylos_impl.h"
#include "games/pylos/pylos_index.h"
#include "games/pylos/pylos_rules.h"

/* Level L (from 1), column and row from 0: each level is shifted inwards by half a place. */
#define P(L, c, r, name) {name, 2 * (c) + (L) - 1, 2 * (r) + (L) - 1, L}
static const Place places[PYLOS_PLACES] = {
    P(1, 0, 0, "1a1"), P(1, 1, 0, "1b1"), P(1, 2, 0, "1c1"), P(1, 3, 0, "1d1"), P(1, 0, 1, "1a2"), P(1, 1, 1, "1b2"),
    P(1, 2, 1, "1c2"), P(1, 3, 1, "1d2"), P(1, 0, 2, "1a3"), P(1, 1, 2, "1b3"), P(1, 2, 2, "1c3"), P(1, 3, 2, "1d3"),
    P(1, 0, 3, "1a4"), P(1, 1, 3, "1b4"), P(1, 2, 3, "1c4"), P(1, 3, 3, "1d4"), P(2, 0, 0, "2a1"), P(2, 1, 0, "2b1"),
    P(2, 2, 0, "2c1"), P(2, 0, 1, "2a2"), P(2, 1, 1, "2b2"), P(2, 2, 1, "2c2"), P(2, 0, 2, "2a3"), P(2, 1, 2, "2b3"),
    P(2, 2, 2, "2c3"), P(3, 0, 0, "3a1"), P(3, 1, 0, "3b1"), P(3, 0, 1, "3a2"), P(3, 1, 1, "3b2"), P(4, 0, 0, "4a1"),
};
#undef P
/* A ball lies on four: the place of the same name one level below, and its neighbours to the east and north. */
#define FOUR(place, width) (UINT64_C(3) << (place) | UINT64_C(3) << ((place) + (width)))
static const uint64_t carriers[PYLOS_PLACES] = {
    [16] = FOUR(0, 4), FOUR(1, 4),  FOUR(2, 4),  FOUR(4, 4),  FOUR(5, 4),  FOUR(6, 4),  FOUR(8, 4),
    FOUR(9, 4),        FOUR(10, 4), FOUR(16, 3), FOUR(17, 3), FOUR(19, 3), FOUR(20, 3), FOUR(25, 2),
};
#undef FOUR
const Board pylos_board = {.places = PYLOS_PLACES,
                           .columns = 4,
                           .rows = 4,
                           .levels = PYLOS_LEVELS,
                           .place = places,
                           .carriers = carriers,
                           .hollow = true};

/* --- words --- */

static const Kind kinds[] = {{
    .id = "ball",
    .shape = SHAPE_BALL,
    .sign = SIGNS_OF_DISCS,
    .letter = LETTERS_OF_SEATS,
    .name = T("ball"),
    .one = T("one ball"),
    .many = T("{0} balls"),
    .coloured = {T("white ball"), T("black ball"), T("red ball"), T("green ball"), T("grey ball")},
}};

static int tell(const Position *p, Move m, Told out[MAX_TOLD])
{
    (void)p;
    int from = pylos_field(m, PYLOS_FROM), take = pylos_field(m, PYLOS_TAKE), take2 = pylos_field(m, PYLOS_TAKE2);
    bool raised = from != PYLOS_NONE;
    int hole = 1;
    if (raised)
        told_place(out, hole++, from);
    told_place(out, hole++, pylos_field(m, PYLOS_TO));
    if (take == PYLOS_NONE) {
        out->text = raised ? T("{0} raised a ball from {1} to {2}.") : T("{0} put a ball on {1}.");
        return 1;
    }
    out->text = raised ? T("{0} raised a ball from {1} to {2} and took back {3}.")
                       : T("{0} put a ball on {1} and took back {2}.");
    told_place(out, hole, take);
    if (take2 != PYLOS_NONE)
        told_place(out, hole, take2);
    return 1;
}

static int tell_end(const Position *p, Told out[MAX_TOLD])
{
    Outcome o = pylos_outcome(p);
    if (!o.over || o.reason != PYLOS_RESERVE_EMPTY)
        return 0;
    out->text = T("{0} has no ball left in reserve.");
    told_word(out, 0, o.winner == 0 ? T("Black") : T("White"));
    return 1;
}

/* --- front ends --- */

static int pieces(const Position *p, int place, Piece out[MAX_STACK])
{
    for (int seat = 0; seat < 2; seat++)
        if (pylos_balls(p->w[0], seat) >> place & 1) {
            out[0] = (Piece){.seat = (uint8_t)seat};
            return 1;
        }
    return 0;
}

static int reserve(const Position *p, int seat, int kind)
{
    (void)kind;
    return pylos_reserve(p->w[0], seat);
}

static uint64_t decided(const Position *p) { return (p->w[0] | p->w[0] >> 32) & PYLOS_TOP; }

/* [FROM] TO, and after a figure up to two TAKEs, with a STOP if there are fewer: so no path is the beginning of
 * another. */
static int steps(const Position *p, Move m, int path, Step out[MAX_STEPS])
{
    (void)p;
    int from = pylos_field(m, PYLOS_FROM), to = pylos_field(m, PYLOS_TO);
    int take = pylos_field(m, PYLOS_TAKE), take2 = pylos_field(m, PYLOS_TAKE2);
    bool either = take2 != PYLOS_NONE && take < take2;
    if (path < 0 || path > either)
        return 0;
    if (path == 1) {
        int first = take2;
        take2 = take;
        take = first;
    }
    int n = 0;
    if (from != PYLOS_NONE)
        out[n++] = (Step){STEP_FROM, (uint8_t)from};
    out[n++] = (Step){STEP_TO, (uint8_t)to};
    if (take != PYLOS_NONE)
        out[n++] = (Step){STEP_TAKE, (uint8_t)take};
    if (take2 != PYLOS_NONE)
        out[n++] = (Step){STEP_TAKE, (uint8_t)take2};
    else if (m & PYLOS_FIGURE)
        out[n++] = (Step){STEP_STOP, 0};
    return n;
}

/* --- symmetry --- */

/* Exchanges the bits of `low` with those `distance` higher, for both colours at once. */
static uint64_t exchange(uint64_t w, int distance, uint64_t low) { return grid_exchange(w, low | low << 32, distance); }

static void transform(const Position *p, int symmetry, Position *out)
{
    uint64_t w = p->w[0];
    if (symmetry & 4) { /* columns become rows: level 1 in blocks of two, the others place by place */
        w = exchange(w, 3, 0x0a0a);
        w = exchange(w, 6, 0x00cc);
        w = exchange(w, 2, 0x0220000);
        w = exchange(w, 4, 0x0040000);
        w = exchange(w, 1, 0x4000000);
    }
    if (symmetry & 1) { /* columns: neighbours on levels 1 and 3, then two apart on levels 1 and 2 */
        w = exchange(w, 1, 0xa005555);
        w = exchange(w, 2, 0x0493333);
    }
    if (symmetry & 2) { /* rows: neighbours, then two apart on level 1; levels 2 and 3 */
        w = exchange(w, 4, 0x0f0f);
        w = exchange(w, 8, 0x00ff);
        w = exchange(w, 6, 0x0070000);
        w = exchange(w, 2, 0x6000000);
    }
    *out = (Position){{w}};
}

/* --- tests --- */

static const char *check(const Position *p)
{
    uint64_t w = p->w[0], white = pylos_balls(w, 0), black = pylos_balls(w, 1);
    for (int i = 1; i < POSITION_WORDS; i++)
        if (p->w[i])
            return "an unused word is not zero";
    if (w & ~(PYLOS_ALL | PYLOS_ALL << 32 | PYLOS_BLACK_MOVES))
        return "a bit that isn't a place is set";
    if (white & black)
        return "two balls share a place";
    uint64_t all = pylos_widen(white | black);
    if (all & ~(pylos_carried(all) | PYLOS_WIDE_LEVEL1))
        return "a ball hangs in the air";
    if (pylos_bits(white) > PYLOS_BALLS || pylos_bits(black) > PYLOS_BALLS)
        return "a colour has more balls than it was given";
    return NULL;
}

/* --- the records --- */

/* Each usable place is on level 1, or rests on four with its own lower left one among them, which no two places
 * share: so there are at most 16, 9 of them above level 1. A ball comes from the reserve, or up from 14 places. Then
 * nothing is taken back, or one of 15 balls, or two in order. */
enum { MOST_MOVES = (16 + 14 * 9) * (1 + 15 + 15 * 14) };

#define RULESET(ruleset, name, ...)                                                                                    \
    const Game name = {                                                                                                \
        __VA_ARGS__,                                                                                                   \
        .family = "pylos",                                                                                             \
        .goal = T("Put the last ball on top of the pyramid."),                                                         \
        .minutes = {10, 10},                                                                                           \
        .players = 2,                                                                                                  \
        .sides = 2,                                                                                                    \
        .words = 1,                                                                                                    \
        .most_moves = MOST_MOVES,                                                                                      \
        .symmetries = GRID_SYMMETRIES,                                                                                 \
        .board = &pylos_board,                                                                                         \
        .kinds = 1,                                                                                                    \
        .kind = kinds,                                                                                                 \
        .question = {[STEP_FROM] = T("Place a ball, or raise one."),                                                   \
                     [STEP_TO] = T("Where does the ball go?"),                                                         \
                     [STEP_TAKE] = T("Take back which ball?")},                                                        \
        .choice = {[STEP_STOP] = T("take back no more")},                                                              \
        .may = {[STEP_TO] = T("A ball may go on {0}."), [STEP_FROM] = T("A ball may be raised from {0}.")},            \
        .reason = {T("top reached"), T("reserve empty")},                                                              \
        .tell = tell,                                                                                                  \
        .tell_end = tell_end,                                                                                          \
        .start = pylos_start,                                                                                          \
        .mover = pylos_mover,                                                                                          \
        .outcome = pylos_outcome,                                                                                      \
        .moves = pylos_moves_##ruleset,                                                                                \
        .count = pylos_count_##ruleset,                                                                                \
        .play = pylos_play,                                                                                            \
        .write_position = pylos_write_position,                                                                        \
        .read_position = pylos_read_position,                                                                          \
        .write_move = pylos_write_move,                                                                                \
        .read_move = pylos_read_move_##ruleset,                                                                        \
        .pieces = pieces,                                                                                              \
        .reserve = reserve,                                                                                            \
        .decided = decided,                                                                                            \
        .steps = steps,                                                                                                \
        .transform = transform,                                                                                        \
        .search.evaluate = pylos_judge_##ruleset,                                                                      \
        .search.doubt = 200,                                                                                           \
        .search.net = &pylos_net_##ruleset,                                                                            \
        .search.evaluation = SEARCH_FITTED(&pylos_evaluation_##ruleset),                                               \
        .search.order = pylos_order,                                                                                   \
        .search.key = pylos_key,                                                                                       \
        .search.quick_key = pylos_quick_key,                                                                           \
        .index = &pylos_index_##ruleset,                                                                               \
        .check = check,                                                                                                \
    }

RULESET(standard, pylos, .id = "pylos", .title = T("Pylos"), .search.flatters = 150);
/* Without take-backs, every turn adds a ball or raises one. */
RULESET(children, pylos_children, .id = "pylos-children", .title = T("Pylos, for children"), .never_repeats = true,
        .search.flatters = 30);
RULESET(expert, pylos_expert, .id = "pylos-expert", .title = T("Pylos, expert"), .search.flatters = 150);
RULESET(lenient, pylos_lenient, .id = "pylos-lenient", .title = T("Pylos, lenient"), .search.flatters = 150);
RULESET(expert_lenient, pylos_expert_lenient, .id = "pylos-expert-lenient", .title = T("Pylos, expert, lenient"),
        .search.flatters = 150);
