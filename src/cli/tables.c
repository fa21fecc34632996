/* colonnade tables: what has been solved; checking it, forgetting it, puzzles out of it. */
#include "cli/commands.h"
#include "cli/options.h"
#include "core/file.h"
#include "games/registry.h"
#include "solve/audit.h"
#include "solve/puzzles.h"
#include "solve/tablebase.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLE = 1000000 };      /* positions that an audit of everything also checks by the rules themselves */

/* --- list and info --- */

static json_t *info_json(const TablebaseInfo *i)
{
    return json_pack("{s:s, s:i, s:i, s:i, s:I, s:I, s:I, s:I, s:i, s:I, s:I, s:f}", "game", i->name, "version",
                     (int)i->version, "rulings", (int)i->rulings, "layout", (int)i->layout, "positions",
                     (json_int_t)i->positions, "wins", (json_int_t)i->wins, "losses", (json_int_t)i->losses, "draws",
                     (json_int_t)(i->positions - i->wins - i->losses), "longest", (int)i->longest, "numbers",
                     (json_int_t)i->size, "bytes", (json_int_t)i->bytes, "bits",
                     8.0 * (double)i->bytes / (double)i->positions);
}

static ExitStatus list(const Options *o)
{
    json_t *array = o->json ? json_array() : NULL;
    ExitStatus status = EXIT_DONE;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        char path[TABLEBASE_PATH];
        if (!g->index || !tablebase_path(g, o->tables, path) || access(path, F_OK) != 0)
            continue;
        Message error = {0};
        TablebaseFile *f = tablebase_file_open(path, &error);
        const TablebaseInfo *info = f ? tablebase_file_info(f) : NULL;
        if (info && strcmp(info->name, g->id) != 0)
            message_set(&error, 0, T("this table is of {0}, not of {1}"), 2, info->name, g->id);
        if (error.id)
            status = cli_fail_message(o->lang, NULL, &error);
        else if (array)
            json_array_append_new(array, info_json(info));
        else
            printf("%s %ju positions %ju bytes\n", g->id, (uintmax_t)info->positions, (uintmax_t)info->bytes);
        tablebase_file_close(f);
    }
    ExitStatus printed = o->json ? cli_print_json(o, array) : EXIT_DONE;
    return printed != EXIT_DONE ? printed : status;
}

static ExitStatus info(const Options *o, const Game *g)
{
    Message error = {0};
    Tablebase *t = tablebase_open(g, o->tables, &error);
    if (!t)
        return cli_fail_message(o->lang, NULL, &error);
    const TablebaseInfo *i = tablebase_info(t);
    char path[TABLEBASE_PATH];
    ExitStatus status = EXIT_DONE;
    if (o->json)
        status = cli_print_json(o, info_json(i));
    else if (tablebase_path(g, o->tables, path))
        printf("game %s\nfile %s\nversion %u\nrulings %u\nlayout %u\npositions %ju\nwins %ju\nlosses %ju\ndraws %ju\n"
               "longest %u\nnumbers %ju\nbytes %ju\nbits %.3f\n",
               i->name, path, i->version, i->rulings, i->layout, (uintmax_t)i->positions, (uintmax_t)i->wins,
               (uintmax_t)i->losses, (uintmax_t)(i->positions - i->wins - i->losses), i->longest, (uintmax_t)i->size,
               (uintmax_t)i->bytes, 8.0 * (double)i->bytes / (double)i->positions);
    tablebase_close(t);
    return status;
}

/* --- audit --- */

