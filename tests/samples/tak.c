/* A small Tak: see tak.h.
 *
 * A position is five words, 32 bits per place: the low 24 are a leading 1 followed by the owners of the stones
 * from bottom to top (1 is Black), so that an empty place is 1; WALL says that the topmost stone stands. The
 * mover's seat follows the ninth place. A move holds its parts in fields of four bits, see `field`. */
#include "samples/tak.h"

#include "core/grid.h"

#include <stdio.h>
#include <string.h>

enum { SIDE = 3, PLACES = SIDE * SIDE, STONES = 10, CARRY = SIDE, WORDS = 5, REASON_ROAD = REASON_OWN, REASON_FLATS };
enum { FLAT, STANDING };    /* kinds */
#define WALL   (UINT32_C(1) << 24)
#define OWNERS (WALL - 1)

static const Place places[PLACES] = {{"a1", 0, 0, 1}, {"b1", 2, 0, 1}, {"c1", 4, 0, 1},
                                     {"a2", 0, 2, 1}, {"b2", 2, 2, 1}, {"c2", 4, 2, 1},
                                     {"a3", 0, 4, 1}, {"b3", 2, 4, 1}, {"c3", 4, 4, 1}};
static const Board board = {.places = PLACES, .columns = SIDE, .rows = SIDE, .levels = 1, .place = places};

/* --- position --- */

static uint32_t slot(const Position *p, int i) { return (uint32_t)(p->w[i / 2] >> (i % 2 * 32)); }

static void set_slot(Position *p, int i, uint32_t value)
{
    p->w[i / 2] = (p->w[i / 2] & ~(UINT64_C(0xffffffff) << (i % 2 * 32))) | (uint64_t)value << (i % 2 * 32);
}

static int mover(const Position *p) { return (int)slot(p, PLACES); }

static int height(const Position *p, int place) { return 31 - __builtin_clz(slot(p, place) & OWNERS); }

static bool walled(const Position *p, int place) { return slot(p, place) & WALL; }

/* The owner of the topmost stone; -1: there is none. */
static int top(const Position *p, int place) { return height(p, place) ? (int)(slot(p, place) & 1) : -1; }

static void add_stone(Position *p, int place, int seat, bool stands)
{
    set_slot(p, place, slot(p, place) << 1 | (uint32_t)seat | (stands ? WALL : 0));
}

static int on_board(const Position *p, int seat)
{
    int n = 0;
    for (int i = 0; i < PLACES; i++) {
        int black = __builtin_popcount(slot(p, i) & OWNERS) - 1;
        n += seat ? black : height(p, i) - black;
    }
    return n;
}

static void start(Position *out)
{
    *out = (Position){0};
    for (int i = 0; i < PLACES; i++)
        set_slot(out, i, 1);
}

/* --- the end --- */

/* Places whose top is a flat stone of `seat`, as bits. */
static unsigned flats(const Position *p, int seat)
{
    unsigned set = 0;
    for (int i = 0; i < PLACES; i++)
        if (top(p, i) == seat && !walled(p, i))
            set |= 1u << i;
    return set;
}

/* The part of `set` that is connected to `seed`. */
static unsigned joined(unsigned set, unsigned seed)
{
    for (unsigned before = 0; seed &= set, before != seed;) {
        before = seed;
        for (int i = 0; i < PLACES; i++)
            for (Direction d = NORTH; (before >> i & 1) && d <= WEST; d++) {
                int next = grid_neighbour(SIDE, i, d);
                seed |= next < 0 ? 0 : 1u << next;
            }
    }
    return seed;
}

/* A road of `seat`, as places; 0: there is none. */
static unsigned road(const Position *p, int seat)
{
    enum { SOUTH_EDGE = 0007, NORTH_EDGE = 0700, WEST_EDGE = 0111, EAST_EDGE = 0444 };
    unsigned set = flats(p, seat), up = joined(set, SOUTH_EDGE), along = joined(set, WEST_EDGE);
    return up & NORTH_EDGE ? up : along & EAST_EDGE ? along : 0;
}

static Outcome outcome(const Position *p)
{
    int last = !mover(p), full = 1;
    for (int i = 0; i < PLACES; i++)
        full &= height(p, i) > 0;
    for (int k = 0; k < 2; k++)
        if (road(p, last ^ k))
            return (Outcome){.over = true, .winner = (int8_t)(last ^ k), .reason = REASON_ROAD};
    if (!full && on_board(p, 0) < STONES && on_board(p, 1) < STONES)
        return (Outcome){0};
    int more = __builtin_popcount(flats(p, 0)) - __builtin_popcount(flats(p, 1));
    return (Outcome){.over = true, .winner = (int8_t)(more > 0 ? 0 : more < 0 ? 1 : DRAW), .reason = REASON_FLATS};
}

