/* A page for the operator of the house: what metrics.h counts, in words. */
#ifndef COLONNADE_SERVE_STATUS_H
#define COLONNADE_SERVE_STATUS_H

#include "core/buffer.h"
#include "lang/lang.h"
#include "serve/exchange.h"

/* As text, in lines. `exchange` NULL: there is no house. */
void status_write(Buffer *out, Exchange *exchange, uint64_t requests, int connections, double up, Lang lang);

#endif
