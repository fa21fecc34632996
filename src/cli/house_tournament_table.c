/* See house_tournament.h. */
#include "cli/house_tournament.h"

#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

enum { CELL = 20, NAME_COLUMNS = 24 };

static const char *const states[] = {"entering", "playing", "over"};

/* "+3w": won against number 3 from the first seat; "=" a draw, "-" a loss, "." under way; in brackets if it was not
 * played. "bye", or "" if there is nothing. */
static void write_cell(const Arranged *a, int player, int round, char out[CELL])
{
    const Tournament *t = &a->tournament;
    out[0] = '\0';
    if (t->kind == TOURNAMENT_SWISS && round < t->player[player].from)
        snprintf(out, CELL, "1/2");
    for (int i = 0; i < t->games; i++) {
        const TournamentGame *g = &t->game[i];
        if (g->round != round || (g->first != player && g->second != player))
            continue;
        int seat = g->second == player, other = seat ? g->first : g->second;
        int worth = tournament_worth(g->result, seat);
        if (g->result == TOURNAMENT_BYE)
            snprintf(out, CELL, "bye");
        else if (g->result >= TOURNAMENT_FIRST_UNPLAYED)
            snprintf(out, CELL, "(%c%d)", worth ? '+' : '-', other + 1);
        else
            snprintf(out, CELL, "%c%d%c", g->result == TOURNAMENT_OPEN ? '.' : "-=+"[worth], other + 1,
                     game_seat_letter(seat));
    }
}

/* The text, padded with blanks to that many columns. */
static void print_padded(const char *text, int columns)
{
    fputs(text, stdout);
    for (int n = (int)utf8_count(text, strlen(text)); n < columns; n++)
        putchar(' ');
}

void tournament_table(Lang lang, const Arranged *a)
{
    TournamentStanding s[TOURNAMENT_PLAYERS];
    int count = tournament_standings(&a->tournament, s);
    bool swiss = a->options.kind == TOURNAMENT_SWISS;
    printf("%s · %s · %s · %s · %d/%d\n\n", a->stored.name, a->stored.label, arrange_kinds[a->options.kind],
           states[a->stored.state], a->stored.paired, a->stored.rounds);
    printf("%4s %4s  ", "", "#");
    print_padded(lang_text(lang, T("Name")), NAME_COLUMNS);
    printf(" %5s", lang_text(lang, T("Pts")));
    if (swiss)
        printf(" %6s", "Buchh.");
    printf(" %6s ", "S-B");
    for (int round = 1; round <= a->stored.paired; round++)
        printf(" %-6d", round);
    putchar('\n');
    for (int i = 0; i < count; i++) {
        const char *name = a->person[s[i].player].name;
        bool gone = a->tournament.player[s[i].player].until != TOURNAMENT_STAYS;
        char shown[HOUSE_NAME + 8];
        snprintf(shown, sizeof shown, "%s%s", name[0] ? name : "?", gone ? " (-)" : "");
        printf("%3d. %4d  ", s[i].rank, s[i].player + 1);
        print_padded(shown, NAME_COLUMNS);
        printf(" %5.1f", s[i].points / 2.0);
        if (swiss)
            printf(" %6.1f", s[i].buchholz / 2.0);
        printf(" %6.2f ", s[i].berger / 4.0);
        for (int round = 1; round <= a->stored.paired; round++) {
            char cell[CELL];
            write_cell(a, s[i].player, round, cell);
            printf(" %-6s", cell);
        }
        putchar('\n');
    }
}
