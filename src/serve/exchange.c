/* Lines to a house: see exchange.h. */
#include "serve/exchange.h"

#include "core/memory.h"
#include "house/hasher.h"
#include "house/thinker.h"
#include "serve/log.h"
#include "serve/mesh.h"
#include "serve/cookie.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    QUEUE_BYTES = 256 << 10,    /* waiting for a slow reader; a slower one has to come back for the rest */
    PIECE = 4096,               /* bytes written at once */
    PING_MS = 20000,            /* between pings of an idle line */
    PING_BUSY_MS = 3000,        /* between pings of a busy one */
    PONG_MS = 30000,            /* to answer a ping */
    WATCH_MS = 5000,
    RETRY_MS = 1000,            /* between attempts to write to a store that fails */
};

struct Exchange {
    Store *store;
    House *house;
    Thinker *thinker;
    Mesh *mesh;                 /* NULL: no other server may share the store */
    Hasher *hasher;             /* NULL: there are no accounts */
    struct lws_context *context;
    lws_sorted_usec_list_t due, watch;
    Line *line;
    Line *unsent;               /* lines with something to send; see flush */
    int64_t began, monotonic;   /* the same moment on both clocks, in ms */
    unsigned char key[crypto_shorthash_KEYBYTES];
    ExchangeOptions options;
    bool ill;                   /* the last write failed and was logged; we try again, as nobody else may */
    int64_t retried;            /* when, in ms */
};

/* --- the world of the house --- */

