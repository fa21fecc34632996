/* The public functions, each a few lines over core and games: see include/colonnade.h.
 *
 * A cn_position is a Position under another name. It is copied in and out, because
 * C lets no object be looked at through a pointer to another struct. */
#include "colonnade.h"

#include "core/buffer.h"
#include "core/perft.h"
#include "games/registry.h"

#include <string.h>

_Static_assert(sizeof(cn_position) == sizeof(Position), "the public position holds ours");
_Static_assert(sizeof(cn_move) == sizeof(Move), "the public move is ours");
_Static_assert((int)CN_POSITION_TEXT >= (int)POSITION_TEXT && (int)CN_MOVE_TEXT >= (int)MOVE_TEXT, "texts fit");
_Static_assert((int)CN_PERFT_MAX_DEPTH <= (int)PERFT_MAX_DEPTH, "the promised depth is possible");

static const Game *ours(const cn_game *game) { return (const Game *)(const void *)game; }
static const cn_game *theirs(const Game *g) { return (const cn_game *)(const void *)g; }

static Position load(const cn_position *position)
{
    Position p;
    memcpy(&p, position, sizeof p);
    return p;
}

static void store(const Position *p, cn_position *out) { memcpy(out, p, sizeof *p); }

static bool fail(const Message *m, char *error, size_t size)
{
    if (error && size > 0)
        message_english(m, error, size);
    return false;
}

const char *cn_version(void) { return COLONNADE_VERSION; }

size_t cn_game_count(void) { return registry_count(); }

const cn_game *cn_game_at(size_t index) { return index < registry_count() ? theirs(registry_game(index)) : NULL; }

const cn_game *cn_game_find(const char *id) { return id ? theirs(registry_find(id)) : NULL; }

const char *cn_game_id(const cn_game *game) { return ours(game)->id; }

const char *cn_game_title(const cn_game *game) { return ours(game)->title; }

int cn_game_players(const cn_game *game) { return ours(game)->players; }

int cn_game_sides(const cn_game *game) { return ours(game)->sides; }

void cn_start(const cn_game *game, cn_position *out)
{
    Position p;
    ours(game)->start(&p);
    store(&p, out);
}

int cn_mover(const cn_game *game, const cn_position *position)
{
    Position p = load(position);
    return ours(game)->mover(&p);
}

bool cn_read_position(const cn_game *game, const char *text, cn_position *out, char *error, size_t size)
{
    Message m = {0};
    Position p;
    if (!text || !ours(game)->read_position(text, &p, &m))
        return fail(&m, error, size);
    store(&p, out);
    return true;
}

size_t cn_write_position(const cn_game *game, const cn_position *position, char *out)
{
    Position p = load(position);
    return ours(game)->write_position(&p, out);
}

bool cn_equal(const cn_position *a, const cn_position *b) { return memcmp(a, b, sizeof *a) == 0; }

uint64_t cn_hash(const cn_game *game, const cn_position *position)
{
    Position p = load(position);
    return position_hash(ours(game), &p);
}

void cn_canonical(const cn_game *game, const cn_position *position, cn_position *out)
{
    Position p = load(position), c;
    position_canonical(ours(game), &p, &c, NULL);
    store(&c, out);
}

size_t cn_moves(const cn_game *game, const cn_position *position, cn_move *out, size_t capacity)
{
    Position p = load(position);
    return ours(game)->moves(&p, out, capacity);
}

size_t cn_moves_text(const cn_game *game, const cn_position *position, char *out, size_t size)
{
    const Game *g = ours(game);
    Position p = load(position);
    MoveList list = {0};
    Buffer text = {0};
    bool listed = movelist_fill(&list, g, &p);
    for (size_t i = 0; listed && i < list.count; i++) {
        char move[MOVE_TEXT];
        g->write_move(&p, list.move[i], move);
        buffer_add(&text, move);
        buffer_add_char(&text, '\n');
    }
    size_t length = listed && !text.failed ? text.length : SIZE_MAX;
    if (size > 0) {
        size_t written = length == SIZE_MAX ? 0 : length < size ? length : size - 1;
        memcpy(out, buffer_text(&text), written);
        out[written] = '\0';
    }
    movelist_free(&list);
    buffer_free(&text);
    return length;
}

bool cn_read_move(const cn_game *game, const cn_position *position, const char *text, cn_move *out, char *error,
                  size_t size)
{
    Message m = {0};
    Position p = load(position);
    Move move;
    if (!text || !ours(game)->read_move(&p, text, &move, &m))
        return fail(&m, error, size);
    *out = move;
    return true;
}

size_t cn_write_move(const cn_game *game, const cn_position *position, cn_move move, char *out)
{
    Position p = load(position);
    return ours(game)->write_move(&p, move, out);
}

void cn_play(const cn_game *game, const cn_position *position, cn_move move, cn_position *out)
{
    Position p = load(position);
    ours(game)->play(&p, move, &p);
    store(&p, out);
}

bool cn_play_text(const cn_game *game, const cn_position *position, const char *text, cn_position *out, char *error,
                  size_t size)
{
    cn_move move;
    if (!cn_read_move(game, position, text, &move, error, size))
        return false;
    cn_play(game, position, move, out);
    return true;
}

static Outcome outcome(const cn_game *game, const cn_position *position)
{
    Position p = load(position);
    return ours(game)->outcome(&p);
}

int cn_winner(const cn_game *game, const cn_position *position)
{
    Outcome o = outcome(game, position);
    return !o.over ? CN_ONGOING : o.winner == DRAW ? CN_DRAW : o.winner;
}

const char *cn_result(const cn_game *game, const cn_position *position)
{
    return game_result_text(ours(game), outcome(game, position));
}

const char *cn_reason(const cn_game *game, const cn_position *position)
{
    Outcome o = outcome(game, position);
    return o.over ? game_reason(ours(game), (Reason)o.reason) : "";
}

bool cn_perft(const cn_game *game, const cn_position *position, int depth, uint64_t *count)
{
    if (depth < 0 || depth > CN_PERFT_MAX_DEPTH)
        return false;
    Position p = load(position);
    Perft perft = {.game = ours(game)};
    PerftStatus status = perft_bulk(&perft, &p, depth, count);
    perft_free(&perft);
    return status == PERFT_OK;
}
