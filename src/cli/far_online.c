/* colonnade online: what a house elsewhere tells everybody: ratings, the archive, tournaments. */
#include "cli/far_online.h"

#include "cli/commands.h"
#include "cli/far_session.h"
#include "core/record.h"
#include "core/utf8.h"
#include "draw/scene.h"
#include "games/registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LINE = 1024, LINK = 400 };

static struct {
    const char *game, *player, *output;
    int result, rating;
    uint64_t before;
} option;

/* The protocol's words for results, and what people type for them. */
static const char *const results[] = {"any", "white", "black", "red", "green", "draw", NULL};
static const char *const result_words[] = {"", "w", "b", "r", "g", "draw"};

/* --- what the verbs share --- */

bool online_address(const Call *call, const char *url, WireAddress *to)
{
    Message error = {0};
    if (wire_address(url, to, &error))
        return true;
    cli_fail_message(call->lang, NULL, &error);
    return false;
}

/* The reasons of docs/house.md that people meet here, in words. */
static const char *why_text(const char *word)
{
    static const char *const table[][2] = {
        {"no-such-round", T("there is no such game in this house")},
        {"no-such-tournament", T("there is no such tournament")},
        {"no-such-game", T("this house does not know that game")},
        {"trouble", T("the house cannot answer at the moment: try again")},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i][0], word) == 0)
            return table[i][1];
    return T("the house refuses: {0}");
}

json_t *online_ask(const Call *call, const WireAddress *to, Ask *question)
{
    char session[FAR_SESSION];
    Message error = {0};
    if (far_session_read(to, session))
        ask_as(question, session);
    json_t *answer = ask_send(question, to, &error);
    const char *refusal = ask_refusal(answer);
    if (answer && !refusal)
        return answer;
    if (refusal)
        message_set(&error, 0, why_text(refusal), 1, refusal);
    cli_fail_message(call->lang, NULL, &error);
    json_decref(answer);
    return NULL;
}

void online_print(Buffer *line)
{
    if (line->length) {
        utf8_clean(line->text);
        puts(line->text);
    }
    buffer_clear(line);
}

static void add_list(const Call *call, Buffer *out, const char *english, int argc, va_list list)
{
    char text[LINE];
    const char *argument[MESSAGE_HOLES] = {"", "", "", ""};
    for (int i = 0; i < argc && i < MESSAGE_HOLES; i++)
        argument[i] = va_arg(list, const char *);
    lang_format(call->lang, text, sizeof text, english, MESSAGE_HOLES, argument[0], argument[1], argument[2],
                argument[3]);
    buffer_add(out, text);
}

void online_add(const Call *call, Buffer *out, const char *english, int argc, ...)
{
    va_list list;
    va_start(list, argc);
    add_list(call, out, english, argc, list);
    va_end(list);
}

void online_say(const Call *call, const char *english, int argc, ...)
{
    Buffer line = {0};
    va_list list;
    va_start(list, argc);
    add_list(call, &line, english, argc, list);
    va_end(list);
    online_print(&line);
    buffer_free(&line);
}

void online_add_player(const Call *call, Buffer *out, const char *name, const json_t *player)
{
    long long rating = ask_number(player, "rating");
    if (strncmp(name, "level:", 6) == 0)
        online_add(call, out, T("Level {0}"), 1, name + 6);
    else if (name[0] == '~')
        online_add(call, out, T("Guest {0}"), 1, name + 1);
    else
        buffer_add(out, *name ? name : lang_text(call->lang, T("Guest")));
    if (rating > 0)
        buffer_format(out, " (%lld%s%s)", rating, json_is_true(json_object_get(player, "unsure")) ? ", " : "",
                      json_is_true(json_object_get(player, "unsure")) ? lang_text(call->lang, T("provisional")) : "");
}

const char *online_title(const Call *call, const char *game)
{
    const Game *g = registry_find(game);
    return g ? lang_text(call->lang, g->title) : game;
}

/* --- ratings --- */

