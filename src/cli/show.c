/* colonnade show: the board as text or as a picture. */
#include "cli/output.h"
#include "cli/commands.h"
#include "draw/draw_svg.h"
#include "draw/draw_text.h"

#include <string.h>

static struct {
    const char *position, *svg;
    int colour;
    bool ascii, json;
} option;

static const Option options[] = {
    POSITION_OPTION(&option.position),
    {.name = "svg",
     .value = T("FILE"),
     .path = &option.svg,
     .complete = COMPLETE_FILE,
     .help = T("write a picture to FILE instead; - is the standard output")},
    ASCII_OPTION(&option.ascii),
    COLOUR_OPTIONS(&option.colour),
    JSON_OPTION(&option.json),
    {0},
};

static const char *const owner[] = {"w", "b", "r", "g", "x"};

static void add_place(Json *j, const Scene *s, int place)
{
    static const char *const direction_word[] = {NULL, "north", "east", "south", "west"};
    const Place *at = &s->game->board->place[place];
    json_open_object(j, NULL);
    json_text(j, "place", at->label);
    json_double(j, "x", at->x / 2.0);
    json_double(j, "y", at->y / 2.0);
    json_number(j, "level", at->level);
    json_open_array(j, "pieces");
    for (int k = 0; k < s->height[place]; k++) {
        Piece piece = s->piece[place][k];
        json_open_object(j, NULL);
        json_text(j, "kind", s->game->kind[piece.kind].id);
        json_text(j, "owner", owner[piece.seat]);
        if (direction_word[piece.direction])
            json_text(j, "direction", direction_word[piece.direction]);
        json_close_object(j);
    }
    json_close_array(j);
    json_close_object(j);
}

/* Everything that a program needs to draw the position itself. */
static ExitStatus print_json(const Call *call, const Scene *s, const Position *p)
{
    const Game *g = s->game;
    CliOutput a;
    output_open(&a);
    output_position(&a.json, g, p);
    output_state(&a.json, g, p, s->outcome);
    json_open_object(&a.json, "reserves");
    for (int seat = 0; seat < g->players; seat++) {
        json_open_object(&a.json, owner[seat]);
        for (int k = 0; k < g->kinds; k++)
            json_number(&a.json, g->kind[k].id, s->reserve[seat][k]);
        json_close_object(&a.json);
    }
    json_close_object(&a.json);
    json_open_array(&a.json, "places");
    for (int i = 0; i < g->board->places; i++)
        add_place(&a.json, s, i);
    json_close_array(&a.json);
    return output_print(&a, call);
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    Position p;
    if (!cli_position(call, g, option.position, &p))
        return EXIT_ILLEGAL;
    if (option.svg && option.json && strcmp(option.svg, "-") == 0)
        return cli_fail(EXIT_USAGE, call->lang, T("--svg and --json cannot both go to the standard output"), 0);
    Scene scene;
    scene_set(&scene, g, &p);
    if (option.json && !option.svg)
        return print_json(call, &scene, &p);
    Buffer out = {0};
    if (option.svg)
        draw_svg(&scene, &(SvgStyle){.lang = call->lang}, &out);
    else
        draw_text(&scene,
                  &(TextStyle){.ascii = option.ascii,
                               .colour = cli_colour(option.colour),
                               .lang = call->lang,
                               .columns = cli_columns()},
                  &out);
    ExitStatus status = out.failed ? cli_fail_memory(call->lang)
                                   : cli_write_file(call, option.svg ? option.svg : "-", buffer_text(&out), out.length);
    buffer_free(&out);
    if (status == EXIT_DONE && option.json)
        return print_json(call, &scene, &p);
    return status;
}

const Command show_command = {
    .name = "show",
    .operands = T("GAME"),
    .summary = T("draw the board"),
    .help = T("Draws the position as text: every stack from bottom to top, coordinates, reserves, and whose turn it "
              "is; or as a picture, with --svg. JSON goes to standard output even when there is a picture.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
