/* See wire.h. Uses libwebsockets as a client in one thread, with two queues under one lock. */
#include "remote/wire.h"

#include "core/memory.h"
#include "core/pipe.h"

#include <errno.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { FIRST_PAUSE = 500, LONGEST_PAUSE = 8000, TRIES = 6 };

typedef struct Item {
    struct Item *next;
    WireNews news;
    size_t length;
    char text[];
} Item;

typedef struct ItemList {
    Item *first, **end;
} ItemList;

struct Wire {
    WireAddress to;
    struct lws_context *context;
    struct lws *line;           /* the thread's: NULL while there is none */
    lws_sorted_usec_list_t again;
    bool up;                    /* the thread's */
    int pause, failures;        /* the thread's: ms until the next attempt; attempts without a connection */
    bool ever;                  /* it has been connected */
    char *part;                 /* the beginning of a text that is arriving */
    size_t part_length;
    pthread_t thread;
    pthread_mutex_t lock;       /* guards the lists and `ending` */
    ItemList heard, said;
    bool ending;
    int ready[2];               /* a pipe with a byte in it while something was heard and not fetched */
    Item *given;                /* the caller's: what wire_next handed out */
};

/* --- addresses --- */

static bool read_scheme(const char **at, bool *tls)
{
    static const struct {
        const char *word;
        bool tls;
    } schemes[] = {{"http://", false}, {"https://", true}, {"ws://", false}, {"wss://", true}};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncasecmp(*at, schemes[i].word, strlen(schemes[i].word)) == 0) {
            *at += strlen(schemes[i].word);
            *tls = schemes[i].tls;
            return true;
        }
    return !strstr(*at, "://");
}

static void read_fragment(const char *text, const char *word, char *out, size_t size)
{
    const char *at = strchr(text, '#');
    size_t n = strlen(word);
    if (!at || strncmp(at + 1, word, n) != 0 || at[1 + n] != '=')
        return;
    at += n + 2;
    size_t length = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    if (length < size) {
        memcpy(out, at, length);
        out[length] = '\0';
    }
}

bool wire_address(const char *text, WireAddress *out, Message *error)
{
    const char *at = text;
    *out = (WireAddress){0};
    bool ok = read_scheme(&at, &out->tls), bracket = *at == '[';
    const char *start = at + bracket;
    size_t length = strcspn(start, bracket ? "]" : ":/#?");
    const char *rest = start + length + bracket;
    ok = ok && length > 0 && length < sizeof out->host && (!bracket || start[length] == ']');
    if (ok) {
        memcpy(out->host, start, length);
        out->port = out->tls ? 443 : 80;
        if (*rest == ':')
            out->port = (int)strtol(rest + 1, NULL, 10);
        ok = out->port > 0 && out->port < 65536;
    }
    read_fragment(text, "seat", out->seat, sizeof out->seat);
    read_fragment(text, "watch", out->watch, sizeof out->watch);
    return ok || message_set(error, 0, T("{0} is not an address of a house: write http://HOST:PORT/"), 1, text);
}

bool wire_link(const WireAddress *to, const char *word, const char *what, char *out, size_t size)
{
    bool six = strchr(to->host, ':') != NULL;
    char port[16] = "";
    if (to->port != (to->tls ? 443 : 80))
        snprintf(port, sizeof port, ":%d", to->port);
    int n = snprintf(out, size, "%s://%s%s%s%s/#%s=%s", to->tls ? "https" : "http", six ? "[" : "", to->host,
                     six ? "]" : "", port, word, what);
    return *what && n > 0 && (size_t)n < size;
}

/* --- lists --- */

static void list_clear(ItemList *l)
{
    while (l->first) {
        Item *next = l->first->next;
        memory_free(l->first);
        l->first = next;
    }
    l->end = &l->first;
}

static Item *list_take(ItemList *l)
{
    Item *i = l->first;
    if (!i)
        return NULL;
    l->first = i->next;
    if (!l->first)
        l->end = &l->first;
    return i;
}

static bool list_add(Wire *w, ItemList *l, WireNews news, const char *text, size_t length)
{
    Item *i = memory_resize(NULL, sizeof *i + LWS_PRE + length + 1);
    if (!i)
        return false;
    *i = (Item){.news = news, .length = length};
    /* Room before the text, where libwebsockets writes a frame's head. */
    if (length)
        memcpy(i->text + LWS_PRE, text, length);
    i->text[LWS_PRE + length] = '\0';
    pthread_mutex_lock(&w->lock);
    *l->end = i;
    l->end = &i->next;
    pthread_mutex_unlock(&w->lock);
    return true;
}

static void announce(Wire *w)
{
    if (write(w->ready[1], "", 1) < 0)
        return;                 /* the pipe is full, so it can be read anyway */
}

static void tell(Wire *w, WireNews news, const char *text, size_t length)
{
    if (list_add(w, &w->heard, news, text, length))
        announce(w);
}

/* --- the connection, in the wire's thread --- */

static void connect_now(Wire *w)
{
    struct lws_client_connect_info info = {
        .context = w->context,
        .address = w->to.host,
        .port = w->to.port,
        .path = "/house",
        .host = w->to.host,
        .ssl_connection = w->to.tls ? LCCSCF_USE_SSL : 0,
        .protocol = "colonnade",
        .pwsi = &w->line,
        .userdata = w,
    };
    char host[300];
    bool six = strchr(w->to.host, ':') != NULL;
    snprintf(host, sizeof host, "%s%s%s:%d", six ? "[" : "", w->to.host, six ? "]" : "", w->to.port);
    info.host = host;
    lws_client_connect_via_info(&info);
}

