/* colonnade record: checks, shows and draws games that were written down. */
#include "core/record.h"

#include "cli/output.h"
#include "cli/commands.h"
#include "core/file.h"
#include "draw/draw_svg.h"
#include "draw/draw_text.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const char *output;
    int ply;
    int colour;
    bool ascii, json;
} option = {.ply = -1};

#define PLY_OPTION                                                                                                     \
    {.name = "ply",                                                                                                    \
     .value = "N",                                                                                                     \
     .number = &option.ply,                                                                                            \
     .least = 0,                                                                                                       \
     .most = 1000000,                                                                                                  \
     .otherwise = T("after the last one"),                                                                             \
     .help = T("the position after N moves")}

enum { FILE_LIMIT = 256 << 20 };    /* bytes of a file of games, enough for a long match */

/* A file of one or more games, read one after another. */
typedef struct Games {
    const char *path;
    Buffer text;
    size_t at, line;        /* where the next game begins, and the lines before it */
    int number;             /* of the game read last, from 1 */
} Games;

/* The next game. NULL: there is none, or stderr says what is wrong, with line and column. */
static Tree *next_game(const Call *call, Games *g)
{
    RecordError error = {0};
    const char *text = buffer_text(&g->text) + g->at;
    size_t length = record_extent(text, g->text.length - g->at);
    Tree *m = record_read(text, length, registry_find, &error);
    if (!m) {
        char where[256] = "";
        if (error.line)
            snprintf(where, sizeof where, "%.200s:%zu:%zu", g->path, g->line + error.line, error.column);
        cli_fail_message(call->lang, *where ? where : NULL, &error.message);
        return NULL;
    }
    for (size_t i = 0; i < length; i++)
        g->line += text[i] == '\n';
    g->at += length;
    g->number++;
    return m;
}

/* Goes to --ply of the main line, or to its end without --ply. */
static bool go_to_ply(const Call *call, Tree *m)
{
    tree_goto(m, tree_main_end(m));
    if (option.ply < 0)
        return true;
    if (option.ply > tree_ply(m)) {
        char wanted[16], last[16];
        snprintf(wanted, sizeof wanted, "%d", option.ply);
        snprintf(last, sizeof last, "%d", tree_ply(m));
        cli_fail(EXIT_ILLEGAL, call->lang, T("the record has no move {0}: it ends after {1}"), 2, wanted, last);
        return false;
    }
    tree_goto(m, tree_path(m, option.ply));
    return true;
}

/* The game up to its current position. */
static void add_game(Json *j, Tree *m)
{
    const Game *g = tree_game(m);
    char start[POSITION_TEXT];
    g->write_position(&tree_node(m, 0)->position, start);
    json_open_object(j, NULL);
    output_position(j, g, tree_position(m));
    output_state(j, g, tree_position(m), tree_outcome(m));
    json_open_object(j, "tags");
    for (int i = 0; i < tree_tag_count(m); i++)
        json_text(j, tree_tag_name(m, i), tree_tag_value(m, i));
    json_close_object(j);
    json_text(j, "start", start);
    json_open_array(j, "moves");
    for (int ply = 1; ply <= tree_ply(m); ply++)
        output_move(j, NULL, g, &tree_node(m, tree_path(m, ply - 1))->position, tree_node(m, tree_path(m, ply))->move);
    json_close_array(j);
    json_close_object(j);
}

/* What the chosen games give, collected until it is printed. */
typedef struct RecordAnswer {
    Buffer text;
    CliOutput output;       /* with --json, inside a list of games */
} RecordAnswer;

static void check(const Call *call, Tree *m, RecordAnswer *out)
{
    (void)call;
    tree_goto(m, tree_main_end(m));
    if (option.json) {
        add_game(&out->output.json, m);
        return;
    }
    Outcome outcome = tree_outcome(m);
    buffer_format(&out->text, "%s %d %s%s%s\n", tree_game(m)->id, tree_ply(m), game_result_text(tree_game(m), outcome),
                  outcome.over ? " " : "", outcome.over ? game_reason(tree_game(m), (Reason)outcome.reason) : "");
}

