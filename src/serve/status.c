/* See status.h. Numbers come before what they count, so that they form a column in any language. */
#include "serve/status.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void count(Buffer *out, Lang lang, uint64_t number, const char *what)
{
    buffer_format(out, "%12" PRIu64 "  %s\n", number, lang_text(lang, what));
}

static void sentence(Buffer *out, Lang lang, const char *english, const char *arg)
{
    char text[400];
    lang_format(lang, text, sizeof text, english, 1, arg);
    buffer_format(out, "%s\n", text);
}

static void write_health(Buffer *out, Exchange *e, Lang lang)
{
    Message why;
    char text[300];
    store_trouble(exchange_store(e), &why);
    if (why.id) {
        lang_message(lang, &why, text, sizeof text);
        sentence(out, lang, T("The store does not work: {0}."), text);
    } else if (!exchange_is_well(e)) {
        sentence(out, lang, T("The leases could not be renewed: the database does not answer."), "");
    } else {
        sentence(out, lang, T("Everything works."), "");
    }
}

/* The time in ms within which this percentage of commits was done; 0: not known. */
static double within(const StoreCount *c, uint64_t hundredths)
{
    uint64_t sum = 0;
    for (int i = 0; i < STORE_DURATIONS; i++) {
        sum += c->took[i];
        if (c->commits && sum * 100 >= c->commits * hundredths)
            return isinf(store_durations[i]) ? 0 : store_durations[i] * 1000;
    }
    return 0;
}

static void write_store(Buffer *out, Exchange *e, Lang lang)
{
    StoreCount c = store_count(exchange_store(e));
    buffer_add(out, "\n");
    count(out, lang, c.commits, T("commits"));
    count(out, lang, c.failed, T("of them failed"));
    count(out, lang, (uint64_t)within(&c, 50), T("ms, within which half of them were done"));
    count(out, lang, (uint64_t)within(&c, 99), T("ms, within which 99 of 100 were done (0: not known)"));
    count(out, lang, store_waiting(exchange_store(e)), T("writes under way"));
}

static void write_servers(Buffer *out, Exchange *e, const StoreSite *site, const HouseCount *c, Lang lang)
{
    buffer_add(out, "\n");
    count(out, lang, site->servers, T("servers on this database"));
    for (size_t i = 0; i < site->servers; i++) {
        int leases = 0;
        for (int k = 0; k < STORE_SHARDS; k++)
            leases += site->lease[k].owner == site->server[i].id;
        char text[STORE_ADDRESS + 200];
        snprintf(text, sizeof text, "%" PRId64 " (%s)", site->server[i].id, site->server[i].address);
        buffer_format(out, "%12d  ", leases);
        sentence(out, lang,
                 site->server[i].id == site->self ? T("leases of server {0}, which is this one")
                                                  : T("leases of server {0}"),
                 text);
    }
    count(out, lang, exchange_links(e), T("lines to other servers"));
    count(out, lang, c->forwarded, T("requests that other servers carried out"));
    count(out, lang, c->held, T("requests that wait for a round's next owner"));
    count(out, lang, c->taken, T("leases that were given to this server"));
    count(out, lang, c->lost, T("leases that it lost without giving them back"));
}

void status_write(Buffer *out, Exchange *exchange, uint64_t requests, int connections, double up, Lang lang)
{
    buffer_add(out, "Colonnade\n");
    if (exchange)
        write_health(out, exchange, lang);
    buffer_add(out, "\n");
    count(out, lang, (uint64_t)(up / 60), T("minutes since the start"));
    count(out, lang, requests, T("HTTP requests"));
    count(out, lang, (uint64_t)connections, T("open connections"));
    if (!exchange)
        return;
    HouseCount c = house_count(exchange_house(exchange));
    const StoreSite *site = house_site(exchange_house(exchange));
    count(out, lang, c.visitors, T("visitors"));
    count(out, lang, c.rounds, T("rounds in memory"));
    count(out, lang, c.events, T("events stored"));
    count(out, lang, c.refusals, T("requests refused"));
    count(out, lang, c.failures, T("writes of rounds that failed"));
    write_store(out, exchange, lang);
    if (site)
        write_servers(out, exchange, site, &c, lang);
}
