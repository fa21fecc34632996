/* colonnade online tournaments: the list of a house's tournaments, and one of them with its standings and games. */
#include "cli/far_online.h"

#include "cli/options.h"

#include <stdio.h>
#include <string.h>

enum { NUMBER = 24, LINK = 400 };

static void write_number(char out[NUMBER], long long value) { snprintf(out, NUMBER, "%lld", value); }

/* --- what it is like --- */

static void add_fact(const Call *call, Buffer *out, const char *english, long long value)
{
    char number[NUMBER];
    write_number(number, value);
    if (out->length)
        buffer_add(out, ", ");
    online_add(call, out, english, 1, number);
}

static void add_state(const Call *call, Buffer *out, const json_t *t)
{
    const char *state = ask_text(t, "state");
    char round[NUMBER], rounds[NUMBER];
    write_number(round, ask_number(t, "round"));
    write_number(rounds, ask_number(t, "rounds"));
    online_add(call, out,
               strcmp(state, "entering") == 0 ? T("Open for entries")
               : strcmp(state, "over") == 0   ? T("Over")
                                              : T("Round {0} of {1}"),
               2, round, rounds);
}

static void add_facts(const Call *call, Buffer *out, const json_t *t)
{
    const char *kind = ask_text(t, "kind"), *start = ask_text(t, "start");
    Buffer facts = {0};
    buffer_add(&facts, online_title(call, ask_text(t, "game")));
    add_fact(call, &facts,
             strcmp(kind, "swiss") == 0    ? T("Swiss system")
             : strcmp(kind, "double") == 0 ? T("Everybody meets everybody twice")
                                           : T("Round robin"),
             0);
    add_fact(call, &facts, ask_number(t, "days") == 1 ? T("one day per move") : T("{0} days per move"),
             ask_number(t, "days"));
    if (strcmp(start, "fair") == 0 || strcmp(start, "pair") == 0)
        add_fact(call, &facts, *start == 'f' ? T("Fair start") : T("A pair of games"), 0);
    if (json_is_true(json_object_get(t, "rated")))
        add_fact(call, &facts, T("Rated"), 0);
    add_fact(call, &facts, T("{0} players"), ask_number(t, "entrants"));
    buffer_format(out, ". %s.", buffer_text(&facts));
    buffer_free(&facts);
}

/* --- all of them --- */

static ExitStatus list_all(const Call *call, const WireAddress *to)
{
    Ask question;
    Buffer line = {0};
    size_t i;
    json_t *t;
    ask_begin(&question, "tournaments");
    json_t *answer = online_ask(call, to, &question);
    if (!answer)
        return EXIT_ILLEGAL;
    const json_t *all = json_object_get(answer, "tournaments");
    if (json_array_size(all) == 0)
        online_say(call, T("There is no tournament yet. The operator of this house can make one."), 0);
    json_array_foreach(all, i, t)
    {
        buffer_format(&line, "%lld. %s. ", ask_number(t, "tournament"), ask_text(t, "name"));
        add_state(call, &line, t);
        add_facts(call, &line, t);
        online_print(&line);
    }
    buffer_free(&line);
    json_decref(answer);
    return EXIT_DONE;
}

/* --- one of them --- */

static const json_t *player_of(const json_t *tournament, long long number)
{
    size_t i;
    json_t *p;
    json_array_foreach(json_object_get(tournament, "players"), i, p)
    {
        if (ask_number(p, "number") == number)
            return p;
    }
    return NULL;
}

static void add_points(const Call *call, Buffer *out, const char *english, const json_t *player, const char *member)
{
    char points[NUMBER];
    snprintf(points, sizeof points, "%g", json_number_value(json_object_get(player, member)));
    lang_decimals(call->lang, points);
    buffer_add(out, ". ");
    online_add(call, out, english, 1, points);
}

/* "1. Ann (1512), number 3. Points: 2.5. Buchholz: 4. Sonneborn-Berger: 3.25." */
static void print_player(const Call *call, const json_t *player, bool swiss)
{
    Buffer line = {0};
    buffer_format(&line, "%lld. ", ask_number(player, "rank"));
    online_add_player(call, &line, ask_text(player, "name"), player);
    add_fact(call, &line, T("number {0}"), ask_number(player, "number"));
    if (json_is_true(json_object_get(player, "withdrawn")))
        add_fact(call, &line, T("withdrawn"), 0);
    add_points(call, &line, T("Points: {0}"), player, "points");
    if (swiss)
        add_points(call, &line, T("Buchholz: {0}"), player, "buchholz");
    add_points(call, &line, T("Sonneborn-Berger: {0}"), player, "berger");
    online_print(&line);
    buffer_free(&line);
}

