/* Who may open a line: see exchange.h. */
#include "serve/exchange.h"

#include <string.h>
#include <strings.h>

unsigned int exchange_admit(struct lws *wsi, bool (*own)(const void *names, const char *authority), const void *names)
{
    char path[64], host[512], origin[512];
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || strcmp(path, "/house") != 0)
        return HTTP_STATUS_NOT_IMPLEMENTED;
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0 || !own(names, host))
        return 421;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return 0;               /* not a browser */
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0)
        return HTTP_STATUS_FORBIDDEN;
    const char *authority = strncmp(origin, "https://", 8) == 0  ? origin + 8
                            : strncmp(origin, "http://", 7) == 0 ? origin + 7
                                                                 : NULL;
    return authority && strcasecmp(authority, host) == 0 ? 0 : HTTP_STATUS_FORBIDDEN;
}
