/* The server's log: one JSON object per line, without addresses, tokens and names. */
#ifndef COLONNADE_SERVE_LOG_H
#define COLONNADE_SERVE_LOG_H

typedef void LogTake(const char *line);

/* One line: what happened, and a word about it (`name` NULL: none). `to` NULL: nobody listens. */
void log_write(LogTake *to, const char *level, const char *what, const char *name, const char *value);

#endif
