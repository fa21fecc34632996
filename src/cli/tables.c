/* colonnade tables: what has been solved; checking, converting and removing it, and what is made from it. */
#include "cli/output.h"
#include "cli/commands.h"
#include "cli/crew_option.h"
#include "cli/tables_opening.h"
#include "core/clock.h"
#include "games/registry.h"
#include "solve/audit.h"
#include "solve/certificate.h"
#include "solve/puzzles.h"
#include "solve/tablebase_solve.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *tables, *position;
    uint64_t sample, seed, memory;
    int crew, threads;
    bool rules, distances, json;
} option;

enum { SAMPLE = 1000000 };      /* positions that a full audit also checks by the rules themselves */

/* --- list and info --- */

static void add_info(Json *j, const TablebaseInfo *i)
{
    json_text(j, "game", i->name);
    json_number(j, "version", i->version);
    json_number(j, "rulings", i->rulings);
    json_number(j, "layout", i->layout);
    json_number(j, "positions", (int64_t)i->positions);
    json_number(j, "wins", (int64_t)i->wins);
    json_number(j, "losses", (int64_t)i->losses);
    json_number(j, "draws", (int64_t)(i->positions - i->wins - i->losses));
    json_number(j, "longest", i->longest);
    json_number(j, "numbers", (int64_t)i->size);
    json_number(j, "bytes", (int64_t)i->bytes);
    json_number(j, "directory", (int64_t)i->directory);
    json_number(j, "front", (int64_t)i->front);
    json_double(j, "bits_per_position", 8.0 * (double)i->bytes / (double)i->positions);
}

static ExitStatus run_list(const Call *call)
{
    CliOutput a;
    ExitStatus status = EXIT_DONE;
    output_open(&a);
    json_open_array(&a.json, "tables");
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        char path[TABLEBASE_PATH];
        if (!g->index || !tablebase_path(g, option.tables, path) || access(path, F_OK) != 0)
            continue;
        Message error = {0};
        TablebaseFile *f = tablebase_file_open(path, &error);
        const TablebaseInfo *info = f ? tablebase_file_info(f) : NULL;
        if (info && strcmp(info->name, g->id) != 0)
            message_set(&error, 0, T("this is a table of {0}, not of {1}"), 2, info->name, g->id);
        if (error.id)
            status = cli_fail_message(call->lang, NULL, &error);
        else if (option.json) {
            json_open_object(&a.json, NULL);
            add_info(&a.json, info);
            json_close_object(&a.json);
        } else
            printf("%s %ju positions %ju bytes\n", g->id, (uintmax_t)info->positions, (uintmax_t)info->bytes);
        tablebase_file_close(f);
    }
    json_close_array(&a.json);
    ExitStatus printed = option.json ? output_print(&a, call) : EXIT_DONE;
    output_drop(&a);
    return printed != EXIT_DONE ? printed : status;
}

static ExitStatus info(const Call *call, const Game *g)
{
    Message error = {0};
    Tablebase *t = tablebase_open(g, option.tables, &error);
    if (!t)
        return cli_fail_message(call->lang, NULL, &error);
    const TablebaseInfo *i = tablebase_info(t);
    char path[TABLEBASE_PATH];
    ExitStatus status = EXIT_DONE;
    if (option.json) {
        CliOutput a;
        output_open(&a);
        add_info(&a.json, i);
        status = output_print(&a, call);
    } else if (tablebase_path(g, option.tables, path))
        printf("game %s\nfile %s\nversion %u\nrulings %u\nlayout %u\npositions %ju\nwins %ju\nlosses %ju\ndraws %ju\n"
               "longest %u\nnumbers %ju\nbytes %ju\ndirectory %ju\nfront %ju\nbits %.3f\n",
               i->name, path, i->version, i->rulings, i->layout, (uintmax_t)i->positions, (uintmax_t)i->wins,
               (uintmax_t)i->losses, (uintmax_t)(i->positions - i->wins - i->losses), i->longest, (uintmax_t)i->size,
               (uintmax_t)i->bytes, (uintmax_t)i->directory, (uintmax_t)i->front,
               8.0 * (double)i->bytes / (double)i->positions);
    tablebase_close(t);
    return status;
}

/* --- audit --- */

typedef struct AuditWatch {
    double begun;
    Lang lang;
} AuditWatch;

