/* Values of tags: see record_private.h. */
#include "core/record_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool record_good_date(const char *text)
{
    static const char form[] = "dddd.dd.dd";
    if (strlen(text) != sizeof form - 1)
        return false;
    for (size_t i = 0; form[i]; i++)
        if (form[i] == '.' ? text[i] != '.' : !is_digit(text[i]) && text[i] != '?')
            return false;
    int month = atoi(text + 5), day = atoi(text + 8);
    return (strchr(text + 5, '?') || (month >= 1 && month <= 12)) && (strchr(text + 8, '?') || (day >= 1 && day <= 31));
}

bool record_follows(const Game *game, const char *name)
{
    static const char *const known[] = {"Format", "Game", "Result", "Reason", "Position"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    for (int seat = 0; seat < game->players; seat++)
        if (strcmp(name, tree_left_tag(seat)) == 0)
            return true;
    return false;
}

/* Reads the whole number at *text, and moves *text past it; -1: there is none up to `most`. */
static int read_int(const char **text, int most)
{
    size_t digits = strspn(*text, "0123456789");
    int n = digits > 0 && digits < 7 ? atoi(*text) : -1;
    *text += digits;
    return n <= most ? n : -1;
}

static bool bad_left(Message *error, const char *value)
{
    return message_set(error, 0, T("this is not how leaving is written: {0}; write {1}"), 2, value,
                       "resigned 12 level 5");
}

bool record_read_left(Tree *m, int seat, const char *value, Message *error)
{
    static const Reason reasons[] = {REASON_RESIGNED, REASON_TIME, REASON_GONE};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        const char *word = reason_text(reasons[i]), *at = value + strlen(word);
        if (strncmp(value, word, strlen(word)) != 0 || *at++ != ' ')
            continue;
        int end = tree_main_end(m), ply = read_int(&at, tree_node(m, end)->ply);
        if (ply < 0 || strncmp(at, " level ", 7) != 0)
            break;
        at += 7;
        int level = read_int(&at, LEVEL_MAX);
        if (level < LEVEL_MIN || *at || tree_game(m)->players == 2)
            break;
        tree_goto(m, end);
        tree_goto(m, tree_path(m, ply));
        return tree_leave(m, seat, reasons[i], level, error);
    }
    return bad_left(error, value);
}
