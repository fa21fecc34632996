/* See far_address.h. */
#include "cli/far_address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Minutes as M or M:S, in ms; moves *text past them. */
static bool read_minutes(const char **text, int64_t *out)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    int64_t minutes = strtoll(*text, &end, 10), seconds = 0;
    if (*end == ':' && end[1] >= '0' && end[1] <= '9')
        seconds = strtoll(end + 1, &end, 10);
    *text = end;
    *out = (minutes * 60 + seconds) * 1000;
    return minutes < 100000 && seconds < 60;
}

static bool read_clock(const char *text, char out[FAR_CLOCK])
{
    const char *at = text;
    int64_t base, step = 0;
    RoundClock clock;
    if (strcmp(text, "none") == 0) {
        snprintf(out, FAR_CLOCK, "none");
        return true;
    }
    if (!read_minutes(&at, &base))
        return false;
    if (strcmp(at, "d") == 0) {
        snprintf(out, FAR_CLOCK, "move:%lld", (long long)(base / 60 * 60 * 24));
        return round_clock_read(out, &clock);
    }
    if (*at == '+') {
        char *end;
        step = strtoll(at + 1, &end, 10) * 1000;
        if (at[1] < '0' || at[1] > '9')
            return false;
        at = end;
    }
    if (step)
        snprintf(out, FAR_CLOCK, "increment:%lld+%lld", (long long)base, (long long)step);
    else
        snprintf(out, FAR_CLOCK, "sudden:%lld", (long long)base);
    return *at == '\0' && round_clock_read(out, &clock);
}

bool far_clock(const Call *call, const char *text, char out[FAR_CLOCK])
{
    out[0] = '\0';
    if (!text || read_clock(text, out))
        return true;
    cli_fail(EXIT_USAGE, call->lang, T("--clock takes minutes and seconds, as 5+3, or days per move, as 2d, not {0}"),
             1, text);
    return false;
}

bool far_address(const Call *call, const char *join, const char *seek, const char *watch, WireAddress *out)
{
    Message error = {0};
    const char *given = join ? join : seek ? seek : watch;
    if (!given || (join && seek) || (join && watch) || (seek && watch)) {
        cli_fail(EXIT_USAGE, call->lang, T("give one of --join, --seek and --watch"), 0);
        return false;
    }
    if (!wire_address(given, out, &error)) {
        cli_fail_message(call->lang, NULL, &error);
        return false;
    }
    if ((join && !out->seat[0]) || (watch && !out->watch[0])) {
        cli_fail(EXIT_USAGE, call->lang,
                 join ? T("{0} is not the link of a seat: it has no #seat=…")
                      : T("{0} is not a link to watch: it has no #watch=…"),
                 1, given);
        return false;
    }
    if (seek)
        out->seat[0] = out->watch[0] = '\0';
    return true;
}
