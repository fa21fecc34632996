/* colonnade record: checks, shows and draws a game that was written down. */
#include "core/record.h"

#include "cli/commands.h"
#include "cli/options.h"
#include "draw/draw_svg.h"
#include "draw/draw_text.h"

#include <stdio.h>
#include <string.h>

/* Goes to --ply of the main line; the end when it was not given. */
static bool go_to_ply(const Options *o, Match *m)
{
    match_goto(m, match_main_end(m));
    if (o->ply < 0)
        return true;
    if (o->ply > match_ply(m)) {
        char wanted[16], last[16];
        snprintf(wanted, sizeof wanted, "%d", o->ply);
        snprintf(last, sizeof last, "%d", match_ply(m));
        cli_fail(EXIT_ILLEGAL, o->lang, T("the record has no move {0}: it ends after {1}"), 2, wanted, last);
        return false;
    }
    match_goto(m, match_path(m, o->ply));
    return true;
}

static json_t *moves_json(const Match *m)
{
    const Game *g = match_game(m);
    json_t *moves = json_array();
    for (int ply = 1; ply <= match_ply(m); ply++) {
        char text[MOVE_TEXT];
        g->write_move(&match_node(m, match_path(m, ply - 1))->position, match_node(m, match_path(m, ply))->move, text);
        json_array_append_new(moves, json_string(text));
    }
    return moves;
}

/* The game up to where it stands. */
static ExitStatus print_json(const Options *o, Match *m)
{
    const Game *g = match_game(m);
    Outcome outcome = match_outcome(m);
    char start[POSITION_TEXT], end[POSITION_TEXT];
    g->write_position(&match_node(m, 0)->position, start);
    g->write_position(match_position(m), end);
    json_t *tags = json_object();
    for (int i = 0; i < match_tag_count(m); i++)
        json_object_set_new(tags, match_tag_name(m, i), json_string(match_tag_value(m, i)));
    return cli_print_json(o,
                          json_pack("{s:s, s:o, s:s, s:o, s:s, s:s, s:s}", "game", g->id, "tags", tags, "start", start,
                                    "moves", moves_json(m), "position", end, "result", game_result_text(g, outcome),
                                    "reason", outcome.over ? reason_text((Reason)outcome.reason) : ""));
}

static ExitStatus check(const Options *o, Match *m)
{
    match_goto(m, match_main_end(m));
    if (o->json)
        return print_json(o, m);
    Outcome outcome = match_outcome(m);
    printf("%s %d %s%s%s\n", match_game(m)->id, match_ply(m), game_result_text(match_game(m), outcome),
           outcome.over ? " " : "", outcome.over ? reason_text((Reason)outcome.reason) : "");
    return EXIT_DONE;
}

static void add_moves(Match *m, Buffer *out)
{
    const Game *g = match_game(m);
    int column = 0;
    for (int ply = 1; ply <= match_ply(m); ply++) {
        const MatchNode *before = match_node(m, match_path(m, ply - 1));
        char text[MOVE_TEXT], word[MOVE_TEXT + 32];
        int mover = g->mover(&before->position);
        g->write_move(&before->position, match_node(m, match_path(m, ply))->move, text);
        if (mover == 0 || ply == 1)
            snprintf(word, sizeof word, "%d.%s %s", before->round, mover == 0 ? "" : "..", text);
        else
            snprintf(word, sizeof word, "%s", text);
        int length = (int)strlen(word);
        if (column + length + 1 > RECORD_WIDTH) {
            buffer_add_char(out, '\n');
            column = 0;
        }
        buffer_format(out, "%s%s", column ? " " : "", word);
        column += length + (column > 0);
    }
    if (column)
        buffer_add(out, "\n\n");
}

static void add_names(Match *m, Lang lang, const char *between, Buffer *out)
{
    for (int seat = 0, n = 0; seat < match_game(m)->players; seat++)
        if (match_name(m, seat))
            buffer_format(out, "%s%s: %s", n++ ? between : "", lang_text(lang, scene_seat_name(seat)),
                          match_name(m, seat));
}

static ExitStatus show(const Options *o, Match *m)
{
    if (o->json)
        return print_json(o, m);
    Scene scene;
    Buffer out = {0};
    buffer_format(&out, "%s\n", lang_text(o->lang, match_game(m)->title));
    size_t before = out.length;
    add_names(m, o->lang, "\n", &out);
    if (out.length > before)
        buffer_add_char(&out, '\n');
    buffer_add_char(&out, '\n');
    add_moves(m, &out);
    scene_set_match(&scene, m);
    draw_text(&scene, &(TextStyle){.ascii = o->ascii, .colour = cli_colour(o), .lang = o->lang}, &out);
    const char *comment = match_node(m, match_current(m))->comment;
    if (comment)
        buffer_format(&out, "\n%s\n", comment);
    ExitStatus status =
        out.failed ? cli_fail_memory(o->lang) : cli_write_file(o, o->output ? o->output : "-", out.text, out.length);
    buffer_free(&out);
    return status;
}

static ExitStatus picture(const Options *o, Match *m)
{
    Scene scene;
    Buffer out = {0}, names = {0};
    scene_set_match(&scene, m);
    add_names(m, o->lang, " · ", &names);
    draw_svg(&scene, &(SvgStyle){.names = names.length ? names.text : NULL, .lang = o->lang}, &out);
    ExitStatus status = out.failed || names.failed
                            ? cli_fail_memory(o->lang)
                            : cli_write_file(o, o->output ? o->output : "-", out.text, out.length);
    buffer_free(&names);
    buffer_free(&out);
    return status;
}

static ExitStatus run(const Options *o)
{
    static const struct {
        const char *name;
        ExitStatus (*act)(const Options *o, Match *m);
    } action[] = {{"check", check}, {"show", show}, {"svg", picture}};
    for (size_t i = 0; i < sizeof action / sizeof *action; i++) {
        if (strcmp(o->operand[0], action[i].name) != 0)
            continue;
        if (action[i].act == picture && o->json)
            return cli_fail(EXIT_USAGE, o->lang, T("unknown option {0}; see colonnade {1} --help"), 2, "--json", "record");
        Match *m = cli_record(o, o->operand[1]);
        ExitStatus status = m && go_to_ply(o, m) ? action[i].act(o, m) : EXIT_ILLEGAL;
        match_free(m);
        return status;
    }
    return cli_fail(EXIT_USAGE, o->lang, T("record takes check, show or svg, not {0}"), 1, o->operand[0]);
}

const Command record_command = {
    .name = "record",
    .operands = T("check|show|svg FILE"),
    .summary = T("check, show or draw a game that was written down"),
    .help = T("FILE is a record of a game; - is the standard input.\n"
              "  check  plays every move by the rules; prints the ruleset, the number of moves and the result, "
              "or says what is wrong, with line and column\n"
              "  show   prints players, moves and the board, after the last move or after --ply\n"
              "  svg    draws that board as a picture\n"),
    .options = OPTION_PLY | OPTION_OUTPUT | OPTION_ASCII | OPTION_COLOUR | OPTION_LANG | OPTION_JSON,
    .least = 2,
    .most = 2,
    .run = run,
};
