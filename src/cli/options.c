/* Reading arguments by a command's declaration: see options.h. */
#include "cli/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static Lang lang_given;     /* --lang, which was read long before; here it is only checked */

static const char *const lang_words[] = {"fr", "en", NULL};

const Option options_common[] = {
    {.name = "lang", .value = T("LANG"), .words = lang_words, .otherwise = T("by the locale"), .help = T("fr or en")},
    {.name = "help", .help = T("this text")},
    {0},
};

bool options_number(const char *text, int least, int most, int *out)
{
    uint64_t n;
    if (!options_count(text, (uint64_t)least, (uint64_t)most, &n))
        return false;
    *out = (int)n;
    return true;
}

bool options_count(const char *text, uint64_t least, uint64_t most, uint64_t *out)
{
    size_t length = strlen(text);
    if (length == 0 || length > 18 || strspn(text, "0123456789") != length)
        return false;
    uint64_t n = strtoull(text, NULL, 10);
    if (n < least || n > most)
        return false;
    *out = n;
    return true;
}

static bool read_seconds(const char *text, double *out)
{
    char *end;
    if (strlen(text) == 0 || strspn(text, "0123456789.") != strlen(text))
        return false;
    double seconds = strtod(text, &end);
    if (*end != '\0' || !(seconds >= 0.001 && seconds <= 86400))
        return false;
    *out = seconds;
    return true;
}

static bool wrong(const Call *call, const char *english, const char *a, const char *b)
{
    cli_fail(EXIT_USAGE, call->lang, english, 2, a, b);
    return false;
}

/* --- one option --- */

static bool take_number(const Call *call, const Option *o, const char *value)
{
    char least[24], most[24];
    if (o->number ? options_number(value, (int)o->least, (int)o->most, o->number)
                  : options_count(value, o->least, o->most, o->count))
        return true;
    snprintf(least, sizeof least, "%" PRIu64, o->least);
    snprintf(most, sizeof most, "%" PRIu64, o->most);
    cli_fail(EXIT_USAGE, call->lang,
             o->most == CLI_LARGE ? T("--{1} takes a whole number, {2} or more, not {0}")
                                  : T("--{1} takes a whole number from {2} to {3}, not {0}"),
             4, value, o->name, least, most);
    return false;
}

static bool take_choice(const Call *call, const Option *o, const char *value)
{
    char list[64] = "";
    for (int i = 0; o->words[i]; i++) {
        if (strcmp(value, o->words[i]) == 0) {
            *o->choice = i;
            return true;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? "|" : "", o->words[i]);
    }
    cli_fail(EXIT_USAGE, call->lang, T("--{1} takes {2}, not {0}"), 3, value, o->name, list);
    return false;
}

/* `value` is NULL for a flag. */
static bool take(const Call *call, const Option *o, const char *value)
{
    if (o->flag)
        return *o->flag = true;
    if (o->path && !*value)
        return wrong(call, T("--{0} needs a value"), o->name, "");
    if (o->text || o->path) {
        *(o->text ? o->text : o->path) = value;
        return true;
    }
    if (o->number || o->count)
        return take_number(call, o, value);
    if (o->choice)
        return take_choice(call, o, value);
    if (o->seconds)
        return read_seconds(value, o->seconds) ||
               wrong(call, T("--{1} takes seconds from 0.001 to 86400, not {0}"), value, o->name);
    return lang_parse(value, &lang_given) || wrong(call, T("--lang takes fr or en, not {0}"), value, "");
}

static const Option *find_among(const Option *o, const char *name, size_t length)
{
    for (; o && o->name; o++)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

const Option *options_find(const Command *c, const char *name, size_t length)
{
    const Option *o = find_among(c->options, name, length);
    return o ? o : find_among(options_common, name, length);
}

/* One argument that begins with `--`; moves *i past a value that it took. */
static bool read_option(const Command *c, const char *full, int argc, char **argv, int *i, Call *call)
{
    const char *name = argv[*i] + 2;
    size_t length = strcspn(name, "=");
    const Option *o = options_find(c, name, length);
    if (!o)
        return wrong(call, T("unknown option {0}; see colonnade {1} --help"), argv[*i], full);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (!o->value && value)
        return wrong(call, T("--{0} takes no value"), o->name, "");
    if (o->value && !value && *i + 1 < argc)
        value = argv[++*i];
    if (o->value && !value)
        return wrong(call, T("--{0} needs a value"), o->name, "");
    bool ok = take(call, o, value);
    if (ok && o->instead)
        wrong(call, T("--{0} is called --{1} now; the old name ends with the next version"), o->name, o->instead);
    return ok;
}

/* --- the whole line --- */

Lang options_lang(int argc, char **argv)
{
    Lang lang = lang_from_environment();
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], "--lang=", 7) == 0)
            lang_parse(argv[i] + 7, &lang);
        else if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc)
            lang_parse(argv[++i], &lang);
    return lang;
}

