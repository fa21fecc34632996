/* See cookie.h. */
#include "serve/cookie.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Browsers accept a cookie with this prefix only from a secure origin, for this host alone and for all of its paths. */
static const char cookie_name[] = "__Host-colonnade=";

bool cookie_answer(Answer *a, const Names *names, struct lws *wsi, House *h, const char *path)
{
    char asked[HOUSE_TICKET + 8], token[HOUSE_TOKEN] = "", cookie[160];
    int64_t seconds = 0;
    if (!h || strcmp(path, "/session") != 0)
        return false;
    bool named =
        answer_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, asked, sizeof asked) && strncmp(asked, "Ticket ", 7) == 0;
    bool away = named && strcmp(asked + 7, "none") == 0;
    /* HEAD must not use up a ticket. */
    if (!named || lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0 ||
        (!away && !house_ticket(h, asked + 7, token, &seconds))) {
        answer_refuse(a, wsi, HTTP_STATUS_FORBIDDEN, "This ticket is not valid here.\n");
        return true;
    }
    snprintf(cookie, sizeof cookie, "%s%s; Path=/; Max-Age=%" PRId64 "; Secure; HttpOnly; SameSite=Lax", cookie_name,
             token, seconds);
    answer_take_cookie(a, names, wsi, cookie);
    sodium_memzero(cookie, sizeof cookie);
    sodium_memzero(token, sizeof token);
    return true;
}

static bool read_cookie(struct lws *wsi, char token[HOUSE_TOKEN])
{
    char all[2048];
    if (!answer_header(wsi, WSI_TOKEN_HTTP_COOKIE, all, sizeof all))
        return false;
    for (const char *at = all; at; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, cookie_name, sizeof cookie_name - 1) != 0)
            continue;
        at += sizeof cookie_name - 1;
        size_t n = strcspn(at, "; ");
        if (n != HOUSE_TOKEN - 1)
            return false;
        memcpy(token, at, n);
        token[n] = '\0';
        return true;
    }
    return false;
}

static bool is_overheard(const char *origin)
{
    if (!origin || strncmp(origin, "http://", 7) != 0)
        return false;
    const char *host = origin + 7;
    size_t n = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    return !(n == 9 && strncmp(host, "localhost", n) == 0) && strncmp(host, "127.", 4) != 0 &&
           !(n == 5 && strncmp(host, "[::1]", n) == 0);
}

void cookie_introduce(struct lws *wsi, House *h, Visitor *v)
{
    char token[HOUSE_TOKEN];
    char origin[512];
    bool has = read_cookie(wsi, token);
    const char *page = answer_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) ? origin : NULL;
    house_introduce(h, v, has ? token : NULL, is_overheard(page), page);
    sodium_memzero(token, sizeof token);
}
