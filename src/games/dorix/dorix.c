/* The three Dorix rulesets: one implementation, parameterised by the number of players. */
#include "games/dorix/dorix.h"
#include "games/dorix/dorix_rules.h"
#include "games/dorix/dorix_search.h"
#include "core/grid.h"

static Outcome outcome(const Position *p, int players)
{
    int winner = dorix_winner(p, players);
    if (winner < 0)
        return (Outcome){0};
    return (Outcome){.over = true, .winner = (int8_t)winner, .reason = DORIX_DIAGONAL_HELD};
}

static const uint64_t diagonals[] = {0x8421, 0x1248, 0};

/* The diagonals that the winner holds. */
static uint64_t decided(const Position *p, int players)
{
    int winner = dorix_winner(p, players);
    if (winner < 0)
        return 0;
    uint64_t held = dorix_control(p, winner) | (players == 4 ? dorix_control(p, winner + 2) : 0), out = 0;
    for (const uint64_t *line = diagonals; *line; line++)
        if ((held & *line) == *line)
            out |= *line;
    return out;
}

static int pieces(const Position *p, int place, Piece out[MAX_STACK])
{
    int start = dorix_start_of(p, place), height = dorix_height(p, place);
    for (int i = 0; i < height; i++)
        out[i] = (Piece){.seat = (uint8_t)dorix_owner(p, start + i, MAX_PLAYERS)};
    return height;
}

static int mover(const Position *p) { return dorix_mover(p); }

static int reserve(const Position *p, int seat, int kind)
{
    (void)kind;
    return dorix_reserve(p, seat);
}

static int steps(const Position *p, Move m, int path, Step out[MAX_STEPS])
{
    (void)p;
    int n = 0;
    if (path > 0)
        return 0;
    if (m == DORIX_PASS) {
        out[n++] = (Step){.role = STEP_PASS};
        return n;
    }
    if (m & DORIX_LIFTED)
        out[n++] = (Step){.role = STEP_FROM, .value = (uint8_t)dorix_from(m)};
    out[n++] = (Step){.role = STEP_TO, .value = (uint8_t)dorix_to(m)};
    for (int fall = 0; fall < dorix_falls(m); fall++)
        out[n++] = (Step){.role = STEP_COLLAPSE, .value = (uint8_t)dorix_target(m, fall)};
    return n;
}

/* --- words --- */

static const Kind kinds[] = {{
    .id = "pawn",
    .shape = SHAPE_PAWN,
    .sign = SIGNS_OF_DISCS,
    .letter = LETTERS_OF_SEATS,
    .name = T("pawn"),
    .one = T("one pawn"),
    .many = T("{0} pawns"),
    .coloured = {T("white pawn"), T("black pawn"), T("red pawn"), T("green pawn"), T("grey pawn")},
}};

static int tell(const Position *p, Move m, Told out[MAX_TOLD])
{
    if (m == DORIX_PASS) {
        out->text = T("{0} passed.");
        return 1;
    }
    if (m & DORIX_LIFTED) {
        out->text = dorix_height(p, dorix_from(m)) > 1 ? T("{0} moved the top pawn of {1} to {2}.")
                                                       : T("{0} moved a pawn from {1} to {2}.");
        told_place(out, 1, dorix_from(m));
        told_place(out, 2, dorix_to(m));
    } else {
        out->text = T("{0} put a pawn on {1}.");
        told_place(out, 1, dorix_to(m));
    }
    if (dorix_falls(m) == 0)
        return 1;
    out[1].text = dorix_falls(m) == 1 ? T("The pile collapsed: a pawn went to {0}.")
                                      : T("The pile collapsed: its pawns went, from the top down, to {0}.");
    for (int fall = 0; fall < dorix_falls(m); fall++)
        told_place(&out[1], 0, dorix_target(m, fall));
    return 2;
}

