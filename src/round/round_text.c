/* Events, clocks and refusals as text: see round.h.
 *
 * One letter per field in `fields` says what follows the word of an event. A line that is read is written again and
 * compared, so that there is only one way to write an event. */
#include "core/utf8.h"
#include "round/round_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* g game, c clock, f free or fair, l lag, a amount, n node, s seat, k kind of seat, L level, o offer, y yes or no, r
 * reason, w winner, x text up to the end of the line, which may be empty. */
static const struct {
    const char *word, *fields;
} events[ROUND_EVENT_TYPES] = {
    [ROUND_STARTED] = {"started", "gcflaLx"},
    [ROUND_SAT] = {"sat", "skLx"},
    [ROUND_STOOD] = {"stood", "s"},
    [ROUND_BEGAN] = {"began", ""},
    [ROUND_MOVED] = {"moved", "snax"},
    [ROUND_TRIED] = {"tried", "nx"},
    [ROUND_OFFERED] = {"offered", "so"},
    [ROUND_ANSWERED] = {"answered", "soy"},
    [ROUND_WITHDREW] = {"withdrew", "so"},
    [ROUND_TAKEN_BACK] = {"taken-back", "n"},
    [ROUND_FLAGGED] = {"flagged", "s"},
    [ROUND_RESIGNED] = {"resigned", "s"},
    [ROUND_LEFT] = {"left", "srL"},
    [ROUND_ENDED] = {"ended", "wrs"},
    [ROUND_ABORTED] = {"aborted", "s"},
    [ROUND_REOPENED] = {"reopened", ""},
    [ROUND_WENT] = {"went", "s"},
    [ROUND_CAME_BACK] = {"came-back", "s"},
    [ROUND_PAUSED] = {"paused", ""},
    [ROUND_RESUMED] = {"resumed", ""},
    [ROUND_RESTARTED] = {"restarted", "a"},
    [ROUND_CLOCK_SET] = {"clock", "c"},
    [ROUND_TIME_SET] = {"time", "sa"},
    [ROUND_REMATCH_AGREED] = {"rematch", ""},
};
static const char *const offers[ROUND_OFFERS] = {"draw", "take-back", "rematch", "give-up"};
static const char *const kinds[ROUND_SEAT_KINDS] = {"empty", "person", "level", "engine", "remote"};

const char *round_event_word(RoundEventType type) { return events[type].word; }
const char *round_offer_word(RoundOffer offer) { return offers[offer]; }
const char *round_kind_word(RoundSeatKind kind) { return kinds[kind]; }

static int find_word(const char *word, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, list[i]) == 0)
            return i;
    return -1;
}

/* --- clocks --- */

size_t round_clock_write(RoundClock c, char out[64])
{
    int n = 0;
    switch (c.kind) {
    case ROUND_SUDDEN: n = snprintf(out, 64, "sudden:%" PRId64, c.base); break;
    case ROUND_INCREMENT: n = snprintf(out, 64, "increment:%" PRId64 "+%" PRId64, c.base, c.step); break;
    case ROUND_PER_MOVE: n = snprintf(out, 64, "move:%" PRId64, c.base); break;
    default: n = snprintf(out, 64, "none"); break;
    }
    return (size_t)n;
}

/* Reads the number at *text, and moves *text past it; false: there is none, or it has too many digits. */
static bool read_ms(const char **text, int64_t *out)
{
    size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 15)
        return false;
    *out = strtoll(*text, NULL, 10);
    *text += digits;
    return true;
}

bool round_clock_read(const char *text, RoundClock *out)
{
    static const char *const word[ROUND_CLOCK_KINDS] = {"none", "sudden:", "increment:", "move:"};
    RoundClock c = {0};
    for (int kind = 0; kind < ROUND_CLOCK_KINDS; kind++) {
        const char *at = text + strlen(word[kind]);
        if (strncmp(text, word[kind], strlen(word[kind])) != 0)
            continue;
        c.kind = (RoundClockKind)kind;
        if (kind != ROUND_UNTIMED && !read_ms(&at, &c.base))
            return false;
        if (kind == ROUND_INCREMENT && (*at++ != '+' || !read_ms(&at, &c.step)))
            return false;
        *out = c;
        return *at == '\0' && round_good_clock(c);
    }
    return false;
}

/* --- writing --- */

static void add(char out[ROUND_LINE], const char *text)
{
    size_t used = strlen(out);
    snprintf(out + used, ROUND_LINE - used, " %s", text);
}

static void add_number(char out[ROUND_LINE], int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, number);
    add(out, text);
}

static bool is_own(int reason) { return reason >= REASON_OWN && reason < REASON_OWN + MAX_REASONS; }

static void one_word(const char *text, char out[ROUND_REASON])
{
    snprintf(out, ROUND_REASON, "%s", text);
    for (char *c = out; *c; c++)
        if (*c == ' ')
            *c = '-';
}

