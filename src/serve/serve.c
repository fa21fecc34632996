/* See serve.h. libwebsockets reads requests and watches timeouts. The answers are decided here, and in exchange.c
 * when a request becomes a WebSocket. */
#include "serve/serve.h"

#include "core/clock.h"
#include "core/memory.h"
#include "serve/answer.h"
#include "serve/feed.h"
#include "serve/lookup.h"
#include "serve/mesh.h"
#include "serve/metrics.h"
#include "serve/peers.h"
#include "serve/ports.h"
#include "serve/cookie.h"
#include "serve/status.h"
#include "serve/waiting.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEAD_BYTES = 8192,      /* of a request's head */
    HEAD_SECONDS = 5,       /* for it to arrive */
    IDLE_SECONDS = 20,      /* between requests */
    SEND_SECONDS = 20,      /* for an answer that makes no progress */
    CONNECTIONS = 1000,     /* to the page alone */
    HOUSE_CONNECTIONS = 12000,      /* with a house: people stay on the line */
    GOODBYE_MS = 1000,      /* to tell visitors that the house closes */
    ONE_ADDRESS = 4,        /* one address has at most one in this many */
    SPARE = 32,             /* more, while those that make room are still there */
    OWN = 16,               /* descriptors for other things than connections */
};

/* What libwebsockets keeps for a connection: it first asks for files, then it may become a line. */
typedef union Use {
    Answer answer;
    Line line;
} Use;

struct Server {
    const Site *site;
    Exchange *exchange;               /* NULL: there is no house */
    bool unlimited;             /* one address may have all connections */
    Proxies proxies;
    Names names;
    Peers *peers;
    PeerAddress knocking;       /* address of the connection being admitted */
    Waiting *waiting;           /* connections whose sockets are full */
    struct lws_context *context;
    struct lws_vhost *front;
    struct lws_vhost *metrics;  /* only for programs on this machine; NULL: there is none */
    double opened;              /* on the monotonic clock */
    uint64_t requests;
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
    bool many = proxies_trust(&s->proxies, (const struct sockaddr *)&from);
    bool in = peers_admit(s->peers, &s->knocking, many, &leaving);
    if (leaving)
        lws_set_timeout(leaving, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    return in ? 0 : -1;
}

/* The connection carries its place among the peers. */
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
    if (s->waiting)
        waiting_forget(s->waiting, wsi);
    return 0;
}

/* --- answers under way --- */

/* Reads what has arrived meanwhile: closing with unread data would reset the connection, and the answer with it,
 * before the other side has read it. */
static void take_rest(int socket)
{
    char block[4096];
    for (int i = 0; i < 64 && recv(socket, block, sizeof block, MSG_DONTWAIT) > 0; i++)
        ;
}

/* The answer is complete. False: the connection has to be closed. */
static bool finish(Server *s, struct lws *wsi, Answer *a)
{
    answer_end(a);
    peers_set_busy(s->peers, lws_get_opaque_user_data(wsi), false);
    if (a->close)
        take_rest(lws_get_socket_fd(wsi));
    return !a->close && !lws_http_transaction_completed(wsi);
}

/* The socket is full for now. libwebsockets must not read from it: it could do nothing with a request before this
 * one is answered, and would try without a pause. It must not wait for the socket to take more either, because it
 * does not do one without the other. */
static bool wait_for_room(Server *s, struct lws *wsi)
{
    lws_rx_flow_control(wsi, 0);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
    return waiting_add(s->waiting, wsi);
}

/* Who asks. Visitors who come through a trusted proxy are counted by the address that it reports. False: the
 * connection is gone. */
static bool visitor_of(const Server *s, struct lws *wsi, PeerAddress *from)
{
    struct sockaddr_storage socket = {0};
    socklen_t length = sizeof socket;
    char forwarded[256];
    if (getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&socket, &length) != 0)
        return false;
    *from = peers_address((const struct sockaddr *)&socket);
    if (proxies_trust(&s->proxies, (const struct sockaddr *)&socket) &&
        lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR) > 0)
        proxies_last(forwarded, from);
    return true;
}

