/* See api_value.h: without files there are no tables, and nothing to give an adviser. */
#include "api/api_value.h"

void api_equip(Adviser *a, const Game *g, const char *folder) { (void)a, (void)g, (void)folder; }
