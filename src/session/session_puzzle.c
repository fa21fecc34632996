/* Puzzles: a win to be found. Every move of the solver is judged, and the best defence answers it. */
#include "session/session_private.h"

#include "core/memory.h"
#include "games/registry.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Positions that a judgement looks at: a fixed number, so that it is the same everywhere, and small enough to go
 * unnoticed. The unit test test_puzzles makes sure that it is enough for every puzzle. */
enum { JUDGE_NODES = 150000 };

static const char *const try_again = T("Try again.");

static void tell(const Session *s, const char *what, Reply *reply)
{
    session_tell(reply, "puzzle %s %d %s", s->puzzle.now->game, s->puzzle.number, what);
}

int session_puzzle_solver(const Session *s)
{
    return tree_game(s->play.tree)->mover(&tree_node(s->play.tree, 0)->position);
}

/* What to read now: the task, or what the last move led to. */
static void write_said(const Session *s, char *out, size_t size)
{
    if (!s->puzzle.said) {
        puzzle_task(s->options.lang, s->puzzle.now, out, size);
        return;
    }
    lang_format(s->options.lang, out, size, s->puzzle.said, 1, s->puzzle.word);
    size_t used = strlen(out);
    if (s->puzzle.wrong && used < size)
        snprintf(out + used, size - used, " %s", lang_text(s->options.lang, try_again));
}

/* --- asking --- */

static Tree *set_up(const Puzzle *p)
{
    const Game *g = registry_find(p->game);
    Message error;
    Position start;
    return g && g->read_position(p->position, &start, &error) ? tree_new(g, &start) : NULL;
}

static void ask(Session *s, Reply *reply)
{
    const Puzzle *p = s->puzzle.now;
    char number[16], count[16], grade[16], grades[16], task[SESSION_SENTENCE];
    Tree *t = set_up(p);
    bool ok = session_exercise_lay_out(s, t, reply);
    tree_free(t);
    s->puzzle.said = NULL;
    s->puzzle.done = s->puzzle.wrong = s->puzzle.spoilt = false;
    if (!ok)
        return;
    tell(s, "asked", reply);
    snprintf(number, sizeof number, "%d", s->puzzle.number);
    snprintf(count, sizeof count, "%d", puzzle_count(p->game));
    snprintf(grade, sizeof grade, "%d", puzzle_grade(p));
    snprintf(grades, sizeof grades, "%d", PUZZLE_GRADES);
    session_say(s, &reply->text, T("{0}: puzzle {1} of {2}, difficulty {3} of {4}."), 5,
                lang_text(s->options.lang, tree_game(s->play.tree)->title), number, count, grade, grades);
    puzzle_task(s->options.lang, p, task, sizeof task);
    buffer_format(&reply->text, "%s\n", task);
}

static void begin(Session *s, const char *game, int number, Reply *reply)
{
    bool first = !s->puzzle.now;
    if (first)
        session_exercise_begin(s, reply);
    s->puzzle.now = puzzle_at(game, number);
    s->puzzle.number = number;
    ask(s, reply);
    if (first && s->puzzle.now && !s->options.shown)
        session_say(s, &reply->text,
                    T("`puzzle solution` shows how, `puzzle next` goes on to another, `puzzle end` ends it."), 0);
}

void session_puzzle_end(Session *s, Reply *reply)
{
    tell(s, "over", reply);
    s->puzzle.now = NULL;
}

/* --- judging --- */

/* What every move is worth in the current position. False: stopped, or out of memory. */
static bool look(Session *s, AdviceList *out, Reply *reply)
{
    Situation situation;
    uint64_t *hashes = NULL;
    Adviser *a = session_adviser(s, reply);
    bool ok = a && session_situation(s, &situation, &hashes);
    if (ok) {
        adviser_forget(a);
        ok = adviser_analyse(a, &situation, (SearchLimits){.nodes = JUDGE_NODES}, NULL, NULL, out);
    }
    memory_free(hashes);
    if (a && !ok)
        session_no_memory(s, reply);
    return ok && out->count > 0 && !cancel_asked(&s->cancel);
}

static void say_so(Session *s, const char *english, const char *word, bool wrong, Reply *reply)
{
    char text[SESSION_SENTENCE];
    s->puzzle.said = english;
    s->puzzle.wrong = wrong;
    snprintf(s->puzzle.word, sizeof s->puzzle.word, "%s", word);
    write_said(s, text, sizeof text);
    buffer_format(&reply->text, "%s\n", text);
}

static void spoil(Session *s)
{
    s->puzzle.spoilt = true;
    s->puzzle.streak = 0;
}

static void again(Session *s, const char *english, const char *word, Reply *reply)
{
    spoil(s);
    session_stand(s, 0, reply);
    tell(s, "wrong", reply);
    say_so(s, english, word, true, reply);
    reply->changed = true;
}

