/* colonnade bot: a level of ours, or any UGI program, on a seat in a house. */
#include "cli/commands.h"
#include "cli/far_address.h"
#include "cli/far_session.h"
#include "cli/tablebase_oracle.h"
#include "contest/player.h"
#include "core/clock.h"
#include "games/registry.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { LINGER = 60 };           /* seconds to wait for a rematch after a game */

static struct {
    const char *join, *seek, *game, *engine, *name, *clock, *tables;
    int level;
    double time;
    bool once, guest;
} option;

static const Option options[] = {
    {.name = "join", .value = T("LINK"), .path = &option.join, .help = T("take the seat that this link leads to")},
    {.name = "guest",
     .flag = &option.guest,
     .help = T("as a guest, though there is a session in that house (`colonnade account`)")},
    {.name = "seek",
     .value = T("URL"),
     .path = &option.seek,
     .help = T("take an open seat in this house, or open one, again and again")},
    GAME_OPTION(&option.game),
    {.name = "clock",
     .value = "M+S",
     .text = &option.clock,
     .help = T("seek a game with this clock: minutes and seconds, as 5+3, or days per move, as 2d")},
    {.name = "level",
     .value = "N",
     .number = &option.level,
     .least = LEVEL_MIN,
     .most = LEVEL_MAX,
     .standard = "5",
     .help = T("play as this level")},
    {.name = "engine", .value = T("COMMAND"), .path = &option.engine, .help = T("let this UGI program play instead")},
    TIME_PER_MOVE_OPTION(&option.time, T("1, or a share of the clock")),
    {.name = "name", .value = T("NAME"), .text = &option.name, .help = T("what the bot is called")},
    {.name = "once", .flag = &option.once, .help = T("end after one game")},
    TABLES_OPTION(&option.tables),
    {0},
};

static volatile sig_atomic_t stopped;

static void on_signal(int number)
{
    (void)number;
    stopped = 1;
}

typedef struct Bot {
    const Call *call;
    Away *away;
    Player *player;
    const Game *game;           /* that the player knows */
    Cancel cancel;
    double over_since;          /* by clock_now; 0: the game is not over */
    bool failed;
} Bot;

static bool sit_player(Bot *b, const Game *g)
{
    char name[16];
    Message error = {0};
    if (b->player && b->game == g)
        return true;
    if (b->player)
        player_close(b->player);
    snprintf(name, sizeof name, "level:%d", option.level);
    b->game = g;
    b->player = player_open(g, option.engine ? option.engine : name,
                            (PlayerMeans){.hash_mib = 16,
                                          .seed = (uint64_t)(clock_now() * 1e6),
                                          .equip = tablebase_oracle_add,
                                          .tables = option.tables},
                            &b->cancel, &error);
    if (!b->player)
        cli_fail_message(b->call->lang, NULL, &error);
    return b->player != NULL;
}

/* Seconds for a move: what was asked for, or a small part of the time left. */
static double patience(Bot *b, int seat)
{
    Round *r = away_round(b->away);
    if (option.time > 0)
        return option.time;
    if (round_clock(r).kind == ROUND_UNTIMED || round_clock(r).kind == ROUND_PER_MOVE)
        return 1;
    double left = (double)round_time_left(r, seat, away_now(b->away)) / 1000 / 40;
    return left > 5 ? 5 : left < 0.05 ? 0.05 : left;
}

static void move(Bot *b, int seat)
{
    Round *r = away_round(b->away);
    Tree *t = round_tree(r);
    Message error = {0};
    Move m;
    char text[MOVE_TEXT], action[MOVE_TEXT + 8];
    if (!sit_player(b, round_game(r))) {
        b->failed = true;
        return;
    }
    tree_goto(t, round_head(r));
    PlayerLimits limits = {.seconds = patience(b, seat)};
    if (player_move(b->player, t, &limits, &b->cancel, &m, &error) != PLAYER_MOVED) {
        cli_fail_message(b->call->lang, NULL, &error);
        b->failed = true;
        return;
    }
    round_game(r)->write_move(tree_position(t), m, text);
    snprintf(action, sizeof action, "move %s", text);
    away_act(b->away, seat, action);
}

