/* One table of options for all subcommands: see options.h. */
#include "cli/options.h"

#include "core/utf8.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 256 };

typedef struct Entry {
    const char *name;       /* without the dashes */
    const char *value;      /* what follows, for the help; NULL: nothing */
    uint64_t bit;
    const char *help;
} Entry;

static const Entry table[] = {
    {"position", "P", OPTION_POSITION, T("the position, in the project's notation (default: the start)")},
    {"divide", NULL, OPTION_DIVIDE, T("also count below each first move, on lines that begin with #")},
    {"threads", "N", OPTION_THREADS, T("share the work between N threads (default: 1)")},
    {"threads", "N", OPTION_PROCESSORS,
     T("share the work between N threads (default: as many as there are processors)")},
    {"game", T("GAME"), OPTION_GAME, T("only this ruleset")},
    {"seconds", "N", OPTION_SECONDS, T("measure each figure for about N seconds (default: 1)")},
    {"ply", "N", OPTION_PLY, T("the position after N moves (default: the last)")},
    {"time", "S", OPTION_TIME, T("think for S seconds")},
    {"nodes", "N", OPTION_NODES, T("look at N positions")},
    {"depth", "D", OPTION_DEPTH, T("look D moves ahead")},
    {"lines", "K", OPTION_LINES, T("value the K best moves exactly (default: all)")},
    {"hash", T("MIB"), OPTION_HASH, T("memory for what has been looked at, in MiB (default: 64)")},
    {"level", "N", OPTION_LEVEL, T("strength from 1 to 10 (default: 10)")},
    {"tables", T("DIR"), OPTION_TABLES,
     T("the folder of the tables (default: COLONNADE_TABLES, else the user's data folder)")},
    {"memory", T("MIB"), OPTION_MEMORY,
     T("use at most MIB of memory, or say that it will not do (default: what is free)")},
    {"checkpoint", "S", OPTION_CHECKPOINT, T("save what is known every S seconds (default: 600; 0: after each layer)")},
    {"sample", "N", OPTION_SAMPLE, T("look at about N positions (default: all, or what the command says)")},
    {"rules", NULL, OPTION_RULES, T("find every move through the rules alone, one position at a time (slow)")},
    {"games", "N", OPTION_GAMES, T("play about N games, every opening in every order of seats (default: 60)")},
    {"seed", "N", OPTION_SEED, T("draw other openings, positions and chances (default: 0)")},
    {"seats", T("LIST"), OPTION_SEATS, T("who plays, from White on: `human` or a level from 1 to 10, as human,5")},
    {"white", T("WHO"), OPTION_SEAT,
     T("who plays White: `human` or a level from 1 to 10; --black, --red, --green likewise")},
    {"black", T("WHO"), OPTION_SEAT, NULL},
    {"red", T("WHO"), OPTION_SEAT, NULL},
    {"green", T("WHO"), OPTION_SEAT, NULL},
    {"clock", "M+S", OPTION_TIMES, T("M minutes a player for the game, and S seconds more for each move: 5+3, 0:30+1")},
    {"plain", NULL, OPTION_PLAIN, T("everything in sentences, no drawing: for a screen reader")},
    {"screen", NULL, OPTION_SCREEN, T("full screen, with arrows, keys and mouse")},
    {"seed", "N", OPTION_CHANCE, T("the same chances for the levels each time")},
    {"plies", "N", OPTION_PLIES, T("open with N random moves (default: 4)")},
    {"longest", "N", OPTION_LONGEST, T("call a game a draw after N moves (default: never)")},
    {"sprt", "A,B", OPTION_SPRT, T("end when it is clear whether the first player is A or B Elo better")},
    {"ladder", NULL, OPTION_LADDER,
     T("play each level against the one below it (with --level N: N+1 against N alone)")},
    {"distance", NULL, OPTION_DISTANCE,
     T("also find the plies to the end with best play: the shortest win, the longest defence")},
    {"certificate", T("FILE"), OPTION_CERTIFICATE,
     T("write a strategy that shows the value to FILE (see `colonnade proof`)")},
    {"line", NULL, OPTION_LINE, T("also print a line of best play to the end of the game")},
    {"book", NULL, OPTION_BOOK, T("print the opening book, built anew, instead")},
    {"port", "N", OPTION_PORT, T("listen on port N, 0 for any (default: 8080, or the next that is free)")},
    {"host", T("ADDRESS"), OPTION_HOST,
     T("listen on this address; 0.0.0.0 is reached from other machines (default: 127.0.0.1)")},
    {"name", T("NAMES"), OPTION_NAMES,
     T("also answer to these names, separated by commas (default: localhost, and the address itself)")},
    {"open", NULL, OPTION_OPEN, T("also open it in the browser")},
    {"root", T("DIR"), OPTION_ROOT, T("hand out this folder instead of the page in the program")},
    {"svg", T("FILE"), OPTION_SVG, T("write a picture to FILE instead; - is the standard output")},
    {"output", T("FILE"), OPTION_OUTPUT, T("write to FILE instead of the standard output")},
    {"load", T("FILE"), OPTION_LOAD, T("go on with the game in FILE")},
    {"ascii", NULL, OPTION_ASCII, T("plain ASCII instead of Unicode signs")},
    {"colour", T("WHEN"), OPTION_COLOUR,
     T("auto, always or never (default: auto, on a terminal unless NO_COLOR is set)")},
    {"color", T("WHEN"), OPTION_COLOUR, NULL},
    {"lang", T("LANG"), OPTION_LANG, T("fr or en (default: by the locale)")},
    {"json", NULL, OPTION_JSON, T("print JSON")},
};
enum { ENTRIES = sizeof table / sizeof *table };

