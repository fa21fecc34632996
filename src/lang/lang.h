/* The languages people read: every sentence and the players' rules, by language.
 *
 * The catalogues (lang/<code>.po) and the rules (lang/rules/) are compiled into
 * constant tables: nothing is read at run time, nothing is allocated, and every
 * function may be called from any thread; only the page's engine, which has one, asks its
 * host for them when they are wanted (core/knowledge.h). A sentence without a translation is
 * given back in English, so there is always something to say. Text is UTF-8. */
#ifndef COLONNADE_LANG_LANG_H
#define COLONNADE_LANG_LANG_H

#include "core/message.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum Lang { LANG_EN, LANG_FR, LANG_COUNT } Lang;

/* "en", "fr": the language's code, which is also the name of its catalogue. */
const char *lang_code(Lang lang);

/* A code or a locale's name: "fr", "FR", "fr-CA", "fr_FR.UTF-8@euro". False, with
 * `out` untouched: not one of ours. */
bool lang_parse(const char *text, Lang *out);

/* What the first of LC_ALL, LC_MESSAGES and LANG that is set asks for; English
 * when none is, or when it asks for a language that we do not have. */
Lang lang_from_environment(void);

/* The translation of a sentence that is marked T("…"), or `english` itself. */
const char *lang_text(Lang lang, const char *english);

/* A program has every sentence at once. The page's engine asks for what is said at the beginning and in a plain
 * game, and for all others together when the first of them is wanted. */
typedef enum LangPart { LANG_AT_ONCE, LANG_LATER, LANG_PARTS } LangPart;

/* How many translations a language has in a part, and the i-th: for front ends that take the
 * whole catalogue over. None also where they cannot be had now. */
size_t lang_count(Lang lang, LangPart part);
void lang_entry(Lang lang, LangPart part, size_t i, const char **english, const char **text);

/* The message's sentence with its holes filled, and "character N: " before it when
 * it is about one. Always terminates (size > 0); returns the length the whole text
 * has, as snprintf does. */
size_t lang_message(Lang lang, const Message *m, char *out, size_t size);

/* Points between two digits become what the language writes there. */
void lang_decimals(Lang lang, char *text);

/* The translation of `english` with the `argc` strings that follow in its holes
 * {0} … (MESSAGE_HOLES at most, of any length). Terminates and returns as above. */
size_t lang_format(Lang lang, char *out, size_t size, const char *english, int argc, ...);

/* The rules for players of a family of rulesets ("pylos", "pyrga", "pilotis",
 * "dorix", "pilea") in plain Markdown; NULL: no such family, or they cannot be had now (core/knowledge.h). */
const char *lang_rules(Lang lang, const char *family);

/* One step of a family's first lesson. The sentences are English, for lang_text. */
typedef struct LangLesson {
    const char *family, *game;      /* game: a ruleset's id */
    const char *position, *moves;   /* where it begins: "" the start; "" none */
    const char *goal;               /* the moves that are asked for, spaces between; * stands for any signs */
    const char *say, *well;         /* what is asked, and what is said when it is done */
    const char *hint;               /* what is said after another move; "": what was asked, again */
    bool find;                      /* the move is to be found: it is pointed at only after a wrong one */
} LangLesson;
/* Whether the family has one. */
bool lang_has_lesson(const char *family);
/* Step `i` from 0; NULL: there is none, or it cannot be had now. */
const LangLesson *lang_lesson(const char *family, int i);

#endif
