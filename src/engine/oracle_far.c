/* See oracle_far.h. */
#include "engine/oracle_far.h"

#include "core/clock.h"
#include "core/memory.h"

#include <string.h>

enum {
    PAUSE = 30,             /* seconds without a question after one that got no answer */
    TRIES = 8               /* at a question that the house runs out of time for */
};

typedef struct FarValue {
    Position position;
    Value value;
} FarValue;

typedef struct FarOracle {
    const Game *game;
    OracleFetch *fetch;
    void (*close)(void *context);
    void *context;
    Position asked;         /* the position that `known` is about, … */
    FarValue *known;        /* … which comes first; then what its moves lead to */
    size_t count, room;
    MoveList moves;
    double quiet_until;     /* by clock_now; 0: it answers */
} FarOracle;

bool oracle_read_value(const char *text, size_t length, Value *out)
{
    static const char *const words[] = {"loss", "draw", "win"};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        int plies = 0;
        if (length < n || memcmp(text, words[i], n) != 0)
            continue;
        *out = value_proven(i - 1, -1);
        if (length == n)
            return true;
        if (text[n] != ' ' || length == n + 1 || length > n + 6 || i == 1)
            return false;
        for (size_t k = n + 1; k < length; k++) {
            if (text[k] < '0' || text[k] > '9')
                return false;
            plies = 10 * plies + (text[k] - '0');
        }
        if (plies > VALUE_LONGEST)
            return false;
        *out = value_proven(i - 1, plies);
        return true;
    }
    return false;
}

static bool note(FarOracle *f, const Position *p, Value v)
{
    if (f->count == f->room) {
        size_t room = f->room ? 2 * f->room : 64;
        FarValue *known = memory_resize(f->known, room * sizeof *known);
        if (!known)
            return false;
        f->known = known;
        f->room = room;
    }
    f->known[f->count++] = (FarValue){*p, v};
    return true;
}

/* The move that a line begins with; false: it is not a legal one. */
static bool find_move(const FarOracle *f, const Position *p, const char *text, size_t length, Move *out)
{
    for (size_t i = 0; i < f->moves.count; i++) {
        char move[MOVE_TEXT];
        size_t n = f->game->write_move(p, f->moves.move[i], move);
        if (n == length && memcmp(move, text, n) == 0) {
            *out = f->moves.move[i];
            return true;
        }
    }
    return false;
}

/* Takes the answer about `p`; false: it is not an answer. */
static bool take_answer(FarOracle *f, const Position *p, const char *text)
{
    Value v;
    size_t length = strcspn(text, "\n");
    if (!oracle_read_value(text, length, &v) || !note(f, p, v) || !movelist_fill(&f->moves, f->game, p))
        return false;
    while (text[length] == '\n' && text[length + 1]) {
        Move m;
        Position next;
        text += length + 1;
        length = strcspn(text, "\n");
        size_t word = strcspn(text, " \n");
        if (word >= length || !oracle_read_value(text + word + 1, length - word - 1, &v) ||
            !find_move(f, p, text, word, &m))
            return false;
        f->game->play(p, m, &next);
        if (!note(f, &next, value_after_move(v)))
            return false;
    }
    return true;
}

static const Value *find(const FarOracle *f, const Position *p)
{
    for (size_t i = 0; i < f->count; i++)
        if (position_equal(&f->known[i].position, p))
            return &f->known[i].value;
    return NULL;
}

static bool fetch_answer(const FarOracle *f, const char *position, Buffer *out)
{
    OracleFetched how = ORACLE_OUT_OF_TIME;
    for (int i = 0; i < TRIES && how == ORACLE_OUT_OF_TIME; i++) {
        buffer_clear(out);
        how = f->fetch(f->context, f->game, position, out);
    }
    return how == ORACLE_FETCHED;
}

static void expect(void *context, const Position *p)
{
    FarOracle *f = context;
    char position[POSITION_TEXT];
    Buffer answer = {0};
    if ((f->count && position_equal(&f->asked, p)) || (f->quiet_until > 0 && clock_now() < f->quiet_until))
        return;
    f->count = 0;
    f->asked = *p;
    f->game->write_position(p, position);
    if (!fetch_answer(f, position, &answer) || !take_answer(f, p, buffer_text(&answer))) {
        f->count = 0;
        f->quiet_until = clock_now() + PAUSE;
    } else {
        f->quiet_until = 0;
    }
    buffer_free(&answer);
}

static bool ask(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    (void)effort;
    (void)distance;
    const Value *v = find(context, p);
    if (!v) {
        expect(context, p);
        v = find(context, p);
    }
    if (v)
        *out = *v;
    return v != NULL;
}

static void end(void *context)
{
    FarOracle *f = context;
    if (f->close)
        f->close(f->context);
    movelist_free(&f->moves);
    memory_free(f->known);
    memory_free(f);
}

bool oracle_of_far(const Game *g, OracleFetch *fetch, void (*close)(void *context), void *context, Oracle *out)
{
    FarOracle *f = memory_resize(NULL, sizeof *f);
    if (!f)
        return false;
    *f = (FarOracle){.game = g, .fetch = fetch, .close = close, .context = context};
    *out = (Oracle){
        .name = T("table"), .instant = true, .far = true, .context = f, .ask = ask, .expect = expect, .close = end};
    return true;
}
