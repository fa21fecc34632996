/* Fair starts: games that begin from an opening proven to be a draw. */
#include "session/session_private.h"

#include "core/random.h"
#include "engine/fair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 12 };

/* What was typed after the word, in any order. */
typedef struct Wanted {
    const Game *game;
    int number;             /* 0: any */
    bool list;
} Wanted;

static bool read_word(const char *word, Wanted *out)
{
    if (strspn(word, "0123456789") == strlen(word)) {
        out->number = (int)strtol(word, NULL, 10);
        return strlen(word) < 6 && out->number >= 1 && out->number <= FAIR_NUMBERS;
    }
    if (strcmp(word, "list") == 0 || strcmp(word, "liste") == 0)
        return out->list = true;
    out->game = session_find_game(word);
    return out->game != NULL;
}

/* False: the reply says what is wrong. */
static bool read_wanted(Session *s, const char *rest, Wanted *out, Reply *reply)
{
    *out = (Wanted){.game = s->play.round ? round_game(s->play.round) : NULL};
    for (size_t n; *rest; rest += n + strspn(rest + n, " ")) {
        char word[64];
        n = strcspn(rest, " ");
        session_fold(rest, n, word, sizeof word);
        if (!read_word(word, out)) {
            char most[16];
            snprintf(most, sizeof most, "%d", FAIR_NUMBERS);
            reply->ok = false;
            session_say(s, &reply->text, T("a fair start is a game and a number from 1 to {0}, not {1}"), 2, most,
                        word);
            return false;
        }
    }
    Message none = {0};
    if (!out->game) {
        session_refuse(s, reply, &(Message){.id = T("choose a game first: `games` lists them")});
    } else if (!fair_exists(out->game)) {
        message_set(&none, 0, T("no drawn opening of {0} is known"), 1, out->game->id);
        session_refuse(s, reply, &none);
    }
    return reply->ok;
}

static void write_line(const Game *g, const FairStart *f, Buffer *out)
{
    Position p;
    g->start(&p);
    for (int i = 0; i < f->plies; i++) {
        char text[MOVE_TEXT];
        g->write_move(&p, f->line[i], text);
        buffer_format(out, "%s%s", i ? " " : "", text);
        g->play(&p, f->line[i], &p);
    }
}

static void tell_start(const Session *s, const Game *g, const FairStart *f, const char *sentence, Reply *reply)
{
    char number[16];
    Buffer line = {0};
    snprintf(number, sizeof number, "%d", f->number);
    write_line(g, f, &line);
    session_tell(reply, "fair %s %d %s", g->id, f->number, buffer_text(&line));
    session_say(s, &reply->text, sentence, 2, number, buffer_text(&line));
    buffer_free(&line);
}

static void list_some(Session *s, Fair *f, const Wanted *w, Reply *reply)
{
    FairStart list[LISTED];
    int count = fair_list(f, w->number ? w->number : 1, LISTED, &s->cancel, list);
    session_say(s, &reply->text, T("Openings that are proven to be draws; `fair N` begins a game from one:"), 0);
    for (int i = 0; i < count; i++)
        tell_start(s, w->game, &list[i], T("{0}: {1}"), reply);
}

static void begin(Session *s, const Game *g, const FairStart *f, Reply *reply)
{
    Message error = {0};
    Tree *t = tree_new(g, &f->position);
    bool ok = t && (!s->date[0] || tree_set_tag(t, "Date", s->date, &error)) && session_begin(s, g, t, reply);
    tree_free(t);
    if (!ok) {
        session_no_memory(s, reply);
        return;
    }
    session_apply_wishes(s, reply);
    if (session_has_levels(s))
        session_write_tags(s);
    reply->changed = true;
    buffer_format(&reply->text, "%s\n", lang_text(s->options.lang, g->title));
    tell_start(s, g, f, T("Fair start {0}, a draw when nobody errs: {1}"), reply);
}

void session_fair(Session *s, const char *rest, Reply *reply)
{
    Wanted w;
    FairStart start;
    if (!read_wanted(s, rest, &w, reply))
        return;
    Fair *f = fair_create(w.game);
    if (!f)
        session_no_memory(s, reply);
    else if (w.list)
        list_some(s, f, &w, reply);
    else if (fair_start(f, w.number ? w.number : (int)(random_next_wide(&s->seed) % FAIR_NUMBERS) + 1, &s->cancel,
                        &start))
        begin(s, w.game, &start, reply);
    else
        session_refuse(s, reply, &(Message){.id = T("no fair start was found")});
    fair_destroy(f);
}
