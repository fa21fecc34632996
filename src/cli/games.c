/* colonnade games: what there is to play. */
#include "cli/output.h"
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
    CliOutput a;
    output_open(&a);
    json_open_array(&a.json, "games");
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        json_open_object(&a.json, NULL);
        json_text(&a.json, "game", g->id);
        json_text(&a.json, "title", g->title);
        json_text(&a.json, "family", g->family);
        json_number(&a.json, "players", g->players);
        json_number(&a.json, "sides", g->sides);
        json_number(&a.json, "places", g->board->places);
        json_close_object(&a.json);
    }
    json_close_array(&a.json);
    return output_print(&a, call);
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
    .help = T("Prints one ruleset per line: its name, how many players it has, its title.\n"),
    .options = options,
    .run = run,
};
