/* colonnade engine: the protocol on stdin and stdout. */
#include "cli/commands.h"
#include "cli/tablebase_oracle.h"
#include "games/registry.h"
#include "ui/ugi/ugi.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *game, *tables, *probe;
    int hash, threads, level;
} option;

static const Option options[] = {
    {.name = "game",
     .value = T("GAME"),
     .text = &option.game,
     .complete = COMPLETE_GAME,
     .help = T("begin with this ruleset")},
    HASH_OPTION(&option.hash, "64"),
    THREADS_OPTION(&option.threads),
    {.name = "level",
     .value = "N",
     .number = &option.level,
     .least = 1,
     .most = 10,
     .standard = "10",
     .help = T("strength from 1 to 10")},
    TABLES_OPTION(&option.tables),
    PROBE_OPTION(&option.probe),
    {0},
};

static bool write_line(void *context, const char *line)
{
    (void)context;
    return fprintf(stdout, "%s\n", line) >= 0 && fflush(stdout) == 0;
}

/* Whether somebody still reads our output. */
static bool is_read(void *context)
{
    (void)context;
    struct pollfd out = {.fd = STDOUT_FILENO};
    return poll(&out, 1, 0) < 1 || !(out.revents & (POLLERR | POLLNVAL));
}

static const Game *game_at(size_t i) { return i < registry_count() ? registry_game(i) : NULL; }

/* Lines from stdin, as they come. One that is too long is skipped entirely. */
typedef struct Lines {
    char *text;
    size_t length, capacity;
    bool skipping;
} Lines;

/* Handles each complete line that has arrived; false: no more is wanted. */
static bool obey_lines(Ugi *u, Lines *in, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char c = bytes[i];
        if (c != '\n') {
            if (in->length + 1 < in->capacity)
                in->text[in->length++] = c ? c : '?';
            else
                in->skipping = true;
            continue;
        }
        in->text[in->length] = '\0';
        in->length = 0;
        if (in->skipping)
            ugi_say(u, "this line is too long");
        else if (!ugi_line(u, in->text))
            return false;
        in->skipping = false;
    }
    return true;
}

static void converse(Ugi *u, Lines *in)
{
    static char bytes[65536];
    for (;;) {
        ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        if (!obey_lines(u, in, bytes, (size_t)n))
            return;
    }
    if (in->length > 0 && !obey_lines(u, in, "\n", 1))
        return;
    ugi_finish(u, is_read, NULL);
}

static ExitStatus run(const Call *call)
{
    if (call->count > 0 && option.game && strcmp(call->operand[0], option.game) != 0)
        return cli_fail(EXIT_USAGE, call->lang, T("two games are given, {0} and {1}: give one"), 2, call->operand[0],
                        option.game);
    const char *id = call->count > 0 ? call->operand[0] : option.game;
    const Game *g = id ? cli_game(call, id) : registry_game(0);
    if (!g || !far_tables(call, option.probe, &option.tables))
        return EXIT_USAGE;
    Lines in = {.text = malloc(UGI_LINE), .capacity = UGI_LINE};
    UgiOptions ugi = {
        .game = g,
        .find = registry_find,
        .list = game_at,
        .hash = option.hash,
        .threads = option.threads,
        .level = option.level,
        .version = COLONNADE_VERSION,
        .equip = tablebase_oracle_add,
        .tables = option.tables,
    };
    Ugi *u = in.text ? ugi_create(ugi, write_line, NULL) : NULL;
    if (u)
        converse(u, &in);
    ugi_destroy(u);
    free(in.text);
    return u ? EXIT_DONE : cli_fail_memory(call->lang);
}

const Command engine_command = {
    .name = "engine",
    .operands = T("[GAME]"),
    .summary = T("talk to other programs over the UGI protocol"),
    .help = T("Reads commands from the standard input and answers on the standard output: ugi, isready, "
              "setoption, uginewgame, position, go, stop, query, quit. docs/protocol.md describes them. Game, "
              "hash, threads and level are also options of the protocol.\n"),
    .options = options,
    .least = 0,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
