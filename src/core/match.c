/* The tree of a match: see match.h.
 *
 * What always holds: path[0] is node 0, path[i]'s parent is path[i-1] and its `line`
 * is path[i+1], path[ply] is the current node; there is room in `path` for every node
 * that there is. A declared end sits on the last node of the main line and that node
 * has no children. */
#include "core/match.h"

#include "core/buffer.h"
#include "core/memory.h"
#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

typedef struct Tag {
    char *name, *value;
} Tag;

/* The stacks as players see them at one node. */
typedef struct Shown {
    int node;               /* MATCH_NONE: nothing computed yet */
    uint8_t height[MAX_PLACES];
    Piece piece[MAX_PLACES][MAX_STACK];
} Shown;

struct Match {
    const Game *game;
    MatchNode *node;
    int32_t *path;
    int count, capacity, ply;
    Outcome declared;       /* over: at node declared_at */
    int declared_at;
    int declared_by;        /* seat, or -1 */
    bool at_start;
    int tags;
    Tag tag[MATCH_MAX_TAGS];
    Shown shown;
};

static bool no_memory(Message *error) { return message_set(error, 0, T("there is not enough memory"), 0); }

/* --- making and unmaking --- */

static bool grow(Match *m)
{
    int wanted = m->capacity ? m->capacity * 2 : 64;
    MatchNode *node = memory_resize(m->node, (size_t)wanted * sizeof *node);
    if (!node)
        return false;
    m->node = node;
    int32_t *path = memory_resize(m->path, (size_t)wanted * sizeof *path);
    if (!path)
        return false;
    m->path = path;
    m->capacity = wanted;
    return true;
}

Match *match_new(const Game *game, const Position *start)
{
    Match *m = memory_resize(NULL, sizeof *m);
    if (!m)
        return NULL;
    *m = (Match){.game = game, .declared_by = -1, .declared_at = MATCH_NONE, .shown = {.node = MATCH_NONE}};
    if (!grow(m)) {
        match_free(m);
        return NULL;
    }
    Position own;
    game->start(&own);
    m->at_start = !start || position_equal(start, &own);
    Position first = start ? *start : own;
    m->node[0] = (MatchNode){.position = first,
                             .hash = position_hash(game, &first),
                             .parent = MATCH_NONE,
                             .first_child = MATCH_NONE,
                             .next_sibling = MATCH_NONE,
                             .line = MATCH_NONE,
                             .round = 1,
                             .occurrence = 1};
    m->path[0] = 0;
    m->count = 1;
    return m;
}

void match_free(Match *m)
{
    if (!m)
        return;
    for (int i = 0; i < m->count; i++)
        memory_free(m->node[i].comment);
    for (int i = 0; i < m->tags; i++) {
        memory_free(m->tag[i].name);
        memory_free(m->tag[i].value);
    }
    memory_free(m->node);
    memory_free(m->path);
    memory_free(m);
}

/* --- where we are --- */

const Game *match_game(const Match *m) { return m->game; }
int match_current(const Match *m) { return m->path[m->ply]; }
int match_count(const Match *m) { return m->count; }
const MatchNode *match_node(const Match *m, int node) { return &m->node[node]; }
const Position *match_position(const Match *m) { return &m->node[match_current(m)].position; }
int match_ply(const Match *m) { return m->ply; }
int match_path(const Match *m, int ply) { return m->path[ply]; }
int match_mover(const Match *m) { return m->game->mover(match_position(m)); }
bool match_at_start(const Match *m) { return m->at_start; }

int match_main_end(const Match *m)
{
    int node = 0;
    while (m->node[node].first_child != MATCH_NONE)
        node = m->node[node].first_child;
    return node;
}

/* --- moving about --- */

static int child_with(const Match *m, int parent, Move move)
{
    int child = m->node[parent].first_child;
    while (child != MATCH_NONE && m->node[child].move != move)
        child = m->node[child].next_sibling;
    return child;
}

