/* Many people play in a house whose world is against them: messages are lost, doubled and late,
 * lines break, the disk is full for a while, the house is killed and comes back.
 *
 *     simulate ROUNDS [SEED]
 *
 * The house is the real one, with the real store; time is virtual and chance is seeded, so that a run
 * can be repeated. Everybody folds the events they are told into a round of their own. In the
 * end these are compared with the log and with a replay of it, and every acknowledgement with
 * the event that it speaks of. Prints what happened; exit status 1 when anything differs. */
#include "core/memory.h"
#include "games/registry.h"
#include "round/round.h"
#include "unit/faulty_vfs.h"
#include "world.h"

#include <inttypes.h>
#include <jansson.h>
#include <unistd.h>

enum { PEOPLE = 24, PLACES = 3, WIRE = 64, ACKS = 64, RETRY_MS = 2500, STEP_MS = 20 };

/* A round as one person sees it. */
typedef struct View {
    char id[STORE_ROUND], token[HOUSE_TOKEN];
    Round *round;               /* NULL: nothing heard yet */
    Buffer lines;
    bool entered;               /* on this line */
    bool shared;                /* a round that somebody else opened: the token is a link's */
    char nonce[16], action[160];        /* under way; "": none */
    uint32_t number;            /* that it was sent with */
    int64_t sent, heard;
    struct {
        char nonce[16];
        uint32_t number;
    } ack[ACKS];
    int acks;
    int moves;
} View;

typedef struct Person {
    Line line;
    bool connected;
    int64_t back;               /* when it connects again */
    View view[PLACES];
    int64_t asked;              /* for a new round; 0: not */
    /* On their way to the house. */
    char *wire[WIRE];
    int64_t arrives[WIRE];
    int wires;
    uint64_t nonces;
} Person;

static World world;
static Person person[PEOPLE];
static uint64_t chance_state;
static struct {
    uint64_t rounds, over, events, acks, lost, doubled, kills, breaks, full, stale, refused, trouble, wrong, checked;
} tally;
static int wanted_rounds;

static uint32_t chance(uint32_t n) { return random_next(&chance_state) % n; }

__attribute__((format(printf, 1, 2))) static void complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    tally.wrong++;
}

/* --- the wire to the house --- */

__attribute__((format(printf, 2, 3))) static void post(Person *p, const char *format, ...)
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

static void deliver(Person *p)
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

static void drop_line(Person *p)
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

static void view_clear(View *v)
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

