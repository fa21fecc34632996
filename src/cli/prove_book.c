/* The opening book: every position of the first plies, once up to symmetry. */
#include "cli/prove_book.h"

#include "core/memory.h"

#include <stdio.h>
#include <string.h>

enum { BOOK_PLIES = 2 };

typedef struct BookRow {
    Position position;      /* canonical */
    char moves[BOOK_PLIES * MOVE_TEXT];
} BookRow;

typedef struct BookRows {
    BookRow *line;
    size_t count, capacity;
} BookRows;

static bool add(BookRows *all, const Game *g, const Position *p, const char *before, const char *move)
{
    Position canonical;
    position_canonical(g, p, &canonical, NULL);
    for (size_t i = 0; i < all->count; i++)
        if (position_equal(&all->line[i].position, &canonical))
            return true;
    if (all->count == all->capacity) {
        size_t wanted = all->capacity ? 2 * all->capacity : 64;
        BookRow *grown = memory_resize(all->line, wanted * sizeof *grown);
        if (!grown)
            return false;
        all->line = grown;
        all->capacity = wanted;
    }
    BookRow *to = &all->line[all->count++];
    to->position = canonical;
    snprintf(to->moves, sizeof to->moves, "%s%s%s", before, *before ? " " : "", move);
    return true;
}

/* The moves shown are played from the start, but the positions are canonical. So the moves are replayed to find what
 * follows. */
static bool replay(const Game *g, const char *moves, Position *out)
{
    char text[BOOK_PLIES * MOVE_TEXT];
    snprintf(text, sizeof text, "%s", moves);
    g->start(out);
    for (char *rest = text, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        Move m;
        if (!g->read_move(out, word, &m, NULL))
            return false;
        g->play(out, m, out);
    }
    return true;
}

static bool collect(const Game *g, BookRows *all)
{
    Position p;
    MoveList list = {0};
    g->start(&p);
    bool good = add(all, g, &p, "", "");
    for (size_t begin = 0, ply = 0; good && ply < BOOK_PLIES; ply++)
        for (size_t end = all->count; good && begin < end; begin++) {
            char before[BOOK_PLIES * MOVE_TEXT], text[MOVE_TEXT];
            snprintf(before, sizeof before, "%s", all->line[begin].moves);
            good = replay(g, before, &p) && movelist_fill(&list, g, &p);
            for (size_t i = 0; good && i < list.count; i++) {
                Position q;
                g->write_move(&p, list.move[i], text);
                g->play(&p, list.move[i], &q);
                good = add(all, g, &q, before, text);
            }
        }
    movelist_free(&list);
    return good;
}

/* The later positions first: what is learnt there helps with the earlier ones. */
static bool print(const Call *call, const Game *g, Proof *f, const BookRows *all)
{
    static const char *const names[] = {"loss", "draw", "win"};
    proof_use_book(f, false);
    for (size_t i = all->count; i-- > 0;) {
        const BookRow *at = &all->line[i];
        char text[POSITION_TEXT], distance[16] = "-";
        if (g->outcome(&at->position).over)
            continue;
        Value v = proof_value(f, &at->position, true);
        if (!v.proven) {
            cli_fail_memory(call->lang);
            return false;
        }
        if (v.result != 0)
            snprintf(distance, sizeof distance, "%d", v.plies);
        g->write_position(&at->position, text);
        printf("%s\t%s\t%s\t%s\n", text, names[v.result + 1], distance, at->moves);
        if (fflush(stdout) != 0)
            return true;    /* main reports it */
    }
    return true;
}

ExitStatus prove_book(const Call *call, const Game *g, Proof *f)
{
    BookRows all = {0};
    bool good = collect(g, &all);
    ExitStatus status = good ? EXIT_DONE : cli_fail_memory(call->lang);
    if (good && !print(call, g, f, &all))
        status = EXIT_MACHINE;
    memory_free(all.line);
    return status;
}
