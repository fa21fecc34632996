/* Games in sentences: see speech.h. */
#include "session/speech.h"

#include <stdio.h>
#include <string.h>

enum { SENTENCE = 2048 };

/* --- lists --- */

void speech_list_add(SpeechList *l, const char *word)
{
    if (l->count > 0)
        buffer_format(&l->text, "%s%s", l->count > 1 ? ", " : "", l->last);
    snprintf(l->last, sizeof l->last, "%s", word);
    l->count++;
}

void speech_list_end(Lang lang, SpeechList *l, bool either, Buffer *out)
{
    char text[SENTENCE];
    if (l->count > 1) {
        lang_format(lang, text, sizeof text, either ? T("{0} or {1}") : T("{0} and {1}"), 2, buffer_text(&l->text),
                    l->last);
        buffer_add(out, text);
    } else if (l->count == 1) {
        buffer_add(out, l->last);
    }
    buffer_free(&l->text);
    *l = (SpeechList){0};
}

static void add_sentence(Lang lang, Buffer *out, const char *english, const char *a, const char *b, const char *c,
                         const char *d)
{
    char text[SENTENCE];
    lang_format(lang, text, sizeof text, english, 4, a, b, c, d);
    if (out->length > 0 && out->text[out->length - 1] != '\n')
        buffer_add_char(out, ' ');
    buffer_add(out, text);
}

static const char *label(const Game *g, int place) { return g->board->place[place].label; }

/* --- words --- */

static const char *const singular[PIECE_KINDS] = {T("one ball"),        T("one square"), T("one triangle"),
                                                  T("one round piece"), T("one pawn"),   T("one cube")};
static const char *const plural[PIECE_KINDS] = {T("{0} balls"),        T("{0} squares"), T("{0} triangles"),
                                                T("{0} round pieces"), T("{0} pawns"),   T("{0} cubes")};

static const char *const piece_name[PIECE_KINDS][MAX_PLAYERS + 1] = {
    [PIECE_BALL] = {T("white ball"), T("black ball"), T("red ball"), T("green ball"), T("grey ball")},
    [PIECE_SQUARE] = {T("white square"), T("black square"), T("red square"), T("green square"), T("grey square")},
    [PIECE_TRIANGLE] = {T("white triangle"), T("black triangle"), T("red triangle"), T("green triangle"),
                        T("grey triangle")},
    [PIECE_ROUND] = {T("white round piece"), T("black round piece"), T("red round piece"), T("green round piece"),
                     T("grey round piece")},
    [PIECE_PAWN] = {T("white pawn"), T("black pawn"), T("red pawn"), T("green pawn"), T("grey pawn")},
    [PIECE_CUBE] = {T("white cube"), T("black cube"), T("red cube"), T("green cube"), T("grey cube")},
};

static void piece_words(Lang lang, Piece p, char *out, size_t size)
{
    static const char *const pointing[] = {"{0}", T("{0} pointing north"), T("{0} pointing east"),
                                           T("{0} pointing south"), T("{0} pointing west")};
    const char *name = lang_text(lang, piece_name[p.kind][p.seat]);
    if (p.direction == DIRECTION_NONE)
        snprintf(out, size, "%s", name);
    else
        lang_format(lang, out, size, pointing[p.direction], 1, name);
}

const char *speech_choice(Lang lang, const Game *g, Step step)
{
    static const char *const kind[PIECE_KINDS] = {T("ball"),        T("square"), T("triangle"),
                                                  T("round piece"), T("pawn"),   T("cube")};
    static const char *const direction[] = {"", T("north"), T("east"), T("south"), T("west")};
    switch ((StepRole)step.role) {
    case STEP_KIND: return lang_text(lang, kind[step.value]);
    case STEP_DIRECTION: return lang_text(lang, direction[step.value]);
    case STEP_STOP: return lang_text(lang, T("take back no more"));
    case STEP_TOP: return lang_text(lang, T("only the top piece"));
    case STEP_WHOLE: return lang_text(lang, T("the whole pile"));
    case STEP_PASS: return lang_text(lang, T("pass"));
    case STEP_END: return "";
    default: return label(g, step.value);
    }
}

