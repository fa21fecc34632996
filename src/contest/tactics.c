/* See tactics.h. */
#include "contest/tactics.h"

#include "core/clock.h"
#include "core/random.h"
#include "search/search.h"
#include "solve/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 200,          /* plies of a game that positions are taken from */
    GUIDE_NODES = 500,      /* for each of its moves; one move in six is random */
    LOOK_NODES = 2000000,   /* for the search for a win */
    PROOF_NODES = 100000,   /* for the check */
    FEW = 2,                /* moves that win this fast, as long as patience lasts */
    PATIENCE = 100,         /* games without a suitable win, after which less will do */
    LENGTHS = TACTICS_MOST - TACTICS_LEAST + 1,
    USUAL_LENGTHS = (LENGTHS + 1) / 2   /* in any one game most wins are odd, or most even */
};

typedef struct Maker {
    const Game *game;
    Search *search;
    Proof *proof;
    uint64_t random;
    int wanted[LENGTHS];    /* of each length */
    int most_moves;         /* that may win this fast */
    const Cancel *cancel;
    bool failed;            /* memory ran out */
    int plies;              /* of the game just played … */
    Position position[LONGEST + 1]; /* … and its positions, the last one included */
} Maker;

/* Whether a proof, which shares nothing with the search, does not contradict it. It can settle most positions; some
 * would take too long. */
static bool proof_agrees(Maker *m, const Position *p, int plies)
{
    const Game *g = m->game;
    proof_limit(m->proof, PROOF_NODES, 0);
    int side = game_side(g, g->mover(p));
    return proof_wins(m->proof, p, side, plies) != TRUTH_NO && proof_wins(m->proof, p, side, plies - 1) != TRUTH_YES;
}

/* False: out of memory. */
static bool run(Maker *m, const Position *p, SearchLimits limits, SearchResult *out)
{
    m->failed |= !search_run(m->search, p, NULL, 0, limits, NULL, NULL, out);
    return !m->failed;
}

/* The length in plies of the shortest forced win here, and how many moves there are; 0: no win was found. */
static int shortest_win(Maker *m, const Position *p, size_t *count)
{
    SearchResult r;
    if (!run(m, p, (SearchLimits){.nodes = LOOK_NODES, .depth = TACTICS_MOST}, &r))
        return 0;
    *count = r.count;
    return score_is_win(r.line[0].score) && r.line[0].shortest ? score_distance(r.line[0].score) : 0;
}

/* Every move that wins within those plies: asks for as many lines as it takes to see one that does not. False: there
 * are too many, or it takes too long to tell. */
static bool find_answers(Maker *m, const Position *p, int plies, Tactic *out)
{
    *out = (Tactic){.position = *p, .plies = plies};
    for (int lines = 2;; lines *= 2) {
        SearchResult r;
        if (!run(m, p, (SearchLimits){.nodes = LOOK_NODES, .depth = plies, .lines = lines}, &r))
            return false;
        int winning = 0;
        while ((size_t)winning < r.count && winning < lines && score_is_win(r.line[winning].score) &&
               score_distance(r.line[winning].score) <= plies)
            winning++;
        if ((size_t)winning * 3 > r.count || winning > m->most_moves)
            return false;
        if (winning == lines)
            continue;
        /* The search ends early when it runs out of nodes, or when all lines are settled. */
        if (winning == 0 || (r.depth < plies && !score_is_loss(r.line[winning].score)))
            return false;
        for (int i = 0; i < winning; i++)
            out->move[out->moves++] = r.line[i].move;
        return true;
    }
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

/* Plays one game with the search's own moves and some random ones. False: nobody won it. */
static bool play_game(Maker *m)
{
    const Game *g = m->game;
    MoveList list = {0};
    Position *p = m->position;
    g->start(p);
    for (m->plies = 0; m->plies < LONGEST && !g->outcome(p).over && !cancel_asked(m->cancel); m->plies++, p++) {
        SearchResult r;
        m->failed |= !movelist_fill(&list, g, p);
        if (m->failed || !run(m, p, (SearchLimits){.nodes = GUIDE_NODES}, &r))
            break;
        bool guess = m->plies < 4 || random_next(&m->random) % 6 == 0;
        g->play(p, guess ? list.move[random_next(&m->random) % list.count] : r.line[0].move, p + 1);
    }
    movelist_free(&list);
    return !m->failed && g->outcome(p).over && g->outcome(p).winner != DRAW;
}

/* Goes back from the end of the game for as long as its winner was sure to win, and takes the longest win of a
 * wanted length. What the search remembers of each position helps with the one before. */
static bool look_back(Maker *m, const Buffer *taken, Tactic *out)
{
    const Game *g = m->game;
    int winner = g->outcome(&m->position[m->plies]).winner;
    bool found = false;
    search_forget(m->search);
    proof_forget(m->proof);
    for (int at = m->plies - 1; at >= 0 && !cancel_asked(m->cancel); at--) {
        const Position *p = &m->position[at];
        if (game_side(g, g->mover(p)) != winner)
            continue;
        size_t count;
        int plies = shortest_win(m, p, &count);
        if (plies == 0 || plies > TACTICS_MOST)
            break;
        char text[POSITION_TEXT];
        g->write_position(p, text);
        Tactic t;
        if (plies >= TACTICS_LEAST && m->wanted[plies - TACTICS_LEAST] > 0 && count >= 4 &&
            !(taken->text && strstr(taken->text, text)) && find_answers(m, p, plies, &t) && proof_agrees(m, p, plies)) {
            *out = t;
            found = true;
        }
    }
    return found;
}

bool tactics_generate(const Game *g, int count, uint64_t seed, const Cancel *cancel, Buffer *out)
{
    Maker m = {.game = g,
               .search = search_create(g, 64 << 20, 1),
               .proof = proof_create(g, 16 << 20),
               .cancel = cancel,
               .most_moves = FEW};
    m.random = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
    bool ok = m.search && m.proof;
    for (int i = 0; i < LENGTHS; i++)
        m.wanted[i] = (count + USUAL_LENGTHS - 1) / USUAL_LENGTHS;
    int left = count;
    for (int barren = 0; ok && left > 0 && !cancel_asked(cancel) && !m.failed && !out->failed; barren++) {
        Tactic t;
        if (barren == PATIENCE) {   /* some lengths are rare: take what there is */
            m.most_moves = TACTICS_MOVES;
            for (int i = 0; i < LENGTHS; i++)
                m.wanted[i] = left;
        }
        if (!play_game(&m) || !look_back(&m, out, &t))
            continue;
        m.wanted[t.plies - TACTICS_LEAST]--;
        left--;
        barren = 0;
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
    char *position = strtok_r(text, "\t", &rest), *plies = strtok_r(NULL, "\t", &rest),
         *moves = strtok_r(NULL, "\t\n", &rest);
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
    Situation s = {.position = t->position};
    Advice played;
    adviser_forget(a);
    double before = clock_now();
    bool ok = adviser_choose(a, &s, LEVEL_MAX, seconds, NULL, NULL, &played);
    *took = clock_now() - before;
    for (int i = 0; ok && i < t->moves; i++)
        if (t->move[i] == played.move)
            return true;
    return false;
}
