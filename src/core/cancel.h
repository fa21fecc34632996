/* A request that long work end.
 *
 * Whoever starts the work owns the token, clears it before the work begins, and may ask
 * from any thread or signal handler. The work checks it on entry and while it
 * runs, and never clears it: so no request is lost, even one that comes before the work
 * has quite begun. */
#ifndef COLONNADE_CORE_CANCEL_H
#define COLONNADE_CORE_CANCEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Cancel {
    atomic_bool asked;
} Cancel;

static inline void cancel_ask(Cancel *c) { atomic_store(&c->asked, true); }
static inline void cancel_clear(Cancel *c) { atomic_store(&c->asked, false); }

/* NULL: nobody can ask. */
static inline bool cancel_asked(const Cancel *c)
{
    return c != NULL && atomic_load_explicit(&c->asked, memory_order_relaxed);
}

#endif