static void step_into(Match *m, int child)
{
    m->node[match_current(m)].line = child;
    m->path[++m->ply] = child;
}

/* How often `p` has stood on the path to the current node. */
static int occurrences(const Match *m, const Position *p, uint64_t hash)
{
    int found = 0;
    if (!m->game->never_repeats)
        for (int i = 0; i <= m->ply; i++) {
            const MatchNode *n = &m->node[m->path[i]];
            found += n->hash == hash && position_equal(&n->position, p);
        }
    return found;
}

static int add_child(Match *m, Move move, Message *error)
{
    if (m->count == MATCH_MAX_NODES || m->ply == MATCH_MAX_PLY) {
        message_set(error, 0, T("this game has become too long to keep: no more moves can be added"), 0);
        return MATCH_NONE;
    }
    if (m->count == m->capacity && !grow(m)) {
        no_memory(error);
        return MATCH_NONE;
    }
    int parent = match_current(m), id = m->count;
    MatchNode *from = &m->node[parent], *to = &m->node[id];
    *to = (MatchNode){.move = move,
                      .parent = parent,
                      .first_child = MATCH_NONE,
                      .next_sibling = MATCH_NONE,
                      .line = MATCH_NONE,
                      .ply = m->ply + 1};
    m->game->play(&from->position, move, &to->position);
    to->hash = position_hash(m->game, &to->position);
    to->round = from->round + (m->game->mover(&to->position) <= m->game->mover(&from->position));
    to->occurrence = 1 + occurrences(m, &to->position, to->hash);
    int32_t *link = &from->first_child;
    while (*link != MATCH_NONE)
        link = &m->node[*link].next_sibling;
    *link = id;
    m->count++;
    return id;
}

bool match_play(Match *m, Move move, Message *error)
{
    if (match_outcome(m).over)
        return message_set(error, 0, T("the game is over"), 0);
    int child = child_with(m, match_current(m), move);
    if (child == MATCH_NONE)
        child = add_child(m, move, error);
    if (child == MATCH_NONE)
        return false;
    step_into(m, child);
    return true;
}

bool match_play_text(Match *m, const char *text, Message *error)
{
    Move move;
    if (match_outcome(m).over)
        return message_set(error, 0, T("the game is over"), 0);
    return m->game->read_move(match_position(m), text, &move, error) && match_play(m, move, error);
}

bool match_undo(Match *m)
{
    if (m->declared.over && m->declared_at == match_current(m)) {
        m->declared = (Outcome){0};
        return true;
    }
    if (m->ply == 0)
        return false;
    m->ply--;
    return true;
}

bool match_redo(Match *m)
{
    const MatchNode *here = &m->node[match_current(m)];
    int child = here->line != MATCH_NONE ? here->line : here->first_child;
    if (child == MATCH_NONE)
        return false;
    step_into(m, child);
    return true;
}

void match_goto(Match *m, int node)
{
    int old = m->ply;
    m->ply = m->node[node].ply;
    for (int i = m->ply; i > 0 && (i > old || m->path[i] != node); i--) {
        m->path[i] = node;
        int parent = m->node[node].parent;
        m->node[parent].line = node;
        node = parent;
    }
}

void match_promote(Match *m, int node)
{
    for (int parent; (parent = m->node[node].parent) != MATCH_NONE; node = parent) {
        int32_t *link = &m->node[parent].first_child;
        if (*link == node)
            continue;
        int32_t first = *link;
        while (*link != node)
            link = &m->node[*link].next_sibling;
        *link = m->node[node].next_sibling;
        m->node[node].next_sibling = first;
        m->node[parent].first_child = node;
    }
    if (m->declared.over && m->declared_at != match_main_end(m))
        m->declared = (Outcome){0};
}

/* --- how it ends --- */

