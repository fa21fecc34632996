/* colonnade complete: what may follow on a command line, for the shells.
 *
 * The scripts in completions/ pass every word after the program's name, the last being the one to complete, and show
 * what is printed: one candidate per line, then a tab and what it means. A line `:file` or `:folder` asks the shell
 * for file names. Errors in the words before are not reported: there is just nothing to offer. */
#include "cli/commands.h"
#include "cli/options.h"
#include "core/steps.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

typedef struct Completion {
    Lang lang;
    const char *word;       /* what has been typed of the word … */
    size_t kept;            /* … of which this much stays in front of a candidate: `--lang=`, `human,` */
    const Command *command; /* NULL: not known yet */
    const char *operand[64];
    int operands;           /* before the word, without the command and its verb */
    const char *position;   /* --position; NULL: the start */
} Completion;

static void offer(const Completion *k, const char *candidate, const char *meaning)
{
    if (strncmp(candidate, k->word + k->kept, strlen(k->word + k->kept)) == 0)
        printf("%.*s%s\t%s\n", (int)k->kept, k->word, candidate, meaning ? lang_text(k->lang, meaning) : "");
}

static void offer_commands(const Completion *k, const Command *const *list)
{
    for (; list && *list; list++)
        if ((*list)->summary)
            offer(k, (*list)->name, (*list)->summary);
}

static void offer_options(const Completion *k)
{
    const Option *const lists[] = {k->command ? k->command->options : NULL, options_common};
    for (int i = 0; i < 2; i++)
        for (const Option *o = lists[i]; o && o->name; o++) {
            char name[64];
            snprintf(name, sizeof name, "--%s", o->name);
            if (!o->instead)
                offer(k, name, o->help);
        }
    if (!k->command)
        offer(k, "--version", T("print the version"));
}

/* The position after the operands from `first` on, which are moves; false: one is not. */
static bool play_operands(const Completion *k, const Game *g, int first, Position *p)
{
    if (!k->position)
        g->start(p);
    else if (!g->read_position(k->position, p, NULL))
        return false;
    for (int i = first; i < k->operands; i++) {
        Move m;
        if (!g->read_move(p, k->operand[i], &m, NULL))
            return false;
        g->play(p, m, p);
    }
    return true;
}

static void offer_moves(const Completion *k, const Game *g)
{
    Position p;
    MoveList list = {0};
    if (play_operands(k, g, 1, &p) && movelist_fill(&list, g, &p))
        for (size_t i = 0; i < list.count; i++) {
            char text[MOVE_TEXT];
            g->write_move(&p, list.move[i], text);
            offer(k, text, NULL);
        }
    movelist_free(&list);
}

static void offer_steps(const Completion *k, const Game *g)
{
    Position p;
    MoveList list = {0};
    Step prefix[MAX_STEPS];
    Choices choices;
    if (play_operands(k, g, k->operands, &p) && movelist_fill(&list, g, &p)) {
        int length = 0;
        steps_next(g, &p, &list, prefix, 0, &choices);
        while (length + 1 < k->operands && length < MAX_STEPS && !choices.complete &&
               step_read(g, &choices, k->operand[length + 1], &prefix[length])) {
            length++;
            steps_next(g, &p, &list, prefix, length, &choices);
        }
        bool followed = length + 1 >= k->operands;
        for (int i = 0; followed && !choices.complete && i < choices.count; i++) {
            char text[MOVE_TEXT];
            step_write(g, choices.step[i], text);
            offer(k, text, NULL);
        }
    }
    movelist_free(&list);
}

static void offer_players(Completion *k)
{
    const char *comma = strrchr(k->word + k->kept, ',');
    if (comma)
        k->kept = (size_t)(comma + 1 - k->word);
    offer(k, "human", NULL);
    for (int level = 1; level <= 10; level++) {
        char text[16];
        snprintf(text, sizeof text, "%d", level);
        offer(k, text, NULL);
    }
}

static void offer_verbs_of_operand(const Completion *k)
{
    for (const Command *const *c = commands_all; k->operands > 0 && *c; c++)
        if (strcmp((*c)->name, k->operand[0]) == 0)
            offer_commands(k, (*c)->verbs);
}

