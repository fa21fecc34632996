/* See serve.h. libwebsockets reads requests and watches timeouts; what is answered is
 * decided here. */
#include "serve/serve.h"

#include "core/memory.h"
#include "serve/answer.h"
#include "serve/peers.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEAD_BYTES = 8192,      /* of a request's head */
    HEAD_SECONDS = 5,       /* for it to arrive */
    IDLE_SECONDS = 20,      /* between requests */
    SEND_SECONDS = 20,      /* without progress of an answer */
    CONNECTIONS = 1000,
    ONE_ADDRESS = 4,        /* has at most this part of them */
    SPARE = 32,             /* more, while those that make room are still there */
    OWN = 16,               /* descriptors for other things than connections */
};

struct Server {
    const Site *site;
    Names names;
    Peers *peers;
    PeerAddress knocking;       /* of the connection that is being admitted */
    int waiting;                /* epoll: sockets that are full; libwebsockets owns and watches it */
    struct lws_context *context;
    volatile sig_atomic_t stopped;
    char url[SERVE_URL];
};

/* --- connections --- */

static Server *server_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

/* Somebody knocks on this socket: 0 lets them in. */
static int admit(Server *s, int socket)
{
    struct sockaddr_storage from = {0};
    socklen_t length = sizeof from;
    void *leaving = NULL;
    if (getpeername(socket, (struct sockaddr *)&from, &length) != 0)
        return -1;
    s->knocking = peers_address((const struct sockaddr *)&from);
    bool in = peers_admit(s->peers, &s->knocking, &leaving);
    if (leaving)
        lws_set_timeout(leaving, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    return in ? 0 : -1;
}

/* A connection's place among the peers is what it carries. */
static int enter(Server *s, struct lws *wsi)
{
    Peer *peer = peers_add(s->peers, &s->knocking, wsi);
    lws_set_opaque_user_data(wsi, peer);
    return peer ? 0 : -1;
}

static int leave(Server *s, struct lws *wsi)
{
    peers_remove(s->peers, lws_get_opaque_user_data(wsi));
    lws_set_opaque_user_data(wsi, NULL);
    return 0;
}

/* --- answers under way --- */

/* Takes what has arrived meanwhile: closing over it would tear down the connection, and
 * the answer with it, before the other side has read it. */
static void take_rest(int socket)
{
    char block[4096];
    for (int i = 0; i < 64 && recv(socket, block, sizeof block, MSG_DONTWAIT) > 0; i++)
        ;
}

/* The answer is out. False: the connection has to be closed. */
static bool finish(Server *s, struct lws *wsi, const Answer *a)
{
    peers_set_busy(s->peers, lws_get_opaque_user_data(wsi), false);
    if (a->close)
        take_rest(lws_get_socket_fd(wsi));
    return !a->close && !lws_http_transaction_completed(wsi);
}

/* The socket takes no more for now. libwebsockets is kept from reading from it: it could do
 * nothing with a request before this one is answered, and would try without a pause. It is
 * also kept from waiting until the socket takes more: it does not do one without the other. */
static bool wait_for_room(Server *s, struct lws *wsi)
{
    struct epoll_event event = {.events = EPOLLOUT, .data.ptr = wsi};
    lws_rx_flow_control(wsi, 0);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
    return epoll_ctl(s->waiting, EPOLL_CTL_ADD, lws_get_socket_fd(wsi), &event) == 0;
}

/* A request has arrived; what callbacks return: 0 to go on, -1 to close the connection. */
static int begin(Server *s, struct lws *wsi, Answer *a, const char *path)
{
    Peer *peer = lws_get_opaque_user_data(wsi);
    bool sent;
    if (!peer || !a || peers_is_leaving(peer))
        return -1;
    peers_set_busy(s->peers, peer, true);
    answer_make(a, s->site, &s->names, wsi, path);
    switch (answer_send(a, lws_get_socket_fd(wsi), &sent)) {
    case ANSWER_SENT: return finish(s, wsi, a) ? 0 : -1;
    case ANSWER_WAITS: return !a->close && wait_for_room(s, wsi) ? 0 : -1;
    case ANSWER_LOST: break;
    }
    return -1;
}

/* There is room again. */
static void go_on(Server *s, struct lws *wsi)
{
    Answer *a = lws_wsi_user(wsi);
    bool sent;
    AnswerState state = answer_send(a, lws_get_socket_fd(wsi), &sent);
    if (state == ANSWER_WAITS) {
        if (sent)
            lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
        return;
    }
    epoll_ctl(s->waiting, EPOLL_CTL_DEL, lws_get_socket_fd(wsi), NULL);
    lws_rx_flow_control(wsi, 1);
    if (state == ANSWER_LOST || !finish(s, wsi, a))
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_KEEPALIVE_IDLE, LWS_TO_KILL_ASYNC);
}

