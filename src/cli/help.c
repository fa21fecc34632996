/* colonnade help: the commands, one of them, or everything that is declared about them. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"

#include <stdio.h>
#include <string.h>

static struct {
    bool json;
} option;

static const Option options[] = {
    {.name = "json",
     .flag = &option.json,
     .help = T("print every command with its options as JSON, for other programs")},
    {0},
};

static void print_list(Lang lang)
{
    printf("%s\n\n%s\n\n%s\n", lang_text(lang, T("Usage: colonnade COMMAND …")),
           lang_text(lang, T("Rules, records and tools for stacking games; `colonnade games` lists them.")),
           lang_text(lang, T("Commands (colonnade COMMAND --help says more about each):")));
    for (const Command *const *c = commands_all; *c; c++)
        if ((*c)->summary)
            printf("  %-8s  %s\n", (*c)->name, lang_text(lang, (*c)->summary));
    printf("\n%s\n", lang_text(lang, T("Exit status: 0 done, 1 the input is not legal, 2 wrong usage,\n"
                                       "3 memory, disk or output failed.")));
}

/* --- what is declared, as JSON --- */

static const char *type_word(const Option *o)
{
    return !o->value ? "flag" : o->number || o->count ? "number" : o->seconds ? "seconds" : o->words ? "word" : "text";
}

static const char *complete_word(Complete c)
{
    static const char *const words[] = {
        [COMPLETE_NOTHING] = "nothing", [COMPLETE_FILE] = "file",       [COMPLETE_FOLDER] = "folder",
        [COMPLETE_GAME] = "game",       [COMPLETE_MOVE] = "move",       [COMPLETE_STEP] = "step",
        [COMPLETE_PLAYER] = "player",   [COMPLETE_COMMAND] = "command", [COMPLETE_VERB] = "verb",
    };
    return words[c];
}

static void add_option(Json *j, const Option *o, Lang lang)
{
    json_open_object(j, NULL);
    json_text(j, "name", o->name);
    json_text(j, "type", type_word(o));
    if (o->value)
        json_text(j, "value", lang_text(lang, o->value));
    if (o->help)
        json_text(j, "help", lang_text(lang, o->help));
    if (options_default(o, lang))
        json_text(j, "default", options_default(o, lang));
    if (o->number || o->count) {
        json_number(j, "least", (int64_t)o->least);
        json_number(j, "most", (int64_t)o->most);
    }
    if (o->words) {
        json_open_array(j, "words");
        for (const char *const *word = o->words; *word; word++)
            json_text(j, NULL, *word);
        json_close_array(j);
    }
    if (o->value)
        json_text(j, "complete", complete_word(o->complete));
    if (o->instead)
        json_text(j, "instead", o->instead);
    json_close_object(j);
}

static void add_options(Json *j, const Option *o, Lang lang)
{
    json_open_array(j, "options");
    for (; o && o->name; o++)
        add_option(j, o, lang);
    json_close_array(j);
}

static void add_command(Json *j, const Command *c, Lang lang)
{
    char operands[OPTIONS_OPERANDS];
    options_operands(c, lang, operands);
    json_open_object(j, NULL);
    json_text(j, "name", c->name);
    json_text(j, "operands", operands);
    json_text(j, "summary", lang_text(lang, c->summary));
    json_text(j, "help", c->help ? lang_text(lang, c->help) : "");
    add_options(j, c->options, lang);
    json_open_array(j, "verbs");
    for (const Command *const *verb = c->verbs; verb && *verb; verb++)
        add_command(j, *verb, lang);
    json_close_array(j);
    json_close_object(j);
}

static ExitStatus print_json(const Call *call)
{
    CliOutput a;
    output_open(&a);
    json_text(&a.json, "version", COLONNADE_VERSION);
    json_open_array(&a.json, "commands");
    for (const Command *const *c = commands_all; *c; c++)
        if ((*c)->summary)
            add_command(&a.json, *c, call->lang);
    json_close_array(&a.json);
    add_options(&a.json, options_common, call->lang);
    return output_print(&a, call);
}

static ExitStatus run(const Call *call)
{
    if (option.json)
        return call->count ? cli_fail(EXIT_USAGE, call->lang, T("--json lists all commands: leave out {0}"), 1,
                                      call->operand[0])
                           : print_json(call);
    if (call->count == 0) {
        print_list(call->lang);
        return EXIT_DONE;
    }
    const Command *c = commands_find(call->lang, call->operand[0]), *verb = NULL;
    if (!c)
        return EXIT_USAGE;
    if (call->count > 1 && !c->verbs)
        return cli_fail(EXIT_USAGE, call->lang, T("too many arguments, from {0}; see colonnade {1} --help"), 2,
                        call->operand[1], "help");
    if (call->count > 1 && !(verb = commands_verb(call->lang, c, call->operand[1])))
        return EXIT_USAGE;
    options_help(verb ? c : NULL, verb ? verb : c, call->lang, stdout);
    return EXIT_DONE;
}

const Command help_command = {
    .name = "help",
    .operands = T("[COMMAND [VERB]]"),
    .summary = T("list the commands, or explain one"),
    .help = T("Lists the commands, or prints what COMMAND --help prints.\n"),
    .options = options,
    .least = 0,
    .most = 2,
    .complete = {COMPLETE_COMMAND, COMPLETE_VERB},
    .run = run,
};
