/* colonnade review: a record with its mistakes marked, and what would have been better. */
#include "cli/output.h"
#include "cli/commands.h"
#include "cli/tablebase_oracle.h"
#include "core/record.h"
#include "engine/review.h"
#include "session/worth.h"

#include <stdio.h>
#include <string.h>

static struct {
    const char *output, *tables, *probe;
    bool json;
    double time;
    uint64_t nodes;
    int depth, threads, hash;
} option;

static const Option options[] = {
    OUTPUT_OPTION(&option.output),
    TIME_PER_MOVE_OPTION(&option.time, T("0.5, unless another limit is given")),
    NODES_PER_MOVE_OPTION(&option.nodes, NULL),
    DEPTH_OPTION(&option.depth),
    THREADS_OPTION(&option.threads),
    HASH_OPTION(&option.hash, "64"),
    TABLES_OPTION(&option.tables),
    PROBE_OPTION(&option.probe),
    JSON_OPTION(&option.json),
    {0},
};

enum { COMMENT = 1024 };

static const char *const judgement[] = {
    [REVIEW_DOUBTFUL] = T("doubtful: {0}; better {1}: {2}"),
    [REVIEW_MISTAKE] = T("mistake: {0}; better {1}: {2}"),
    [REVIEW_BLUNDER] = T("blunder: {0}; better {1}: {2}"),
};

/* The sentence about a move that was not the best. */
static void write_comment(const Call *call, const Tree *m, int node, const ReviewMove *r, char out[COMMENT])
{
    char played[WORTH_VALUE], best[WORTH_VALUE], move[MOVE_TEXT];
    worth_value(call->lang, r->played.value, played);
    worth_value(call->lang, r->best.value, best);
    tree_game(m)->write_move(&tree_node(m, tree_node(m, node)->parent)->position, r->best.move, move);
    char judged[COMMENT / 2];
    lang_format(call->lang, judged, sizeof judged, judgement[r->mark], 3, played, move, best);
    lang_format(call->lang, out, COMMENT, r->source ? T("{0} (exact, from a table)") : "{0}", 1, judged);
}

/* Where the judgement of an earlier review begins, if the comment ends with one in any language; otherwise the
 * comment's end. */
static size_t judged_from(const char *comment)
{
    enum { LONGEST = 160 };
    size_t length = strlen(comment);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (int mark = REVIEW_DOUBTFUL; mark <= REVIEW_BLUNDER; mark++) {
            const char *sentence = lang_text((Lang)lang, judgement[mark]), *hole = strstr(sentence, "{0}"),
                       *next = hole ? strstr(hole, "{1}") : NULL;
            char begins[COMMENT], then[COMMENT];
            if (!next)
                continue;
            snprintf(begins, sizeof begins, "%.*s", (int)(hole - sentence), sentence);
            snprintf(then, sizeof then, "%.*s", (int)(next - hole - 3), hole + 3);
            const char *found = strstr(comment, begins);
            if (found && strlen(found) < LONGEST && strstr(found, then))
                return (size_t)(found - comment);
        }
    return length;
}

static bool annotate(const Call *call, Tree *m, int node, const ReviewMove *r, Message *error)
{
    char sentence[COMMENT];
    Buffer comment = {0};
    write_comment(call, m, node, r, sentence);
    const char *before_it = tree_node(m, node)->comment;
    if (before_it && judged_from(before_it) > 0)
        buffer_format(&comment, "%.*s ", (int)judged_from(before_it), before_it);
    buffer_add(&comment, sentence);
    bool ok =
        !comment.failed && tree_set_comment(m, node, comment.text, error) && review_add_line(m, node, &r->best, error);
    buffer_free(&comment);
    if (ok && option.output && !option.json) {
        const TreeNode *before = tree_node(m, tree_node(m, node)->parent);
        char move[MOVE_TEXT];
        tree_game(m)->write_move(&before->position, tree_node(m, node)->move, move);
        printf("%d. %c %s  %s\n", before->round, game_seat_letter(tree_game(m)->mover(&before->position)), move,
               sentence);
        fflush(stdout);
    }
    return ok;
}

static void print_marks(const Call *call, int seat, int marks[][MAX_PLAYERS])
{
    char line[128], count[3][16], name[] = {game_seat_letter(seat), '\0'};
    for (int i = 0; i < 3; i++)
        snprintf(count[i], sizeof *count, "%d", marks[REVIEW_DOUBTFUL + i][seat]);
    lang_format(call->lang, line, sizeof line, T("{0}: doubtful {1}, mistakes {2}, blunders {3}"), 4, name, count[0],
                count[1], count[2]);
    puts(line);
}

static void add_advice(Json *j, const Game *g, const Position *p, const Advice *a)
{
    output_move(j, "move", g, p, a->move);
    value_json(j, "value", a->value);
}

