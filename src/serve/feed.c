/* See feed.h. Names come from people, so everything is escaped. */
#include "serve/feed.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

bool feed_key(const char *path, char out[HOUSE_TOKEN])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    if (strncmp(path, "/feed/", 6) != 0)
        return false;
    size_t n = strspn(path + 6, letters);
    if (n != HOUSE_TOKEN - 1 || strcmp(path + 6 + n, ".atom") != 0)
        return false;
    memcpy(out, path + 6, n);
    out[n] = '\0';
    return true;
}

static void add_escaped(Buffer *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': buffer_add(out, "&amp;"); break;
        case '<': buffer_add(out, "&lt;"); break;
        case '>': buffer_add(out, "&gt;"); break;
        case '"': buffer_add(out, "&quot;"); break;
        default: buffer_add_char(out, *text);
        }
}

static void add_time(Buffer *out, int64_t ms)
{
    char text[40];
    time_t at = (time_t)(ms / 1000);
    struct tm tm;
    gmtime_r(&at, &tm);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
    buffer_format(out, "<updated>%s</updated>", text);
}

/* "Ann – Bob"; guests and levels are shown by their numbers. */
static void add_players(Buffer *out, Lang lang, const char *names)
{
    bool first = true;
    for (const char *end; (end = strchr(names, '\n')); names = end + 1, first = false) {
        char name[STORE_TEXT], shown[STORE_TEXT + 32];
        snprintf(name, sizeof name, "%.*s", (int)(end - names), names);
        if (name[0] == '~')
            lang_format(lang, shown, sizeof shown, T("Guest {0}"), 1, name + 1);
        else if (strncmp(name, "level:", 6) == 0)
            lang_format(lang, shown, sizeof shown, T("Level {0}"), 1, name + 6);
        else
            snprintf(shown, sizeof shown, "%s", name);
        buffer_add(out, first ? "" : " – ");
        add_escaped(out, shown);
    }
}

static void add_entry(Buffer *out, const HouseFeed *f, Lang lang)
{
    char sentence[400], number[16];
    snprintf(number, sizeof number, "%d", f->moves);
    if (f->over)
        lang_format(lang, sentence, sizeof sentence, T("The game is over after {0} moves."), 1, number);
    else if (f->moves == 0)
        lang_format(lang, sentence, sizeof sentence, T("It is your turn: the game begins."), 0);
    else
        lang_format(lang, sentence, sizeof sentence, T("It is your turn. The last move was {0}."), 1, f->last);
    buffer_format(out, "<entry><id>urn:colonnade:%s:%lu</id><title>", f->round, (unsigned long)f->number);
    add_escaped(out, f->game->title);
    buffer_add(out, ": ");
    add_escaped(out, sentence);
    buffer_add(out, "</title>");
    add_time(out, f->at);
    buffer_format(out, "<link href=\"/#watch=%s\"/></entry>", f->round);
}

bool feed_write(House *h, const char *key, Lang lang, Buffer *out)
{
    HouseFeed f;
    if (!house_feed(h, key, &f))
        return false;
    buffer_format(
        out,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"%s\">"
        "<id>urn:colonnade:%s:%c</id><title>",
        lang_code(lang), f.round, game_seat_letter(f.seat));
    add_escaped(out, f.game->title);
    buffer_add(out, ": ");
    add_players(out, lang, f.players);
    buffer_add(out, "</title>");
    add_time(out, f.at);
    buffer_add(out, "<author><name>Colonnade</name></author>");
    if (f.over || f.turn)
        add_entry(out, &f, lang);
    buffer_add(out, "</feed>\n");
    return !out->failed;
}
