/* colonnade games: what there is to play. */
#include "cli/commands.h"
#include "games/registry.h"

#include <stdio.h>

static struct {
    bool json;
} option;

static const Option options[] = {
    JSON_OPTION(&option.json),
    {0},
};

static ExitStatus print_list(const Call *call)
{
    json_t *list = json_array();
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:i, s:i, s:i}", "id", g->id, "title", g->title,
                                              "family", g->family, "players", (int)g->players, "sides", (int)g->sides,
                                              "places", (int)g->board->places));
    }
    return cli_print_json(call, list);
}

static ExitStatus run(const Call *call)
{
    if (option.json)
        return print_list(call);
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        printf("%-21s %d  %s\n", g->id, g->players, lang_text(call->lang, g->title));
    }
    return EXIT_DONE;
}

const Command games_command = {
    .name = "games",
    .operands = "",
    .summary = T("list the rulesets"),
    .help = T("Prints one ruleset a line: its name, how many players it has, its title.\n"),
    .options = options,
    .run = run,
};
