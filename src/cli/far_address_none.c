/* See far_address.h: built without the libraries to reach a house. */
#include "cli/far_address.h"
#include "cli/far_oracle.h"
#include "cli/far_session.h"

bool far_clock(const Call *call, const char *text, char out[FAR_CLOCK])
{
    (void)call;
    (void)text;
    out[0] = '\0';
    return true;
}

bool far_address(const Call *call, const char *join, const char *seek, const char *watch, WireAddress *out)
{
    (void)join;
    (void)seek;
    (void)watch;
    (void)out;
    cli_fail(EXIT_MACHINE, call->lang, T("this program was built without the libraries that reach a house"), 0);
    return false;
}

bool far_is_address(const char *folder)
{
    (void)folder;
    return false;
}

bool far_oracle(const Game *g, const char *address, Oracle *out, Message *error)
{
    (void)g;
    (void)address;
    (void)out;
    return message_set(error, 0, T("this program was built without the libraries that reach a house"), 0);
}

bool far_tables(const Call *call, const char *probe, const char **tables)
{
    (void)tables;
    if (probe)
        cli_fail(EXIT_MACHINE, call->lang, T("this program was built without the libraries that reach a house"), 0);
    return !probe;
}

bool far_session_read(const WireAddress *to, char token[FAR_SESSION])
{
    (void)to;
    token[0] = '\0';
    return false;
}
