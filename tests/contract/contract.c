/* The contract test: seeded random games of every ruleset, every property on every
 * position, then the same on positions made by damaging texts.
 *
 *   contract [--games N] [--seed S] [--list] [RULESET…]
 *
 * Without rulesets: all of the registry and the sample games. A failure names ruleset,
 * seed, ply and position; `contract --seed S --games 1 RULESET` plays it again. */
#include "contract/contract.h"
#include "games/registry.h"
#include "samples/samples.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_GAME = 160 };

/* The position's text, or its raw words when it is too broken to be written. */
static void write_for_report(const Contract *c, char text[POSITION_TEXT])
{
    if (c->game->write_position && c->game->check && !c->game->check(&c->position)) {
        c->game->write_position(&c->position, text);
        return;
    }
    for (int i = 0, at = 0; i < POSITION_WORDS; i++)
        at += snprintf(text + at, (size_t)(POSITION_TEXT - at), "%016llx ", (unsigned long long)c->position.w[i]);
}

bool contract_fail(Contract *c, const char *format, ...)
{
    char text[POSITION_TEXT];
    write_for_report(c, text);
    fprintf(stderr, "%s, seed %llu, ply %d%s\n  position  %s\n  broken    %s\n  because   ", c->game->id,
            (unsigned long long)c->seed, c->ply, c->where, text, c->property);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return false;
}

/* splitmix64 */
uint64_t contract_random(Contract *c, uint64_t n)
{
    uint64_t x = c->random += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (x ^ (x >> 31)) % n;
}

bool contract_try_position(Contract *c)
{
#define PROPERTY(name) {#name, name}
    static const struct {
        const char *name;
        Property *holds;
    } properties[] = {
        PROPERTY(rules_position_is_sound),
        PROPERTY(rules_mover_is_a_seat),
        PROPERTY(rules_decided_places_are_sound),
        PROPERTY(rules_moves_are_different),
        PROPERTY(rules_small_capacity_gives_a_prefix),
        PROPERTY(rules_count_agrees),
        PROPERTY(rules_pick_agrees),
        PROPERTY(rules_no_moves_exactly_when_over),
        PROPERTY(rules_outcome_is_well_formed),
        PROPERTY(rules_successors_are_sound),
        PROPERTY(rules_play_in_place),
        PROPERTY(rules_pieces_are_conserved),
        PROPERTY(text_position_round_trip),
        PROPERTY(text_moves_round_trip),
        PROPERTY(text_moves_are_different),
        PROPERTY(text_mutated_moves),
        PROPERTY(paths_are_well_formed),
        PROPERTY(paths_are_prefix_free),
        PROPERTY(paths_are_found_by_choosing),
        PROPERTY(words_the_end_has_a_reason),
        PROPERTY(words_choices_are_named),
        PROPERTY(words_moves_are_told),
        PROPERTY(words_ends_are_told),
        PROPERTY(words_pieces_have_a_kind),
        PROPERTY(symmetry_zero_is_identity),
        PROPERTY(symmetry_can_be_undone),
        PROPERTY(symmetry_keeps_rules),
        PROPERTY(symmetry_commutes_with_play),
        PROPERTY(symmetry_shares_canonical),
        PROPERTY(symmetry_keeps_evaluation),
        PROPERTY(search_evaluation_is_bounded),
        PROPERTY(search_winning_move_wins),
        PROPERTY(search_sure_win_is_true),
        PROPERTY(search_order_can_be_asked),
        PROPERTY(index_rank_and_unrank_invert),
        PROPERTY(index_random_numbers_invert),
        PROPERTY(index_neighbours_agree_with_rules),
    };
#undef PROPERTY
    if (!movelist_fill(&c->legal, c->game, &c->position))
        return contract_fail(c, "out of memory");
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        c->property = properties[i].name;
        if (!properties[i].holds(c))
            return false;
    }
    return true;
}

/* No position of this game came before, when the ruleset says that positions never repeat. */
static bool never_repeats(Contract *c, const Position *earlier)
{
    c->property = "never_repeats";
    for (int i = 0; c->game->never_repeats && i < c->ply; i++)
        if (position_equal(&earlier[i], &c->position))
            return contract_fail(c, "the position of ply %d has come again", i);
    return true;
}

static bool try_game(Contract *c, Seen *seen)
{
    static Position history[LONGEST_GAME];
    c->game->start(&c->position);
    for (c->ply = 0; c->ply < LONGEST_GAME; c->ply++) {
        history[c->ply] = c->position;
        if (!contract_try_position(c) || !never_repeats(c, history) || !seen_hash_agrees(c, seen))
            return false;
        Position here = c->position;
        c->property = "text_mutated_positions";
        if (!text_mutated_positions(c))
            return false;
        c->position = here;
        if (!movelist_fill(&c->legal, c->game, &here) || c->legal.count == 0)
            return true;
        c->game->play(&here, c->legal.move[contract_random(c, c->legal.count)], &c->position);
    }
    return true;
}

/* Symmetries that never tell two positions apart are not symmetries of the board. */
static bool symmetries_differ(Contract *c)
{
    c->property = "symmetries are different";
    if (c->most_symmetric_images < c->game->symmetries)
        return contract_fail(c, "%d symmetries are declared, but no position had more than %d different images",
                             c->game->symmetries, c->most_symmetric_images);
    return true;
}

static bool try_ruleset(const Game *game, uint64_t seed, int games)
{
    Contract c = {.game = game, .seed = seed, .where = ""};
    Seen *seen = seen_new();
    bool held = seen && record_is_complete(&c) && index_open(&c);
    int played = 0;
    for (; held && played < games; played++) {
        c.seed = seed + (uint64_t)played;
        c.random = c.seed;
        held = try_game(&c, seen);
    }
    held = held && (games < 5 || symmetries_differ(&c));
    index_close(&c);
    movelist_free(&c.legal);
    seen_free(seen);
    printf("%s %s: %d games\n", held ? "ok    " : "BROKEN", game->id, played);
    return held;
}

static size_t ruleset_count(void) { return registry_count() + samples_count(); }

static const Game *ruleset(size_t i)
{
    return i < registry_count() ? registry_game(i) : samples_game(i - registry_count());
}

static bool wanted(const Game *g, char **names, int count)
{
    bool found = count == 0;
    for (int i = 0; i < count; i++)
        found |= strcmp(names[i], g->id) == 0;
    return found;
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;
    int games = 20, i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            for (size_t k = 0; k < ruleset_count(); k++)
                puts(ruleset(k)->id);
            return 0;
        }
        if (i + 1 < argc && strcmp(argv[i], "--games") == 0) {
            games = atoi(argv[++i]);
        } else if (i + 1 < argc && strcmp(argv[i], "--seed") == 0) {
            seed = strtoull(argv[++i], NULL, 10);
        } else {
            fprintf(stderr, "usage: contract [--games N] [--seed S] [--list] [RULESET…]\n");
            return 2;
        }
    }
    int tried = 0;
    bool held = true;
    for (size_t k = 0; k < ruleset_count(); k++)
        if (wanted(ruleset(k), argv + i, argc - i)) {
            tried++;
            held = try_ruleset(ruleset(k), seed, games) && held;
        }
    if (tried == 0 || (i < argc && tried != argc - i)) {
        fprintf(stderr, "there is no such ruleset\n");
        return 2;
    }
    return held ? 0 : 1;
}