/* Exact values, if the path asks for them. */
static bool make_lookup(Server *s, struct lws *wsi, Answer *a, const char *path)
{
    char game[LOOKUP_GAME], position[POSITION_TEXT] = "";
    PeerAddress from;
    Buffer text = {0};
    if (!s->exchange || !lookup_game(path, game) || !visitor_of(s, wsi, &from))
        return false;
    const char *asked = lws_get_urlarg_by_name(wsi, "position=", position, sizeof position);
    unsigned int status =
        lookup_write(exchange_house(s->exchange), exchange_origin(s->exchange, &from), game, asked ? asked : "", &text);
    if (status == 200) {
        answer_take_text(a, &s->names, wsi, "text/plain; charset=utf-8", text.text, text.length);
        return true;
    }
    buffer_free(&text);
    answer_refuse(a, wsi, status, "There is nothing at this address.\n");
    return true;
}

/* A seat's feed, if the path asks for one. */
static bool make_feed(Server *s, struct lws *wsi, Answer *a, const char *path)
{
    char key[HOUSE_TOKEN];
    Buffer text = {0};
    if (!s->exchange || !feed_key(path, key))
        return false;
    if (!feed_write(exchange_house(s->exchange), key, answer_lang(wsi), &text)) {
        buffer_free(&text);
        return false;
    }
    answer_take_text(a, &s->names, wsi, "application/atom+xml; charset=utf-8", text.text, text.length);
    return true;
}

/* Whether we and the store work; and, on a port of its own, how busy we are. */
static bool make_status(Server *s, struct lws *wsi, Answer *a, const char *path)
{
    bool inside = s->metrics && lws_get_vhost(wsi) == s->metrics;
    Buffer text = {0};
    if (strcmp(path, "/health") == 0 && s->exchange && !exchange_is_well(s->exchange)) {
        answer_refuse(a, wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, "The store does not work.\n");
        return true;
    }
    if (strcmp(path, "/health") == 0)
        buffer_add(&text, "ok\n");
    else if (inside && strcmp(path, "/metrics") == 0)
        metrics_write(&text, s->exchange, s->requests, peers_count(s->peers), clock_now() - s->opened);
    else if (inside && strcmp(path, "/") == 0)
        status_write(&text, s->exchange, s->requests, peers_count(s->peers), clock_now() - s->opened, answer_lang(wsi));
    else if (!inside)
        return false;
    if (text.length && !text.failed) {
        answer_take_text(a, &s->names, wsi, "text/plain; version=0.0.4; charset=utf-8", text.text, text.length);
        return true;
    }
    buffer_free(&text);
    answer_refuse(a, wsi, HTTP_STATUS_NOT_FOUND, "There is nothing here.\n");
    return true;
}

/* A request has arrived. Returns what callbacks return: 0 to go on, -1 to close the connection. */
static int begin(Server *s, struct lws *wsi, Answer *a, const char *path)
{
    Peer *peer = lws_get_opaque_user_data(wsi);
    bool sent;
    if (!peer || !a || peers_is_leaving(peer))
        return -1;
    peers_set_busy(s->peers, peer, true);
    s->requests++;
    if (!make_status(s, wsi, a, path) &&
        !cookie_answer(a, &s->names, wsi, s->exchange ? exchange_house(s->exchange) : NULL, path) &&
        !make_feed(s, wsi, a, path) && !make_lookup(s, wsi, a, path))
        answer_make(a, s->site, &s->names, wsi, path);
    switch (answer_send(a, lws_get_socket_fd(wsi), &sent)) {
    case ANSWER_SENT: return finish(s, wsi, a) ? 0 : -1;
    case ANSWER_WAITS:
        if (!a->close && wait_for_room(s, wsi))
            return 0;
        break;
    case ANSWER_LOST: break;
    }
    answer_end(a);
    return -1;
}

/* The socket has room again. */
static void go_on(struct lws *wsi)
{
    Server *s = server_of(wsi);
    Answer *a = lws_wsi_user(wsi);
    bool sent;
    AnswerState state = answer_send(a, lws_get_socket_fd(wsi), &sent);
    if (state == ANSWER_WAITS) {
        if (sent)
            lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
        return;
    }
    waiting_remove(s->waiting, wsi);
    lws_rx_flow_control(wsi, 1);
    if (state == ANSWER_LOST || !finish(s, wsi, a))
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_KEEPALIVE_IDLE, LWS_TO_KILL_ASYNC);
}

