/* colonnade steps: a move, choice by choice. */
#include "cli/output.h"
#include "cli/commands.h"
#include "core/steps.h"

#include <stdio.h>

static struct {
    const char *position;
    bool json;
} option;

static const Option options[] = {
    POSITION_OPTION(&option.position),
    JSON_OPTION(&option.json),
    {0},
};

/* What the choice is about, in one word for programs. */
static const char *role_word(Step s)
{
    static const char *const word[STEP_ROLES] = {
        [STEP_FROM] = "from",           [STEP_TO] = "to",     [STEP_KIND] = "kind",
        [STEP_DIRECTION] = "direction", [STEP_TAKE] = "take", [STEP_STOP] = "stop",
        [STEP_COLLAPSE] = "collapse",   [STEP_TOP] = "top",   [STEP_WHOLE] = "whole",
        [STEP_CAPTURE] = "capture",     [STEP_DROP] = "drop", [STEP_PASS] = "pass",
    };
    return s.role < STEP_ROLES && word[s.role] ? word[s.role] : "";
}

/* Follows the steps given; false: stderr says which one is not offered. */
static bool follow(const Call *call, const Game *g, const Position *p, const MoveList *legal, Choices *choices)
{
    Step prefix[MAX_STEPS];
    int length = 0;
    steps_next(g, p, legal, prefix, 0, choices);
    for (int i = 1; i < call->count; i++) {
        if (choices->complete) {
            cli_fail(EXIT_ILLEGAL, call->lang, T("the move is complete before step {0}"), 1, call->operand[i]);
            return false;
        }
        if (length == MAX_STEPS || !step_read(g, choices, call->operand[i], &prefix[length])) {
            cli_fail(EXIT_ILLEGAL, call->lang, T("{0} is not one of the choices here"), 1, call->operand[i]);
            return false;
        }
        length++;
        steps_next(g, p, legal, prefix, length, choices);
    }
    return true;
}

static ExitStatus print_json(const Call *call, const Game *g, const Position *p, const Choices *choices)
{
    CliOutput a;
    output_open(&a);
    output_position(&a.json, g, p);
    json_open_array(&a.json, "choices");
    for (int i = 0; i < choices->count; i++) {
        char text[STEP_TEXT];
        step_write(g, choices->step[i], text);
        json_open_object(&a.json, NULL);
        json_text(&a.json, "step", text);
        json_text(&a.json, "role", role_word(choices->step[i]));
        json_close_object(&a.json);
    }
    json_close_array(&a.json);
    json_number(&a.json, "count", (int64_t)choices->moves);
    if (choices->complete)
        output_move(&a.json, "move", g, p, choices->complete);
    else
        json_nothing(&a.json, "move");
    return output_print(&a, call);
}

static void print_text(const Game *g, const Position *p, const Choices *choices)
{
    char text[MOVE_TEXT];
    if (choices->complete) {
        g->write_move(p, choices->complete, text);
        printf("move %s\n", text);
        return;
    }
    for (int i = 0; i < choices->count; i++) {
        step_write(g, choices->step[i], text);
        printf("%s %s\n", text, role_word(choices->step[i]));
    }
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    Position p;
    if (!cli_position(call, g, option.position, &p))
        return EXIT_ILLEGAL;
    MoveList legal = {0};
    if (!movelist_fill(&legal, g, &p))
        return cli_fail_memory(call->lang);
    Choices choices;
    ExitStatus status = EXIT_ILLEGAL;
    if (follow(call, g, &p, &legal, &choices)) {
        status = EXIT_DONE;
        if (option.json)
            status = print_json(call, g, &p, &choices);
        else
            print_text(g, &p, &choices);
    }
    movelist_free(&legal);
    return status;
}

const Command steps_command = {
    .name = "steps",
    .operands = T("GAME [STEP…]"),
    .summary = T("build a move choice by choice"),
    .help = T("Prints the choices that can follow the steps given, one per line: the step, then what it is about "
              "(from, to, kind, direction, take, stop, collapse, top, whole, capture, drop, pass). When the "
              "steps spell out a whole move, prints `move` and that move instead.\n"),
    .options = options,
    .least = 1,
    .most = -1,
    .complete = {COMPLETE_GAME, COMPLETE_STEP},
    .run = run,
};
