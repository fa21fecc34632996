/* Pyrga and Pilotis: the two records, what front ends see, symmetry and the check. */
#include "games/pyrga/pyrga.h"

#include "core/grid.h"
#include "games/pyrga/pyrga_evaluate.h"
#include "games/pyrga/pyrga_rules.h"
#include "games/pyrga/pyrga_search.h"
#include "games/pyrga/pyrga_text.h"

/* --- words --- */

static const Kind kinds[] = {
    {.id = "square",
     .shape = SHAPE_SQUARE,
     .sign = SIGNS_OF_BOXES,
     .letter = {"S", "s", "r", "g", "x"},
     .name = T("square"),
     .one = T("one square"),
     .many = T("{0} squares"),
     .coloured = {T("white square"), T("black square"), T("red square"), T("green square"), T("grey square")},
     .may_go = T("A square may go on {0}.")},
    {.id = "triangle",
     .shape = SHAPE_TRIANGLE,
     .supply = 1,
     .sign = SIGNS_OF_TRIANGLES,
     .letter = {"T", "t", "r", "g", "x"},
     .name = T("triangle"),
     .one = T("one triangle"),
     .many = T("{0} triangles"),
     .coloured = {T("white triangle"), T("black triangle"), T("red triangle"), T("green triangle"), T("grey triangle")},
     .may_go = T("A triangle may go on {0}.")},
    {.id = "round",
     .shape = SHAPE_ROUND,
     .supply = 2,
     .sign = SIGNS_OF_DISCS,
     .letter = {"C", "c", "r", "g", "x"},
     .name = T("round piece"),
     .one = T("one round piece"),
     .many = T("{0} round pieces"),
     .coloured = {T("white round piece"), T("black round piece"), T("red round piece"), T("green round piece"),
                  T("grey round piece")},
     .may_go = T("A round piece may go on {0}.")},
};

static int tell(const Position *p, Move m, Told out[MAX_TOLD])
{
    static const char *const put[] = {T("{0} put a square on {1}."), T("{0} put a triangle on {1}."),
                                      T("{0} put a round piece on {1}.")};
    static const char *const pointing[] = {
        "", T("{0} put a triangle on {1}, pointing north."), T("{0} put a triangle on {1}, pointing east."),
        T("{0} put a triangle on {1}, pointing south."), T("{0} put a triangle on {1}, pointing west.")};
    (void)p;
    int kind = pyrga_rules_kind(m);
    out->text = kind == KIND_TRIANGLE ? pointing[pyrga_rules_direction(m)] : put[kind - KIND_SQUARE];
    told_place(out, 1, pyrga_rules_place(m));
    return 1;
}

static int tell_count(const Position *p, Told out[MAX_TOLD])
{
    static const char *const name[] = {T("White"), T("Black")};
    for (int seat = WHITE; seat <= BLACK; seat++) {
        PyrgaTally t = pyrga_rules_tally(p, seat);
        out[seat].text = T("{0}: towers {1}, pairs {2}, singles {3}.");
        told_word(&out[seat], 0, name[seat]);
        told_number(&out[seat], 1, t.towers);
        told_number(&out[seat], 2, t.pairs);
        told_number(&out[seat], 3, t.singles);
    }
    return 2;
}

static int tell_end(const Position *p, Told out[MAX_TOLD])
{
    Outcome o = pyrga_rules_outcome(p);
    return o.over && o.reason == PYRGA_COUNTED ? tell_count(p, out) : 0;
}

static int tell_end_pilotis(const Position *p, Told out[MAX_TOLD])
{
    Outcome o = pyrga_rules_outcome_pilotis(p);
    if (o.over && o.reason == PYRGA_COUNTED)
        return tell_count(p, out);
    if (!o.over || o.reason != PYRGA_NO_PLACE_LEFT)
        return 0;
    out->text = T("{0} has pieces left and no place for them.");
    told_word(out, 0, o.winner == WHITE ? T("Black") : T("White"));
    return 1;
}

