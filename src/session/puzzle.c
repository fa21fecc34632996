/* See puzzle.h. */
#include "session/puzzle.h"

#include "core/knowledge.h"
#include "draw/scene.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

int puzzle_count(const char *game)
{
    int count = 0;
    for (size_t i = 0; i < puzzle_table_count; i++)
        count += strcmp(puzzle_table[i].game, game) == 0;
    return count;
}

const Puzzle *puzzle_at(const char *game, int number)
{
    for (size_t i = 0; i < puzzle_table_count; i++)
        if (strcmp(puzzle_table[i].game, game) == 0 && --number == 0)
            return knowledge_part_ready("puzzles", game) ? &puzzle_table[i] : NULL;
    return NULL;
}

int puzzle_grade(const Puzzle *p)
{
    static const int from[PUZZLE_GRADES - 1] = {12, 18, 26, 34};   /* about a fifth of all puzzles each */
    int grade = 1;
    while (grade < PUZZLE_GRADES && p->difficulty >= from[grade - 1])
        grade++;
    return grade;
}

void puzzle_task(Lang lang, const Puzzle *p, char *out, size_t size)
{
    const Game *g = registry_find(p->game);
    char moves[16];
    Message error;
    Position start;
    bool ok = g && g->read_position(p->position, &start, &error);
    snprintf(moves, sizeof moves, "%d", (p->plies + 1) / 2);
    lang_format(lang, out, size, T("{0} moves and wins in {1} moves."), 2,
                lang_text(lang, scene_seat_name(ok ? g->mover(&start) : 0)), moves);
}

const Puzzle *puzzle_of_day(int64_t day, int *number)
{
    int64_t sets = 0, turn = 0;
    for (size_t i = 0; i < registry_count(); i++)
        sets += puzzle_count(registry_game(i)->id) > 0;
    if (sets == 0 || day < 0)
        return NULL;
    for (size_t i = 0; i < registry_count(); i++) {
        const char *game = registry_game(i)->id;
        int count = puzzle_count(game);
        if (count == 0 || turn++ != day % sets)
            continue;
        *number = (int)(day / sets % count) + 1;
        return puzzle_at(game, *number);
    }
    return NULL;
}
