/* See ports.h. */
#include "serve/ports.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool ports_resolve(const char *host, struct addrinfo **out, char numbers[PORTS_ADDRESS], Message *error)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    /* A name may have both kinds of address; everybody can reach the older one. */
    hints.ai_family = strchr(host, ':') ? AF_INET6 : AF_INET;
    int why = getaddrinfo(host, "0", &hints, out);
    if (why == 0)
        why = getnameinfo((*out)->ai_addr, (*out)->ai_addrlen, numbers, PORTS_ADDRESS, NULL, 0, NI_NUMERICHOST);
    return why == 0 ||
           message_set(error, 0, T("{0} is not an address of this machine: {1}"), 2, host, gai_strerror(why));
}

static void set_port(struct addrinfo *a, int port)
{
    if (a->ai_family == AF_INET6)
        ((struct sockaddr_in6 *)a->ai_addr)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)a->ai_addr)->sin_port = htons((uint16_t)port);
}

/* Whether the port is free: 0, or errno. The library that then takes it does not say why it could not. */
static int try_port(struct addrinfo *a, int port)
{
    int on = 1, why = 0;
    set_port(a, port);
    int fd = socket(a->ai_family, SOCK_STREAM, 0);
    if (fd < 0)
        return errno;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, a->ai_addr, a->ai_addrlen) != 0 || listen(fd, 1) != 0)
        why = errno;
    close(fd);
    return why;
}

bool ports_find(struct addrinfo *a, const char *host, int from, int tries, int *port, Message *error)
{
    char number[16];
    int why = 0;
    *port = from;
    for (int i = 0; i < tries && from + i <= 65535; i++) {
        *port = from + i;
        why = try_port(a, *port);
        if (why != EADDRINUSE)
            break;
    }
    if (why == 0)
        return true;
    snprintf(number, sizeof number, "%d", from);
    if (why == EADDRINUSE && tries > 1)
        return message_set(error, 0, T("port {0} and those after it are taken; name a free one with --port"), 1,
                           number);
    if (why == EADDRINUSE)
        return message_set(error, 0, T("port {0} is taken by another program; name a free one with --port"), 1, number);
    if (why == EACCES)
        return message_set(error, 0, T("this user may not listen on port {0}; ports from 1024 are free for all"), 1,
                           number);
    return message_set(error, 0, T("cannot listen on {0} port {1}: {2}"), 3, host, number, strerror(why));
}
