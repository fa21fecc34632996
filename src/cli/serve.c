/* colonnade serve: serves the page to browsers, and is a house where people play. */
#include "serve/serve.h"

#include "cli/commands.h"
#include "cli/house_path.h"
#include "cli/tablebase_oracle.h"
#include "core/file.h"
#include "serve/names.h"
#ifdef COLONNADE_POINTS
#include "made_up.h"
#include "points.h"
#endif

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *host, *names, *root, *store, *title, *proxy, *peers, *tables;
    int port, metrics;
    bool log, open, proxied, alone, accounts, unverified, unlimited;
} option = {.port = -1};

static const Option options[] = {
    {.name = "port",
     .value = "N",
     .number = &option.port,
     .least = 0,
     .most = 65535,
     .otherwise = T("8080, or the next that is free"),
     .help = T("listen on port N, 0 for any")},
    {.name = "host",
     .value = T("ADDRESS"),
     .path = &option.host,
     .standard = "127.0.0.1",
     .help = T("listen on this address; 0.0.0.0 is reached from other machines")},
    {.name = "name",
     .value = T("NAMES"),
     .path = &option.names,
     .otherwise = T("localhost, and the address itself"),
     .help = T("also answer to these names, separated by commas")},
    HOUSE_STORE_OPTION(&option.store),
    TABLES_OPTION(&option.tables),
    {.name = "title", .value = T("TEXT"), .path = &option.title, .help = T("what the house is called")},
    {.name = "accounts",
     .flag = &option.accounts,
     .help = T("visitors may have accounts: names with a password or a passkey")},
    {.name = "unverified-passkeys",
     .flag = &option.unverified,
     .help = T("accept passkeys whose device asks for no PIN, finger or face")},
    {.name = "proxied",
     .flag = &option.proxied,
     .help = T("visitors come through a server on this machine that says who they are")},
    {.name = "proxy",
     .value = T("ADDRESSES"),
     .path = &option.proxy,
     .help = T("the same for servers at these addresses, separated by commas")},
    {.name = "peers",
     .value = T("ADDRESS"),
     .path = &option.peers,
     .standard = "127.0.0.1",
     .help = T("other servers on the same PostgreSQL database reach this one at ADDRESS, or ADDRESS:PORT")},
    {.name = "metrics",
     .value = "N",
     .number = &option.metrics,
     .least = 1,
     .most = 65535,
     .help = T("show programs on this machine, on port N, how much is going on (/ in words, /metrics for Prometheus)")},
    {.name = "log", .flag = &option.log, .help = T("log events to standard error, one JSON object per line")},
    {.name = "unlimited",
     .flag = &option.unlimited,
     .help = T("no limits on what one visitor or one address may ask for: only for measurements")},
    {.name = "no-limits", .flag = &option.unlimited, .instead = "unlimited"},
    {.name = "alone", .flag = &option.alone, .help = T("only the page, without a house where people play")},
    {.name = "open", .flag = &option.open, .help = T("also open it in the browser")},
    {.name = "root",
     .value = T("DIR"),
     .path = &option.root,
     .complete = COMPLETE_FOLDER,
     .help = T("hand out this folder instead of the page in the program")},
    {0},
};

static Server *running;

static void on_signal(int number)
{
    (void)number;
    serve_stop(running);
}

static void say(const Call *call, const char *english, const char *text)
{
    Message m = {0};
    char line[512];
    message_set(&m, 0, english, 1, text);
    lang_message(call->lang, &m, line, sizeof line);
    puts(line);
    fflush(stdout);
}

