/* The file of records: one record after another, with an empty line in between. A game of a contest has the tags
 * Contest (its name), Round (the game's number, from 1) and, if a player forfeited it, Forfeit (the player's number,
 * from 1). */
#include "contest/contest_private.h"
#include "core/file.h"
#include "core/hash.h"
#include "core/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_LIMIT = 256 << 20 };

static uint64_t mix(uint64_t hash, uint64_t word) { return hash_three(hash, word, UINT64_C(0x51)); }

static uint64_t mix_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = mix(hash, (unsigned char)*text);
    return mix(hash, 256);
}

/* The number of games is left out, because a contest may be extended. */
void contest_name(const ContestOptions *o, char out[24])
{
    uint64_t hash = mix_text(o->seed, o->game->id);
    for (int i = 0; i < o->players; i++)
        hash = mix_text(hash, o->player[i]);
    hash = mix(mix(mix(hash, (uint64_t)o->plies), (uint64_t)o->longest), o->nodes);
    hash =
        mix(mix(mix(hash, (uint64_t)(o->seconds * 1e3)), (uint64_t)(o->clock * 1e3)), (uint64_t)(o->increment * 1e3));
    snprintf(out, 24, "%016llx", (unsigned long long)hash);
}

static int tag_number(const Tree *m, const char *tag, int most)
{
    const char *text = tree_tag(m, tag);
    int n = text && strlen(text) < 9 && strspn(text, "0123456789") == strlen(text) ? atoi(text) : 0;
    return n >= 1 && n <= most ? n : 0;
}

bool contest_load(const ContestOptions *o, GameEnd *end, int games, Buffer *kept, Message *error)
{
    char name[24];
    contest_name(o, name);
    if (access(o->file, F_OK) != 0 && errno == ENOENT)
        return true;
    if (!file_read(o->file, FILE_LIMIT, kept, error))
        return false;
    const char *text = buffer_text(kept);
    for (size_t at = 0, length; at < kept->length; at += length) {
        length = record_extent(text + at, kept->length - at);
        RecordError wrong = {0};
        Tree *m = record_read(text + at, length, o->find, &wrong);
        if (!m) {
            char why[MESSAGE_ARG];
            message_english(&wrong.message, why, sizeof why);
            return message_set(error, 0, T("{0} isn't a file of records: {1}"), 2, o->file, why);
        }
        const char *contest = tree_tag(m, "Contest");
        int number = tag_number(m, "Round", games);
        if (contest && strcmp(contest, name) == 0 && number && tree_game(m) == o->game) {
            Outcome outcome = tree_outcome(m);
            end[number - 1] = (GameEnd){outcome.over, outcome, tag_number(m, "Forfeit", o->players) - 1};
        }
        tree_free(m);
    }
    return true;
}

bool contest_add(const ContestOptions *o, Tree *m, int number, const GameEnd *end, const Message *fault, Buffer *kept)
{
    char text[512];
    contest_name(o, text);
    bool ok = tree_set_tag(m, "Contest", text, NULL);
    snprintf(text, sizeof text, "%d", number + 1);
    ok = ok && tree_set_tag(m, "Round", text, NULL);
    if (end->guilty >= 0) {
        snprintf(text, sizeof text, "%d", end->guilty + 1);
        ok = ok && tree_set_tag(m, "Forfeit", text, NULL);
        message_english(fault, text, sizeof text);
        ok = ok && tree_set_comment(m, tree_current(m), text, NULL);
    }
    size_t before = kept->length;
    if (before > 0)
        buffer_add_char(kept, '\n');
    return ok && record_write(m, kept, NULL) && !kept->failed;
}
