/* colonnade serve: hands the page to browsers. */
#include "serve/serve.h"

#include "cli/commands.h"
#include "cli/options.h"
#include "serve/names.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static Server *running;

static void on_signal(int number)
{
    (void)number;
    serve_stop(running);
}

static void say(const Options *o, const char *english, const char *text)
{
    Message m = {0};
    char line[512];
    message_set(&m, 0, english, 1, text);
    lang_message(o->lang, &m, line, sizeof line);
    puts(line);
    fflush(stdout);
}

/* Asks the desktop to show the page; the browser outlives us and needs nothing of ours. */
static void open_browser(const Options *o, const char *url)
{
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) {
        say(o, T("There is no display to open a browser on."), "");
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            int nowhere = open("/dev/null", O_RDWR);
            for (int fd = 0; fd < 3; fd++)
                dup2(nowhere, fd);
            execlp("xdg-open", "xdg-open", url, (char *)NULL);
        }
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

static ExitStatus run(const Options *o)
{
    Message error = {0};
    Names names = {0};
    if (o->names && !names_add(&names, o->names, &error)) {
        cli_fail_message(o->lang, NULL, &error);
        return EXIT_USAGE;
    }
    Site *site = o->root ? site_load(o->root, &error) : site_embedded(&error);
    if (!site) {
        cli_fail_message(o->lang, o->root, &error);
        return EXIT_MACHINE;
    }
    ServeOptions options = {.host = o->host ? o->host : "127.0.0.1", .port = SERVE_PORT, .other_ports = true};
    options.names = o->names;
    if (o->given & OPTION_PORT) {
        options.port = o->port;
        options.other_ports = false;
    }
    running = serve_open(site, &options, &error);
    if (!running) {
        site_free(site);
        cli_fail_message(o->lang, NULL, &error);
        return EXIT_MACHINE;
    }
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    say(o, T("Colonnade is at {0} — open it in a browser; Ctrl+C ends it."), serve_url(running));
    if (o->open)
        open_browser(o, serve_url(running));
    bool ok = serve_run(running);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    serve_close(running);
    site_free(site);
    return ok ? EXIT_DONE : cli_fail(EXIT_MACHINE, o->lang, T("the server stopped: {0}"), 1, strerror(errno));
}

const Command serve_command = {
    .name = "serve",
    .operands = "",
    .summary = T("the page: play, analyse and learn in a browser"),
    .help = T("Hands the page out to browsers, to those of this machine alone unless --host says otherwise, "
              "until it is interrupted. The first line that it prints is the address. The page's engine runs "
              "in the browser; nothing is sent anywhere.\n"),
    .options = OPTION_PORT | OPTION_HOST | OPTION_NAMES | OPTION_OPEN | OPTION_ROOT | OPTION_LANG,
    .run = run,
};
