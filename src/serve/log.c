/* See log.h. */
#include "serve/log.h"

#include "core/json.h"

#include <time.h>

void log_write(LogTake *to, const char *level, const char *what, const char *name, const char *value)
{
    Buffer line = {0};
    Json j = {.out = &line};
    char at[40];
    time_t t = time(NULL);
    struct tm tm;
    if (!to)
        return;
    gmtime_r(&t, &tm);
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", &tm);
    json_open_object(&j, NULL);
    json_text(&j, "at", at);
    json_text(&j, "level", level);
    json_text(&j, "what", what);
    if (name)
        json_text(&j, name, value);
    json_close_object(&j);
    if (!line.failed)
        to(buffer_text(&line));
    buffer_free(&line);
}

void log_health(LogTake *to, Store *store, bool *ill)
{
    Message why;
    char text[256];
    store_trouble(store, &why);
    if ((why.id != NULL) == *ill)
        return;
    *ill = why.id != NULL;
    if (*ill)
        message_english(&why, text, sizeof text);
    log_write(to, *ill ? "error" : "info", *ill ? "store-failed" : "store-back", *ill ? "why" : NULL, text);
}
