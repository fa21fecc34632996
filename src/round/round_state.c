/* The whole state as text, and a tree that is adopted as events: see round.h. */
#include "core/memory.h"
#include "core/utf8.h"
#include "round/round_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- the state --- */

static void write_seat(const Round *r, int seat, Buffer *out)
{
    const RoundSeat *s = &r->seat[seat];
    buffer_format(out, "seat %c %s %d%s%s %" PRId64 " %" PRId64 " %d %s\n", game_seat_letter(seat),
                  round_kind_word(s->kind), s->level, s->left ? " left" : "", s->gone ? " gone" : "", s->gone_since,
                  s->time, (int)round_result(r, seat), s->name);
}

static void write_offer(const Round *r, int which, Buffer *out)
{
    const Offer *o = &r->offer[which];
    buffer_format(out, "offer %s %d %x", round_offer_word((RoundOffer)which), o->by, o->asked);
    for (int seat = 0; seat < r->game->players; seat++)
        buffer_format(out, " %d", o->again[seat]);
    buffer_add_char(out, '\n');
}

static void write_node(const Round *r, int node, Buffer *out)
{
    const TreeNode *n = tree_node(r->tree, node);
    char text[POSITION_TEXT];
    Outcome o = tree_outcome_at(r->tree, node);
    buffer_format(out, "node %d %d %d %d ", node, n->parent, n->first_child, n->next_sibling);
    if (n->parent == TREE_NONE)
        r->game->write_position(&n->position, text);
    else
        r->game->write_move(&tree_node(r->tree, n->parent)->position, n->move, text);
    buffer_format(out, "%s %016" PRIx64 " %s %d\n", text, n->hash, game_result_text(r->game, o), (int)o.reason);
}

void round_write(const Round *r, Buffer *out)
{
    char clock[64];
    round_clock_write(r->clock, clock);
    buffer_format(out, "round %s %s %s %" PRId64 " %" PRId64 " %d\n", r->game->id, clock, r->free ? "free" : "fair",
                  r->lag, r->claim_after, r->stand_in);
    buffer_format(out, "events %" PRIu32 " %" PRId64 " since %" PRId64 "\n", r->events, r->last, r->since);
    buffer_format(out, "phase %d head %d paused %d aborted %d rematch %d running %d\n", (int)r->phase, r->head,
                  r->paused, r->aborted, r->rematch, round_running(r));
    for (int seat = 0; seat < r->game->players; seat++)
        write_seat(r, seat, out);
    for (int which = 0; which < ROUND_OFFERS; which++)
        write_offer(r, which, out);
    for (int node = 0; node < tree_count(r->tree); node++)
        write_node(r, node, out);
}

/* --- a tree that exists already --- */

typedef struct Adoption {
    Round *round;
    const Tree *from;
    int64_t now;
    RoundSink *sink;
    void *context;
} Adoption;

static bool take(Adoption *a, const RoundAction *action)
{
    RoundEvents events;
    bool ok = round_apply(a->round, action, a->now, &events, NULL);
    for (int i = 0; i < events.count; i++)
        a->sink(a->context, &events.event[i]);
    return ok;
}

static bool take_event(Adoption *a, RoundEvent e)
{
    e.number = a->round->events + 1;
    e.at = a->round->last;
    if (!round_fold(a->round, &e, NULL))
        return false;
    a->sink(a->context, &e);
    return true;
}

static bool adopt_words(Adoption *a)
{
    Tree *m = a->round->tree;
    for (int seat = 0; seat < a->round->game->players; seat++) {
        char name[ROUND_NAME];
        snprintf(name, sizeof name, "%s", tree_name(a->from, seat) ? tree_name(a->from, seat) : "");
        utf8_clean(name);   /* a name that was too long was cut, perhaps inside a character */
        if (name[0] && !take(a, &(RoundAction){.type = ROUND_SIT, .seat = seat, .kind = ROUND_PERSON, .text = name}))
            return false;
    }
    for (int i = 0; i < tree_tag_count(a->from); i++)
        if (!tree_set_tag(m, tree_tag_name(a->from, i), tree_tag_value(a->from, i), NULL))
            return false;
    return true;
}

