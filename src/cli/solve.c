/* colonnade solve: computes the exact value of every position of a ruleset, into a table. */
#include "cli/output.h"
#include "cli/commands.h"
#include "cli/crew_option.h"
#include "solve/tablebase_file.h"
#include "solve/tablebase_solve.h"

#include <stdio.h>

static struct {
    const char *tables;
    int crew, threads, memory, checkpoint;
    bool forget, json;
} option;

static const Option options[] = {
    TABLES_OPTION(&option.tables),
    CREW_OPTION(&option.crew),
    PROCESSORS_OPTION(&option.threads),
    {.name = "memory",
     .value = T("MIB"),
     .number = &option.memory,
     .least = 1,
     .most = 1 << 24,
     .otherwise = T("what is free"),
     .help = T("use at most MIB of memory, or refuse if that is not enough")},
    {.name = "checkpoint",
     .value = "S",
     .number = &option.checkpoint,
     .least = 0,
     .most = 86400,
     .standard = "600",
     .help = T("save what is known every S seconds, or with 0 after each layer")},
    {.name = "forget",
     .flag = &option.forget,
     .help = T("write nothing, no checkpoints either: only say what was found; a GPU derives every value again")},
    JSON_OPTION(&option.json),
    {0},
};

static bool show(void *context, const TablebaseProgress *p)
{
    const Call *call = context;
    char sentence[256], rest[128];
    lang_message(call->lang, &p->sentence, sentence, sizeof sentence);
    lang_decimals(call->lang, sentence);
    if (p->rest.id)
        lang_message(call->lang, &p->rest, rest, sizeof rest);
    fprintf(stderr, "%s%s%s\n", sentence, p->rest.id ? ", " : "", p->rest.id ? rest : "");
    return true;
}

static ExitStatus print_json(const Call *call, const Game *g, const TablebaseSolved *r)
{
    CliOutput a;
    Position p;
    g->start(&p);
    output_open(&a);
    output_position(&a.json, g, &p);
    value_json(&a.json, "value", r->start);
    json_number(&a.json, "positions", (int64_t)r->positions);
    json_number(&a.json, "wins", (int64_t)r->wins);
    json_number(&a.json, "losses", (int64_t)r->losses);
    json_number(&a.json, "draws", (int64_t)(r->positions - r->wins - r->losses));
    json_number(&a.json, "longest", r->longest);
    json_double(&a.json, "seconds", r->solving + r->writing);
    json_double(&a.json, "solving_seconds", r->solving);
    json_number(&a.json, "memory", (int64_t)r->bytes);
    if (r->ranks > 1) {
        json_number(&a.json, "ranks", r->ranks);
        json_number(&a.json, "sent", (int64_t)r->sent);
    }
    if (r->checked) {
        json_number(&a.json, "checked", (int64_t)r->checked);
        json_number(&a.json, "wrong", (int64_t)r->wrong);
        json_double(&a.json, "checking_seconds", r->checking);
    }
    if (!option.forget)
        json_text(&a.json, "file", r->path);
    return output_print(&a, call);
}

static ExitStatus print_result(const Call *call, const Game *g, const TablebaseSolved *r)
{
    char start[VALUE_TEXT];
    const uint64_t draws = r->positions - r->wins - r->losses;
    if (option.json)
        return print_json(call, g, r);
    value_text(r->start, start);
    printf("start %s\npositions %ju\nwins %ju\nlosses %ju\ndraws %ju\nlongest %d\nseconds %.1f\nsolving "
           "%.2f\nmemory-mib %ju\n",
           start, (uintmax_t)r->positions, (uintmax_t)r->wins, (uintmax_t)r->losses, (uintmax_t)draws, r->longest,
           r->solving + r->writing, r->solving, (uintmax_t)(r->bytes >> 20));
    if (r->checked)
        printf("checked %ju\nwrong %ju\nchecking %.2f\n", (uintmax_t)r->checked, (uintmax_t)r->wrong, r->checking);
    if (!option.forget)
        printf("file %s\n", r->path);
    if (r->ranks > 1)
        printf("ranks %d\nsent-mib %ju\n", r->ranks, (uintmax_t)(r->sent >> 20));
    return EXIT_DONE;
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_solvable(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    if (!g->index)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} cannot be solved: it has no index"), 1, g->id);
    TablebaseJob job = {.game = g,
                        .folder = option.tables,
                        .crew = (RetroCrewName)option.crew,
                        .threads = cli_threads(option.threads),
                        .memory = (uint64_t)option.memory << 20,
                        .checkpoint_seconds = option.checkpoint,
                        .watch = show,
                        .context = (void *)(uintptr_t)call,
                        .no_file = option.forget};
    TablebaseSolved solved;
    Message error = {0};
    if (!tablebase_file_supported(&error)) {
        cli_fail_message(call->lang, NULL, &error);
        return EXIT_MACHINE;
    }
    const TablebaseStatus status = tablebase_solve(&job, &solved, &error);
    if (status == TABLEBASE_DONE)
        return solved.here ? print_result(call, g, &solved) : EXIT_DONE;
    cli_fail_message(call->lang, NULL, &error);
    return status == TABLEBASE_THERE ? EXIT_ILLEGAL : EXIT_MACHINE;
}

const Command solve_command = {
    .name = "solve",
    .operands = T("GAME"),
    .summary = T("compute the value of every position"),
    .help = T("Computes whether each position of the ruleset is won, lost or drawn for the player to move, and "
              "in how many plies, and writes a table that `probe` and the opponent use. Progress goes to the "
              "standard error. When it is interrupted, the same command continues from the last checkpoint.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