/* --- rules --- */

static void start(Position *out) { *out = (Position){0}; }

static int mover(const Position *p) { return pyrga_rules_mover(p); }

static uint64_t count(const Position *p) { return pyrga_rules_count(p); }

static void play(const Position *p, Move m, Position *out) { pyrga_rules_play(p, m, out); }

/* --- front ends --- */

static int pieces(const Position *p, int place, Piece out[MAX_STACK])
{
    int n = 0;
    Move last = pyrga_rules_last(p);
    for (int kind = KIND_SQUARE; kind <= KIND_ROUND; kind++)
        for (int seat = WHITE; seat <= BLACK; seat++) {
            Move m = pyrga_rules_move(kind, place, DIRECTION_NONE);
            if (!(p->w[seat] & pyrga_rules_bit(m)))
                continue;
            bool is_last = pyrga_rules_bit(last) == pyrga_rules_bit(m);
            out[n++] = (Piece){.kind = (uint8_t)(kind - KIND_SQUARE),
                               .seat = (uint8_t)seat,
                               .direction = is_last ? (uint8_t)pyrga_rules_direction(last) : DIRECTION_NONE};
        }
    return n;
}

/* Only complete towers count for anyone (PYR-5). */
static int owner(const Position *p, int place)
{
    Piece tower[MAX_STACK];
    int height = pieces(p, place, tower), black = 0;
    for (int i = 0; i < height; i++)
        black += tower[i].seat;
    return height < 3 ? NEUTRAL : black > 1;
}

static int reserve(const Position *p, int seat, int kind) { return pyrga_rules_left(p->w[seat], KIND_SQUARE + kind); }

/* The winner's towers, whether there are three of them or they were counted. */
static uint64_t decided(const Position *p)
{
    Outcome o = pyrga_rules_outcome(p);
    uint64_t out = 0;
    for (int place = 0; o.over && o.winner != DRAW && place < grid4_board.places; place++)
        if (owner(p, place) == o.winner)
            out |= UINT64_C(1) << place;
    return out;
}

/* Only for three towers: whoever cannot move loses, whatever is on the board. */
static uint64_t decided_pilotis(const Position *p)
{
    return pyrga_rules_outcome_pilotis(p).reason == PYRGA_THREE_TOWERS ? decided(p) : 0;
}

static int steps(const Position *p, Move m, int path, Step out[MAX_STEPS])
{
    (void)p;
    if (path > 0)
        return 0;
    out[0] = (Step){STEP_KIND, (uint8_t)(pyrga_rules_kind(m) - KIND_SQUARE)};
    out[1] = (Step){STEP_TO, (uint8_t)pyrga_rules_place(m)};
    if (pyrga_rules_kind(m) != KIND_TRIANGLE)
        return 2;
    out[2] = (Step){STEP_DIRECTION, (uint8_t)pyrga_rules_direction(m)};
    return 3;
}

/* --- symmetry: grid_turn, on the three kinds' boards at once --- */

static Move turn_move(Move m, int symmetry)
{
    int place = pyrga_rules_place(m), column = place & 3, row = place >> 2;
    grid_turn(4, symmetry, &column, &row);
    return pyrga_rules_move(pyrga_rules_kind(m), row * 4 + column,
                            grid_turn_direction(symmetry, pyrga_rules_direction(m)));
}

static void transform(const Position *p, int symmetry, Position *out)
{
    Move last = pyrga_rules_last(p);
    uint64_t turned = last ? turn_move(last, symmetry) : 0;
    *out = (Position){.w = {grid4_turn_sets(p->w[WHITE], symmetry), grid4_turn_sets(p->w[BLACK], symmetry),
                            turned | (uint64_t)pyrga_rules_mover(p) << PYRGA_MOVER_SHIFT}};
}

/* --- tests --- */

