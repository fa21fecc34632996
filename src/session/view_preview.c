/* A half-made move on the board, and how pieces travel in a whole one: see view_private.h and view.h. It follows the
 * meaning of the steps, for any game. */
#include "session/view.h"

#include "session/view_private.h"

#include <string.h>

/* A piece on its way; -1 as a place means a reserve. */
typedef struct Flight {
    Piece piece;
    int from, to;
    int step;                   /* the choice that sends it, from 0 */
} Flight;

enum { MAX_FLIGHTS = MAX_STEPS + MAX_STACK };

typedef struct InHand {
    Scene *scene;
    Flight flight[MAX_FLIGHTS];
    int flights, step;
    uint64_t touched;
    Piece held;                 /* in the hand … */
    int from;                   /* … from this place; -1: the hand is empty */
    int lifted, put;            /* places of the move's first two steps; -1: none yet */
    /* If several are lifted together: the hand from bottom to top, where it is, and which way it goes. */
    Piece hand[MAX_STACK];
    int several, at;
    Direction way;
    uint8_t kind;
} InHand;

static Piece pop(InHand *h, int place)
{
    h->touched |= UINT64_C(1) << place;
    int *height = &h->scene->height[place];
    return *height > 0 ? h->scene->piece[place][--*height] : (Piece){0};
}

static void push(InHand *h, int place, Piece piece)
{
    h->touched |= UINT64_C(1) << place;
    if (h->scene->height[place] < MAX_STACK)
        h->scene->piece[place][h->scene->height[place]++] = piece;
}

static void fly(InHand *h, Piece piece, int from, int to)
{
    if (h->flights < MAX_FLIGHTS)
        h->flight[h->flights++] = (Flight){piece, from, to, h->step};
}

static void lift(InHand *h, int place)
{
    if (h->scene->height[place] == 0)
        return;
    h->held = pop(h, place);
    h->from = place;
}

static void put_down(InHand *h, int place)
{
    Piece fresh = {.kind = h->kind, .seat = (uint8_t)h->scene->mover};
    Piece piece = h->from >= 0 ? h->held : fresh;
    push(h, place, piece);
    fly(h, piece, h->from, place);
    int *left = &h->scene->reserve[h->scene->mover][h->scene->game->kind[h->kind].supply];
    if (h->from < 0)
        *left -= *left > 0;
    h->from = -1;
}

/* Puts the rest of the pile under the piece that went ahead. */
static void bring_pile(InHand *h)
{
    if (h->put < 0 || h->lifted < 0)
        return;
    Piece top = pop(h, h->put);
    h->flights--; /* it went alone; now it comes last */
    for (int i = 0; i < h->scene->height[h->lifted]; i++) {
        push(h, h->put, h->scene->piece[h->lifted][i]);
        fly(h, h->scene->piece[h->lifted][i], h->lifted, h->put);
    }
    h->scene->height[h->lifted] = 0;
    push(h, h->put, top);
    fly(h, top, h->lifted, h->put);
}

/* The place next to `place` on its level, or -1. */
static int neighbour(const Board *b, int place, Direction d)
{
    const Place *here = &b->place[place];
    int x = here->x + 2 * ((d == EAST) - (d == WEST)), y = here->y + 2 * ((d == NORTH) - (d == SOUTH));
    for (int i = 0; i < b->places; i++)
        if (b->place[i].x == x && b->place[i].y == y && b->place[i].level == here->level)
            return i;
    return -1;
}

/* Lifts several together: the piece already in the hand is the topmost of them. */
static void lift_several(InHand *h, int count)
{
    push(h, h->from, h->held);
    h->at = h->from;
    h->from = -1;
    for (h->several = 0; h->several < count && h->scene->height[h->at] > 0; h->several++)
        pop(h, h->at);
    for (int i = 0; i < h->several; i++)
        h->hand[i] = h->scene->piece[h->at][h->scene->height[h->at] + i];
}

/* Leaves some of them, lowest first, on the next place. */
static void leave_some(InHand *h, int count)
{
    int next = neighbour(h->scene->game->board, h->at, h->way);
    if (next < 0)
        return;
    h->at = next;
    for (; count > 0 && h->several > 0; count--) {
        push(h, next, h->hand[0]);
        fly(h, h->hand[0], h->lifted, next);
        memmove(h->hand, h->hand + 1, (size_t)--h->several * sizeof *h->hand);
    }
}

/* Lets the next pawn fall from the pile that was built on. */
static void fall(InHand *h, int place)
{
    if (h->put < 0 || h->scene->height[h->put] == 0)
        return;
    Piece piece = pop(h, h->put);
    push(h, place, piece);
    fly(h, piece, h->put, place);
}

static void take_back(InHand *h, int place)
{
    Piece piece = pop(h, place);
    h->scene->reserve[h->scene->mover][h->scene->game->kind[piece.kind].supply]++;
    fly(h, piece, place, -1);
}

static void follow(InHand *h, Step step)
{
    switch ((StepRole)step.role) {
    case STEP_KIND: h->kind = step.value; break;
    case STEP_FROM:
        h->lifted = step.value;
        lift(h, step.value);
        break;
    case STEP_TO:
        h->put = step.value;
        put_down(h, step.value);
        break;
    case STEP_COUNT:
        if (h->from >= 0)
            lift_several(h, step.value);
        else
            leave_some(h, step.value);
        break;
    case STEP_DIRECTION:
        h->way = (Direction)step.value;
        if (h->put >= 0 && h->scene->height[h->put] > 0)
            h->scene->piece[h->put][h->scene->height[h->put] - 1].direction = step.value;
        if (h->put >= 0 && h->flights > 0)
            h->flight[h->flights - 1].piece.direction = step.value;
        break;
    case STEP_WHOLE: bring_pile(h); break;
    case STEP_COLLAPSE: fall(h, step.value); break;
    case STEP_TAKE: take_back(h, step.value); break;
    case STEP_CAPTURE: lift(h, step.value); break;
    case STEP_DROP:
        if (h->from >= 0)
            put_down(h, step.value);
        break;
    default: break;
    }
    h->step++;
}

void view_preview(Scene *scene, const Step *steps, int count, uint64_t *touched)
{
    InHand h = {.scene = scene, .from = -1, .lifted = -1, .put = -1, .kind = 0};
    for (int i = 0; i < count; i++)
        follow(&h, steps[i]);
    /* Pieces in the hand stay visible until they are put down. */
    if (h.from >= 0)
        push(&h, h.from, h.held);
    for (int i = 0; i < h.several; i++)
        push(&h, h.at, h.hand[i]);
    *touched = h.touched;
}

void view_add_flights(Json *j, const Game *g, const Position *p, Move m)
{
    Scene scene;
    Step steps[MAX_STEPS];
    InHand h = {.scene = &scene, .from = -1, .lifted = -1, .put = -1};
    scene_set(&scene, g, p);
    int count = g->steps(p, m, 0, steps);
    for (int i = 0; i < count; i++)
        follow(&h, steps[i]);
    json_open_array(j, "flights");
    for (int i = 0; i < h.flights; i++) {
        json_open_object(j, NULL);
        view_add_piece(j, "piece", g, h.flight[i].piece);
        json_number(j, "from", h.flight[i].from);
        json_number(j, "to", h.flight[i].to);
        json_number(j, "step", h.flight[i].step);
        json_close_object(j);
    }
    json_close_array(j);
}
