/* See mesh.h. Frames from the side that connected: 'q' a visitor's request, 'g' the visitor has gone, 'l' our lobby.
 * Frames from the other side: 't' a text for a visitor, 'h' end the visitor's line, 'n' the visitor's name as a
 * guest. */
#include "serve/mesh.h"

#include "core/memory.h"
#include "serve/door.h"
#include "serve/link.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    SHADOWS = 1024, /* buckets */
    GREET_MS = 3000, /* for the greeting */
    RETRY_MS = 300, /* between attempts to connect */
    STRANGERS = 16, /* connections that have not greeted yet */
    GUEST = 16,
    REQUEST = 16 + GUEST, /* bytes before a request's text */
};

typedef struct Node Node;

/* What a watched descriptor is; the first member of whatever it belongs to. */
typedef struct Watched {
    enum { DOOR, HINTS, NODE } what;
    Mesh *mesh;
} Watched;

/* A visitor of the server at the other end. */
typedef struct Shadow {
    struct Shadow *next;
    Node *node;
    uint64_t number; /* its number there */
    Visitor *visitor;
    bool named; /* its home knows the name */
} Shadow;

/* A connection, and who comes through it. */
struct Node {
    Watched watched;
    Node *next;
    struct lws *wsi;
    ServerLink link;
    int64_t since;
    Shadow **shadow; /* SHADOWS of them; NULL: none yet */
};

struct Mesh {
    int listening;
    char address[STORE_ADDRESS];
    struct lws_vhost *vhost;
    House *house;
    Store *store;
    Node *node;
    Watched door, hints;
    struct lws *hinting; /* the store's descriptor while it is watched, or NULL */
    void (*happened)(void *context);
    void *context;
    bool closing, adopted; /* libwebsockets closes what it has adopted */
    int64_t now;
    struct {
        int64_t server, tried;
    } tried[STORE_SERVERS];
};

/* --- beginning --- */

Mesh *mesh_open(const char *address, Message *error)
{
    Mesh *m = memory_resize(NULL, sizeof *m);
    if (!m) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memset(m, 0, sizeof *m);
    m->listening = -1;
    m->listening = door_open(address ? address : "127.0.0.1", m->address, error);
    if (m->listening >= 0)
        return m;
    mesh_close(m);
    return NULL;
}

const char *mesh_address(const Mesh *m) { return m->address; }

/* --- connections --- */

static Shadow **shadow_at(Node *n, uint64_t number)
{
    Shadow **at = &n->shadow[number % SHADOWS];
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    return at;
}

static void shadow_end(Node *n, Shadow **at)
{
    Shadow *s = *at;
    *at = s->next;
    house_leave(n->watched.mesh->house, s->visitor);
    memory_free(s);
}

