/* colonnade show: the board as text or as a picture. */
#include "cli/commands.h"
#include "draw/draw_svg.h"
#include "draw/draw_text.h"

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

/* Everything that a program needs to draw the position itself. */
static ExitStatus print_json(const Call *call, const Scene *s, const Position *p)
{
    static const char *const direction_word[] = {NULL, "north", "east", "south", "west"};
    static const char *const owner[] = {"w", "b", "r", "g", "x"};
    const Game *g = s->game;
    json_t *places = json_array(), *reserves = json_object();
    for (int i = 0; i < g->board->places; i++) {
        const Place *place = &g->board->place[i];
        json_t *pieces = json_array();
        for (int k = 0; k < s->height[i]; k++) {
            Piece piece = s->piece[i][k];
            json_t *one = json_pack("{s:s, s:s}", "kind", g->kind[piece.kind].id, "owner", owner[piece.seat]);
            if (direction_word[piece.direction])
                json_object_set_new(one, "direction", json_string(direction_word[piece.direction]));
            json_array_append_new(pieces, one);
        }
        json_array_append_new(places, json_pack("{s:s, s:f, s:f, s:i, s:o}", "place", place->label, "x", place->x / 2.0,
                                                "y", place->y / 2.0, "level", (int)place->level, "pieces", pieces));
    }
    for (int seat = 0; seat < g->players; seat++) {
        json_t *kinds = json_object();
        for (int k = 0; k < g->kinds; k++)
            json_object_set_new(kinds, g->kind[k].id, json_integer(s->reserve[seat][k]));
        json_object_set_new(reserves, owner[seat], kinds);
    }
    char text[POSITION_TEXT];
    g->write_position(p, text);
    return cli_print_json(call, json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "game", g->id, "position", text, "mover",
                                          owner[s->mover], "result", game_result_text(g, s->outcome), "reserves",
                                          reserves, "places", places));
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    Position p;
    if (!cli_position(call, g, option.position, &p))
        return EXIT_ILLEGAL;
    Scene scene;
    scene_set(&scene, g, &p);
    if (option.json)
        return print_json(call, &scene, &p);
    Buffer out = {0};
    if (option.svg)
        draw_svg(&scene, &(SvgStyle){.lang = call->lang}, &out);
    else
        draw_text(&scene, &(TextStyle){.ascii = option.ascii, .colour = cli_colour(option.colour), .lang = call->lang},
                  &out);
    ExitStatus status = out.failed ? cli_fail_memory(call->lang)
                                   : cli_write_file(call, option.svg ? option.svg : "-", buffer_text(&out), out.length);
    buffer_free(&out);
    return status;
}

const Command show_command = {
    .name = "show",
    .operands = T("GAME"),
    .summary = T("draw the board"),
    .help = T("Draws the position as text: every stack from bottom to top, coordinates, reserves, and whose "
              "turn it is; or as a picture, with --svg.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
