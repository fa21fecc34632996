/* colonnade prove: the true value of a position and of each of its moves, by proof. */
#include "cli/output.h"
#include "cli/commands.h"
#include "cli/openings_file.h"
#include "cli/prove_book.h"
#include "core/clock.h"
#include "solve/certificate.h"
#include "solve/proof.h"

#include <stdio.h>
#include <unistd.h>

static struct {
    const char *position, *certificate, *from;
    double time;
    uint64_t nodes;
    int depth, hash, openings;
    bool distance, book, json;
} option;

static const Option options[] = {
    POSITION_OPTION(&option.position),
    {.name = "distance",
     .flag = &option.distance,
     .help = T("also find the plies to the end with best play: the shortest win, the longest defence")},
    {.name = "certificate",
     .value = T("FILE"),
     .path = &option.certificate,
     .complete = COMPLETE_FILE,
     .help = T("write a strategy that shows the value to FILE (see `colonnade proof`)")},
    DEPTH_OPTION(&option.depth),
    TIME_OPTION(&option.time, NULL),
    NODES_OPTION(&option.nodes),
    HASH_OPTION(&option.hash, "64"),
    {.name = "openings",
     .value = "N",
     .number = &option.openings,
     .least = 1,
     .most = OPENINGS_MOST,
     .help = T("prove every position that games reach after N plies, once up to symmetry, instead")},
    {.name = "from",
     .value = T("FILE"),
     .path = &option.from,
     .complete = COMPLETE_FILE,
     .help = T("with --openings: take what is known from FILE, which an earlier run printed")},
    {.name = "book", .flag = &option.book, .help = T("compute the opening book again and print it instead")},
    JSON_OPTION(&option.json),
    {0},
};

typedef struct Prove {
    const Call *call;
    const Game *game;
    Position position;
    Proof *proof;
    double begun;
    int plies;              /* to look ahead; 0: to the end */
    bool shown;             /* progress is shown, on a terminal */
} Prove;

static const char *name(Value v)
{
    static const char *const names[] = {"loss", "draw", "win"};
    return v.proven ? names[v.result + 1] : "unknown";
}

/* The limits are for the whole command: each question gets what is left of them. */
static Value value_of(Prove *k, const Position *p, int plies, bool distance)
{
    double seconds = 0;
    uint64_t nodes = 0;
    if (option.time > 0) {
        seconds = k->begun + option.time - clock_now();
        seconds = seconds > 1e-6 ? seconds : 1e-6;
    }
    if (option.nodes) {
        uint64_t spent = proof_effort(k->proof).nodes;
        nodes = spent < option.nodes ? option.nodes - spent : 1;
    }
    proof_limit(k->proof, nodes, seconds);
    return k->plies ? proof_value_within(k->proof, p, plies, distance) : proof_value(k->proof, p, distance);
}

/* As the player who makes the move sees it. */
static Value move_value(Prove *k, Move m, bool distance)
{
    Position q;
    k->game->play(&k->position, m, &q);
    return value_of_move(value_of(k, &q, k->plies - 1, distance));
}

/* A line that is overwritten again and again and then removed, for people who wait at a terminal. */
static bool show_progress(void *context, const ProofEffort *so_far)
{
    const Prove *k = context;
    char millions[32], line[128];
    snprintf(millions, sizeof millions, "%ju", (uintmax_t)(so_far->nodes / 1000000));
    lang_format(k->call->lang, line, sizeof line, T("{0} million positions looked at"), 1, millions);
    fprintf(stderr, "\r%s", line);
    return true;
}

static void end_progress(const Prove *k)
{
    if (k->shown)
        fputs("\r\033[K", stderr);
}

/* --- printing --- */

static void print_text(Prove *k, Value root, const MoveList *list)
{
    const Game *g = k->game;
    end_progress(k);
    if (option.distance && value_counted(root))
        printf("%s %d\n", name(root), root.plies);
    else
        printf("%s\n", name(root));
    for (size_t i = 0; i < list->count; i++) {
        char text[MOVE_TEXT];
        g->write_move(&k->position, list->move[i], text);
        if (fflush(stdout) != 0)
            return;         /* main reports it; no need to go on for nobody */
        Value v = move_value(k, list->move[i], false);
        end_progress(k);
        printf("%s %s\n", text, name(v));
    }
}

/* Unknown becomes null. */
static void add_value(Json *j, Value v)
{
    if (v.proven)
        value_json(j, "value", option.distance ? v : value_proven(v.result, -1));
    else
        json_nothing(j, "value");
}

static void add_moves(Json *j, Prove *k, const MoveList *list)
{
    json_open_array(j, "moves");
    for (size_t i = 0; i < list->count; i++) {
        Value v = move_value(k, list->move[i], option.distance);
        json_open_object(j, NULL);
        output_move(j, "move", k->game, &k->position, list->move[i]);
        add_value(j, v);
        json_close_object(j);
    }
    json_close_array(j);
}

/* A line of best play, if there is one. */
static void add_line(Json *j, Prove *k)
{
    Move move[PROOF_MAX_PLIES];
    int count = k->plies ? -1 : proof_line(k->proof, &k->position, move, PROOF_MAX_PLIES);
    if (count < 0)
        json_nothing(j, "line");
    else
        output_line(j, "line", k->game, &k->position, move, count);
}

