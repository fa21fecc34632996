/* Looking sentences up in the compiled catalogues: see lang.h. */
#include "lang/lang.h"

#include "core/knowledge.h"
#include "lang/catalogue.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const codes[LANG_COUNT] = {[LANG_EN] = "en", [LANG_FR] = "fr"};

const char *lang_code(Lang lang) { return codes[lang]; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool lang_parse(const char *text, Lang *out)
{
    if (!text)
        return false;
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        const char *code = codes[lang];
        size_t n = 0;
        while (code[n] && lower(text[n]) == code[n])
            n++;
        if (!code[n] && (text[n] == '\0' || strchr("_-.@", text[n]))) {
            *out = (Lang)lang;
            return true;
        }
    }
    return false;
}

Lang lang_from_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    Lang lang = LANG_EN;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            lang_parse(value, &lang);
            break;
        }
    }
    return lang;
}

/* NULL: the language has none, or its part is not loaded yet. */
static const LangCatalogue *catalogue_of(Lang lang, LangPart part)
{
    static const char *const files[LANG_PARTS] = {[LANG_AT_ONCE] = "lang", [LANG_LATER] = "later"};
    const LangCatalogue *catalogue = &lang_catalogue[lang][part];
    return catalogue->count && knowledge_part_ready(files[part], codes[lang]) ? catalogue : NULL;
}

static const char *after(const char *text) { return text + strlen(text) + 1; }

/* NULL: the sentence is not in the catalogue. */
static const char *translation(const LangCatalogue *catalogue, const char *english)
{
    size_t low = 0, high = catalogue->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *here = catalogue->words + catalogue->at[middle];
        int order = strcmp(english, here);
        if (order == 0)
            return after(here);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *lang_text(Lang lang, const char *english)
{
    const char *text = *english ? NULL : english;
    for (int part = 0; part < LANG_PARTS && !text; part++) {
        const LangCatalogue *catalogue = catalogue_of(lang, (LangPart)part);
        text = catalogue ? translation(catalogue, english) : NULL;
    }
    return text ? text : english;
}

size_t lang_count(Lang lang, LangPart part)
{
    const LangCatalogue *catalogue = catalogue_of(lang, part);
    return catalogue ? catalogue->count : 0;
}

void lang_entry(Lang lang, LangPart part, size_t i, const char **english, const char **text)
{
    const LangCatalogue *catalogue = &lang_catalogue[lang][part];
    *english = catalogue->words + catalogue->at[i];
    *text = after(*english);
}

size_t lang_message(Lang lang, const Message *m, char *out, size_t size)
{
    size_t used = 0;
    if (m->at) {
        char number[24];
        snprintf(number, sizeof number, "%zu", m->at);
        used = lang_format(lang, out, size, T("character {0}: "), 1, number);
    }
    size_t start = used < size ? used : size;
    return used + message_fill(m, m->id ? lang_text(lang, m->id) : "", start ? out + start : out, size - start);
}

size_t lang_format(Lang lang, char *out, size_t size, const char *english, int argc, ...)
{
    const char *arg[MESSAGE_HOLES];
    if (argc > MESSAGE_HOLES)
        argc = MESSAGE_HOLES;
    va_list args;
    va_start(args, argc);
    for (int i = 0; i < argc; i++)
        arg[i] = va_arg(args, const char *);
    va_end(args);
    return message_fill_holes(lang_text(lang, english), argc, arg, out, size);
}

const char *lang_rules(Lang lang, const char *family)
{
    for (const LangRules *r = lang_rules_catalogue; r->family; r++)
        if (strcmp(r->family, family) == 0 && knowledge_part_ready("rules", family))
            return r->text[lang] ? r->text[lang] : r->text[LANG_EN];
    return NULL;
}

bool lang_has_lesson(const char *family)
{
    const LangLesson *l = lang_lesson_catalogue;
    while (l->family && strcmp(l->family, family) != 0)
        l++;
    return l->family != NULL;
}

const LangLesson *lang_lesson(const char *family, int i)
{
    for (const LangLesson *l = lang_lesson_catalogue; l->family; l++)
        if (strcmp(l->family, family) == 0 && i-- == 0)
            return knowledge_part_ready("lessons", family) ? l : NULL;
    return NULL;
}

void lang_decimals(Lang lang, char *text)
{
    for (char *c = text; lang == LANG_FR && *c; c++)
        if (*c == '.' && c > text && c[-1] >= '0' && c[-1] <= '9' && c[1] >= '0' && c[1] <= '9')
            *c = ',';
}
