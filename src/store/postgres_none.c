/* Built without libpq: recognises the address of a PostgreSQL store, and refuses it. */
#include "store/backend.h"

Backend *postgres_open(const char *address, const StoreOptions *options, Message *error)
{
    (void)address;
    (void)options;
    message_set(error, 0, T("this program was built without {0}"), 1, "libpq (PostgreSQL)");
    return NULL;
}
