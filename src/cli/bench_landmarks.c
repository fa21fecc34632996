/* colonnade bench landmarks: what is worth a look in a solved ruleset, and how won games are lost. */
#include "cli/bench.h"

#include "cli/bench_truth.h"
#include "cli/match.h"
#include "contest/lapse.h"
#include "engine/landmark.h"
#include "session/puzzle.h"
#include "solve/book.h"
#include "solve/extremes.h"

#include <stdio.h>
#include <string.h>

enum {
    LEVEL_LEAST = 1,
    LEVEL_MOST = 9,
    NODES = 3000000             /* for a proof; positions that need more are passed over */
};

static struct {
    const char *output, *tables;
    uint64_t seed, sample;
    int games, mistakes, lowest, highest;
    bool check;
} option;

static const Option options[] = {
    {.name = "games",
     .value = "N",
     .number = &option.games,
     .least = 1,
     .most = 1000000,
     .standard = "1000",
     .help = T("count mistakes in N games")},
    {.name = "lowest",
     .value = "N",
     .number = &option.lowest,
     .least = LEVEL_LEAST,
     .most = LEVEL_MOST,
     .standard = "3",
     .help = T("the lowest level that plays them")},
    {.name = "highest",
     .value = "N",
     .number = &option.highest,
     .least = LEVEL_LEAST,
     .most = LEVEL_MOST,
     .standard = "7",
     .help = T("the highest level that plays them")},
    {.name = "mistakes",
     .value = "N",
     .number = &option.mistakes,
     .least = 1,
     .most = 1000,
     .standard = "12",
     .help = T("print the N most frequent ones")},
    {.name = "sample",
     .value = "N",
     .count = &option.sample,
     .least = 1,
     .most = CLI_LARGE,
     .standard = "200000",
     .help = T("look at about N drawn and N won positions of the table for those with one good move")},
    {.name = "check", .flag = &option.check, .help = T("make nothing: check those that the program has")},
    OUTPUT_OPTION(&option.output),
    SEED_OPTION(&option.seed),
    TABLES_OPTION(&option.tables),
    {0},
};

/* --- lines --- */

typedef struct LandmarkLine {
    LandmarkKind kind;
    const Position *position;   /* NULL: none */
    Move move;                  /* 0: none */
    int result, plies, number, of;
} LandmarkLine;

static void add_line(Buffer *out, const Game *g, LandmarkLine l)
{
    char position[POSITION_TEXT] = "-", move[MOVE_TEXT] = "-";
    if (l.position)
        g->write_position(l.position, position);
    if (l.position && l.move)
        g->write_move(l.position, l.move, move);
    buffer_format(out, "%s\t%s\t%s\t%d\t%d\t%d\t%d\n", landmark_word(l.kind), position, move, l.result, l.plies,
                  l.number, l.of);
}

static void add_only(Buffer *out, const Game *g, LandmarkKind kind, const Position *p, Move move, Value v, int others)
{
    if (others > 0)
        add_line(out, g,
                 (LandmarkLine){.kind = kind,
                                .position = p,
                                .move = move,
                                .result = v.result,
                                .plies = value_wins(v) ? v.plies : 0,
                                .number = others,
                                .of = others + 1});
}

/* The last puzzle is the hardest. */
static void add_hardest(Buffer *out, const Game *g)
{
    int number = puzzle_count(g->id);
    const Puzzle *last = number > 0 ? puzzle_at(g->id, number) : NULL;
    Position p;
    Message error;
    if (last && g->read_position(last->position, &p, &error))
        add_line(out, g,
                 (LandmarkLine){
                     .kind = LANDMARK_HARDEST, .position = &p, .result = 1, .plies = last->plies, .number = number});
}

/* The longest win in the opening book. If no game lasts longer than the book's longest line plus a ply, no other
 * position can have a longer win. */
static void add_longest_of_book(Buffer *out, const Game *g)
{
    const BookLine *best = NULL;
    Position p;
    Message error;
    for (size_t i = 0; i < book_lines; i++)
        if (strcmp(book_line[i].game, g->id) == 0 && book_line[i].result > 0 &&
            (!best || book_line[i].distance > best->distance))
            best = &book_line[i];
    if (best && g->read_position(best->position, &p, &error))
        add_line(out, g,
                 (LandmarkLine){.kind = LANDMARK_LONGEST, .position = &p, .result = 1, .plies = best->distance});
}

