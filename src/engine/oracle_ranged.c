/* See oracle_ranged.h. */
#include "engine/oracle_ranged.h"

#include "core/memory.h"
#include "solve/tablebase.h"

typedef struct RangedOracle {
    const Game *game;
    TablebaseRead *read;
    void *context;
    Tablebase *tables;          /* NULL: not there, or not looked for yet */
    bool tried;
} RangedOracle;

static bool ask(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    RangedOracle *r = context;
    Message why;
    (void)effort;
    (void)distance;
    if (!r->tried)
        r->tables = tablebase_open_ranged(r->game, r->read, r->context, &why);
    r->tried = true;
    return r->tables && tablebase_value(r->tables, p, out);
}

static void end(void *context)
{
    RangedOracle *r = context;
    tablebase_close(r->tables);
    memory_free(r);
}

bool oracle_of_ranges(const Game *g, TablebaseRead *read, void *context, Oracle *out)
{
    RangedOracle *r = memory_resize(NULL, sizeof *r);
    if (!r)
        return false;
    *r = (RangedOracle){.game = g, .read = read, .context = context};
    *out = (Oracle){.name = T("table"), .instant = true, .far = true, .context = r, .ask = ask, .close = end};
    return true;
}
