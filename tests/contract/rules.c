/* Positions, moves, outcomes and pieces. */
#include "contract/contract.h"

#include <stdlib.h>
#include <string.h>

static bool unused_words_are_zero(const Game *g, const Position *p)
{
    for (int i = g->words; i < POSITION_WORDS; i++)
        if (p->w[i])
            return false;
    return true;
}

bool rules_position_is_sound(Contract *c)
{
    const char *broken = c->game->check(&c->position);
    if (broken)
        return contract_fail(c, "check says: %s", broken);
    if (!unused_words_are_zero(c->game, &c->position))
        return contract_fail(c, "a word beyond the first %d is not zero", c->game->words);
    return true;
}

bool rules_mover_is_a_seat(Contract *c)
{
    int seat = c->game->mover(&c->position);
    if (seat < 0 || seat >= c->game->players)
        return contract_fail(c, "the mover is seat %d", seat);
    return true;
}

static int compare_moves(const void *a, const void *b)
{
    Move x = *(const Move *)a, y = *(const Move *)b;
    return (x > y) - (x < y);
}

bool rules_moves_are_different(Contract *c)
{
    size_t n = c->legal.count;
    Move *sorted = malloc((n + 1) * sizeof *sorted);
    memcpy(sorted, c->legal.move, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_moves);
    bool held = n == 0 || sorted[0] != 0 || contract_fail(c, "a move is 0");
    for (size_t i = 1; held && i < n; i++)
        if (sorted[i] == sorted[i - 1])
            held = contract_fail(c, "move value %llx is listed twice", (unsigned long long)sorted[i]);
    free(sorted);
    return held;
}

static bool prefix_of(Contract *c, size_t capacity)
{
    /* Exactly as large as promised, so that the sanitizer sees a write beyond it. */
    Move *some = capacity ? malloc(capacity * sizeof *some) : NULL;
    size_t n = c->game->moves(&c->position, some, capacity);
    bool held = true;
    if (n != c->legal.count)
        held = contract_fail(c, "with room for %zu moves, %zu are counted instead of %zu", capacity, n, c->legal.count);
    else if (capacity && memcmp(some, c->legal.move, capacity * sizeof *some) != 0)
        held = contract_fail(c, "with room for %zu moves, they are not the first ones", capacity);
    free(some);
    return held;
}

bool rules_small_capacity_gives_a_prefix(Contract *c)
{
    size_t n = c->legal.count;
    return prefix_of(c, 0) && (n == 0 || (prefix_of(c, 1) && prefix_of(c, n) && prefix_of(c, contract_random(c, n))));
}

bool rules_count_agrees(Contract *c)
{
    if (c->game->count && c->game->count(&c->position) != c->legal.count)
        return contract_fail(c, "count says %llu, moves %zu", (unsigned long long)c->game->count(&c->position),
                             c->legal.count);
    if (c->game->most_moves && c->legal.count > c->game->most_moves)
        return contract_fail(c, "%zu moves, of at most %u", c->legal.count, (unsigned)c->game->most_moves);
    return true;
}

bool rules_pick_agrees(Contract *c)
{
    for (int tries = 0; c->game->pick && tries < 8; tries++) {
        /* Both ends of the range, then anything. */
        uint32_t random = tries == 0 ? 0 : tries == 1 ? UINT32_MAX : (uint32_t)contract_random(c, UINT64_C(1) << 32);
        size_t i = (size_t)(((uint64_t)random * c->legal.count) >> 32);
        Move expected = c->legal.count ? c->legal.move[i] : 0;
        if (c->game->pick(&c->position, random) != expected)
            return contract_fail(c, "pick with %lu does not give move %zu of %zu", (unsigned long)random, i,
                                 c->legal.count);
    }
    return true;
}

bool rules_no_moves_exactly_when_over(Contract *c)
{
    bool over = c->game->outcome(&c->position).over;
    if (over != (c->legal.count == 0))
        return contract_fail(c, "the game is %s, but there are %zu moves", over ? "over" : "not over", c->legal.count);
    return true;
}

bool rules_outcome_is_well_formed(Contract *c)
{
    Outcome o = c->game->outcome(&c->position);
    if (!o.over)
        return o.reason == REASON_NONE || contract_fail(c, "the game goes on, with reason %d", o.reason);
    if (o.reason == REASON_NONE || o.reason >= REASON_REPETITION)
        return contract_fail(c, "reason %d is not for a game to give", o.reason);
    if (o.winner != DRAW && (o.winner < 0 || o.winner >= c->game->sides))
        return contract_fail(c, "the winner is side %d", o.winner);
    return true;
}

