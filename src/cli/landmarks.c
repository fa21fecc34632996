/* colonnade landmarks: what is worth a look in a solved ruleset. */
#include "cli/commands.h"
#include "cli/output.h"
#include "engine/explore.h"
#include "engine/landmark.h"
#include "session/worth.h"

#include <stdio.h>

static struct {
    bool json;
} option;

static const Option options[] = {
    JSON_OPTION(&option.json),
    {0},
};

static void print_json(Json *j, Lang lang, const Landmark *first, const Landmark *l)
{
    char words[WORTH_EXPLORED];
    worth_landmark(lang, first, l, words);
    json_open_object(j, NULL);
    json_text(j, "kind", landmark_word(l->kind));
    json_text(j, "words", words);
    if (landmark_is_place(l)) {
        json_text(j, "position", l->position);
        value_json(j, "value", value_proven(l->result, l->plies > 0 ? l->plies : -1));
    }
    if (*l->move)
        json_text(j, "move", l->move);
    if (l->kind == LANDMARK_PHASE || l->kind == LANDMARK_GAMES)
        json_number(j, l->kind == LANDMARK_PHASE ? "last" : "games", l->plies);
    if (l->kind != LANDMARK_LONGEST)
        json_number(j, "number", l->number);
    if (l->of > 0)
        json_number(j, "of", l->of);
    json_close_object(j);
}

static void print_line(Lang lang, const Landmark *first, const Landmark *l)
{
    char words[WORTH_EXPLORED];
    worth_landmark(lang, first, l, words);
    printf("%s\t%s\t%s\t%s\n", landmark_word(l->kind), *l->position ? l->position : "-", *l->move ? l->move : "-",
           words);
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    const Landmark *list;
    if (!g)
        return EXIT_USAGE;
    if (!explore_knows(g))
        return cli_fail(EXIT_USAGE, call->lang, T("{0} is not solved"), 1, g->id);
    size_t count = landmark_list(g, &list);
    if (!option.json) {
        for (size_t i = 0; i < count; i++)
            print_line(call->lang, list, &list[i]);
        return EXIT_DONE;
    }
    CliOutput a;
    output_open(&a);
    json_text(&a.json, "game", g->id);
    json_open_array(&a.json, "landmarks");
    for (size_t i = 0; i < count; i++)
        print_json(&a.json, call->lang, list, &list[i]);
    json_close_array(&a.json);
    return output_print(&a, call);
}

const Command landmarks_command = {
    .name = "landmarks",
    .operands = T("GAME"),
    .summary = T("print interesting positions of a solved ruleset"),
    .help = T("Prints the longest win, the hardest puzzle, positions in which only one move draws or wins, and how won "
              "games are lost most often, one per line: what it is, the position, the move (- where there is none) and "
              "a sentence, separated by tabs. `explore GAME --position P` shows what every move is worth there.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
