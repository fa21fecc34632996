/* See levels.h. The sentences hold for every game: its levels differ in numbers, not in kind. */
#include "session/levels.h"

#include "core/message.h"
#include "engine/adviser.h"
#include "session/session_private.h"

#include <stdio.h>

static const struct {
    const char *name, *words;
} levels[LEVEL_MAX + 1] = {
    [1] = {T("First steps"), T("Plays almost at random.")},
    [2] = {T("Beginner"), T("Knows the rules; most of what happens escapes it.")},
    [3] = {T("Learner"), T("Sees what wins or loses at once, and not much more.")},
    [4] = {T("Casual"), T("Looks a little ahead and overlooks much. Good after your first games.")},
    [5] = {T("Steady"), T("Looks a few moves ahead; some things escape it.")},
    [6] = {T("Skilled"), T("Punishes what you overlook, and overlooks little.")},
    [7] = {T("Strong"), T("Seldom overlooks anything.")},
    [8] = {T("Expert"), T("Hardly ever overlooks anything; you need a plan.")},
    [9] = {T("Master"), T("Looks far ahead and gives nothing away.")},
    [10] = {T("Everything"), T("All it has, with proofs where there are any.")},
};

static int within(int level) { return level < LEVEL_MIN ? LEVEL_MIN : level > LEVEL_MAX ? LEVEL_MAX : level; }

const char *level_name(int level) { return levels[within(level)].name; }
const char *level_words(int level) { return levels[within(level)].words; }

void session_levels(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++)
        buffer_format(&reply->text, "%2d  %s. %s\n", level, lang_text(s->options.lang, level_name(level)),
                      lang_text(s->options.lang, level_words(level)));
}