/* How it ended, by names: in a pair of games, seats say nothing. */
static void add_result(const Call *call, Buffer *out, const char *result, const char *first, const char *second)
{
    Buffer won = {0};
    bool unplayed = *result == '+' || *result == '-';
    if (!*result || strcmp(result, "1/2") == 0) {
        buffer_add(out, lang_text(call->lang, *result ? T("draw") : T("under way")));
        return;
    }
    online_add(call, &won, T("{0} won"), 1, *result == '1' || *result == '+' ? first : second);
    if (unplayed)
        online_add(call, out, T("{0}, not played"), 1, buffer_text(&won));
    else
        buffer_add(out, buffer_text(&won));
    buffer_free(&won);
}

/* "Ann against Bob: Ann won. LINK" */
static void print_game(const Call *call, const WireAddress *to, const json_t *t, const json_t *game)
{
    Buffer line = {0}, name[2] = {{0}, {0}};
    char link[LINK];
    const char *result = json_string_value(json_array_get(game, 3)),
               *round = json_string_value(json_array_get(game, 4));
    for (size_t seat = 0; seat < 2; seat++) {
        const json_t *p = player_of(t, (long long)json_integer_value(json_array_get(game, seat + 1)));
        online_add_player(call, &name[seat], ask_text(p, "name"), NULL);
    }
    result = result ? result : "";
    if (strcmp(result, "bye") == 0) {
        online_add(call, &line, T("{0}: {1}"), 2, buffer_text(&name[0]), lang_text(call->lang, T("Bye")));
    } else {
        online_add(call, &line, T("{0} against {1}: "), 2, buffer_text(&name[0]), buffer_text(&name[1]));
        add_result(call, &line, result, buffer_text(&name[0]), buffer_text(&name[1]));
    }
    if (round && wire_link(to, "watch", round, link, sizeof link))
        buffer_format(&line, ". %s", link);
    online_print(&line);
    for (int seat = 0; seat < 2; seat++)
        buffer_free(&name[seat]);
    buffer_free(&line);
}

/* The rounds, newest first. */
static void print_rounds(const Call *call, const WireAddress *to, const json_t *t)
{
    for (long long round = ask_number(t, "round"); round > 0; round--) {
        char number[NUMBER];
        size_t i;
        json_t *game;
        write_number(number, round);
        putchar('\n');
        online_say(call, T("Round {0}"), 1, number);
        json_array_foreach(json_object_get(t, "games"), i, game)
        {
            if (json_integer_value(json_array_get(game, 0)) == round)
                print_game(call, to, t, game);
        }
    }
}

static void print_one(const Call *call, const WireAddress *to, const json_t *t)
{
    Buffer line = {0};
    size_t i;
    json_t *player;
    buffer_format(&line, "%s. ", ask_text(t, "name"));
    add_state(call, &line, t);
    add_facts(call, &line, t);
    online_print(&line);
    buffer_free(&line);
    if (ask_number(t, "you")) {
        char you[NUMBER];
        write_number(you, ask_number(t, "you"));
        online_say(call, T("You are number {0} in this tournament."), 1, you);
    }
    putchar('\n');
    if (json_array_size(json_object_get(t, "players")) == 0)
        online_say(call, T("Nobody has entered yet."), 0);
    else
        online_say(call, T("Standings"), 0);
    json_array_foreach(json_object_get(t, "players"), i, player)
    {
        print_player(call, player, strcmp(ask_text(t, "kind"), "swiss") == 0);
    }
    print_rounds(call, to, t);
}

static ExitStatus run_tournaments(const Call *call)
{
    WireAddress to;
    Ask question;
    uint64_t number = 0;
    if (call->count > 1 && !options_count(call->operand[1], 1, CLI_LARGE, &number))
        return cli_fail(EXIT_USAGE, call->lang, T("this is not the number of a tournament: {0}"), 1, call->operand[1]);
    if (!online_address(call, call->operand[0], &to))
        return EXIT_USAGE;
    if (!number)
        return list_all(call, &to);
    ask_begin(&question, "tournament");
    json_number(&question.json, "tournament", (int64_t)number);
    json_t *answer = online_ask(call, &to, &question);
    if (!answer)
        return EXIT_ILLEGAL;
    print_one(call, &to, answer);
    json_decref(answer);
    return EXIT_DONE;
}

const Command online_tournaments_verb = {
    .name = "tournaments",
    .operands = T("URL [N]"),
    .summary = T("the tournaments of a house, or the table of one"),
    .help = T(
        "Prints the newest 50 tournaments of the house at URL, one per line: the number, the name, how far it is, the "
        "ruleset and how it is played. With N, the standings of that tournament and the games of its rounds, the "
        "newest first, each with a link for `colonnade play --watch` and `colonnade online record`.\n"),
    .least = 1,
    .most = 2,
    .run = run_tournaments,
};