const char *speech_question(Lang lang, const Choices *choices)
{
    bool offers[STEP_ROLES] = {false};
    for (int i = 0; i < choices->count; i++)
        offers[choices->step[i].role] = true;
    const char *question = T("Which place?");
    if (offers[STEP_FROM] && offers[STEP_TO])
        question = T("Put a piece on which place, or lift one from which?");
    else if (offers[STEP_FROM])
        question = T("Lift a piece from which place?");
    else if (offers[STEP_TO])
        question = T("To which place?");
    else if (offers[STEP_KIND])
        question = T("Which piece?");
    else if (offers[STEP_DIRECTION])
        question = T("Pointing which way?");
    else if (offers[STEP_TAKE])
        question = T("Take back which piece?");
    else if (offers[STEP_COLLAPSE])
        question = T("The pile collapses: where does the next pawn go?");
    else if (offers[STEP_TOP] || offers[STEP_WHOLE])
        question = T("The top piece alone, or the whole pile?");
    else if (offers[STEP_CAPTURE])
        question = T("Capture from which pile first?");
    else if (offers[STEP_DROP])
        question = T("Where does the captured piece go?");
    else if (offers[STEP_PASS])
        question = T("There is nothing to play: pass.");
    return lang_text(lang, question);
}

/* --- a move --- */

/* The parts of a move, as its steps tell them. */
typedef struct Parts {
    int kind, direction;        /* -1, DIRECTION_NONE: not chosen */
    int from, to;               /* -1: none */
    bool whole, pass;
    SpeechList taken, collapse;
} Parts;

static void say_captures(Lang lang, const Game *g, const char *seat, const Step *step, int count, Buffer *out)
{
    const char *english = g->kind[0] == PIECE_CUBE ? T("{0} captured the top cube of {1} and put it on {2}.")
                                                   : T("{0} captured the top piece of {1} and put it on {2}.");
    for (int i = 0; i + 1 < count; i++)
        if (step[i].role == STEP_CAPTURE && step[i + 1].role == STEP_DROP)
            add_sentence(lang, out, english, seat, label(g, step[i].value), label(g, step[i + 1].value), "");
}

static void say_put(Lang lang, const Game *g, const char *seat, const Parts *p, const char *taken, Buffer *out)
{
    static const char *const put[PIECE_KINDS] = {T("{0} put a ball on {1}."),     T("{0} put a square on {1}."),
                                                 T("{0} put a triangle on {1}."), T("{0} put a round piece on {1}."),
                                                 T("{0} put a pawn on {1}."),     T("{0} put a cube on {1}.")};
    static const char *const pointing[] = {
        "", T("{0} put a triangle on {1}, pointing north."), T("{0} put a triangle on {1}, pointing east."),
        T("{0} put a triangle on {1}, pointing south."), T("{0} put a triangle on {1}, pointing west.")};
    const char *to = label(g, p->to);
    if (*taken)
        add_sentence(lang, out,
                     p->kind == PIECE_BALL ? T("{0} put a ball on {1} and took back {2}.")
                                           : T("{0} put a piece on {1} and took back {2}."),
                     seat, to, taken, "");
    else
        add_sentence(lang, out, p->direction ? pointing[p->direction] : put[p->kind], seat, to, "", "");
}

