/* Names of a server: see names.h. Case, a final dot and the port make no difference. */
#include "serve/names.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

/* Whether this looks like a name or a numeric address; IPv6 addresses come without brackets here. */
static bool well_formed(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    struct in6_addr six;
    size_t length = strlen(name);
    if (length == 0 || length >= NAMES_LENGTH)
        return false;
    return inet_pton(AF_INET6, name, &six) == 1 || (strspn(name, letters) == length && *name != '.');
}

static void drop_last_dot(char *name)
{
    size_t length = strlen(name);
    if (length > 1 && name[length - 1] == '.')
        name[length - 1] = '\0';
}

bool names_add(Names *n, const char *list, Message *error)
{
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        char name[NAMES_LENGTH] = "";
        if (length < sizeof name)
            memcpy(name, at, length);
        if (!well_formed(name))
            return message_set(error, 0, T("{0} is not a list of names, separated by commas"), 1, list);
        if (n->count == NAMES_MOST)
            return message_set(error, 0, T("{0} has too many names"), 1, list);
        drop_last_dot(name);
        memcpy(n->name[n->count++], name, sizeof name);
        at += length;
        if (*at == '\0')
            return true;
    }
}

/* The part of an authority before the port; false: it is malformed. */
static bool split(const char *authority, char out[NAMES_LENGTH])
{
    bool bracket = *authority == '[';
    const char *start = authority + bracket;
    size_t length = strcspn(start, bracket ? "]" : ":");
    const char *rest = start + length;
    if (bracket && *rest++ != ']')
        return false;
    if (*rest == ':')
        rest += 1 + strspn(rest + 1, "0123456789");
    if (*rest || length == 0 || length >= NAMES_LENGTH)
        return false;
    memcpy(out, start, length);
    out[length] = '\0';
    struct in6_addr six;
    return bracket == (inet_pton(AF_INET6, out, &six) == 1) && well_formed(out);
}

static bool same(const char *a, const char *b)
{
    unsigned char x[16], y[16];
    if (inet_pton(AF_INET6, a, x) == 1)
        return inet_pton(AF_INET6, b, y) == 1 && memcmp(x, y, sizeof x) == 0;
    return strcasecmp(a, b) == 0;
}

bool names_accept(const Names *n, const char *authority)
{
    char name[NAMES_LENGTH];
    struct in_addr four;
    struct in6_addr six;
    if (!split(authority, name))
        return false;
    if (inet_pton(AF_INET, name, &four) == 1) {
        if (n->numbers || ntohl(four.s_addr) >> 24 == 127)
            return true;
    } else if (inet_pton(AF_INET6, name, &six) == 1) {
        if (n->numbers || IN6_IS_ADDR_LOOPBACK(&six))
            return true;
    } else {
        drop_last_dot(name);
        if (strcasecmp(name, "localhost") == 0)
            return true;
    }
    for (int i = 0; i < n->count; i++)
        if (same(n->name[i], name))
            return true;
    return false;
}
