/* How much is going on, in the format of Prometheus: only numbers, nothing about anybody. */
#ifndef COLONNADE_SERVE_METRICS_H
#define COLONNADE_SERVE_METRICS_H

#include "core/buffer.h"
#include "serve/exchange.h"

/* `exchange` NULL: there is no house. */
void metrics_write(Buffer *out, Exchange *exchange, uint64_t requests, int connections, double up);

#endif
