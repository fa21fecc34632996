/* See serve.h. libwebsockets reads requests and watches timeouts; what is answered is
 * decided here. */
#include "serve/serve.h"

#include "core/memory.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    HEAD_BYTES = 8192,      /* of a request's head */
    HEAD_SECONDS = 5,       /* for it to arrive */
    IDLE_SECONDS = 20,      /* between requests */
    SEND_SECONDS = 20,      /* without progress of an answer */
    CONNECTIONS = 1000,
    CHUNK = 32768,
    OWN_HEAD = 2048,        /* room for an answer's head */
};

/* The headers of every answer. Nothing but this server is asked for anything; scripts and
 * styles are files; WebAssembly may be compiled; images may be made by the page itself
 * (export of the board as a picture). */
#define HEADER(name, value, next) {next, NULL, name ":", value}
static const struct lws_protocol_vhost_options headers[] = {
    HEADER("content-security-policy",
           "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
           "img-src 'self' blob: data:; style-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
           "frame-ancestors 'none'",
           &headers[1]),
    HEADER("cross-origin-opener-policy", "same-origin", &headers[2]),
    HEADER("cross-origin-embedder-policy", "require-corp", &headers[3]),
    HEADER("cross-origin-resource-policy", "same-origin", &headers[4]),
    HEADER("x-content-type-options", "nosniff", &headers[5]),
    HEADER("referrer-policy", "no-referrer", &headers[6]),
    HEADER("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()", NULL),
};

/* An answer under way on one connection. */
typedef struct Answer {
    const unsigned char *bytes;     /* what is still to be sent … */
    size_t left;                    /* … and how much */
    bool close;                     /* no further request on this connection */
} Answer;

struct Server {
    const Site *site;
    struct lws_context *context;
    volatile sig_atomic_t stopped;
    char url[SERVE_URL];
};

/* --- one answer --- */

typedef struct Head {
    struct lws *wsi;
    unsigned char room[LWS_PRE + OWN_HEAD];
    unsigned char *at, *end;
    bool failed;
} Head;

static void head_begin(Head *h, struct lws *wsi, unsigned int status)
{
    h->wsi = wsi;
    h->at = h->room + LWS_PRE;
    h->end = h->room + sizeof h->room - 1;
    h->failed = lws_add_http_header_status(wsi, status, &h->at, h->end) != 0;
}

static void head_add(Head *h, const char *name, const char *value)
{
    if (!h->failed)
        h->failed = lws_add_http_header_by_name(h->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                                (int)strlen(value), &h->at, h->end) != 0;
}

