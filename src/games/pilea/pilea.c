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
            out[n++] = (Piece){.kind = PIECE_CUBE, .seat = NEUTRAL};
    for (int level = pilea_pile_height(pile) - 1; level >= 0; level--)
        out[n++] = (Piece){.kind = PIECE_CUBE, .seat = (uint8_t)(pile >> level & 1)};
    return n;
}

static int reserve(const Position *p, int seat, int kind)
{
    (void)kind;
    if (pilea_moving(p))
        return 0;
    return PILEA_CUBES - __builtin_popcount(seat ? pilea_black(p) : pilea_white(p));
}

/* The order of captures is part of a move, so every move has one path. How many
 * captures follow depends only on what comes before them: no path begins another. */
static uint32_t decided(const Position *p) { return pilea_over(p) ? PILEA_CENTRE_BIT : 0; }

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

const Game pilea = {
    .id = "pilea",
    .title = "Pilea",
    .family = "pilea",
    .players = 2,
    .sides = 2,
    .words = PILEA_WORDS,
    .never_repeats = false,
    .symmetries = GRID_SYMMETRIES,
    .board = &grid5_board,
    .kinds = 1,
    .kind = {PIECE_CUBE},
    .start = pilea_start,
    .mover = mover,
    .outcome = pilea_outcome,
    .moves = pilea_moves,
    .count = pilea_count,
    .play = pilea_play,
    .write_position = pilea_write_position,
    .read_position = pilea_read_position,
    .write_move = pilea_write_move,
    .read_move = pilea_read_move,
    .pieces = pieces,
    .reserve = reserve,
    .decided = decided,
    .steps = steps,
    .transform = pilea_transform,
    .transform_move = pilea_transform_move,
    .search.evaluate = pilea_evaluate,
    .search.evaluation = &pilea_evaluation,
    .search.levels = pilea_levels,
    .search.order = pilea_order,
    .search.winning_move = pilea_winning_move,
    .search.key = pilea_key,
    .index = &pilea_index,
    .check = pilea_check,
};
