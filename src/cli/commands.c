/* The subcommands in the order in which `colonnade --help` lists them. */
#include "cli/commands.h"

#include "cli/options.h"

#include <string.h>

const Command *const commands_all[] = {
    &play_command,     &serve_command,
    &house_command,    &bot_command,
    &account_command,  &online_command,
    &games_command,    &start_command,
    &fair_command,     &landmarks_command,
    &moves_command,    &apply_command,
    &result_command,   &perft_command,
    &steps_command,    &show_command,
    &rules_command,    &record_command,
    &analyse_command,  &explore_command,
    &review_command,   &solve_command,
    &probe_command,    &tables_command,
    &prove_command,    &proof_command,
    &bound_command,    &version_command,
    &bench_command,    &engine_command,
    &match_command,    &help_command,
    &complete_command, NULL,
};

static const char *name_of(const void *list, size_t i) { return ((const Command *const *)list)[i]->name; }

static const char *nearest(const char *name, const Command *const *list)
{
    size_t count = 0;
    while (list[count])
        count++;
    return options_nearest(name, name_of, list, count);
}

const Command *commands_find(Lang lang, const char *name)
{
    for (const Command *const *c = commands_all; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    const char *meant = nearest(name, commands_all);
    if (meant)
        cli_fail(EXIT_USAGE, lang, T("no command is called {0}; did you mean {1}?"), 2, name, meant);
    else
        cli_fail(EXIT_USAGE, lang, T("no command is called {0}; `colonnade --help` lists them"), 1, name);
    return NULL;
}

const Command *commands_verb(Lang lang, const Command *c, const char *name)
{
    const Command *verb = options_verb(c, name);
    if (verb)
        return verb;
    const char *meant = nearest(name, c->verbs);
    if (meant)
        cli_fail(EXIT_USAGE, lang, T("{0} has no verb {1}; did you mean {2}?"), 3, c->name, name, meant);
    else
        cli_fail(EXIT_USAGE, lang, T("{0} has no verb {1}; `colonnade {0} --help` lists them"), 2, c->name, name);
    return NULL;
}
