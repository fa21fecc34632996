/* See knowledge.h: everything is compiled in. */
#include "core/knowledge.h"

bool knowledge_ready(const Game *g)
{
    (void)g;
    return true;
}

bool knowledge_part_ready(const char *part, const char *name)
{
    (void)part, (void)name;
    return true;
}