bool options_number(const char *text, int least, int most, int *out)
{
    size_t length = strlen(text);
    if (length == 0 || length > 9 || strspn(text, "0123456789") != length)
        return false;
    long n = strtol(text, NULL, 10);
    if (n < least || n > most)
        return false;
    *out = (int)n;
    return true;
}

bool options_count(const char *text, uint64_t least, uint64_t most, uint64_t *out)
{
    size_t length = strlen(text);
    if (length == 0 || length > 18 || strspn(text, "0123456789") != length)
        return false;
    *out = strtoull(text, NULL, 10);
    return *out >= least && *out <= most;
}

static bool options_time(const char *text, double *out)
{
    char *end;
    if (strlen(text) == 0 || strspn(text, "0123456789.") != strlen(text))
        return false;
    *out = strtod(text, &end);
    return *end == '\0' && *out >= 0.001 && *out <= 86400;
}

/* Edits (insert, delete, replace) that turn one into the other; names are short. */
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

const char *options_nearest(const char *text, const char *(*name)(size_t i), size_t count)
{
    const char *nearest = NULL;
    int least = (int)(strlen(text) < 64 ? strlen(text) : 64) / 2 + 2;   /* farther than this is no help */
    for (size_t i = 0; i < count; i++) {
        int d = distance(text, name(i));
        /* Between two that are as near, the longer one: a sign was more likely forgotten than added. */
        bool nearer = d < least || (d == least && nearest && strlen(name(i)) > strlen(nearest));
        if (nearer && d < (int)strlen(name(i))) {
            least = d;
            nearest = name(i);
        }
    }
    return nearest;
}

static bool wrong(const Options *o, const char *english, const char *a, const char *b)
{
    cli_fail(EXIT_USAGE, o->lang, english, 2, a, b);
    return false;
}

/* --- where values go --- */

typedef struct Member {
    uint64_t bit;
    size_t at;              /* of the member in Options */
} Member;
#define AT(member) offsetof(Options, member)

static const Member flags[] = {
    {OPTION_JSON, AT(json)},     {OPTION_DIVIDE, AT(divide)},     {OPTION_ASCII, AT(ascii)},
    {OPTION_RULES, AT(rules)},   {OPTION_DISTANCE, AT(distance)}, {OPTION_LINE, AT(line)},
    {OPTION_BOOK, AT(book)},     {OPTION_OPEN, AT(open)},         {OPTION_PLAIN, AT(plain)},
    {OPTION_SCREEN, AT(screen)}, {OPTION_LADDER, AT(ladder)},
};

/* Texts that somebody else looks at, also when they are empty … */
static const Member texts[] = {
    {OPTION_POSITION, AT(position)}, {OPTION_GAME, AT(game)}, {OPTION_TIMES, AT(clock)},
    {OPTION_SEATS, AT(seats)},       {OPTION_SPRT, AT(sprt)},
};

/* … and names, which are not empty. */
static const Member names[] = {
    {OPTION_SVG, AT(svg)},       {OPTION_OUTPUT, AT(output)},
    {OPTION_LOAD, AT(load)},     {OPTION_HOST, AT(host)},
    {OPTION_NAMES, AT(names)},   {OPTION_ROOT, AT(root)},
    {OPTION_TABLES, AT(tables)}, {OPTION_CERTIFICATE, AT(certificate)},
};

typedef struct Range {
    uint64_t bit;
    size_t at;              /* of an int in Options, or of a uint64_t … */
    bool large;             /* … then this is set */
    uint64_t least, most;
    const char *refusal;    /* {0}: what was written */
} Range;

#define LARGE (UINT64_C(1) << 50)