/* Plays the move that leads to `node` of the other tree after node `parent` of ours. */
static int adopt_move(Adoption *a, int node, int parent, bool main_line)
{
    const TreeNode *n = tree_node(a->from, node);
    Tree *m = a->round->tree;
    char text[MOVE_TEXT];
    int count = tree_count(m);
    const Position *p = &tree_node(m, parent)->position;
    a->round->game->write_move(p, n->move, text);
    RoundAction action = {
        .type = main_line ? ROUND_MOVE : ROUND_TRY, .seat = a->round->game->mover(p), .node = parent, .text = text};
    /* The clocks of an adopted game do not run yet: nobody can be late. */
    if (!take(a, &action) || tree_count(m) != count + 1 ||
        (n->comment && !tree_set_comment(m, count, n->comment, NULL)))
        return TREE_NONE;
    return count;
}

/* Adopts who left, and an end that was declared, when the main line reaches them. */
static bool adopt_leaving(Adoption *a, int node)
{
    for (int seat = 0; seat < a->round->game->players; seat++) {
        const TreeLeft *left = tree_left_at(a->from, seat, node);
        RoundEvent e = {.type = ROUND_LEFT, .seat = (int8_t)seat};
        if (!left || left->node != node)
            continue;
        e.reason = (uint8_t)left->reason;
        e.level = (int16_t)left->level;
        if (!take_event(a, e))
            return false;
    }
    return true;
}

static bool adopt_end(Adoption *a, int end)
{
    Outcome o = tree_outcome_at(a->from, end);
    RoundEvent e = {.type = ROUND_ENDED, .seat = (int8_t)tree_ended_by(a->from, end)};
    e.reason = o.reason;
    round_own_reason(a->round->game, o.reason, e.own);
    e.winner = o.winner;
    return !o.over || a->round->phase == ROUND_OVER || take_event(a, e);
}

/* Adopts the main line first, so that it stays the main line; then the variations, in the order of the nodes. `ours`
 * maps nodes. */
static bool adopt_tree(Adoption *a, int32_t *ours)
{
    int count = tree_count(a->from);
    for (int node = 0; node < count; node++)
        ours[node] = TREE_NONE;
    ours[0] = 0;
    const char *comment = tree_node(a->from, 0)->comment;
    if ((comment && !tree_set_comment(a->round->tree, 0, comment, NULL)) || !adopt_leaving(a, 0))
        return false;
    for (int node = 0; tree_node(a->from, node)->first_child != TREE_NONE;) {
        int next = tree_node(a->from, node)->first_child;
        if ((ours[next] = adopt_move(a, next, ours[node], true)) == TREE_NONE || !adopt_leaving(a, next))
            return false;
        node = next;
    }
    if (!adopt_end(a, tree_main_end(a->from)))
        return false;
    /* A parent has a smaller number than its children, but siblings may be in any order. */
    for (int node = 0; node < count; node++)
        for (int child = tree_node(a->from, node)->first_child; child != TREE_NONE;
             child = tree_node(a->from, child)->next_sibling)
            if (ours[child] == TREE_NONE && (ours[child] = adopt_move(a, child, ours[node], false)) == TREE_NONE)
                return false;
    return true;
}

bool round_adopt(Round *r, const Tree *from, int64_t now, RoundSink *sink, void *context)
{
    Adoption a = {.round = r, .from = from, .now = now > r->last ? now : r->last, .sink = sink, .context = context};
    int32_t *ours = memory_resize(NULL, (size_t)tree_count(from) * sizeof *ours);
    if (!ours)
        return false;
    bool ok = adopt_words(&a) && adopt_tree(&a, ours);
    memory_free(ours);
    tree_goto(r->tree, r->head);
    return ok;
}
