/* See lookup.h. */
#include "serve/lookup.h"

#include <string.h>

bool lookup_game(const char *path, char out[LOOKUP_GAME])
{
    static const char before[] = "/probe/", after[] = ".txt";
    if (strncmp(path, before, sizeof before - 1) != 0)
        return false;
    path += sizeof before - 1;
    size_t n = strspn(path, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (n == 0 || n >= LOOKUP_GAME || strcmp(path + n, after) != 0)
        return false;
    memcpy(out, path, n);
    out[n] = '\0';
    return true;
}

unsigned int lookup_write(House *h, uint64_t origin, const char *game, const char *position, Buffer *out)
{
    static const struct {
        const char *why;
        unsigned int status;
    } words[] = {{"no-such-game", 404}, {"no-table", 404}, {"bad-position", 400}, {"too-many-probes", 429}};
    const char *why = house_probe(h, origin, game, position, out);
    if (!why)
        return 200;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(why, words[i].why) == 0)
            return words[i].status;
    return 503;
}
