/* colonnade: finds the subcommand, reads its options, runs it, and makes sure that
 * what it printed has arrived. */
#include "cli/commands.h"
#include "cli/options.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const Command *const commands[] = {
#ifdef COLONNADE_MINIMAL
    &bench_command,
    &engine_command,
    &match_command,
#else
    &play_command,   &serve_command,   &games_command,  &start_command,  &moves_command,   &apply_command,
    &result_command, &perft_command,   &steps_command,  &show_command,   &rules_command,   &record_command,
    &bench_command,  &analyse_command, &review_command, &engine_command, &match_command,   &solve_command,
    &probe_command,  &tables_command,  &prove_command,  &proof_command,  &version_command,
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

static void print_help(Lang lang, FILE *out)
{
    fprintf(out, "%s\n\n%s\n\n%s\n", lang_text(lang, T("Usage: colonnade COMMAND …")),
            lang_text(lang, T("Rules, records and tools for stacking games; `colonnade games` lists them.")),
            lang_text(lang, T("Commands (colonnade COMMAND --help says more about each):")));
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s  %s\n", commands[i]->name, lang_text(lang, commands[i]->summary));
    fprintf(out, "\n%s\n",
            lang_text(lang, T("Exit status: 0 done, 1 the input is not legal, 2 wrong usage,\n"
                              "3 memory, disk or output failed.")));
}

/* --lang may also stand before the command; false: stderr says what is wrong with it. */
static bool skip_lang(Lang lang, int *argc, char ***argv)
{
    Lang other;
    while (*argc > 1 && (strcmp((*argv)[1], "--lang") == 0 || strncmp((*argv)[1], "--lang=", 7) == 0)) {
        bool apart = (*argv)[1][6] == '\0';
        const char *value = apart ? (*argv)[2] : (*argv)[1] + 7;
        if (!value)
            return cli_fail(EXIT_USAGE, lang, T("--{0} needs a value"), 1, "lang"), false;
        if (!lang_parse(value, &other))
            return cli_fail(EXIT_USAGE, lang, T("--lang takes fr or en, not {0}"), 1, value), false;
        *argc -= 1 + apart;
        *argv += 1 + apart;
    }
    return true;
}

static bool is_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

static ExitStatus run_command(Lang lang, int argc, char **argv)
{
    if (!skip_lang(lang, &argc, &argv))
        return EXIT_USAGE;
    if (argc < 2)
        return cli_fail(EXIT_USAGE, lang, T("which command? `colonnade --help` lists them"), 0);
    bool help = strcmp(argv[1], "help") == 0;
    if (help) {
        argc--;
        argv++;
        if (!skip_lang(lang, &argc, &argv))
            return EXIT_USAGE;
    }
    const char *name = argc > 1 ? argv[1] : "--help";
    if (is_help(name)) {
        print_help(lang, stdout);
        return EXIT_DONE;
    }
    if (strcmp(name, "--version") == 0)
        name = "version";
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
    switch (options_parse(c, lang, argc - 2, argv + 2, operand, &o)) {
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

/* 0, or why what was printed has not arrived. A write that failed while the command ran
 * has left its reason in errno, unless a later call put something else there. */
static int finish_output(void)
{
    int why = errno;
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) != 0 || (fclose(stdout) != 0 && !failed))
        return errno;
    if (!failed)
        return 0;
    return why == EPIPE || why == ENOSPC || why == EDQUOT || why == EFBIG || why == EBADF ? why : EIO;
}

/* The standard descriptors that are closed are taken before something else gets their
 * numbers, and is then read or written in their place. Whoever uses them gets an error, as if
 * they were closed: these cannot be read, or written, the way that is expected of them. */
static void take_closed_descriptors(void)
{
    static const int use[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", use[fd]) < 0)
            return;
}

int main(int argc, char **argv)
{
    take_closed_descriptors();
    /* A reader that goes away is an output error like any other, and so is a file that
     * becomes larger than is allowed. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    Lang lang = options_lang(argc, argv);
    ExitStatus status = run_command(lang, argc, argv);
    int why = finish_output();
    if (why != 0 && status == EXIT_DONE)
        status = cli_fail(EXIT_MACHINE, lang, T("cannot write the output: {0}"), 1, strerror(why));
    return (int)status;
}
