/* See fair.h. */
#include "engine/fair.h"

#include "core/knowledge.h"
#include "core/memory.h"
#include "core/opening_layer.h"
#include "core/random.h"
#include "solve/book.h"
#include "solve/proof.h"

enum {
    BOOK_PLIES = 2,             /* that the opening book covers */
    BOOK_STARTS = 64,           /* drawn positions in it, at most */
    PROVEN_PLIES = 8,           /* of an opening that is proven: with fewer, a proof takes seconds */
    PROOF_NODES = 400000,       /* for one of them; openings that need more are passed over */
    PROOF_MIB = 16,
    TRIES = 1000000             /* openings drawn before we say that there are none */
};

struct Fair {
    const Game *game;
    const OpeningLayer *layer;  /* the game's first; NULL: by proof */
    Proof *proof;               /* NULL: by the layer */
    int plies;                  /* of every opening */
    MoveList moves;
    FairStart book[BOOK_STARTS];    /* the drawn positions of the opening book … */
    int books;                  /* … which come first; -1: not collected yet */
};

static bool is_proven(const Game *g) { return g->never_repeats && g->search.glance && g->sides == 2; }

/* NULL: openings are proven one by one. A layer of what games reach is left out: its few plies would give few starts. */
static const OpeningLayer *layer_of(const Game *g)
{
    const OpeningLayer *layer = opening_layer_of(g);
    return layer && !layer->reached ? layer : NULL;
}

static bool has_draws(const OpeningLayer *o) { return o->drawn.told.bit || o->never_lost; }

bool fair_exists(const Game *g)
{
    const OpeningLayer *layer = layer_of(g);
    return layer ? has_draws(layer) : is_proven(g);
}

/* Moves from the start to the layer; each of them places a piece. */
static int plies_to(const OpeningLayer *o, const Game *g)
{
    Position start;
    g->start(&start);
    return g->reserve(&start, 0, 0) - o->reserve[0] + g->reserve(&start, 1, 0) - o->reserve[1];
}

Fair *fair_create(const Game *g)
{
    Fair *f = memory_resize(NULL, sizeof *f);
    if (!f)
        return NULL;
    *f = (Fair){.game = g, .layer = layer_of(g), .plies = PROVEN_PLIES, .books = -1};
    if (f->layer)
        f->plies = plies_to(f->layer, g);
    else if (is_proven(g))
        f->proof = proof_create(g, (size_t)PROOF_MIB << 20);
    if (f->plies > FAIR_PLIES || (is_proven(g) && !f->layer && !f->proof)) {
        memory_free(f);
        return NULL;
    }
    return f;
}

void fair_destroy(Fair *f)
{
    if (!f)
        return;
    proof_destroy(f->proof);
    movelist_free(&f->moves);
    memory_free(f);
}

static bool is_among(const Game *g, const FairStart *list, int count, const Position *p)
{
    Position asked, other;
    position_canonical(g, p, &asked, NULL);
    for (int i = 0; i < count; i++) {
        position_canonical(g, &list[i].position, &other, NULL);
        if (position_equal(&asked, &other))
            return true;
    }
    return false;
}

/* --- the book --- */

/* Adds the positions that the book calls drawn after `from` and `plies` more moves. */
static void collect(Fair *f, const FairStart *from, int plies)
{
    MoveList moves = {0};
    if (!movelist_fill(&moves, f->game, &from->position))
        return;
    for (size_t i = 0; i < moves.count; i++) {
        FairStart next = *from;
        next.line[next.plies++] = moves.move[i];
        f->game->play(&from->position, moves.move[i], &next.position);
        const BookLine *line = book_find(f->game, &next.position);
        if (plies > 1)
            collect(f, &next, plies - 1);
        else if (line && line->result == 0 && f->books < BOOK_STARTS &&
                 !is_among(f->game, f->book, f->books, &next.position))
            f->book[f->books++] = next;
    }
    movelist_free(&moves);
}

static void collect_book(Fair *f)
{
    FairStart start = {.source = T("book")};
    f->game->start(&start.position);
    f->books = 0;
    for (int plies = 1; plies <= BOOK_PLIES; plies++)
        collect(f, &start, plies);
}

/* --- by chance --- */

/* While the book knows the game, it is continued only if the book calls it drawn: then nobody has given away more
 * than the start itself does. */
static bool goes_astray(const Fair *f, const Position *p, int ply)
{
    const BookLine *line = f->proof && ply > 0 ? book_find(f->game, p) : NULL;
    return line && line->result != 0;
}

/* Plays random moves. False: the game ended early, or somebody is already ahead. */
static bool draw_moves(Fair *f, uint64_t *random, FairStart *out)
{
    const Game *g = f->game;
    g->start(&out->position);
    for (out->plies = 0; out->plies < f->plies; out->plies++) {
        if (goes_astray(f, &out->position, out->plies) || !movelist_fill(&f->moves, g, &out->position) ||
            f->moves.count == 0)
            return false;
        Move m = f->moves.move[random_next_wide(random) % f->moves.count];
        out->line[out->plies] = m;
        g->play(&out->position, m, &out->position);
    }
    return !g->outcome(&out->position).over;
}

static bool is_drawn(Fair *f, const Position *p)
{
    if (f->layer)
        return opening_layer_has(f->layer, f->game, p) && opening_layer_value(f->layer, f->game, p, NULL) == 0;
    /* Earlier proofs must not affect how far this one gets. */
    proof_forget(f->proof);
    return value_draws(proof_value(f->proof, p, false));
}

bool fair_start(Fair *f, int number, const Cancel *cancel, FairStart *out)
{
    uint64_t random = (uint64_t)number * UINT64_C(0xd6e8feb86659fd93);
    *out = (FairStart){.number = number, .source = f->layer ? T("table") : T("proof")};
    if (number < 1 || number > FAIR_NUMBERS || !fair_exists(f->game) || !knowledge_ready(f->game))
        return false;
    if (f->proof && f->books < 0)
        collect_book(f);
    if (number <= f->books) {
        *out = f->book[number - 1];
        out->number = number;
        return true;
    }
    if (f->proof) {
        proof_limit(f->proof, PROOF_NODES, 0);
        proof_cancel(f->proof, cancel);
    }
    for (int i = 0; i < TRIES && !cancel_asked(cancel); i++)
        if (draw_moves(f, &random, out) && is_drawn(f, &out->position))
            return true;
    return false;
}

int fair_list(Fair *f, int number, int count, const Cancel *cancel, FairStart *out)
{
    int found = 0;
    for (; found < count && number <= FAIR_NUMBERS && !cancel_asked(cancel); number++) {
        if (!fair_start(f, number, cancel, &out[found]))
            break;
        found += !is_among(f->game, out, found, &out[found].position);
    }
    return found;
}
