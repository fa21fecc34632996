/* colonnade games: what there is to play. */
#include "cli/commands.h"
#include "cli/options.h"
#include "games/registry.h"

#include <stdio.h>

static ExitStatus print_list(const Options *o)
{
    json_t *list = json_array();
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:i, s:i, s:i}", "id", g->id, "title", g->title,
                                              "family", g->family, "players", (int)g->players, "sides", (int)g->sides,
                                              "places", (int)g->board->places));
    }
    return cli_print_json(o, list);
}

static ExitStatus run(const Options *o)
{
    if (o->json)
        return print_list(o);
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        printf("%-21s %d  %s\n", g->id, g->players, lang_text(o->lang, g->title));
    }
    return EXIT_DONE;
}

const Command games_command = {
    .name = "games",
    .operands = "",
    .summary = T("list the rulesets"),
    .help = T("Prints one ruleset a line: its name, how many players it has, its title.\n"),
    .options = OPTION_JSON | OPTION_LANG,
    .run = run,
};
