/* colonnade play: a game in the terminal. */
#include "cli/commands.h"
#include "cli/options.h"
#include "ui/term/line.h"

static ExitStatus run(const Options *o)
{
    const Game *g = o->count ? cli_game(o, o->operand[0]) : NULL;
    if (o->count && !g)
        return EXIT_USAGE;
    if (g && o->load)
        return cli_fail(EXIT_USAGE, o->lang, T("give a game or a file to load, not both"), 0);
    return (ExitStatus)term_line_run(&(TermOptions){
        .lang = o->lang, .ascii = o->ascii, .colour = cli_colour(o), .game = g ? g->id : NULL, .load = o->load});
}

const Command play_command = {
    .name = "play",
    .operands = "[GAME]",
    .summary = "play a game in the terminal",
    .help = "Plays GAME, or asks which one. Type moves in notation; `help` lists what else you can type.\n"
            "Works with a terminal and with a pipe. A game that is interrupted is offered again.\n"
            "Exit status after a signal: 128 and the signal's number.\n",
    .options = OPTION_LOAD | OPTION_ASCII | OPTION_COLOUR | OPTION_LANG,
    .least = 0,
    .most = 1,
    .run = run,
};
