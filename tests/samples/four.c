/* Four in a row in space: see four.h.
 *
 * A position is two words, the places of White's and of Black's cubes as bits: place = 16 × level + 4 × row +
 * column, all from 0. White moves when both have the same number of cubes. A cube never hangs in the air, and the
 * player to move never has four in a row already. A move is the place of the new cube, plus 1. */
#include "samples/four.h"

#include "core/grid.h"

#include <string.h>

enum { SIDE = 4, LAYER = SIDE * SIDE, PLACES = LAYER * SIDE, CUBES = PLACES / 2 };
enum { REASON_FOUR = REASON_OWN, REASON_FULL };

#define P(l, c, r, name) {name, 2 * (c), 2 * (r), l}
#define ROW(l, r, level, row)                                                                                          \
    P(l, 0, r, level "a" row), P(l, 1, r, level "b" row), P(l, 2, r, level "c" row), P(l, 3, r, level "d" row)
#define LEVEL(l, level) ROW(l, 0, level, "1"), ROW(l, 1, level, "2"), ROW(l, 2, level, "3"), ROW(l, 3, level, "4")
static const Place places[PLACES] = {LEVEL(1, "1"), LEVEL(2, "2"), LEVEL(3, "3"), LEVEL(4, "4")};

/* The place right below. */
#define ON(p)     UINT64_C(1) << (p)
#define ONS(p)    ON(p), ON(p + 1), ON(p + 2), ON(p + 3)
#define ON_ALL(p) ONS(p), ONS(p + 4), ONS(p + 8), ONS(p + 12)
static const uint64_t carriers[PLACES] = {[LAYER] = ON_ALL(0), ON_ALL(16), ON_ALL(32)};
static const Board board = {
    .places = PLACES, .columns = SIDE, .rows = SIDE, .levels = SIDE, .place = places, .carriers = carriers};

/* --- position --- */

static void start(Position *out) { *out = (Position){0}; }

static uint64_t all(const Position *p) { return p->w[0] | p->w[1]; }

static int mover(const Position *p) { return __builtin_popcountll(all(p)) & 1; }

/* --- rules --- */

/* The places of the first row of four that `cubes` has in a direction; 0: none. */
static uint64_t row_along(uint64_t cubes, int dx, int dy, int dz)
{
    for (int place = 0; place < PLACES; place++) {
        uint64_t row = 0;
        int x = place % SIDE, y = place / SIDE % SIDE, z = place / LAYER, n = 0;
        for (; n < SIDE && x >= 0 && x < SIDE && y >= 0 && y < SIDE && z < SIDE; n++, x += dx, y += dy, z += dz)
            row |= UINT64_C(1) << (z * LAYER + y * SIDE + x);
        if (n == SIDE && (cubes & row) == row)
            return row;
    }
    return 0;
}

/* The thirteen directions: those of a cube's 26 neighbours that come later in place order. */
static uint64_t row_of_four(uint64_t cubes)
{
    for (int way = 14; way < 27; way++) {
        uint64_t row = row_along(cubes, way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1);
        if (row)
            return row;
    }
    return 0;
}

static Outcome outcome(const Position *p)
{
    int last = !mover(p);
    if (row_of_four(p->w[last]))
        return (Outcome){.over = true, .winner = (int8_t)last, .reason = REASON_FOUR};
    if (all(p) == UINT64_MAX)
        return (Outcome){.over = true, .winner = DRAW, .reason = REASON_FULL};
    return (Outcome){0};
}

static uint64_t usable(const Position *p)
{
    uint64_t taken = all(p), carried = taken << LAYER | ((UINT64_C(1) << LAYER) - 1);
    return row_of_four(p->w[!mover(p)]) ? 0 : carried & ~taken;
}

static size_t moves(const Position *p, Move *out, size_t capacity)
{
    size_t n = 0;
    for (uint64_t left = usable(p); left; left &= left - 1, n++)
        if (n < capacity)
            out[n] = (Move)__builtin_ctzll(left) + 1;
    return n;
}

static void play(const Position *p, Move m, Position *out)
{
    Position next = *p;
    next.w[mover(p)] |= UINT64_C(1) << (m - 1);
    *out = next;
}

/* --- text: levels from below, `|` between them, rows from the top down, `.` an empty place --- */

static size_t write_position(const Position *p, char out[POSITION_TEXT])
{
    char *c = out;
    for (int level = 0; level < SIDE; level++)
        for (int row = SIDE - 1; row >= 0; row--) {
            if (level + (SIDE - 1 - row) > 0)
                *c++ = row == SIDE - 1 ? '|' : '/';
            for (int column = 0; column < SIDE; column++) {
                int place = level * LAYER + row * SIDE + column;
                *c++ = p->w[0] >> place & 1 ? 'w' : p->w[1] >> place & 1 ? 'b' : '.';
            }
        }
    *c++ = ' ';
    *c++ = game_seat_letter(mover(p));
    *c = '\0';
    return (size_t)(c - out);
}

static bool read_cube(const char *text, size_t at, Position *p, int place, Message *error)
{
    if (text[at] == '.')
        return true;
    if (text[at] != 'w' && text[at] != 'b')
        return message_set(error, at + 1, T("a place is expected here: w, b or ."), 0);
    if (place >= LAYER && !(all(p) >> (place - LAYER) & 1))
        return message_set(error, at + 1, T("this cube hangs in the air"), 0);
    p->w[text[at] == 'b'] |= UINT64_C(1) << place;
    return true;
}