static void solve(Session *s, Reply *reply)
{
    Message error = {0};
    char streak[16];
    /* A puzzle solved twice counts once. */
    s->puzzle.streak += !s->puzzle.spoilt && !session_puzzle_solved(s, s->puzzle.now);
    s->puzzle.done = true;
    tell(s, "solved", reply);
    snprintf(streak, sizeof streak, "%d", s->puzzle.streak);
    say_so(s, s->puzzle.streak > 1 ? T("Solved! {0} in a row.") : T("Solved!"), streak, false, reply);
    if (solved_add(&s->puzzle.solved, s->puzzle.now, &error))
        return;
    session_say(s, &reply->text, T("That could not be written down:"), 0);
    session_say_message(s, &reply->text, &error);
}

/* False: the game goes on. */
static bool judge_end(Session *s, Reply *reply)
{
    Outcome o = tree_outcome(s->play.tree);
    if (!o.over)
        return false;
    if (o.winner == game_side(tree_game(s->play.tree), session_puzzle_solver(s)))
        solve(s, reply);
    else
        again(s, T("The game is over, and not won."), "", reply);
    return true;
}

static void defend(Session *s, const char *move, Reply *reply)
{
    RoundAction action = {
        .type = ROUND_MOVE, .seat = tree_mover(s->play.tree), .node = tree_current(s->play.tree), .text = move};
    if (!session_act(s, action, reply))
        return;
    session_stand(s, tree_current(s->play.tree), reply);
    judge_end(s, reply);
}

void session_puzzle_moved(Session *s, Reply *reply)
{
    AdviceList list;
    char move[MOVE_TEXT];
    if (judge_end(s, reply) || tree_mover(s->play.tree) == session_puzzle_solver(s))
        return;
    if (!look(s, &list, reply)) {
        session_stand(s, tree_node(s->play.tree, tree_current(s->play.tree))->parent, reply);
        return;
    }
    Value best = list.advice[0].value;
    tree_game(s->play.tree)->write_move(tree_position(s->play.tree), list.advice[0].move, move);
    if (value_loses(best) && best.most <= s->puzzle.now->plies - tree_ply(s->play.tree)) {
        tell(s, "good", reply);
        say_so(s, T("Good. Go on."), "", false, reply);
        defend(s, move, reply);
    } else if (value_loses(best)) {
        again(s, T("This wins too, but not fast enough."), "", reply);
    } else {
        again(s, T("{0} gets out of it."), move, reply);
    }
}

/* --- commands --- */

static bool need_puzzle(Session *s, Reply *reply)
{
    if (!s->puzzle.now)
        session_refuse(s, reply, &(Message){.id = T("there is no puzzle under way")});
    return s->puzzle.now != NULL;
}

static void end(Session *s, Reply *reply)
{
    if (!need_puzzle(s, reply))
        return;
    session_exercise_end(s, reply);
    session_say(s, &reply->text, T("The puzzle is put away."), 0);
    reply->changed = true;
}

static void next(Session *s, Reply *reply)
{
    if (!need_puzzle(s, reply))
        return;
    if (s->puzzle.number == puzzle_count(s->puzzle.now->game))
        session_refuse(s, reply, &(Message){.id = T("this was the last puzzle of the game")});
    else
        begin(s, s->puzzle.now->game, s->puzzle.number + 1, reply);
}

static void restart(Session *s, Reply *reply)
{
    if (need_puzzle(s, reply))
        begin(s, s->puzzle.now->game, s->puzzle.number, reply);
}

/* Shows a solution from the current position to the end. */
static void show(Session *s, Reply *reply)
{
    AdviceList list;
    Buffer line = {0};
    if (!need_puzzle(s, reply))
        return;
    if (tree_outcome(s->play.tree).over)
        session_stand(s, 0, reply);
    if (!look(s, &list, reply))
        return;
    const Game *g = tree_game(s->play.tree);
    Position p = *tree_position(s->play.tree);
    for (int i = 0; i < list.advice[0].length; i++) {
        char text[MOVE_TEXT];
        g->write_move(&p, list.advice[0].line[i], text);
        buffer_format(&line, "%s%s", i ? " " : "", text);
        g->play(&p, list.advice[0].line[i], &p);
    }
    if (!s->puzzle.done)
        spoil(s);
    session_tell(reply, "puzzle %s %d solution %s", s->puzzle.now->game, s->puzzle.number, buffer_text(&line));
    say_so(s, T("One solution: {0}"), buffer_text(&line), false, reply);
    buffer_free(&line);
}

/* There are puzzles, but they cannot be fetched now. */
static void refuse_for_now(Session *s, Reply *reply)
{
    session_refuse(s, reply, &(Message){.id = T("the puzzles cannot be fetched now; try again later")});
}