/* Takes moves back and plays again for whoever asks; it never agrees to a draw. */
static bool answer_offers(Bot *b, int seat)
{
    static const struct {
        RoundOffer offer;
        const char *answer;
    } answers[] = {{ROUND_DRAW, "no draw"},
                   {ROUND_TAKE_BACK, "yes take-back"},
                   {ROUND_REMATCH, "yes rematch"},
                   {ROUND_GIVE_UP, "yes give-up"}};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        unsigned asked = 0;
        if (round_offered(away_round(b->away), answers[i].offer, &asked) >= 0 && asked >> seat & 1)
            return away_act(b->away, seat, answers[i].answer);
    }
    return false;
}

static void act(Bot *b)
{
    Round *r = away_round(b->away);
    unsigned seats = away_seats(b->away);
    if (!r || away_busy(b->away))
        return;
    for (int seat = 0; seat < round_game(r)->players; seat++)
        if (seats >> seat & 1 && answer_offers(b, seat))
            return;
    bool over = round_phase(r) == ROUND_OVER;
    b->over_since = !over ? 0 : b->over_since > 0 ? b->over_since : clock_now();
    if (round_phase(r) == ROUND_PLAYING && seats >> round_mover(r) & 1 && !round_seat(r, round_mover(r))->left)
        move(b, round_mover(r));
}

static void report(Bot *b, const AwayReport *news)
{
    char line[ROUND_LINE], link[400];
    switch (news->news) {
    case AWAY_OPENED:
    case AWAY_SEATED:
    case AWAY_NEXT:
        if (away_watch_link(b->away, link, sizeof link))
            printf("# %s\n", link);
        break;
    case AWAY_EVENT:
        round_event_write(&news->event, line);
        puts(line);
        break;
    case AWAY_TROUBLE: printf("# trouble\n"); break;
    case AWAY_REFUSED: printf("# %s\n", news->word); break;
    default: break;
    }
    fflush(stdout);
}

/* One game and its rematches. False: it cannot continue. */
static bool play(Bot *b)
{
    AwayReport news;
    b->over_since = 0;
    while (!stopped && !b->failed) {
        away_next(b->away, &news);
        report(b, &news);
        if (news.news == AWAY_NO_HOUSE) {
            cli_fail(EXIT_MACHINE, b->call->lang, T("there is no house at that address"), 0);
            return false;
        }
        if (news.news == AWAY_REFUSED && !away_round(b->away)) {
            cli_fail(EXIT_ILLEGAL, b->call->lang, T("the house refuses: {0}"), 1, news.word);
            return false;
        }
        if (news.news != AWAY_NOTHING)
            continue;
        act(b);
        if (b->over_since > 0 && (option.once || clock_now() - b->over_since > LINGER))
            return true;
        struct pollfd ready = {.fd = away_ready(b->away), .events = POLLIN};
        poll(&ready, 1, 500);
    }
    return !b->failed;
}

static ExitStatus run(const Call *call)
{
    Bot b = {.call = call};
    Message error = {0};
    char clock[FAR_CLOCK];
    AwayOptions away = {.name = option.name, .game = option.game, .clock = clock};
    if (!far_address(call, option.join, option.seek, NULL, &away.to) || !far_clock(call, option.clock, clock) ||
        (option.game && !cli_game(call, option.game)))
        return EXIT_USAGE;
    char session[FAR_SESSION];
    away.session = !option.guest && far_session_read(&away.to, session) ? session : NULL;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    bool ok = true;
    do {
        b.away = away_open(&away, &error);
        if (!b.away)
            return cli_fail_message(call->lang, NULL, &error), EXIT_MACHINE;
        ok = play(&b);
        away_close(b.away);
    } while (ok && !stopped && option.seek && !option.once);
    if (b.player)
        player_close(b.player);
    return ok ? EXIT_DONE : EXIT_MACHINE;
}

const Command bot_command = {
    .name = "bot",
    .operands = "",
    .summary = T("let a level or an engine play in a house"),
    .help = T("Sits down in a house (`colonnade serve`) and plays: by --join on the seat of a link, by --seek against "
              "whoever comes. Prints the events of its games, one per line; lines with # are about them. Agrees to "
              "take-backs and rematches, not to draws.\n"),
    .options = options,
    .run = run,
};