static bool read_position(const char *text, Position *out, Message *error)
{
    Position p = {0};
    size_t at = 0;
    int seat;
    for (int level = 0; level < SIDE; level++)
        for (int row = SIDE - 1; row >= 0; row--) {
            if (level + (SIDE - 1 - row) > 0 && text[at++] != (row == SIDE - 1 ? '|' : '/'))
                return message_set(error, at, T("the row or the level has another length"), 0);
            for (int column = 0; column < SIDE; column++, at++)
                if (!read_cube(text, at, &p, level * LAYER + row * SIDE + column, error))
                    return false;
        }
    size_t here = at;
    if (!text_read_mover(text, &at, 2, &seat, error) || !text_read_end(text, at, error))
        return false;
    int more = __builtin_popcountll(p.w[0]) - __builtin_popcountll(p.w[1]);
    if (more != seat)
        return message_set(error, here + 2, T("the number of cubes does not fit the player to move"), 0);
    if (row_of_four(p.w[seat]))
        return message_set(error, here + 2, T("the player to move has four in a row already"), 0);
    *out = p;
    return true;
}

static size_t write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    memcpy(out, places[m - 1].label, 4);
    return 3;
}

static bool read_move(const Position *p, const char *text, Move *out, Message *error)
{
    size_t at = 1;
    int place;
    if (text[0] < '1' || text[0] > '0' + SIDE)
        return message_set(error, 1, T("a level is expected here, from 1 to 4"), 0);
    if (!grid_read_place(text, &at, SIDE, &place, error) || !text_read_end(text, at, error))
        return false;
    place += (text[0] - '1') * LAYER;
    if (row_of_four(p->w[!mover(p)]))
        return message_set(error, 0, T("the game is over"), 0);
    if (all(p) >> place & 1)
        return message_set(error, 1, T("this place is taken"), 0);
    if (!(usable(p) >> place & 1))
        return message_set(error, 1, T("nothing carries this place yet"), 0);
    *out = (Move)place + 1;
    return true;
}

/* --- front ends --- */

static int pieces(const Position *p, int place, Piece out[MAX_STACK])
{
    out[0] = (Piece){.seat = p->w[1] >> place & 1};
    return (int)(all(p) >> place & 1);
}

static int reserve(const Position *p, int seat, int kind)
{
    (void)kind;
    return CUBES - __builtin_popcountll(p->w[seat]);
}

static uint64_t decided(const Position *p) { return row_of_four(p->w[!mover(p)]); }

static int steps(const Position *p, Move m, int path, Step out[MAX_STEPS])
{
    (void)p;
    out[0] = (Step){STEP_TO, (uint8_t)(m - 1)};
    return path == 0;
}

static const Kind kinds[] = {{
    .id = "cube",
    .shape = SHAPE_CUBE,
    .sign = SIGNS_OF_BOXES,
    .letter = LETTERS_OF_SEATS,
    .name = T("cube"),
    .one = T("one cube"),
    .many = T("{0} cubes"),
    .coloured = {T("white cube"), T("black cube")},
}};

static int tell(const Position *p, Move m, Told out[MAX_TOLD])
{
    Position after;
    out->text = T("{0} put a cube on {1}.");
    told_place(out, 1, (int)m - 1);
    play(p, m, &after);
    uint64_t row = decided(&after);
    if (!row)
        return 1;
    out[1].text = T("That makes four in a row: {0}.");
    for (; row; row &= row - 1)
        told_place(&out[1], 0, __builtin_ctzll(row));
    return 2;
}

/* --- symmetry: the square seen from above --- */

static int turned(int place, int symmetry)
{
    return place / LAYER * LAYER + grid_turn_place(SIDE, symmetry, place % LAYER);
}

static void transform(const Position *p, int symmetry, Position *out)
{
    *out = (Position){0};
    for (int place = 0; place < PLACES; place++)
        for (int seat = 0; seat < 2; seat++)
            out->w[seat] |= (p->w[seat] >> place & 1) << turned(place, symmetry);
}

/* --- tests --- */

static const char *check(const Position *p)
{
    uint64_t taken = all(p);
    if (p->w[0] & p->w[1])
        return "two cubes share a place";
    if (taken >> LAYER & ~taken)
        return "a cube hangs in the air";
    if (__builtin_popcountll(p->w[0]) - __builtin_popcountll(p->w[1]) != mover(p))
        return "the number of cubes does not fit the mover";
    return row_of_four(p->w[mover(p)]) ? "the player to move has won already" : NULL;
}

const Game four_in_space = {
    .id = "four-in-space",
    .title = T("Four in a row in space"),
    .family = "four-in-space",
    .players = 2,
    .sides = 2,
    .words = 2,
    .never_repeats = true,
    .symmetries = GRID_SYMMETRIES,
    .board = &board,
    .kinds = 1,
    .kind = kinds,
    .reason = {T("four in a row"), T("board full")},
    .may = {[STEP_TO] = T("A cube may go on {0}.")},
    .tell = tell,
    .start = start,
    .mover = mover,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .write_position = write_position,
    .read_position = read_position,
    .write_move = write_move,
    .read_move = read_move,
    .pieces = pieces,
    .reserve = reserve,
    .decided = decided,
    .steps = steps,
    .transform = transform,
    .check = check,
};