/* Whether exactly this upgrade is asked for. The callback's argument is not used: if libwebsockets does not know the
 * upgrade, it has answered already, and has freed the request together with the name. */
static bool wants(struct lws *wsi, const char *upgrade)
{
    char to[32];
    return answer_header(wsi, WSI_TOKEN_UPGRADE, to, sizeof to) && strcasecmp(to, upgrade) == 0;
}

static bool is_own_name(const void *names, const char *authority) { return names_accept(names, authority); }

/* 0 if the connection may become a line to the house. libwebsockets leaves it to us to answer the upgrades that it
 * knows. */
static int change(Server *s, struct lws *wsi)
{
    Answer a;
    bool sent, websocket = wants(wsi, "websocket");
    if (!websocket && !wants(wsi, "h2c"))
        return -1;
    unsigned int status = HTTP_STATUS_NOT_IMPLEMENTED;
    if (s->exchange && websocket && lws_get_vhost(wsi) != s->metrics)
        status = exchange_admit(wsi, is_own_name, &s->names);
    if (status == 0)
        return 0;
    answer_refuse(&a, wsi, status, "There is no WebSocket at this address.\n");
    answer_send(&a, lws_get_socket_fd(wsi), &sent);
    take_rest(lws_get_socket_fd(wsi));
    return -1;
}

/* A connection has become a line. It never has to make room for others: somebody is there. */
static int begin_line(Server *s, struct lws *wsi, Use *use)
{
    Peer *peer = lws_get_opaque_user_data(wsi);
    PeerAddress from;
    if (!s->exchange || !use || !peer || !visitor_of(s, wsi, &from) || !peers_move(s->peers, peer, &from))
        return -1;
    peers_set_busy(s->peers, peer, true);
    return exchange_begin(s->exchange, wsi, &use->line, &from);
}

/* A connection that announces a body is closed before libwebsockets looks for it: a pipelined body sends it into a
 * loop. */
static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    Server *s = server_of(wsi);
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return admit(s, (int)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return enter(s, wsi);
    case LWS_CALLBACK_WSI_DESTROY: return leave(s, wsi);
    case LWS_CALLBACK_HTTP: return begin(s, wsi, user, in);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (user)
            answer_end(user);
        return 0;
    case LWS_CALLBACK_RAW_RX_FILE: waiting_look(s->waiting); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return change(s, wsi);
    case LWS_CALLBACK_ESTABLISHED: return begin_line(s, wsi, user);
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_RECEIVE_PONG:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_CLOSED: return s->exchange ? exchange_callback(s->exchange, wsi, reason, user, in, length) : -1;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (s->exchange && s->context)
            exchange_collect(s->exchange);
        return 0;
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
    {.name = "http", .callback = callback, .per_session_data_size = sizeof(Use), .rx_buffer_size = HOUSE_MESSAGE},
    {.name = "colonnade", .callback = callback, .per_session_data_size = sizeof(Use), .rx_buffer_size = HOUSE_MESSAGE},
    {.name = MESH_PROTOCOL, .callback = mesh_callback},
    {.name = NULL},
};

/* How many descriptors libwebsockets may have: enough for all connections, or as many as the system grants. */
static unsigned int descriptor_limit(unsigned int connections)
{
    const rlim_t wanted = connections + SPARE + OWN;
    struct rlimit r;
    if (getrlimit(RLIMIT_NOFILE, &r) != 0)
        return CONNECTIONS + SPARE;
    if (r.rlim_cur < wanted && r.rlim_cur < r.rlim_max) {
        r.rlim_cur = r.rlim_max < wanted ? r.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &r);
    }
    return r.rlim_cur >= wanted ? connections + SPARE : r.rlim_cur > 2 * OWN ? (unsigned int)r.rlim_cur - OWN : OWN;
}

