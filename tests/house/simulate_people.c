/* People in a house in a hostile world: see simulate.c. */
#include "simulate.h"

#include "core/memory.h"
#include "games/registry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

/* --- the wire to the house --- */

void post(Person *p, const char *format, ...)
{
    va_list list;
    char text[1024];
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    int copies = chance(25) == 0 ? 2 : 1;
    if (chance(25) == 0) {
        tally.lost++;
        return;
    }
    tally.doubled += copies == 2;
    for (int i = 0; i < copies && p->wires < WIRE; i++) {
        p->wire[p->wires] = strdup(text);
        p->arrives[p->wires++] = world.now + 1 + chance(chance(10) == 0 ? 4000 : 120);
    }
}

void deliver(Person *p)
{
    for (int i = 0; i < p->wires;) {
        if (p->arrives[i] > world.now) {
            i++;
            continue;
        }
        char *text = p->wire[i];
        p->wires--;
        memmove(&p->wire[i], &p->wire[i + 1], (size_t)(p->wires - i) * sizeof *p->wire);
        memmove(&p->arrives[i], &p->arrives[i + 1], (size_t)(p->wires - i) * sizeof *p->arrives);
        if (p->connected)
            line_send(&world, &p->line, text);
        free(text);
    }
}

void drop_line(Person *p)
{
    if (!p->connected)
        return;
    line_close(&world, &p->line);
    line_free(&p->line);
    p->connected = false;
    p->back = world.now + 100 + chance(chance(20) == 0 ? 400000 : 8000);
    while (p->wires)
        free(p->wire[--p->wires]);
    for (int i = 0; i < PLACES; i++)
        p->view[i].entered = false;
    p->asked = 0;
    tally.breaks++;
}

/* --- views --- */

void view_clear(View *v)
{
    round_free(v->round);
    buffer_free(&v->lines);
    *v = (View){0};
}

static View *view_of(Person *p, const char *id)
{
    for (int i = 0; i < PLACES; i++)
        if (p->view[i].id[0] && strcmp(p->view[i].id, id) == 0)
            return &p->view[i];
    return NULL;
}

View *free_view(Person *p)
{
    for (int i = 0; i < PLACES; i++)
        if (!p->view[i].id[0] && !p->view[i].token[0])
            return &p->view[i];
    return NULL;
}

static void take_line(View *v, const char *line)
{
    RoundEvent e;
    uint32_t known = v->round ? round_events(v->round) : 0;
    if (!round_event_read(line, registry_find, &e)) {
        complain("%s: not an event: %s", v->id, line);
        return;
    }
    if (e.number <= known)
        return;                 /* heard before */
    if (e.number > known + 1) {
        v->entered = false;     /* something was lost on the way: come in again */
        return;
    }
    if (v->round ? !round_take(v->round, &e, NULL) : !(v->round = round_from(&e)))
        complain("%s: cannot have happened: %s", v->id, line);
    else
        buffer_format(&v->lines, "%s\n", line);
}

static void take_events(View *v, const json_t *message)
{
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(message, "events"), i, line) take_line(v, json_string_value(line));
}

static const char *field(const json_t *message, const char *name)
{
    const char *text = json_string_value(json_object_get(message, name));
    return text ? text : "";
}

static void end_action(View *v) { v->nonce[0] = '\0'; }

static void take_done(View *v, const json_t *message)
{
    uint32_t number = (uint32_t)json_integer_value(json_object_get(message, "number"));
    for (int i = 0; i < v->acks; i++)
        if (strcmp(v->ack[i].nonce, field(message, "nonce")) == 0 && v->ack[i].number != number)
            complain("%s: %s acknowledged as %u and as %u", v->id, v->ack[i].nonce, v->ack[i].number, number);
    if (strcmp(v->nonce, field(message, "nonce")) != 0)
        return;
    if (v->acks < ACKS) {
        snprintf(v->ack[v->acks].nonce, sizeof v->ack->nonce, "%s", v->nonce);
        v->ack[v->acks++].number = number;
    }
    tally.acks++;
    end_action(v);
}

static void take_opened(Person *p, const json_t *message)
{
    View *mine = free_view(p);
    size_t i;
    json_t *seat;
    if (!p->asked || !mine)
        return;                 /* a doubled request opened two rounds */
    p->asked = 0;
    snprintf(mine->id, sizeof mine->id, "%s", field(message, "round"));
    tally.rounds++;
    json_array_foreach(json_object_get(message, "seats"), i, seat)
    {
        const char *token = field(seat, "token");
        if (strcmp(field(seat, "kind"), "me") == 0)
            snprintf(mine->token, sizeof mine->token, "%s", token);
        /* The link goes to anybody who has room for it; if they lose it, the others cannot play. */
        for (int k = 0; strcmp(field(seat, "kind"), "link") == 0 && k < 3 * PEOPLE; k++) {
            Person *friend = &person[chance(PEOPLE)];
            View *v = friend == p || view_of(friend, mine->id) ? NULL : free_view(friend);
            if (v) {
                memcpy(v->id, mine->id, sizeof v->id);
                snprintf(v->token, sizeof v->token, "%s", token);
                v->shared = true;
                break;
            }
        }
    }
}

