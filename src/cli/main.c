/* colonnade: finds the subcommand, reads its options, runs it, and makes sure that
 * what it printed has arrived. */
#include "cli/commands.h"
#include "cli/options.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const Command *const commands[] = {
#ifdef COLONNADE_MINIMAL
    &bench_command, &engine_command, &match_command,
#else
    &play_command,  &serve_command, &games_command, &start_command, &moves_command, &apply_command, &result_command, &perft_command,
    &steps_command, &show_command,  &rules_command,
    &record_command, &bench_command, &analyse_command, &review_command, &engine_command, &match_command,
    &solve_command, &probe_command, &tables_command, &prove_command, &proof_command, &version_command,
#endif
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const char *command_name(size_t i) { return commands[i]->name; }

static const Command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static void print_help(FILE *out)
{
    fputs("Usage: colonnade COMMAND …\n\n"
          "Rules, records and tools for stacking games; `colonnade games` lists them.\n\n"
          "Commands (colonnade COMMAND --help says more about each):\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s  %s\n", commands[i]->name, commands[i]->summary);
    fputs("\nExit status: 0 done, 1 the input is not legal, 2 wrong usage, 3 memory, disk or output failed.\n", out);
}

static ExitStatus run_command(int argc, char **argv)
{
    Lang lang = lang_from_environment();
    if (argc < 2)
        return cli_fail(EXIT_USAGE, lang, T("which command? `colonnade --help` lists them"), 0);
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || (strcmp(name, "help") == 0 && argc == 2)) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (strcmp(name, "--version") == 0)
        name = "version";
    bool help = strcmp(name, "help") == 0;
    if (help)
        name = argv[2];
    const Command *c = find_command(name);
    if (!c) {
        const char *nearest = options_nearest(name, command_name, COMMANDS);
        if (nearest)
            return cli_fail(EXIT_USAGE, lang, T("no command is called {0}; did you mean {1}?"), 2, name, nearest);
        return cli_fail(EXIT_USAGE, lang, T("no command is called {0}; `colonnade --help` lists them"), 1, name);
    }
    if (help) {
        options_help(c, lang, stdout);
        return EXIT_DONE;
    }
    const char **operand = calloc((size_t)argc, sizeof *operand);
    if (!operand)
        return cli_fail_memory(lang);
    Options o;
    ExitStatus status = EXIT_USAGE;
    switch (options_parse(c, argc - 2, argv + 2, operand, &o)) {
    case OPTIONS_RUN: status = c->run(&o); break;
    case OPTIONS_HELP:
        options_help(c, o.lang, stdout);
        status = EXIT_DONE;
        break;
    case OPTIONS_WRONG: break;
    }
    free(operand);
    return status;
}

int main(int argc, char **argv)
{
    /* A reader that goes away is an output error like any other. */
    signal(SIGPIPE, SIG_IGN);
    ExitStatus status = run_command(argc, argv);
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) != 0 || failed || fclose(stdout) != 0) {
        if (status == EXIT_DONE)
            status = cli_fail(EXIT_MACHINE, lang_from_environment(), T("cannot write the output: {0}"), 1,
                              strerror(errno ? errno : EIO));
    }
    return (int)status;
}