static void say_moved(Lang lang, const Game *g, const char *seat, const Parts *p, const char *taken, int height,
                      Buffer *out)
{
    const char *from = label(g, p->from), *to = label(g, p->to);
    bool raised = g->board->place[p->to].level > g->board->place[p->from].level;
    const char *english = p->kind == PIECE_PAWN   ? T("{0} moved a pawn from {1} to {2}.")
                          : p->kind == PIECE_CUBE ? T("{0} moved a cube from {1} to {2}.")
                                                  : T("{0} moved a piece from {1} to {2}.");
    if (p->whole)
        english = T("{0} moved the whole pile from {1} to {2}.");
    else if (height > 1)
        english = p->kind == PIECE_PAWN   ? T("{0} moved the top pawn of {1} to {2}.")
                  : p->kind == PIECE_CUBE ? T("{0} moved the top cube of {1} to {2}.")
                                          : T("{0} moved the top piece of {1} to {2}.");
    else if (raised && p->kind == PIECE_BALL)
        english = *taken ? T("{0} raised a ball from {1} to {2} and took back {3}.")
                         : T("{0} raised a ball from {1} to {2}.");
    else if (raised)
        english = *taken ? T("{0} raised a piece from {1} to {2} and took back {3}.")
                         : T("{0} raised a piece from {1} to {2}.");
    add_sentence(lang, out, english, seat, from, to, taken);
}

static int owner_of(const Game *g, const Position *p, int place)
{
    Piece stack[MAX_STACK];
    int height = g->pieces(p, place, stack);
    return height == 0 ? NEUTRAL : g->owner ? g->owner(p, place) : stack[height - 1].seat;
}

/* Who controls more than before, places that the move was put on by hand left out. */
static void say_control(Lang lang, const Game *g, const Position *before, Move m, int to, Buffer *out)
{
    Position after;
    if (g->board->levels > 1)
        return;
    g->play(before, m, &after);
    for (int seat = 0; seat < g->players; seat++) {
        SpeechList gained = {0};
        Buffer places = {0};
        for (int i = 0; i < g->board->places; i++) {
            Piece stack[MAX_STACK];
            bool plain_put = i == to && !g->owner && g->pieces(before, i, stack) == 0;
            if (!plain_put && owner_of(g, &after, i) == seat && owner_of(g, before, i) != seat)
                speech_list_add(&gained, label(g, i));
        }
        if (gained.count > 0) {
            speech_list_end(lang, &gained, false, &places);
            add_sentence(lang, out, T("{0} now controls {1}."), lang_text(lang, scene_seat_name(seat)),
                         buffer_text(&places), "", "");
        }
        buffer_free(&places);
    }
}

/* How high a pile is after something was put on it or taken from it: what decides the next moves. */
static void say_height(Lang lang, const Game *g, const Position *after, int place, Buffer *out)
{
    Piece stack[MAX_STACK];
    char number[16];
    int height = g->pieces(after, place, stack);
    snprintf(number, sizeof number, "%d", height);
    if (height == 0)
        add_sentence(lang, out, T("{0} is empty now."), label(g, place), "", "", "");
    else
        add_sentence(lang, out, T("The pile on {0} is {1} high now."), label(g, place), number, "", "");
}

/* Of piles without end; towers and pyramids tell their height by the pieces they have. */
static void say_heights(Lang lang, const Game *g, const Position *before, Move m, const Parts *p, const Step *step,
                        int count, Buffer *out)
{
    Position after;
    Piece stack[MAX_STACK];
    if (g->board->levels > 1 || g->owner || p->to < 0)
        return;
    g->play(before, m, &after);
    if (g->pieces(before, p->to, stack) > 0)
        say_height(lang, g, &after, p->to, out);
    for (int i = 0; i < count; i++)
        if (step[i].role == STEP_CAPTURE && g->pieces(&after, step[i].value, stack) == 0)
            say_height(lang, g, &after, step[i].value, out);
}

