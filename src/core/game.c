/* What holds for every game and is therefore written once: names of seats and
 * results, hashing, canonical forms, move lists. */
#include "core/game.h"

#include "core/hash.h"
#include "core/memory.h"

#include <string.h>

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
        [REASON_TOP_REACHED] = T("top reached"),
        [REASON_RESERVE_EMPTY] = T("reserve empty"),
        [REASON_THREE_TOWERS] = T("three towers"),
        [REASON_COUNTED] = T("counted"),
        [REASON_NO_PLACE_LEFT] = T("no place left"),
        [REASON_DIAGONAL_HELD] = T("diagonal held"),
        [REASON_CENTRE_REACHED] = T("centre reached"),
        [REASON_REPETITION] = T("repetition"),
        [REASON_RESIGNED] = T("resigned"),
        [REASON_AGREED] = T("agreed"),
        [REASON_TIME] = T("time"),
        [REASON_GONE] = T("stayed away"),
    };
    return text[r];
}

bool position_equal(const Position *a, const Position *b) { return memcmp(a, b, sizeof *a) == 0; }

uint64_t position_hash(const Game *g, const Position *p) { return hash_words(p->w, g->words); }

static int position_compare(const Position *a, const Position *b)
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
