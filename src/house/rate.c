/* See rate.h. */
#include "house/rate.h"

#include "games/registry.h"
#include "house/house_private.h"

#include <inttypes.h>
#include <stdio.h>

/* --- the round --- */

typedef struct Replay {
    Round *round;
    RoundStart start;
    bool placed, damaged;       /* placed: it began from a position that somebody chose */
    int64_t ended;
} Replay;

static bool take_event(void *context, const StoreEvent *s)
{
    Replay *r = context;
    RoundEvent e;
    r->damaged = !round_event_read(s->line, registry_find, &e) || e.number != s->number ||
                 (r->round ? !round_take(r->round, &e, NULL) : !(r->round = round_from(&e)));
    if (!r->damaged && s->number == 1) {
        start_unmark(s->tag, &r->start);
        r->placed = e.text[0] != '\0';
    }
    if (!r->damaged && e.type == ROUND_ENDED)
        r->ended = s->at;
    return !r->damaged;
}

bool rate_read(Store *s, const char *round, RateGame *out, Message *error)
{
    Replay r = {0};
    *out = (RateGame){0};
    bool ok = store_read(s, round, 1, take_event, &r, error);
    if (ok && r.round && !r.damaged && round_phase(r.round) == ROUND_OVER && !round_is_aborted(r.round)) {
        out->game = round_game(r.round);
        out->at = r.ended;
        out->plain = !r.placed && r.start.kind != START_FAIR;
        for (int seat = 0; seat < out->game->players; seat++)
            out->result[seat] = round_result(r.round, seat);
    }
    round_free(r.round);
    return ok;
}

/* --- the ratings --- */

/* What a player scored against an opponent, in half points; -1: no result between them. */
static int score(RoundResult mine, RoundResult theirs)
{
    if (mine == ROUND_DREW && theirs == ROUND_DREW)
        return 1;
    return mine == ROUND_WON && theirs == ROUND_LOST ? 2 : mine == ROUND_LOST && theirs == ROUND_WON ? 0 : -1;
}

int rate_advantage(const RateTally *t) { return glicko_advantage(t->wins, t->draws, t->losses); }

int rate_game(const RateGame *g, RatePlayer player[MAX_PLAYERS], RateTally *tally)
{
    const int players = g->game->players;
    int advantage = g->plain && players == 2 ? rate_advantage(tally) : 0;
    for (int i = 0; i < players; i++) {
        GlickoResult result[MAX_PLAYERS];
        int count = 0;
        for (int k = 0; k < players; k++) {
            int points = score(g->result[i], g->result[k]);
            if (game_side(g->game, i) == game_side(g->game, k) || points < 0)
                continue;
            result[count++] = (GlickoResult){player[k].before, i == 0 ? advantage : -advantage, points};
        }
        player[i].after =
            glicko_after(player[i].before, result, count, player[i].last ? glicko_periods(g->at - player[i].last) : 0);
    }
    if (g->plain && players == 2) {
        tally->wins += g->result[0] == ROUND_WON;
        tally->draws += g->result[0] == ROUND_DREW;
        tally->losses += g->result[0] == ROUND_LOST;
    }
    return advantage;
}

/* --- text --- */

void rate_write(Glicko g, char out[RATE_TEXT])
{
    snprintf(out, RATE_TEXT, "%" PRId32 " %" PRId32 " %" PRId32, g.rating, g.deviation, g.volatility);
}

bool rate_take(const char *text, Glicko *out)
{
    return sscanf(text, "%" SCNd32 " %" SCNd32 " %" SCNd32, &out->rating, &out->deviation, &out->volatility) == 3;
}

void rate_write_tally(const RateTally *t, char out[RATE_TEXT])
{
    snprintf(out, RATE_TEXT, "%" PRId64 " %" PRId64 " %" PRId64, t->wins, t->draws, t->losses);
}

bool rate_take_tally(const char *text, RateTally *out)
{
    return sscanf(text, "%" SCNd64 " %" SCNd64 " %" SCNd64, &out->wins, &out->draws, &out->losses) == 3;
}
