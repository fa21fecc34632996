/* colonnade: finds the subcommand, reads its options, runs it, and makes sure that its output has arrived. */
#include "cli/commands.h"
#include "cli/options.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* --lang may also precede the command; false: stderr says what is wrong with it. */
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

/* Runs a command, with the arguments after its name and its verb's name. */
static ExitStatus run_with(Lang lang, const Command *parent, const Command *c, int argc, char **argv)
{
    if (c->missing)
        return cli_fail(EXIT_MACHINE, lang, T("this program was built without {0}, which {1} needs"), 2, c->missing,
                        c->name);
    const char **operand = calloc((size_t)argc + 1, sizeof *operand);
    if (!operand)
        return cli_fail_memory(lang);
    Call call = {.lang = lang};
    ExitStatus status = EXIT_USAGE;
    switch (options_parse(parent, c, argc, argv, operand, &call)) {
    case OPTIONS_RUN: status = c->run(&call); break;
    case OPTIONS_HELP:
        options_help(parent, c, lang, stdout);
        status = EXIT_DONE;
        break;
    case OPTIONS_WRONG: break;
    }
    free(operand);
    return status;
}

/* The same for a command with verbs: finds the verb among the arguments and takes it out. */
static ExitStatus run_verb(Lang lang, const Command *c, int argc, char **argv)
{
    int at = options_first_operand(c, argc, argv);
    if (at >= argc) {
        for (int i = 0; i < argc; i++)
            if (is_help(argv[i])) {
                options_help(NULL, c, lang, stdout);
                return EXIT_DONE;
            }
        char operands[OPTIONS_OPERANDS];
        options_operands(c, lang, operands);
        return cli_fail(EXIT_USAGE, lang, T("an argument is missing: colonnade {0} {1}"), 2, c->name, operands);
    }
    const Command *verb = commands_verb(lang, c, argv[at]);
    if (!verb)
        return EXIT_USAGE;
    for (int i = at; i + 1 < argc; i++)
        argv[i] = argv[i + 1];
    return run_with(lang, c, verb, argc - 1, argv);
}

static ExitStatus run_command(Lang lang, int argc, char **argv)
{
    if (!skip_lang(lang, &argc, &argv))
        return EXIT_USAGE;
    if (argc < 2)
        return cli_fail(EXIT_USAGE, lang, T("which command? `colonnade --help` lists them"), 0);
    const char *name = is_help(argv[1]) ? "help" : strcmp(argv[1], "--version") == 0 ? "version" : argv[1];
    const Command *c = commands_find(lang, name);
    if (!c)
        return EXIT_USAGE;
    return c->verbs ? run_verb(lang, c, argc - 2, argv + 2) : run_with(lang, NULL, c, argc - 2, argv + 2);
}

/* 0, or why the output has not arrived. A write that failed while the command ran has left its reason in errno,
 * unless a later call overwrote it. */
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

/* Opens the standard descriptors that are closed, so that nothing else gets their numbers and is then read or
 * written in their place. They are opened the wrong way round, so that using them fails, as if they were closed. */
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
    /* A reader that goes away is an output error like any other, and so is a file that grows larger than allowed. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    Lang lang = options_lang(argc, argv);
    ExitStatus status = run_command(lang, argc, argv);
    int why = finish_output();
    if (why != 0 && status == EXIT_DONE)
        status = why == EPIPE ? EXIT_MACHINE /* the reader has had enough, and knows it */
                              : cli_fail(EXIT_MACHINE, lang, T("cannot write the output: {0}"), 1, strerror(why));
    return (int)status;
}