static const char *check(const Position *p)
{
    for (int i = PYRGA_WORDS; i < POSITION_WORDS; i++)
        if (p->w[i])
            return "an unused word is not zero";
    if ((p->w[WHITE] | p->w[BLACK]) & PYRGA_ALL)
        return "a piece has no kind";
    if (p->w[WHITE] & p->w[BLACK])
        return "a place has two pieces of one kind";
    for (int kind = KIND_SQUARE; kind <= KIND_ROUND; kind++)
        if (pyrga_rules_left(p->w[WHITE], kind) < 0 || pyrga_rules_left(p->w[BLACK], kind) < 0)
            return "a player has more than five pieces of one kind";
    int white = __builtin_popcountll(p->w[WHITE]), black = __builtin_popcountll(p->w[BLACK]);
    if (p->w[PYRGA_LAST] >> PYRGA_MOVER_SHIFT > BLACK || white - black != pyrga_rules_mover(p))
        return "the number of pieces does not fit the mover";
    if (pyrga_rules_towers(p, WHITE) >= PYRGA_TOWERS && pyrga_rules_towers(p, BLACK) >= PYRGA_TOWERS)
        return "both players have three towers";
    Move last = pyrga_rules_last(p);
    if (!last != !(white + black))
        return "there is a last piece exactly when the board is not empty";
    if (last && !(p->w[!pyrga_rules_mover(p)] & pyrga_rules_bit(last)))
        return "the last piece is not one of the opponent's on the board";
    if (last && !pyrga_rules_reach[last])
        return "the last piece has an impossible direction";
    return NULL;
}

/* clang-format off */
#define SHARED                                                                                      \
    .players = 2, .sides = 2, .words = PYRGA_WORDS, .never_repeats = true,                          \
    .most_moves = PYRGA_MOVES, .symmetries = GRID_SYMMETRIES, .board = &grid4_board,                \
    .held = T("towers {0} of 3"),                                                                   \
    .reason = {T("three towers"), T("counted"), T("no place left")},                                \
    .kinds = 3, .kind = kinds, .tell = tell, .control = true, .stack = 3, .tapers = true, .unordered = true, \
    .start = start, .mover = mover, .moves = pyrga_rules_moves, .count = count, .play = play,       \
    .write_position = pyrga_text_write_position, .read_position = pyrga_text_read_position,         \
    .write_move = pyrga_text_write_move, .read_move = pyrga_text_read_move,                         \
    .pieces = pieces, .owner = owner, .reserve = reserve, .steps = steps, .constraint = pyrga_text_constraint, \
    .transform = transform, .check = check,                                                         \
    .search.short_of_choice = true, .search.evaluation = SEARCH_FITTED(&pyrga_evaluation), .search.net = &pyrga_net_inputs, .search.order = pyrga_order, \
    .search.winning_move = pyrga_search_winning_move, .search.key = pyrga_search_key
/* clang-format on */

const Game pyrga = {
    .id = "pyrga",
    .title = T("Pyrga"),
    .family = "pyrga",
    .goal = T("Hold three towers. Pieces say where to build."),
    .minutes = {10, 10},
    SHARED,
    .outcome = pyrga_rules_outcome,
    .tell_end = tell_end,
    .decided = decided,
    .search.evaluate = pyrga_judge,
    .search.flatters = 30,
    .search.doubt = 200,
    .search.glance = pyrga_search_glance,
};

const Game pilotis = {
    .id = "pilotis",
    .title = T("Pilotis"),
    .family = "pilotis",
    .goal = T("Three towers, but whoever cannot play loses."),
    .minutes = {10, 10},
    SHARED,
    .outcome = pyrga_rules_outcome_pilotis,
    .tell_end = tell_end_pilotis,
    .decided = decided_pilotis,
    .search.evaluate = pilotis_judge,
    .search.flatters = 30,
    .search.doubt = 200,
    .search.glance = pyrga_search_glance_pilotis,
};