static void add_games(Buffer *out, const Game *g, const LapseCount *c)
{
    for (size_t i = 0; i < c->lapses && i < (size_t)option.mistakes && c->lapse[i].times > 1; i++) {
        const Lapse *l = &c->lapse[i];
        add_line(out, g,
                 (LandmarkLine){.kind = LANDMARK_MISTAKE,
                                .position = &l->position,
                                .move = l->move,
                                .result = l->result,
                                .number = l->times,
                                .of = l->met});
    }
    for (int i = 0; i < LAPSE_PHASES; i++)
        if (c->phase[i].won > 0)
            add_line(out, g,
                     (LandmarkLine){.kind = LANDMARK_PHASE,
                                    .result = 1,
                                    .plies = c->phase[i].last,
                                    .number = c->phase[i].lost,
                                    .of = c->phase[i].won});
    add_line(out, g,
             (LandmarkLine){.kind = LANDMARK_GAMES, .plies = c->games, .number = option.lowest, .of = option.highest});
}

/* --- all of it --- */

static ExitStatus make(const Call *call, const Game *g, const Oracle *truth, Buffer *out)
{
    LapseJob job = {
        .game = g,
        .truth = truth,
        .nodes = NODES,
        .games = option.games,
        .lowest = option.lowest,
        .highest = option.highest,
        .seed = option.seed,
        .cancel = match_interrupted_flag(),
    };
    Extremes e = {0};
    Message error = {0};
    LapseCount count;
    if (g->index && !extremes_find(g, option.tables, option.sample, cli_threads(0), &e, &error))
        return cli_fail_message(call->lang, NULL, &error);
    if (!lapse_count(&job, !g->index, &count))
        return cli_fail_memory(call->lang);
    if (g->index)
        add_line(out, g,
                 (LandmarkLine){.kind = LANDMARK_LONGEST, .position = &e.longest, .result = 1, .plies = e.value.plies});
    else
        add_longest_of_book(out, g);
    add_hardest(out, g);
    for (int i = 0; i < 2; i++) {
        LandmarkKind kind = i == 0 ? LANDMARK_ONLY_DRAW : LANDMARK_ONLY_WIN;
        const LapseOnly *l = &count.only[i];
        const ExtremesOnly *x = &e.only[i];
        if (g->index)
            add_only(out, g, kind, &x->position, x->move, x->value, x->others);
        else
            add_only(out, g, kind, &l->position, l->move, l->value, l->others);
    }
    add_games(out, g, &count);
    lapse_free(&count);
    return EXIT_DONE;
}

static ExitStatus check(const Call *call, const Game *g, const Oracle *truth)
{
    const Landmark *list;
    size_t count = landmark_list(g, &list);
    for (size_t i = 0; i < count; i++)
        if (!landmark_holds(g, &list[i], truth, NODES))
            return cli_fail(EXIT_ILLEGAL, call->lang, T("this landmark is wrong: {0} {1} {2}"), 3,
                            landmark_word(list[i].kind), list[i].position, list[i].move);
    printf("%s %zu\n", g->id, count);
    return EXIT_DONE;
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    Oracle truth;
    Buffer b = {0};
    if (!g)
        return EXIT_USAGE;
    if (option.lowest > option.highest)
        return cli_fail(EXIT_USAGE, call->lang, T("--lowest is above --highest"), 0);
    ExitStatus status = bench_truth_open(call, g, option.tables, &truth);
    if (status != EXIT_DONE)
        return status;
    match_catch_interrupts();
    status = option.check ? check(call, g, &truth) : make(call, g, &truth, &b);
    if (status == EXIT_DONE && !option.check)
        status = cli_write_file(call, option.output ? option.output : "-", buffer_text(&b), b.length);
    truth.close(truth.context);
    buffer_free(&b);
    return status;
}

const Command bench_landmarks = {
    .name = "landmarks",
    .operands = T("GAME"),
    .summary = T("find interesting positions of a solved ruleset"),
    .help = T("Prints the landmarks of perfect play, one per line: the longest win, the hardest puzzle, positions in "
              "which only one move draws or wins, and the moves by which won games are lost most often when levels "
              "play each other. Values come from the ruleset's table or from proofs. When it is interrupted it counts "
              "the games so far.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