Outcome match_outcome_at(const Match *m, int node)
{
    const MatchNode *n = &m->node[node];
    Outcome o = m->game->outcome(&n->position);
    if (o.over)
        return o;
    if (n->occurrence >= 3)
        return (Outcome){.over = true, .winner = DRAW, .reason = REASON_REPETITION};
    if (m->declared.over && m->declared_at == node)
        return m->declared;
    return (Outcome){0};
}

Outcome match_outcome(const Match *m) { return match_outcome_at(m, match_current(m)); }

bool match_end(Match *m, Reason reason, int seat, Message *error)
{
    int here = match_current(m);
    if (match_outcome(m).over)
        return message_set(error, 0, T("the game is over"), 0);
    if (m->node[here].first_child != MATCH_NONE)
        return message_set(error, 0, T("the game went on from here: go to its end first"), 0);
    bool lost = reason == REASON_RESIGNED || reason == REASON_TIME;
    int winner = lost && m->game->sides == 2 ? 1 - game_side(m->game, seat) : DRAW;
    match_promote(m, here);
    m->declared = (Outcome){.over = true, .winner = (int8_t)winner, .reason = (uint8_t)reason};
    m->declared_at = here;
    m->declared_by = lost ? seat : -1;
    return true;
}

int match_ended_by(const Match *m, int node)
{
    return m->declared.over && m->declared_at == node ? m->declared_by : -1;
}

/* --- words --- */

/* A cleaned copy of `text` (see match.h) in *out; NULL when nothing is left of it.
 * False: not UTF-8, too long, or no memory. */
static bool clean(const char *text, bool keep_lines, size_t limit, char **out, Message *error)
{
    Buffer b = {0};
    size_t length = text ? strlen(text) : 0, lines = 0;
    bool blank = false;
    *out = NULL;
    for (size_t at = 0, start = 0; at < length; start = at) {
        uint32_t c;
        if (!utf8_next(text, length, &at, &c)) {
            buffer_free(&b);
            return message_set(error, 0, T("this text is not UTF-8"), 0);
        }
        if (c == '\n' && keep_lines) {
            lines++;
        } else if (c == ' ' || utf8_control(c)) {
            blank = true;
        } else {
            for (; b.length && lines > 0; lines--, blank = false)
                buffer_add_char(&b, '\n');
            if (b.length && blank)
                buffer_add_char(&b, ' ');
            buffer_add_bytes(&b, text + start, at - start);
            blank = false;
            lines = 0;
        }
        /* Blanks around a line end are not kept. */
        blank = blank && lines == 0;
    }
    if (b.failed || b.length > limit) {
        bool failed = b.failed;
        char most[16];
        snprintf(most, sizeof most, "%zu", limit);
        buffer_free(&b);
        return failed ? no_memory(error)
                      : message_set(error, 0, T("this text is too long: {0} bytes at most"), 1, most);
    }
    *out = b.text;
    return true;
}

bool match_set_comment(Match *m, int node, const char *text, Message *error)
{
    char *cleaned;
    if (!clean(text, true, MATCH_MAX_COMMENT, &cleaned, error))
        return false;
    memory_free(m->node[node].comment);
    m->node[node].comment = cleaned;
    return true;
}

static int find_tag(const Match *m, const char *name)
{
    for (int i = 0; i < m->tags; i++)
        if (strcmp(m->tag[i].name, name) == 0)
            return i;
    return -1;
}

static bool good_tag_name(const char *name)
{
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return length > 0 && length <= MATCH_MAX_TAG_NAME && name[length] == '\0' && !strchr("0123456789_", name[0]);
}

static void remove_tag(Match *m, int i)
{
    memory_free(m->tag[i].name);
    memory_free(m->tag[i].value);
    m->tags--;
    memmove(&m->tag[i], &m->tag[i + 1], (size_t)(m->tags - i) * sizeof m->tag[0]);
}