static View *free_view(Person *p)
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
        return;                 /* a doubled request opened two */
    p->asked = 0;
    snprintf(mine->id, sizeof mine->id, "%s", field(message, "round"));
    tally.rounds++;
    json_array_foreach(json_object_get(message, "seats"), i, seat)
    {
        const char *token = field(seat, "token");
        if (strcmp(field(seat, "kind"), "me") == 0)
            snprintf(mine->token, sizeof mine->token, "%s", token);
        /* The link goes to anybody who has room for it; whoever loses it spoils the game for the others. */
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

static void hear(Person *p, const char *text)
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

static void open_round(Person *p)
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
    /* Who holds what stands in the round's own message; here the first person whose turn fits will do. */
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

/* What this person does next in a round, if anything. It may be wrong: not its turn, not allowed. */
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
        /* Long enough: partners ask each other first. */
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

static void play(Person *p, View *v)
{
    /* Here single messages are lost, which a real line does not do: who hears nothing asks. */
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

/* --- checking --- */

typedef struct Log {
    Buffer lines;
    Round *round;
    const View *view;
    uint32_t events;
} Log;

static bool read_log(void *context, const StoreEvent *s)
{
    Log *l = context;
    RoundEvent e;
    buffer_format(&l->lines, "%s\n", s->line);
    l->events++;
    if (!round_event_read(s->line, registry_find, &e) ||
        (l->round ? !round_take(l->round, &e, NULL) : !(l->round = round_from(&e))))
        complain("%s: the log does not replay at %u", l->view->id, s->number);
    if (e.type == ROUND_MOVED && (e.amount < 0 || e.amount > e.clock.base + INT64_C(40000) + 86400000))
        complain("%s: a clock shows %" PRId64, l->view->id, e.amount);
    /* Each nonce is on one event, the one that was acknowledged. */
    for (int i = 0; i < l->view->acks; i++) {
        const char *nonce = strchr(s->tag, ':');
        bool same = nonce && strcmp(nonce + 1, l->view->ack[i].nonce) == 0;
        if (same && l->view->ack[i].number != s->number)
            complain("%s: %s is event %u, acknowledged as %u", l->view->id, nonce, s->number, l->view->ack[i].number);
        tally.checked += same;
    }
    return true;
}

static void check(const View *v)
{
    Log log = {.view = v};
    uint32_t bad;
    uint64_t checked = tally.checked;
    store_read(world.store, v->id, 1, read_log, &log, NULL);
    if (!store_verify(world.store, v->id, &bad, NULL) || bad)
        complain("%s: checksum %u", v->id, bad);
    if (tally.checked - checked != (uint64_t)v->acks)
        complain("%s: %d acknowledged, %d in the log", v->id, v->acks, (int)(tally.checked - checked));
    if (strcmp(buffer_text(&log.lines), buffer_text(&v->lines)) != 0)
        complain("%s: what was told is not what is logged:\n%s---\n%s", v->id, buffer_text(&v->lines),
                 buffer_text(&log.lines));
    if (log.round && v->round) {
        Buffer a = {0}, b = {0};
        round_write(log.round, &a);
        round_write(v->round, &b);
        if (strcmp(buffer_text(&a), buffer_text(&b)) != 0)
            complain("%s: the replay stands otherwise", v->id);
        buffer_free(&a);
        buffer_free(&b);
    }
    tally.events += log.events;
    round_free(log.round);
    buffer_free(&log.lines);
}

/* A view that is over, and complete: what came after the end is awaited too. */
static void finish(Person *p, View *v)
{
    uint32_t last;
    if (!v->round || round_phase(v->round) != ROUND_OVER || v->nonce[0] || !v->entered)
        return;
    if (!store_last(world.store, v->id, &last, NULL) || last != round_events(v->round))
        return;
    check(v);
    tally.over++;
    post(p, "{\"do\":\"leave\",\"round\":\"%s\"}", v->id);
    view_clear(v);
}

/* --- the world --- */

static void answer_thoughts(void)
{
    for (int i = 0; i < world.thoughts;) {
        HouseThought *t = &world.thought[i];
        HouseAnswer a = {.number = t->number, .question = t->question, .seat = t->seat, .agree = chance(2)};
        if (chance(4)) {
            i++;
            continue;
        }
        memcpy(a.round, t->round, sizeof a.round);
        Move moves[256];
        size_t count = t->game->moves(&t->position, moves, 256);
        if (t->question == HOUSE_MOVE && count)
            t->game->write_move(&t->position, moves[chance(count < 256 ? (uint32_t)count : 256)], a.move);
        *t = world.thought[--world.thoughts];
        house_answer(world.house, &a);
    }
}

static void restart(const char *path)
{
    for (int i = 0; i < PEOPLE; i++)
        drop_line(&person[i]);
    if (chance(2))
        world_kill(&world);
    else
        world_stop(&world);
    world.now += chance(100000);
    world_open(&world, path, random_next_wide(&chance_state));
    tally.kills++;
}

static void live(Person *p)
{
    if (!p->connected) {
        if (world.now >= p->back) {
            line_open(&world, &p->line);
            p->connected = true;
        }
        return;
    }
    if (chance(3000) == 0) {
        drop_line(p);
        return;
    }
    deliver(p);
    for (const char *text; (text = line_next(&p->line));)
        if (chance(60))
            hear(p, text);
        else
            tally.lost++;
    if (p->asked && world.now - p->asked > 4 * RETRY_MS)
        p->asked = 0;
    if (!p->asked && free_view(p) == &p->view[0] && tally.rounds < (uint64_t)wanted_rounds && chance(20) == 0)
        open_round(p);
    for (int i = 0; i < PLACES; i++)
        if (p->view[i].id[0]) {
            play(p, &p->view[i]);
            finish(p, &p->view[i]);
        }
}

/* A link that its holder lost keeps the others waiting for ever: they may go. */
static void give_up_waiting(void)
{
    for (int i = 0; i < PEOPLE; i++)
        for (int k = 0; k < PLACES; k++) {
            View *v = &person[i].view[k];
            if (v->id[0] && v->round && round_phase(v->round) == ROUND_SEATING &&
                world.now - round_last(v->round) > 600000)
                view_clear(v);
        }
}

static bool everybody_is_done(void)
{
    for (int i = 0; i < PEOPLE; i++)
        for (int k = 0; k < PLACES; k++)
            if (person[i].view[k].id[0])
                return false;
    return tally.rounds >= (uint64_t)wanted_rounds;
}

int main(int argc, char **argv)
{
    char folder[] = "/dev/shm/colonnade-simulate-XXXXXX", path[128];
    wanted_rounds = argc > 1 ? atoi(argv[1]) : 100;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    chance_state = seed * 2654435761u + 1;
    if (!mkdtemp(folder))
        return 3;
    snprintf(path, sizeof path, "%s/house.db", folder);
    faulty_begin();
    world_open(&world, path, seed);
    int64_t full_until = 0, steps = 1000000 + 20000 * (int64_t)wanted_rounds;
    while (!everybody_is_done() && tally.wrong < 20 && steps-- > 0) {
        world.now += STEP_MS;
        for (int i = 0; i < PEOPLE; i++)
            live(&person[i]);
        answer_thoughts();
        store_collect(world.store);
        house_tick(world.house);
        if (chance(20000) == 0)
            restart(path);
        if (chance(10000) == 0) {
            full_until = world.now + chance(20000);
            tally.full++;
        }
        atomic_store(&faulty.full, world.now < full_until);
        if (chance(1000) == 0)
            give_up_waiting();
        if (chance(50000) == 0)
            world_pass(&world, 3600000);
    }
    printf("seed %" PRIu64 ": %" PRIu64 " rounds, %" PRIu64 " views compared, %" PRIu64 " events, %" PRIu64
           " acknowledgements; %" PRIu64 " messages lost, %" PRIu64 " doubled, %" PRIu64 " lines broken, %" PRIu64
           " restarts, %" PRIu64 " full disks; %" PRIu64 " stale, %" PRIu64 " refused, %" PRIu64 " troubled; %" PRIu64
           " differences\n",
           seed, tally.rounds, tally.over, tally.events, tally.acks, tally.lost, tally.doubled, tally.breaks,
           tally.kills, tally.full, tally.stale, tally.refused, tally.trouble, tally.wrong);
    bool finished = everybody_is_done();
    for (int i = 0; !finished && i < PEOPLE; i++)
        for (int k = 0; k < PLACES; k++)
            if (person[i].view[k].id[0])
                printf("%d %s %s %s phase %d events %u\n", i, person[i].view[k].id,
                       person[i].view[k].entered ? "in" : "out", person[i].view[k].nonce,
                       person[i].view[k].round ? (int)round_phase(person[i].view[k].round) : -1,
                       person[i].view[k].round ? round_events(person[i].view[k].round) : 0);
    for (int i = 0; i < PEOPLE; i++) {
        for (int k = 0; k < PLACES; k++)
            view_clear(&person[i].view[k]);
        drop_line(&person[i]);
    }
    world_stop(&world);
    faulty_end();
    char rest[160];
    for (int i = 0; i < 4; i++) {
        static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
        snprintf(rest, sizeof rest, "%s%s", path, ends[i]);
        unlink(rest);
    }
    rmdir(folder);
    if (!finished)
        printf("not all rounds came to an end\n");
    return tally.wrong || !finished;
}
