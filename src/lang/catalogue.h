/* The compiled catalogues: what lang/po2c.py writes at build time and lang.c reads. */
#ifndef COLONNADE_LANG_CATALOGUE_H
#define COLONNADE_LANG_CATALOGUE_H

#include "lang/lang.h"

#include <stdint.h>

/* Pairs of a sentence and its translation, each ended by a NUL, sorted by the English bytes; none for
 * English. lang.c says when the page's engine has them. */
typedef struct LangCatalogue {
    const char *words;
    const uint32_t *at;         /* where in `words` each pair begins */
    size_t count;
} LangCatalogue;
extern const LangCatalogue lang_catalogue[LANG_COUNT][LANG_PARTS];

typedef struct LangRules {
    const char *family;
    const char *text[LANG_COUNT];   /* NULL: not in this language */
} LangRules;
extern const LangRules lang_rules_catalogue[];  /* ends with a NULL family */

extern const LangLesson lang_lesson_catalogue[];    /* lessons.tsv; ends with a NULL family */

#endif
