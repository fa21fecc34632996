/* See value.h. */
#include "core/value.h"

#include <stdio.h>

Value value_estimate(int score)
{
    int limit = EVALUATION_LIMIT;
    return (Value){.plies = -1, .score = score > limit ? limit : score < -limit ? -limit : score};
}

Value value_proven(int result, int plies)
{
    if (result == 0)
        return (Value){.proven = true, .plies = -1};
    return (Value){.proven = true,
                   .result = result > 0 ? 1 : -1,
                   .plies = (int16_t)(plies < 0 ? -1 : plies),
                   .most = (int16_t)(plies < 0 ? VALUE_LONGEST : plies)};
}

Value value_within(int result, int most)
{
    Value v = value_proven(result, -1);
    v.most = (int16_t)most;
    return v;
}

Value value_over(const Game *g, const Position *p, Outcome o)
{
    return value_proven(o.winner == DRAW ? 0 : o.winner == game_side(g, g->mover(p)) ? 1 : -1, 0);
}

/* As the other side sees it, `by` plies further from the end; no distance falls below 0. */
static Value turned(Value v, int by)
{
    v.score = -v.score;
    v.result = (int8_t)-v.result;
    if (v.result != 0) {
        v.plies = (int16_t)(v.plies <= 0 && by < 0 ? v.plies : v.plies < 0 ? -1 : v.plies + by);
        v.most = (int16_t)(v.most == VALUE_LONGEST || (v.most == 0 && by < 0) ? v.most : v.most + by);
    }
    return v;
}

Value value_of_move(Value after) { return turned(after, 1); }

Value value_after_move(Value v) { return turned(v, -1); }

int value_rank(Value v)
{
    int beyond = EVALUATION_LIMIT + 1 + VALUE_LONGEST - v.most;
    return v.result == 0 ? v.score : v.result > 0 ? beyond : -beyond;
}

int value_score(Value v) { return v.proven ? v.result * EVALUATION_LIMIT : v.score; }

static const char *result_word(Value v) { return v.result > 0 ? "win" : v.result < 0 ? "loss" : "draw"; }

size_t value_text(Value v, char out[VALUE_TEXT])
{
    int length = !v.proven          ? snprintf(out, VALUE_TEXT, "%+d", v.score)
                 : value_counted(v) ? snprintf(out, VALUE_TEXT, "%s %d", result_word(v), v.plies)
                                    : snprintf(out, VALUE_TEXT, "%s", result_word(v));
    return (size_t)length;
}

void value_json(Json *j, const char *name, Value v)
{
    json_open_object(j, name);
    if (!v.proven) {
        json_number(j, "score", v.score);
    } else {
        json_text(j, "result", result_word(v));
        if (value_counted(v))
            json_number(j, "plies", v.plies);
    }
    json_close_object(j);
}
