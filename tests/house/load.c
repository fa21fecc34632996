/* Any number of people at a house, at any speed: the load of bench/house.
 *
 * load idle PORT LINES                      opens that many connections, says so, and keeps them until stdin ends
 * load moves PORT PAIRS RATE SECONDS MARKS  that many games at once, RATE moves per second in all
 *
 * PORT may be several ports, separated by commas: servers of one house, over which people are spread.
 *
 * Moves are due at even intervals whether or not the house keeps up, and each wait counts from when the move was
 * due: a house that stalls cannot make fewer moves wait for it. MARKS is the file in which the server notes when
 * it has committed what (points.h); with "-" the time until the other player has a move also counts from when it
 * was due. Prints one JSON object. */
#include "core/random.h"
#include "games/registry.h"
#include "load_line.h"
#include "points.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ROUND_NAME = 32, TOKEN = 32 };

typedef struct Pair {
    LoadLine line[2];
    const Game *game;
    Position position;
    char round[ROUND_NAME], token[TOKEN];
    unsigned number;            /* of the last event that both know */
    unsigned answered;          /* … and what the pending acknowledgement said */
    int mover;
    bool done, told, over;      /* about the pending move */
    int64_t due;
    struct Pair *next;          /* in the list of pairs that can move */
} Pair;

static struct {
    Pair *first, **end;
} ready = {.end = &ready.first};

static struct {
    uint32_t *waited, *told;    /* µs */
    size_t waits, tells, most;
    int64_t turn;               /* the longest time that we did not listen */
} tally;

static const Marks *marks;      /* NULL: none */
static int ports[16], port_count;
static uint64_t chance_state = 88172645463325252u;
static bool measuring;

static void give_up(const char *why, const char *text)
{
    fprintf(stderr, "%s: %s\n", why, text);
    exit(1);
}

/* --- messages --- */

/* What follows "NAME": in the text, without quotes, up to a comma, quote or brace. */
static bool field(const char *text, const char *name, char *out, size_t size)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(text, key);
    if (!at)
        return false;
    at += strlen(key);
    at += *at == '"';
    size_t n = strcspn(at, "\",}]");
    if (n >= size)
        return false;
    memcpy(out, at, n);
    out[n] = '\0';
    return true;
}

static unsigned number_of(const char *text, const char *name)
{
    char word[24];
    return field(text, name, word, sizeof word) ? (unsigned)strtoul(word, NULL, 10) : 0;
}

static bool is(const char *text, const char *what)
{
    char word[24];
    return field(text, "is", word, sizeof word) && strcmp(word, what) == 0;
}

/* --- games --- */

/* The games for two in turn, one ruleset of each family. */
static const Game *next_game(void)
{
    static size_t next;
    for (;;) {
        const Game *g = registry_game(next++ % registry_count());
        if (g->players == 2 && strcmp(g->id, g->family) == 0)
            return g;
    }
}

static void open_round(Pair *p)
{
    char text[256];
    for (int side = 0; side < 2 && p->number; side++) {
        int n = snprintf(text, sizeof text, "{\"do\":\"leave\",\"round\":\"%s\"}", p->round);
        load_send(&p->line[side], text, (size_t)n);
    }
    p->game = next_game();
    p->game->start(&p->position);
    p->number = 0;
    p->over = false;
    int n = snprintf(text, sizeof text, "{\"do\":\"open\",\"game\":\"%s\",\"seats\":[\"me\",\"link\"],\"name\":\"A\"}",
                     p->game->id);
    load_send(&p->line[0], text, (size_t)n);
}

static void sit_down(Pair *p, const char *opened)
{
    char text[128];
    const char *second = strstr(opened, "\"kind\":\"link\"");
    if (!second || !field(opened, "round", p->round, sizeof p->round) ||
        !field(second, "token", p->token, sizeof p->token))
        give_up("not opened", opened);
    int n = snprintf(text, sizeof text, "{\"do\":\"sit\",\"token\":\"%s\",\"name\":\"B\"}", p->token);
    load_send(&p->line[1], text, (size_t)n);
}

static void make_ready(Pair *p)
{
    p->next = NULL;
    *ready.end = p;
    ready.end = &p->next;
}

