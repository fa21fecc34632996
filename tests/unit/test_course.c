/* How a player fared, in a sentence: only proven wins are called wins. */
#include "session/course.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static ReviewMove judged(Value best, Value played)
{
    return (ReviewMove){.best = {.value = best}, .played = {.value = played}};
}

static void says(const Course *c, Lang lang, const char *expected)
{
    char words[COURSE_WORDS];
    course_words(lang, c, words);
    assert_string_equal(words, expected);
}

static void a_won_line(void **state)
{
    (void)state;
    Course c = {0};
    Value won = value_proven(1, 9), lost = value_proven(-1, 8);
    says(&c, LANG_EN, "");
    ReviewMove fine = judged(won, won), away = judged(won, lost), nothing = judged(lost, lost);
    course_add(&c, 3, &fine);
    says(&c, LANG_EN, "You kept the won line from move 3 on.");
    course_add(&c, 7, &away);
    says(&c, LANG_EN, "You left the won line at move 7.");
    course_add(&c, 8, &nothing);
    course_add(&c, 9, &fine);
    says(&c, LANG_EN, "You left the won line at move 7 and found it again at move 9.");
    says(&c, LANG_FR, "Vous avez quitté la ligne gagnante au coup 7, retrouvée au coup 9.");
}

/* There was a win, and nobody knows whether the move kept it: the sentence claims neither. */
static void nobody_knows(void **state)
{
    (void)state;
    Course c = {0};
    Value won = value_proven(1, 9);
    ReviewMove fine = judged(won, won), unclear = judged(won, value_estimate(20));
    course_add(&c, 3, &fine);
    course_add(&c, 7, &unclear);
    says(&c, LANG_EN, "");
    course_add(&c, 8, &fine);
    says(&c, LANG_EN, "You kept the won line from move 8 on.");
}

static void an_estimate(void **state)
{
    (void)state;
    Course c = {0};
    Value good = value_estimate(900), bad = value_estimate(-700);
    ReviewMove fine = judged(good, good), slip = judged(good, bad);
    course_add(&c, 4, &fine);
    says(&c, LANG_EN, "");
    course_add(&c, 5, &slip);
    says(&c, LANG_EN, "You were better until move 5.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_won_line),
        cmocka_unit_test(nobody_knows),
        cmocka_unit_test(an_estimate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
