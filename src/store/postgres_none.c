/* The store in PostgreSQL, where libpq was missing: an address of one is known and refused. */
#include "store/backend.h"

Backend *postgres_open(const char *address, const StoreOptions *options, Message *error)
{
    (void)address;
    (void)options;
    message_set(error, 0, T("this program was built without {0}"), 1, "libpq (PostgreSQL)");
    return NULL;
}
