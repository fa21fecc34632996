/* colonnade review: a record with its mistakes marked and what would have been better. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/tablebase_oracle.h"
#include "core/record.h"
#include "engine/review.h"

#include <stdio.h>
#include <string.h>

enum { COMMENT = 1024 };

static const double seconds_a_move = 0.5;

static void write_value(const Options *o, const Advice *a, char out[64])
{
    char number[16];
    snprintf(number, sizeof number, "%d", a->distance);
    if (a->proven && a->value == VALUE_DRAWN)
        snprintf(out, 64, "%s", lang_text(o->lang, T("a draw")));
    else if (a->proven && a->distance >= 0)
        lang_format(o->lang, out, 64, a->value > 0 ? T("a win in {0}") : T("a loss in {0}"), 1, number);
    else if (a->proven)
        snprintf(out, 64, "%s", lang_text(o->lang, a->value > 0 ? T("a win") : T("a loss")));
    else
        snprintf(out, 64, "%+d", a->value);
}

/* The sentence about a move that was not the best. */
static void write_comment(const Options *o, const Tree *m, int node, const ReviewMove *r, char out[COMMENT])
{
    static const char *const sentence[] = {
        [REVIEW_DOUBTFUL] = T("doubtful: {0}; better {1}: {2}"),
        [REVIEW_MISTAKE] = T("mistake: {0}; better {1}: {2}"),
        [REVIEW_BLUNDER] = T("blunder: {0}; better {1}: {2}"),
    };
    char played[64], best[64], move[MOVE_TEXT];
    write_value(o, &r->played, played);
    write_value(o, &r->best, best);
    tree_game(m)->write_move(&tree_node(m, tree_node(m, node)->parent)->position, r->best.move, move);
    char judged[COMMENT / 2];
    lang_format(o->lang, judged, sizeof judged, sentence[r->mark], 3, played, move, best);
    lang_format(o->lang, out, COMMENT, r->source ? T("{0} (exact, from a table)") : "{0}", 1, judged);
}

static bool annotate(const Options *o, Tree *m, int node, const ReviewMove *r, Message *error)
{
    char sentence[COMMENT];
    Buffer comment = {0};
    write_comment(o, m, node, r, sentence);
    if (tree_node(m, node)->comment)
        buffer_format(&comment, "%s ", tree_node(m, node)->comment);
    buffer_add(&comment, sentence);
    bool ok =
        !comment.failed && tree_set_comment(m, node, comment.text, error) && review_add_line(m, node, &r->best, error);
    buffer_free(&comment);
    if (ok && o->output) {
        const TreeNode *before = tree_node(m, tree_node(m, node)->parent);
        char move[MOVE_TEXT];
        tree_game(m)->write_move(&before->position, tree_node(m, node)->move, move);
        printf("%d. %c %s  %s\n", before->round, game_seat_letter(tree_game(m)->mover(&before->position)), move,
               sentence);
        fflush(stdout);
    }
    return ok;
}

static void print_marks(const Options *o, int seat, int marks[][MAX_PLAYERS])
{
    char line[128], count[3][16], name[] = {game_seat_letter(seat), '\0'};
    for (int i = 0; i < 3; i++)
        snprintf(count[i], sizeof *count, "%d", marks[REVIEW_DOUBTFUL + i][seat]);
    lang_format(o->lang, line, sizeof line, T("{0}: doubtful {1}, mistakes {2}, blunders {3}"), 4, name, count[0],
                count[1], count[2]);
    puts(line);
}

static ExitStatus go_through(const Options *o, Adviser *a, Tree *m)
{
    SearchLimits limits = {.seconds = o->time, .nodes = o->nodes, .depth = o->depth};
    if (limits.seconds <= 0 && limits.nodes == 0 && limits.depth == 0)
        limits.seconds = seconds_a_move;
    int marks[REVIEW_BLUNDER + 1][MAX_PLAYERS] = {{0}};
    tree_goto(m, tree_main_end(m));
    int plies = tree_ply(m);
    for (int ply = 1; ply <= plies; ply++) {
        ReviewMove r;
        Message error = {0};
        int node = tree_path(m, ply), seat = tree_game(m)->mover(&tree_node(m, tree_path(m, ply - 1))->position);
        if (!review_move(a, m, node, limits, &r))
            return cli_fail_memory(o->lang);
        marks[r.mark][seat]++;
        if (r.mark != REVIEW_FINE && !annotate(o, m, node, &r, &error)) {
            cli_fail_message(o->lang, NULL, &error);
            return EXIT_MACHINE;
        }
    }
    for (int seat = 0; o->output && seat < tree_game(m)->players; seat++)
        print_marks(o, seat, marks);
    return EXIT_DONE;
}

static ExitStatus write_record(const Options *o, const Tree *m)
{
    Buffer b = {0};
    Message error = {0};
    ExitStatus status = EXIT_DONE;
    if (!record_write(m, &b, &error)) {
        cli_fail_message(o->lang, NULL, &error);
        status = EXIT_MACHINE;
    } else {
        status = cli_write_file(o, o->output ? o->output : "-", b.text, b.length);
    }
    buffer_free(&b);
    return status;
}

static ExitStatus run(const Options *o)
{
    Tree *m = cli_record(o, o->operand[0]);
    if (!m)
        return EXIT_ILLEGAL;
    const Game *g = tree_game(m);
    ExitStatus status = EXIT_DONE;
    if (!adviser_knows(g)) {
        status = cli_fail(EXIT_USAGE, o->lang, T("there is no analysis of {0}"), 1, g->id);
    } else {
        Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = (size_t)o->hash << 20, .threads = o->threads});
        if (a)
            tablebase_oracle_add(a, g, o->tables);
        status = a ? go_through(o, a, m) : cli_fail_memory(o->lang);
        adviser_destroy(a);
    }
    if (status == EXIT_DONE)
        status = write_record(o, m);
    tree_free(m);
    return status;
}

const Command review_command = {
    .name = "review",
    .operands = T("FILE"),
    .summary = T("mark the mistakes of a game and show better moves"),
    .help = T("Goes through a record (- is the standard input), half a second a move unless told otherwise, "
              "and writes it again with comments at moves that gave something away and better lines as "
              "variations. With --output the record goes to that file and the mistakes are listed here. What "
              "was in the record stays.\n"),
    .options = OPTION_OUTPUT | OPTION_TIME | OPTION_NODES | OPTION_DEPTH | OPTION_THREADS | OPTION_HASH |
               OPTION_TABLES | OPTION_LANG,
    .least = 1,
    .most = 1,
    .run = run,
};
