/* Acts in a round, one line each, and what happened then. */
#ifndef COLONNADE_TESTS_ROUND_ACTS_H
#define COLONNADE_TESTS_ROUND_ACTS_H

#include "games/registry.h"
#include "round/round.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static RoundEvents events;
static RoundRefusal why;

static inline Round *start(const char *game, RoundClock clock, bool is_free)
{
    RoundOptions options = {.game = registry_find(game), .clock = clock, .free = is_free, .lag = is_free ? 0 : 400};
    Round *r = round_new(&options, 0, &events);
    assert_non_null(r);
    for (int seat = 0; !is_free && seat < options.game->players; seat++)
        assert_true(
            round_apply(r, &(RoundAction){.type = ROUND_SIT, .seat = seat, .kind = ROUND_PERSON}, 0, &events, NULL));
    return r;
}

static const RoundClock untimed = {0};

static inline bool act(Round *r, RoundAction a, int64_t now) { return round_apply(r, &a, now, &events, &why); }

static inline bool play(Round *r, const char *text, int64_t now)
{
    return act(r, (RoundAction){.type = ROUND_MOVE, .seat = round_mover(r), .node = ROUND_HEAD, .text = text}, now);
}

static inline bool offer(Round *r, int seat, RoundOffer which)
{
    return act(r, (RoundAction){.type = ROUND_OFFER, .seat = seat, .offer = which}, 0);
}

static inline bool answer(Round *r, int seat, RoundOffer which, bool yes)
{
    return act(r, (RoundAction){.type = ROUND_ANSWER, .seat = seat, .offer = which, .yes = yes}, 0);
}

static inline bool resign(Round *r, int seat) { return act(r, (RoundAction){.type = ROUND_RESIGN, .seat = seat}, 0); }

/* The words of the last action's events. */
static const char *happened(void)
{
    static char text[256];
    text[0] = '\0';
    for (int i = 0; i < events.count; i++) {
        strcat(text, i ? " " : "");
        strcat(text, round_event_word((RoundEventType)events.event[i].type));
    }
    return text;
}

#endif
