/* colonnade play: a game in the terminal. */
#include "cli/commands.h"
#include "cli/far_address.h"
#include "cli/far_session.h"
#include "cli/options.h"
#include "cli/tablebase_oracle.h"
#include "engine/fair.h"
#include "ui/term/term.h"

#include <stdio.h>
#include <string.h>

enum { NOT_FAIR = -1 };

static struct {
    const char *seats, *seat[MAX_PLAYERS], *clock, *load, *tables, *probe;
    uint64_t seed;
    int colour;
    bool plain, screen, ascii, events, invite, rated, guest;
    const char *join, *seek, *watch, *name;
    int start;
    int fair;
} option = {.fair = NOT_FAIR};

/* How a game in a house begins; the first word means any start. */
static const char *const starts[] = {"any", "sheet", "fair", "pair", NULL};

static const Option options[] = {
    {.name = "seats",
     .value = T("LIST"),
     .text = &option.seats,
     .complete = COMPLETE_PLAYER,
     .help = T("who plays, from White on: `human` or a level from 1 to 10, as human,5")},
    {.name = "white",
     .value = T("WHO"),
     .text = &option.seat[0],
     .complete = COMPLETE_PLAYER,
     .help = T("who plays White: `human` or a level from 1 to 10; --black, --red, --green likewise")},
    {.name = "black", .value = T("WHO"), .text = &option.seat[1], .complete = COMPLETE_PLAYER},
    {.name = "red", .value = T("WHO"), .text = &option.seat[2], .complete = COMPLETE_PLAYER},
    {.name = "green", .value = T("WHO"), .text = &option.seat[3], .complete = COMPLETE_PLAYER},
    CLOCK_OPTION(&option.clock),
    {.name = "plain", .flag = &option.plain, .help = T("everything in sentences, no drawing: for a screen reader")},
    {.name = "screen", .flag = &option.screen, .help = T("full screen, with arrows, keys and mouse")},
    {.name = "events",
     .flag = &option.events,
     .help = T("for programs: events after each reply, and time passes only through lines that begin with @MS")},
    {.name = "seed",
     .value = "N",
     .count = &option.seed,
     .least = 0,
     .most = CLI_LARGE,
     .help = T("make the levels choose the same way each time")},
    TABLES_OPTION(&option.tables),
    PROBE_OPTION(&option.probe),
    {.name = "load",
     .value = T("FILE"),
     .path = &option.load,
     .complete = COMPLETE_FILE,
     .help = T("go on with the game in FILE")},
    {.name = "fair",
     .value = "N",
     .number = &option.fair,
     .least = 0,
     .most = FAIR_NUMBERS,
     .help = T("begin from fair start N, an opening that is proven to be a draw (`colonnade fair`); 0: from any")},
    {.name = "join", .value = T("LINK"), .path = &option.join, .help = T("take the seat that this link leads to")},
    {.name = "guest",
     .flag = &option.guest,
     .help = T("as a guest, though there is a session in that house (`colonnade account`)")},
    {.name = "seek",
     .value = T("URL"),
     .path = &option.seek,
     .help = T("play GAME with whoever waits in this house, or wait there for somebody")},
    {.name = "watch", .value = T("LINK"), .path = &option.watch, .help = T("watch the game that this link leads to")},
    {.name = "start",
     .value = T("HOW"),
     .choice = &option.start,
     .words = starts,
     .standard = "any",
     .help = T("with --seek, how the game begins: `any`, `sheet`, `fair` (from a random opening that is proven to be a "
               "draw) or `pair` (of games, with seats swapped)")},
    {.name = "rated",
     .flag = &option.rated,
     .help = T("with --seek: a game that counts for ratings, between accounts (`colonnade account`)")},
    {.name = "invite", .flag = &option.invite, .help = T("with --seek: open a game of your own, with a link to send")},
    {.name = "name", .value = T("NAME"), .text = &option.name, .help = T("what the others there call you")},
    ASCII_OPTION(&option.ascii),
    COLOUR_OPTIONS(&option.colour),
    {0},
};

enum { LIST = 64 };

static bool is_player(const char *word)
{
    int level;
    return strcmp(word, "human") == 0 || strcmp(word, "humain") == 0 || options_number(word, 1, 10, &level);
}

static bool wrong(const Call *call, const char *english, const char *argument)
{
    cli_fail(EXIT_USAGE, call->lang, english, 1, argument);
    return false;
}

