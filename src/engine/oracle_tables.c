/* See oracle_tables.h. */
#include "engine/oracle_tables.h"

#include "solve/tables.h"

static bool ask_tables(void *context, const Position *p, Effort effort, bool distance, Verdict *out)
{
    (void)effort;
    (void)distance;
    return tables_value(context, p, &out->result, &out->distance);
}

static void close_tables(void *context) { tables_close(context); }

bool oracle_of_tables(const Game *g, const char *folder, Oracle *out)
{
    Message why;
    Tables *tables = g->index ? tables_open(g, folder, &why) : NULL;
    *out = (Oracle){.name = T("table"), .instant = true, .context = tables, .ask = ask_tables, .close = close_tables};
    return tables != NULL;
}