/* A line for every tenth, so that a listener is not flooded. */
static bool show_share(void *context, double share)
{
    const time_t *begun = context;
    int percent = (int)(100 * share + 0.5);
    double seconds = difftime(time(NULL), *begun);
    if (percent % 10 == 0)
        fprintf(stderr, "audit: %d %%, %.0f s, about %.0f s left\n", percent, seconds, seconds * (1 - share) / share);
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

static ExitStatus print_audit(const Options *o, const Game *g, const void *state, const AuditResult *all,
                              const AuditResult *sample)
{
    const AuditResult *main_one = all ? all : sample;
    bool good = sound(main_one, all || sample->totals_agree || !o->sample) && (!sample || sound(sample, false));
    if (o->json) {
        json_t *j =
            json_pack("{s:s, s:I, s:I, s:I, s:b}", "game", g->id, "checked", (json_int_t)main_one->checked, "wrong",
                      (json_int_t)main_one->wrong, "damaged", (json_int_t)main_one->damaged, "sound", good);
        if (all && sample) {
            json_object_set_new(j, "by-rules", json_integer((json_int_t)sample->checked));
            json_object_set_new(j, "by-rules-wrong", json_integer((json_int_t)sample->wrong));
        }
        cli_print_json(o, j);
    } else {
        printf("checked %ju\nwrong %ju\n", (uintmax_t)main_one->checked, (uintmax_t)main_one->wrong);
        if (main_one->damaged)
            printf("damaged-blocks %ju\n", (uintmax_t)main_one->damaged);
        if (all && sample)
            printf("by-rules %ju\nby-rules-wrong %ju\n", (uintmax_t)sample->checked, (uintmax_t)sample->wrong);
        show_wrong(g, state, main_one->wrong || !sample ? main_one : sample);
    }
    return good ? EXIT_DONE : cli_fail(EXIT_ILLEGAL, o->lang, T("the table of {0} is wrong: remove it"), 1, g->id);
}

static ExitStatus audit_file(const Options *o, const Game *g, TablebaseFile *f, const void *state)
{
    int threads = o->threads < RETRO_MAX_THREADS ? o->threads : RETRO_MAX_THREADS;
    time_t begun = time(NULL);
    AuditResult all, sample;
    Message error = {0};
    if (o->rules || o->sample) {
        if (!audit_rules(f, g, state, o->sample, 1, threads, show_share, &begun, &sample, &error))
            return cli_fail_message(o->lang, NULL, &error), EXIT_MACHINE;
        return print_audit(o, g, state, NULL, &sample);
    }
    if (!audit_tablebase(f, g->index, state, threads, show_share, &begun, &all, &error) ||
        !audit_rules(f, g, state, SAMPLE, 1, threads, NULL, NULL, &sample, &error))
        return cli_fail_message(o->lang, NULL, &error), EXIT_MACHINE;
    return print_audit(o, g, state, &all, &sample);
}

static ExitStatus audit(const Options *o, const Game *g)
{
    char path[TABLEBASE_PATH];
    Message error = {0};
    /* Opened once for its checks, which include that the tablebase is of this ruleset. */
    Tablebase *t = tablebase_open(g, o->tables, &error);
    if (!t || !tablebase_path(g, o->tables, path))
        return cli_fail_message(o->lang, NULL, &error);
    tablebase_close(t);
    TablebaseFile *f = tablebase_file_open(path, &error);
    void *state = f ? g->index->create(&error) : NULL;
    ExitStatus status = state ? audit_file(o, g, f, state) : cli_fail_message(o->lang, NULL, &error);
    if (state)
        g->index->destroy(state);
    tablebase_file_close(f);
    return status;
}

/* --- remove --- */

static ExitStatus forget(const Options *o, const Game *g)
{
    char folder[TABLEBASE_PATH], path[TABLEBASE_PATH], checkpoint[TABLEBASE_PATH + 16];
    Message error = {0};
    FileLock lock;
    if (!tablebase_folder(o->tables, folder) || !tablebase_path(g, o->tables, path))
        return cli_fail(EXIT_MACHINE, o->lang, T("there is no folder for tables: set COLONNADE_TABLES"), 0);
    if (access(folder, F_OK) != 0)
        return cli_fail(EXIT_ILLEGAL, o->lang, T("there is no table {0}"), 1, g->id);
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", path);
    if (!file_lock(&lock, path, &error)) {
        cli_fail_message(o->lang, NULL, &error);
        return EXIT_MACHINE;
    }
    bool unfinished = unlink(checkpoint) == 0;
    unfinished |= file_clear(checkpoint);       /* what a `solve` that was killed has left */
    unfinished |= file_clear(path);
    int why = unlink(path) == 0 || (unfinished && errno == ENOENT) ? 0 : errno;
    file_unlock(&lock);
    if (why == 0)
        return EXIT_DONE;
    if (why == ENOENT)
        return cli_fail(EXIT_ILLEGAL, o->lang, T("there is no table {0}"), 1, g->id);
    return cli_fail(EXIT_MACHINE, o->lang, T("cannot remove {0}: {1}"), 2, path, strerror(why));
}

/* --- puzzles --- */

typedef struct PuzzlePrinter {
    const Game *game;
    json_t *array;          /* NULL: lines */
} PuzzlePrinter;

static bool print_puzzle(void *context, const Puzzle *p)
{
    const PuzzlePrinter *printer = context;
    char position[POSITION_TEXT], move[MOVE_TEXT];
    printer->game->write_position(&p->position, position);
    printer->game->write_move(&p->position, p->move, move);
    if (printer->array)
        json_array_append_new(
            printer->array, json_pack("{s:s, s:s, s:i}", "position", position, "move", move, "distance", p->distance));
    else
        printf("%s\t%s\t%d\n", position, move, p->distance);
    return true;
}

static ExitStatus puzzles(const Options *o, const Game *g)
{
    Message error = {0};
    Tablebase *t = tablebase_open(g, o->tables, &error);
    if (!t)
        return cli_fail_message(o->lang, NULL, &error);
    PuzzlePrinter printer = {g, o->json ? json_array() : NULL};
    int64_t found = puzzles_draw(t, 1 + o->seed, o->sample ? o->sample : 10, print_puzzle, &printer, &error);
    tablebase_close(t);
    if (found < 0) {
        json_decref(printer.array);
        return cli_fail_message(o->lang, NULL, &error);
    }
    return o->json ? cli_print_json(o, printer.array) : EXIT_DONE;
}

/* --- the command --- */

static ExitStatus run(const Options *o)
{
    static const struct {
        const char *name;
        ExitStatus (*run)(const Options *o, const Game *g);
    } verbs[] = {{"info", info}, {"audit", audit}, {"remove", forget}, {"puzzles", puzzles}};
    const char *verb = o->operand[0];
    if (strcmp(verb, "list") == 0 && o->count > 1)
        return cli_fail(EXIT_USAGE, o->lang, T("too many arguments, from {0}; see colonnade {1} --help"), 2,
                        o->operand[1], "tables");
    if (strcmp(verb, "list") == 0)
        return list(o);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verb, verbs[i].name) != 0)
            continue;
        if (o->count < 2)
            return cli_fail(EXIT_USAGE, o->lang, T("an argument is missing: colonnade {0} {1}"), 2, "tables",
                            lang_text(o->lang, T("audit|info|remove|puzzles GAME")));
        const Game *g = cli_game(o, o->operand[1]);
        if (!g)
            return EXIT_USAGE;
        if (!g->index)
            return cli_fail(EXIT_USAGE, o->lang, T("{0} cannot be solved: it has no index"), 1, g->id);
        return verbs[i].run(o, g);
    }
    return cli_fail(EXIT_USAGE, o->lang, T("tables takes list, info, audit, remove or puzzles, not {0}"), 1, verb);
}

const Command tables_command = {
    .name = "tables",
    .operands = T("list|info|audit|remove|puzzles [GAME]"),
    .summary = T("what has been solved, and whether it is right"),
    .help = T("  list     the tables that are there\n"
              "  info     what one of them holds\n"
              "  audit    derives the value of every position again from its moves and compares; forward moves "
              "only. Also checks a million positions through the rules alone; --rules checks all of them that "
              "way and --sample N about N. Prints `checked N` and `wrong N`; exit status 1 when something is "
              "wrong\n"
              "  remove   deletes the table, and the checkpoint of one that is not finished\n"
              "  puzzles  won positions with exactly one winning move, ten unless --sample says otherwise, and "
              "others with --seed N\n"),
    .options = OPTION_TABLES | OPTION_PROCESSORS | OPTION_SEED | OPTION_SAMPLE | OPTION_RULES | OPTION_JSON,
    .least = 1,
    .most = 2,
    .run = run,
};