static void add_move(Json *j, const Tree *m, int node, const ReviewMove *r)
{
    static const char *const marks[] = {[REVIEW_FINE] = "fine",
                                        [REVIEW_DOUBTFUL] = "doubtful",
                                        [REVIEW_MISTAKE] = "mistake",
                                        [REVIEW_BLUNDER] = "blunder"};
    const Game *g = tree_game(m);
    const Position *before = &tree_node(m, tree_node(m, node)->parent)->position;
    char mover[] = {game_seat_letter(g->mover(before)), '\0'};
    json_open_object(j, NULL);
    json_text(j, "mover", mover);
    add_advice(j, g, before, &r->played);
    json_text(j, "mark", marks[r->mark]);
    json_open_object(j, "best");
    add_advice(j, g, before, &r->best);
    output_line(j, "line", g, before, r->best.line, r->best.length);
    json_close_object(j);
    json_close_object(j);
}

/* Adds each move to `j` too, if that is not NULL. */
static ExitStatus go_through(const Call *call, Adviser *a, Tree *m, Json *j)
{
    SearchLimits limits = {.seconds = option.time, .nodes = option.nodes, .depth = option.depth};
    if (limits.seconds <= 0 && limits.nodes == 0 && limits.depth == 0)
        limits.seconds = REVIEW_MS_PER_MOVE / 1000.0;
    int marks[REVIEW_BLUNDER + 1][MAX_PLAYERS] = {{0}};
    tree_goto(m, tree_main_end(m));
    int plies = tree_ply(m);
    for (int ply = 1; ply <= plies; ply++) {
        ReviewMove r;
        Message error = {0};
        int node = tree_path(m, ply), seat = tree_game(m)->mover(&tree_node(m, tree_path(m, ply - 1))->position);
        if (!review_move(a, m, node, limits, &r))
            return cli_fail_memory(call->lang);
        marks[r.mark][seat]++;
        if (j)
            add_move(j, m, node, &r);
        if (r.mark != REVIEW_FINE && !annotate(call, m, node, &r, &error)) {
            cli_fail_message(call->lang, NULL, &error);
            return EXIT_MACHINE;
        }
    }
    for (int seat = 0; option.output && !j && seat < tree_game(m)->players; seat++)
        print_marks(call, seat, marks);
    return EXIT_DONE;
}

/* Writes to the named file; without one, to standard output or, with --json, into `j`. */
static ExitStatus write_record(const Call *call, const Tree *m, Json *j)
{
    Buffer b = {0};
    Message error = {0};
    ExitStatus status = EXIT_DONE;
    if (!record_write(m, &b, &error)) {
        cli_fail_message(call->lang, NULL, &error);
        status = EXIT_MACHINE;
    } else if (option.output || !j) {
        status = cli_write_file(call, option.output ? option.output : "-", b.text, b.length);
    } else {
        json_text(j, "record", b.text);
    }
    buffer_free(&b);
    return status;
}

static ExitStatus review(const Call *call, Adviser *a, Tree *m)
{
    CliOutput out;
    Json *j = option.json ? &out.json : NULL;
    output_open(&out);
    json_text(&out.json, "game", tree_game(m)->id);
    json_open_array(&out.json, "moves");
    ExitStatus status = go_through(call, a, m, j);
    json_close_array(&out.json);
    if (status == EXIT_DONE)
        status = write_record(call, m, j);
    if (status == EXIT_DONE && j)
        status = output_print(&out, call);
    output_drop(&out);
    return status;
}

static ExitStatus run(const Call *call)
{
    if (!far_tables(call, option.probe, &option.tables))
        return EXIT_USAGE;
    Tree *m = cli_record(call, call->operand[0]);
    if (!m)
        return EXIT_ILLEGAL;
    const Game *g = tree_game(m);
    ExitStatus status = EXIT_DONE;
    if (!adviser_knows(g)) {
        status = cli_fail(EXIT_USAGE, call->lang, T("there is no analysis of {0}"), 1, g->id);
    } else {
        Adviser *a =
            adviser_create(g, (AdviserOptions){.tt_bytes = (size_t)option.hash << 20, .threads = option.threads});
        if (a)
            tablebase_oracle_add(a, g, option.tables);
        status = a ? review(call, a, m) : cli_fail_memory(call->lang);
        adviser_destroy(a);
    }
    tree_free(m);
    return status;
}

const Command review_command = {
    .name = "review",
    .operands = T("FILE"),
    .summary = T("mark the mistakes of a game and show better moves"),
    .help = T("Goes through a record (- is the standard input), half a second per move unless told otherwise, "
              "and writes it again with comments at moves that gave something away and better lines as "
              "variations. With --output the record goes to that file and the mistakes are listed here. What "
              "was in the record stays; a judgement of an earlier review gives way to the new one.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_FILE},
    .run = run,
};