bool match_set_tag(Match *m, const char *name, const char *value, Message *error)
{
    char *cleaned, most[16];
    if (!good_tag_name(name))
        return message_set(error, 0, T("a tag's name is a letter, then letters, digits and _"), 0);
    if (!clean(value, false, MATCH_MAX_TAG_VALUE, &cleaned, error))
        return false;
    int i = find_tag(m, name);
    if (!cleaned) {
        if (i >= 0)
            remove_tag(m, i);
        return true;
    }
    if (i >= 0) {
        memory_free(m->tag[i].value);
        m->tag[i].value = cleaned;
        return true;
    }
    if (m->tags == MATCH_MAX_TAGS) {
        memory_free(cleaned);
        snprintf(most, sizeof most, "%d", MATCH_MAX_TAGS);
        return message_set(error, 0, T("there are too many tags: {0} at most"), 1, most);
    }
    size_t size = strlen(name) + 1;
    char *copy = memory_resize(NULL, size);
    if (!copy) {
        memory_free(cleaned);
        return no_memory(error);
    }
    memcpy(copy, name, size);
    m->tag[m->tags++] = (Tag){copy, cleaned};
    return true;
}

const char *match_tag(const Match *m, const char *name)
{
    int i = find_tag(m, name);
    return i < 0 ? NULL : m->tag[i].value;
}

int match_tag_count(const Match *m) { return m->tags; }
const char *match_tag_name(const Match *m, int i) { return m->tag[i].name; }
const char *match_tag_value(const Match *m, int i) { return m->tag[i].value; }

const char *match_seat_tag(int seat)
{
    static const char *const tag[MAX_PLAYERS] = {"White", "Black", "Red", "Green"};
    return tag[seat];
}

const char *match_name(const Match *m, int seat) { return match_tag(m, match_seat_tag(seat)); }

/* --- what players see --- */

/* One place after a move: what is still there keeps its order and direction, what is
 * new lies on top. `now` is what the position says, in any order. */
static int rearrange(Piece *shown, int height, const Piece *now, int count)
{
    Piece result[MAX_STACK];
    bool used[MAX_STACK] = {false};
    int n = 0;
    for (int i = 0; i < height; i++)
        for (int k = 0; k < count; k++)
            if (!used[k] && now[k].kind == shown[i].kind && now[k].seat == shown[i].seat) {
                used[k] = true;
                result[n] = now[k];
                if (now[k].direction == DIRECTION_NONE)
                    result[n].direction = shown[i].direction;
                n++;
                break;
            }
    for (int k = 0; k < count; k++)
        if (!used[k])
            result[n++] = now[k];
    memcpy(shown, result, (size_t)n * sizeof *shown);
    return n;
}

static void show(Match *m, int node)
{
    Shown *s = &m->shown;
    for (int place = 0; place < m->game->board->places; place++) {
        Piece now[MAX_STACK];
        int count = m->game->pieces(&m->node[node].position, place, now);
        s->height[place] = (uint8_t)rearrange(s->piece[place], s->height[place], now, count);
    }
    s->node = node;
}

/* Brings `shown` to the current node, from where it is when that is on the path. */
static void catch_up(Match *m)
{
    Shown *s = &m->shown;
    int ply = s->node == MATCH_NONE ? -1 : m->node[s->node].ply;
    if (ply < 0 || ply > m->ply || m->path[ply] != s->node) {
        memset(s->height, 0, sizeof s->height);
        ply = -1;
    }
    while (ply < m->ply)
        show(m, m->path[++ply]);
}

int match_pieces(Match *m, int place, Piece out[MAX_STACK])
{
    /* With one kind of piece, who owns what on which height is all there is to see,
     * and the position holds it. */
    if (m->game->kinds <= 1)
        return m->game->pieces(match_position(m), place, out);
    catch_up(m);
    memcpy(out, m->shown.piece[place], m->shown.height[place] * sizeof *out);
    return m->shown.height[place];
}
