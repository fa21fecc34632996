/* colonnade match: players meet in the same openings, and the score says who is better. */
#include "cli/output.h"
#include "cli/commands.h"
#include "cli/match.h"
#include "cli/tablebase_oracle.h"
#include "contest/player.h"
#include "core/clock.h"
#include "games/registry.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *clock, *sprt, *output, *tables;
    double time;
    uint64_t nodes, seed;
    int games, threads, plies, longest, hash, level;
    bool ladder, json;
} option;

static const Option options[] = {
    {.name = "games",
     .value = "N",
     .number = &option.games,
     .least = 1,
     .most = 1000000,
     .standard = "60",
     .help = T("play about N games, every opening in every order of seats")},
    THREADS_OPTION(&option.threads),
    TIME_PER_MOVE_OPTION(&option.time, T("1, unless another limit is given")),
    NODES_PER_MOVE_OPTION(&option.nodes, NULL),
    CLOCK_OPTION(&option.clock),
    SEED_OPTION(&option.seed),
    {.name = "plies",
     .value = "N",
     .number = &option.plies,
     .least = 0,
     .most = 64,
     .standard = "4",
     .help = T("open with N random moves")},
    {.name = "longest",
     .value = "N",
     .number = &option.longest,
     .least = 1,
     .most = 10000,
     .otherwise = T("never"),
     .help = T("call a game a draw after N moves")},
    {.name = "sprt",
     .value = "A,B",
     .text = &option.sprt,
     .help = T("end when it is clear whether the first player is A or B Elo better")},
    HASH_OPTION(&option.hash, "16"),
    OUTPUT_OPTION(&option.output),
    {.name = "ladder",
     .flag = &option.ladder,
     .help = T("play each level against the one below it (with --level N: only N+1 against N)")},
    {.name = "level",
     .value = "N",
     .number = &option.level,
     .least = 1,
     .most = 10,
     .help = T("with --ladder: the lower level")},
    TABLES_OPTION(&option.tables),
    JSON_OPTION(&option.json),
    {0},
};

/* --- Ctrl-C --- */

static Cancel interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    cancel_ask(&interrupted);
}

void match_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

const Cancel *match_interrupted_flag(void) { return &interrupted; }

/* --- news --- */

typedef struct News {
    const Call *call;
    const ContestOptions *contest;
    bool live;              /* one line on the terminal that is overwritten again and again */
    bool shown;
    double last;            /* when the last line was printed */
} News;

static void print_points(FILE *out, const ContestState *state, int players)
{
    for (int i = 0; i < players; i++)
        fprintf(out, "%s%.4g", i ? " - " : "", state->score[i].points);
}

static void print_news(void *context, const ContestState *state, const char *player, const Message *fault)
{
    News *news = context;
    if (option.json)
        return;
    if (fault) {
        char text[512];
        lang_message(news->call->lang, fault, text, sizeof text);
        printf("%s# game lost by %s: %s\n", news->shown && news->live ? "\r\033[K" : "", player, text);
        news->shown = false;
    }
    if (news->live) {
        printf("\r\033[K%d/%d games, ", state->finished, state->games);
        print_points(stdout, state, news->contest->players);
        news->shown = true;
    } else if (clock_now() - news->last >= 10 || state->finished == state->games) {
        printf("# %d/%d games, ", state->finished, state->games);
        print_points(stdout, state, news->contest->players);
        putchar('\n');
        news->last = clock_now();
    }
    fflush(stdout);
}

/* --- results --- */

static void write_elo(double elo, char out[16])
{
    if (isinf(elo))
        snprintf(out, 16, "%s", elo > 0 ? "+inf" : "-inf");
    else
        snprintf(out, 16, "%+.0f", fabs(elo) < 0.5 ? 0.0 : elo);    /* never "-0" */
}

static void print_score(const ContestOptions *c, const ContestState *s, int player)
{
    const ContestScore *score = &s->score[player];
    int games = tally_games(score->tally);
    printf("%-24s %6.4g/%-4d %5.1f %%  +%d =%d -%d", c->player[player], score->points, games,
           games ? 100 * score->points / games : 0.0, score->tally.wins, score->tally.draws, score->tally.losses);
    if (c->game->sides == 2) {
        Elo elo = rating_elo(score->tally);
        char difference[16], low[16], high[16];
        write_elo(elo.difference, difference);
        write_elo(elo.low, low);
        write_elo(elo.high, high);
        printf("  Elo %s [%s, %s]", difference, low, high);
    }
    if (score->moves > 0)
        printf("  %.3f s/move, at most %.2f", score->seconds / (double)score->moves, score->longest_move);
    if (score->forfeits > 0)
        printf("  %d forfeited", score->forfeits);
    putchar('\n');
}

