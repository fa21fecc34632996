/* What the files of an adviser share. */
#ifndef COLONNADE_ENGINE_ADVISER_PRIVATE_H
#define COLONNADE_ENGINE_ADVISER_PRIVATE_H

#include "engine/adviser.h"
#include "search/multi.h"

enum { ORACLES = 4, ADVISER_LINE_NODES = 20000 };   /* … nodes per question along a line */

struct Adviser {
    const Game *game;
    Search *search;         /* for two sides … */
    Multi *multi;           /* … or for more; the other one is NULL */
    Oracle oracle[ORACLES];
    int oracles;
    uint64_t random;
    bool distances;         /* whether the oracles are asked for them: a player needs no distances */
    const Cancel *cancel;
    MoveList legal;
    Advice *advice;
    size_t capacity;
};

/* --- the list of moves and search (adviser.c) --- */
/* Lists these legal moves (NULL: all), with nothing known about them. False: out of memory. */
bool adviser_list_moves(Adviser *a, const Position *p, const MoveList *moves);
/* Puts the best first. */
void adviser_sort(Adviser *a);
/* Runs whichever of the two searches there is on this question. False: out of memory. */
bool adviser_search(Adviser *a, const Situation *s, SearchLimits limits, SearchReport *report, void *context,
                    SearchResult *out);
/* Takes what a search found as the advice. */
void adviser_take_lines(Adviser *a, const SearchResult *r);
AdviceList adviser_list_of(const Adviser *a, const SearchResult *r);

/* Passes on what a search reports, as advice: its context is a Relay. */
typedef struct Relay {
    Adviser *adviser;
    AdviserReport *report;
    void *context;
} Relay;
void adviser_relay(void *context, const SearchResult *so_far);

/* --- oracles (adviser_exact.c) --- */
/* Whether an oracle takes a share of the effort; those that answer at once come first. */
static inline bool adviser_has_slow_oracle(const Adviser *a)
{
    return a->oracles > 0 && !a->oracle[a->oracles - 1].instant;
}
/* The proven value of a position; *source: who knew it. False: no oracle does. */
bool adviser_ask(Adviser *a, const Position *p, Effort effort, bool instant_only, Value *out, const char **source);
/* The same for a move, to the player who makes it. */
bool adviser_move_value(Adviser *a, const Position *p, Move m, Effort effort, bool instant_only, Value *out,
                        const char **source);
/* Makes a proven value the advice about a move. */
void adviser_settle(Advice *advice, Value v, const char *source);
/* Whether instant oracles know every move; their values are then in the list, the best first. */
bool adviser_know_all(Adviser *a, const Position *p);
/* For a list that is fully known: where the best moves do not win, puts the one that is hardest
 * to answer first. That is one that loses as late as any and leaves the fewest replies that
 * win, or one that holds the draw and leaves the fewest that hold it too. Of several, it is the
 * one with the most replies that go wrong. */
void adviser_prefer_hardest(Adviser *a, const Position *p);
/* Extends the line's moves with the best reply each time, as the instant oracles know it. */
void adviser_extend_line(Adviser *a, const Position *p, Advice *advice);
/* The same for a value from the slower oracle: each of its questions may cost `effort`. */
void adviser_follow_line(Adviser *a, const Position *p, Advice *advice, Effort effort);

/* --- playing (adviser_play.c) --- */
/* adviser_play, with seconds for proofs in addition to the limits; 0: proofs share the limits. */
bool adviser_play_proving(Adviser *a, const Situation *s, SearchLimits limits, double proof_seconds,
                          AdviserReport *report, void *context, AdviceList *out);

#endif
