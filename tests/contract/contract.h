/* What every ruleset promises (core/game.h), as properties that are checked on every position of seeded random
 * games.
 *
 * A property returns true, or reports what is broken with contract_fail and returns
 * false. It may draw random numbers and change nothing else. */
#ifndef COLONNADE_TESTS_CONTRACT_H
#define COLONNADE_TESTS_CONTRACT_H

#include "core/game.h"

typedef struct Contract {
    const Game *game;
    uint64_t seed;              /* of the game under way */
    uint64_t random;            /* state of the generator */
    int ply;
    const char *where;          /* how the position came about, for reports */
    Position position;
    MoveList legal;             /* every legal move of `position` */
    const char *property;       /* being tried */
    void *index_state, *index_worker;   /* for games with an index */
    int most_symmetric_images;  /* different transforms of one position, the most seen */
} Contract;

/* Reports the ruleset, seed, ply, position and property, then the sentence. Returns false. */
__attribute__((format(printf, 2, 3))) bool contract_fail(Contract *c, const char *format, ...);

/* A random number below `n`, n > 0. */
uint64_t contract_random(Contract *c, uint64_t n);

/* Tries every property on c->position; fills c->legal. */
bool contract_try_position(Contract *c);

typedef bool Property(Contract *c);

/* record.c: the Game record itself */
bool record_is_complete(Contract *c);

/* words.c: what front ends say about a game and show of it; the first two are about the record */
bool words_kinds_are_described(Contract *c);
bool words_reasons_are_named(Contract *c);
bool words_the_end_has_a_reason(Contract *c);
bool words_choices_are_named(Contract *c);
bool words_moves_are_told(Contract *c);
bool words_ends_are_told(Contract *c);
bool words_pieces_have_a_kind(Contract *c);

/* rules.c */
bool rules_position_is_sound(Contract *c);
bool rules_mover_is_a_seat(Contract *c);
bool rules_decided_places_are_sound(Contract *c);
bool rules_moves_are_different(Contract *c);
bool rules_small_capacity_gives_a_prefix(Contract *c);
bool rules_count_agrees(Contract *c);
bool rules_pick_agrees(Contract *c);
bool rules_no_moves_exactly_when_over(Contract *c);
bool rules_outcome_is_well_formed(Contract *c);
bool rules_successors_are_sound(Contract *c);
bool rules_play_in_place(Contract *c);
bool rules_pieces_are_conserved(Contract *c);

/* text.c */
bool text_position_round_trip(Contract *c);
bool text_moves_round_trip(Contract *c);
bool text_moves_are_different(Contract *c);
bool text_mutated_moves(Contract *c);
/* Not part of contract_try_position, which it calls on each mutated position that is accepted. */
bool text_mutated_positions(Contract *c);

/* paths.c: the steps that make up moves */
bool paths_are_well_formed(Contract *c);
bool paths_are_prefix_free(Contract *c);
bool paths_are_found_by_choosing(Contract *c);

/* symmetry.c */
bool symmetry_zero_is_identity(Contract *c);
bool symmetry_can_be_undone(Contract *c);
bool symmetry_keeps_rules(Contract *c);
bool symmetry_commutes_with_play(Contract *c);
bool symmetry_shares_canonical(Contract *c);
bool symmetry_keeps_evaluation(Contract *c);

/* search.c */
bool search_evaluation_is_bounded(Contract *c);
bool search_winning_move_wins(Contract *c);
bool search_sure_win_is_true(Contract *c);
bool search_order_can_be_asked(Contract *c);

/* index.c: opened once for all games of a ruleset */
bool index_open(Contract *c);
void index_close(Contract *c);
bool index_rank_and_unrank_invert(Contract *c);
bool index_random_numbers_invert(Contract *c);
bool index_neighbours_agree_with_rules(Contract *c);

/* seen.c: a table of the positions met in a run */
typedef struct Seen Seen;
Seen *seen_new(void);
void seen_free(Seen *seen);
/* Hash and key agree with equality, against every position met before. */
bool seen_hash_agrees(Contract *c, Seen *seen);

#endif