/* --- moves --- */

typedef enum Field { KIND, PLACE, COUNT, WAY, DROP, DROP2 } Field;     /* of four bits each, from the lowest */
static int field(Move m, Field f) { return (int)(m >> (4 * f)) & 15; }
static Move with(Move m, Field f, int value) { return m | (Move)value << (4 * f); }

/* KIND is 1 and up, so that no move is 0; a stack that moves has SLIDES. */
enum { SLIDES = 3 };
static bool slides(Move m) { return field(m, KIND) == SLIDES; }

/* A place where something can be dropped: on the board and not walled. */
static int next_open(const Position *p, int place, int way)
{
    int next = place < 0 ? -1 : grid_neighbour(SIDE, place, (Direction)way);
    return next >= 0 && !walled(p, next) ? next : -1;
}

static bool allowed(const Position *p, Move m)
{
    int place = field(m, PLACE), count = field(m, COUNT), rest = count - field(m, DROP);
    if (!slides(m))
        return height(p, place) == 0;
    int next = next_open(p, place, field(m, WAY));
    if (top(p, place) != mover(p) || count > height(p, place) || next < 0 || rest < 0)
        return false;
    return rest == field(m, DROP2) && (rest == 0 || next_open(p, next, field(m, WAY)) >= 0);
}

static size_t moves(const Position *p, Move *out, size_t capacity)
{
    size_t n = 0;
    if (outcome(p).over)
        return 0;
    for (int place = 0; place < PLACES; place++) {
        Move all[2 + 4 * CARRY * CARRY];
        int count = 0;
        for (int kind = FLAT; kind <= STANDING; kind++)
            all[count++] = with(with(0, KIND, kind + 1), PLACE, place);
        for (int lift = 1; lift <= CARRY; lift++)
            for (int way = NORTH; way <= WEST; way++)
                for (int drop = 1; drop <= lift; drop++)
                    all[count++] = with(
                        with(with(with(with(with(0, KIND, SLIDES), PLACE, place), COUNT, lift), WAY, way), DROP, drop),
                        DROP2, lift - drop);
        for (int i = 0; i < count; i++)
            if (allowed(p, all[i])) {
                if (n < capacity)
                    out[n] = all[i];
                n++;
            }
    }
    return n;
}

static void slide(Position *p, Move m)
{
    int place = field(m, PLACE), left = field(m, COUNT);
    uint32_t stack = slot(p, place), lifted = stack & ((1u << left) - 1);
    set_slot(p, place, (stack & OWNERS) >> left);
    for (Field f = DROP; left > 0; f++) {
        place = grid_neighbour(SIDE, place, (Direction)field(m, WAY));
        for (int i = 0; i < field(m, f); i++) {
            left--;
            add_stone(p, place, lifted >> left & 1, left == 0 && (stack & WALL));
        }
    }
}

static void play(const Position *p, Move m, Position *out)
{
    Position next = *p;
    if (slides(m))
        slide(&next, m);
    else
        add_stone(&next, field(m, PLACE), mover(p), field(m, KIND) - 1 == STANDING);
    set_slot(&next, PLACES, (uint32_t)!mover(p));
    *out = next;
}

/* --- text: stones from bottom to top, w or b; a wall is W or B. `Fa1`, `Wa1`, `3a1n12` --- */

static size_t write_position(const Position *p, char out[POSITION_TEXT])
{
    char *c = out;
    for (int row = SIDE - 1; row >= 0; row--)
        for (int column = 0; column < SIDE; column++) {
            int place = row * SIDE + column, n = height(p, place);
            if (c > out)
                *c++ = column ? ',' : '/';
            if (n == 0)
                *c++ = '-';
            for (int i = n - 1; i >= 0; i--)
                *c++ = "wbWB"[(slot(p, place) >> i & 1) + (i == 0 && walled(p, place) ? 2 : 0)];
        }
    *c++ = ' ';
    *c++ = game_seat_letter(mover(p));
    *c = '\0';
    return (size_t)(c - out);
}

