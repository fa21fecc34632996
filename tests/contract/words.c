/* A game says what it is: every kind of piece has a picture, signs and names, every end a reason,
 * every choice a name, and every move is told. A failure names the kind, reason, choice or move. */
#include "contract/contract.h"
#include "core/steps.h"
#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

static bool there(const char *text) { return text && *text; }

/* One character, so presumably one column in a terminal. */
static bool is_one_sign(const char *text)
{
    uint32_t c;
    size_t at = 0;
    return there(text) && utf8_next(text, strlen(text), &at, &c) && text[at] == '\0';
}

/* Some pieces of the kind are this seat's. */
static bool has_pieces(const Game *g, const Kind *kind, int seat)
{
    return seat < g->players || (seat == NEUTRAL && kind->neutral);
}

static bool signs_differ(Contract *c, int a, int seat)
{
    const Game *g = c->game;
    const Kind *kind = &g->kind[a];
    if (!is_one_sign(kind->sign[seat]) || !is_one_sign(kind->letter[seat]) || (kind->letter[seat][0] & 0x80))
        return contract_fail(c, "kind `%s`: the sign or the letter of seat %d is missing or too long", kind->id, seat);
    for (int b = 0; b <= a; b++)
        for (int other = 0; other < (b < a ? NEUTRAL + 1 : seat); other++)
            if (has_pieces(g, &g->kind[b], other) && (strcmp(kind->sign[seat], g->kind[b].sign[other]) == 0 ||
                                                      strcmp(kind->letter[seat], g->kind[b].letter[other]) == 0))
                return contract_fail(c, "kinds `%s` (seat %d) and `%s` (seat %d) look the same in a terminal", kind->id,
                                     seat, g->kind[b].id, other);
    return true;
}

bool words_kinds_are_described(Contract *c)
{
    const Game *g = c->game;
    if (!g->kind)
        return contract_fail(c, "the kinds of piece are not described");
    for (int k = 0; k < g->kinds; k++) {
        const Kind *kind = &g->kind[k];
        if (!there(kind->id) || strlen(kind->id) >= STEP_TEXT || strchr(kind->id, ' '))
            return contract_fail(c, "kind %d has no id of one short word", k);
        if (kind->shape == SHAPE_NONE || kind->shape >= SHAPE_COUNT)
            return contract_fail(c, "kind `%s` has no picture (.shape)", kind->id);
        if (kind->supply >= g->kinds || g->kind[kind->supply].supply != kind->supply)
            return contract_fail(c, "kind `%s` comes from the reserve of kind %d, which has none", kind->id,
                                 kind->supply);
        if (!there(kind->name) || !there(kind->one) || !there(kind->many) || !strstr(kind->many, "{0}"))
            return contract_fail(c, "kind `%s` lacks a word: .name, .one or .many with {0}", kind->id);
        for (int seat = 0; seat <= NEUTRAL; seat++) {
            if (!has_pieces(g, kind, seat))
                continue;
            if (!there(kind->coloured[seat]))
                return contract_fail(c, "kind `%s` has no name in the colour of seat %d", kind->id, seat);
            if (!signs_differ(c, k, seat))
                return false;
        }
        for (int other = 0; other < k; other++)
            if (strcmp(kind->id, g->kind[other].id) == 0 || kind->shape == g->kind[other].shape)
                return contract_fail(c, "kinds `%s` and `%s` share their id or their picture (.shape)", kind->id,
                                     g->kind[other].id);
    }
    return true;
}

bool words_reasons_are_named(Contract *c)
{
    for (int i = 1; i < MAX_REASONS; i++)
        if (there(c->game->reason[i]) && !there(c->game->reason[i - 1]))
            return contract_fail(c, "REASON_OWN + %d has no text (.reason)", i - 1);
    return true;
}

bool words_the_end_has_a_reason(Contract *c)
{
    Outcome o = c->game->outcome(&c->position);
    if (o.over && !there(game_reason(c->game, (Reason)o.reason)))
        return contract_fail(c, "the game ends for reason %d%s, which has no text (.reason)", o.reason,
                             o.reason >= REASON_OWN ? " (REASON_OWN and on)" : "");
    return true;
}

