/* colonnade show: the board as text or as a picture. */
#include "cli/commands.h"
#include "cli/options.h"
#include "draw/draw_svg.h"
#include "draw/draw_text.h"

static ExitStatus run(const Options *o)
{
    const Game *g = cli_game(o, o->operand[0]);
    if (!g)
        return EXIT_USAGE;
    Position p;
    if (!cli_position(o, g, &p))
        return EXIT_ILLEGAL;
    Scene scene;
    scene_set(&scene, g, &p);
    Buffer out = {0};
    if (o->svg)
        draw_svg(&scene, &(SvgStyle){.lang = o->lang}, &out);
    else
        draw_text(&scene, &(TextStyle){.ascii = o->ascii, .colour = cli_colour(o), .lang = o->lang}, &out);
    ExitStatus status =
        out.failed ? cli_fail_memory(o->lang) : cli_write_file(o, o->svg ? o->svg : "-", buffer_text(&out), out.length);
    buffer_free(&out);
    return status;
}

const Command show_command = {
    .name = "show",
    .operands = "GAME",
    .summary = "draw the board",
    .help = "Draws the position as text: every stack from bottom to top, coordinates, reserves, and\n"
            "whose turn it is; or as a picture, with --svg.\n",
    .options = OPTION_POSITION | OPTION_SVG | OPTION_ASCII | OPTION_COLOUR | OPTION_LANG,
    .least = 1,
    .most = 1,
    .run = run,
};