static void print_result(const ContestOptions *c, const ContestState *s)
{
    static const char *const verdicts[] = {"not decided", "accepted", "rejected"};
    for (int i = 0; i < c->players; i++)
        print_score(c, s, i);
    if (c->test && c->players == 2)
        printf("SPRT Elo %g against %g: %s, LLR %.2f of +-2.94\n", c->elo1, c->elo0, verdicts[s->verdict],
               rating_llr(s->score[0].tally, c->elo0, c->elo1));
    if (s->resumed > 0)
        printf("# %d of %d games were in the file already\n", s->resumed, s->finished);
}

static void add_player(Json *j, const ContestOptions *c, const ContestState *s, int player)
{
    const ContestScore *score = &s->score[player];
    json_open_object(j, NULL);
    json_text(j, "player", c->player[player]);
    json_double(j, "points", score->points);
    json_number(j, "wins", score->tally.wins);
    json_number(j, "draws", score->tally.draws);
    json_number(j, "losses", score->tally.losses);
    json_number(j, "forfeits", score->forfeits);
    if (c->game->sides == 2) {
        Elo elo = rating_elo(score->tally);     /* infinity becomes null */
        json_open_object(j, "elo");
        json_double(j, "difference", elo.difference);
        json_double(j, "low", elo.low);
        json_double(j, "high", elo.high);
        json_close_object(j);
    }
    json_number(j, "moves", score->moves);
    json_double(j, "seconds", score->seconds);
    json_double(j, "longest_seconds", score->longest_move);
    json_close_object(j);
}

static ExitStatus print_json(const Call *call, const ContestOptions *c, const ContestState *s)
{
    static const char *const verdicts[] = {"undecided", "accepted", "rejected"};
    CliOutput a;
    output_open(&a);
    json_text(&a.json, "game", c->game->id);
    json_number(&a.json, "played", s->finished);
    json_number(&a.json, "planned", s->games);
    json_number(&a.json, "resumed", s->resumed);
    json_open_array(&a.json, "players");
    for (int i = 0; i < c->players; i++)
        add_player(&a.json, c, s, i);
    json_close_array(&a.json);
    if (c->test && c->players == 2) {
        json_open_object(&a.json, "sprt");
        json_double(&a.json, "elo0", c->elo0);
        json_double(&a.json, "elo1", c->elo1);
        json_text(&a.json, "verdict", verdicts[s->verdict]);
        json_double(&a.json, "llr", rating_llr(s->score[0].tally, c->elo0, c->elo1));
        json_close_object(&a.json);
    }
    return output_print(&a, call);
}

ExitStatus match_play_contest(const Call *call, const ContestOptions *c, ContestState *state)
{
    News news = {.call = call, .contest = c, .live = isatty(STDOUT_FILENO), .last = clock_now()};
    Message error = {0};
    bool ok = contest_run(c, &interrupted, print_news, &news, state, &error);
    if (news.shown)
        printf("\r\033[K");
    fflush(stdout);
    return ok ? EXIT_DONE : cli_fail_message(call->lang, NULL, &error);
}

ExitStatus match_interrupted(const Call *call, const ContestOptions *c)
{
    return c->file
               ? cli_fail(EXIT_ILLEGAL, call->lang, T("interrupted; the same command goes on with what is in {0}"), 1,
                          c->file)
               : cli_fail(EXIT_ILLEGAL, call->lang, T("interrupted; with --output the games would have been kept"), 0);
}

/* --- the command --- */

/* Digits with at most one point; *end is what follows. */
static bool read_part(const char *text, const char **end, double *out)
{
    size_t length = strspn(text, "0123456789.");
    char copy[16];
    if (length == 0 || length >= sizeof copy || text[0] == '.')
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (strchr(copy, '.') != strrchr(copy, '.'))
        return false;
    *out = strtod(copy, NULL);
    *end = text + length;
    return true;
}

