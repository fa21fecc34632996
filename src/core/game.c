/* What is the same for every game: names of seats and results, hashing, canonical forms, move lists. */
#include "core/game.h"

#include "core/hash.h"
#include "core/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

char game_seat_letter(int seat) { return "wbrg"[seat]; }

const char *game_result_text(const Game *g, Outcome o)
{
    static const char *const alone[] = {"w", "b", "r", "g"};
    static const char *const team[] = {"wr", "bg"};
    if (!o.over)
        return "ongoing";
    if (o.winner == DRAW)
        return "draw";
    return (g->sides == g->players ? alone : team)[o.winner];
}

const char *reason_text(Reason r)
{
    static const char *const text[REASON_COUNT] = {
        [REASON_NONE] = "",
        [REASON_REPETITION] = T("repetition"),
        [REASON_RESIGNED] = T("resigned"),
        [REASON_AGREED] = T("agreed"),
        [REASON_TIME] = T("time"),
        [REASON_GONE] = T("stayed away"),
    };
    return r < REASON_COUNT && text[r] ? text[r] : "";
}

const char *game_reason(const Game *g, Reason r)
{
    if (r < REASON_OWN || r >= REASON_OWN + MAX_REASONS)
        return reason_text(r);
    const char *own = g->reason[r - REASON_OWN];
    return own ? own : "";
}

const char *shape_word(Shape s)
{
    static const char *const word[SHAPE_COUNT] = {
        [SHAPE_NONE] = "",       [SHAPE_BALL] = "ball", [SHAPE_SQUARE] = "square", [SHAPE_TRIANGLE] = "triangle",
        [SHAPE_ROUND] = "round", [SHAPE_PAWN] = "pawn", [SHAPE_CUBE] = "cube",     [SHAPE_WALL] = "wall",
    };
    return word[s];
}

bool step_names_place(Step s)
{
    switch ((StepRole)s.role) {
    case STEP_FROM:
    case STEP_TO:
    case STEP_TAKE:
    case STEP_COLLAPSE:
    case STEP_CAPTURE:
    case STEP_DROP: return true;
    default: return false;
    }
}

BoardLevel board_level(const Board *b, int level)
{
    int left = UINT8_MAX, right = 0, bottom = UINT8_MAX, top = 0;
    for (int i = 0; i < b->places; i++) {
        const Place *p = &b->place[i];
        if (p->level != level)
            continue;
        left = p->x < left ? p->x : left;
        right = p->x > right ? p->x : right;
        bottom = p->y < bottom ? p->y : bottom;
        top = p->y > top ? p->y : top;
    }
    return (BoardLevel){(right - left) / 2 + 1, (top - bottom) / 2 + 1, left, bottom};
}

int board_turn_place(const Board *b, int symmetry, int place)
{
    Place to = b->place[place];
    int right = 0, top = 0;
    for (int i = 0; i < b->places; i++) {
        right = b->place[i].x > right ? b->place[i].x : right;
        top = b->place[i].y > top ? b->place[i].y : top;
    }
    int x = symmetry & 4 ? to.y : to.x, y = symmetry & 4 ? to.x : to.y;
    x = symmetry & 1 ? right - x : x;
    y = symmetry & 2 ? top - y : y;
    for (int i = 0; i < b->places; i++)
        if (b->place[i].level == to.level && b->place[i].x == x && b->place[i].y == y)
            return i;
    return -1;
}

bool position_equal(const Position *a, const Position *b) { return memcmp(a, b, sizeof *a) == 0; }

uint64_t position_hash(const Game *g, const Position *p) { return hash_words(p->w, g->words); }

int position_compare(const Position *a, const Position *b)
{
    for (int i = 0; i < POSITION_WORDS; i++)
        if (a->w[i] != b->w[i])
            return a->w[i] < b->w[i] ? -1 : 1;
    return 0;
}

void position_canonical(const Game *g, const Position *p, Position *out, int *symmetry)
{
    Position best = *p;
    int which = 0;
    for (int s = 1; s < g->symmetries; s++) {
        Position t;
        g->transform(p, s, &t);
        if (position_compare(&t, &best) < 0) {
            best = t;
            which = s;
        }
    }
    *out = best;
    if (symmetry)
        *symmetry = which;
}

static bool fill(MoveList *list, size_t (*moves)(const Position *, Move *, size_t), const Position *p)
{
    for (;;) {
        list->count = moves(p, list->move, list->capacity);
        if (list->count <= list->capacity)
            return true;
        size_t wanted = list->count < 256 ? 256 : list->count;
        Move *grown = memory_resize(list->move, wanted * sizeof *grown);
        if (!grown) {
            list->count = 0;
            return false;
        }
        list->move = grown;
        list->capacity = wanted;
    }
}

bool movelist_fill(MoveList *list, const Game *g, const Position *p) { return fill(list, g->moves, p); }

bool movelist_fill_distinct(MoveList *list, const Game *g, const Position *p)
{
    return fill(list, g->search.distinct ? g->search.distinct : g->moves, p);
}

void movelist_free(MoveList *list)
{
    memory_free(list->move);
    *list = (MoveList){0};
}

/* Makes the error about the move and not about upper or lower case: takes what the game says about the text in the
 * other case, if it can read more of that. */
static void explain_typed(const Game *g, const Position *p, const char *text, Message *error)
{
    for (int large = 0; large <= 1; large++) {
        char other[MOVE_TEXT];
        Message why = {0};
        Move unused;
        snprintf(other, sizeof other, "%s", text);
        for (char *c = other; *c; c++)
            *c = (char)(large && c == other ? toupper((unsigned char)*c) : tolower((unsigned char)*c));
        if (!g->read_move(p, other, &unused, &why) && error->at && (!why.at || why.at >= error->at))
            *error = why;
    }
}

bool game_read_typed(const Game *g, const Position *p, const char *text, Move *out, Message *error)
{
    if (g->read_move(p, text, out, error))
        return true;
    MoveList legal = {0};
    int found = 0;
    bool listed = movelist_fill(&legal, g, p);
    for (size_t i = 0; listed && i < legal.count; i++) {
        char written[MOVE_TEXT];
        g->write_move(p, legal.move[i], written);
        if (strcasecmp(written, text) == 0) {
            *out = legal.move[i];
            found++;
        }
    }
    movelist_free(&legal);
    if (found == 0 && error)
        explain_typed(g, p, text, error);
    return found == 1;
}