/* Removes the connection with everybody who came through it; libwebsockets closes the socket. */
static void node_end(Node *n, bool closed)
{
    Mesh *m = n->watched.mesh;
    Node **at = &m->node;
    while (*at != n)
        at = &(*at)->next;
    *at = n->next;
    lws_set_opaque_user_data(n->wsi, NULL);
    if (!closed)
        lws_set_timeout(n->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    for (int i = 0; n->shadow && i < SHADOWS; i++)
        while (n->shadow[i])
            shadow_end(n, &n->shadow[i]);
    memory_free(n->shadow);
    int64_t lost = n->link.outgoing ? n->link.other : 0;
    link_end(&n->link);
    memory_free(n);
    if (lost && !m->closing)
        house_unreachable(m->house, lost);
}

static Node *node_begin(Mesh *m, int fd, int64_t server)
{
    const StoreSite *site = house_site(m->house);
    Node *n = memory_resize(NULL, sizeof *n);
    lws_sock_file_fd_type watched = {.filefd = fd};
    struct lws *wsi =
        n ? lws_adopt_descriptor_vhost(m->vhost, LWS_ADOPT_RAW_FILE_DESC, watched, MESH_PROTOCOL, NULL) : NULL;
    if (!wsi) {
        memory_free(n);
        close(fd);
        return NULL;
    }
    *n = (Node){.watched = {NODE, m}, .next = m->node, .wsi = wsi, .since = m->now};
    link_begin(&n->link, fd, server != 0, site->self, server, site->secret);
    lws_set_opaque_user_data(wsi, n);
    m->node = n;
    return n;
}

static void take_caller(Mesh *m)
{
    int strangers = 0;
    int fd = door_answer(m->listening);
    if (fd < 0)
        return;
    for (const Node *n = m->node; n; n = n->next)
        strangers += n->link.state == LINK_GREETS && !n->link.outgoing;
    if (strangers < STRANGERS)
        node_begin(m, fd, 0);
    else
        close(fd);
}

static Node *node_to(const Mesh *m, int64_t server)
{
    Node *n = m->node;
    while (n && (n->link.other != server || !n->link.outgoing))
        n = n->next;
    return n;
}

static void put(Node *n, char what, const void *head, size_t head_length, const void *rest, size_t length)
{
    if (!link_put(&n->link, what, head, head_length, rest, length))
        n->since = INT64_MIN; /* it cannot continue: the next tick ends it */
}

/* --- what is said --- */

static bool forward(void *context, int64_t server, uint64_t visitor, const char *guest, int64_t journey,
                    const char *text, size_t length)
{
    Node *n = node_to(context, server);
    unsigned char head[REQUEST] = {0};
    if (!n || n->link.state != LINK_READY)
        return false;
    link_put_number(head, visitor);
    link_put_number(head + 8, (uint64_t)journey);
    memcpy(head + 16, guest, strnlen(guest, GUEST - 1));
    put(n, 'q', head, sizeof head, text, length);
    return true;
}

static void forget(void *context, uint64_t visitor)
{
    unsigned char number[8];
    const Mesh *m = context;
    link_put_number(number, visitor);
    for (Node *n = m->node; n; n = n->next)
        if (n->link.outgoing && n->link.state == LINK_READY)
            put(n, 'g', number, sizeof number, NULL, 0);
}

static void lobby(void *context, const char *text, size_t length)
{
    const Mesh *m = context;
    for (Node *n = m->node; n; n = n->next)
        if (n->link.outgoing && n->link.state == LINK_READY)
            put(n, 'l', NULL, 0, text, length);
}

static void send_text(void *context, void *line, HouseText *t)
{
    const Shadow *s = line;
    unsigned char number[8];
    (void)context;
    link_put_number(number, s->number);
    put(s->node, 't', number, sizeof number, t->bytes, t->length);
    house_text_free(t);
}

static void hang_up(void *context, void *line, int reason)
{
    const Shadow *s = line;
    unsigned char head[16];
    (void)context;
    link_put_number(head, s->number);
    link_put_number(head + 8, (uint64_t)reason);
    put(s->node, 'h', head, sizeof head, NULL, 0);
}

void mesh_offer(Mesh *m, HouseWorld *world)
{
    world->far = m;
    world->forward = forward;
    world->forget = forget;
    world->far_send = send_text;
    world->far_hang_up = hang_up;
    world->far_lobby = lobby;
}

/* --- what is heard --- */

static Shadow *shadow_of(Node *n, uint64_t number)
{
    if (!n->shadow) {
        n->shadow = memory_resize(NULL, SHADOWS * sizeof(Shadow *));
        for (int i = 0; n->shadow && i < SHADOWS; i++)
            n->shadow[i] = NULL;
    }
    if (!n->shadow)
        return NULL;
    Shadow **at = shadow_at(n, number), *s = *at;
    if (s)
        return s;
    s = memory_resize(NULL, sizeof *s);
    if (!s)
        return NULL;
    *s = (Shadow){.node = n, .number = number};
    s->visitor = house_far_enter(n->watched.mesh->house, s);
    if (!s->visitor) {
        memory_free(s);
        return NULL;
    }
    *at = s;
    return s;
}

static bool take_request(Node *n, const char *frame, size_t length)
{
    char guest[GUEST];
    if (length < REQUEST || length - REQUEST > HOUSE_MESSAGE)
        return false;
    Shadow *s = shadow_of(n, link_number(frame));
    if (!s)
        return false;
    memcpy(guest, frame + 16, GUEST);
    guest[GUEST - 1] = '\0';
    s->named |= guest[0] != '\0';
    const char *name = house_far_receive(n->watched.mesh->house, s->visitor, guest, (int64_t)link_number(frame + 8),
                                         frame + REQUEST, length - REQUEST);
    if (name[0] && !s->named) {
        s->named = true;
        put(n, 'n', frame, 8, name, strlen(name));
    }
    return true;
}

static bool take_gone(Node *n, const char *frame, size_t length)
{
    if (length != 8)
        return false;
    Shadow **at = n->shadow ? shadow_at(n, link_number(frame)) : NULL;
    if (at && *at)
        shadow_end(n, at);
    return true;
}

static bool take_name(Node *n, const char *frame, size_t length)
{
    char name[GUEST] = "";
    if (length < 8 || length - 8 >= GUEST)
        return false;
    memcpy(name, frame + 8, length - 8);
    house_far_guest(n->watched.mesh->house, link_number(frame), name);
    return true;
}

static bool take_frame(void *context, char what, const char *frame, size_t length)
{
    Node *n = context;
    House *h = n->watched.mesh->house;
    if (what == 'R') {
        if (n->link.outgoing)
            house_reachable(h);
        return true;
    }
    if (!n->link.outgoing)
        switch (what) {
        case 'q': return take_request(n, frame, length);
        case 'g': return take_gone(n, frame, length);
        case 'l': house_far_lobby(h, n->link.other, frame, length); return true;
        default: return false;
        }
    if (length < 8)
        return false;
    switch (what) {
    case 't': house_far_text(h, link_number(frame), frame + 8, length - 8); return true;
    case 'h':
        if (length == 16)
            house_far_hang_up(h, link_number(frame), (int)link_number(frame + 8));
        return length == 16;
    case 'n': return take_name(n, frame, length);
    default: return false;
    }
}

/* --- time --- */

static bool is_there(const StoreSite *site, int64_t server)
{
    for (size_t i = 0; i < site->servers; i++)
        if (site->server[i].id == server)
            return true;
    return false;
}

/* Whether this connection is still of use. */
static bool is_alive(const Mesh *m, const Node *n, const StoreSite *site)
{
    if (n->since == INT64_MIN || (n->link.state == LINK_GREETS && m->now - n->since > GREET_MS))
        return false;
    return n->link.other == 0 || is_there(site, n->link.other) || !n->link.outgoing;
}

static void call_others(Mesh *m, const StoreSite *site)
{
    for (size_t i = 0; i < site->servers; i++) {
        int64_t server = site->server[i].id;
        if (server == site->self || node_to(m, server))
            continue;
        size_t at = (size_t)server % STORE_SERVERS;
        if (m->tried[at].server == server && m->now - m->tried[at].tried < RETRY_MS)
            continue;
        m->tried[at].server = server;
        m->tried[at].tried = m->now;
        int fd = door_call(site->server[i].address);
        if (fd >= 0)
            node_begin(m, fd, server);
    }
}

/* The store may have a new connection each time. */
static void watch_hints(Mesh *m)
{
    int fd = m->hinting ? -1 : store_hints(m->store);
    lws_sock_file_fd_type watched = {.filefd = fd >= 0 ? dup(fd) : -1};
    if (watched.filefd < 0)
        return;
    m->hinting = lws_adopt_descriptor_vhost(m->vhost, LWS_ADOPT_RAW_FILE_DESC, watched, MESH_PROTOCOL, NULL);
    if (m->hinting)
        lws_set_opaque_user_data(m->hinting, &m->hints);
}

static void flush(Node *n)
{
    bool more;
    if (!link_flush(&n->link, &more))
        n->since = INT64_MIN;
    if (more)
        lws_callback_on_writable(n->wsi);
}

void mesh_tick(Mesh *m, int64_t now)
{
    const StoreSite *site = house_site(m->house);
    if (!site || !m->vhost || m->closing)
        return;
    m->now = now;
    for (Node *n = m->node, *next; n; n = next) {
        if (n->link.out.length)
            flush(n);
        next = n->next;
        if (!is_alive(m, n, site))
            node_end(n, false);
    }
    call_others(m, site);
    watch_hints(m);
}

size_t mesh_links(const Mesh *m)
{
    size_t count = 0;
    for (const Node *n = m->node; n; n = n->next)
        count += n->link.outgoing && n->link.state == LINK_READY;
    return count;
}

bool mesh_attach(Mesh *m, struct lws_vhost *vhost, House *house, Store *store, void (*happened)(void *context),
                 void *context)
{
    m->happened = happened;
    m->context = context;
    m->door = (Watched){DOOR, m};
    m->hints = (Watched){HINTS, m};
    m->vhost = vhost;
    m->house = house;
    m->store = store;
    lws_sock_file_fd_type watched = {.filefd = m->listening};
    struct lws *wsi = lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, watched, MESH_PROTOCOL, NULL);
    if (!wsi)
        return false;
    lws_set_opaque_user_data(wsi, &m->door);
    m->adopted = true;
    return true;
}

