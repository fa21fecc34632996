/* See worth.h. */
#include "session/worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Thousandths of what decides a game. */
enum { BETTER = 400, MUCH_BETTER = 1500, HALFWAY = 2500 };

static int turns(int plies) { return (plies + 1) / 2; }

const char *worth_tone(Value v)
{
    if (v.result != 0)
        return v.result > 0 ? "good" : "bad";
    return v.score > BETTER ? "good" : v.score < -BETTER ? "bad" : "even";
}

void worth_sign(Lang lang, Value v, char out[WORTH_SIGN])
{
    if (value_draws(v)) {
        snprintf(out, WORTH_SIGN, "=");
    } else if (v.result != 0) {
        const char *sign = v.result > 0 ? "✓" : "✗";
        if (v.plies > 0)
            snprintf(out, WORTH_SIGN, "%s%d", sign, turns(v.plies));
        else
            snprintf(out, WORTH_SIGN, "%s", sign);
    } else {
        int tenths = (abs(v.score) + 50) / 100;
        snprintf(out, WORTH_SIGN, "%s%d%c%d",
                 tenths == 0   ? ""
                 : v.score > 0 ? "+"
                               : "−",
                 tenths / 10, lang == LANG_FR ? ',' : '.', tenths % 10);
    }
}

void worth_words(Lang lang, Value v, char out[WORTH_WORDS])
{
    char number[16];
    const char *text;
    snprintf(number, sizeof number, "%d", turns(v.plies));
    if (value_draws(v))
        text = T("leads to a draw");
    else if (v.result > 0)
        text = v.plies <= 0 ? T("wins") : v.plies <= 2 ? T("wins at once") : T("wins, in {0} moves at most");
    else if (v.result < 0)
        text = v.plies <= 0   ? T("loses")
               : v.plies <= 2 ? T("loses to the next move")
                              : T("loses, in {0} moves at best");
    else if (abs(v.score) <= BETTER)
        text = T("about even");
    else if (v.score > 0)
        text = v.score > MUCH_BETTER ? T("much better") : T("better");
    else
        text = v.score < -MUCH_BETTER ? T("much worse") : T("worse");
    lang_format(lang, out, WORTH_WORDS, text, 1, number);
}

void worth_value(Lang lang, Value v, char out[WORTH_VALUE])
{
    char number[16];
    snprintf(number, sizeof number, "%d", v.plies);
    if (!v.proven)
        snprintf(out, WORTH_VALUE, "%c%d.%02d", v.score <= -10 ? '-' : '+', abs(v.score) / 1000,
                 abs(v.score) % 1000 / 10);
    else if (value_draws(v))
        snprintf(out, WORTH_VALUE, "%s", lang_text(lang, T("a draw")));
    else if (value_counted(v))
        lang_format(lang, out, WORTH_VALUE, value_wins(v) ? T("a win in {0} plies") : T("a loss in {0} plies"), 1,
                    number);
    else
        snprintf(out, WORTH_VALUE, "%s", lang_text(lang, value_wins(v) ? T("a win") : T("a loss")));
}

void worth_explored(Lang lang, const Exploration *e, char out[WORTH_EXPLORED])
{
    char value[WORTH_VALUE], keep[24], count[24], known[24];
    const char *text;
    worth_value(lang, e->value, value);
    snprintf(keep, sizeof keep, "%zu", e->keep);
    snprintf(count, sizeof count, "%zu", e->count);
    snprintf(known, sizeof known, "%zu", e->known);
    if (!e->value.proven)
        text = T("Not known for certain: {2} of {1} moves are.");
    else if (explore_is_only(e))
        text = T("With best play {0}. Only one of {1} moves keeps it.");
    else if (e->keep == e->count)
        text = T("With best play {0}, whatever is moved.");
    else if (e->keep > 0)
        text = T("With best play {0}. {3} of {1} moves keep it.");
    else
        text = T("With best play {0}. {2} of {1} moves are known.");
    lang_format(lang, out, WORTH_EXPLORED, text, 4, value, count, known, keep);
}

/* The ply with which a phase begins. */
static int first_ply(const Landmark *first, const Landmark *l)
{
    return l > first && l[-1].kind == LANDMARK_PHASE ? l[-1].plies + 1 : 1;
}

void worth_landmark(Lang lang, const Landmark *first, const Landmark *l, char out[WORTH_EXPLORED])
{
    static const char *const text[] = {
        [LANDMARK_LONGEST] = T("The longest win: {1} plies."),
        [LANDMARK_HARDEST] = T("The hardest puzzle, number {2}: a win in {1} plies."),
        [LANDMARK_ONLY_DRAW] = T("One move draws, the other {2} lose."),
        [LANDMARK_ONLY_WIN] = T("One move wins, the other {2} do not."),
        [LANDMARK_PHASE] = T("Plies {0} to {1}: {2} % of {3} won positions were given away."),
        [LANDMARK_GAMES] = T("Counted in {1} games of levels {2} to {3} with each other."),
    };
    char plies[16], number[16], of[16], from[16];
    const char *sentence = text[l->kind];
    bool phase = l->kind == LANDMARK_PHASE;
    if (l->kind == LANDMARK_MISTAKE)
        sentence = l->result < 0 ? T("{0} turned a won game into a lost one, {2} times out of {3}.")
                                 : T("{0} turned a won game into a draw, {2} times out of {3}.");
    snprintf(plies, sizeof plies, "%d", l->plies);
    snprintf(number, sizeof number, "%d", phase && l->of > 0 ? (int)(100.0 * l->number / l->of + 0.5) : l->number);
    snprintf(of, sizeof of, "%d", l->of);
    snprintf(from, sizeof from, "%d", first_ply(first, l));
    lang_format(lang, out, WORTH_EXPLORED, sentence, 4, phase ? from : l->move, plies, number, of);
}

double worth_share(Value v) { return v.result != 0 ? v.result : 0.95 * tanh((double)v.score / HALFWAY); }

const char *worth_mark(ReviewMark mark)
{
    static const char *const sign[] = {
        [REVIEW_FINE] = "",
        [REVIEW_DOUBTFUL] = "?!",
        [REVIEW_MISTAKE] = "?",
        [REVIEW_BLUNDER] = "??",
    };
    return sign[mark];
}

void worth_verdict(Lang lang, const ReviewMove *r, const char *better, char out[WORTH_WORDS])
{
    const char *text = "";
    if (r->mark != REVIEW_FINE && r->best.value.result > 0)
        text = r->played.value.result < 0 ? T("{0} would have won; this loses.") : T("This lets the win go: {0} wins.");
    else if (r->mark != REVIEW_FINE && r->played.value.result < 0)
        text = T("This loses. {0} holds.");
    else if (r->mark == REVIEW_DOUBTFUL)
        text = T("Not the best: {0} is better.");
    else if (r->mark != REVIEW_FINE)
        text = T("A mistake: {0} is much better.");
    lang_format(lang, out, WORTH_WORDS, text, 1, better);
}