/* Splits --seats into `copy`; --white and the others override it. */
static bool read_seats(const Call *call, char copy[LIST], const char *seat[MAX_PLAYERS])
{
    int count = 0;
    char *save = NULL;
    if (option.seats && strlen(option.seats) >= LIST)
        return wrong(call, T("--seats takes words separated by commas, as human,5, not {0}"), option.seats);
    snprintf(copy, LIST, "%s", option.seats ? option.seats : "");
    for (char *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        if (count == MAX_PLAYERS)
            return wrong(call, T("there are {0} seats at most"), "4");
        seat[count++] = word;
    }
    for (int i = 0; i < MAX_PLAYERS; i++) {
        if (option.seat[i])
            seat[i] = option.seat[i];
        if (seat[i] && !is_player(seat[i]))
            return wrong(call, T("{0} is not a player: write `human` or a level from 1 to 10"), seat[i]);
    }
    return true;
}

/* A game in a house elsewhere. */
static ExitStatus run_far(const Call *call, const Game *g, TermOptions *t)
{
    char clock[FAR_CLOCK];
    AwayOptions away = {.name = option.name,
                        .game = g ? g->id : NULL,
                        .clock = clock,
                        .start = option.start ? starts[option.start] : NULL,
                        .rated = option.rated,
                        .link = option.invite};
    if (option.load || option.seats || option.fair != NOT_FAIR || (option.invite && !g))
        return cli_fail(EXIT_USAGE, call->lang,
                        option.invite && !g ? T("--invite needs a game")
                                            : T("a game in a house has its own seats and beginning"),
                        0);
    if (!far_address(call, option.join, option.seek, option.watch, &away.to) || !far_clock(call, option.clock, clock))
        return EXIT_USAGE;
    char session[FAR_SESSION];
    away.session = !option.guest && far_session_read(&away.to, session) ? session : NULL;
    if (option.rated && !away.session)
        return cli_fail(EXIT_USAGE, call->lang,
                        T("a rated game is between accounts: sign in first with `colonnade account sign-in`"), 0);
    t->game = t->load = t->clock = NULL;
    t->far = &away;
    return (ExitStatus)term_run(t);
}

static ExitStatus run(const Call *call)
{
    char copy[LIST];
    if (!far_tables(call, option.probe, &option.tables))
        return EXIT_USAGE;
    if (option.start && !option.seek)
        return cli_fail(EXIT_USAGE, call->lang, T("--start needs --seek"), 0);
    if (option.rated && !option.seek)
        return cli_fail(EXIT_USAGE, call->lang, T("--rated needs --seek"), 0);
    TermOptions t = {.lang = call->lang,
                     .ascii = option.ascii,
                     .colour = cli_colour(option.colour),
                     .load = option.load,
                     .clock = option.clock,
                     .equip = tablebase_oracle_add,
                     .tables = option.tables,
                     .seed = option.seed,
                     .events = option.events};
    const Game *g = call->count ? cli_game(call, call->operand[0]) : NULL;
    if (call->count && !g)
        return EXIT_USAGE;
    if (g && option.load)
        return cli_fail(EXIT_USAGE, call->lang, T("give a game or a file to load, not both"), 0);
    if (!g && option.fair != NOT_FAIR)
        return cli_fail(EXIT_USAGE, call->lang, T("--fair needs a game"), 0);
    if (option.plain && option.screen)
        return cli_fail(EXIT_USAGE, call->lang, T("give --plain or --screen, not both"), 0);
    if (option.events && option.screen)
        return cli_fail(EXIT_USAGE, call->lang, T("give --events or --screen, not both"), 0);
    if (!read_seats(call, copy, t.seat))
        return EXIT_USAGE;
    for (int i = g ? g->players : MAX_PLAYERS; i < MAX_PLAYERS; i++)
        if (t.seat[i])
            return cli_fail(EXIT_USAGE, call->lang, T("{0} has no seat for {1}"), 2, g->id, t.seat[i]);
    t.game = g ? g->id : NULL;
    t.fair = option.fair != NOT_FAIR;
    t.fair_number = option.fair;
    t.mode = option.plain ? TERM_PLAIN : option.screen ? TERM_SCREEN : TERM_LINE;
    if (option.join || option.seek || option.watch)
        return run_far(call, g, &t);
    return (ExitStatus)term_run(&t);
}

const Command play_command = {
    .name = "play",
    .operands = T("[GAME]"),
    .summary = T("play a game in the terminal"),
    .help = T("Plays GAME, or asks which one. Type moves in notation; `help` lists what else you can type.\n"
              "Works with a terminal and with a pipe. A game that is interrupted is offered again.\n"
              "Ctrl-C stops a level that thinks; at your own turn it leaves, and keeps the game.\n"
              "Exit status after a signal: 128 and the signal's number.\n"
              "--join, --seek and --watch play or show a game in a house (`colonnade serve`), with people far away: "
              "`undo` then asks to take a move back, `say` says something, and there are no hints.\n"),
    .options = options,
    .least = 0,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
