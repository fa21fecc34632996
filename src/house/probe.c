/* Exact values for visitors, where the house has tables.
 *
 * A lookup takes microseconds of the house's own thread once the file is in memory. If it is not, a lookup that
 * takes too long is given up; when it is asked for again, the file is in memory. Answers are remembered, and the
 * questions of one address are limited. */
#include "house/house_private.h"

#include "core/clock.h"
#include "core/memory.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

enum {
    PROBE_AT_ONCE = 60,         /* questions from one address at once … */
    PROBE_MS = 200,             /* … and then one per this many ms */
    PROBE_ANSWERS = 1024,       /* remembered */
    PROBE_TABLES = 32,
};
static const double longest = 0.02;     /* seconds for one question */

typedef struct ProbeAnswer {
    const Game *game;           /* NULL: none */
    Position position;
    char *text;
} ProbeAnswer;

struct Probes {
    const Game *game[PROBE_TABLES];
    Oracle oracle[PROBE_TABLES];
    int count;
    ProbeAnswer answer[PROBE_ANSWERS];
};

Probes *probes_open(HouseOracle *oracle, const char *folder)
{
    Probes *p = oracle ? memory_resize(NULL, sizeof *p) : NULL;
    if (!p)
        return NULL;
    memset(p, 0, sizeof *p);
    for (size_t i = 0; i < registry_count() && p->count < PROBE_TABLES; i++)
        if (oracle(registry_game(i), folder, &p->oracle[p->count]))
            p->game[p->count++] = registry_game(i);
    return p;
}

void probes_close(Probes *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->count; i++)
        p->oracle[i].close(p->oracle[i].context);
    for (int i = 0; i < PROBE_ANSWERS; i++)
        memory_free(p->answer[i].text);
    memory_free(p);
}

void probes_list(const Probes *p, Json *j)
{
    json_open_array(j, "tables");
    for (int i = 0; p && i < p->count; i++)
        json_text(j, NULL, p->game[i]->id);
    json_close_array(j);
}

const Oracle *probes_oracle(const Probes *p, const Game *g)
{
    for (int i = 0; p && i < p->count; i++)
        if (p->game[i] == g)
            return &p->oracle[i];
    return NULL;
}

static bool may_probe(House *h, uint64_t origin)
{
    int64_t now = house_now(h);
    Caller *c = house_caller(h, origin);
    int64_t earned = (now - c->probed) / PROBE_MS;
    if (h->unlimited)
        return true;
    c->probed += earned * PROBE_MS;
    c->probes = earned > c->probes ? 0 : c->probes - (int)earned;
    return c->probes < PROBE_AT_ONCE && ++c->probes;
}

static void add_value(Buffer *out, Value v)
{
    char text[VALUE_TEXT];
    value_text(v, text);
    buffer_add(out, text);
    buffer_add_char(out, '\n');
}

/* Whether everything was found in time. */
static bool look_up(const Oracle *o, const Game *g, const Position *p, Buffer *out)
{
    MoveList list = {0};
    Value v;
    const double end = clock_now() + longest;
    bool ok = o->ask(o->context, p, (Effort){0}, true, &v) && movelist_fill(&list, g, p);
    if (ok)
        add_value(out, v);
    for (size_t i = 0; ok && i < list.count; i++) {
        Position next;
        char move[MOVE_TEXT];
        g->play(p, list.move[i], &next);
        ok = o->ask(o->context, &next, (Effort){0}, true, &v) && clock_now() < end;
        if (!ok)
            break;
        g->write_move(p, list.move[i], move);
        buffer_format(out, "%s ", move);
        add_value(out, value_of_move(v));
    }
    movelist_free(&list);
    return ok && !out->failed;
}

const char *house_probe(House *h, uint64_t origin, const char *game, const char *position, Buffer *out)
{
    Position p;
    const Game *g = game ? registry_find(game) : NULL;
    int i = 0;
    if (!g)
        return "no-such-game";
    while (h->probes && i < h->probes->count && h->probes->game[i] != g)
        i++;
    if (!h->probes || i == h->probes->count)
        return "no-table";
    if (!position || strlen(position) >= POSITION_TEXT || !g->read_position(position, &p, NULL) || g->outcome(&p).over)
        return "bad-position";
    if (!may_probe(h, origin))
        return "too-many-probes";
    ProbeAnswer *a = &h->probes->answer[position_hash(g, &p) % PROBE_ANSWERS];
    if (a->game == g && position_equal(&a->position, &p)) {
        buffer_add(out, a->text);
        return out->failed ? "trouble" : NULL;
    }
    if (!look_up(&h->probes->oracle[i], g, &p, out))
        return "trouble";
    char *text = memory_resize(NULL, out->length + 1);
    if (text) {
        memcpy(text, buffer_text(out), out->length + 1);
        memory_free(a->text);
        *a = (ProbeAnswer){g, p, text};
    }
    return NULL;
}

/* While people play somebody else, they look nothing up. */
bool probes_plays_somebody(const Visitor *v)
{
    for (const Member *m = v->member; m; m = m->next_of_visitor) {
        int people = 0;
        if (!m->seats || round_phase(m->in->round) != ROUND_PLAYING)
            continue;
        for (int seat = 0; seat < round_game(m->in->round)->players; seat++)
            people += round_seat(m->in->round, seat)->kind == ROUND_PERSON && !(m->seats >> seat & 1);
        if (people)
            return true;
    }
    return false;
}

void request_probe(Request *q)
{
    Buffer text = {0};
    const char *why =
        probes_plays_somebody(q->visitor)
            ? "not-allowed"
            : house_probe(q->house, q->visitor->origin, request_text(q, "game"), request_text(q, "position"), &text);
    if (why) {
        request_refuse(q, why);
        buffer_free(&text);
        return;
    }
    char *line = text.text, *end = strchr(line, '\n');
    Say s = say_begin("probe");
    s.json.out = &s.text;
    say_re(&s, q->re);
    json_text(&s.json, "game", request_text(q, "game"));
    *end = '\0';
    json_text(&s.json, "value", line);
    json_open_array(&s.json, "moves");
    for (line = end + 1; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        json_text(&s.json, NULL, line);
    }
    json_close_array(&s.json);
    say_send(q->house, q->visitor, &s);
    buffer_free(&text);
}
