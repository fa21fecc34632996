/* placeholder */
#include "solve/retro_crew.h"
static RetroCrew *refuse(const RetroJob *job, Message *error)
{
    (void)job;
    message_set(error, 0, T("this program was built without MPI: configure it with -DCOLONNADE_MPI=ON"), 0);
    return NULL;
}
const RetroCrewKind retro_ranks = {.open = refuse};
int retro_ranks_count(void) { return 1; }
int retro_ranks_here(void) { return 0; }
