/* The compiled catalogues: what lang/po2c.py writes at build time and lang.c reads. */
#ifndef COLONNADE_LANG_CATALOGUE_H
#define COLONNADE_LANG_CATALOGUE_H

#include "lang/lang.h"

typedef struct LangEntry {
    const char *english, *text;
} LangEntry;

/* Sorted by `english`, by bytes; empty for English. */
typedef struct LangCatalogue {
    const LangEntry *entry;
    size_t count;
} LangCatalogue;
extern const LangCatalogue lang_catalogue[LANG_COUNT];

typedef struct LangRules {
    const char *family;
    const char *text[LANG_COUNT];   /* NULL: not in this language */
} LangRules;
extern const LangRules lang_rules_catalogue[];  /* ends with a NULL family */

extern const LangLesson lang_lesson_catalogue[];    /* lessons.tsv; ends with a NULL family */

#endif
