/* See far.h: built without the libraries to reach a house. */
#include "ui/term/far.h"

Far *far_open(Session *s, const AwayOptions *options, Message *error)
{
    (void)s;
    (void)options;
    message_set(error, 0, T("this program was built without the libraries that reach a house"), 0);
    return NULL;
}

void far_close(Far *f) { (void)f; }

int far_ready(const Far *f)
{
    (void)f;
    return -1;
}

bool far_take(Far *f, Reply *reply)
{
    (void)f;
    (void)reply;
    return false;
}

bool far_waits(const Far *f)
{
    (void)f;
    return true;
}

bool far_failed(const Far *f)
{
    (void)f;
    return true;
}