void hear(Person *p, const char *text)
{
    json_t *m = json_loads(text, 0, NULL);
    if (!m) {
        complain("not JSON: %s", text);
        return;
    }
    const char *is = field(m, "is");
    View *v = view_of(p, field(m, "round"));
    if (v)
        v->heard = world.now;
    if (strcmp(is, "opened") == 0)
        take_opened(p, m);
    else if (v && strcmp(is, "round") == 0) {
        v->entered = true;
        take_events(v, m);
    } else if (v && strcmp(is, "events") == 0)
        take_events(v, m);
    else if (v && strcmp(is, "done") == 0)
        take_done(v, m);
    else if (v && strcmp(is, "stale") == 0) {
        tally.stale++;
        take_events(v, m);
        if (strcmp(v->nonce, field(m, "nonce")) == 0)
            end_action(v);
    } else if (v && strcmp(is, "refused") == 0) {
        tally.refused++;
        if (strcmp(field(m, "why"), "trouble") != 0 && strcmp(v->nonce, field(m, "nonce")) == 0)
            end_action(v);
        if (strcmp(field(m, "why"), "not-entered") == 0)
            v->entered = false;
    } else if (strcmp(is, "trouble") == 0) {
        tally.trouble++;
        p->asked = 0;
    } else if (strcmp(is, "refused") == 0) {
        p->asked = 0;
    }
    json_decref(m);
}

/* --- wishes --- */

void open_round(Person *p)
{
    static const char *const clocks[] = {"none", "none", "sudden:60000", "increment:20000+1000", "move:86400000"};
    const Game *g = registry_game(chance((uint32_t)registry_count()));
    char seats[100] = "";
    int mine = (int)chance((uint32_t)g->players);
    for (int seat = 0; seat < g->players; seat++) {
        size_t n = strlen(seats);
        snprintf(seats + n, sizeof seats - n, "%s\"%s\"", seat ? "," : "",
                 seat == mine     ? "me"
                 : chance(4) == 0 ? "level:1"
                                  : "link");
    }
    p->asked = world.now;
    post(p, "{\"do\":\"open\",\"game\":\"%s\",\"clock\":\"%s\",\"seats\":[%s],\"listed\":%s}", g->id, clocks[chance(5)],
         seats, chance(2) ? "true" : "false");
}

static int seat_of(const View *v)
{
    /* The round's own message says who holds which seat; here whoever's turn it is will do. */
    return v->round && round_phase(v->round) == ROUND_PLAYING ? round_mover(v->round) : -1;
}

static bool choose_move(View *v, char out[160])
{
    enum { MOST = 4096 };
    static Move moves[MOST];
    const Game *g = round_game(v->round);
    const Position *p = &tree_node(round_tree(v->round), round_head(v->round))->position;
    size_t count = g->moves(p, moves, MOST);
    char text[MOVE_TEXT];
    if (count == 0)
        return false;
    g->write_move(p, moves[chance(count < MOST ? (uint32_t)count : MOST)], text);
    snprintf(out, 160, "move %.140s", text);
    return true;
}

/* What this person does next in a round, if anything. It may be wrong: out of turn, or not allowed. */
static bool choose_action(View *v, char out[160])
{
    static const char *const rest[] = {
        "offer draw", "offer take-back", "no draw",       "yes take-back", "no take-back",  "withdraw draw", "claim",
        "abort",      "yes draw",        "offer rematch", "yes rematch",   "move nonsense", "yes give-up",   "stand"};
    if (!v->round || round_phase(v->round) != ROUND_PLAYING)
        return false;
    uint32_t dice = chance(100);
    if (dice < 80 || v->moves > 60) {
        v->moves++;
        /* The game is long enough; partners ask each other first. */
        if (v->moves > 60)
            snprintf(out, 160, "%s", chance(2) ? "resign" : "yes give-up");
        return v->moves > 60 || (seat_of(v) >= 0 && choose_move(v, out));
    }
    if (dice == 99 && chance(4) == 0)
        snprintf(out, 160, "resign");
    else
        snprintf(out, 160, "%s", rest[chance(sizeof rest / sizeof *rest)]);
    return true;
}

static void send_action(Person *p, View *v)
{
    v->sent = world.now;
    post(p, "{\"do\":\"act\",\"round\":\"%s\",\"number\":%u,\"action\":\"%s\",\"nonce\":\"%s\"}", v->id, v->number,
         v->action, v->nonce);
}

void play(Person *p, View *v)
{
    /* Here single messages get lost, unlike on a real connection: after a silence, ask again. */
    if (v->entered && world.now - v->heard > 20000)
        v->entered = false;
    if (!v->entered) {
        if (world.now - v->sent > RETRY_MS || v->sent == 0) {
            v->sent = world.now;
            uint32_t after = v->round ? round_events(v->round) : 0;
            bool seated = v->round && round_phase(v->round) != ROUND_SEATING;
            post(p, "{\"do\":\"%s\",\"token\":\"%s\",\"round\":\"%s\",\"after\":%u,\"name\":\"P%d\"}",
                 v->shared && !seated ? "sit" : "enter", v->token, v->id, after, (int)(p - person));
        }
        return;
    }
    if (v->nonce[0]) {
        if (world.now - v->sent > RETRY_MS)
            send_action(p, v);
        return;
    }
    if (chance(12) || !choose_action(v, v->action))
        return;
    snprintf(v->nonce, sizeof v->nonce, "%d.%" PRIu64, (int)(p - person), ++p->nonces);
    v->number = round_events(v->round);
    if (chance(30) == 0 && v->number > 1)
        v->number--;            /* somebody who has not looked */
    send_action(p, v);
}
