/* See course.h. */
#include "session/course.h"

#include "session/worth.h"

#include <stdio.h>

static const double clearly = 0.3;      /* of a sure win */

void course_add(Course *c, int number, const ReviewMove *r)
{
    bool could = value_wins(r->best.value), did = value_wins(r->played.value);
    if (could && c->left && !c->found && did)
        c->found = number;
    if (could && !did && r->played.value.proven && !c->left)
        c->left = number;
    if (!did)
        c->won = 0; /* given away, or nobody knows */
    else if (could && !c->won)
        c->won = number;
    if (worth_share(r->best.value) > clearly) {
        if (worth_share(r->played.value) > 0)
            c->better = number;
        else if (!c->lost_it)
            c->lost_it = number;
    }
}

void course_words(Lang lang, const Course *c, char out[COURSE_WORDS])
{
    char first[16], second[16];
    const char *text = "";
    snprintf(first, sizeof first, "%d", c->left ? c->left : c->won ? c->won : c->lost_it);
    snprintf(second, sizeof second, "%d", c->found);
    if (c->left && c->found)
        text = T("You left the won line at move {0} and found it again at move {1}.");
    else if (c->left)
        text = T("You left the won line at move {0}.");
    else if (c->won)
        text = T("You kept the won line from move {0} on.");
    else if (c->lost_it)
        text = T("You were better until move {0}.");
    out[0] = '\0';
    if (*text)
        lang_format(lang, out, COURSE_WORDS, text, 2, first, second);
}
