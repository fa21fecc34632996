/* Rungs: see toy.h.
 *
 * A position is one word: four bits per place, then the mover's seat. The four bits are a leading 1 followed by
 * the owners of the counters from bottom to top (1 is Black), so that an empty place is 1 and a full one has its
 * top bit set. A move is the set of places that receive a counter, as bits. */
#include "toy/toy.h"

#include "core/grid.h"

#include <string.h>

enum { PLACES = 3, HEIGHT = 3, COUNTERS = PLACES * HEIGHT, MOVER_SHIFT = 4 * PLACES };

static const Place places[PLACES] = {{"a1", 0, 0, 1}, {"b1", 2, 0, 1}, {"c1", 4, 0, 1}};
static const Board board = {.places = PLACES, .columns = PLACES, .rows = 1, .levels = 1, .place = places};

/* --- position --- */

static unsigned pile(const Position *p, int place) { return (unsigned)(p->w[0] >> (4 * place)) & 15; }

static int height(const Position *p, int place) { return 31 - __builtin_clz(pile(p, place)); }

static int owner(const Position *p, int place, int level)
{
    return (pile(p, place) >> (height(p, place) - 1 - level)) & 1;
}

static void set_pile(Position *p, int place, unsigned value)
{
    p->w[0] &= ~(UINT64_C(15) << (4 * place));
    p->w[0] |= (uint64_t)value << (4 * place);
}

static void add_counter(Position *p, int place, int seat) { set_pile(p, place, pile(p, place) << 1 | (unsigned)seat); }

static void set_mover(Position *p, int seat)
{
    p->w[0] = (p->w[0] & ~(UINT64_C(1) << MOVER_SHIFT)) | (uint64_t)seat << MOVER_SHIFT;
}

static void start(Position *out)
{
    *out = (Position){0};
    for (int i = 0; i < PLACES; i++)
        set_pile(out, i, 1);
}

static int mover(const Position *p) { return (int)(p->w[0] >> MOVER_SHIFT); }

/* --- rules --- */

static Move usable(const Position *p)
{
    Move set = 0;
    for (int i = 0; i < PLACES; i++)
        if (height(p, i) < HEIGHT)
            set |= UINT64_C(1) << i;
    return set;
}

static Outcome outcome(const Position *p)
{
    if (usable(p))
        return (Outcome){0};
    return (Outcome){.over = true, .winner = (int8_t)!mover(p), .reason = REASON_OWN};
}

static bool allowed(const Position *p, Move m) { return m && !(m & ~usable(p)) && __builtin_popcountll(m) <= 2; }

static size_t moves(const Position *p, Move *out, size_t capacity)
{
    size_t n = 0;
    for (Move m = 1; m < 1 << PLACES; m++)
        if (allowed(p, m)) {
            if (n < capacity)
                out[n] = m;
            n++;
        }
    return n;
}

static void play(const Position *p, Move m, Position *out)
{
    Position next = *p;
    for (int i = 0; i < PLACES; i++)
        if (m >> i & 1)
            add_counter(&next, i, mover(p));
    set_mover(&next, !mover(p));
    *out = next;
}

/* --- text: `wb,-,b w` and `a1`, `a1+c1` --- */

static size_t write_position(const Position *p, char out[POSITION_TEXT])
{
    char *c = out;
    for (int i = 0; i < PLACES; i++) {
        if (i > 0)
            *c++ = ',';
        if (height(p, i) == 0)
            *c++ = '-';
        for (int level = 0; level < height(p, i); level++)
            *c++ = game_seat_letter(owner(p, i, level));
    }
    *c++ = ' ';
    *c++ = game_seat_letter(mover(p));
    *c = '\0';
    return (size_t)(c - out);
}

static bool read_pile(const char *text, size_t *at, Position *p, int place, Message *error)
{
    if (text[*at] == '-') {
        ++*at;
        return true;
    }
    size_t first = *at;
    for (; text[*at] == 'w' || text[*at] == 'b'; ++*at) {
        if (height(p, place) == HEIGHT)
            return message_set(error, *at + 1, T("a pile holds at most three counters"), 0);
        add_counter(p, place, text[*at] == 'b');
    }
    if (*at == first)
        return message_set(error, *at + 1, T("a pile is expected here: - or counters from bottom to top, w or b"), 0);
    return true;
}

static bool read_position(const char *text, Position *out, Message *error)
{
    Position p;
    size_t at = 0;
    start(&p);
    for (int i = 0; i < PLACES; i++) {
        if (i > 0 && text[at++] != ',')
            return message_set(error, at, T("a comma is expected here"), 0);
        if (!read_pile(text, &at, &p, i, error))
            return false;
    }
    int seat;
    if (!text_read_mover(text, &at, 2, &seat, error) || !text_read_end(text, at, error))
        return false;
    set_mover(&p, seat);
    *out = p;
    return true;
}

