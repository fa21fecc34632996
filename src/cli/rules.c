/* colonnade rules: the rules for players, in their language. */
#include "cli/output.h"
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

static struct {
    bool json;
} option;

static const Option options[] = {
    JSON_OPTION(&option.json),
    {0},
};

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    const char *text = lang_rules(call->lang, g->family);
    if (!text)
        text = lang_rules(call->lang, g->id);
    if (!text)
        return cli_fail(EXIT_MACHINE, call->lang, T("the rules of {0} are missing from this build"), 1, g->id);
    if (option.json) {
        CliOutput a;
        output_open(&a);
        json_text(&a.json, "game", g->id);
        json_text(&a.json, "lang", lang_code(call->lang));
        json_text(&a.json, "text", text);
        return output_print(&a, call);
    }
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
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
