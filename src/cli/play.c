/* colonnade play: a game in the terminal. */
#include "cli/commands.h"
#include "cli/options.h"
#include "ui/term/term.h"

#include <stdio.h>
#include <string.h>

enum { LIST = 64 };

static bool is_player(const char *word)
{
    int level;
    return strcmp(word, "human") == 0 || strcmp(word, "humain") == 0 || options_number(word, 1, 10, &level);
}

static bool wrong(const Options *o, const char *english, const char *argument)
{
    cli_fail(EXIT_USAGE, o->lang, english, 1, argument);
    return false;
}

/* Takes --seats apart into `copy` and puts --white and the others over it. */
static bool read_seats(const Options *o, char copy[LIST], const char *seat[MAX_PLAYERS])
{
    int count = 0;
    char *save = NULL;
    if (o->seats && strlen(o->seats) >= LIST)
        return wrong(o, T("--seats takes words separated by commas, as human,5, not {0}"), o->seats);
    snprintf(copy, LIST, "%s", o->seats ? o->seats : "");
    for (char *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        if (count == MAX_PLAYERS)
            return wrong(o, T("there are {0} seats at most"), "4");
        seat[count++] = word;
    }
    for (int i = 0; i < MAX_PLAYERS; i++) {
        if (o->seat[i])
            seat[i] = o->seat[i];
        if (seat[i] && !is_player(seat[i]))
            return wrong(o, T("{0} is no player: write `human` or a level from 1 to 10"), seat[i]);
    }
    return true;
}

static ExitStatus run(const Options *o)
{
    char copy[LIST];
    TermOptions t = {.lang = o->lang,
                     .ascii = o->ascii,
                     .colour = cli_colour(o),
                     .load = o->load,
                     .clock = o->clock,
                     .tables = o->tables,
                     .seed = o->seed};
    const Game *g = o->count ? cli_game(o, o->operand[0]) : NULL;
    if (o->count && !g)
        return EXIT_USAGE;
    if (g && o->load)
        return cli_fail(EXIT_USAGE, o->lang, T("give a game or a file to load, not both"), 0);
    if (o->plain && o->screen)
        return cli_fail(EXIT_USAGE, o->lang, T("give --plain or --screen, not both"), 0);
    if (!read_seats(o, copy, t.seat))
        return EXIT_USAGE;
    for (int i = g ? g->players : MAX_PLAYERS; i < MAX_PLAYERS; i++)
        if (t.seat[i])
            return cli_fail(EXIT_USAGE, o->lang, T("{0} has no seat for {1}"), 2, g->id, t.seat[i]);
    t.game = g ? g->id : NULL;
    t.mode = o->plain ? TERM_PLAIN : o->screen ? TERM_SCREEN : TERM_LINE;
    return (ExitStatus)term_run(&t);
}

const Command play_command = {
    .name = "play",
    .operands = T("[GAME]"),
    .summary = T("play a game in the terminal"),
    .help = T("Plays GAME, or asks which one. Type moves in notation; `help` lists what else you can type.\n"
              "Works with a terminal and with a pipe. A game that is interrupted is offered again.\n"
              "Ctrl-C stops a level that thinks; at your own turn it leaves, and keeps the game.\n"
              "Exit status after a signal: 128 and the signal's number.\n"),
    .options = OPTION_SEATS | OPTION_SEAT | OPTION_TIMES | OPTION_PLAIN | OPTION_SCREEN | OPTION_LOAD | OPTION_ASCII |
               OPTION_COLOUR | OPTION_CHANCE | OPTION_TABLES | OPTION_LANG,
    .least = 0,
    .most = 1,
    .run = run,
};
