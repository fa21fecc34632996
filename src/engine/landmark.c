/* See landmark.h. */
#include "engine/landmark.h"

#include "core/knowledge.h"

#include <string.h>

const char *landmark_word(LandmarkKind k)
{
    static const char *const word[] = {
        [LANDMARK_LONGEST] = "longest",   [LANDMARK_HARDEST] = "hardest", [LANDMARK_ONLY_DRAW] = "only-draw",
        [LANDMARK_ONLY_WIN] = "only-win", [LANDMARK_MISTAKE] = "mistake", [LANDMARK_PHASE] = "phase",
        [LANDMARK_GAMES] = "games",
    };
    return word[k];
}

size_t landmark_list(const Game *g, const Landmark **first)
{
    size_t count = 0;
    *first = NULL;
    for (size_t i = 0; i < landmark_table_count; i++) {
        if (strcmp(landmark_table[i].game, g->id) != 0)
            continue;
        if (!*first)
            *first = &landmark_table[i];
        count++;
    }
    return count > 0 && knowledge_part_ready("landmarks", g->id) ? count : 0;
}

bool landmark_read(const Game *g, const Landmark *l, Position *p, Move *m)
{
    Message error;
    *m = 0;
    if (!landmark_is_place(l) || !g->read_position(l->position, p, &error))
        return false;
    return !*l->move || g->read_move(p, l->move, m, &error);
}

static void play_canonically(const Game *g, const Position *p, Move m, Position *out)
{
    Position next;
    g->play(p, m, &next);
    position_canonical(g, &next, out, NULL);
}

const Landmark *landmark_mistake(const Game *g, const Position *p, Move m)
{
    const Landmark *list;
    size_t count = landmark_list(g, &list);
    Position asked, asked_after;
    if (count == 0)
        return NULL;
    position_canonical(g, p, &asked, NULL);
    play_canonically(g, p, m, &asked_after);
    for (size_t i = 0; i < count; i++) {
        Position place, other;
        Move mistake;
        if (list[i].kind != LANDMARK_MISTAKE || !landmark_read(g, &list[i], &place, &mistake))
            continue;
        position_canonical(g, &place, &other, NULL);
        if (!position_equal(&asked, &other))
            continue;
        play_canonically(g, &place, mistake, &other);
        if (position_equal(&asked_after, &other))
            return &list[i];
    }
    return NULL;
}
