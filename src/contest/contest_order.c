/* Orders of seats: every way to give the sides to players with as many different players as possible. */
#include "contest/contest_private.h"

static int seats(const ContestOptions *o) { return o->game->sides; }

/* Different players in one game. */
static int wanted(const ContestOptions *o) { return o->players < seats(o) ? o->players : seats(o); }

static bool fits(const ContestOptions *o, const int *player)
{
    unsigned seen = 0;
    for (int side = 0; side < seats(o); side++)
        seen |= 1u << player[side];
    return __builtin_popcount(seen) == wanted(o);
}

/* Enumerates the assignments; stops at number `order` (negative: at none). Returns how many there were. */
static int count_through(const ContestOptions *o, int order, int player[MAX_PLAYERS])
{
    int found = 0, total = 1;
    for (int side = 0; side < seats(o); side++)
        total *= o->players;
    for (int code = 0; code < total; code++) {
        for (int side = seats(o) - 1, rest = code; side >= 0; side--, rest /= o->players)
            player[side] = rest % o->players;
        if (fits(o, player) && found++ == order)
            return found;
    }
    return found;
}

int contest_orders(const ContestOptions *o)
{
    int player[MAX_PLAYERS] = {0};
    return count_through(o, -1, player);
}

void contest_order(const ContestOptions *o, int order, int player_of_side[MAX_PLAYERS])
{
    count_through(o, order, player_of_side);
}