static void head_add_date(Head *h)
{
    char text[64];
    struct tm tm;
    time_t now = time(NULL);
    gmtime_r(&now, &tm);
    /* The C locale's names of days and months, whatever the program's locale is. */
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    snprintf(text, sizeof text, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", days + 3 * tm.tm_wday, tm.tm_mday,
             months + 3 * tm.tm_mon, tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
    head_add(h, "date:", text);
}

/* Sends the head; false: the connection is lost. */
static bool head_send(Head *h)
{
    if (h->failed || lws_finalize_http_header(h->wsi, &h->at, h->end))
        return false;
    unsigned char *start = h->room + LWS_PRE;
    size_t length = (size_t)(h->at - start);
    return lws_write(h->wsi, start, length, LWS_WRITE_HTTP_HEADERS) == (int)length;
}

/* What callbacks return: 0 to go on, -1 to close the connection. */
static int finish(struct lws *wsi, Answer *a) { return a->close || lws_http_transaction_completed(wsi) ? -1 : 0; }

static int send_head(Head *h, Answer *a)
{
    head_add_date(h);
    head_add(h, "connection:", a->close ? "close" : "keep-alive");
    if (!head_send(h))
        return -1;
    if (a->left == 0)
        return finish(h->wsi, a);
    lws_set_timeout(h->wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
    lws_callback_on_writable(h->wsi);
    return 0;
}

/* A status with a sentence as its body. */
static int refuse(struct lws *wsi, Answer *a, unsigned int status, const char *sentence, bool body)
{
    Head h;
    char length[24];
    snprintf(length, sizeof length, "%zu", strlen(sentence));
    a->bytes = (const unsigned char *)sentence;
    a->left = body ? strlen(sentence) : 0;
    head_begin(&h, wsi, status);
    head_add(&h, "content-type:", "text/plain; charset=utf-8");
    head_add(&h, "content-length:", length);
    head_add(&h, "cache-control:", "no-store");
    if (status == HTTP_STATUS_METHOD_NOT_ALLOWED)
        head_add(&h, "allow:", "GET, HEAD");
    return send_head(&h, a);
}

static bool header_has(struct lws *wsi, enum lws_token_indexes token, const char *word)
{
    char value[1024];
    int length = lws_hdr_copy(wsi, value, sizeof value, token);
    return length > 0 && strstr(value, word) != NULL;
}

/* `gzip` is listed in Accept-Encoding and not refused with q=0. */
static bool accepts_gzip(struct lws *wsi)
{
    char value[1024];
    if (lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_HTTP_ACCEPT_ENCODING) <= 0)
        return false;
    const char *at = strstr(value, "gzip");
    if (!at)
        return false;
    at += strspn(at + 4, " ") + 4;
    if (*at != ';')
        return true;
    at += strcspn(at, "=,");
    return *at != '=' || strtod(at + 1, NULL) > 0;
}

static int send_file(struct lws *wsi, Answer *a, const SiteFile *f, bool body)
{
    bool gzip = f->gzip && accepts_gzip(wsi);
    char tag[SITE_TAG + 8], length[24], version[SITE_TAG + 8] = "";
    snprintf(tag, sizeof tag, "\"%s%s\"", f->tag, gzip ? "-gz" : "");
    bool known = header_has(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tag);
    size_t size = gzip ? f->gzip_size : f->size;
    Head h;
    head_begin(&h, wsi, known ? HTTP_STATUS_NOT_MODIFIED : HTTP_STATUS_OK);
    if (!known) {
        snprintf(length, sizeof length, "%zu", size);
        head_add(&h, "content-type:", f->type);
        head_add(&h, "content-length:", length);
        if (gzip)
            head_add(&h, "content-encoding:", "gzip");
        a->bytes = gzip ? f->gzip : f->bytes;
        a->left = body ? size : 0;
    }
    if (f->gzip)
        head_add(&h, "vary:", "accept-encoding");
    head_add(&h, "etag:", tag);
    /* With its version in the address a file never changes; without, ask each time. */
    bool lasting = *f->version && lws_get_urlarg_by_name(wsi, "v=", version, sizeof version) &&
                   strcmp(version + (strncmp(version, "v=", 2) ? 0 : 2), f->version) == 0;
    head_add(&h, "cache-control:", lasting ? "public, max-age=31536000, immutable" : "no-cache");
    return send_head(&h, a);
}

static int answer(const Server *s, struct lws *wsi, Answer *a, const char *path)
{
    bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    bool head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    /* What follows a head that announces more would be taken for the next request. */
    bool more = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 ||
                lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
    *a = (Answer){.close = more || (!get && !head)};
    if (!get && !head)
        return refuse(wsi, a, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.\n", true);
    const SiteFile *f = site_find(s->site, path);
    if (!f)
        return refuse(wsi, a, HTTP_STATUS_NOT_FOUND, "There is no such file here.\n", get);
    return send_file(wsi, a, f, get);
}

static int send_more(struct lws *wsi, Answer *a)
{
    unsigned char room[LWS_PRE + CHUNK];
    if (a->left == 0)
        return 0;
    size_t n = a->left < CHUNK ? a->left : CHUNK;
    memcpy(room + LWS_PRE, a->bytes, n);
    if (lws_write(wsi, room + LWS_PRE, n, n == a->left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) != (int)n)
        return -1;
    a->bytes += n;
    a->left -= n;
    if (a->left == 0)
        return finish(wsi, a);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
    lws_callback_on_writable(wsi);
    return 0;
}

/* No WebSockets, no HTTP/2: 1 when that has been said. */
static int refuse_upgrade(struct lws *wsi)
{
    Head h;
    head_begin(&h, wsi, HTTP_STATUS_NOT_IMPLEMENTED);
    head_add(&h, "content-length:", "0");
    head_add_date(&h);
    return head_send(&h) ? 1 : -1;
}

/* A body that somebody sends all the same is not looked at: its connection is closed as
 * soon as the answer is out. */
static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    (void)length;
    switch (reason) {
    case LWS_CALLBACK_HTTP: return answer(lws_context_user(lws_get_context(wsi)), wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return user ? send_more(wsi, user) : 0;
    case LWS_CALLBACK_RAW_ADOPT:        /* what follows a CONNECT would be taken for anything at all */
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_RAW_RX: return -1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return refuse_upgrade(wsi);
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

/* Room for all connections, or as many as the system grants. */
static unsigned int connection_limit(void)
{
    struct rlimit r;
    if (getrlimit(RLIMIT_NOFILE, &r) != 0)
        return CONNECTIONS;
    if (r.rlim_cur < CONNECTIONS + 64 && r.rlim_cur < r.rlim_max) {
        r.rlim_cur = r.rlim_max < CONNECTIONS + 64 ? r.rlim_max : CONNECTIONS + 64;
        setrlimit(RLIMIT_NOFILE, &r);
    }
    return r.rlim_cur > CONNECTIONS + 64 ? CONNECTIONS : r.rlim_cur > 128 ? (unsigned int)r.rlim_cur - 64 : 64;
}

static bool listen_on(Server *s, struct addrinfo *a, const char *numbers, int port)
{
    bool any = strcmp(numbers, "0.0.0.0") == 0 || strcmp(numbers, "::") == 0;
    struct lws_context_creation_info info = {
        .port = port,
        .iface = any ? NULL : numbers,
        .protocols = protocols,
        .headers = headers,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   (a->ai_family == AF_INET ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
        .max_http_header_data = HEAD_BYTES,
        .timeout_secs = HEAD_SECONDS,
        .timeout_secs_ah_idle = HEAD_SECONDS,
        .keepalive_timeout = IDLE_SECONDS,
        .fd_limit_per_thread = connection_limit(),
        .server_string = "colonnade",
        .gid = -1,
        .uid = -1,
        .user = s,
    };
    lws_set_log_level(0, NULL);
    s->context = lws_create_context(&info);
    struct lws_vhost *v = s->context ? lws_create_vhost(s->context, &info) : NULL;
    if (!v)
        return false;
    const char *shown = any ? (a->ai_family == AF_INET6 ? "::1" : "127.0.0.1") : numbers;
    bool six = strchr(shown, ':') != NULL;
    snprintf(s->url, sizeof s->url, "http://%s%.64s%s:%d/", six ? "[" : "", shown, six ? "]" : "",
             lws_get_vhost_listen_port(v));
    return true;
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
    ok = ok && resolve(options->host, &address, numbers, error) && find_port(address, options, &port, error);
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
    memory_free(s);
}
