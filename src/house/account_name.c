/* See account_name.h. */
#include "house/account_name.h"

#include "core/utf8.h"
#include "house/common_password.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

enum {
    PASSWORD_SHORTEST = 12,     /* characters */
    PASSWORD_LONGEST = 128,
    PASSWORD_KINDS = 5,         /* different bytes in it, at least */
};

/* --- letters --- */

/* U+00C0 … U+017F in lower case without accents; '.' stands for two letters (see below), ' ' for no letter. */
static const char latin[] = "aaaaaa.ceeeeiiiidnooooo ouuuuyt."
                            "aaaaaa.ceeeeiiiidnooooo ouuuuyty"
                            "aaaaaaccccccccddddeeeeeeeeeegggg"
                            "gggghhhhiiiiiiiiii..jjkkklllllll"
                            "lllnnnnnnnnnoooooo..rrrrrrssssss"
                            "ssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* Greek and Cyrillic letters that look like Latin ones, from the first code point on. */
static const struct {
    uint16_t first;
    const char *like;           /* ' ': resembles none */
} others[] = {{0x0391, "ab  ezh ik mn o p  ty x"}, {0x03b1, "aby e n ik uv o p otu x w"}, {0x0400, "ee  esiij"},
              {0x0410, "a b  e    k mho pcty x"},  {0x0430, "a b  e    k mho pcty x"},    {0x0450, "ee  esiij"}};

/* Signs, marks and invisible characters. Everything else is a letter of a script that is not told apart here. */
static bool is_nothing(uint32_t c)
{
    return c < 0x250 || (c >= 0x2b0 && c <= 0x36f) || (c >= 0x2000 && c <= 0x206f) || c == 0x180e || c == 0x3000 ||
           (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff || (c >= 0xff00 && c <= 0xffef) || c >= 0xe0000;
}

static char other_letter(uint32_t c)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (c >= others[i].first && c - others[i].first < strlen(others[i].like))
            return others[i].like[c - others[i].first];
    return ' ';
}

/* What a character counts as: zero, one or two letters. *known: accounts may use the character. */
static const char *letters_of(uint32_t c, char room[3], bool *known)
{
    room[1] = room[2] = '\0';
    *known = true;
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'))
        return room[0] = (char)c, room;
    if (c >= 'A' && c <= 'Z')
        return room[0] = (char)(c + 'a' - 'A'), room;
    if (c == 0xc6 || c == 0xe6)
        return "ae";
    if (c == 0xdf)
        return "ss";
    if (c == 0x152 || c == 0x153)
        return "oe";
    if (c == 0x132 || c == 0x133)
        return "ij";
    if (c >= 0xc0 && c < 0xc0 + sizeof latin - 1 && latin[c - 0xc0] != ' ')
        return room[0] = latin[c - 0xc0], room;
    *known = false;
    if (c >= 0xff01 && c <= 0xff5e)                 /* full-width ASCII */
        return letters_of(c - 0xff01 + '!', room, &(bool){false});
    room[0] = other_letter(c);
    if (room[0] != ' ')
        return room;
    return is_nothing(c) ? "" : "*";
}

/* Merges letters and digits that are easily mistaken for one another. */
static char plain(char c)
{
    switch (c) {
    case '0': return 'o';
    case '1':
    case 'i':
    case 'j': return 'l';
    case '5': return 's';
    case '8': return 'b';
    case '2': return 'z';
    default: return c;
    }
}

/* --- names --- */

void account_name_key(const char *name, char out[ACCOUNT_NAME_KEY])
{
    size_t n = 0, length = strlen(name), at = 0;
    uint32_t c;
    char room[3];
    bool known;
    while (n + 3 < ACCOUNT_NAME_KEY && at < length && utf8_next(name, length, &at, &c)) {
        const char *letters = letters_of(c, room, &known);
        for (; *letters; letters++)
            out[n++] = plain(*letters);
        if (n >= 2 && out[n - 2] == 'r' && out[n - 1] == 'n')
            out[--n - 1] = 'm';
        if (n >= 2 && out[n - 2] == 'v' && out[n - 1] == 'v')
            out[--n - 1] = 'w';
    }
    out[n] = '\0';
}

/* Names that would be mistaken for the house, a level or a guest. */
static bool is_reserved(const char *key)
{
    static const char *const words[] = {
        "admin",      "administrator", "administrateur", "anonymous", "anonyme",  "bot",
        "colonnade",  "everybody",     "guest",          "help",      "aide",     "house",
        "maison",     "invite",        "level",          "niveau",    "me",       "moderator",
        "moderateur", "nobody",        "null",           "none",      "official", "officiel",
        "operator",   "operateur",     "owner",          "root",      "server",   "staff",
        "support",    "system",        "systeme",        "undefined", "you",      "computer",
        "ordinateur", "referee",       "arbitre",        "engine"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char word[ACCOUNT_NAME_KEY];
        account_name_key(words[i], word);
        size_t n = strlen(word);
        /* A number may follow, as with guests and levels, in any spelling. */
        if (strncmp(key, word, n) == 0 && strspn(key + n, "olzsb34679") == strlen(key + n) && (key[n] == '\0' || n > 3))
            return true;
    }
    return false;
}

const char *account_name_refusal(const char *name)
{
    size_t length = name ? strlen(name) : 0, at = 0, count = 0, letters = 0;
    uint32_t c;
    bool known, between = false;
    char room[3], key[ACCOUNT_NAME_KEY];
    while (at < length) {
        if (!utf8_next(name, length, &at, &c))
            return "bad-name";
        letters_of(c, room, &known);
        bool sign = c == '-' || c == '_' || c == '.' || c == ' ';
        /* A sign stands alone between two other characters. */
        if ((!known && !sign) || (sign && (!between || at == length)))
            return "bad-name";
        letters += known && !(c >= '0' && c <= '9');
        between = !sign;
        count++;
    }
    if (count < ACCOUNT_NAME_SHORTEST || count > ACCOUNT_NAME_LONGEST || letters == 0)
        return "bad-name";
    account_name_key(name, key);
    return key[0] == '\0' ? "bad-name" : is_reserved(key) ? "name-reserved" : NULL;
}

/* --- passwords --- */

const char *account_password_refusal(const char *password, const char *name)
{
    size_t length = password ? strlen(password) : 0;
    bool seen[256] = {false};
    int kinds = 0;
    if (length == 0 || !utf8_valid(password, length, NULL))
        return "bad-password";
    size_t count = utf8_count(password, length);
    if (count < PASSWORD_SHORTEST || count > PASSWORD_LONGEST)
        return "bad-password";
    for (size_t i = 0; i < length; i++) {
        kinds += !seen[(unsigned char)password[i]];
        seen[(unsigned char)password[i]] = true;
    }
    bool named = name && *name && strcasestr(password, name) && length - strlen(name) < 8;
    return kinds < PASSWORD_KINDS || named || common_password(password) ? "bad-password" : NULL;
}
