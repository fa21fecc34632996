/* colonnade rules: the rules for players, in their language. */
#include "cli/commands.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

static ExitStatus run(const Options *o)
{
    const Game *g = cli_game(o, o->operand[0]);
    if (!g)
        return EXIT_USAGE;
    const char *text = lang_rules(o->lang, g->family);
    if (!text)
        text = lang_rules(o->lang, g->id);
    if (!text)
        return cli_fail(EXIT_MACHINE, o->lang, T("the rules of {0} are missing from this build"), 1, g->id);
    fputs(text, stdout);
    if (*text && text[strlen(text) - 1] != '\n')
        putchar('\n');
    return EXIT_DONE;
}

const Command rules_command = {
    .name = "rules",
    .operands = T("GAME"),
    .summary = T("print the rules for players"),
    .help = T("Prints the rules of GAME in French or English, with the rulings that settle disputes.\n"),
    .options = OPTION_LANG,
    .least = 1,
    .most = 1,
    .run = run,
};