static ExitStatus print_json(Prove *k, Value root, const MoveList *list)
{
    CliOutput a;
    output_open(&a);
    output_position(&a.json, k->game, &k->position);
    add_value(&a.json, root);
    if (option.distance)
        add_line(&a.json, k);
    if (k->plies)
        json_number(&a.json, "depth", k->plies);
    add_moves(&a.json, k, list);
    output_effort(&a.json, proof_effort(k->proof).nodes, clock_now() - k->begun);
    end_progress(k);
    return output_print(&a, k->call);
}

static ExitStatus write_certificate(Prove *k)
{
    Buffer bytes = {0};
    ExitStatus status;
    bool tree = option.distance || (k->plies && k->game->never_repeats);
    CertificateResult made =
        tree ? certificate_make_tree(k->proof, k->game, &k->position, k->plies, option.distance, &bytes)
             : certificate_make(k->proof, k->game, &k->position, k->plies, &bytes);
    switch (made) {
    case CERTIFICATE_MADE: status = cli_write_file(k->call, option.certificate, bytes.text, bytes.length); break;
    case CERTIFICATE_UNPROVEN:
        status = cli_fail(EXIT_ILLEGAL, k->call->lang, T("there is no certificate: the value is not proven"), 0);
        break;
    case CERTIFICATE_TOO_LARGE:
        status = cli_fail(EXIT_MACHINE, k->call->lang, T("the certificate would be too large"), 0);
        break;
    default: status = cli_fail_memory(k->call->lang); break;
    }
    buffer_free(&bytes);
    return status;
}

static ExitStatus prove(Prove *k)
{
    MoveList list = {0};
    if (!movelist_fill(&list, k->game, &k->position))
        return cli_fail_memory(k->call->lang);
    Value root = value_of(k, &k->position, k->plies, option.distance);
    /* First the file, so that it exists once somebody has read the answer to its end. */
    ExitStatus status = option.certificate ? write_certificate(k) : EXIT_DONE;
    if (status == EXIT_DONE && option.json)
        status = print_json(k, root, &list);
    else if (status == EXIT_DONE)
        print_text(k, root, &list);
    movelist_free(&list);
    return status;
}

/* Prints each as soon as it is known, for whoever has to go on from there. */
static ExitStatus prove_openings(Prove *k)
{
    Openings all;
    ExitStatus status = openings_load(k->call, k->game, option.openings, option.from, &all);
    for (size_t i = 0; status == EXIT_DONE && i < all.count; i++) {
        Opening *o = &all.opening[i];
        char text[POSITION_TEXT];
        Value v = o->known ? (Value){0} : value_of(k, &o->position, k->plies, false);
        if (v.proven) {
            o->known = true;
            o->result = v.result;
        }
        end_progress(k);
        k->game->write_position(&o->position, text);
        printf("%s\t%s\n", text, openings_word(o));
        if (fflush(stdout) != 0)
            break;          /* main reports it */
    }
    openings_drop(&all);
    return status;
}

static ExitStatus run(const Call *call)
{
    Prove k = {.call = call, .begun = clock_now(), .plies = option.depth, .game = cli_game(call, call->operand[0])};
    if (!k.game)
        return EXIT_USAGE;
    if (option.from && !option.openings)
        return cli_fail(EXIT_USAGE, call->lang, T("--from needs --openings"), 0);
    if (option.openings &&
        (option.position || option.certificate || option.depth || option.distance || option.book || option.json))
        return cli_fail(EXIT_USAGE, call->lang, T("--openings goes only with --from, --time, --nodes and --hash"), 0);
    if (k.game->sides != 2)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} has more than two sides: nothing can be proven about it"), 1,
                        k.game->id);
    if (!k.game->never_repeats && option.openings)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} has no proven openings"), 1, k.game->id);
    if (!k.game->never_repeats && (k.plies == 0 || option.book))
        return cli_fail(EXIT_USAGE, call->lang,
                        T("positions of {0} can repeat, so a proof needs a limit: set it with --depth"), 1, k.game->id);
    if (!cli_position(call, k.game, option.position, &k.position))
        return EXIT_ILLEGAL;
    k.proof = proof_create(k.game, (size_t)option.hash << 20);
    if (!k.proof)
        return cli_fail_memory(call->lang);
    k.shown = isatty(STDERR_FILENO);
    if (k.shown)
        proof_report(k.proof, show_progress, &k);
    ExitStatus status = option.book       ? prove_book(call, k.game, k.proof)
                        : option.openings ? prove_openings(&k)
                                          : prove(&k);
    end_progress(&k);
    proof_destroy(k.proof);
    return status;
}

const Command prove_command = {
    .name = "prove",
    .operands = T("GAME"),
    .summary = T("prove the value of a position and of its moves"),
    .help = T(
        "Prints `win`, `loss` or `draw` for the player to move, with --distance also the plies to the end with best "
        "play, then a line `MOVE win|loss|draw` for each legal move, as the player who makes it sees it. JSON adds the "
        "distance of each move and a line of best play.\nWhere positions can repeat, --depth says how many plies to "
        "look ahead; what these do not decide is `unknown`, and so is what --time or --nodes leave open.\nThe file of "
        "--certificate holds a strategy for the winner, or for each side of a draw. With --depth it wins within so "
        "many plies; with --distance within as few as possible, and another strategy shows that no win is shorter.\n"
        "With --openings it prints lines `POSITION<tab>win|draw|loss`, `unknown` where a limit was reached. A run that "
        "was stopped goes on with --from and what it had printed; print into another file then. `colonnade tables "
        "opening --values` makes of such a "
        "file what the engine knows.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
