/* What a ruleset of the registry still owes besides its folder: each thing with its file and the
 * command that makes it, or what to write there.
 *
 *   owed FOLDER RULESET     exit status 1 and a list while something is owed; FOLDER: the sources
 *   owed --list             the rulesets
 *
 * The tests that fail without these files each name one of them; this test names them all, so that a new game does
 * not need a run of ./test per file. */
#include "games/registry.h"
#include "lang/lang.h"

#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Owed {
    const Game *game;
    int count;
} Owed;

__attribute__((format(printf, 3, 4))) static void owe(Owed *o, const char *file, const char *what, ...)
{
    if (o->count++ == 0)
        printf("%s still owes\n", o->game->id);
    printf("  %s\n      ", file);
    va_list args;
    va_start(args, what);
    vprintf(what, args);
    va_end(args);
    putchar('\n');
}

/* The text of a file, or NULL; the caller frees it. */
static char *read_text(const char *path)
{
    enum { MOST = 4 << 20 };
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = malloc(MOST);
    size_t n = text ? fread(text, 1, MOST - 1, file) : 0;
    if (text)
        text[n] = '\0';
    fclose(file);
    return text;
}

static bool is_word(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The file contains `word`, not only as part of another word. */
static bool file_has(const char *path, const char *word)
{
    char *text = read_text(path);
    bool found = false;
    size_t n = strlen(word);
    for (char *at = text; !found && at && (at = strstr(at, word)); at += n)
        found = (at == text || !is_word(at[-1])) && !is_word(at[n]) && at[n] != '-';
    free(text);
    return found;
}

static bool is_there(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

/* A line in the file begins with the ruleset's name, or with that and the fields behind it. */
static bool has_line(const char *path, const char *fields)
{
    char line[128], *text = read_text(path);
    snprintf(line, sizeof line, "\n%s\t", fields);
    bool found = text && strstr(text, line);
    free(text);
    return found;
}

/* --- words --- */

/* A word such as "stop" may be the same in another language, so the question is whether the catalogue has it at
 * all. */
static bool translated(const char *english)
{
    for (size_t i = 0; i < lang_count(LANG_FR, LANG_AT_ONCE); i++) {
        const char *known, *text;
        lang_entry(LANG_FR, LANG_AT_ONCE, i, &known, &text);
        if (strcmp(known, english) == 0)
            return true;
    }
    return false;
}

static void check_word(Owed *o, const char *english)
{
    if (english && *english && !translated(english))
        owe(o, "lang/fr.po", "French for \"%s\": lang/collect.py, then translate", english);
}

static void check_words(Owed *o)
{
    const Game *g = o->game;
    check_word(o, g->title);
    for (int k = 0; k < g->kinds; k++) {
        const Kind *kind = &g->kind[k];
        check_word(o, kind->name);
        check_word(o, kind->one);
        check_word(o, kind->many);
        check_word(o, kind->may_go);
        for (int seat = 0; seat < g->players; seat++)
            check_word(o, kind->coloured[seat]);
        if (kind->neutral)
            check_word(o, kind->coloured[NEUTRAL]);
    }
    for (int i = 0; i < MAX_REASONS; i++)
        check_word(o, g->reason[i]);
    for (int role = 0; role < STEP_ROLES; role++) {
        check_word(o, g->question[role]);
        check_word(o, g->choice[role]);
        check_word(o, g->may[role]);
    }
}

/* The words for the moves of one game: everything occurs soon. */
static void check_told(Owed *o)
{
    enum { LONGEST = 60 };
    Position p;
    MoveList legal = {0};
    uint32_t random = 12345;
    const char *asked[64] = {0};
    o->game->start(&p);
    for (int ply = 0; ply < LONGEST && movelist_fill(&legal, o->game, &p) && legal.count > 0; ply++) {
        Told told[MAX_TOLD] = {0};
        random = random * 1664525 + 1013904223;
        Move m = legal.move[(random >> 8) % legal.count];
        int n = o->game->tell(&p, m, told);
        for (int i = 0; i < n; i++) {
            int k = 0;
            while (k < 63 && asked[k] && strcmp(asked[k], told[i].text) != 0)
                k++;
            if (!asked[k]) {
                asked[k] = told[i].text;
                check_word(o, told[i].text);
            }
        }
        o->game->play(&p, m, &p);
    }
    movelist_free(&legal);
}

/* --- files --- */

static void check_rules(Owed *o)
{
    enum { LEAST_RULES = 1000 };    /* what scripts/new-game leaves is shorter */
    char path[256];
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        snprintf(path, sizeof path, "lang/rules/%s.%s.md", o->game->family, lang_code((Lang)lang));
        char *text = read_text(path);
        if (!text || strlen(text) < LEAST_RULES)
            owe(o, path, "the rules for players: write them under the headings there, at least %d bytes", LEAST_RULES);
        free(text);
    }
    snprintf(path, sizeof path, "%s\t1.1", o->game->family);
    if (!has_line("lang/diagrams.tsv", path))
        owe(o, "lang/diagrams.tsv",
            "a line for each rule of section 1 (%s, 1.1, …) and from \"Your turn\" to \"End of the game\": what its "
            "diagram plays; after `scripts/page --test`, `node tests/browser/test_rules.mjs` names one that is missing",
            o->game->family);
}

/* The Game record's name, as a unit test writes it: pylos_lenient. */
static void check_unit_test(Owed *o)
{
    char name[128], path[192];
    glob_t found = {0};
    bool there = false;
    snprintf(name, sizeof name, "%s", o->game->id);
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    if (glob("tests/unit/test_*.c", 0, NULL, &found) == 0)
        for (size_t i = 0; !there && i < found.gl_pathc; i++)
            there = file_has(found.gl_pathv[i], name) || file_has(found.gl_pathv[i], o->game->id);
    globfree(&found);
    snprintf(path, sizeof path, "tests/unit/test_%s.c", o->game->family);
    if (!there)
        owe(o, path, "a test for each point of the rules that can be read two ways");
}

/* What the tests play with every ruleset, and cannot make up. */
static void check_played(Owed *o)
{
    const Game *g = o->game;
    char path[256];
    if (!has_line("tests/golden/perft.tsv", g->id))
        owe(o, "tests/golden/perft.tsv",
            "a line: %s, `start`, and counts that other code or a hand has found, with tabs between; "
            "`build/gcc/colonnade perft %s 4` must agree",
            g->id, g->id);
    snprintf(path, sizeof path, "tests/golden/playthrough/%s.tsv", g->id);
    if (!is_there(path))
        owe(o, path, "build/gcc/tests/playthrough --write tests/golden/playthrough %s", g->id);
    snprintf(path, sizeof path, "tests/scripts/ruleset-%s.txt", g->id);
    if (!is_there(path))
        owe(o, path,
            "a game as people type it, a line each: `new %s`, its moves, a look back, an end; keep there what "
            "`build/gcc/tests/replay --print ruleset-%s.txt` prints, which is that with the events of each line",
            g->id, g->id);
    if (g->players == 2 && !file_has("tests/browser/test_taught.mjs", g->family))
        owe(o, "tests/browser/test_taught.mjs", "in TAUGHT, what the first lesson of %s calls good", g->family);
}

static int check(const Game *g)
{
    Owed o = {.game = g};
    char path[256];
    check_rules(&o);
    check_words(&o);
    check_told(&o);
    check_unit_test(&o);
    check_played(&o);
    if (g->sides == 2 ? !g->search.evaluate : !g->search.evaluate_sides) {
        snprintf(path, sizeof path, "src/games/%s", g->family);
        owe(&o, path, ".search.%s in its record: how good a position is, so that levels play it",
            g->sides == 2 ? "evaluate" : "evaluate_sides");
    }
    if (!g->most_moves) {
        snprintf(path, sizeof path, "src/games/%s", g->family);
        owe(&o, path, ".most_moves in its record: how many legal moves a position has at most, for the library");
    }
    if (!g->goal || !g->minutes[1]) {
        snprintf(path, sizeof path, "src/games/%s", g->family);
        owe(&o, path, ".goal and .minutes in its record: what one is after, and how long a game takes");
    }
    check_word(&o, g->goal);
    snprintf(path, sizeof path, "bench/tactics/%s.tsv", g->id);
    if (g->sides == 2 && !is_there(path))
        owe(&o, path, "build/gcc/colonnade bench tactics --game %s --output %s", g->id, path);
    if (!has_line("lang/lessons.tsv", g->family))
        owe(&o, "lang/lessons.tsv",
            "a first lesson: lines that begin with %s; unit.test_lessons says what is wrong with them", g->family);
    if (g->sides == 2 && g->search.evaluate && !has_line("tests/golden/search.tsv", g->id))
        owe(&o, "tests/golden/search.tsv", "build/gcc/tests/test_search_signature --write tests/golden/search.tsv");
    if (!file_has("web/src/examples.ts", g->family))
        owe(&o, "web/src/examples.ts", "an example game for the page: add a line for %s", g->family);
    if (o.count == 0)
        printf("%s owes nothing\n", g->id);
    return o.count > 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < registry_count(); i++)
            puts(registry_game(i)->id);
        return 0;
    }
    const Game *g = argc == 3 ? registry_find(argv[2]) : NULL;
    if (!g || chdir(argv[1]) != 0) {
        fprintf(stderr, "usage: owed --list | FOLDER RULESET\n");
        return 2;
    }
    return check(g);
}