void speech_move(Lang lang, const Game *g, const Position *before, Move m, Buffer *out)
{
    Step step[MAX_STEPS];
    Piece stack[MAX_STACK];
    int count = g->steps(before, m, 0, step);
    Parts p = {.kind = g->kind[0], .from = -1, .to = -1};
    const char *seat = lang_text(lang, scene_seat_name(g->mover(before)));
    for (int i = 0; i < count; i++)
        switch ((StepRole)step[i].role) {
        case STEP_KIND: p.kind = step[i].value; break;
        case STEP_DIRECTION: p.direction = step[i].value; break;
        case STEP_FROM: p.from = step[i].value; break;
        case STEP_TO: p.to = step[i].value; break;
        case STEP_TAKE: speech_list_add(&p.taken, label(g, step[i].value)); break;
        case STEP_COLLAPSE: speech_list_add(&p.collapse, label(g, step[i].value)); break;
        case STEP_WHOLE: p.whole = true; break;
        case STEP_PASS: p.pass = true; break;
        default: break;
        }
    int collapsed = p.collapse.count;
    Buffer taken = {0}, collapse = {0};
    speech_list_end(lang, &p.taken, false, &taken);
    speech_list_end(lang, &p.collapse, false, &collapse);
    if (p.pass || p.to < 0)
        add_sentence(lang, out, T("{0} passed."), seat, "", "", "");
    else if (p.from < 0)
        say_put(lang, g, seat, &p, buffer_text(&taken), out);
    else
        say_moved(lang, g, seat, &p, buffer_text(&taken), g->pieces(before, p.from, stack), out);
    if (collapsed > 0)
        add_sentence(lang, out,
                     collapsed == 1 ? T("The pile collapsed: a pawn went to {0}.")
                                    : T("The pile collapsed: its pawns went, from the top down, to {0}."),
                     buffer_text(&collapse), "", "", "");
    say_captures(lang, g, seat, step, count, out);
    say_heights(lang, g, before, m, &p, step, count, out);
    say_control(lang, g, before, m, p.to, out);
    buffer_free(&taken);
    buffer_free(&collapse);
}

/* --- what there is --- */

static void say_owner(Lang lang, const Scene *s, const Position *p, int place, Buffer *out)
{
    int top = s->height[place] > 0 ? s->piece[place][s->height[place] - 1].seat : NEUTRAL;
    int owner = s->game->owner ? s->game->owner(p, place) : top;
    if (s->game->board->levels > 1) {
        if (scene_carries(s, place))
            add_sentence(lang, out, T("A piece rests on it."), "", "", "", "");
    } else if (owner == NEUTRAL) {
        add_sentence(lang, out, T("Nobody controls it yet."), "", "", "", "");
    } else if (s->height[place] > 1) {
        add_sentence(lang, out, T("{0} controls it."), lang_text(lang, scene_seat_name(owner)), "", "", "");
    }
}

void speech_place(Lang lang, const Scene *s, const Position *p, int place, Buffer *out)
{
    const char *name = label(s->game, place);
    if (s->height[place] == 0) {
        add_sentence(lang, out,
                     scene_carried(s, place) ? T("{0} is empty.") : T("{0} is empty, and nothing carries it yet."),
                     name, "", "", "");
        return;
    }
    Buffer list = {0};
    for (int i = 0; i < s->height[place]; i++) {
        char words[128];
        piece_words(lang, s->piece[place][i], words, sizeof words);
        buffer_format(&list, "%s%s", i > 0 ? ", " : "", words);
    }
    add_sentence(lang, out, s->height[place] > 1 ? T("{0}, from bottom to top: {1}.") : T("{0}: {1}."), name,
                 buffer_text(&list), "", "");
    say_owner(lang, s, p, place, out);
    buffer_free(&list);
}

void speech_reserve(Lang lang, const Scene *s, int seat, Buffer *out)
{
    SpeechList list = {0};
    Buffer all = {0};
    for (int k = 0; k < s->game->kinds; k++) {
        char number[16], words[64];
        int left = s->reserve[seat][k], kind = s->game->kind[k];
        snprintf(number, sizeof number, "%d", left);
        lang_format(lang, words, sizeof words, left == 1 ? singular[kind] : plural[kind], 1, number);
        speech_list_add(&list, words);
    }
    speech_list_end(lang, &list, false, &all);
    add_sentence(lang, out, T("{0} has in reserve: {1}."), lang_text(lang, scene_seat_name(seat)), buffer_text(&all),
                 "", "");
    buffer_free(&all);
}

