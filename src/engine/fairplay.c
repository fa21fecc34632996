/* See fairplay.h. */
#include "engine/fairplay.h"

#include "engine/explore.h"

bool fairplay_judge(Adviser *a, const Situation *s, Move played, FairPlay *sum)
{
    Exploration e;
    if (!explore_position(a, s, (SearchLimits){.nodes = FAIRPLAY_NODES}, &e))
        return false;
    sum->moves++;
    if (e.count == 0 || e.known < e.count)
        return true;
    sum->judged++;
    if (2 * e.keep >= e.count)
        return true;
    sum->decisions++;
    for (size_t i = 0; i < e.count; i++)
        if (e.advice[i].move == played)
            sum->kept += explore_keeps(&e, &e.advice[i]);
    return true;
}

void fairplay_add(FairPlay *sum, const FairPlay *more)
{
    sum->moves += more->moves;
    sum->judged += more->judged;
    sum->decisions += more->decisions;
    sum->kept += more->kept;
}

bool fairplay_stands_out(const FairPlay *f)
{
    return f->decisions >= FAIRPLAY_LEAST && 100 * f->kept >= FAIRPLAY_SHARE * f->decisions;
}
