/* The server's log: one JSON object per line, without addresses, tokens or names. */
#ifndef COLONNADE_SERVE_LOG_H
#define COLONNADE_SERVE_LOG_H

#include "store/store.h"

typedef void LogTake(const char *line);

/* One line: what happened, and a word about it (`name` NULL: none). `to` NULL: nobody listens. */
void log_write(LogTake *to, const char *level, const char *what, const char *name, const char *value);

/* Says once that writes fail, and once that they no longer do; *ill: they failed at the last check. */
void log_health(LogTake *to, Store *store, bool *ill);

#endif