void round_own_reason(const Game *g, int reason, char out[ROUND_REASON])
{
    one_word(is_own(reason) ? game_reason(g, (Reason)reason) : "", out);
}

static void seat_word(int seat, char out[2])
{
    out[0] = seat < 0 ? '-' : game_seat_letter(seat);
    out[1] = '\0';
}

static void write_field(const RoundEvent *e, char field, char out[ROUND_LINE])
{
    char word[64];
    switch (field) {
    case 'g': add(out, e->game->id); return;
    case 'c': round_clock_write(e->clock, word); break;
    case 'f': add(out, e->free ? "free" : "fair"); return;
    case 'l': add_number(out, e->lag); return;
    case 'a': add_number(out, e->amount); return;
    case 'n': add_number(out, e->node); return;
    case 'L': add_number(out, e->level); return;
    case 's': seat_word(e->seat, word); break;
    case 'k': add(out, kinds[e->kind]); return;
    case 'o': add(out, offers[e->offer]); return;
    case 'y': add(out, e->yes ? "yes" : "no"); return;
    case 'r': one_word(is_own(e->reason) ? e->own : e->reason ? reason_text((Reason)e->reason) : "none", word); break;
    case 'w':
        if (e->winner == DRAW)
            snprintf(word, sizeof word, "draw");
        else
            seat_word(e->winner, word);
        break;
    default:
        if (e->text[0])
            add(out, e->text);
        return;
    }
    add(out, word);
}

size_t round_event_write(const RoundEvent *e, char out[ROUND_LINE])
{
    snprintf(out, ROUND_LINE, "%" PRIu32 " %" PRId64 " %s", e->number, e->at, events[e->type].word);
    for (const char *field = events[e->type].fields; *field; field++)
        write_field(e, *field, out);
    return strlen(out);
}

/* --- reading --- */

/* A word that not every game has is the game's own: a line is read without knowing the game. */
static bool read_reason(const char *word, RoundEvent *e)
{
    e->reason = REASON_NONE;
    if (strcmp(word, "none") == 0)
        return true;
    for (int reason = REASON_REPETITION; reason < REASON_COUNT; reason++) {
        char text[ROUND_REASON];
        one_word(reason_text((Reason)reason), text);
        e->reason = (uint8_t)reason;
        if (strcmp(word, text) == 0)
            return true;
    }
    e->reason = REASON_OWN;
    size_t length = strlen(word);
    if (length == 0 || length >= sizeof e->own)
        return false;
    memcpy(e->own, word, length + 1);
    return true;
}

static bool read_seat(const char *word, int8_t *out)
{
    *out = -1;
    if (strcmp(word, "-") == 0)
        return true;
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (word[0] == game_seat_letter(seat) && word[1] == '\0')
            *out = (int8_t)seat;
    return *out >= 0;
}

static bool read_int(const char *word, int64_t most, int64_t *out)
{
    return read_ms(&word, out) && *word == '\0' && *out <= most;
}

static bool read_index(const char *word, const char *const *list, int count, uint8_t *out)
{
    int found = find_word(word, list, count);
    *out = (uint8_t)found;
    return found >= 0;
}

static bool read_field(RoundEvent *e, char field, const char *word, RecordFind *find)
{
    int64_t n = 0;
    bool ok;
    switch (field) {
    case 'g': return (e->game = find(word)) != NULL;
    case 'c': return round_clock_read(word, &e->clock);
    case 'f': e->free = strcmp(word, "free") == 0; return e->free || strcmp(word, "fair") == 0;
    case 'l': return read_int(word, ROUND_LONGEST, &e->lag);
    case 'a': return read_int(word, 2 * ROUND_LONGEST, &e->amount);
    case 'n':
        ok = read_int(word, TREE_MAX_NODES, &n);
        e->node = (int32_t)n;
        return ok;
    case 'L':
        ok = read_int(word, LEVEL_MAX, &n);
        e->level = (int16_t)n;
        return ok;
    case 's': return read_seat(word, &e->seat);
    case 'k': return read_index(word, kinds, ROUND_SEAT_KINDS, &e->kind);
    case 'o': return read_index(word, offers, ROUND_OFFERS, &e->offer);
    case 'y': e->yes = strcmp(word, "yes") == 0; return e->yes || strcmp(word, "no") == 0;
    case 'r': return read_reason(word, e);
    default:
        if (strcmp(word, "draw") != 0)
            return read_seat(word, &e->winner) && e->winner >= 0;
        e->winner = DRAW;
        return true;
    }
}

/* Cuts the next word off *rest. */
static char *next_word(char **rest)
{
    char *word = *rest, *blank = strchr(word, ' ');
    if (blank)
        *blank = '\0';
    *rest = blank ? blank + 1 : word + strlen(word);
    return word;
}

