/* The help of a command, written from its declaration: see options.h. */
#include "cli/options.h"
#include "core/utf8.h"

#include <string.h>

enum { HELP_COLUMNS = 79, PART = 64 };

/* One line of text from column `at` on, broken at blanks; the rest continues at column `hang`. */
static void print_broken(FILE *out, const char *line, size_t length, size_t at, size_t hang)
{
    for (size_t i = 0; i < length;) {
        size_t blanks = strspn(line + i, " "), word = strcspn(line + i + blanks, " \n"), end = i + blanks + word;
        size_t columns = utf8_count(line + i + blanks, word);
        if (i > 0 && at > hang && at + blanks + columns > HELP_COLUMNS) {
            fprintf(out, "\n%*s", (int)hang, "");
            i += blanks;
            at = hang;
            blanks = 0;
        }
        fwrite(line + i, 1, end - i, out);
        at += blanks + columns;
        i = end;
    }
    putc('\n', out);
}

/* Where the text of an entry "  word  text" begins; 0: the line is not an entry. */
static size_t entry_indent(const char *line, size_t length)
{
    if (length < 3 || line[0] != ' ')
        return 0;
    for (size_t i = 3; i + 1 < length; i++)
        if (line[i - 1] == ' ' && line[i - 2] == ' ' && line[i] != ' ')
            return i;
    return 0;
}

static void print_text(FILE *out, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        print_broken(out, text, length, 0, entry_indent(text, length));
        text += length + (text[length] == '\n');
    }
}

/* An entry of a list whose first column has room for `widest`. */
static void print_entry(FILE *out, const char *name, size_t widest, const char *text)
{
    size_t length = strcspn(text, "\n"), blanks = widest - utf8_count(name, strlen(name)) + 2;
    fprintf(out, "  %s%*s", name, (int)blanks, "");
    print_broken(out, text, length, widest + 4, widest + 4);
}

/* "--load FILE", the value's name in the reader's language. */
static void write_option(const Option *o, Lang lang, char out[PART])
{
    snprintf(out, PART, "--%s%s%s", o->name, o->value ? " " : "", o->value ? lang_text(lang, o->value) : "");
}

const char *options_default(const Option *o, Lang lang)
{
    return o->standard ? o->standard : o->otherwise ? lang_text(lang, o->otherwise) : NULL;
}

/* The length of the longest prefix of `part` that ends with a bar and has at most `most` bytes; 0: there is none. */
static size_t up_to_bar(const char *part, size_t most)
{
    size_t length = strnlen(part, most);
    while (length > 0 && part[length - 1] != '|')
        length--;
    return length;
}

/* The next part of a usage line that has reached column *at; a part too long for any line is broken after a bar. */
static void print_part(FILE *out, const char *part, size_t *at, size_t hang)
{
    size_t columns = utf8_count(part, strlen(part)) + 1, cut;
    if (*at + columns > HELP_COLUMNS) {
        fprintf(out, "\n%*s", (int)hang, "");
        *at = hang;
    }
    for (; *at + columns > HELP_COLUMNS && (cut = up_to_bar(part, HELP_COLUMNS - *at - 1)) > 0; part += cut) {
        fprintf(out, " %.*s\n%*s", (int)cut, part, (int)hang, "");
        columns -= cut;
    }
    fprintf(out, " %s", part);
    *at += columns;
}

/* Old spellings, and options that another option's help mentions, are not listed. */
static bool listed(const Option *o) { return o->help && !o->instead; }

/* Usage: colonnade NAME OPERANDS [--option VALUE]… */
static void print_usage(const Command *parent, const Command *c, Lang lang, FILE *out)
{
    const Option *const lists[] = {c->options, options_common};
    const char *usage = lang_text(lang, T("Usage:"));
    size_t hang = utf8_count(usage, strlen(usage)), at = hang;
    char name[64], operands[OPTIONS_OPERANDS], option[PART], part[PART + 4];
    options_name(parent, c, name);
    fputs(usage, out);
    print_part(out, "colonnade", &at, hang);
    print_part(out, name, &at, hang);
    options_operands(c, lang, operands);
    if (*operands)
        print_part(out, operands, &at, hang);
    for (int i = 0; i < 2; i++)
        for (const Option *o = lists[i]; o && o->name; o++)
            if (listed(o) && (o->value || i == 0)) {
                write_option(o, lang, option);
                snprintf(part, sizeof part, "[%s]", option);
                print_part(out, part, &at, hang);
            }
    fputs("\n\n", out);
}

static void print_options(const Command *c, Lang lang, FILE *out)
{
    const Option *const lists[] = {c->options, options_common};
    char option[PART], text[512];
    size_t widest = 0;
    for (int i = 0; i < 2; i++)
        for (const Option *o = lists[i]; o && o->name; o++) {
            write_option(o, lang, option);
            size_t width = utf8_count(option, strlen(option));
            widest = listed(o) && width > widest ? width : widest;
        }
    for (int i = 0; i < 2; i++)
        for (const Option *o = lists[i]; o && o->name; o++) {
            if (!listed(o))
                continue;
            const char *help = lang_text(lang, o->help), *standard = options_default(o, lang);
            write_option(o, lang, option);
            if (standard)
                lang_format(lang, text, sizeof text, T("{0} (default: {1})"), 2, help, standard);
            print_entry(out, option, widest, standard ? text : help);
        }
}

static void print_verbs(const Command *c, Lang lang, FILE *out)
{
    char text[256];
    size_t widest = 0;
    for (const Command *const *verb = c->verbs; *verb; verb++)
        widest = strlen((*verb)->name) > widest ? strlen((*verb)->name) : widest;
    for (const Command *const *verb = c->verbs; *verb; verb++)
        print_entry(out, (*verb)->name, widest, lang_text(lang, (*verb)->summary));
    lang_format(lang, text, sizeof text, T("`colonnade {0} {1} --help` says more; likewise for the others."), 2,
                c->name, c->verbs[0]->name);
    fprintf(out, "\n%s\n", text);
}

void options_help(const Command *parent, const Command *c, Lang lang, FILE *out)
{
    print_usage(parent, c, lang, out);
    if (c->help)
        print_text(out, lang_text(lang, c->help));
    if (c->verbs)
        print_verbs(c, lang, out);
    putc('\n', out);
    print_options(c, lang, out);
}
