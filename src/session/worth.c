/* See worth.h. */
#include "session/worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Thousandths of what decides a game. */
enum { BETTER = 400, MUCH_BETTER = 1500, HALFWAY = 2500 };

static int sure(const Advice *a) { return value_is_win(a->value) ? 1 : value_is_loss(a->value) ? -1 : 0; }
static int turns(int plies) { return (plies + 1) / 2; }

const char *worth_tone(const Advice *a)
{
    if (sure(a) != 0)
        return sure(a) > 0 ? "good" : "bad";
    return a->value > BETTER ? "good" : a->value < -BETTER ? "bad" : "even";
}

void worth_sign(Lang lang, const Advice *a, char out[WORTH_SIGN])
{
    if (a->proven && a->value == VALUE_DRAWN) {
        snprintf(out, WORTH_SIGN, "=");
    } else if (sure(a) != 0) {
        const char *sign = sure(a) > 0 ? "✓" : "✗";
        if (a->distance > 0)
            snprintf(out, WORTH_SIGN, "%s%d", sign, turns(a->distance));
        else
            snprintf(out, WORTH_SIGN, "%s", sign);
    } else {
        int tenths = (abs(a->value) + 50) / 100;
        snprintf(out, WORTH_SIGN, "%s%d%c%d",
                 tenths == 0    ? ""
                 : a->value > 0 ? "+"
                                : "−",
                 tenths / 10, lang == LANG_FR ? ',' : '.', tenths % 10);
    }
}

void worth_words(Lang lang, const Advice *a, char out[WORTH_WORDS])
{
    char number[16];
    const char *text;
    snprintf(number, sizeof number, "%d", turns(a->distance));
    if (a->proven && a->value == VALUE_DRAWN)
        text = T("leads to a draw");
    else if (sure(a) > 0)
        text = a->distance <= 0 ? T("wins") : a->distance <= 2 ? T("wins at once") : T("wins, in {0} moves at most");
    else if (sure(a) < 0)
        text = a->distance <= 0   ? T("loses")
               : a->distance <= 2 ? T("loses to the next move")
                                  : T("loses, in {0} moves at best");
    else if (abs(a->value) <= BETTER)
        text = T("about even");
    else if (a->value > 0)
        text = a->value > MUCH_BETTER ? T("much better") : T("better");
    else
        text = a->value < -MUCH_BETTER ? T("much worse") : T("worse");
    lang_format(lang, out, WORTH_WORDS, text, 1, number);
}

double worth_share(const Advice *a) { return sure(a) != 0 ? sure(a) : 0.95 * tanh((double)a->value / HALFWAY); }

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
    if (r->mark != REVIEW_FINE && sure(&r->best) > 0)
        text = sure(&r->played) < 0 ? T("{0} would have won; this loses.") : T("This lets the win go: {0} wins.");
    else if (r->mark != REVIEW_FINE && sure(&r->played) < 0)
        text = T("This loses. {0} holds.");
    else if (r->mark == REVIEW_DOUBTFUL)
        text = T("Not the best: {0} is better.");
    else if (r->mark != REVIEW_FINE)
        text = T("A mistake: {0} is much better.");
    lang_format(lang, out, WORTH_WORDS, text, 1, better);
}