static int go_on_with_all(Server *s)
{
    struct epoll_event event[64];
    int count = epoll_wait(s->waiting, event, sizeof event / sizeof *event, 0);
    for (int i = 0; i < count; i++)
        go_on(s, event[i].data.ptr);
    return 0;
}

/* Whether exactly this upgrade is asked for. What the callback is given is not looked at:
 * when libwebsockets does not know the upgrade, it has answered already, and has freed the
 * request together with the name. */
static bool wants(struct lws *wsi, const char *upgrade)
{
    char to[32];
    return answer_header(wsi, WSI_TOKEN_UPGRADE, to, sizeof to) && strcasecmp(to, upgrade) == 0;
}

/* Those that libwebsockets knows are left to us to answer. */
static int refuse_upgrade(struct lws *wsi)
{
    Answer a;
    bool sent;
    if (wants(wsi, "websocket") || wants(wsi, "h2c")) {
        answer_refuse(&a, wsi, HTTP_STATUS_NOT_IMPLEMENTED, "There are no upgrades here.\n");
        answer_send(&a, lws_get_socket_fd(wsi), &sent);
        take_rest(lws_get_socket_fd(wsi));
    }
    return -1;
}

/* Whatever announces a body is closed before libwebsockets looks for it: the body of a
 * pipelined request sends version 4.1 into an endless loop. */
static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    (void)length;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return admit(server_of(wsi), (int)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return enter(server_of(wsi), wsi);
    case LWS_CALLBACK_WSI_DESTROY: return leave(server_of(wsi), wsi);
    case LWS_CALLBACK_HTTP: return begin(server_of(wsi), wsi, user, in);
    case LWS_CALLBACK_RAW_RX_FILE: return go_on_with_all(server_of(wsi));
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return refuse_upgrade(wsi);
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_RAW_ADOPT:        /* what follows a CONNECT would be taken for anything at all */
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_RAW_RX: return -1;
    default: return 0;
    }
}

/* --- listening --- */

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = callback, .per_session_data_size = sizeof(Answer)},
    {.name = NULL},
};

/* The address that `host` means, in numbers. */
static bool resolve(const char *host, struct addrinfo **out, char numbers[SERVE_URL], Message *error)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    /* A name may mean both kinds; everybody can reach the older one. */
    hints.ai_family = strchr(host, ':') ? AF_INET6 : AF_INET;
    int why = getaddrinfo(host, "0", &hints, out);
    if (why == 0)
        why = getnameinfo((*out)->ai_addr, (*out)->ai_addrlen, numbers, SERVE_URL, NULL, 0, NI_NUMERICHOST);
    return why == 0 || message_set(error, 0, T("{0} is no address of this machine: {1}"), 2, host, gai_strerror(why));
}

static void set_port(struct addrinfo *a, int port)
{
    if (a->ai_family == AF_INET6)
        ((struct sockaddr_in6 *)a->ai_addr)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)a->ai_addr)->sin_port = htons((uint16_t)port);
}

/* Whether the port can be had; the library that then takes it does not say why not.
 * 0, or errno. */
static int try_port(struct addrinfo *a, int port)
{
    int on = 1, why = 0;
    set_port(a, port);
    int fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return errno;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, a->ai_addr, a->ai_addrlen) != 0 || listen(fd, 1) != 0)
        why = errno;
    close(fd);
    return why;
}

static bool find_port(struct addrinfo *a, const ServeOptions *o, int *port, Message *error)
{
    char number[16];
    int why = 0;
    *port = o->port;
    for (int i = 0; i < (o->other_ports ? SERVE_TRIES : 1) && o->port + i <= 65535; i++) {
        *port = o->port + i;
        why = try_port(a, *port);
        if (why != EADDRINUSE)
            break;
    }
    if (why == 0)
        return true;
    snprintf(number, sizeof number, "%d", o->port);
    if (why == EADDRINUSE && o->other_ports)
        return message_set(error, 0, T("port {0} and those after it are taken; name a free one with --port"), 1,
                           number);
    if (why == EADDRINUSE)
        return message_set(error, 0, T("port {0} is taken by another program; name a free one with --port"), 1, number);
    if (why == EACCES)
        return message_set(error, 0, T("this user may not listen on port {0}; ports from 1024 are free for all"), 1,
                           number);
    return message_set(error, 0, T("cannot listen on {0} port {1}: {2}"), 3, o->host, number, strerror(why));
}

/* How many descriptors libwebsockets may have: for all connections, or as many as the
 * system grants. */