static Peers *make_room(unsigned int descriptors, bool unlimited)
{
    int most = (int)(descriptors > 4 * SPARE ? descriptors - SPARE : descriptors * 3 / 4);
    return peers_create(most, unlimited ? most : most / ONE_ADDRESS);
}

static bool is_any(const char *numbers) { return strcmp(numbers, "0.0.0.0") == 0 || strcmp(numbers, "::") == 0; }

static bool listen_on(Server *s, struct addrinfo *a, const char *numbers, int port, int metrics)
{
    bool any = is_any(numbers);
    unsigned int descriptors = descriptor_limit(s->exchange ? HOUSE_CONNECTIONS : CONNECTIONS);
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
    s->peers = make_room(descriptors, s->unlimited);
    s->context = s->peers ? lws_create_context(&info) : NULL;
    struct lws_vhost *v = s->context ? lws_create_vhost(s->context, &info) : NULL;
    if (!v)
        return false;
    s->front = v;
    if (metrics) {
        info.port = metrics;
        info.iface = "127.0.0.1";
        info.vhost_name = "metrics";
        s->metrics = lws_create_vhost(s->context, &info);
        if (!s->metrics)
            return false;
    }
    s->waiting = waiting_open(s->context, v, protocols[0].name, go_on);
    if (!s->waiting)
        return false;
    const char *shown = any ? (a->ai_family == AF_INET6 ? "::1" : "127.0.0.1") : numbers;
    bool six = strchr(shown, ':') != NULL;
    snprintf(s->url, sizeof s->url, "http://%s%.64s%s:%d/", six ? "[" : "", shown, six ? "]" : "",
             lws_get_vhost_listen_port(v));
    return true;
}

/* The server answers to the name and the address it listens on. If it listens on all addresses, it does not know
 * them. */
static bool take_names(Names *n, const ServeOptions *o, const char *numbers, Message *error)
{
    n->numbers = is_any(numbers);
    return (is_any(o->host) || (names_add(n, o->host, error) && names_add(n, numbers, error))) &&
           (!o->names || names_add(n, o->names, error));
}

/* Whether the port for programs on this machine is free. */
static bool try_metrics(int port, Message *error)
{
    struct addrinfo *address = NULL;
    char numbers[PORTS_ADDRESS];
    int found;
    bool ok = !port || (ports_resolve("127.0.0.1", &address, numbers, error) &&
                        ports_find(address, "127.0.0.1", port, 1, &found, error));
    if (address)
        freeaddrinfo(address);
    return ok;
}

Server *serve_open(const Site *site, const ServeOptions *options, Message *error)
{
    struct addrinfo *address = NULL;
    char numbers[PORTS_ADDRESS] = "";
    int port;
    Server *s = memory_resize(NULL, sizeof *s);
    bool ok = s != NULL;
    if (ok)
        *s = (Server){.site = site,
                      .exchange = options->exchange,
                      .unlimited = options->unlimited,
                      .proxies = options->proxies,
                      .opened = clock_now()};
    else
        message_set(error, 0, T("not enough memory"), 0);
    ok = ok && ports_resolve(options->host, &address, numbers, error) &&
         take_names(&s->names, options, numbers, error) &&
         ports_find(address, options->host, options->port, options->other_ports ? SERVE_TRIES : 1, &port, error) &&
         try_metrics(options->metrics, error);
    if (ok && !listen_on(s, address, numbers, port, options->metrics)) {
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

/* Tells visitors that the house closes, without waiting for those who do not listen. */
static void close_house(Server *s)
{
    double end = clock_now() + GOODBYE_MS * 1e-3;
    exchange_say_goodbye(s->exchange);
    while (!exchange_are_closed(s->exchange) && clock_now() < end && lws_service(s->context, 0) >= 0)
        exchange_collect(s->exchange);
    exchange_detach(s->exchange);
}

bool serve_run(Server *s)
{
    int status = 0;
    if (s->exchange && !exchange_attach(s->exchange, s->context, s->front))
        return false;
    while (!s->stopped && status >= 0)
        status = lws_service(s->context, 0);
    if (s->exchange && status >= 0)
        close_house(s);
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
    waiting_close(s->waiting);
    peers_free(s->peers);
    memory_free(s);
}