/* --- where one may play --- */

/* The places that a step of this role can name, for moves that begin with `first` (STEP_END: any). */
static uint32_t places_of(const Game *g, const Position *p, const MoveList *legal, Step first, StepRole role)
{
    uint32_t places = 0;
    for (size_t i = 0; i < legal->count; i++) {
        Step step[MAX_STEPS];
        int count = g->steps(p, legal->move[i], 0, step);
        if (first.role != STEP_END && (step[0].role != first.role || step[0].value != first.value))
            continue;
        for (int k = 0; k < count; k++)
            if (step[k].role == role)
                places |= 1u << step[k].value;
    }
    return places;
}

static void list_places(Lang lang, const Game *g, uint32_t places, bool either, Buffer *out)
{
    SpeechList list = {0};
    for (int i = 0; i < g->board->places; i++)
        if (places >> i & 1)
            speech_list_add(&list, label(g, i));
    speech_list_end(lang, &list, either, out);
}

void speech_constraint(Lang lang, const Game *g, const Position *p, const MoveList *legal, Buffer *out)
{
    Message m = {0};
    if (!g->constraint || legal->count == 0 || !g->constraint(p, &m))
        return;
    Buffer places = {0};
    list_places(lang, g, places_of(g, p, legal, (Step){0}, STEP_TO), true, &places);
    add_sentence(lang, out, m.id, m.arg[0], buffer_text(&places), "", "");
    buffer_free(&places);
}

void speech_where(Lang lang, const Game *g, const Position *p, const MoveList *legal, Buffer *out)
{
    static const char *const may_go[PIECE_KINDS] = {T("A ball may go on {0}."),     T("A square may go on {0}."),
                                                    T("A triangle may go on {0}."), T("A round piece may go on {0}."),
                                                    T("A pawn may go on {0}."),     T("A cube may go on {0}.")};
    Choices first;
    uint32_t from = 0, to = 0;
    Buffer places = {0};
    speech_constraint(lang, g, p, legal, out);
    steps_next(g, p, legal, NULL, 0, &first);
    for (int i = 0; i < first.count; i++) {
        Step step = first.step[i];
        if (step.role == STEP_KIND) {
            buffer_clear(&places);
            list_places(lang, g, places_of(g, p, legal, step, STEP_TO), true, &places);
            add_sentence(lang, out, may_go[step.value], buffer_text(&places), "", "", "");
        }
        from |= step.role == STEP_FROM ? 1u << step.value : 0;
        to |= step.role == STEP_TO ? 1u << step.value : 0;
        if (step.role == STEP_PASS)
            add_sentence(lang, out, T("There is nothing to play: pass."), "", "", "", "");
    }
    if (to) {
        buffer_clear(&places);
        list_places(lang, g, to, true, &places);
        add_sentence(lang, out, may_go[g->kind[0]], buffer_text(&places), "", "", "");
    }
    if (from) {
        static const char *const may_leave[PIECE_KINDS] = {
            [PIECE_BALL] = T("A ball may be raised from {0}."),
            [PIECE_PAWN] = T("A pawn may be moved from {0}."),
            [PIECE_CUBE] = T("A cube or a pile may be moved from {0}."),
        };
        const char *english = may_leave[g->kind[0]] ? may_leave[g->kind[0]] : T("A piece may be moved from {0}.");
        buffer_clear(&places);
        list_places(lang, g, from, true, &places);
        add_sentence(lang, out, english, buffer_text(&places), "", "", "");
    }
    buffer_free(&places);
}