static void send_move(Pair *p, int64_t due)
{
    char text[512], move[MOVE_TEXT];
    size_t count = p->game->moves(&p->position, NULL, 0);
    Move *list = malloc(count * sizeof *list);
    if (!list)
        exit(3);
    p->game->moves(&p->position, list, count);
    Move m = list[random_next(&chance_state) % count];
    free(list);
    p->game->write_move(&p->position, m, move);
    p->mover = p->game->mover(&p->position);
    p->game->play(&p->position, m, &p->position);
    p->done = p->told = false;
    p->due = due;
    int n = snprintf(text, sizeof text,
                     "{\"do\":\"act\",\"round\":\"%s\",\"number\":%u,\"action\":\"move %s\",\"nonce\":\"n%u\"}",
                     p->round, p->number, move, p->number);
    load_send(&p->line[p->mover], text, (size_t)n);
}

/* When the write that begins with this event was committed; 0: unknown. */
static int64_t committed(const Pair *p, unsigned first)
{
    uint64_t wanted = marks_write(p->round, first), count = marks->count;
    for (uint64_t n = count; n > 0 && n + MARKS_MOST / 2 > count; n--)
        if (marks->mark[(n - 1) % MARKS_MOST].write == wanted)
            return marks->mark[(n - 1) % MARKS_MOST].committed;
    return 0;
}

static void note(uint32_t *list, size_t *count, int64_t ns)
{
    if (measuring && *count < tally.most)
        list[(*count)++] = ns < 0 ? 0 : (uint32_t)(ns / 1000);
}

static void move_is_known(Pair *p)
{
    if (!p->done || !p->told)
        return;
    p->number = p->answered;
    if (p->over || p->game->outcome(&p->position).over)
        open_round(p);
    else
        make_ready(p);
}

static void hear(LoadLine *l, char *text, size_t length)
{
    Pair *p = l->owner;
    int side = l == &p->line[1];
    int64_t now = load_now();
    (void)length;
    if (is(text, "events")) {
        if (strstr(text, " ended "))
            p->over = true;
        if (p->number == 0 || p->told || side == p->mover || number_of(text, "from") != p->number + 1)
            return;
        int64_t at = marks ? committed(p, p->number + 1) : p->due;
        if (at)
            note(tally.told, &tally.tells, now - at);
        p->told = true;
        move_is_known(p);
    } else if (is(text, "done")) {
        note(tally.waited, &tally.waits, now - p->due);
        p->answered = number_of(text, "number");
        p->done = true;
        move_is_known(p);
    } else if (is(text, "opened")) {
        sit_down(p, text);
    } else if (is(text, "round") && side == 1) {
        p->number = number_of(text, "number");
        make_ready(p);
    } else if (is(text, "refused") || is(text, "stale") || is(text, "trouble")) {
        give_up("the house says", text);
    }
}

/* Which server somebody uses: each side of the pairs goes round all servers, the second more slowly than the
 * first, so that every two servers are paired. */
static int port_of(int pair, int side) { return ports[(side ? pair / port_count : pair) % port_count]; }

static bool read_ports(char *text)
{
    for (char *word = strtok(text, ","); word && port_count < 16; word = strtok(NULL, ","))
        ports[port_count++] = atoi(word);
    return port_count > 0;
}

/* --- measuring --- */

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void print_times(const char *name, uint32_t *list, size_t count)
{
    static const double parts[] = {0.5, 0.9, 0.99, 0.999, 1};
    static const char *const names[] = {"p50", "p90", "p99", "p999", "max"};
    qsort(list, count, sizeof *list, compare);
    printf(",\"%s\":{\"count\":%zu", name, count);
    for (int i = 0; i < 5 && count; i++) {
        size_t at = (size_t)(parts[i] * (double)count);
        printf(",\"%s\":%.3f", names[i], list[at < count ? at : count - 1] / 1e3);
    }
    printf("}");
}

