/* See oracle_ranged.h. */
#include "engine/oracle_ranged.h"

#include "core/memory.h"
#include "solve/tablebase.h"

typedef struct RangedOracle {
    const Game *game;
    TablebaseRead *read;
    RangedTrouble *trouble;     /* NULL: nobody listens, or it has been reported */
    void *context;
    Tablebase *tables;          /* NULL: not there, or not tried yet */
    bool tried;
} RangedOracle;

static void tell(RangedOracle *r, const Message *why)
{
    if (r->trouble)
        r->trouble(r->context, why);
    r->trouble = NULL;
}

static bool ask(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    RangedOracle *r = context;
    Message why = {0};
    (void)effort;
    (void)distance;
    if (!r->tried)
        r->tables = tablebase_open_ranged(r->game, r->read, r->context, &why);
    if (!r->tried && !r->tables && tablebase_ranged_is_there(&why))
        tell(r, &why);
    r->tried = true;
    if (r->tables && tablebase_value(r->tables, p, out))
        return true;
    if (r->tables && tablebase_damaged(r->tables, &why))
        tell(r, &why);
    return false;
}

static void end(void *context)
{
    RangedOracle *r = context;
    tablebase_close(r->tables);
    memory_free(r);
}

bool oracle_of_ranges(const Game *g, TablebaseRead *read, RangedTrouble *trouble, void *context, Oracle *out)
{
    RangedOracle *r = memory_resize(NULL, sizeof *r);
    if (!r)
        return false;
    *r = (RangedOracle){.game = g, .read = read, .trouble = trouble, .context = context};
    *out = (Oracle){.name = T("table"), .instant = true, .far = true, .context = r, .ask = ask, .close = end};
    return true;
}