/* What the first seat is worth in the ratings, and which games that comes from. */
static void say_advantage(const Call *call, const json_t *answer)
{
    char points[24], won[24], drawn[24], lost[24];
    long long advantage = ask_number(answer, "advantage");
    snprintf(points, sizeof points, "%lld", advantage < 0 ? -advantage : advantage);
    snprintf(won, sizeof won, "%lld", ask_number(answer, "won"));
    snprintf(drawn, sizeof drawn, "%lld", ask_number(answer, "drawn"));
    snprintf(lost, sizeof lost, "%lld", ask_number(answer, "lost"));
    if (json_is_true(json_object_get(answer, "experimental"))) {
        online_say(call, T("Ratings of three and four are experimental."), 0);
        return;
    }
    online_say(call, advantage ? T("{0} counts as {1} points stronger.") : T("Neither seat counts as stronger."), 2,
               lang_text(call->lang, scene_seat_name(advantage < 0)), points);
    online_say(call, T("White won {0}, drew {1} and lost {2}."), 3, won, drawn, lost);
}

static ExitStatus run_ratings(const Call *call)
{
    WireAddress to;
    Ask question;
    size_t i;
    json_t *player;
    const Game *g = cli_game(call, call->operand[1]);
    if (!g || !online_address(call, call->operand[0], &to))
        return EXIT_USAGE;
    ask_begin(&question, "standings");
    json_text(&question.json, "game", g->id);
    json_t *answer = online_ask(call, &to, &question);
    if (!answer)
        return EXIT_ILLEGAL;
    const json_t *players = json_object_get(answer, "players");
    if (json_array_size(players) == 0)
        online_say(call, T("Nobody has played a rated game of it yet."), 0);
    else
        say_advantage(call, answer);
    json_array_foreach(players, i, player)
    {
        char place[24], rating[24];
        snprintf(place, sizeof place, "%zu", i + 1);
        snprintf(rating, sizeof rating, "%lld", ask_number(player, "rating"));
        online_say(call,
                   json_is_true(json_object_get(player, "unsure")) ? T("{0}. {1}: {2}, provisional")
                                                                   : T("{0}. {1}: {2}"),
                   3, place, ask_text(player, "name"), rating);
    }
    json_decref(answer);
    return EXIT_DONE;
}

/* --- the archive --- */

static void add_result(const Call *call, Buffer *out, const char *result)
{
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (result[0] == game_seat_letter(seat) && !result[1]) {
            online_add(call, out, T("{0} won"), 1, lang_text(call->lang, scene_seat_name(seat)));
            return;
        }
    online_add(call, out, strcmp(result, "draw") == 0 ? T("draw") : T("no result"), 0);
}

/* "Pyrga. White: Ann (1512), Black: Bob. White won, 23 moves, 2026-11-16. LINK" */
static void print_found(const Call *call, const WireAddress *to, const json_t *r)
{
    Buffer line = {0}, who = {0};
    char moves[24], date[16], link[LINK];
    const json_t *players = json_object_get(r, "players"), *ratings = json_object_get(r, "ratings");
    time_t last = (time_t)(ask_number(r, "last") / 1000);
    struct tm tm;
    buffer_format(&line, "%s. ", online_title(call, ask_text(r, "game")));
    for (size_t i = 0; i < json_array_size(players) && i < MAX_PLAYERS; i++) {
        const char *name = json_string_value(json_array_get(players, i));
        buffer_clear(&who);
        online_add_player(call, &who, name ? name : "", json_array_get(ratings, i));
        online_add(call, &line, T("{0}: {1}"), 2, lang_text(call->lang, scene_seat_name((int)i)), buffer_text(&who));
        buffer_add(&line, i + 1 < json_array_size(players) ? ", " : ". ");
    }
    add_result(call, &line, ask_text(r, "result"));
    snprintf(moves, sizeof moves, "%lld", ask_number(r, "moves"));
    buffer_add(&line, ", ");
    online_add(call, &line, T("{0} moves"), 1, moves);
    if (localtime_r(&last, &tm) && strftime(date, sizeof date, "%Y-%m-%d", &tm))
        buffer_format(&line, ", %s", date);
    if (wire_link(to, "watch", ask_text(r, "round"), link, sizeof link))
        buffer_format(&line, ". %s", link);
    online_print(&line);
    buffer_free(&line);
    buffer_free(&who);
}

