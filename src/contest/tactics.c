/* See tactics.h. */
#include "contest/tactics.h"

#include "core/random.h"
#include "search/search.h"
#include "solve/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LONGEST = 200,          /* plies of a game that positions are taken from */
    GUIDE_NODES = 300,      /* of its moves; one in four is random */
    LOOK_NODES = 500000,    /* of the search for a win */
    PROOF_NODES = 50000,    /* of the check */
    LENGTHS = (TACTICS_MOST - TACTICS_LEAST) / 2 + 1
};

typedef struct Maker {
    const Game *game;
    Search *search;
    Proof *proof;
    uint64_t random;
    int wanted[LENGTHS];    /* of each length */
    const atomic_bool *stop;
} Maker;

/* Whether a proof, which shares nothing with the search, does not contradict it; most it
 * can settle, some would take too long. */
static bool proof_agrees(Maker *m, const Position *p, int plies)
{
    const Game *g = m->game;
    proof_limit(m->proof, PROOF_NODES, 0);
    int side = game_side(g, g->mover(p));
    return proof_wins(m->proof, p, side, plies) != TRUTH_NO && proof_wins(m->proof, p, side, plies - 2) != TRUTH_YES;
}

/* The shortest forced win here, and every move that achieves it; false: none of a wanted length. */
static bool find_win(Maker *m, const Position *p, Tactic *out)
{
    SearchResult r;
    search_forget(m->search);
    if (!search_run(m->search, p, NULL, 0, (SearchLimits){.nodes = LOOK_NODES, .depth = TACTICS_MOST}, NULL, NULL, &r))
        return false;
    int plies = value_distance(r.line[0].value);
    if (!value_is_win(r.line[0].value) || !r.line[0].shortest || plies < TACTICS_LEAST || plies > TACTICS_MOST || plies % 2 == 0 ||
        m->wanted[(plies - TACTICS_LEAST) / 2] <= 0 || r.count < 4)
        return false;
    /* Every move as deep as that, each with a value of its own. */
    SearchLimits all = {.depth = plies, .lines = (int)r.count, .nodes = 4 * (uint64_t)LOOK_NODES};
    if (!search_run(m->search, p, NULL, 0, all, NULL, NULL, &r) || r.depth < plies)
        return false;
    *out = (Tactic){.position = *p, .plies = plies};
    for (size_t i = 0; i < r.count; i++)
        if (value_is_win(r.line[i].value) && value_distance(r.line[i].value) == plies) {
            if (out->moves == TACTICS_MOVES)
                return false;
            out->move[out->moves++] = r.line[i].move;
        }
    return out->moves > 0 && (size_t)out->moves * 3 <= r.count && proof_agrees(m, p, plies);
}

static void write_tactic(const Game *g, const Tactic *t, Buffer *out)
{
    char position[POSITION_TEXT], move[MOVE_TEXT];
    g->write_position(&t->position, position);
    buffer_format(out, "%s\t%d\t", position, t->plies);
    for (int i = 0; i < t->moves; i++) {
        g->write_move(&t->position, t->move[i], move);
        buffer_format(out, "%s%s", i ? " " : "", move);
    }
    buffer_add_char(out, '\n');
}

/* One game with the search's own moves and some random ones; takes one position at most. */
static bool play_and_look(Maker *m, Tactic *out)
{
    const Game *g = m->game;
    Position p;
    MoveList list = {0};
    bool found = false;
    g->start(&p);
    for (int ply = 0; ply < LONGEST && !found && !g->outcome(&p).over && !atomic_load(m->stop); ply++) {
        SearchResult r;
        if (!movelist_fill(&list, g, &p) || !search_run(m->search, &p, NULL, 0, (SearchLimits){.nodes = GUIDE_NODES}, NULL, NULL, &r))
            break;
        /* A glance shows whether a win is near enough to be worth a long look. */
        bool near = r.line[0].value > 0 && random_next(&m->random) % 2;
        Move guided = r.line[0].move;
        if (near)
            found = find_win(m, &p, out);
        bool guess = ply < 4 || random_next(&m->random) % 4 == 0;
        g->play(&p, guess ? list.move[random_next(&m->random) % list.count] : guided, &p);
    }
    movelist_free(&list);
    return found;
}

bool tactics_generate(const Game *g, int count, uint64_t seed, const atomic_bool *stop, Buffer *out)
{
    Maker m = {.game = g, .search = search_create(g, 16 << 20, 1), .proof = proof_create(g, 16 << 20), .stop = stop};
    m.random = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
    bool ok = m.search && m.proof;
    for (int i = 0; i < count; i++)
        m.wanted[i % LENGTHS]++;
    int left = count;
    for (long tries = 0; ok && left > 0 && !atomic_load(stop); tries++) {
        Tactic t;
        if (tries == 400)       /* some lengths are rare: take what comes */
            for (int i = 0; i < LENGTHS; i++)
                m.wanted[i] = left;
        if (!play_and_look(&m, &t))
            continue;
        m.wanted[(t.plies - TACTICS_LEAST) / 2]--;
        left--;
        write_tactic(g, &t, out);
    }
    search_destroy(m.search);
    proof_destroy(m.proof);
    return ok && left == 0 && !out->failed;
}

bool tactics_read(const Game *g, const char *line, Tactic *out, Message *error)
{
    char text[1024], *rest = NULL;
    *out = (Tactic){0};
    if (*line == '#' || *line == '\0')
        return false;
    if (strlen(line) >= sizeof text)
        return message_set(error, 0, T("this line is too long"), 0);
    strcpy(text, line);
    char *position = strtok_r(text, "\t", &rest), *plies = strtok_r(NULL, "\t", &rest), *moves = strtok_r(NULL, "\t\n", &rest);
    if (!position || !plies || !moves)
        return message_set(error, 0, T("a position, the plies and the moves are expected, with tabs between"), 0);
    if (!g->read_position(position, &out->position, error))
        return false;
    out->plies = atoi(plies);
    for (char *move = strtok_r(moves, " ", &rest); move; move = strtok_r(NULL, " ", &rest)) {
        if (out->moves == TACTICS_MOVES)
            return message_set(error, 0, T("this line is too long"), 0);
        if (!g->read_move(&out->position, move, &out->move[out->moves++], error))
            return false;
    }
    return out->moves > 0;
}

bool tactics_solve(Adviser *a, const Tactic *t, double seconds, double *took)
{
    struct timespec before, after;
    Situation s = {.position = t->position};
    Advice played;
    adviser_forget(a);
    clock_gettime(CLOCK_MONOTONIC, &before);
    bool ok = adviser_choose(a, &s, LEVEL_MAX, seconds, &played);
    clock_gettime(CLOCK_MONOTONIC, &after);
    *took = (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    for (int i = 0; ok && i < t->moves; i++)
        if (t->move[i] == played.move)
            return true;
    return false;
}