bool rules_successors_are_sound(Contract *c)
{
    for (size_t i = 0; i < c->legal.count; i++) {
        Position next;
        memset(&next, 0xff, sizeof next);
        c->game->play(&c->position, c->legal.move[i], &next);
        const char *broken = c->game->check(&next);
        if (broken || !unused_words_are_zero(c->game, &next)) {
            char text[MOVE_TEXT];
            c->game->write_move(&c->position, c->legal.move[i], text);
            return contract_fail(c, "after %s: %s", text, broken ? broken : "an unused word is not zero");
        }
    }
    return true;
}

bool rules_play_in_place(Contract *c)
{
    for (size_t i = 0; i < c->legal.count; i++) {
        Position next, same = c->position;
        c->game->play(&c->position, c->legal.move[i], &next);
        c->game->play(&same, c->legal.move[i], &same);
        if (!position_equal(&next, &same)) {
            char text[MOVE_TEXT];
            c->game->write_move(&c->position, c->legal.move[i], text);
            return contract_fail(c, "%s played in place gives another position", text);
        }
    }
    return true;
}

/* Pieces of each seat (NEUTRAL last) and supply, on the board and in reserve. */
typedef struct Census {
    int count[MAX_PLAYERS + 1][MAX_KINDS];
} Census;

static bool take_census(Contract *c, const Position *p, Census *out)
{
    const Game *g = c->game;
    *out = (Census){0};
    for (int place = 0; place < g->board->places; place++) {
        Piece stack[MAX_STACK];
        int n = g->pieces(p, place, stack);
        if (n < 0 || n > MAX_STACK)
            return contract_fail(c, "%s holds %d pieces", g->board->place[place].label, n);
        if (n > 1 && g->stack == 0)
            return contract_fail(c, "%s holds %d pieces, and the game has no stacks (.stack)",
                                 g->board->place[place].label, n);
        for (int i = 0; i < n; i++) {
            bool seated = stack[i].seat < g->players || stack[i].seat == NEUTRAL;
            if (!seated || stack[i].kind >= g->kinds || stack[i].direction > WEST)
                return contract_fail(c, "piece %d on %s has seat %d, kind %d, direction %d", i,
                                     g->board->place[place].label, stack[i].seat, stack[i].kind, stack[i].direction);
            if (stack[i].seat == NEUTRAL && !g->kind[stack[i].kind].neutral)
                return contract_fail(c, "a `%s` on %s is nobody's, which none can be (.neutral)",
                                     g->kind[stack[i].kind].id, g->board->place[place].label);
            out->count[stack[i].seat][g->kind[stack[i].kind].supply]++;
        }
    }
    for (int seat = 0; seat < g->players; seat++)
        for (int k = 0; k < g->kinds; k++) {
            int n = g->reserve(p, seat, k);
            if (n < 0)
                return contract_fail(c, "seat %d has %d pieces of kind %d in reserve", seat, n, k);
            if (n > 0 && g->kind[k].supply != k)
                return contract_fail(c, "seat %d has `%s` in reserve, which comes from another supply", seat,
                                     g->kind[k].id);
            out->count[seat][g->kind[k].supply] += n;
        }
    return true;
}

bool rules_pieces_are_conserved(Contract *c)
{
    Position start;
    Census first, now;
    c->game->start(&start);
    if (!take_census(c, &start, &first) || !take_census(c, &c->position, &now))
        return false;
    for (int seat = 0; seat <= MAX_PLAYERS; seat++)
        for (int kind = 0; kind < MAX_KINDS; kind++)
            if (first.count[seat][kind] != now.count[seat][kind])
                return contract_fail(c, "seat %d has %d pieces of kind %d in all, at the start %d", seat,
                                     now.count[seat][kind], kind, first.count[seat][kind]);
    return true;
}

/* What decided a game is lit on the board: only when it is over, only places of the board. */
bool rules_decided_places_are_sound(Contract *c)
{
    const Game *g = c->game;
    uint64_t decided = g->decided ? g->decided(&c->position) : 0;
    if (decided && !g->outcome(&c->position).over)
        return contract_fail(c, "the game goes on, but places %jx decided it", (uintmax_t)decided);
    if (g->board->places < MAX_PLACES && decided >> g->board->places)
        return contract_fail(c, "places %jx that decided are not all on the board", (uintmax_t)decided);
    for (int place = 0; place < g->board->places; place++) {
        Piece stack[MAX_STACK];
        if (decided >> place & 1 && g->pieces(&c->position, place, stack) == 0)
            return contract_fail(c, "the empty place %d decided", place);
    }
    for (const uint64_t *line = g->lines; line && *line; line++)
        if (g->board->places < MAX_PLACES && *line >> g->board->places)
            return contract_fail(c, "the line %jx is not all on the board", (uintmax_t)*line);
    return true;
}