/* The functions of the ruleset for N players that are not defined elsewhere. */
#define RULESET_FUNCTIONS(N)                                                                                           \
    static void start_##N(Position *out) { dorix_start(out, N); }                                                      \
    static Outcome outcome_##N(const Position *p) { return outcome(p, N); }                                            \
    static uint64_t decided_##N(const Position *p) { return decided(p, N); }                                           \
    static size_t write_position_##N(const Position *p, char out[POSITION_TEXT])                                       \
    {                                                                                                                  \
        return dorix_write_position(p, out, N);                                                                        \
    }                                                                                                                  \
    static bool read_position_##N(const char *text, Position *out, Message *error)                                     \
    {                                                                                                                  \
        return dorix_read_position(text, out, error, N);                                                               \
    }                                                                                                                  \
    static bool read_move_##N(const Position *p, const char *text, Move *out, Message *error)                          \
    {                                                                                                                  \
        return dorix_read_move(p, text, out, error, N);                                                                \
    }                                                                                                                  \
    static const char *check_##N(const Position *p) { return dorix_check(p, N); }

RULESET_FUNCTIONS(2)
RULESET_FUNCTIONS(3)
RULESET_FUNCTIONS(4)

/* From 16 places to 16; four falling pawns have at most 24 orders. */
enum { MOST_MOVES = 16 * 16 * 24 };

#define RULESET(N)                                                                                                     \
    .family = "dorix", .goal = T("Hold a long diagonal while high piles collapse."), .minutes = {5, 20}, .players = N, \
    .words = DORIX_WORDS, .most_moves = MOST_MOVES, .symmetries = GRID_SYMMETRIES, .board = &grid4_board, .kinds = 1,  \
    .kind = kinds, .tell = tell, .control = true, .heights = true, .stack = 6, .reason = {T("diagonal held")},         \
    .question = {[STEP_COLLAPSE] = T("The pile collapses: where does the next pawn go?"),                              \
                 [STEP_FROM] = T("Move the top pawn of which pile?"),                                                  \
                 [STEP_TO] = T("Where does the pawn go?")},                                                            \
    .may = {[STEP_TO] = T("A pawn may go on {0}."), [STEP_FROM] = T("A pawn may be moved from {0}.")},                 \
    .start = start_##N, .mover = mover, .outcome = outcome_##N, .moves = dorix_##N##_moves,                            \
    .count = dorix_##N##_count, .pick = dorix_##N##_pick, .play = dorix_##N##_play,                                    \
    .write_position = write_position_##N, .read_position = read_position_##N, .write_move = dorix_write_move,          \
    .read_move = read_move_##N, .pieces = pieces, .reserve = reserve, .decided = decided_##N, .lines = diagonals,      \
    .steps = steps, .transform = dorix_transform, .search.order = dorix_##N##_order,                                   \
    .search.winning_move = dorix_##N##_winning_move, .search.key = dorix_##N##_key,                                    \
    .search.distinct = dorix_##N##_distinct, .check = check_##N
#define TWO_SIDES(N)                                                                                                   \
    .search.evaluate = dorix_##N##_judge, .search.evaluation = SEARCH_FITTED(&dorix_##N##_evaluation),                 \
    .search.net = &dorix_##N##_net, .search.doubt = 200, .search.quick_key = dorix_##N##_quick_key

const Game dorix = {.id = "dorix", .title = T("Dorix"), .sides = 2, RULESET(2), TWO_SIDES(2)};
const Game dorix_3 = {.id = "dorix-3",
                      .title = T("Dorix, three players"),
                      .sides = 3,
                      RULESET(3),
                      .search.evaluate_sides = dorix_3_judge_sides,
                      .search.linear_sides = SEARCH_FITTED(dorix_3_linear_sides),
                      .search.net = &dorix_3_net_inputs};
const Game dorix_4 = {.id = "dorix-4", .title = T("Dorix, two teams"), .sides = 2, RULESET(4), TWO_SIDES(4)};