static bool read_head(char **rest, RoundEvent *e)
{
    int64_t number = 0;
    const char *time = NULL;
    int type = 0;
    if (!read_int(next_word(rest), UINT32_MAX, &number))
        return false;
    time = next_word(rest);
    bool before = *time == '-';    /* the times of a round may count from any moment */
    time += before;
    if (!read_ms(&time, &e->at) || *time)
        return false;
    e->at = before ? -e->at : e->at;
    e->number = (uint32_t)number;
    const char *word = next_word(rest);
    while (type < ROUND_EVENT_TYPES && strcmp(word, events[type].word) != 0)
        type++;
    e->type = (uint8_t)type;
    return type < ROUND_EVENT_TYPES;
}

bool round_event_read(const char *line, RecordFind *find, RoundEvent *out)
{
    char copy[ROUND_LINE], again[ROUND_LINE], *rest = copy;
    size_t length = strlen(line);
    *out = (RoundEvent){.seat = -1};
    if (length >= sizeof copy || !utf8_valid(line, length, NULL))
        return false;
    for (size_t at = 0; at < length;) {
        uint32_t c;
        if (!utf8_next(line, length, &at, &c) || utf8_control(c))
            return false;
    }
    memcpy(copy, line, length + 1);
    if (!read_head(&rest, out))
        return false;
    for (const char *field = events[out->type].fields; *field; field++) {
        if (*field == 'x' && strlen(rest) >= sizeof out->text)
            return false;
        if (*field == 'x')
            memcpy(out->text, rest, strlen(rest) + 1);
        else if (!read_field(out, *field, next_word(&rest), find))
            return false;
    }
    round_event_write(out, again);
    return strcmp(again, line) == 0;
}

/* --- refusals --- */

const char *round_refusal_text(RoundRefusalCode code)
{
    static const char *const text[ROUND_REFUSALS] = {
        [ROUND_DONE] = "",
        [ROUND_IS_OVER] = T("the game is over"),
        [ROUND_IS_NOT_OVER] = T("the game is not over"),
        [ROUND_HAS_NOT_BEGUN] = T("the game has not begun: a seat is still free"),
        [ROUND_HAS_BEGUN] = T("the game has begun"),
        [ROUND_NO_SUCH_SEAT] = T("there is no such seat"),
        [ROUND_SEAT_IS_TAKEN] = T("somebody sits there already"),
        [ROUND_SEAT_IS_EMPTY] = T("nobody sits there"),
        [ROUND_SEAT_WAS_LEFT] = T("this player has left the game; a level plays on"),
        [ROUND_NOT_YOUR_TURN] = T("it is not your turn"),
        [ROUND_STALE] = T("the game has moved on: look at the board again"),
        [ROUND_ILLEGAL] = T("that is not a legal move"),
        [ROUND_LATE] = T("the time ran out first"),
        [ROUND_NO_OFFER] = T("nobody has offered that"),
        [ROUND_ALREADY_OFFERED] = T("that has been offered already"),
        [ROUND_TOO_SOON] = T("that was refused a moment ago: play on first"),
        [ROUND_NOTHING_TO_TAKE_BACK] = T("there is no move to take back"),
        [ROUND_NOBODY_IS_GONE] = T("no opponent has been away long enough"),
        [ROUND_NOT_ALLOWED] = T("that is not possible in this game"),
        [ROUND_BAD_VALUE] = T("there is no such thing"),
        [ROUND_NO_MEMORY] = T("there is not enough memory"),
        [ROUND_DAMAGED] = T("this cannot have happened next"),
    };
    return text[code];
}

const char *round_refusal_word(RoundRefusalCode code)
{
    static const char *const word[ROUND_REFUSALS] = {
        [ROUND_DONE] = "",
        [ROUND_IS_OVER] = "over",
        [ROUND_IS_NOT_OVER] = "not-over",
        [ROUND_HAS_NOT_BEGUN] = "not-begun",
        [ROUND_HAS_BEGUN] = "begun",
        [ROUND_NO_SUCH_SEAT] = "no-such-seat",
        [ROUND_SEAT_IS_TAKEN] = "seat-taken",
        [ROUND_SEAT_IS_EMPTY] = "seat-empty",
        [ROUND_SEAT_WAS_LEFT] = "seat-left",
        [ROUND_NOT_YOUR_TURN] = "not-your-turn",
        [ROUND_STALE] = "stale",
        [ROUND_ILLEGAL] = "illegal",
        [ROUND_LATE] = "late",
        [ROUND_NO_OFFER] = "no-offer",
        [ROUND_ALREADY_OFFERED] = "already-offered",
        [ROUND_TOO_SOON] = "too-soon",
        [ROUND_NOTHING_TO_TAKE_BACK] = "nothing-to-take-back",
        [ROUND_NOBODY_IS_GONE] = "nobody-gone",
        [ROUND_NOT_ALLOWED] = "not-allowed",
        [ROUND_BAD_VALUE] = "bad-value",
        [ROUND_NO_MEMORY] = "no-memory",
        [ROUND_DAMAGED] = "damaged",
    };
    return word[code];
}