static double processor(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static Pair *take_ready(void)
{
    Pair *p = ready.first;
    ready.first = p->next;
    if (!ready.first)
        ready.end = &ready.first;
    return p;
}

/* Plays for that many seconds; with `measuring`, records times. Returns how many moves were due. */
static uint64_t play(int epoll, double rate, double seconds)
{
    int64_t began = load_now(), now;
    uint64_t sent = 0;
    while ((now = load_now()) < began + (int64_t)(seconds * 1e9)) {
        int64_t due = began + (int64_t)((double)sent / rate * 1e9);
        while (due <= now && ready.first) {
            send_move(take_ready(), due);
            due = began + (int64_t)((double)++sent / rate * 1e9);
        }
        int64_t wait = due > now ? due - now : 1000000, turn = load_now() - now;
        if (measuring && turn > tally.turn)
            tally.turn = turn;
        if (!load_wait(epoll, wait))
            give_up("a line is lost", "");
    }
    return sent;
}

static int run_moves(int epoll, int pairs, double rate, double seconds)
{
    Pair *pair = calloc((size_t)pairs, sizeof *pair);
    tally.most = (size_t)(rate * seconds * 1.2) + 1000;
    tally.waited = malloc(tally.most * sizeof *tally.waited);
    tally.told = malloc(tally.most * sizeof *tally.told);
    if (!pair || !tally.waited || !tally.told)
        return 3;
    for (int i = 0; i < pairs; i++) {
        for (int side = 0; side < 2; side++) {
            pair[i].line[side] = (LoadLine){.hear = hear, .owner = &pair[i]};
            if (!load_connect(&pair[i].line[side], epoll, port_of(i, side)))
                give_up("cannot connect", "");
            while (!pair[i].line[side].open)
                if (!load_wait(epoll, 1000000))
                    give_up("a line is lost", "");
        }
        open_round(&pair[i]);
    }
    play(epoll, rate, 3);           /* to warm up */
    double used = processor();
    measuring = true;
    int64_t began = load_now();
    uint64_t sent = play(epoll, rate, seconds);
    double took = (double)(load_now() - began) / 1e9;
    measuring = false;
    printf("{\"sent\":%" PRIu64 ",\"done\":%zu,\"seconds\":%.2f,\"rate\":%.0f,\"turn_ms\":%.3f,\"processor\":%.3f",
           sent, tally.waits, took, (double)tally.waits / took, (double)tally.turn / 1e6, (processor() - used) / took);
    print_times("acknowledged", tally.waited, tally.waits);
    print_times("told", tally.told, tally.tells);
    printf("}\n");
    for (int i = 0; i < pairs; i++)
        for (int side = 0; side < 2; side++)
            load_close(&pair[i].line[side]);
    free(tally.waited);
    free(tally.told);
    free(pair);
    return 0;
}

static int welcomed;

static void count_welcome(LoadLine *l, char *text, size_t length)
{
    (void)l;
    (void)length;
    welcomed += is(text, "welcome");
}

static int run_idle(int epoll, int port, int count)
{
    LoadLine *line = calloc((size_t)count, sizeof *line);
    LoadLine end = {.socket = STDIN_FILENO};
    if (!line)
        return 3;
    for (int i = 0; i < count; i++) {
        line[i].hear = count_welcome;
        if (!load_connect(&line[i], epoll, port))
            give_up("cannot connect", "");
        while (welcomed < i - 100)          /* no more at once than the listen queue holds */
            if (!load_wait(epoll, 1000000))
                give_up("a line is lost", "");
    }
    while (welcomed < count)
        if (!load_wait(epoll, 1000000))
            give_up("a line is lost", "");
    printf("%d\n", welcomed);
    fflush(stdout);
    /* Another epoll reports the end of stdin, so that no connection's handler sees it. */
    int both = epoll_create1(0);
    epoll_ctl(both, EPOLL_CTL_ADD, epoll, &(struct epoll_event){.events = EPOLLIN});
    epoll_ctl(both, EPOLL_CTL_ADD, end.socket, &(struct epoll_event){.events = EPOLLIN | EPOLLHUP, .data.ptr = &end});
    for (struct epoll_event event; epoll_wait(both, &event, 1, -1) > 0 && event.data.ptr != &end;)
        if (!load_wait(epoll, 0))
            give_up("a line is lost", "");
    for (int i = 0; i < count; i++)
        load_close(&line[i]);
    free(line);
    return 0;
}

int main(int argc, char **argv)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (argc == 4 && strcmp(argv[1], "idle") == 0)
        return run_idle(epoll, atoi(argv[2]), atoi(argv[3]));
    if (argc == 7 && strcmp(argv[1], "moves") == 0 && read_ports(argv[2]) &&
        (strcmp(argv[6], "-") == 0 || (marks = marks_open(argv[6]))))
        return run_moves(epoll, atoi(argv[3]), atof(argv[4]), atof(argv[5]));
    fprintf(stderr, "usage: load idle PORT LINES | load moves PORT PAIRS RATE SECONDS MARKS\n");
    return 2;
}