/* `1`, `1+0.5`, `0:10+0.1`: minutes (and seconds) for the game, and seconds per move, as in `play`. */
static bool read_clock(const char *text, double *clock, double *increment)
{
    double minutes = 0, seconds = 0;
    *increment = 0;
    if (!read_part(text, &text, &minutes) ||
        (*text == ':' && (!read_part(text + 1, &text, &seconds) || seconds >= 60)) ||
        (*text == '+' && !read_part(text + 1, &text, increment)))
        return false;
    *clock = 60 * minutes + seconds;
    return *text == '\0' && *clock > 0 && *clock <= 86400 && *increment <= 3600;
}

static bool read_test(const char *text, double *elo0, double *elo1)
{
    char rest;
    return sscanf(text, "%lf,%lf%c", elo0, elo1, &rest) == 2 && *elo0 < *elo1 && fabs(*elo0) < 2000 &&
           fabs(*elo1) < 2000;
}

static bool read_options(const Call *call, const Game *g, ContestOptions *c)
{
    *c = (ContestOptions){
        .game = g,
        .find = registry_find,
        .games = option.games,
        .seed = option.seed,
        .threads = option.threads,
        .plies = option.plies,
        .longest = option.longest,
        .seconds = option.time,
        .nodes = option.nodes,
        .hash_mib = option.hash,
        .file = option.output,
        .equip = tablebase_oracle_add,
        .tables = option.tables,
    };
    if (option.clock && !read_clock(option.clock, &c->clock, &c->increment)) {
        cli_fail(EXIT_USAGE, call->lang,
                 T("--clock takes minutes for the game and seconds per move, as 1+0.5 or 0:10+0.1, not {0}"), 1,
                 option.clock);
        return false;
    }
    if (option.sprt && !(c->test = read_test(option.sprt, &c->elo0, &c->elo1))) {
        cli_fail(EXIT_USAGE, call->lang, T("--sprt takes two Elo differences, the smaller first, as 0,20, not {0}"), 1,
                 option.sprt);
        return false;
    }
    if (c->file && strcmp(c->file, "-") == 0) {
        cli_fail(EXIT_USAGE, call->lang, T("--output needs a file here: the games are kept in it and read again"), 0);
        return false;
    }
    if (c->seconds <= 0 && c->nodes == 0 && c->clock <= 0)
        c->seconds = 1;
    return true;
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    ContestOptions c;
    if (!g || !read_options(call, g, &c))
        return EXIT_USAGE;
    if (option.ladder && option.json)
        return cli_fail(EXIT_USAGE, call->lang, T("give --ladder or --json, not both"), 0);
    if (option.ladder) {
        if (call->count > 1)
            return cli_fail(EXIT_USAGE, call->lang, T("--ladder takes no players: it plays the levels"), 0);
        return match_ladder(call, &c, option.level);
    }
    c.player = call->operand + 1;
    c.players = call->count - 1;
    if (c.players < 2 || c.players > CONTEST_MAX_PLAYERS)
        return cli_fail(EXIT_USAGE, call->lang,
                        T("a match needs 2 to 16 players: level:N or command lines of UGI engines"), 0);
    for (int i = 0; i < c.players; i++) {
        Message error = {0};
        if (!player_valid(c.player[i], &error)) {
            cli_fail_message(call->lang, NULL, &error);
            return EXIT_USAGE;
        }
    }
    match_catch_interrupts();
    ContestState state;
    ExitStatus status = match_play_contest(call, &c, &state);
    if (status != EXIT_DONE)
        return status;
    if (option.json)
        status = print_json(call, &c, &state);
    else
        print_result(&c, &state);
    if (status != EXIT_DONE)
        return status;
    return state.stopped ? match_interrupted(call, &c) : EXIT_DONE;
}

const Command match_command = {
    .name = "match",
    .operands = T("GAME [PLAYER PLAYER…]"),
    .summary = T("let engines and levels play each other"),
    .help = T("A PLAYER is level:N (1 to 10), nodes:N (our search with a fixed effort), or the command line of "
              "a UGI engine, quoted as one argument. Every opening is played in every order of seats. Prints "
              "each player's points, its Elo difference to the others with the interval that holds it 95 times "
              "in 100, and its time. An engine that does not answer, plays an illegal move or ends loses that "
              "game. Without a limit engines get a second per move.\n"
              "With --output the games are kept as records, and the same command given again goes on with what "
              "the file holds. --ladder plays each level against the one below it. Level 10 plays by the "
              "ruleset's table where there is one.\n"),
    .options = options,
    .least = 1,
    .most = -1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