static const Range numbers[] = {
    {OPTION_THREADS | OPTION_PROCESSORS, AT(threads), false, 1, MOST_THREADS,
     T("--threads takes a whole number from 1 to 256, not {0}")},
    {OPTION_SECONDS, AT(seconds), false, 1, 3600, T("--seconds takes a whole number from 1 to 3600, not {0}")},
    {OPTION_PLY, AT(ply), false, 0, 1000000, T("--ply takes a whole number, not {0}")},
    {OPTION_NODES, AT(nodes), true, 1, LARGE, T("--nodes takes a whole number of positions, not {0}")},
    {OPTION_DEPTH, AT(depth), false, 1, 100, T("--depth takes a whole number from 1 to 100, not {0}")},
    {OPTION_LINES, AT(lines), false, 1, 100000, T("--lines takes a whole number from 1 to 100000, not {0}")},
    {OPTION_HASH, AT(hash), false, 1, 1 << 20, T("--hash takes a whole number of MiB from 1 to 1048576, not {0}")},
    {OPTION_LEVEL, AT(level), false, 1, 10, T("--level takes a whole number from 1 to 10, not {0}")},
    {OPTION_PORT, AT(port), false, 0, 65535, T("--port takes a whole number from 0 to 65535, not {0}")},
    {OPTION_MEMORY, AT(memory), false, 1, 1 << 24, T("--memory takes a whole number of MiB, not {0}")},
    {OPTION_CHECKPOINT, AT(checkpoint), false, 0, 86400,
     T("--checkpoint takes a whole number of seconds from 0 to 86400, not {0}")},
    {OPTION_SAMPLE, AT(sample), true, 1, LARGE, T("--sample takes a whole number of positions, not {0}")},
    {OPTION_GAMES, AT(games), false, 1, 1000000, T("--games takes a whole number from 1 to 1000000, not {0}")},
    {OPTION_SEED | OPTION_CHANCE, AT(seed), true, 0, LARGE, T("--seed takes a whole number, not {0}")},
    {OPTION_PLIES, AT(plies), false, 0, 64, T("--plies takes a whole number from 0 to 64, not {0}")},
    {OPTION_LONGEST, AT(longest), false, 1, 10000, T("--longest takes a whole number from 1 to 10000, not {0}")},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The member of *o that the option with this bit sets, if it is among these; else NULL. */
static void *member(Options *o, const Member *among, size_t count, uint64_t bit)
{
    for (size_t i = 0; i < count; i++)
        if (among[i].bit == bit)
            return (char *)o + among[i].at;
    return NULL;
}

static bool take_number(Options *o, const Range *r, const char *value)
{
    void *to = (char *)o + r->at;
    return (r->large ? options_count(value, r->least, r->most, to)
                     : options_number(value, (int)r->least, (int)r->most, to)) ||
           wrong(o, r->refusal, value, "");
}

static bool take_colour(Options *o, const char *name, const char *value)
{
    static const char *const words[] = {[COLOUR_AUTO] = "auto", [COLOUR_ALWAYS] = "always", [COLOUR_NEVER] = "never"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (strcmp(value, words[i]) == 0) {
            o->colour = (ColourChoice)i;
            return true;
        }
    return wrong(o, T("--{1} takes auto, always or never, not {0}"), value, name);
}

static bool take(Options *o, const Entry *e, const char *value)
{
    bool *flag = member(o, flags, COUNT(flags), e->bit);
    const char **text = member(o, texts, COUNT(texts), e->bit), **name = member(o, names, COUNT(names), e->bit);
    o->given |= e->bit;
    if (flag)
        return *flag = true;
    if (name && !*value)
        return wrong(o, T("--{0} needs a value"), e->name, "");
    if (text || name) {
        *(text ? text : name) = value;
        return true;
    }
    for (size_t i = 0; i < COUNT(numbers); i++)
        if (numbers[i].bit & e->bit)
            return take_number(o, &numbers[i], value);
    switch (e->bit) {
    case OPTION_TIME:
        return options_time(value, &o->time) ||
               wrong(o, T("--time takes seconds from 0.001 to 86400, not {0}"), value, "");
    case OPTION_SEAT:
        for (int seat = 0; seat < MAX_PLAYERS; seat++)
            if (e->name[0] == game_seat_letter(seat))
                o->seat[seat] = value;
        return true;
    case OPTION_LANG: return lang_parse(value, &o->lang) || wrong(o, T("--lang takes fr or en, not {0}"), value, "");
    case OPTION_COLOUR: return take_colour(o, e->name, value);
    default: return false;
    }
}

/* Every subcommand has errors and help to say in a language. */
static bool takes(const Command *c, const Entry *e) { return ((c->options | OPTION_LANG) & e->bit) != 0; }

static const Entry *find(const Command *c, const char *name, size_t length)
{
    for (int i = 0; i < ENTRIES; i++)
        if (takes(c, &table[i]) && strlen(table[i].name) == length && strncmp(table[i].name, name, length) == 0)
            return &table[i];
    return NULL;
}

/* One argument that begins with `--`; moves *i past a value that it took. */
static bool read_option(const Command *c, int argc, char **argv, int *i, Options *out)
{
    const char *name = argv[*i] + 2;
    size_t length = strcspn(name, "=");
    const Entry *e = find(c, name, length);
    if (!e)
        return wrong(out, T("unknown option {0}; see colonnade {1} --help"), argv[*i], c->name);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (!e->value)
        return value ? wrong(out, T("--{0} takes no value"), e->name, "") : take(out, e, NULL);
    if (!value && *i + 1 < argc)
        value = argv[++*i];
    return value ? take(out, e, value) : wrong(out, T("--{0} needs a value"), e->name, "");
}

static int processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int)n;
}

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