static void list_all(Session *s, Reply *reply)
{
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        int all = puzzle_count(g->id), done = 0;
        for (int n = 1; n <= all && puzzle_at(g->id, n); n++)
            done += session_puzzle_solved(s, puzzle_at(g->id, n));
        if (all == 0)
            continue;
        char solved[16], count[16];
        snprintf(solved, sizeof solved, "%d", done);
        snprintf(count, sizeof count, "%d", all);
        session_tell(reply, "puzzles %s %d %d", g->id, all, done);
        session_say(s, &reply->text, T("{0}: {1} puzzles, {2} solved"), 3, g->id, count, solved);
    }
}

/* Days since 1970-01-01 of YYYY.MM.DD; -1: not a date. */
static int64_t day_of(const char *date)
{
    int year, month, day;
    if (sscanf(date, "%4d.%2d.%2d", &year, &month, &day) != 3 || month < 1 || month > 12)
        return -1;
    /* Counts years from March, so that the leap day comes last. */
    year -= month < 3;
    int64_t days = 365 * (int64_t)year + year / 4 - year / 100 + year / 400;
    return days + (153 * (month + (month < 3 ? 9 : -3)) + 2) / 5 + day - 1 - 719468;
}

static void today(Session *s, Reply *reply)
{
    int number = 0;
    const Puzzle *p = puzzle_of_day(day_of(s->options.date), &number);
    if (p)
        begin(s, p->game, number, reply);
    else if (number > 0)
        refuse_for_now(s, reply);
    else
        session_refuse(s, reply, &(Message){.id = T("nobody said what day it is")});
}

/* `[GAME] [N]`; without a number the first that is not solved. */
static void choose(Session *s, const char *rest, Reply *reply)
{
    char name[64], count[16];
    bool only_number = isdigit((unsigned char)*rest) && strspn(rest, "0123456789") == strlen(rest);
    size_t n = only_number ? 0 : strcspn(rest, " ");
    snprintf(name, sizeof name, "%.*s", (int)(n < 63 ? n : 63), rest);
    const char *digits = rest + n + strspn(rest + n, " ");
    const Game *g = *name           ? session_find_game(name)
                    : s->puzzle.now ? registry_find(s->puzzle.now->game)
                    : s->play.round ? round_game(s->play.round)
                                    : NULL;
    if (!g || strspn(digits, "0123456789") != strlen(digits)) {
        session_refuse(s, reply, &(Message){.id = T("a puzzle of which game? Write its name after the word")});
        return;
    }
    int all = puzzle_count(g->id);
    long number = *digits ? strtol(digits, NULL, 10) : 0;
    if (all == 0 || number > all || (*digits && number < 1)) {
        snprintf(count, sizeof count, "%d", all);
        reply->ok = false;
        session_say(s, &reply->text, T("{0} has {1} puzzles"), 2, g->id, count);
        return;
    }
    if (!puzzle_at(g->id, 1)) {
        refuse_for_now(s, reply);
        return;
    }
    for (int i = 1; number == 0 && i <= all; i++)
        if (!session_puzzle_solved(s, puzzle_at(g->id, i)))
            number = i;
    begin(s, g->id, number ? (int)number : 1, reply);
}

void session_puzzle(Session *s, const char *rest, Reply *reply)
{
    static const struct {
        const char *word[LANG_COUNT];
        void (*run)(Session *s, Reply *reply);
    } verbs[] = {
        {{"end", "fin"}, end},          {{"next", "suivant"}, next},
        {{"again", "encore"}, restart}, {{"solution", "solution"}, show},
        {{"list", "liste"}, list_all},  {{"today", "jour"}, today},
    };
    char word[32];
    session_fold(rest, strlen(rest), word, sizeof word);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        for (int lang = 0; lang < LANG_COUNT; lang++)
            if (strcmp(word, verbs[i].word[lang]) == 0) {
                verbs[i].run(s, reply);
                return;
            }
    choose(s, rest, reply);
}

/* --- for front ends --- */

bool session_puzzle_now(const Session *s, SessionPuzzle *out)
{
    const Puzzle *p = s->puzzle.now;
    if (!p)
        return false;
    *out = (SessionPuzzle){
        .puzzle = p,
        .number = s->puzzle.number,
        .count = puzzle_count(p->game),
        .done = s->puzzle.done,
        .streak = s->puzzle.streak,
    };
    write_said(s, out->text, sizeof out->text);
    return true;
}

bool session_puzzle_solved(Session *s, const Puzzle *p) { return solved_has(&s->puzzle.solved, p); }

void session_give_solved(Session *s, const char *names) { solved_give(&s->puzzle.solved, names); }