/* Every first choice has a sentence that says where it may go. */
bool words_choices_are_named(Contract *c)
{
    const Game *g = c->game;
    Choices first;
    steps_next(g, &c->position, &c->legal, NULL, 0, &first);
    for (int i = 0; i < first.count; i++) {
        Step s = first.step[i];
        char name[STEP_TEXT];
        step_write(g, s, name);
        if (s.role == STEP_KIND && !(there(g->kind[s.value].may_go) && strstr(g->kind[s.value].may_go, "{0}")))
            return contract_fail(c, "kind `%s` can be chosen first, but .may_go does not say where it may go", name);
        if (step_names_place(s) && !(there(g->may[s.role]) && strstr(g->may[s.role], "{0}")))
            return contract_fail(c, "%s can be chosen first, but .may has no sentence for role %d", name, s.role);
    }
    return true;
}

/* Every hole of a sentence is filled, with places of the board. */
static bool sentence_is_whole(Contract *c, const Told *t, const char *move)
{
    if (!there(t->text))
        return contract_fail(c, "%s is told without words", move);
    for (int h = 0; h < MESSAGE_HOLES; h++) {
        const Hole *hole = &t->hole[h];
        const char mark[] = {'{', (char)('0' + h), '}', '\0'};
        bool used = strstr(t->text, mark) != NULL, filled = h == 0 || hole->type != HOLE_MOVER;
        if (used && !filled)
            return contract_fail(c, "%s: nothing goes into %s of `%s`", move, mark, t->text);
        if (!used && hole->type != HOLE_MOVER)
            return contract_fail(c, "%s: `%s` has no hole %s", move, t->text, mark);
        for (int i = 0; i < hole->count; i++)
            if (hole->place[i] >= c->game->board->places)
                return contract_fail(c, "%s is told of place %d", move, hole->place[i]);
        if (hole->type == HOLE_WORD && !there(hole->word))
            return contract_fail(c, "%s: the word in %s is missing", move, mark);
    }
    return true;
}

bool words_moves_are_told(Contract *c)
{
    enum { TOLD_SAMPLED = 40 };
    for (size_t i = 0; i < c->legal.count && i < TOLD_SAMPLED; i++) {
        Move m = c->legal.move[c->legal.count <= TOLD_SAMPLED ? i : contract_random(c, c->legal.count)];
        Told told[MAX_TOLD] = {0};
        char text[MOVE_TEXT];
        int n = c->game->tell(&c->position, m, told);
        c->game->write_move(&c->position, m, text);
        if (n < 1 || n > MAX_TOLD)
            return contract_fail(c, "%s is told in %d sentences", text, n);
        for (int k = 0; k < n; k++)
            if (!sentence_is_whole(c, &told[k], text))
                return false;
    }
    return true;
}

/* An end is told, and nothing is told before it. */
bool words_ends_are_told(Contract *c)
{
    Told told[MAX_TOLD] = {0};
    int n = c->game->tell_end ? c->game->tell_end(&c->position, told) : 0;
    if (n < 0 || n > MAX_TOLD || (n > 0 && !c->game->outcome(&c->position).over))
        return contract_fail(c, "the end is told in %d sentences", n);
    for (int k = 0; k < n; k++)
        if (!sentence_is_whole(c, &told[k], "the end"))
            return false;
    return true;
}

bool words_pieces_have_a_kind(Contract *c)
{
    for (int place = 0; place < c->game->board->places; place++) {
        Piece stack[MAX_STACK];
        int n = c->game->pieces(&c->position, place, stack);
        for (int i = 0; i < n; i++)
            if (stack[i].kind >= c->game->kinds || stack[i].seat > NEUTRAL ||
                !there(c->game->kind[stack[i].kind].coloured[stack[i].seat]))
                return contract_fail(c, "piece %d on place %d is of kind %d, which has no name in its colour", i, place,
                                     stack[i].kind);
    }
    return true;
}
