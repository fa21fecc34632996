/* colonnade match: players meet over the same openings, and the score says who is better. */
#include "cli/commands.h"
#include "cli/match.h"
#include "cli/options.h"
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

enum { DEFAULT_GAMES = 60, DEFAULT_PLIES = 4, DEFAULT_HASH = 16 };

/* --- Ctrl-C --- */

static atomic_bool interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

void match_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

const atomic_bool *match_interrupted_flag(void) { return &interrupted; }

/* --- news --- */

typedef struct News {
    const Options *options;
    const ContestOptions *contest;
    bool live;              /* a line on the terminal that is written over and over */
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
    if (fault) {
        char text[512];
        lang_message(news->options->lang, fault, text, sizeof text);
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

ExitStatus match_play_contest(const Options *o, const ContestOptions *c, ContestState *state)
{
    News news = {.options = o, .contest = c, .live = isatty(STDOUT_FILENO), .last = clock_now()};
    Message error = {0};
    bool ok = contest_run(c, &interrupted, print_news, &news, state, &error);
    if (news.shown)
        printf("\r\033[K");
    fflush(stdout);
    if (!ok) {
        cli_fail_message(o->lang, NULL, &error);
        return EXIT_MACHINE;
    }
    return EXIT_DONE;
}

ExitStatus match_interrupted(const Options *o, const ContestOptions *c)
{
    return c->file ? cli_fail(EXIT_ILLEGAL, o->lang, T("interrupted; the same command goes on with what is in {0}"), 1,
                              c->file)
                   : cli_fail(EXIT_ILLEGAL, o->lang, T("interrupted; with --output the games would have been kept"), 0);
}

/* --- the command --- */

/* Digits and at most one point; what follows is left in *end. */
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

/* `1`, `1+0.5`, `0:10+0.1`: minutes (and seconds) for the game, and seconds for each move, as in `play`. */
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

bool match_options(const Options *o, const Game *g, ContestOptions *c)
{
    *c = (ContestOptions){
        .game = g,
        .find = registry_find,
        .games = o->games > 0 ? o->games : DEFAULT_GAMES,
        .seed = o->seed,
        .threads = o->threads,
        .plies = o->plies >= 0 ? o->plies : DEFAULT_PLIES,
        .longest = o->longest,
        .seconds = o->time,
        .nodes = o->nodes,
        .hash_mib = o->hash > 0 ? o->hash : DEFAULT_HASH,
        .file = o->output,
        .equip = tablebase_oracle_add,
        .tables = o->tables,
    };
    if (o->clock && !read_clock(o->clock, &c->clock, &c->increment)) {
        cli_fail(EXIT_USAGE, o->lang,
                 T("--clock takes minutes for the game and seconds a move, as 1+0.5 or 0:10+0.1, not {0}"), 1,
                 o->clock);
        return false;
    }
    if (o->sprt && !(c->test = read_test(o->sprt, &c->elo0, &c->elo1))) {
        cli_fail(EXIT_USAGE, o->lang, T("--sprt takes two Elo differences, the smaller first, as 0,20, not {0}"), 1,
                 o->sprt);
        return false;
    }
    if (c->file && strcmp(c->file, "-") == 0) {
        cli_fail(EXIT_USAGE, o->lang, T("--output needs a file here: the games are kept in it and read again"), 0);
        return false;
    }
    if (c->seconds <= 0 && c->nodes == 0 && c->clock <= 0)
        c->seconds = 1;
    return true;
}

static ExitStatus run(const Options *o)
{
    const Game *g = cli_game(o, o->operand[0]);
    ContestOptions c;
    if (!g || !match_options(o, g, &c))
        return EXIT_USAGE;
    if (o->ladder) {
        if (o->count > 1)
            return cli_fail(EXIT_USAGE, o->lang, T("--ladder takes no players: it plays the levels"), 0);
        return match_ladder(o, &c);
    }
    c.player = o->operand + 1;
    c.players = o->count - 1;
    if (c.players < 2 || c.players > CONTEST_MAX_PLAYERS)
        return cli_fail(EXIT_USAGE, o->lang,
                        T("a match needs 2 to 16 players: level:N or command lines of UGI engines"), 0);
    for (int i = 0; i < c.players; i++) {
        Message error = {0};
        if (!player_valid(c.player[i], &error)) {
            cli_fail_message(o->lang, NULL, &error);
            return EXIT_USAGE;
        }
    }
    match_catch_interrupts();
    ContestState state;
    ExitStatus status = match_play_contest(o, &c, &state);
    if (status != EXIT_DONE)
        return status;
    print_result(&c, &state);
    return state.stopped ? match_interrupted(o, &c) : EXIT_DONE;
}

const Command match_command = {
    .name = "match",
    .operands = T("GAME [PLAYER PLAYER…]"),
    .summary = T("let engines and levels play each other"),
    .help = T("A PLAYER is level:N (1 to 10), nodes:N (our search with a fixed effort), or the command line of "
              "a UGI engine, quoted as one argument. Every opening is played in every order of seats. Prints "
              "each player's points, its Elo difference to the others with the interval that holds it 95 times "
              "in 100, and its time. An engine that does not answer, plays an illegal move or ends loses that "
              "game. Without a limit engines get a second a move.\n"
              "With --output the games are kept as records, and the same command given again goes on with what "
              "the file holds. --ladder plays each level against the one below it. Level 10 plays by the "
              "ruleset's table where there is one.\n"),
    .options = OPTION_GAMES | OPTION_THREADS | OPTION_TIME | OPTION_NODES | OPTION_TIMES | OPTION_SEED | OPTION_PLIES |
               OPTION_LONGEST | OPTION_SPRT | OPTION_HASH | OPTION_OUTPUT | OPTION_LADDER | OPTION_LEVEL |
               OPTION_TABLES | OPTION_LANG,
    .least = 1,
    .most = -1,
    .run = run,
};