/* Something can be read; false: the descriptor is useless now, and nothing refers to it. */
static bool look(Watched *w)
{
    Mesh *m = w->mesh;
    bool some, ok = true;
    if (w->what == DOOR) {
        take_caller(m);
    } else if (w->what == HINTS) {
        ok = store_take_hints(m->store, &some);
        if (some)
            house_hint(m->house);
        if (!ok)
            m->hinting = NULL;
    } else {
        ok = link_read(&((Node *)w)->link, take_frame, w);
        if (!ok)
            node_end((Node *)w, true);
    }
    m->happened(m->context);
    return ok;
}

int mesh_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    Watched *w = lws_get_opaque_user_data(wsi);
    (void)user;
    (void)in;
    (void)length;
    switch (reason) {
    case LWS_CALLBACK_RAW_RX_FILE:
        if (w && look(w))
            return 0;
        lws_set_opaque_user_data(wsi, NULL);
        return -1;
    case LWS_CALLBACK_RAW_WRITEABLE_FILE:
        if (w && w->what == NODE)
            flush((Node *)w);
        return 0;
    case LWS_CALLBACK_RAW_CLOSE_FILE:
        if (w && w->what == NODE)
            node_end((Node *)w, true);
        else if (w && w->what == HINTS)
            w->mesh->hinting = NULL;
        lws_set_opaque_user_data(wsi, NULL);
        return 0;
    default: return 0;
    }
}

void mesh_stop(Mesh *m) { m->closing = true; }

void mesh_close(Mesh *m)
{
    if (!m)
        return;
    if (m->listening >= 0 && !m->adopted)
        close(m->listening);
    memory_free(m);
}