static bool read_stack(void *context, int place, const char *text, size_t at, size_t length, Message *error)
{
    static const char stones[] = "wbWB";
    Position *p = context;
    for (size_t i = 0; i < length; i++) {
        const char *found = strchr(stones, text[at + i]);
        if (!found || (found - stones > 1 && i + 1 < length))
            return message_set(error, at + i + 1, T("a stone is expected here: w, b, or on top W, B for a wall"), 0);
        int seat = (int)(found - stones) & 1;
        if (on_board(p, seat) == STONES)
            return message_set(error, at + i + 1, T("a player has more than ten stones"), 0);
        add_stone(p, place, seat, found - stones > 1);
    }
    return true;
}

static bool read_position(const char *text, Position *out, Message *error)
{
    Position p;
    size_t at = 0;
    int seat;
    start(&p);
    if (!grid_read_board(text, &at, SIDE, read_stack, &p, error) || !text_read_mover(text, &at, 2, &seat, error) ||
        !text_read_end(text, at, error))
        return false;
    set_slot(&p, PLACES, (uint32_t)seat);
    *out = p;
    return true;
}

static size_t write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    const char *label = places[field(m, PLACE)].label;
    if (!slides(m))
        return (size_t)snprintf(out, MOVE_TEXT, "%c%s", " FW"[field(m, KIND)], label);
    int n = snprintf(out, MOVE_TEXT, "%d%s%c%d", field(m, COUNT), label, " nesw"[field(m, WAY)], field(m, DROP));
    if (field(m, DROP2))
        n += snprintf(out + n, (size_t)(MOVE_TEXT - n), "%d", field(m, DROP2));
    return (size_t)n;
}

/* The number at text[*at], from 1 to `most`. */
static bool read_number(const char *text, size_t *at, int most, int *out, Message *error)
{
    *out = text[*at] - '0';
    if (*out < 1 || *out > most)
        return message_set(error, *at + 1, T("a number of stones is expected here"), 0);
    ++*at;
    return true;
}

static bool read_slide(const char *text, size_t *at, Move *m, Message *error)
{
    static const char ways[] = "nesw";
    int count, place, drop, drop2 = 0;
    if (!read_number(text, at, CARRY, &count, error) || !grid_read_place(text, at, SIDE, &place, error))
        return false;
    const char *way = text[*at] ? strchr(ways, text[*at]) : NULL;
    if (!way)
        return message_set(error, *at + 1, T("a direction is expected here: n, e, s or w"), 0);
    ++*at;
    if (!read_number(text, at, count, &drop, error) ||
        (drop < count && !read_number(text, at, count - drop, &drop2, error)))
        return false;
    *m = with(with(with(0, KIND, SLIDES), PLACE, place), COUNT, count);
    *m = with(with(with(*m, WAY, (int)(way - ways) + 1), DROP, drop), DROP2, drop2);
    return true;
}

static bool read_move(const Position *p, const char *text, Move *out, Message *error)
{
    Move m = 0;
    size_t at = 1;
    int place;
    if (text[0] == 'F' || text[0] == 'W') {
        if (!grid_read_place(text, &at, SIDE, &place, error))
            return false;
        m = with(with(0, KIND, (text[0] == 'W') + 1), PLACE, place);
    } else {
        at = 0;
        if (!read_slide(text, &at, &m, error))
            return false;
    }
    if (!text_read_end(text, at, error))
        return false;
    if (outcome(p).over)
        return message_set(error, 0, T("the game is over"), 0);
    if (!allowed(p, m))
        return message_set(error, 1,
                           slides(m) ? T("these stones cannot be moved so") : T("a stone goes on an empty place"), 0);
    *out = m;
    return true;
}

/* --- front ends --- */

static int pieces(const Position *p, int place, Piece out[MAX_STACK])
{
    int n = height(p, place);
    for (int i = 0; i < n; i++)
        out[i] = (Piece){.kind = i == n - 1 && walled(p, place) ? STANDING : FLAT,
                         .seat = slot(p, place) >> (n - 1 - i) & 1};
    return n;
}

/* A wall is nobody's road. */
static int owner(const Position *p, int place)
{
    return height(p, place) == 0 || walled(p, place) ? NEUTRAL : top(p, place);
}

static int reserve(const Position *p, int seat, int kind) { return kind == FLAT ? STONES - on_board(p, seat) : 0; }

static uint64_t decided(const Position *p)
{
    Outcome o = outcome(p);
    return o.over && o.reason == REASON_ROAD ? road(p, o.winner) : 0;
}

