/* Servers in front of this one: see proxies.h. */
#include "serve/proxies.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

static void map(const struct in_addr *four, unsigned char out[16])
{
    memset(out, 0, 10);
    out[10] = out[11] = 0xff;
    memcpy(out + 12, four, 4);
}

/* Reads a numeric address of either kind. */
static bool read_address(const char *text, unsigned char out[16])
{
    struct in_addr four;
    if (inet_pton(AF_INET, text, &four) != 1)
        return inet_pton(AF_INET6, text, out) == 1;
    map(&four, out);
    return true;
}

bool proxies_add(Proxies *p, const char *list, Message *error)
{
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        char one[INET6_ADDRSTRLEN] = "";
        if (length < sizeof one)
            memcpy(one, at, length);
        if (p->count == PROXIES_MOST)
            return message_set(error, 0, T("{0} has too many addresses"), 1, list);
        if (!read_address(one, p->address[p->count]))
            return message_set(error, 0, T("{0} is not a list of addresses in numbers, separated by commas"), 1, list);
        p->count++;
        at += length;
        if (*at == '\0')
            return true;
    }
}

bool proxies_trust(const Proxies *p, const struct sockaddr *from)
{
    unsigned char address[16];
    if (from->sa_family == AF_INET)
        map(&((const struct sockaddr_in *)(const void *)from)->sin_addr, address);
    else if (from->sa_family == AF_INET6)
        memcpy(address, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, sizeof address);
    else
        return false;
    const struct in6_addr *six = (const struct in6_addr *)(const void *)address;
    if (p->local && (IN6_IS_ADDR_LOOPBACK(six) || (IN6_IS_ADDR_V4MAPPED(six) && address[12] == 127)))
        return true;
    for (int i = 0; i < p->count; i++)
        if (memcmp(p->address[i], address, sizeof address) == 0)
            return true;
    return false;
}

bool proxies_last(const char *forwarded, PeerAddress *out)
{
    struct sockaddr_in6 from = {.sin6_family = AF_INET6};
    char one[INET6_ADDRSTRLEN] = "";
    const char *last = strrchr(forwarded, ',');
    last = last ? last + 1 : forwarded;
    last += strspn(last, " \t");
    size_t length = strcspn(last, " \t");
    if (length < sizeof one)
        memcpy(one, last, length);
    if (last[length + strspn(last + length, " \t")] || !read_address(one, from.sin6_addr.s6_addr))
        return false;
    *out = peers_address((const struct sockaddr *)(const void *)&from);
    return true;
}
