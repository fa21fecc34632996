/* See oracle_tablebase.h. */
#include "engine/oracle_tablebase.h"

#include "solve/tablebase.h"

static bool ask_tables(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    (void)effort;
    (void)distance;
    return tablebase_value(context, p, out);
}

static void close_tables(void *context) { tablebase_close(context); }

bool oracle_of_tablebase(const Game *g, const char *folder, Oracle *out)
{
    Message why;
    Tablebase *tables = g->index ? tablebase_open(g, folder, &why) : NULL;
    *out = (Oracle){.name = T("table"), .instant = true, .context = tables, .ask = ask_tables, .close = close_tables};
    return tables != NULL;
}
