/* The explorer: what was played in a position in the games of this house, and how it scored.
 *
 * It counts a bounded number of the newest games that reached the position, using the index that chores.c makes.
 * Answers are remembered for a minute. Moves that lead to the same position up to symmetry count as one. */
#include "house/house_private.h"

#include "core/clock.h"
#include "core/memory.h"
#include "games/registry.h"
#include "house/trail.h"
#include "store/ledger.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 20000,              /* counted, at most */
    ANSWERS = 256,              /* remembered … */
    FRESH = MINUTE,             /* … for this long */
    GLANCE = 300,               /* nodes for proving the value of one move */
    PROOF_BYTES = 1 << 20,
};
static const double longest = 0.02;     /* seconds for exact values */

typedef struct ExplorerMove {
    int64_t next;
    Position after;
    char text[MOVE_TEXT], value[VALUE_TEXT];
    int64_t score[3];           /* the mover lost, drew, won */
} ExplorerMove;

typedef struct ExplorerAnswer {
    const Game *game;           /* NULL: none */
    Position position;
    int64_t at;
    char *text;                 /* the members of the answer */
} ExplorerAnswer;

struct Explorer {
    ExplorerAnswer answer[ANSWERS];
    const Game *game;           /* the game that the proofs are about; NULL: none */
    Oracle proofs;
};

void explorer_close(Explorer *x)
{
    for (int i = 0; x && i < ANSWERS; i++)
        memory_free(x->answer[i].text);
    if (x && x->game)
        x->proofs.close(x->proofs.context);
    memory_free(x);
}

/* --- counting --- */

typedef struct Counting {
    ExplorerMove *move;
    size_t count;
    int64_t games;
} Counting;

static bool count_step(void *context, int64_t next, int score, int64_t count)
{
    Counting *c = context;
    for (size_t i = 0; i < c->count && score >= 0 && score <= 2; i++)
        if (c->move[i].next == next) {
            c->move[i].score[score] += count;
            c->games += count;
        }
    return true;
}

static bool list_moves(const Game *g, const Position *p, Counting *c)
{
    MoveList list = {0};
    if (!movelist_fill(&list, g, p))
        return false;
    c->move = memory_resize(NULL, (list.count + 1) * sizeof *c->move);
    for (size_t i = 0; c->move && i < list.count; i++) {
        ExplorerMove m = {0};
        size_t same = 0;
        g->play(p, list.move[i], &m.after);
        m.next = trail_number(g, &m.after);
        while (same < c->count && c->move[same].next != m.next)
            same++;
        if (same < c->count)
            continue;
        g->write_move(p, list.move[i], m.text);
        c->move[c->count++] = m;
    }
    movelist_free(&list);
    return c->move != NULL;
}

static int64_t games_of(const ExplorerMove *m) { return m->score[0] + m->score[1] + m->score[2]; }

static int most_first(const void *a, const void *b)
{
    int64_t x = games_of(a), y = games_of(b);
    return x < y ? 1 : x > y ? -1 : strcmp(((const ExplorerMove *)a)->text, ((const ExplorerMove *)b)->text);
}

/* --- exact values --- */

/* A table, or brief proofs; NULL: neither. */
static const Oracle *oracle_for(House *h, const Game *g)
{
    Explorer *x = h->explorer;
    const Oracle *table = probes_oracle(h->probes, g);
    if (table || !g->never_repeats)
        return table;
    if (x->game != g) {
        if (x->game)
            x->proofs.close(x->proofs.context);
        x->game = oracle_of_proofs(g, PROOF_BYTES, &x->proofs) ? g : NULL;
    }
    return x->game ? &x->proofs : NULL;
}

static void ask_values(House *h, const Game *g, Counting *c)
{
    const Oracle *o = oracle_for(h, g);
    const double end = clock_now() + longest;
    for (size_t i = 0; i < c->count && games_of(&c->move[i]) && clock_now() < end; i++) {
        Outcome over = g->outcome(&c->move[i].after);
        Value v;
        if (over.over)
            v = value_over(g, &c->move[i].after, over);
        else if (!o || !o->ask(o->context, &c->move[i].after, (Effort){.nodes = GLANCE}, false, &v))
            continue;
        value_text(value_of_move(v), c->move[i].value);
    }
}

/* --- the answer --- */

static void write_answer(const Game *g, const Counting *c, Buffer *out)
{
    Json j = {.out = out};
    json_text(&j, "game", g->id);
    json_number(&j, "games", c->games);
    json_open_array(&j, "moves");
    for (size_t i = 0; i < c->count && games_of(&c->move[i]); i++) {
        const ExplorerMove *m = &c->move[i];
        json_open_object(&j, NULL);
        json_text(&j, "move", m->text);
        json_number(&j, "games", games_of(m));
        json_number(&j, "won", m->score[2]);
        json_number(&j, "drawn", m->score[1]);
        json_number(&j, "lost", m->score[0]);
        if (m->value[0])
            json_text(&j, "value", m->value);
        json_close_object(&j);
    }
    json_close_array(&j);
}

/* The members of the answer; NULL: the store failed, or there is no memory. */
static const char *explore(House *h, const Game *g, const Position *p)
{
    ExplorerAnswer *a = &h->explorer->answer[position_hash(g, p) % ANSWERS];
    Counting c = {0};
    Buffer text = {0};
    if (a->game == g && position_equal(&a->position, p) && house_now(h) - a->at < FRESH)
        return a->text;
    bool ok = list_moves(g, p, &c) && store_steps(h->store, trail_number(g, p), GAMES, count_step, &c, NULL);
    if (ok) {
        qsort(c.move, c.count, sizeof *c.move, most_first);
        ask_values(h, g, &c);
        write_answer(g, &c, &text);
    }
    memory_free(c.move);
    char *kept = ok && !text.failed ? memory_resize(NULL, text.length + 1) : NULL;
    if (kept) {
        memcpy(kept, buffer_text(&text), text.length + 1);
        memory_free(a->text);
        *a = (ExplorerAnswer){g, *p, house_now(h), kept};
    }
    buffer_free(&text);
    return kept;
}

/* {"do":"explore","game":…}, with "position" or "opening"; otherwise the start. */
void request_explore(Request *q)
{
    House *h = q->house;
    const char *game = request_text(q, "game");
    const Game *g = game ? registry_find(game) : NULL;
    Position p;
    int ply;
    const char *why = g ? archive_position(q, g, &p, &ply) : "no-such-game";
    if (why) {
        request_refuse(q, why);
        return;
    }
    if (probes_plays_somebody(q->visitor)) {
        request_refuse(q, "not-allowed");
        return;
    }
    if (!h->explorer) {
        h->explorer = memory_resize(NULL, sizeof *h->explorer);
        if (h->explorer)
            memset(h->explorer, 0, sizeof *h->explorer);
    }
    const char *answer = h->explorer ? explore(h, g, &p) : NULL;
    if (!answer) {
        request_refuse(q, "trouble");
        return;
    }
    Say s = say_begin("explore");
    say_re(&s, q->re);
    buffer_format(&s.text, ",%s", answer);
    say_send(h, q->visitor, &s);
}