static int64_t read_clock(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The time of day at which we began, plus the time since then: it does not jump when the machine's clock does. */
static int64_t now(void *context)
{
    const Exchange *l = context;
    return l->began + read_clock(CLOCK_MONOTONIC) - l->monotonic;
}

static void chance(void *context, unsigned char *out, size_t size)
{
    (void)context;
    randombytes_buf(out, size);
}

static void drop_queue(Line *line)
{
    for (; line->count; line->count--) {
        house_text_free(line->queue[line->first]);
        line->first = (line->first + 1) % line->room;
    }
    line->waiting = line->sent = 0;
}

static void end_line(Line *line, int reason)
{
    if (!line->closing)
        line->closing = reason;
    lws_callback_on_writable(line->wsi);
}

static bool grow(Line *line)
{
    unsigned room = line->room ? 2 * line->room : 4;
    HouseText **queue = memory_resize(NULL, room * sizeof *queue);
    if (!queue)
        return false;
    for (unsigned i = 0; i < line->count; i++)
        queue[i] = line->queue[(line->first + i) % line->room];
    memory_free(line->queue);
    line->queue = queue;
    line->first = 0;
    line->room = room;
    return true;
}

static void take(void *context, void *to, HouseText *t)
{
    Exchange *l = context;
    Line *line = to;
    bool room = line->waiting + t->length <= QUEUE_BYTES || line->count == 0;
    if (line->closing || !room || (line->count == line->room && !grow(line))) {
        house_text_free(t);
        end_line(line, 1013);
        return;
    }
    line->queue[(line->first + line->count++) % line->room] = t;
    line->waiting += t->length;
    if (!line->due) {
        line->due = true;
        line->next_due = l->unsent;
        l->unsent = line;
    }
}

static void hang_up(void *context, void *to, int reason)
{
    (void)context;
    end_line(to, reason);
}

static void think(void *context, const HouseThought *t) { thinker_ask(((Exchange *)context)->thinker, t); }

static bool prove(void *context, const HouseSecret *s) { return hasher_ask(((Exchange *)context)->hasher, s); }

/* --- waking up --- */

/* Called from the store's and the thinker's threads. */
static void wake(void *context)
{
    Exchange *l = context;
    struct lws_context *c = __atomic_load_n(&l->context, __ATOMIC_ACQUIRE);
    if (c)
        lws_cancel_service(c);
}

static void point(void *context, const char *name, const StoreWrite *const *batch, size_t count)
{
    const Exchange *l = context;
    if (l->options.point)
        l->options.point(name, batch, count);
}

static void tick(Exchange *l);
static void flush(Exchange *l);

static void on_heard(void *context) { tick(context); }

static void on_due(lws_sorted_usec_list_t *sul)
{
    Exchange *l = lws_container_of(sul, Exchange, due);
    tick(l);
}

/* Does what is due, and sends what there is to say. */
static void tick(Exchange *l)
{
    int64_t ms = house_tick(l->house), most = l->ill ? RETRY_MS : WATCH_MS, t = now(l);
    flush(l);
    if (l->mesh)
        mesh_tick(l->mesh, t);
    if (ms > most)
        ms = most;
    if (l->ill && t - l->retried >= RETRY_MS && store_waiting(l->store) == 0) {
        l->retried = t;
        house_beat(l->house);
    }
    lws_sul_schedule(l->context, 0, &l->due, on_due, (lws_usec_t)ms * 1000);
}

/* Pings lines that have been silent, and ends those that do not answer. */
static void on_watch(lws_sorted_usec_list_t *sul)
{
    Exchange *l = lws_container_of(sul, Exchange, watch);
    int64_t t = now(l);
    for (Line *line = l->line; line; line = line->next) {
        if (line->ping_out && t - line->ping_at > PONG_MS)
            lws_set_timeout(line->wsi, PENDING_TIMEOUT_WS_PONG_CHECK_GET_PONG, LWS_TO_KILL_ASYNC);
        else if (!line->ping_out && t - line->ping_at > PING_MS) {
            line->ping_due = true;
            lws_callback_on_writable(line->wsi);
        }
    }
    lws_sul_schedule(l->context, 0, &l->watch, on_watch, (lws_usec_t)WATCH_MS * 1000);
}

void exchange_collect(Exchange *l)
{
    HouseAnswer answer;
    store_collect(l->store);
    log_health(l->options.log, l->store, &l->ill);
    while (thinker_collect(l->thinker, &answer))
        house_answer(l->house, &answer);
    HouseProof proof;
    while (l->hasher && hasher_collect(l->hasher, &proof))
        house_proved(l->house, &proof);
    tick(l);
}

/* --- beginning and ending --- */

Exchange *exchange_open(const ExchangeOptions *options, Message *error)
{
    Exchange *l = memory_resize(NULL, sizeof *l);
    if (!l) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memset(l, 0, sizeof *l);
    l->options = *options;
    l->began = read_clock(CLOCK_REALTIME);
    l->monotonic = read_clock(CLOCK_MONOTONIC);
    l->store =
        store_open(options->store, &(StoreOptions){.wake = wake, .point = point, .context = l, .shared = true}, error);
    bool ok = l->store && (!store_is_shared(l->store) || (l->mesh = mesh_open(options->peers, error)));
    if (ok) {
        randombytes_buf(l->key, sizeof l->key);
        uint64_t seed;
        randombytes_buf(&seed, sizeof seed);
        l->thinker = thinker_start(
            &(ThinkerOptions){
                .ready = wake, .context = l, .equip = options->equip, .tables = options->tables, .seed = seed},
            error);
    }
    bool ready = l->thinker && (!options->accounts || (l->hasher = hasher_start(wake, l, error)));
    HouseWorld world = {.context = l, .now = now, .random = chance, .send = take, .hang_up = hang_up, .think = think};
    world.prove = l->hasher ? prove : NULL;
    if (l->mesh)
        mesh_offer(l->mesh, &world);
    if (ready)
        l->house = house_open(l->store, &world,
                              &(HouseOptions){.name = options->title,
                                              .oracle = options->oracle,
                                              .tables = options->tables,
                                              .accounts = options->accounts,
                                              .unverified = options->unverified,
                                              .unlimited = options->unlimited,
                                              .address = l->mesh ? mesh_address(l->mesh) : NULL},
                              error);
    if (l->house) {
        log_write(l->options.log, "info", "opened", NULL, NULL);
        return l;
    }
    exchange_close(l);
    return NULL;
}

bool exchange_attach(Exchange *l, struct lws_context *context, struct lws_vhost *vhost)
{
    if (l->mesh && !mesh_attach(l->mesh, vhost, l->house, l->store, on_heard, l))
        return false;
    __atomic_store_n(&l->context, context, __ATOMIC_RELEASE);
    tick(l);
    on_watch(&l->watch);
    return true;
}

void exchange_say_goodbye(Exchange *l)
{
    log_write(l->options.log, "info", "closing", NULL, NULL);
    exchange_collect(l);
    house_close(l->house);
}

void exchange_detach(Exchange *l)
{
    if (l->mesh)
        mesh_stop(l->mesh);
}

size_t exchange_links(const Exchange *l) { return l->mesh ? mesh_links(l->mesh) : 0; }

bool exchange_are_closed(const Exchange *l) { return !l->line && store_waiting(l->store) == 0; }

void exchange_close(Exchange *l)
{
    if (!l)
        return;
    __atomic_store_n(&l->context, NULL, __ATOMIC_RELEASE);
    thinker_stop(l->thinker);
    hasher_stop(l->hasher);
    while (l->house && store_waiting(l->store)) {
        store_collect(l->store);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (l->house)
        store_resign(l->store, now(l));
    house_free(l->house);
    mesh_close(l->mesh);
    store_close(l->store);
    memory_free(l);
}

House *exchange_house(Exchange *l) { return l->house; }

Store *exchange_store(Exchange *l) { return l->store; }

bool exchange_is_well(Exchange *l)
{
    Message why;
    store_trouble(l->store, &why);
    return !why.id && house_is_known(l->house);
}

uint64_t exchange_origin(const Exchange *l, const PeerAddress *from)
{
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t origin;
    crypto_shorthash(hash, from->bytes, sizeof from->bytes, l->key);
    memcpy(&origin, hash, sizeof origin);
    return origin;
}

/* --- lines --- */

int exchange_begin(Exchange *l, struct lws *wsi, Line *line, const PeerAddress *from)
{
    *line = (Line){.wsi = wsi, .next = l->line, .ping_at = now(l), .ping_due = true};
    if (l->line)
        l->line->before = line;
    l->line = line;
    lws_callback_on_writable(wsi);
    line->visitor = house_enter(l->house, line, exchange_origin(l, from));
    if (line->visitor && l->hasher)
        cookie_introduce(wsi, l->house, line->visitor);
    return line->visitor ? 0 : -1;
}

static void end(Exchange *l, Line *line)
{
    if (!line->wsi)
        return;
    if (line->before)
        line->before->next = line->next;
    else
        l->line = line->next;
    if (line->next)
        line->next->before = line->before;
    for (Line **at = &l->unsent; line->due && *at; at = &(*at)->next_due)
        if (*at == line) {
            *at = line->next_due;
            break;
        }
    Visitor *v = line->visitor;
    drop_queue(line);
    memory_free(line->queue);
    memory_free(line->part);
    *line = (Line){0};
    if (v)
        house_leave(l->house, v);
    tick(l);
}

static int receive(Exchange *l, Line *line, const char *in, size_t length)
{
    bool last = lws_is_final_fragment(line->wsi) && lws_remaining_packet_payload(line->wsi) == 0;
    if (lws_frame_is_binary(line->wsi) || line->part_length + length > HOUSE_MESSAGE) {
        lws_close_reason(line->wsi, lws_frame_is_binary(line->wsi) ? 1003 : 1009, NULL, 0);
        return -1;
    }
    if (line->closing)
        return 0;
    if (!last || line->part_length) {
        char *part = line->part ? line->part : memory_resize(NULL, HOUSE_MESSAGE);
        if (!part)
            return -1;
        line->part = part;
        memcpy(part + line->part_length, in, length);
        line->part_length += length;
        if (!last)
            return 0;
        length = line->part_length;
        line->part = NULL;
        line->part_length = 0;
        house_receive(l->house, line->visitor, part, length);
        memory_free(part);
    } else {
        house_receive(l->house, line->visitor, in, length);
    }
    tick(l);
    return 0;
}

static int write_ping(Exchange *l, Line *line)
{
    unsigned char room[LWS_PRE + sizeof line->ping];
    randombytes_buf(&line->ping, sizeof line->ping);
    memcpy(room + LWS_PRE, &line->ping, sizeof line->ping);
    line->ping_due = false;
    line->ping_out = true;
    line->ping_at = now(l);
    return lws_write(line->wsi, room + LWS_PRE, sizeof line->ping, LWS_WRITE_PING) < 0 ? -1 : 0;
}

static void take_pong(Exchange *l, Line *line, const void *in, size_t length)
{
    if (!line->ping_out || length != sizeof line->ping || memcmp(in, &line->ping, length) != 0)
        return;
    line->ping_out = false;
    house_journey(l->house, line->visitor, now(l) - line->ping_at);
}

/* Writes the next piece of the first text. */
static int write_piece(Line *line)
{
    unsigned char room[LWS_PRE + PIECE];
    HouseText *t = line->queue[line->first];
    size_t n = t->length - line->sent < PIECE ? t->length - line->sent : PIECE;
    bool first = line->sent == 0, last = line->sent + n == t->length;
    int how = lws_write_ws_flags(LWS_WRITE_TEXT, first, last);
    memcpy(room + LWS_PRE, t->bytes + line->sent, n);
    if (lws_write(line->wsi, room + LWS_PRE, n, (enum lws_write_protocol)how) < (int)n)
        return -1;
    line->sent += n;
    if (!last)
        return 0;
    line->waiting -= t->length;
    line->sent = 0;
    line->first = (line->first + 1) % line->room;
    line->count--;
    house_text_free(t);
    return 0;
}

/* Where something happens, the journey is measured more often. */
static void ping_when_busy(Exchange *l, Line *line)
{
    if (line->ping_out || line->ping_due || now(l) - line->ping_at <= PING_BUSY_MS)
        return;
    line->ping_due = true;
    lws_callback_on_writable(line->wsi);
}

/* Sends whatever fits into the sockets at once, without going through the library's list of all sockets first: with
 * many lines that would cost more than everything else. The rest waits for room. */
static void flush(Exchange *l)
{
    while (l->unsent) {
        Line *line = l->unsent;
        l->unsent = line->next_due;
        line->due = false;
        while (line->count && !line->closing && !line->ping_due && !line->lost && !lws_send_pipe_choked(line->wsi)) {
            line->lost = write_piece(line) < 0;
            point(l, "after-acknowledgement", NULL, 0);
        }
        if (line->count || line->lost)
            lws_callback_on_writable(line->wsi);
        else
            ping_when_busy(l, line);
    }
}

static int write_some(Exchange *l, Line *line)
{
    if (line->lost)
        return -1;
    if (line->closing == 1008)
        drop_queue(line);
    if (line->ping_due && line->sent == 0 && write_ping(l, line) < 0)
        return -1;
    while (line->count && !lws_send_pipe_choked(line->wsi)) {
        if (write_piece(line) < 0)
            return -1;
        point(l, "after-acknowledgement", NULL, 0);
    }
    if (line->count) {
        lws_callback_on_writable(line->wsi);
        return 0;
    }
    if (line->closing) {
        char reason[16];
        snprintf(reason, sizeof reason, "%d", line->closing);
        if (line->closing != 1012)      /* 1012 is routine: the house closes, or another server has the round */
            log_write(l->options.log, "warning", "line-cut-off", "reason", reason);
        lws_close_reason(line->wsi, (enum lws_close_status)line->closing, NULL, 0);
        return -1;
    }
    ping_when_busy(l, line);
    return 0;
}

int exchange_callback(Exchange *l, struct lws *wsi, enum lws_callback_reasons reason, Line *line, void *in,
                      size_t length)
{
    (void)wsi;
    if (!line || !line->wsi)
        return reason == LWS_CALLBACK_CLOSED ? 0 : -1;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE: return receive(l, line, in, length);
    case LWS_CALLBACK_RECEIVE_PONG: take_pong(l, line, in, length); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return write_some(l, line);
    case LWS_CALLBACK_CLOSED: end(l, line); return 0;
    default: return 0;
    }
}
