/* The languages people read: every sentence and the players' rules, by language.
 *
 * The catalogues (lang/<code>.po) and the rules (lang/rules/) are compiled into constant
 * tables: nothing is read at run time, nothing is allocated, and every function may be
 * called from any thread. Only the page's engine, which has a single thread, asks its host
 * for them when they are needed (core/knowledge.h). A sentence without a translation is
 * returned in English, so there is always something to say. Text is UTF-8. */
#ifndef COLONNADE_LANG_LANG_H
#define COLONNADE_LANG_LANG_H

#include "core/message.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum Lang { LANG_EN, LANG_FR, LANG_COUNT } Lang;

/* "en", "fr": the language's code, which is also the name of its catalogue. */
const char *lang_code(Lang lang);

/* A code or a locale's name: "fr", "FR", "fr-CA", "fr_FR.UTF-8@euro". False: not one of
 * ours; `out` is untouched. */
bool lang_parse(const char *text, Lang *out);

/* What the first of LC_ALL, LC_MESSAGES and LANG that is set asks for; English
 * if none is set, or if it asks for a language that we do not have. */
Lang lang_from_environment(void);

/* The translation of a sentence marked T("…"), or `english` itself. */
const char *lang_text(Lang lang, const char *english);

/* A program has every sentence at once. The page's engine asks for what is said at the beginning and in a plain
 * game, and for all the others together when the first of them is needed. */
typedef enum LangPart { LANG_AT_ONCE, LANG_LATER, LANG_PARTS } LangPart;

/* How many translations a language has in a part, and the i-th: for front ends that take over the
 * whole catalogue. Also none if they are not available now. */
size_t lang_count(Lang lang, LangPart part);
void lang_entry(Lang lang, LangPart part, size_t i, const char **english, const char **text);

/* The message's sentence with its holes filled, with "character N: " before it if
 * it is about one. Always NUL-terminates (size > 0); returns the length of the whole
 * text, as snprintf does. */
size_t lang_message(Lang lang, const Message *m, char *out, size_t size);

/* Replaces points between two digits by what the language writes there. */
void lang_decimals(Lang lang, char *text);

/* The translation of `english` with the `argc` strings that follow in its holes
 * {0} … (at most MESSAGE_HOLES, of any length). Terminates and returns as above. */
size_t lang_format(Lang lang, char *out, size_t size, const char *english, int argc, ...);

/* The players' rules of a family of rulesets (a Game's `family`) in plain Markdown; NULL: no such family, or not
 * available now (core/knowledge.h). */
const char *lang_rules(Lang lang, const char *family);

/* One step of a family's first lesson. The sentences are English, for lang_text. */
typedef struct LangLesson {
    const char *family, *game;      /* game: a ruleset's id */
    const char *position, *moves;   /* where it begins; "": the start; "": none */
    const char *goal;               /* the moves asked for, separated by spaces; * stands for any characters */
    const char *say, *well;         /* the task, and what is said when it is done */
    const char *hint;               /* what is said after another move; "": the task again */
    bool find;                      /* the move must be found: it is pointed out only after a wrong one */
} LangLesson;
/* Whether the family has one. */
bool lang_has_lesson(const char *family);
/* Step `i` from 0; NULL: there is none, or it is not available now. */
const LangLesson *lang_lesson(const char *family, int i);

#endif