/* A line per tenth, so that listeners are not flooded. */
static bool show_share(void *context, double share)
{
    const AuditWatch *w = context;
    const int percent = (int)(100 * share + 0.5);
    const double spent = clock_now() - w->begun;
    char done[16], seconds[32], left[32], text[256];
    Message m;
    if (percent % 10 != 0)
        return true;
    snprintf(done, sizeof done, "%d", percent);
    snprintf(seconds, sizeof seconds, "%.0f", spent);
    snprintf(left, sizeof left, "%.0f", spent * (1 - share) / share);
    message_set(&m, 0, T("audit: {0} % after {1} s, about {2} s left"), 3, done, seconds, left);
    lang_message(w->lang, &m, text, sizeof text);
    fprintf(stderr, "%s\n", text);
    return true;
}

static bool sound(const AuditResult *r, bool all) { return !r->wrong && !r->damaged && (!all || r->totals_agree); }

static void show_wrong(const Game *g, const void *state, const AuditResult *r)
{
    Position p;
    char text[POSITION_TEXT];
    if (r->wrong && g->index->unrank(state, r->first_wrong, &p)) {
        g->write_position(&p, text);
        printf("first-wrong %s\n", text);
    }
}

static ExitStatus print_audit(const Call *call, const Game *g, const void *state, const AuditResult *all,
                              const AuditResult *sample)
{
    const AuditResult *main_one = all ? all : sample;
    bool good = sound(main_one, all || sample->totals_agree || !option.sample) && (!sample || sound(sample, false));
    if (option.json) {
        CliOutput a;
        output_open(&a);
        json_text(&a.json, "game", g->id);
        json_number(&a.json, "checked", (int64_t)main_one->checked);
        json_number(&a.json, "wrong", (int64_t)main_one->wrong);
        json_number(&a.json, "damaged", (int64_t)main_one->damaged);
        json_bool(&a.json, "sound", good);
        if (all && sample) {
            json_open_object(&a.json, "by_rules");
            json_number(&a.json, "checked", (int64_t)sample->checked);
            json_number(&a.json, "wrong", (int64_t)sample->wrong);
            json_close_object(&a.json);
        }
        if (output_print(&a, call) != EXIT_DONE)
            return EXIT_MACHINE;
    } else {
        printf("checked %ju\nwrong %ju\n", (uintmax_t)main_one->checked, (uintmax_t)main_one->wrong);
        if (main_one->damaged)
            printf("damaged-blocks %ju\n", (uintmax_t)main_one->damaged);
        if (all && sample)
            printf("by-rules %ju\nby-rules-wrong %ju\n", (uintmax_t)sample->checked, (uintmax_t)sample->wrong);
        show_wrong(g, state, main_one->wrong || !sample ? main_one : sample);
    }
    return good ? EXIT_DONE : cli_fail(EXIT_ILLEGAL, call->lang, T("the table of {0} is wrong: remove it"), 1, g->id);
}

static ExitStatus audit_file(const Call *call, const Game *g, TablebaseFile *f, const void *state)
{
    int threads = cli_threads(option.threads);
    threads = threads < RETRO_MAX_THREADS ? threads : RETRO_MAX_THREADS;
    AuditWatch watch = {clock_now(), call->lang};
    AuditResult all, sample;
    Message error = {0};
    if (option.crew > RETRO_KERNELS)
        return cli_fail(EXIT_USAGE, call->lang, T("an audit is done by threads or by a GPU"), 0);
    if (option.rules || option.sample) {
        if (!audit_rules(f, g, state, option.sample, 1, threads, show_share, &watch, &sample, &error))
            return cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE;
        return print_audit(call, g, state, NULL, &sample);
    }
    if (!audit_tablebase(f, g->index, state, (RetroCrewName)option.crew, threads, show_share, &watch, &all, &error) ||
        !audit_rules(f, g, state, SAMPLE, 1, threads, NULL, NULL, &sample, &error))
        return cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE;
    return print_audit(call, g, state, &all, &sample);
}

static ExitStatus audit(const Call *call, const Game *g)
{
    char path[TABLEBASE_PATH];
    Message error = {0};
    /* Opened once for its checks, which include that the table belongs to this ruleset. */
    Tablebase *t = tablebase_open(g, option.tables, &error);
    if (!t || !tablebase_path(g, option.tables, path))
        return cli_fail_message(call->lang, NULL, &error);
    tablebase_close(t);
    TablebaseFile *f = tablebase_file_open(path, &error);
    void *state = f ? g->index->create(&error) : NULL;
    ExitStatus status = state ? audit_file(call, g, f, state) : cli_fail_message(call->lang, NULL, &error);
    if (state)
        g->index->destroy(state);
    tablebase_file_close(f);
    return status;
}

/* --- remove --- */