static ExitStatus run_archive(const Call *call)
{
    WireAddress to;
    Ask question;
    size_t i;
    json_t *entry;
    if ((option.game && !cli_game(call, option.game)) || !online_address(call, call->operand[0], &to))
        return EXIT_USAGE;
    ask_begin(&question, "search");
    if (option.game)
        json_text(&question.json, "game", option.game);
    if (option.player && *option.player)
        json_text(&question.json, "player", option.player);
    if (option.result)
        json_text(&question.json, "result", result_words[option.result]);
    if (option.rating)
        json_number(&question.json, "rating", option.rating);
    if (option.before)
        json_number(&question.json, "before", (int64_t)option.before);
    json_t *answer = online_ask(call, &to, &question);
    if (!answer)
        return EXIT_ILLEGAL;
    const json_t *rounds = json_object_get(answer, "rounds");
    if (json_array_size(rounds) == 0)
        online_say(call, T("No finished game matches."), 0);
    json_array_foreach(rounds, i, entry) { print_found(call, &to, entry); }
    if (ask_number(answer, "more")) {
        char more[24];
        snprintf(more, sizeof more, "%lld", ask_number(answer, "more"));
        online_say(call, T("There may be more: --before {0} goes on there."), 1, more);
    }
    json_decref(answer);
    return EXIT_DONE;
}

/* --- a record --- */

/* Whether it really is a record: a house may send anything. */
static bool check_record(const Call *call, const char *text)
{
    RecordError error = {0};
    Tree *t = record_read(text, strlen(text), registry_find, &error);
    if (!t)
        cli_fail_message(call->lang, NULL, &error.message);
    tree_free(t);
    return t != NULL;
}

static ExitStatus run_record(const Call *call)
{
    WireAddress to;
    Ask question;
    if (!online_address(call, call->operand[0], &to))
        return EXIT_USAGE;
    if (!to.watch[0])
        return cli_fail(EXIT_USAGE, call->lang, T("{0} is not a link to watch: it has no #watch=…"), 1,
                        call->operand[0]);
    ask_begin(&question, "record");
    json_text(&question.json, "round", to.watch);
    json_t *answer = online_ask(call, &to, &question);
    const char *text = ask_text(answer, "text");
    ExitStatus status = answer && check_record(call, text)
                            ? cli_write_file(call, option.output ? option.output : "-", text, strlen(text))
                            : EXIT_ILLEGAL;
    json_decref(answer);
    return status;
}

/* --- the verbs --- */

static const Option archive_options[] = {GAME_OPTION(&option.game),
                                         {.name = "player",
                                          .value = T("NAME"),
                                          .text = &option.player,
                                          .help = T("only games of players with this in their name")},
                                         {.name = "result",
                                          .value = T("RESULT"),
                                          .choice = &option.result,
                                          .words = results,
                                          .standard = "any",
                                          .help = T("only games with this result: who won, or `draw`")},
                                         {.name = "rating",
                                          .value = "N",
                                          .number = &option.rating,
                                          .least = 0,
                                          .most = 4000,
                                          .help = T("only rated games in which nobody was rated lower")},
                                         {.name = "before",
                                          .value = "N",
                                          .count = &option.before,
                                          .least = 1,
                                          .most = CLI_LARGE,
                                          .help = T("continue where another list ended; that list gave the number")},
                                         {0}};
static const Option record_options[] = {OUTPUT_OPTION(&option.output), {0}};

static const Command ratings_verb = {
    .name = "ratings",
    .operands = T("URL GAME"),
    .summary = T("the standings of a ruleset"),
    .help = T("Prints the estimated advantage of the first seat of GAME in the house at URL, and the best of its "
              "players, one per line with the rating, those whose rating is provisional last.\n"),
    .least = 2,
    .most = 2,
    .complete = {COMPLETE_NOTHING, COMPLETE_GAME},
    .run = run_ratings,
};

static const Command archive_verb = {
    .name = "archive",
    .operands = "URL",
    .summary = T("finished games that anybody may find"),
    .help =
        T("Prints the newest 50 finished games of the house at URL, or those that the options ask for, one per line: "
          "the ruleset, the players with their ratings before the game, the result, the moves, the date, and last a "
          "link. `colonnade play --watch LINK` shows that game, `colonnade online record LINK` saves it.\n"),
    .options = archive_options,
    .least = 1,
    .most = 1,
    .run = run_archive,
};

static const Command record_verb = {
    .name = "record",
    .operands = T("LINK"),
    .summary = T("a game of the house as a record"),
    .help =
        T("Prints the game that LINK leads to, as the archive and tournaments list them, or writes it to a file, which "
          "`colonnade play --load` and `colonnade review` read.\n"),
    .options = record_options,
    .least = 1,
    .most = 1,
    .run = run_record,
};

static const Command *const verbs[] = {&ratings_verb, &archive_verb, &record_verb, &online_tournaments_verb, NULL};

const Command online_command = {
    .name = "online",
    .operands = "",
    .summary = T("ratings, archive and tournaments of a house"),
    .verbs = verbs,
};
