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

void speech_teams(Lang lang, const Game *g, Buffer *out)
{
    Buffer team[2] = {{0}};
    if (g->sides != 2 || g->players == 2)
        return;
    for (int side = 0; side < 2; side++) {
        SpeechList list = {0};
        for (int seat = 0; seat < g->players; seat++)
            if (game_side(g, seat) == side)
                speech_list_add(&list, lang_text(lang, scene_seat_name(seat)));
        speech_list_end(lang, &list, false, &team[side]);
    }
    add_sentence(lang, out, T("{0} play together against {1}."), buffer_text(&team[0]), buffer_text(&team[1]), "", "");
    buffer_free(&team[0]);
    buffer_free(&team[1]);
}

static const char *label(const Game *g, int place) { return g->board->place[place].label; }

/* --- words --- */

static void piece_words(Lang lang, const Game *g, Piece p, char *out, size_t size)
{
    static const char *const pointing[] = {"{0}", T("{0} pointing north"), T("{0} pointing east"),
                                           T("{0} pointing south"), T("{0} pointing west")};
    const char *name = lang_text(lang, g->kind[p.kind].coloured[p.seat]);
    if (p.direction == DIRECTION_NONE)
        snprintf(out, size, "%s", name);
    else
        lang_format(lang, out, size, pointing[p.direction], 1, name);
}

/* The name of a step without a value, if the game has no word of its own. */
static const char *plain_choice(StepRole role)
{
    switch (role) {
    case STEP_STOP: return T("stop here");
    case STEP_TOP: return T("only the top piece");
    case STEP_WHOLE: return T("the whole pile");
    case STEP_PASS: return T("pass");
    default: return "";
    }
}

const char *speech_choice(Lang lang, const Game *g, Step step)
{
    static const char *const direction[] = {"", T("north"), T("east"), T("south"), T("west")};
    static const char number[][3] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
    switch ((StepRole)step.role) {
    case STEP_KIND: return lang_text(lang, g->kind[step.value].name);
    case STEP_DIRECTION: return lang_text(lang, direction[step.value]);
    case STEP_COUNT: return step.value < sizeof number / sizeof *number ? number[step.value] : "";
    default: break;
    }
    if (step_names_place(step))
        return label(g, step.value);
    const char *own = g->choice[step.role];
    return lang_text(lang, own ? own : plain_choice((StepRole)step.role));
}

const char *speech_question(Lang lang, const Game *g, const Choices *choices)
{
    /* In the order in which they are asked if several are possible. */
    static const struct {
        StepRole role;
        const char *question;
    } plain[] = {
        {STEP_FROM, T("Lift a piece from which place?")},
        {STEP_TO, T("To which place?")},
        {STEP_KIND, T("Which piece?")},
        {STEP_DIRECTION, T("Pointing which way?")},
        {STEP_TAKE, T("Take back which piece?")},
        {STEP_COLLAPSE, T("Where does the next piece go?")},
        {STEP_TOP, T("The top piece alone, or the whole pile?")},
        {STEP_WHOLE, T("The top piece alone, or the whole pile?")},
        {STEP_CAPTURE, T("Capture from which pile first?")},
        {STEP_DROP, T("Where does the captured piece go?")},
        {STEP_COUNT, T("How many?")},
        {STEP_PASS, T("There is nothing to play: pass.")},
    };
    bool offers[STEP_ROLES] = {false};
    for (int i = 0; i < choices->count; i++)
        offers[choices->step[i].role] = true;
    if (offers[STEP_FROM] && offers[STEP_TO] && !g->question[STEP_FROM])
        return lang_text(lang, T("Put a piece on which place, or lift one from which?"));
    if (offers[STEP_FROM] && offers[STEP_KIND])
        return lang_text(lang, T("Play which piece, or lift from which place?"));
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (offers[plain[i].role]) {
            const char *own = g->question[plain[i].role];
            return lang_text(lang, own ? own : plain[i].question);
        }
    return lang_text(lang, T("Which place?"));
}

/* --- a move --- */

static void fill_hole(Lang lang, const Game *g, int seat, int hole, const Hole *h, Buffer *out)
{
    SpeechList list = {0};
    switch ((HoleType)h->type) {
    case HOLE_MOVER: buffer_add(out, hole == 0 ? lang_text(lang, scene_seat_name(seat)) : ""); break;
    case HOLE_NUMBER: buffer_format(out, "%d", h->number); break;
    case HOLE_WORD: buffer_add(out, lang_text(lang, h->word)); break;
    case HOLE_PLACES:
        for (int i = 0; i < h->count; i++)
            speech_list_add(&list, label(g, h->place[i]));
        speech_list_end(lang, &list, false, out);
        break;
    }
}

/* A sentence of the game, with its holes filled. */
static void say_told(Lang lang, const Game *g, int seat, const Told *t, Buffer *out)
{
    Buffer hole[MESSAGE_HOLES] = {0};
    for (int i = 0; i < MESSAGE_HOLES; i++)
        fill_hole(lang, g, seat, i, &t->hole[i], &hole[i]);
    add_sentence(lang, out, t->text, buffer_text(&hole[0]), buffer_text(&hole[1]), buffer_text(&hole[2]),
                 buffer_text(&hole[3]));
    for (int i = 0; i < MESSAGE_HOLES; i++)
        buffer_free(&hole[i]);
}

static int top_of(const Game *g, const Position *p, int place)
{
    Piece stack[MAX_STACK];
    int height = g->pieces(p, place, stack);
    return height == 0 ? NEUTRAL : stack[height - 1].seat;
}

