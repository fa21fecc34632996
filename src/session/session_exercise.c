/* What lessons and puzzles share: they use a round of their own, while the game under way waits and comes back. */
#include "session/session_private.h"

bool session_exercises(const Session *s) { return s->lesson.family || s->puzzle.now; }

void session_exercise_begin(Session *s, Reply *reply)
{
    session_exercise_end(s, reply);
    session_keep_now(s, 2, reply);
    if (s->play.round && round_running(s->play.round) >= 0)
        session_act(s, (RoundAction){.type = ROUND_PAUSE, .seat = ROUND_HOUSE}, reply);
    s->aside = s->play;
    s->play = (SessionPlay){.reopened.node = TREE_NONE};
}

bool session_exercise_lay_out(Session *s, const Tree *tree, Reply *reply)
{
    SessionPlay before = s->play;
    s->play = (SessionPlay){.reopened.node = TREE_NONE};
    bool ok = tree && session_lay_out(s, tree_game(tree), tree, reply);
    session_clear_play(&before);
    if (!ok) {
        session_exercise_end(s, reply);
        session_no_memory(s, reply);
        return false;
    }
    /* Listeners need the whole board: nobody told them of it move by move. */
    if (s->options.plain)
        session_describe(s, &reply->text);
    reply->changed = true;
    return true;
}

void session_exercise_end(Session *s, Reply *reply)
{
    if (!session_exercises(s))
        return;
    if (s->lesson.family)
        session_lesson_end(s, reply);
    else
        session_puzzle_end(s, reply);
    session_clear_play(&s->play);
    s->play = s->aside;
    s->aside = (SessionPlay){.reopened.node = TREE_NONE};
    s->play.held = true;
    if (s->play.round)
        session_stand(s, tree_current(s->play.tree), reply);
}
