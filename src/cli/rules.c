/* colonnade rules: the rules for players, in their language. */
#include "cli/output.h"
#include "cli/commands.h"
#include "lang/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct {
    bool json, plain;
} option;

static const Option options[] = {
    {.name = "plain", .flag = &option.plain, .help = T("only sentences, without markup or a pager")},
    JSON_OPTION(&option.json),
    {0},
};

/* Shows the text page by page, with PAGER, or with less if it exists. False: there is no pager, or none is needed. */
static bool page(const char *text)
{
    struct winsize size;
    int lines = 0;
    const char *pager = getenv("PAGER");
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || lines < size.ws_row)
        return false;
    setenv("LESS", "FRX", 0);
    FILE *to = popen(pager && *pager ? pager : "command -v less >/dev/null && exec less", "w");
    if (!to)
        return false;
    fputs(text, to);
    return pclose(to) == 0;
}

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
    Buffer shown = {0};
    bool screen = !option.plain && cli_colour(0);
    if (option.plain || screen)
        plain_add(text, screen, &shown);
    else
        buffer_add(&shown, text);
    ExitStatus status = shown.failed ? cli_fail_memory(call->lang) : EXIT_DONE;
    if (status == EXIT_DONE && !(screen && page(buffer_text(&shown))))
        fputs(buffer_text(&shown), stdout);
    buffer_free(&shown);
    return status;
}

const Command rules_command = {
    .name = "rules",
    .operands = T("GAME"),
    .summary = T("print the rules for players"),
    .help = T("Prints the rules of GAME in French or English, with the rulings that settle disputes. On a terminal "
              "they are shown page by page; elsewhere they are Markdown, or with --plain only sentences.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