static unsigned int descriptor_limit(void)
{
    const rlim_t wanted = CONNECTIONS + SPARE + OWN;
    struct rlimit r;
    if (getrlimit(RLIMIT_NOFILE, &r) != 0)
        return CONNECTIONS + SPARE;
    if (r.rlim_cur < wanted && r.rlim_cur < r.rlim_max) {
        r.rlim_cur = r.rlim_max < wanted ? r.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &r);
    }
    return r.rlim_cur >= wanted ? CONNECTIONS + SPARE : r.rlim_cur > 2 * OWN ? (unsigned int)r.rlim_cur - OWN : OWN;
}

static Peers *make_room(unsigned int descriptors)
{
    int most = (int)(descriptors > 4 * SPARE ? descriptors - SPARE : descriptors * 3 / 4);
    return peers_create(most, most / ONE_ADDRESS);
}

static bool is_any(const char *numbers) { return strcmp(numbers, "0.0.0.0") == 0 || strcmp(numbers, "::") == 0; }

static bool listen_on(Server *s, struct addrinfo *a, const char *numbers, int port)
{
    bool any = is_any(numbers);
    unsigned int descriptors = descriptor_limit();
    struct lws_context_creation_info info = {
        .port = port,
        .iface = any ? NULL : numbers,
        .protocols = protocols,
        .headers = answer_headers,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   (a->ai_family == AF_INET ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
        .max_http_header_data = HEAD_BYTES,
        .timeout_secs = HEAD_SECONDS,
        .timeout_secs_ah_idle = HEAD_SECONDS,
        .keepalive_timeout = IDLE_SECONDS,
        .fd_limit_per_thread = descriptors,
        .server_string = "colonnade",
        .gid = -1,
        .uid = -1,
        .user = s,
    };
    lws_set_log_level(0, NULL);
    s->peers = make_room(descriptors);
    s->context = s->peers ? lws_create_context(&info) : NULL;
    struct lws_vhost *v = s->context ? lws_create_vhost(s->context, &info) : NULL;
    if (!v)
        return false;
    lws_sock_file_fd_type watched = {.filefd = s->waiting = epoll_create1(EPOLL_CLOEXEC)};
    if (s->waiting < 0 || !lws_adopt_descriptor_vhost(v, LWS_ADOPT_RAW_FILE_DESC, watched, protocols[0].name, NULL))
        return false;
    const char *shown = any ? (a->ai_family == AF_INET6 ? "::1" : "127.0.0.1") : numbers;
    bool six = strchr(shown, ':') != NULL;
    snprintf(s->url, sizeof s->url, "http://%s%.64s%s:%d/", six ? "[" : "", shown, six ? "]" : "",
             lws_get_vhost_listen_port(v));
    return true;
}

/* It answers to the name and to the address it listens on. Who listens on all addresses
 * does not know them: other machines may have their own numbers for this one. */
static bool take_names(Names *n, const ServeOptions *o, const char *numbers, Message *error)
{
    n->numbers = is_any(numbers);
    return (is_any(o->host) || (names_add(n, o->host, error) && names_add(n, numbers, error))) &&
           (!o->names || names_add(n, o->names, error));
}

Server *serve_open(const Site *site, const ServeOptions *options, Message *error)
{
    struct addrinfo *address = NULL;
    char numbers[SERVE_URL] = "";
    int port;
    Server *s = memory_resize(NULL, sizeof *s);
    bool ok = s != NULL;
    if (ok)
        *s = (Server){.site = site};
    else
        message_set(error, 0, T("not enough memory"), 0);
    ok = ok && resolve(options->host, &address, numbers, error) && take_names(&s->names, options, numbers, error) &&
         find_port(address, options, &port, error);
    if (ok && !listen_on(s, address, numbers, port)) {
        char number[16];
        snprintf(number, sizeof number, "%d", port);
        ok = message_set(error, 0, T("cannot listen on {0} port {1}: {2}"), 3, options->host, number,
                         strerror(EADDRINUSE));
    }
    if (address)
        freeaddrinfo(address);
    if (ok)
        return s;
    serve_close(s);
    return NULL;
}

const char *serve_url(const Server *s) { return s->url; }

bool serve_run(Server *s)
{
    int status = 0;
    while (!s->stopped && status >= 0)
        status = lws_service(s->context, 0);
    return s->stopped || status >= 0;
}

void serve_stop(Server *s)
{
    s->stopped = 1;
    lws_cancel_service(s->context);
}

void serve_close(Server *s)
{
    if (!s)
        return;
    if (s->context)
        lws_context_destroy(s->context);
    peers_free(s->peers);
    memory_free(s);
}
