/* What the files of this folder share and the records in pylos.c are filled with.
 * Contracts are those of core/game.h. */
#ifndef COLONNADE_GAMES_PYLOS_IMPL_H
#define COLONNADE_GAMES_PYLOS_IMPL_H

#include "core/game.h"

/* Every ruleset once, with the flags of pylos_rules.h that define it. */
#define PYLOS_RULESETS(X)                                                                                              \
    X(standard, PYLOS_SQUARES)                                                                                         \
    X(children, 0)                                                                                                     \
    X(expert, PYLOS_SQUARES | PYLOS_LINES)                                                                             \
    X(lenient, PYLOS_SQUARES | PYLOS_OPTIONAL)                                                                         \
    X(expert_lenient, PYLOS_SQUARES | PYLOS_LINES | PYLOS_OPTIONAL)

/* pylos_rules.c */
void pylos_start(Position *out);
int pylos_mover(const Position *p);
Outcome pylos_outcome(const Position *p);
void pylos_play(const Position *p, Move m, Position *out);

/* pylos_search.c: balls of `own` that some usable place above is open to; masks are wide. */
int pylos_raisable(uint64_t own, uint64_t all, uint64_t usable);

/* pylos_text.c */
size_t pylos_write_position(const Position *p, char out[POSITION_TEXT]);
bool pylos_read_position(const char *text, Position *out, Message *error);
size_t pylos_write_move(const Position *p, Move m, char out[MOVE_TEXT]);

#define PYLOS_DECLARE(name, rules)                                                                                     \
    size_t pylos_moves_##name(const Position *p, Move *out, size_t capacity);                                          \
    uint64_t pylos_count_##name(const Position *p);                                                                    \
    bool pylos_read_move_##name(const Position *p, const char *text, Move *out, Message *error);                       \
    extern const Evaluation pylos_evaluation_##name;                                                                   \
    int pylos_evaluate_##name(const Position *p);                                                                      \
    extern const NetInputs pylos_net_##name;                                                                           \
    int pylos_judge_##name(const Position *p);
PYLOS_RULESETS(PYLOS_DECLARE)
#undef PYLOS_DECLARE

/* pylos_search.c */
int pylos_order(const Position *p, Move m);
uint64_t pylos_key(const Position *p);
uint64_t pylos_quick_key(const Position *p, uint64_t hash);

/* pylos.c: levels count from 0 here; level L is 4 - L places wide. */
extern const Board pylos_board;
static inline int pylos_first_place(int level) { return level == 0 ? 0 : level == 1 ? 16 : level == 2 ? 25 : 29; }
static inline int pylos_level(int place) { return (place >= 16) + (place >= 25) + (place >= 29); }

#endif
