/* See metrics.h. Names follow Prometheus: those of counters end in _total, and units are part of the name. */
#include "serve/metrics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static void add(Buffer *out, const char *name, const char *type, const char *help, double value)
{
    buffer_format(out, "# HELP %s %s\n# TYPE %s %s\n%s %.15g\n", name, help, name, type, name, value);
}

static void add_process(Buffer *out, double up)
{
    struct rusage used;
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%*u %lu", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    if (pages)
        add(out, "process_resident_memory_bytes", "gauge", "Resident memory.",
            (double)pages * (double)sysconf(_SC_PAGESIZE));
    if (getrusage(RUSAGE_SELF, &used) == 0)
        add(out, "process_cpu_seconds_total", "counter", "Processor time.",
            (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6);
    add(out, "colonnade_up_seconds", "gauge", "Since the server was started.", up);
}

static void add_store(Buffer *out, Exchange *l)
{
    StoreCount c = store_count(exchange_store(l));
    uint64_t sum = 0;
    add(out, "colonnade_store_up", "gauge", "1: the last write succeeded.", exchange_is_well(l));
    add(out, "colonnade_store_waiting", "gauge", "Writes not yet committed or refused.",
        (double)store_waiting(exchange_store(l)));
    add(out, "colonnade_store_writes_total", "counter", "Writes committed.", (double)c.writes);
    add(out, "colonnade_store_failed_commits_total", "counter", "Commits that failed.", (double)c.failed);
    buffer_add(out, "# HELP colonnade_store_commit_seconds How long a commit takes.\n"
                    "# TYPE colonnade_store_commit_seconds histogram\n");
    for (int i = 0; i < STORE_DURATIONS; i++) {
        sum += c.took[i];
        if (isinf(store_durations[i]))
            buffer_format(out, "colonnade_store_commit_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", sum);
        else
            buffer_format(out, "colonnade_store_commit_seconds_bucket{le=\"%g\"} %" PRIu64 "\n", store_durations[i],
                          sum);
    }
    buffer_format(out, "colonnade_store_commit_seconds_sum %.9g\ncolonnade_store_commit_seconds_count %" PRIu64 "\n",
                  c.seconds, c.commits);
}

void metrics_write(Buffer *out, Exchange *exchange, uint64_t requests, int connections, double up)
{
    add_process(out, up);
    add(out, "colonnade_requests_total", "counter", "HTTP requests.", (double)requests);
    add(out, "colonnade_connections", "gauge", "Open connections, lines among them.", connections);
    if (!exchange)
        return;
    HouseCount c = house_count(exchange_house(exchange));
    add(out, "colonnade_visitors", "gauge", "Lines to the house.", (double)c.visitors);
    add(out, "colonnade_rounds_in_memory", "gauge", "Rounds that somebody is in, or was a moment ago.",
        (double)c.rounds);
    add(out, "colonnade_events_total", "counter", "Events that were stored.", (double)c.events);
    add(out, "colonnade_refusals_total", "counter", "Visitors' requests that were refused.", (double)c.refusals);
    add(out, "colonnade_failures_total", "counter", "Writes of rounds that failed.", (double)c.failures);
    if (house_site(exchange_house(exchange))) {
        add(out, "colonnade_servers", "gauge", "Servers on the same store, this one among them.", (double)c.servers);
        add(out, "colonnade_links", "gauge", "Lines to other servers.", (double)exchange_links(exchange));
        add(out, "colonnade_leases", "gauge", "Shards of rounds that this server owns.", (double)c.leases);
        add(out, "colonnade_leases_taken_total", "counter", "Leases that this server took.", (double)c.taken);
        add(out, "colonnade_leases_lost_total", "counter", "Leases that this server lost without giving them back.",
            (double)c.lost);
        add(out, "colonnade_forwarded_total", "counter", "Requests that were passed on to other servers.",
            (double)c.forwarded);
        add(out, "colonnade_held_requests", "gauge", "Requests that wait for a round's next owner.", (double)c.held);
    }
    add_store(out, exchange);
}