/* A stone: kind and place. A stack: place, how many, direction, how many stay on each place. */
static int steps(const Position *p, Move m, int path, Step out[MAX_STEPS])
{
    (void)p;
    int n = 0;
    if (path > 0)
        return 0;
    if (!slides(m)) {
        out[n++] = (Step){STEP_KIND, (uint8_t)(field(m, KIND) - 1)};
        out[n++] = (Step){STEP_TO, (uint8_t)field(m, PLACE)};
        return n;
    }
    out[n++] = (Step){STEP_FROM, (uint8_t)field(m, PLACE)};
    out[n++] = (Step){STEP_COUNT, (uint8_t)field(m, COUNT)};
    out[n++] = (Step){STEP_DIRECTION, (uint8_t)field(m, WAY)};
    for (Field f = DROP; f <= DROP2; f++)
        if (field(m, f))
            out[n++] = (Step){STEP_COUNT, (uint8_t)field(m, f)};
    return n;
}

static const Kind kinds[] = {
    {.id = "flat",
     .shape = SHAPE_SQUARE,
     .supply = FLAT,
     .sign = SIGNS_OF_BOXES,
     .letter = {"w", "b"},
     .name = T("flat stone"),
     .one = T("one stone"),
     .many = T("{0} stones"),
     .coloured = {T("white flat stone"), T("black flat stone")},
     .may_go = T("A flat stone may go on {0}.")},
    {.id = "wall",
     .shape = SHAPE_WALL,
     .supply = FLAT,
     .sign = SIGNS_OF_WALLS,
     .letter = {"W", "B"},
     .name = T("wall"),
     .one = T("one wall"),
     .many = T("{0} walls"),
     .coloured = {T("white wall"), T("black wall")},
     .may_go = T("A wall may go on {0}.")},
};

static int tell(const Position *p, Move m, Told out[MAX_TOLD])
{
    static const char *const way[] = {"", T("north"), T("east"), T("south"), T("west")};
    (void)p;
    int place = field(m, PLACE);
    if (!slides(m)) {
        out->text = field(m, KIND) - 1 == STANDING ? T("{0} put a wall on {1}.") : T("{0} put a flat stone on {1}.");
        told_place(out, 1, place);
        return 1;
    }
    bool one = field(m, COUNT) == 1;
    out->text = one ? T("{0} moved one stone from {1}, going {2}.") : T("{0} moved {3} stones from {1}, going {2}.");
    told_place(out, 1, place);
    told_word(out, 2, way[field(m, WAY)]);
    if (!one)
        told_number(out, 3, field(m, COUNT));
    for (Field f = DROP; f <= DROP2 && field(m, f); f++) {
        Told *t = &out[1 + f - DROP];
        place = grid_neighbour(SIDE, place, (Direction)field(m, WAY));
        t->text = field(m, f) == 1 ? T("One stays on {0}.") : T("{1} stay on {0}.");
        told_place(t, 0, place);
        if (field(m, f) > 1)
            told_number(t, 1, field(m, f));
    }
    return field(m, DROP2) ? 3 : 2;
}

/* --- symmetry --- */

static void transform(const Position *p, int symmetry, Position *out)
{
    start(out);
    for (int i = 0; i < PLACES; i++)
        set_slot(out, grid_turn_place(SIDE, symmetry, i), slot(p, i));
    set_slot(out, PLACES, (uint32_t)mover(p));
}

/* --- tests --- */

static const char *check(const Position *p)
{
    for (int i = 0; i < PLACES; i++) {
        if (!(slot(p, i) & OWNERS) || slot(p, i) > (WALL | OWNERS))
            return "a stack has lost its leading bit, or has a stray one";
        if (walled(p, i) && height(p, i) == 0)
            return "an empty place is walled";
    }
    if (slot(p, PLACES) > 1)
        return "the mover is not a seat";
    return on_board(p, 0) > STONES || on_board(p, 1) > STONES ? "a player has more than ten stones" : NULL;
}

const Game small_tak = {
    .id = "small-tak",
    .title = T("A small Tak"),
    .family = "small-tak",
    .players = 2,
    .sides = 2,
    .words = WORDS,
    .symmetries = GRID_SYMMETRIES,
    .board = &board,
    .kinds = 2,
    .kind = kinds,
    .reason = {T("road built"), T("flats counted")},
    .question = {[STEP_KIND] = T("Which stone?"), [STEP_DIRECTION] = T("Moving which way?")},
    .may = {[STEP_FROM] = T("Stones may be moved from {0}.")},
    .tell = tell,
    .control = true,
    .stack = 3,
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
    .owner = owner,
    .reserve = reserve,
    .decided = decided,
    .steps = steps,
    .transform = transform,
    .check = check,
};