OptionsResult options_parse(const Command *c, Lang lang, int argc, char **argv, const char **operand, Options *out)
{
    *out = (Options){.threads = c->options & OPTION_PROCESSORS ? processors() : 1,
                     .ply = -1,
                     .plies = -1,
                     .checkpoint = -1,
                     .lang = lang,
                     .operand = operand};
    bool ended = false;
    for (int i = 0; i < argc; i++) {
        const char *a = argv[i];
        if (ended || a[0] != '-' || a[1] == '\0') {
            operand[out->count++] = a;
        } else if (strcmp(a, "--") == 0) {
            ended = true;
        } else if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0) {
            return OPTIONS_HELP;
        } else if (a[1] != '-') {
            wrong(out, T("unknown option {0}; see colonnade {1} --help"), a, c->name);
            return OPTIONS_WRONG;
        } else if (!read_option(c, argc, argv, &i, out)) {
            return OPTIONS_WRONG;
        }
    }
    if (out->count < c->least) {
        wrong(out, T("an argument is missing: colonnade {0} {1}"), c->name, lang_text(out->lang, c->operands));
        return OPTIONS_WRONG;
    }
    if (c->most >= 0 && out->count > c->most) {
        wrong(out, T("too many arguments, from {0}; see colonnade {1} --help"), out->operand[c->most], c->name);
        return OPTIONS_WRONG;
    }
    return OPTIONS_RUN;
}

/* --- help --- */

enum { HELP_COLUMNS = 79 };

/* One line of text from column `at` on, broken at blanks; what does not fit goes on at column `hang`. */
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

/* Where the text of an entry "  word  text" begins; 0: the line is no entry. */
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

/* "--load FILE", the value's name in the reader's language. */
static int write_option(const Entry *e, Lang lang, char out[48])
{
    return snprintf(out, 48, "--%s%s%s", e->name, e->value ? " " : "", e->value ? lang_text(lang, e->value) : "");
}

/* The next part of a usage line that has reached column *at. */
static void print_part(FILE *out, const char *part, size_t *at, size_t hang)
{
    size_t columns = utf8_count(part, strlen(part)) + 1;
    if (*at + columns > HELP_COLUMNS) {
        fprintf(out, "\n%*s", (int)hang, "");
        *at = hang;
    }
    fprintf(out, " %s", part);
    *at += columns;
}

void options_help(const Command *c, Lang lang, FILE *out)
{
    char option[48], part[52];
    size_t widest = strlen("--help");
    const char *usage = lang_text(lang, T("Usage:"));
    size_t hang = utf8_count(usage, strlen(usage)), at = hang;
    fputs(usage, out);
    print_part(out, "colonnade", &at, hang);
    print_part(out, c->name, &at, hang);
    if (*c->operands)
        print_part(out, lang_text(lang, c->operands), &at, hang);
    for (int i = 0; i < ENTRIES; i++)
        if (takes(c, &table[i]) && table[i].help) {
            size_t width = (size_t)write_option(&table[i], lang, option);
            widest = width > widest ? width : widest;
            snprintf(part, sizeof part, "[%s]", option);
            print_part(out, part, &at, hang);
        }
    fputs("\n\n", out);
    print_text(out, lang_text(lang, c->help));
    putc('\n', out);
    for (int i = 0; i < ENTRIES; i++)
        if (takes(c, &table[i]) && table[i].help) {
            const char *help = lang_text(lang, table[i].help);
            write_option(&table[i], lang, option);
            fprintf(out, "  %-*s  ", (int)widest, option);
            print_broken(out, help, strlen(help), widest + 4, widest + 4);
        }
    fprintf(out, "  %-*s  %s\n", (int)widest, "--help", lang_text(lang, T("this text")));
}