static void add_moves(Tree *m, Buffer *out)
{
    const Game *g = tree_game(m);
    int column = 0;
    for (int ply = 1; ply <= tree_ply(m); ply++) {
        const TreeNode *before = tree_node(m, tree_path(m, ply - 1));
        char text[MOVE_TEXT], word[MOVE_TEXT + 32];
        int mover = g->mover(&before->position);
        g->write_move(&before->position, tree_node(m, tree_path(m, ply))->move, text);
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

static void add_names(Tree *m, Lang lang, const char *between, Buffer *out)
{
    for (int seat = 0, n = 0; seat < tree_game(m)->players; seat++)
        if (tree_name(m, seat))
            buffer_format(out, "%s%s: %s", n++ ? between : "", lang_text(lang, scene_seat_name(seat)),
                          tree_name(m, seat));
}

static void show(const Call *call, Tree *m, RecordAnswer *answer)
{
    if (option.json) {
        add_game(&answer->output.json, m);
        return;
    }
    Scene scene;
    Buffer *out = &answer->text;
    if (out->length > 0)
        buffer_add_char(out, '\n');
    buffer_format(out, "%s\n", lang_text(call->lang, tree_game(m)->title));
    size_t before = out->length;
    add_names(m, call->lang, "\n", out);
    if (out->length > before)
        buffer_add_char(out, '\n');
    buffer_add_char(out, '\n');
    add_moves(m, out);
    scene_set_match(&scene, m);
    draw_text(
        &scene,
        &(TextStyle){
            .ascii = option.ascii, .colour = cli_colour(option.colour), .lang = call->lang, .columns = cli_columns()},
        out);
    const char *comment = tree_node(m, tree_current(m))->comment;
    if (comment)
        buffer_format(out, "\n%s\n", comment);
}

static void picture(const Call *call, Tree *m, RecordAnswer *out)
{
    Scene scene;
    Buffer names = {0};
    scene_set_match(&scene, m);
    add_names(m, call->lang, " · ", &names);
    draw_svg(&scene, &(SvgStyle){.names = names.length ? names.text : NULL, .lang = call->lang}, &out->text);
    out->text.failed |= names.failed;
    buffer_free(&names);
}

/* --- the games of a file --- */

typedef void RecordAct(const Call *call, Tree *m, RecordAnswer *out);

/* Each game, or only the chosen one; only a picture cannot show several. */
static ExitStatus read_games(const Call *call, Games *g, int chosen, RecordAct *act, RecordAnswer *out)
{
    do {
        Tree *m = next_game(call, g);
        bool wanted = m && (chosen == 0 || g->number == chosen), ok = m && (!wanted || go_to_ply(call, m));
        if (wanted && ok)
            act(call, m, out);
        tree_free(m);
        if (!ok)
            return EXIT_ILLEGAL;
        if (act == picture && chosen == 0 && g->at < g->text.length)
            return cli_fail(EXIT_USAGE, call->lang, T("{0} holds several games: give the number of one after its name"),
                            1, g->path);
    } while (g->at < g->text.length && g->number != chosen);
    if (g->number < chosen)
        return cli_fail(EXIT_ILLEGAL, call->lang, T("{0} has no game {1}"), 2, g->path, call->operand[1]);
    return out->text.failed ? cli_fail_memory(call->lang) : EXIT_DONE;
}

static ExitStatus print_answer(const Call *call, RecordAnswer *a)
{
    if (option.json) {
        json_close_array(&a->output.json);
        return output_print(&a->output, call);
    }
    return cli_write_file(call, option.output ? option.output : "-", buffer_text(&a->text), a->text.length);
}

static ExitStatus run(const Call *call, RecordAct *act)
{
    const char *number = call->count > 1 ? call->operand[1] : "1";
    if (*number < '1' || *number > '9' || strspn(number, "0123456789") != strlen(number) || strlen(number) > 8)
        return cli_fail(EXIT_USAGE, call->lang, T("the games in a file are numbered from 1: there is no game {0}"), 1,
                        number);
    Games games = {.path = call->operand[0]};
    RecordAnswer answer = {0};
    Message error = {0};
    ExitStatus status = EXIT_ILLEGAL;
    if (option.json) {
        output_open(&answer.output);
        json_open_array(&answer.output.json, "games");
    }
    if (!file_read(cli_input(games.path), FILE_LIMIT, &games.text, &error))
        cli_fail_message(call->lang, NULL, &error);
    else
        status = read_games(call, &games, call->count > 1 ? atoi(number) : 0, act, &answer);
    if (status == EXIT_DONE)
        status = print_answer(call, &answer);
    output_drop(&answer.output);
    buffer_free(&answer.text);
    buffer_free(&games.text);
    return status;
}

/* --- the verbs --- */

static ExitStatus run_check(const Call *call) { return run(call, check); }
static ExitStatus run_show(const Call *call) { return run(call, show); }
static ExitStatus run_svg(const Call *call) { return run(call, picture); }

static const Option check_options[] = {
    JSON_OPTION(&option.json),
    {0},
};

static const Option show_options[] = {
    PLY_OPTION,
    OUTPUT_OPTION(&option.output),
    ASCII_OPTION(&option.ascii),
    COLOUR_OPTIONS(&option.colour),
    JSON_OPTION(&option.json),
    {0},
};

static const Option svg_options[] = {
    PLY_OPTION,
    OUTPUT_OPTION(&option.output),
    {0},
};

static const Command check_verb = {
    .name = "check",
    .operands = T("FILE [N]"),
    .summary = T("play every move by the rules"),
    .help = T("Plays every move by the rules. Prints the ruleset, the number of moves and the result, one line per "
              "game, or says what is wrong, with line and column.\n"),
    .options = check_options,
    .least = 1,
    .most = 2,
    .complete = {COMPLETE_FILE},
    .run = run_check,
};

static const Command show_verb = {
    .name = "show",
    .operands = T("FILE [N]"),
    .summary = T("print players, moves and the board"),
    .help = T("Prints players, moves and the board, after the last move or after --ply.\n"),
    .options = show_options,
    .least = 1,
    .most = 2,
    .complete = {COMPLETE_FILE},
    .run = run_show,
};

static const Command svg_verb = {
    .name = "svg",
    .operands = T("FILE [N]"),
    .summary = T("draw the board of one game"),
    .help = T("Draws the board as a picture, after the last move or after --ply.\n"),
    .options = svg_options,
    .least = 1,
    .most = 2,
    .complete = {COMPLETE_FILE},
    .run = run_svg,
};

static const Command *const verbs[] = {&check_verb, &show_verb, &svg_verb, NULL};

const Command record_command = {
    .name = "record",
    .summary = T("check, show or draw games that were written down"),
    .help = T("FILE is a record of a game, or of several one after the other, as `match` writes them; - is the "
              "standard input. N chooses one of several games.\n"),
    .verbs = verbs,
};