static ExitStatus forget(const Call *call, const Game *g)
{
    Message error = {0};
    if (tablebase_remove(g, option.tables, &error) == TABLEBASE_DONE)
        return EXIT_DONE;
    return cli_fail_message(call->lang, NULL, &error);
}

/* --- convert --- */

static ExitStatus convert(const Call *call, const Game *g)
{
    Message error = {0};
    int threads = cli_threads(option.threads);
    threads = threads < RETRO_MAX_THREADS ? threads : RETRO_MAX_THREADS;
    if (tablebase_convert(g, option.tables, option.distances, threads, &error) == TABLEBASE_DONE)
        return EXIT_DONE;
    return cli_fail_message(call->lang, NULL, &error);
}

/* --- puzzles --- */

typedef struct PuzzlePrinter {
    const Game *game;
    Json *json;             /* inside a list; NULL: lines */
} PuzzlePrinter;

static bool print_puzzle(void *context, const TablebasePuzzle *p)
{
    const PuzzlePrinter *printer = context;
    char position[POSITION_TEXT], move[MOVE_TEXT];
    printer->game->write_position(&p->position, position);
    printer->game->write_move(&p->position, p->move, move);
    if (printer->json) {
        json_open_object(printer->json, NULL);
        json_text(printer->json, "position", position);
        json_text(printer->json, "move", move);
        value_json(printer->json, "value", p->value);
        json_close_object(printer->json);
    } else
        printf("%s\t%s\t%d\n", position, move, p->value.plies);
    return true;
}

static ExitStatus puzzles(const Call *call, const Game *g)
{
    Message error = {0};
    Tablebase *t = tablebase_open(g, option.tables, &error);
    if (!t)
        return cli_fail_message(call->lang, NULL, &error);
    CliOutput a;
    output_open(&a);
    json_text(&a.json, "game", g->id);
    json_open_array(&a.json, "puzzles");
    PuzzlePrinter printer = {g, option.json ? &a.json : NULL};
    int64_t found = puzzles_draw(t, 1 + option.seed, option.sample, print_puzzle, &printer, &error);
    tablebase_close(t);
    json_close_array(&a.json);
    ExitStatus status = found < 0     ? cli_fail_message(call->lang, NULL, &error)
                        : option.json ? output_print(&a, call)
                                      : EXIT_DONE;
    output_drop(&a);
    return status;
}

/* --- certificates --- */

static bool show_choices(void *context, uint64_t choices)
{
    const time_t *begun = context;
    fprintf(stderr, "certificate: %ju positions answered, %.0f s\n", (uintmax_t)choices, difftime(time(NULL), *begun));
    return true;
}

static ExitStatus certificate(const Call *call, const Game *g)
{
    Message error = {0};
    Position p;
    Buffer bytes = {0};
    time_t begun = time(NULL);
    if (!cli_position(call, g, option.position, &p))
        return EXIT_ILLEGAL;
    Tablebase *t = tablebase_open(g, option.tables, &error);
    if (!t)
        return cli_fail_message(call->lang, NULL, &error);
    ExitStatus status = EXIT_DONE;
    switch (certificate_make_from_tablebase(t, &p, option.memory, isatty(STDERR_FILENO) ? show_choices : NULL, &begun,
                                            &bytes)) {
    case CERTIFICATE_MADE: status = cli_write_file(call, call->operand[1], bytes.text, bytes.length); break;
    case CERTIFICATE_UNPROVEN:
        status = cli_fail(EXIT_ILLEGAL, call->lang, T("the table of {0} is wrong: remove it"), 1, g->id);
        break;
    case CERTIFICATE_TOO_LARGE:
        status = cli_fail(EXIT_MACHINE, call->lang, T("the certificate would be too large"), 0);
        break;
    case CERTIFICATE_NO_MEMORY: status = cli_fail_memory(call->lang); break;
    }
    tablebase_close(t);
    buffer_free(&bytes);
    return status;
}

/* --- the verbs --- */

typedef ExitStatus TablebaseAct(const Call *call, const Game *g);

static ExitStatus run_of(const Call *call, TablebaseAct *act)
{
    const Game *g = cli_solvable(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    if (!g->index)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} cannot be solved: it has no index"), 1, g->id);
    return act(call, g);
}

static ExitStatus run_info(const Call *call) { return run_of(call, info); }
static ExitStatus run_audit(const Call *call) { return run_of(call, audit); }
static ExitStatus run_convert(const Call *call) { return run_of(call, convert); }
static ExitStatus run_remove(const Call *call) { return run_of(call, forget); }
static ExitStatus run_puzzles(const Call *call) { return run_of(call, puzzles); }
static ExitStatus run_certificate(const Call *call) { return run_of(call, certificate); }

