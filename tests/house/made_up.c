/* See made_up.h. */
#include "made_up.h"

#include "core/clock.h"

#include <stdlib.h>
#include <string.h>

int made_up_asked, made_up_cold;

void made_up_value(const Game *g, const Position *p, Value *out)
{
    Position start;
    g->start(&start);
    bool lost = !position_equal(&start, p) && position_hash(g, p) % 5 == 0;
    *out = lost ? value_proven(-1, 6) : value_proven(1, 5);
}

static bool ask(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    (void)effort;
    (void)distance;
    made_up_asked++;
    if (made_up_cold > 0) {
        made_up_cold--;
        for (const double end = clock_now() + 0.025; clock_now() < end;)
            ;
    }
    made_up_value(context, p, out);
    return true;
}

static void end(void *context) { (void)context; }

bool made_up_oracle(const Game *g, const char *folder, Oracle *out)
{
    const char *cold = getenv("COLONNADE_COLD");
    (void)folder;
    if (cold)
        made_up_cold = atoi(cold);
    *out = (Oracle){.name = T("table"), .instant = true, .context = (void *)(uintptr_t)g, .ask = ask, .close = end};
    return strcmp(g->id, "pylos") == 0;
}
