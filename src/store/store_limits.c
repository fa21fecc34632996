/* What a write may contain: the limits of store.h and accounts.h. */
#include "store/backend.h"

#include "core/utf8.h"

#include <string.h>

static bool text_fits(const char *text, size_t room)
{
    size_t length = text ? strnlen(text, room) : 0;
    return length < room && (!text || utf8_valid(text, length, NULL));
}

static bool line_fits(const char *line) { return line && text_fits(line, STORE_LINE + 1) && !strpbrk(line, "\n\r"); }

static bool acts_fit(const StoreWrite *w)
{
    if (w->act_count > STORE_ACTS)
        return false;
    for (size_t i = 0; i < w->act_count; i++) {
        const StoreAct *a = &w->acts[i];
        if (!text_fits(a->text, STORE_TEXT) || !text_fits(a->key, STORE_TEXT) || !text_fits(a->secret, STORE_TEXT) ||
            !text_fits(a->round, STORE_ROUND))
            return false;
    }
    return true;
}

bool store_acceptable(const StoreWrite *w)
{
    if (!text_fits(w->note.key, STORE_TEXT) || !text_fits(w->note.value, STORE_TEXT) ||
        (w->note.key && !w->note.value) || !acts_fit(w))
        return false;
    if (!w->round)
        return (w->note.key || w->act_count) && w->count == 0 && w->seat_count == 0 && w->change_count == 0 &&
               w->forget_count == 0 && !w->card;
    if (w->card && (!text_fits(w->card->label, STORE_TEXT) || !text_fits(w->card->players, STORE_TEXT) ||
                    !text_fits(w->card->result, STORE_TEXT)))
        return false;
    if (!*w->round || !text_fits(w->round, STORE_ROUND) || w->first == 0 || w->count > STORE_EVENTS ||
        w->seat_count > STORE_SEATS || w->forget_count > STORE_SEATS ||
        (!w->card && (w->first == 1 || w->count + w->change_count == 0)) ||
        (w->first == 1 && (w->count == 0 || w->change_count)) || w->change_count > STORE_EVENTS)
        return false;
    for (size_t i = 0; i < w->change_count; i++)
        if (!line_fits(w->changes[i].line) || w->changes[i].number == 0 || w->changes[i].number >= w->first)
            return false;
    for (size_t i = 0; i < w->count; i++)
        if (!line_fits(w->events[i].line) || !text_fits(w->events[i].tag, STORE_TAG) ||
            (w->events[i].tag && strpbrk(w->events[i].tag, "\n\r")))
            return false;
    return true;
}