static const Option list_options[] = {
    TABLES_OPTION(&option.tables),
    JSON_OPTION(&option.json),
    {0},
};

static const Option audit_options[] = {
    TABLES_OPTION(&option.tables),
    CREW_OPTION(&option.crew),
    PROCESSORS_OPTION(&option.threads),
    {.name = "sample",
     .value = "N",
     .count = &option.sample,
     .least = 1,
     .most = CLI_LARGE,
     .otherwise = T("all positions"),
     .help = T("look at about N positions")},
    {.name = "rules",
     .flag = &option.rules,
     .help = T("find every move through the rules alone, one position at a time (slow)")},
    JSON_OPTION(&option.json),
    {0},
};

static const Option convert_options[] = {
    TABLES_OPTION(&option.tables),
    PROCESSORS_OPTION(&option.threads),
    {.name = "distances",
     .flag = &option.distances,
     .help = T("keep how many plies each win takes, in a larger file that is several times faster to look up")},
    {0},
};

static const Option remove_options[] = {
    TABLES_OPTION(&option.tables),
    {0},
};

static const Option puzzles_options[] = {
    TABLES_OPTION(&option.tables),
    {.name = "sample",
     .value = "N",
     .count = &option.sample,
     .least = 1,
     .most = CLI_LARGE,
     .standard = "10",
     .help = T("draw N positions")},
    SEED_OPTION(&option.seed),
    JSON_OPTION(&option.json),
    {0},
};

static const Option certificate_options[] = {
    POSITION_OPTION(&option.position),
    {.name = "memory",
     .value = T("N"),
     .count = &option.memory,
     .least = 2,
     .most = CERTIFICATE_CHOICES,
     .standard = "16777216",
     .help = T("how many positions the checker has to remember; with fewer the file grows")},
    TABLES_OPTION(&option.tables),
    {0},
};

static const Command list_verb = {
    .name = "list",
    .operands = "",
    .summary = T("list the tables that are there"),
    .help = T("Prints one line per table: the ruleset, how many positions and how many bytes.\n"),
    .options = list_options,
    .run = run_list,
};

static const Command info_verb = {
    .name = "info",
    .operands = T("GAME"),
    .summary = T("say what a table holds"),
    .help = T("Prints what the table of GAME holds: counts of positions, the longest win, bytes.\n"),
    .options = list_options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run_info,
};

static const Command audit_verb = {
    .name = "audit",
    .operands = T("GAME"),
    .summary = T("derive every value again and compare"),
    .help = T("Derives the value of every position again from its moves and compares; forward moves only. Also checks "
              "a million positions through the rules alone; --rules checks all of them that way and --sample N about "
              "N. Prints `checked N` and `wrong N`; exit status 1 when something is wrong.\n"),
    .options = audit_options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run_audit,
};

static const Command convert_verb = {
    .name = "convert",
    .operands = T("GAME"),
    .summary = T("write a table again in the current format"),
    .help = T("Reads the table of GAME, in any version of the format, and writes it in the current one, with the same "
              "values.\n"),
    .options = convert_options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run_convert,
};

static const Command remove_verb = {
    .name = "remove",
    .operands = T("GAME"),
    .summary = T("delete a table"),
    .help = T("Deletes the table of GAME, and the checkpoint of one that is not finished.\n"),
    .options = remove_options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run_remove,
};

static const Command puzzles_verb = {
    .name = "puzzles",
    .operands = T("GAME"),
    .summary = T("draw positions with one winning move"),
    .help = T(
        "Prints won positions with exactly one winning move, that move and the plies to the end, separated by tabs.\n"),
    .options = puzzles_options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run_puzzles,
};

static const Command certificate_verb = {
    .name = "certificate",
    .operands = T("GAME FILE"),
    .summary = T("write a strategy that the rules alone can check"),
    .help = T("Writes to FILE a strategy for the side that wins from --position, or one for each side of a draw: an "
              "answer to every reply, to the end of every game. `proof check` follows it by the rules alone, without "
              "the table.\n"),
    .options = certificate_options,
    .least = 2,
    .most = 2,
    .complete = {COMPLETE_GAME, COMPLETE_FILE},
    .run = run_certificate,
};

static const Command *const verbs[] = {&list_verb,    &info_verb,        &audit_verb,     &convert_verb, &remove_verb,
                                       &puzzles_verb, &certificate_verb, &tables_opening, NULL};

const Command tables_command = {
    .name = "tables",
    .summary = T("what has been solved, and whether it is right"),
    .verbs = verbs,
};