const Command *options_verb(const Command *c, const char *name)
{
    for (const Command *const *verb = c->verbs; verb && *verb; verb++)
        if (strcmp((*verb)->name, name) == 0)
            return *verb;
    return NULL;
}

/* Whether a verb has an option of that name with a value: then the next argument is not the verb. */
static bool takes_value(const Command *c, const char *name, size_t length)
{
    const Option *o = options_find(c, name, length);
    for (const Command *const *verb = c->verbs; !o && verb && *verb; verb++)
        o = options_find(*verb, name, length);
    return o && o->value;
}

int options_first_operand(const Command *c, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *a = argv[i];
        if (strcmp(a, "--") == 0)
            return i + 1;
        if (a[0] != '-' || a[1] == '\0')
            return i;
        if (a[1] == '-' && !strchr(a, '=') && takes_value(c, a + 2, strlen(a + 2)))
            i++;
    }
    return argc;
}

void options_name(const Command *parent, const Command *c, char out[64])
{
    snprintf(out, 64, "%s%s%s", parent ? parent->name : "", parent ? " " : "", c->name);
}

void options_operands(const Command *c, Lang lang, char out[OPTIONS_OPERANDS])
{
    size_t used = 0;
    snprintf(out, OPTIONS_OPERANDS, "%s", c->operands ? lang_text(lang, c->operands) : "");
    for (const Command *const *verb = c->verbs; verb && *verb && used < OPTIONS_OPERANDS; verb++)
        used += (size_t)snprintf(out + used, OPTIONS_OPERANDS - used, "%s%s", used ? "|" : "", (*verb)->name);
}

static bool right_count(const Command *c, const char *full, const Call *call)
{
    if (call->count < c->least)
        return wrong(call, T("an argument is missing: colonnade {0} {1}"), full, lang_text(call->lang, c->operands));
    if (c->most >= 0 && call->count > c->most)
        return wrong(call, T("too many arguments, from {0}; see colonnade {1} --help"), call->operand[c->most], full);
    return true;
}

OptionsResult options_parse(const Command *parent, const Command *c, int argc, char **argv, const char **operand,
                            Call *call)
{
    char full[64];
    bool ended = false;
    options_name(parent, c, full);
    call->operand = operand;
    call->count = 0;
    for (const Option *o = c->options; o && o->name; o++)
        if (o->standard && !take(call, o, o->standard))
            return OPTIONS_WRONG;
    for (int i = 0; i < argc; i++) {
        const char *a = argv[i];
        if (ended || a[0] != '-' || a[1] == '\0') {
            operand[call->count++] = a;
        } else if (strcmp(a, "--") == 0) {
            ended = true;
        } else if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0) {
            return OPTIONS_HELP;
        } else if (a[1] != '-') {
            wrong(call, T("unknown option {0}; see colonnade {1} --help"), a, full);
            return OPTIONS_WRONG;
        } else if (!read_option(c, full, argc, argv, &i, call)) {
            return OPTIONS_WRONG;
        }
    }
    return right_count(c, full, call) ? OPTIONS_RUN : OPTIONS_WRONG;
}

/* --- names that were meant --- */

/* Edits (insert, delete, replace) that turn one into the other. Names are short. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    int row[LONGEST + 1];
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= m; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (row[j] + 1 < best)
                best = row[j] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

const char *options_nearest(const char *text, const char *(*name)(const void *context, size_t i), const void *context,
                            size_t count)
{
    const char *nearest = NULL;
    int least = (int)(strlen(text) < 64 ? strlen(text) : 64) / 2 + 2;   /* anything farther does not help */
    for (size_t i = 0; i < count; i++) {
        const char *candidate = name(context, i);
        int d = distance(text, candidate);
        /* If two are equally near, the longer one: a letter was more likely forgotten than added. */
        bool nearer = d < least || (d == least && nearest && strlen(candidate) > strlen(nearest));
        if (nearer && d < (int)strlen(candidate)) {
            least = d;
            nearest = candidate;
        }
    }
    return nearest;
}
