/* Answers: see answer.h. libwebsockets composes heads, because it knows how the request came; the bytes of files go
 * from where they are to the socket. */
#include "serve/answer.h"

#include "core/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#ifdef COLONNADE_HAS_SENDFILE
#include <sys/sendfile.h>
#endif

/* Hints that some systems lack. */
#ifndef MSG_MORE
#define MSG_MORE 0
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0          /* the program ignores SIGPIPE */
#endif

enum {
    TURN = 512 << 10,       /* bytes sent before others have their turn */
    VALUE = 1024,           /* longest header that is read */
    MISDIRECTED = 421,      /* a status that libwebsockets has no name for */
};

/* The page may ask only this server for anything. Scripts, styles and fonts are files. WebAssembly may be compiled.
 * The page may make images itself, to export the board as a picture. */
#define HEADER(name, value, next) {next, NULL, name ":", value}
const struct lws_protocol_vhost_options answer_headers[] = {
    HEADER("content-security-policy",
           "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
           "img-src 'self' blob: data:; style-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
           "form-action 'none'; "
           "frame-ancestors 'none'",
           &answer_headers[1]),
    HEADER("cross-origin-opener-policy", "same-origin", &answer_headers[2]),
    HEADER("cross-origin-embedder-policy", "require-corp", &answer_headers[3]),
    HEADER("cross-origin-resource-policy", "same-origin", &answer_headers[4]),
    HEADER("x-content-type-options", "nosniff", &answer_headers[5]),
    HEADER("referrer-policy", "no-referrer", &answer_headers[6]),
    HEADER("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()", NULL),
};

/* --- heads --- */

typedef struct Head {
    Answer *answer;
    struct lws *wsi;
    unsigned char *at, *end;
} Head;

static Head head_begin(Answer *a, struct lws *wsi, unsigned int status)
{
    Head h = {.answer = a, .wsi = wsi, .at = a->head, .end = a->head + sizeof a->head - 1};
    a->failed = lws_add_http_header_status(wsi, status, &h.at, h.end) != 0;
    return h;
}

static void head_add(Head *h, const char *name, const char *value)
{
    if (!h->answer->failed)
        h->answer->failed =
            lws_add_http_header_by_name(h->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                        (int)strlen(value), &h->at, h->end) != 0;
}

static void head_add_number(Head *h, const char *name, size_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%zu", number);
    head_add(h, name, text);
}

static void head_add_date(Head *h)
{
    char text[64];
    struct tm tm;
    time_t now = time(NULL);
    gmtime_r(&now, &tm);
    /* English names of days and months, whatever the program's locale is. */
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    snprintf(text, sizeof text, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", days + 3 * tm.tm_wday, tm.tm_mday,
             months + 3 * tm.tm_mon, tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
    head_add(h, "date:", text);
}

/* Adds the last headers, and a short body after them. */
static void head_end(Head *h, const char *body)
{
    Answer *a = h->answer;
    size_t more = strlen(body);
    head_add_date(h);
    head_add(h, "connection:", a->close ? "close" : "keep-alive");
    a->failed = a->failed || lws_finalize_http_header(h->wsi, &h->at, h->end) || (size_t)(h->end - h->at) < more;
    if (a->failed)
        return;
    memcpy(h->at, body, more);
    a->head_length = (size_t)(h->at - a->head) + more;
}

/* A status with a sentence; HEAD gets only its length. */
static void refuse(Answer *a, struct lws *wsi, unsigned int status, const char *sentence, bool body)
{
    Head h = head_begin(a, wsi, status);
    head_add(&h, "content-type:", "text/plain; charset=utf-8");
    head_add_number(&h, "content-length:", strlen(sentence));
    head_add(&h, "cache-control:", "no-store");
    if (status == HTTP_STATUS_METHOD_NOT_ALLOWED)
        head_add(&h, "allow:", "GET, HEAD");
    head_end(&h, body ? sentence : "");
}

void answer_refuse(Answer *a, struct lws *wsi, unsigned int status, const char *sentence)
{
    *a = (Answer){.file = -1, .close = true};
    refuse(a, wsi, status, sentence, true);
}

/* --- files --- */

bool answer_header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t size)
{
    return lws_hdr_copy(wsi, out, (int)size, token) > 0;
}

static bool header_has(struct lws *wsi, enum lws_token_indexes token, const char *word)
{
    char value[VALUE];
    return answer_header(wsi, token, value, sizeof value) && strstr(value, word) != NULL;
}

/* Whether `gzip` is listed in Accept-Encoding and not refused with q=0. */
static bool accepts_gzip(struct lws *wsi)
{
    char value[VALUE];
    if (!answer_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, value, sizeof value))
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

/* With its version in the address a file never changes; without it, browsers ask each time. */
static bool is_lasting(struct lws *wsi, const SiteFile *f)
{
    char version[SITE_TAG + 8] = "";
    return *f->version && lws_get_urlarg_by_name(wsi, "v=", version, sizeof version) &&
           strcmp(version + (strncmp(version, "v=", 2) ? 0 : 2), f->version) == 0;
}