static void on_again(lws_sorted_usec_list_t *sul) { connect_now(lws_container_of(sul, Wire, again)); }

static void lost(Wire *w)
{
    w->line = NULL;
    w->part_length = 0;
    bool was = w->up;
    w->up = false;
    w->failures++;
    if (!w->ever && w->failures >= TRIES) {
        tell(w, WIRE_REFUSED, "", 0);
        return;
    }
    if (was || w->failures == 1)
        tell(w, WIRE_DOWN, "", 0);
    lws_sul_schedule(w->context, 0, &w->again, on_again, (lws_usec_t)w->pause * 1000);
    w->pause = w->pause * 2 > LONGEST_PAUSE ? LONGEST_PAUSE : w->pause * 2;
}

static void established(Wire *w)
{
    pthread_mutex_lock(&w->lock);
    list_clear(&w->said);       /* it was meant for the previous connection */
    pthread_mutex_unlock(&w->lock);
    w->up = w->ever = true;
    w->pause = FIRST_PAUSE;
    w->failures = 0;
    tell(w, WIRE_UP, "", 0);
}

static int receive(Wire *w, struct lws *wsi, const char *in, size_t length)
{
    char *grown = w->part_length + length <= WIRE_TEXT ? memory_resize(w->part, w->part_length + length + 1) : NULL;
    if (!grown)
        return -1;
    w->part = grown;
    memcpy(w->part + w->part_length, in, length);
    w->part_length += length;
    if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0) {
        tell(w, WIRE_HEARD, w->part, w->part_length);
        w->part_length = 0;
    }
    return 0;
}

static int say_next(Wire *w, struct lws *wsi)
{
    pthread_mutex_lock(&w->lock);
    Item *i = list_take(&w->said);
    bool more = w->said.first != NULL;
    pthread_mutex_unlock(&w->lock);
    if (!i)
        return 0;
    int sent = lws_write(wsi, (unsigned char *)i->text + LWS_PRE, i->length, LWS_WRITE_TEXT);
    bool ok = sent >= (int)i->length;
    memory_free(i);
    if (more)
        lws_callback_on_writable(wsi);
    return ok ? 0 : -1;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    Wire *w = wsi && lws_get_context(wsi) ? lws_context_user(lws_get_context(wsi)) : NULL;
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: established(w); return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive(w, wsi, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return say_next(w, wsi);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED: lost(w); return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (w && w->line && w->up)
            lws_callback_on_writable(w->line);
        return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "colonnade", .callback = callback, .rx_buffer_size = 16384},
    {.name = NULL},
};

static void *run(void *context)
{
    Wire *w = context;
    connect_now(w);
    for (;;) {
        pthread_mutex_lock(&w->lock);
        bool ending = w->ending;
        pthread_mutex_unlock(&w->lock);
        if (ending || lws_service(w->context, 0) < 0)
            return NULL;
    }
}

/* --- the caller's side --- */

static bool start(Wire *w, Message *error)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = w->to.tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
        .gid = -1,
        .uid = -1,
        .user = w,
    };
    lws_set_log_level(0, NULL);
    if (pipe_open(w->ready)) {
        fcntl(w->ready[0], F_SETFL, O_NONBLOCK);
        fcntl(w->ready[1], F_SETFL, O_NONBLOCK);
        w->context = lws_create_context(&info);
    }
    if (!w->context)
        return message_set(error, 0, T("cannot connect to {0}: {1}"), 2, w->to.host, strerror(errno));
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int why = pthread_create(&w->thread, NULL, run, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (why)
        lws_context_destroy(w->context);
    return why == 0 || message_machine(error, T("cannot start a thread: {0}"), 1, strerror(why));
}

static void give_back(Wire *w)
{
    list_clear(&w->heard);
    list_clear(&w->said);
    memory_free(w->given);
    memory_free(w->part);
    for (int i = 0; i < 2; i++)
        if (w->ready[i] >= 0)
            close(w->ready[i]);
    pthread_mutex_destroy(&w->lock);
    memory_free(w);
}

Wire *wire_open(const WireAddress *to, Message *error)
{
    Wire *w = memory_resize(NULL, sizeof *w);
    if (!w) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memset(w, 0, sizeof *w);
    w->to = *to;
    w->pause = FIRST_PAUSE;
    w->ready[0] = w->ready[1] = -1;
    pthread_mutex_init(&w->lock, NULL);
    w->heard.end = &w->heard.first;
    w->said.end = &w->said.first;
    if (start(w, error))
        return w;
    give_back(w);
    return NULL;
}

void wire_close(Wire *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_mutex_unlock(&w->lock);
    lws_cancel_service(w->context);
    pthread_join(w->thread, NULL);
    lws_context_destroy(w->context);
    give_back(w);
}

bool wire_send(Wire *w, const char *text)
{
    if (!list_add(w, &w->said, WIRE_NOTHING, text, strlen(text)))
        return false;
    lws_cancel_service(w->context);
    return true;
}

WireNews wire_next(Wire *w, const char **text)
{
    char announced[64];
    memory_free(w->given);
    pthread_mutex_lock(&w->lock);
    w->given = list_take(&w->heard);
    bool more = w->heard.first != NULL;
    pthread_mutex_unlock(&w->lock);
    while (!more && read(w->ready[0], announced, sizeof announced) > 0)
        ;
    /* Something may have come in between: announce it again. */
    pthread_mutex_lock(&w->lock);
    if (w->heard.first)
        announce(w);
    pthread_mutex_unlock(&w->lock);
    *text = w->given ? w->given->text + LWS_PRE : "";
    return w->given ? w->given->news : WIRE_NOTHING;
}

int wire_ready(const Wire *w) { return w->ready[0]; }