/* Asks the desktop to show the page; the browser outlives us and needs nothing from us. */
static void open_browser(const Call *call, const char *url)
{
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) {
        say(call, T("There is no display to open a browser on."), "");
        return;
    }
    posix_spawn_file_actions_t quiet;
    if (posix_spawn_file_actions_init(&quiet) != 0)
        return;
    char program[] = "xdg-open", address[SERVE_URL];
    char *const word[] = {program, address, NULL};
    snprintf(address, sizeof address, "%s", url);
    pid_t child;        /* nobody waits for it: it ends soon, and is reaped when we end */
    posix_spawn_file_actions_addopen(&quiet, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnp(&child, word[0], &quiet, NULL, word, environ);
    posix_spawn_file_actions_destroy(&quiet);
}

static void write_log(const char *line) { fprintf(stderr, "%s\n", line); }

/* The house, or NULL: a page without a house is still a page, unless a house was asked for. */
static Exchange *open_house(const Call *call, bool *failed)
{
    char path[HOUSE_PATH];
    Message error = {0};
    ExchangeOptions house = {.title = option.title,
                             .equip = tablebase_oracle_add,
                             .oracle = oracle_of_tablebase,
                             .tables = option.tables,
                             .peers = option.peers,
                             .accounts = option.accounts,
                             .unverified = option.unverified,
                             .unlimited = option.unlimited,
                             .log = option.log ? write_log : NULL,
                             .store = option.store ? option.store : path};
    *failed = false;
    if (option.alone)
        return NULL;
#ifdef COLONNADE_POINTS         /* only in a program that tests build, to end it where that hurts most */
    house.point = points_pass;
    if (points_made_up())
        house.oracle = made_up_oracle;
#endif
    Exchange *exchange = option.store || house_store_path(path, &error) ? exchange_open(&house, &error) : NULL;
    if (exchange)
        return exchange;
    *failed = option.store != NULL;
    cli_fail_message(call->lang, NULL, &error);
    return NULL;
}

static ExitStatus run(const Call *call)
{
    Message error = {0};
    bool failed;
    Names names = {0};
    Proxies proxies = {.local = option.proxied};
    if ((option.names && !names_add(&names, option.names, &error)) ||
        (option.proxy && !proxies_add(&proxies, option.proxy, &error))) {
        cli_fail_message(call->lang, NULL, &error);
        return EXIT_USAGE;
    }
    Site *site = option.root ? site_load(option.root, &error) : site_embedded(&error);
    if (!site)
        return cli_fail_message(call->lang, NULL, &error);
    Exchange *exchange = open_house(call, &failed);
    if (failed) {
        site_free(site);
        return EXIT_MACHINE;
    }
    ServeOptions serve = {.host = option.host,
                          .port = SERVE_PORT,
                          .other_ports = true,
                          .names = option.names,
                          .proxies = proxies,
                          .unlimited = option.unlimited,
                          .metrics = option.metrics,
                          .exchange = exchange};
    if (option.port >= 0) {
        serve.port = option.port;
        serve.other_ports = false;
    }
    running = serve_open(site, &serve, &error);
    if (!running) {
        exchange_close(exchange);
        site_free(site);
        cli_fail_message(call->lang, NULL, &error);
        return EXIT_MACHINE;
    }
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    say(call, T("Colonnade is at {0} — open it in a browser; Ctrl+C ends it."), serve_url(running));
    if (option.open)
        open_browser(call, serve_url(running));
    bool ok = serve_run(running);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    serve_close(running);
    exchange_close(exchange);
    site_free(site);
    return ok ? EXIT_DONE : cli_fail(EXIT_MACHINE, call->lang, T("the server stopped: {0}"), 1, strerror(errno));
}

const Command serve_command = {
    .name = "serve",
    .operands = "",
    .summary = T("the page: play, analyse and learn in a browser"),
    .help = T("Serves the page to browsers until it is interrupted, only on this machine unless --host says otherwise. "
              "The first line it prints is the address. The page's engine runs in the browser; nothing is sent "
              "anywhere.\nThe same server is a house where people play each other, by link or in its lobby; its games "
              "are kept in one file (see docs/house.md).\n"),
    .options = options,
    .run = run,
};
