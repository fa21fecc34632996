/* See house_replay.h. */
#include "cli/house_replay.h"

#include "core/record.h"
#include "games/registry.h"

#include <time.h>

static bool take_event(void *context, const StoreEvent *s)
{
    HouseReplay *r = context;
    RoundEvent e;
    if (r->lines)
        buffer_format(r->lines, "%s\n", s->line);
    if (s->number == 1)
        r->made = s->at;
    r->events++;
    if (!round_event_read(s->line, registry_find, &e) || e.number != s->number ||
        (r->round ? !round_take(r->round, &e, NULL) : !(r->round = round_from(&e))))
        r->bad = s->number;
    return r->bad == 0;
}

bool house_replay(Store *s, const char *round, HouseReplay *r, Message *error)
{
    return store_read(s, round, 1, take_event, r, error);
}

bool house_replay_record(HouseReplay *r, Buffer *out, Message *error)
{
    Tree *t = round_tree(r->round);
    char date[16];
    time_t at = (time_t)(r->made / 1000);
    struct tm tm;
    gmtime_r(&at, &tm);
    strftime(date, sizeof date, "%Y.%m.%d", &tm);
    tree_set_tag(t, "Date", date, NULL);
    for (int seat = 0; seat < round_game(r->round)->players; seat++)
        tree_set_tag(t, tree_seat_tag(seat), round_seat(r->round, seat)->name, NULL);
    return record_write(t, out, error);
}
