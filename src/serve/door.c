/* See door.h. */
#include "serve/door.h"

#include "serve/ports.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* "ADDRESS" or "ADDRESS:PORT"; for IPv6, "[ADDRESS]:PORT". */
static bool split(const char *address, char host[PORTS_ADDRESS], int *port)
{
    const char *colon = strrchr(address, ':'), *bracket = strchr(address, ']');
    bool six = address[0] == '[', has_port = colon && (six ? colon == bracket + 1 : strchr(address, ':') == colon);
    size_t n = six && bracket ? (size_t)(bracket - address) - 1
               : has_port     ? (size_t)(colon - address)
                              : strlen(address);
    char *end = NULL;
    if (n == 0 || n >= PORTS_ADDRESS)
        return false;
    memcpy(host, address + six, n);
    host[n] = '\0';
    *port = has_port ? (int)strtol(colon + 1, &end, 10) : 0;
    return (!end || *end == '\0') && *port >= 0 && *port <= 65535 && strcmp(host, "0.0.0.0") != 0 &&
           strcmp(host, "::") != 0;
}

static bool make_quick(int fd)
{
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) == 0;
}

int door_open(const char *address, char own[DOOR_ADDRESS], Message *error)
{
    char host[PORTS_ADDRESS], numbers[PORTS_ADDRESS], service[8];
    struct addrinfo *a = NULL;
    struct sockaddr_storage bound = {0};
    socklen_t length = sizeof bound;
    int port, on = 1;
    bool good = split(address, host, &port);
    if (!good)
        message_set(error, 0, T("{0} is not an address that other servers could reach"), 1, address);
    if (!good || !ports_resolve(host, &a, numbers, error))
        return -1;
    if (a->ai_family == AF_INET6)
        ((struct sockaddr_in6 *)a->ai_addr)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)a->ai_addr)->sin_port = htons((uint16_t)port);
    int fd = socket(a->ai_family, SOCK_STREAM, 0);
    bool ok = fd >= 0 && make_quick(fd) && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
              bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 16) == 0 &&
              getsockname(fd, (struct sockaddr *)&bound, &length) == 0 &&
              getnameinfo((struct sockaddr *)&bound, length, numbers, sizeof numbers, service, sizeof service,
                          NI_NUMERICHOST | NI_NUMERICSERV) == 0;
    if (!ok) {
        snprintf(service, sizeof service, "%d", port);
        message_set(error, 0, T("cannot listen on {0} port {1}: {2}"), 3, host, service, strerror(errno));
    } else {
        snprintf(own, DOOR_ADDRESS, bound.ss_family == AF_INET6 ? "[%.80s]:%s" : "%.80s:%s", numbers, service);
    }
    freeaddrinfo(a);
    if (ok)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

int door_answer(int listening)
{
    int fd = accept(listening, NULL, NULL);
    if (fd < 0 || make_quick(fd))
        return fd;
    close(fd);
    return -1;
}

int door_call(const char *address)
{
    char host[PORTS_ADDRESS], service[8];
    struct addrinfo *a = NULL, hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    int port;
    if (!split(address, host, &port))
        return -1;
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(host, service, &hints, &a) != 0)
        return -1;
    int fd = socket(a->ai_family, SOCK_STREAM, 0);
    bool ok = fd >= 0 && make_quick(fd) && (connect(fd, a->ai_addr, a->ai_addrlen) == 0 || errno == EINPROGRESS);
    freeaddrinfo(a);
    if (ok)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}