static void take_file(Answer *a, const Site *site, struct lws *wsi, const SiteFile *f, bool body)
{
    const SiteBytes *content = f->gzip.size > 0 && accepts_gzip(wsi) ? &f->gzip : &f->plain;
    bool gzip = content == &f->gzip;
    char tag[SITE_TAG + 8];
    snprintf(tag, sizeof tag, "\"%s%s\"", f->tag, gzip ? "-gz" : "");
    bool known = header_has(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tag);
    Head h = head_begin(a, wsi, known ? HTTP_STATUS_NOT_MODIFIED : HTTP_STATUS_OK);
    if (!known) {
        head_add(&h, "content-type:", f->type);
        head_add_number(&h, "content-length:", content->size);
        if (gzip)
            head_add(&h, "content-encoding:", "gzip");
        a->bytes = content->at;
        a->left = body ? content->size : 0;
        a->file = site_file(site, content, &a->offset);
    }
    if (f->gzip.size > 0)
        head_add(&h, "vary:", "accept-encoding");
    head_add(&h, "etag:", tag);
    head_add(&h, "cache-control:", is_lasting(wsi, f) ? "public, max-age=31536000, immutable" : "no-cache");
    head_end(&h, "");
}

/* Whether the head announces a body; a length of 0 means none. */
static bool has_body(struct lws *wsi)
{
    char length[VALUE] = "";
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return true;
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
           !(answer_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length) && strcmp(length, "0") == 0);
}

/* Refuses requests that nobody may make in this form; false: the request may be answered. */
static bool refuse_form(Answer *a, const Names *names, struct lws *wsi, bool *get)
{
    char host[VALUE];
    *get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    bool head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    *a = (Answer){.file = -1, .close = true};
    if (!*get && !head) {
        refuse(a, wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.\n", true);
    } else if (has_body(wsi)) {
        refuse(a, wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, "This address takes no body: ask without one.\n", *get);
    } else if (!lws_hdr_total_length(wsi, WSI_TOKEN_HOST)) {
        refuse(a, wsi, HTTP_STATUS_BAD_REQUEST, "The request must name the server in a `Host` header.\n", *get);
    } else if (!answer_header(wsi, WSI_TOKEN_HOST, host, sizeof host) || !names_accept(names, host)) {
        refuse(a, wsi, MISDIRECTED, "This server does not answer to that name; `colonnade serve --name` adds names.\n",
               *get);
    } else {
        a->close = false;
        return false;
    }
    return true;
}

void answer_make(Answer *a, const Site *site, const Names *names, struct lws *wsi, const char *path)
{
    bool get;
    if (refuse_form(a, names, wsi, &get))
        return;
    const SiteFile *f = site_find(site, path);
    if (f)
        take_file(a, site, wsi, f, get);
    else
        refuse(a, wsi, HTTP_STATUS_NOT_FOUND, "There is no such file here.\n", get);
}

void answer_take_text(Answer *a, const Names *names, struct lws *wsi, const char *type, char *text, size_t length)
{
    bool get;
    if (refuse_form(a, names, wsi, &get)) {
        memory_free(text);
        return;
    }
    Head h = head_begin(a, wsi, HTTP_STATUS_OK);
    head_add(&h, "content-type:", type);
    head_add_number(&h, "content-length:", length);
    head_add(&h, "cache-control:", "no-cache");
    head_end(&h, "");
    a->own = text;
    a->bytes = (const unsigned char *)text;
    a->left = get ? length : 0;
}

void answer_take_cookie(Answer *a, const Names *names, struct lws *wsi, const char *cookie)
{
    bool get;
    if (refuse_form(a, names, wsi, &get))
        return;
    Head h = head_begin(a, wsi, HTTP_STATUS_OK);
    head_add(&h, "content-type:", "text/plain; charset=utf-8");
    head_add_number(&h, "content-length:", 0);
    head_add(&h, "cache-control:", "no-store");
    head_add(&h, "set-cookie:", cookie);
    head_end(&h, "");
}

void answer_end(Answer *a)
{
    memory_free(a->own);
    a->own = NULL;
}

/* --- sending --- */

static ssize_t send_some(Answer *a, int socket)
{
    size_t most = a->left < TURN ? a->left : TURN;
    if (a->head_sent < a->head_length)
        return send(socket, a->head + a->head_sent, a->head_length - a->head_sent,
                    MSG_DONTWAIT | MSG_NOSIGNAL | (a->left > 0 ? MSG_MORE : 0));
#ifdef COLONNADE_HAS_SENDFILE
    if (a->file >= 0)
        return sendfile(socket, a->file, &a->offset, most);
#endif
    return send(socket, a->bytes, most, MSG_DONTWAIT | MSG_NOSIGNAL);
}

AnswerState answer_send(Answer *a, int socket, bool *sent)
{
    size_t turn = 0;
    *sent = false;
    if (a->failed)
        return ANSWER_LOST;
    while (a->head_sent < a->head_length || a->left > 0) {
        ssize_t n = turn < TURN ? send_some(a, socket) : 0;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
            return ANSWER_LOST;
        if (n <= 0)
            return ANSWER_WAITS;
        *sent = true;
        turn += (size_t)n;
        if (a->head_sent < a->head_length) {
            a->head_sent += (size_t)n;
        } else {
            a->bytes += n;
            a->left -= (size_t)n;
        }
    }
    return ANSWER_SENT;
}

Lang answer_lang(struct lws *wsi)
{
    char code[16] = "";
    Lang lang = LANG_EN;
    const char *asked = lws_get_urlarg_by_name(wsi, "lang=", code, sizeof code);
    if (asked)
        lang_parse(asked, &lang);
    return lang;
}
