/* Games, positions, moves, ends and counts: see include/colonnade/rules.h. */
#include "api/api.h"

#include "core/perft.h"
#include "core/steps.h"
#include "games/registry.h"
#include "lang/lang.h"

_Static_assert(sizeof(cn_position) == sizeof(Position), "the public position holds ours");
_Static_assert(sizeof(cn_move) == sizeof(Move), "the public move is ours");
_Static_assert((int)CN_POSITION_TEXT >= (int)POSITION_TEXT && (int)CN_MOVE_TEXT >= (int)MOVE_TEXT, "texts fit");
_Static_assert((int)CN_PERFT_MAX_DEPTH <= (int)PERFT_MAX_DEPTH, "the promised depth is possible");

const char *cn_version(void) { return COLONNADE_VERSION; }

int cn_version_number(void) { return CN_VERSION_NUMBER; }

size_t cn_game_count(void) { return registry_count(); }

const cn_game *cn_game_at(size_t index) { return index < registry_count() ? theirs(registry_game(index)) : NULL; }

const cn_game *cn_game_find(const char *id) { return id ? theirs(registry_find(id)) : NULL; }

const char *cn_game_id(const cn_game *game) { return ours(game)->id; }

const char *cn_game_title(const cn_game *game) { return ours(game)->title; }

int cn_game_players(const cn_game *game) { return ours(game)->players; }

int cn_game_sides(const cn_game *game) { return ours(game)->sides; }

bool cn_game_repeats(const cn_game *game) { return !ours(game)->never_repeats; }

uint32_t cn_game_most_moves(const cn_game *game) { return ours(game)->most_moves; }

const char *cn_game_rules(const cn_game *game, bool french)
{
    return lang_rules(french ? LANG_FR : LANG_EN, ours(game)->family);
}

const char *cn_seat_name(int seat)
{
    const char *tag = seat >= 0 && seat < MAX_PLAYERS ? tree_seat_tag(seat) : NULL;
    return tag ? tag : "";
}

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

bool cn_read_position(const cn_game *game, const char *text, cn_position *out, cn_error *error)
{
    Message m = {0};
    Position p;
    if (!text)
        return api_fail(error, CN_ERROR_ARGUMENT, "there is no text");
    if (!ours(game)->read_position(text, &p, &m))
        return api_fail_message(error, CN_ERROR_TEXT_WRONG, &m);
    store(&p, out);
    return true;
}

size_t cn_write_position(const cn_game *game, const cn_position *position, char *out, size_t size)
{
    char text[POSITION_TEXT];
    Position p = load(position);
    return api_give(text, ours(game)->write_position(&p, text), out, size);
}

bool cn_equal(const cn_position *a, const cn_position *b) { return memcmp(a, b, sizeof *a) == 0; }

uint64_t cn_hash(const cn_game *game, const cn_position *position)
{
    Position p = load(position);
    return position_hash(ours(game), &p);
}

int cn_canonical(const cn_game *game, const cn_position *position, cn_position *out)
{
    int symmetry;
    Position p = load(position), c;
    position_canonical(ours(game), &p, &c, &symmetry);
    store(&c, out);
    return symmetry;
}

int cn_symmetries(const cn_game *game) { return ours(game)->symmetries; }

void cn_transform(const cn_game *game, const cn_position *position, int symmetry, cn_position *out)
{
    Position p = load(position), q = p;
    if (symmetry > 0 && symmetry < ours(game)->symmetries)
        ours(game)->transform(&p, symmetry, &q);
    store(&q, out);
}

cn_move cn_transform_move(const cn_game *game, const cn_position *position, cn_move move, int symmetry)
{
    Position p = load(position);
    bool turned = symmetry > 0 && symmetry < ours(game)->symmetries;
    return turned ? steps_turn_move(ours(game), &p, move, symmetry) : move;
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
    api_give(buffer_text(&text), length == SIZE_MAX ? 0 : length, out, size);
    movelist_free(&list);
    buffer_free(&text);
    return length;
}

bool cn_read_move(const cn_game *game, const cn_position *position, const char *text, cn_move *out, cn_error *error)
{
    Message m = {0};
    Position p = load(position);
    Move move;
    if (!text)
        return api_fail(error, CN_ERROR_ARGUMENT, "there is no text");
    if (!ours(game)->read_move(&p, text, &move, &m)) {
        bool over = ours(game)->outcome(&p).over;
        return api_fail_message(error, over ? CN_ERROR_OVER : CN_ERROR_TEXT_WRONG, &m);
    }
    *out = move;
    return true;
}

size_t cn_write_move(const cn_game *game, const cn_position *position, cn_move move, char *out, size_t size)
{
    char text[MOVE_TEXT];
    Position p = load(position);
    return api_give(text, ours(game)->write_move(&p, move, text), out, size);
}

void cn_play(const cn_game *game, const cn_position *position, cn_move move, cn_position *out)
{
    Position p = load(position);
    ours(game)->play(&p, move, &p);
    store(&p, out);
}

bool cn_play_text(const cn_game *game, const cn_position *position, const char *text, cn_position *out, cn_error *error)
{
    cn_move move;
    if (!cn_read_move(game, position, text, &move, error))
        return false;
    cn_play(game, position, move, out);
    return true;
}

static Outcome outcome(const cn_game *game, const cn_position *position)
{
    Position p = load(position);
    return ours(game)->outcome(&p);
}

int cn_winner(const cn_game *game, const cn_position *position) { return api_winner(outcome(game, position)); }

const char *cn_result(const cn_game *game, const cn_position *position)
{
    return game_result_text(ours(game), outcome(game, position));
}

cn_reason_code cn_reason(const cn_game *game, const cn_position *position)
{
    return api_reason(ours(game), outcome(game, position));
}

const char *cn_reason_text(const cn_game *game, const cn_position *position)
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
