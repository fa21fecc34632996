/* Many people play in a house in a hostile world: messages are lost, doubled and late, connections break, the disk
 * is full for a while, the house is killed and comes back.
 *
 *     simulate ROUNDS [SEED]
 *
 * The house is the real one, with the real store; time is virtual and chance is seeded, so that a run can be
 * repeated. Everybody builds a round from the events they are told. At the end these rounds are compared with the
 * log and with a replay of it, and every acknowledgement with its event. Prints what happened; exit status 1 when
 * anything differs. */
#include "simulate.h"

#include "core/memory.h"
#include "games/registry.h"
#include "unit/faulty_vfs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

World world;
Person person[PEOPLE];
uint64_t chance_state;
Tally tally;
static int wanted_rounds;

void complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    tally.wrong++;
}

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

/* When the holder of a link has lost it, the others would wait for ever: they may leave. */
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

static void print_tally(uint64_t seed)
{
    printf("seed %" PRIu64 ": %" PRIu64 " rounds, %" PRIu64 " views compared, %" PRIu64 " events, %" PRIu64
           " acknowledgements; %" PRIu64 " messages lost, %" PRIu64 " doubled, %" PRIu64 " lines broken, %" PRIu64
           " restarts, %" PRIu64 " full disks; %" PRIu64 " stale, %" PRIu64 " refused, %" PRIu64 " troubled; %" PRIu64
           " differences\n",
           seed, tally.rounds, tally.over, tally.events, tally.acks, tally.lost, tally.doubled, tally.breaks,
           tally.kills, tally.full, tally.stale, tally.refused, tally.trouble, tally.wrong);
}

static void print_unfinished(void)
{
    for (int i = 0; i < PEOPLE; i++)
        for (int k = 0; k < PLACES; k++)
            if (person[i].view[k].id[0])
                printf("%d %s %s %s phase %d events %u\n", i, person[i].view[k].id,
                       person[i].view[k].entered ? "in" : "out", person[i].view[k].nonce,
                       person[i].view[k].round ? (int)round_phase(person[i].view[k].round) : -1,
                       person[i].view[k].round ? round_events(person[i].view[k].round) : 0);
    printf("not all rounds came to an end\n");
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
    print_tally(seed);
    bool finished = everybody_is_done();
    if (!finished)
        print_unfinished();
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
    return tally.wrong || !finished;
}