static int owner_of(const Game *g, const Position *p, int place)
{
    return g->owner ? g->owner(p, place) : top_of(g, p, place);
}

/* Who controls more than before. That whoever put something on an empty place has it now is no news. */
static void say_control(Lang lang, const Game *g, const Position *before, const Position *after, const Step *step,
                        int count, Buffer *out)
{
    uint64_t put = 0;
    if (!g->control)
        return;
    for (int i = 0; i < count; i++)
        put |= step[i].role == STEP_TO ? UINT64_C(1) << step[i].value : 0;
    for (int seat = 0; seat < g->players; seat++) {
        SpeechList gained = {0};
        Buffer places = {0};
        for (int i = 0; i < g->board->places; i++) {
            Piece stack[MAX_STACK];
            bool plain_put = (put >> i & 1) && g->pieces(before, i, stack) == 0 && top_of(g, after, i) == seat;
            if (!plain_put && owner_of(g, after, i) == seat && owner_of(g, before, i) != seat)
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

/* How high a pile is after something was put on it or taken from it: that decides the next moves. */
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

/* For piles that something was put on, and for those that were captured completely. */
static void say_heights(Lang lang, const Game *g, const Position *before, const Position *after, const Step *step,
                        int count, Buffer *out)
{
    Piece stack[MAX_STACK];
    for (int i = 0; g->heights && i < count; i++) {
        bool put = step[i].role == STEP_TO && g->pieces(before, step[i].value, stack) > 0;
        bool gone = step[i].role == STEP_CAPTURE && g->pieces(after, step[i].value, stack) == 0;
        if (put || gone)
            say_height(lang, g, after, step[i].value, out);
    }
}

void speech_move(Lang lang, const Game *g, const Position *before, Move m, Buffer *out)
{
    Step step[MAX_STEPS];
    Told told[MAX_TOLD] = {0};
    Position after;
    int count = g->steps(before, m, 0, step), sentences = g->tell(before, m, told);
    g->play(before, m, &after);
    for (int i = 0; i < sentences; i++)
        say_told(lang, g, g->mover(before), &told[i], out);
    say_heights(lang, g, before, &after, step, count, out);
    say_control(lang, g, before, &after, step, count, out);
}

void speech_end(Lang lang, const Game *g, const Position *p, Buffer *out)
{
    Told told[MAX_TOLD] = {0};
    int sentences = g->tell_end ? g->tell_end(p, told) : 0;
    for (int i = 0; i < sentences; i++)
        say_told(lang, g, g->mover(p), &told[i], out);
}

/* --- what there is --- */

static void say_owner(Lang lang, const Scene *s, const Position *p, int place, Buffer *out)
{
    int top = s->height[place] > 0 ? s->piece[place][s->height[place] - 1].seat : NEUTRAL;
    int owner = s->game->owner ? s->game->owner(p, place) : top;
    if (scene_carries(s, place))
        add_sentence(lang, out, T("A piece rests on it."), "", "", "", "");
    if (!s->game->control)
        return;
    if (owner == NEUTRAL) {
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
        piece_words(lang, s->game, s->piece[place][i], words, sizeof words);
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
        if (s->game->kind[k].supply != k)
            continue;
        char number[16], words[64];
        int left = s->reserve[seat][k];
        const Kind *kind = &s->game->kind[k];
        snprintf(number, sizeof number, "%d", left);
        lang_format(lang, words, sizeof words, left == 1 ? kind->one : kind->many, 1, number);
        speech_list_add(&list, words);
    }
    speech_list_end(lang, &list, false, &all);
    add_sentence(lang, out, T("{0} has in reserve: {1}."), lang_text(lang, scene_seat_name(seat)), buffer_text(&all),
                 "", "");
    buffer_free(&all);
}

/* --- where one may play --- */

/* The places that a step of this role can name, for moves that begin with `first` (STEP_END: any). */
static uint64_t places_of(const Game *g, const Position *p, const MoveList *legal, Step first, StepRole role)
{
    uint64_t places = 0;
    for (size_t i = 0; i < legal->count; i++) {
        Step step[MAX_STEPS];
        int count = g->steps(p, legal->move[i], 0, step);
        if (first.role != STEP_END && (step[0].role != first.role || step[0].value != first.value))
            continue;
        for (int k = 0; k < count; k++)
            if (step[k].role == role)
                places |= UINT64_C(1) << step[k].value;
    }
    return places;
}

static void list_places(Lang lang, const Game *g, uint64_t places, bool either, Buffer *out)
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
    Choices first;
    uint64_t may[STEP_ROLES] = {0};
    Buffer places = {0};
    speech_constraint(lang, g, p, legal, out);
    steps_next(g, p, legal, NULL, 0, &first);
    for (int i = 0; i < first.count; i++) {
        Step step = first.step[i];
        if (step.role == STEP_KIND) {
            buffer_clear(&places);
            list_places(lang, g, places_of(g, p, legal, step, STEP_TO), true, &places);
            add_sentence(lang, out, g->kind[step.value].may_go, buffer_text(&places), "", "", "");
        }
        if (step_names_place(step))
            may[step.role] |= UINT64_C(1) << step.value;
        if (step.role == STEP_PASS)
            add_sentence(lang, out, T("There is nothing to play: pass."), "", "", "", "");
    }
    for (int i = 0; i < 2; i++) {
        StepRole role = i ? STEP_FROM : STEP_TO;
        if (!may[role] || !g->may[role])
            continue;
        buffer_clear(&places);
        list_places(lang, g, may[role], true, &places);
        add_sentence(lang, out, g->may[role], buffer_text(&places), "", "", "");
    }
    buffer_free(&places);
}