static void offer_kind(Completion *k, Complete kind)
{
    const Game *g = k->operands > 0 ? registry_find(k->operand[0]) : NULL;
    switch (kind) {
    case COMPLETE_NOTHING: break;
    case COMPLETE_FILE: puts(":file"); break;
    case COMPLETE_FOLDER: puts(":folder"); break;
    case COMPLETE_GAME:
        for (size_t i = 0; i < registry_count(); i++)
            offer(k, registry_game(i)->id, registry_game(i)->title);
        break;
    case COMPLETE_MOVE:
        if (g)
            offer_moves(k, g);
        break;
    case COMPLETE_STEP:
        if (g)
            offer_steps(k, g);
        break;
    case COMPLETE_PLAYER: offer_players(k); break;
    case COMPLETE_COMMAND: offer_commands(k, commands_all); break;
    case COMPLETE_VERB: offer_verbs_of_operand(k); break;
    }
}

static void offer_value(Completion *k, const Option *o)
{
    for (const char *const *word = o->words; word && *word; word++)
        offer(k, *word, NULL);
    offer_kind(k, o->complete);
}

/* Goes through the words before the last; returns the option whose value the last one is, or NULL. */
static const Option *read_words(Completion *k, const Call *call)
{
    const Command *parent = NULL;
    for (int i = 0; i + 1 < call->count; i++) {
        const char *word = call->operand[i];
        if (word[0] == '-' && word[1] == '-' && word[2]) {
            static const Command none = {0};
            size_t length = strcspn(word + 2, "=");
            const Option *o = options_find(k->command ? k->command : &none, word + 2, length);
            bool apart = o && o->value && !word[2 + length];
            if (apart && i + 2 == call->count)
                return o;
            if (o && strcmp(o->name, "position") == 0)
                k->position = apart ? call->operand[i + 1] : word + 3 + length;
            i += apart;
        } else if (!k->command) {
            for (const Command *const *c = commands_all; *c; c++)
                if (strcmp((*c)->name, word) == 0)
                    k->command = *c;
            if (!k->command)
                k->operands = -1;
        } else if (!parent && k->command->verbs) {
            parent = k->command;
            k->command = options_verb(parent, word);
            if (!k->command)
                k->operands = -1;
        } else if (k->operands >= 0 && k->operands < (int)(sizeof k->operand / sizeof *k->operand)) {
            k->operand[k->operands++] = word;
        }
        if (k->operands < 0)
            return NULL;
    }
    return NULL;
}

static void offer_operand(Completion *k)
{
    const Command *c = k->command;
    if (!c) {
        offer_commands(k, commands_all);
    } else if (c->verbs) {
        offer_commands(k, c->verbs);
    } else if (c->most < 0 || k->operands < c->most) {
        int last = COMMAND_OPERANDS - 1;
        while (last > 0 && c->complete[last] == COMPLETE_NOTHING)
            last--;
        if (k->operands <= last || c->most < 0)
            offer_kind(k, c->complete[k->operands < last ? k->operands : last]);
    }
}

static ExitStatus run(const Call *call)
{
    Completion k = {.lang = call->lang, .word = call->count ? call->operand[call->count - 1] : ""};
    const Option *value = read_words(&k, call);
    size_t length = strcspn(k.word, "=");
    if (k.operands < 0)
        return EXIT_DONE;
    if (!value && k.command && k.word[0] == '-' && k.word[1] == '-' && k.word[length]) {
        value = options_find(k.command, k.word + 2, length - 2);
        k.kept = length + 1;
        if (!value)
            return EXIT_DONE;
    }
    if (value)
        offer_value(&k, value);
    else if (k.word[0] == '-')
        offer_options(&k);
    else
        offer_operand(&k);
    return EXIT_DONE;
}

const Command complete_command = {
    .name = "complete",
    .operands = T("[WORD…]"),
    .help =
        T("Prints what may replace the last WORD of a command line, for the completion of the shells: one candidate "
          "per line, a tab, and what it means. A line `:file` or `:folder` stands for names of files or folders.\n"),
    .least = 0,
    .most = -1,
    .run = run,
};