static size_t write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    char *c = out;
    for (int i = 0; i < PLACES; i++)
        if (m >> i & 1) {
            if (c > out)
                *c++ = '+';
            memcpy(c, places[i].label, 2);
            c += 2;
        }
    *c = '\0';
    return (size_t)(c - out);
}

/* Reads one place, checks that a counter may go there, and adds it to the move. */
static bool read_target(const Position *p, const char *text, size_t *at, Move *m, Message *error)
{
    if (text[*at] < 'a' || text[*at] >= 'a' + PLACES || text[*at + 1] != '1')
        return message_set(error, *at + 1, T("a place is expected here: a1, b1 or c1"), 0);
    Move bit = UINT64_C(1) << (text[*at] - 'a');
    if (!(usable(p) & bit))
        return message_set(error, *at + 1, T("this pile is full"), 0);
    if (*m & bit)
        return message_set(error, *at + 1, T("the second counter goes on another pile"), 0);
    *m |= bit;
    *at += 2;
    return true;
}

static bool read_move(const Position *p, const char *text, Move *out, Message *error)
{
    Move m = 0;
    size_t at = 0;
    if (!read_target(p, text, &at, &m, error))
        return false;
    if (text[at] == '+') {
        at++;
        if (!read_target(p, text, &at, &m, error))
            return false;
    }
    if (!text_read_end(text, at, error))
        return false;
    *out = m;
    return true;
}

/* --- front ends --- */

static int pieces(const Position *p, int place, Piece out[MAX_STACK])
{
    int n = height(p, place);
    for (int level = 0; level < n; level++)
        out[level] = (Piece){.seat = (uint8_t)owner(p, place, level)};
    return n;
}

static int reserve(const Position *p, int seat, int kind)
{
    (void)kind;
    int n = COUNTERS;
    for (int i = 0; i < PLACES; i++)
        for (int level = 0; level < height(p, i); level++)
            n -= owner(p, i, level) == seat;
    return n;
}

static const Kind kinds[] = {{
    .id = "counter",
    .shape = SHAPE_PAWN,
    .sign = SIGNS_OF_DISCS,
    .letter = LETTERS_OF_SEATS,
    .name = T("counter"),
    .one = T("one counter"),
    .many = T("{0} counters"),
    .coloured = {T("white counter"), T("black counter"), T("red counter"), T("green counter"), T("grey counter")},
}};

/* "White put a counter on a1.", "White put one counter each on a1 and c1." */
static int tell(const Position *p, Move m, Told out[MAX_TOLD])
{
    (void)p;
    for (int i = 0; i < PLACES; i++)
        if (m >> i & 1)
            told_place(out, 1, i);
    out->text = out->hole[1].count > 1 ? T("{0} put one counter each on {1}.") : T("{0} put a counter on {1}.");
    return 1;
}

/* One counter: its place, then "stop". Two: both places, in either order. */
static int steps(const Position *p, Move m, int path, Step out[MAX_STEPS])
{
    (void)p;
    int first = __builtin_ctzll(m), last = 63 - __builtin_clzll(m);
    bool two = first != last;
    if (path > two)
        return 0;
    out[0] = (Step){STEP_TO, (uint8_t)(path ? last : first)};
    out[1] = two ? (Step){STEP_TO, (uint8_t)(path ? first : last)} : (Step){STEP_STOP, 0};
    return 2;
}

/* --- symmetry: the row read from the other end --- */

static int mirrored(int place, int symmetry) { return symmetry ? PLACES - 1 - place : place; }

static void transform(const Position *p, int symmetry, Position *out)
{
    start(out);
    for (int i = 0; i < PLACES; i++)
        set_pile(out, mirrored(i, symmetry), pile(p, i));
    set_mover(out, mover(p));
}

/* --- search --- */

/* Only the move that fills everything wins at once. */
static Move winning_move(const Position *p)
{
    Move all = usable(p);
    int room = 0;
    for (int i = 0; i < PLACES; i++)
        room += HEIGHT - height(p, i);
    return room == __builtin_popcountll(all) && allowed(p, all) ? all : 0;
}

/* --- tests --- */

static const char *check(const Position *p)
{
    for (int i = 0; i < PLACES; i++)
        if (pile(p, i) == 0)
            return "a pile has lost its leading bit";
    return p->w[0] >> (MOVER_SHIFT + 1) ? "stray bits above the mover" : NULL;
}

const Game toy = {
    .id = "toy",
    .title = "Rungs",
    .family = "toy",
    .players = 2,
    .sides = 2,
    .words = 1,
    .never_repeats = true,
    .most_moves = 6,
    .symmetries = 2,
    .board = &board,
    .kinds = 1,
    .kind = kinds,
    .choice = {[STEP_STOP] = T("no second counter")},
    .may = {[STEP_TO] = T("A counter may go on {0}.")},
    .reason = {T("no place left")},
    .tell = tell,
    .stack = HEIGHT,
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
    .steps = steps,
    .transform = transform,
    .search.winning_move = winning_move,
    .check = check,
};
