/* See statements.h. A statement that fails undoes the whole batch, so no request may make one of these fail:
 * their tables have no foreign keys, and rows that exist already are left alone. */
#include "store/statements.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define ACCOUNTS                                                                                                       \
    "SELECT id, state, made, name, key, secret, (SELECT count(*) FROM code WHERE code.account = account.id)"           \
    " FROM account "
#define SESSIONS "SELECT number, account, made, seen, until, label, hash FROM session "
#define PASSKEYS "SELECT number, account, id, key, counter, label, made, seen FROM passkey "
#define PLAYERS                                                                                                        \
    "SELECT round.name, player.round, player.seat, player.account, player.later FROM player"                           \
    " JOIN round ON round.place = player.round "
#define RATED                                                                                                          \
    "SELECT rated.number, round.name, rated.label, rated.at, rated.advantage, rated.lowest, rated.tally,"              \
    " rated.ratings FROM rated JOIN round ON round.place = rated.round "
#define TOURNAMENTS "SELECT id, name, label, options, made, state, rounds, paired, entrants, version FROM tournament "
#define RATINGS     "SELECT seat, account, label, before, after FROM rating "

/* The letters stand for the fields of an act: a account, n number, o other, t at, u until, v seen, s seat; x text, k
 * key, p secret, r round, h hash. In a question they stand for its values in order, whatever the letter. */
static const char *const statements[STATEMENTS] = {
    [STORE_ADD_ACCOUNT] = "INSERT INTO account (id, name, key, secret, made, state) VALUES (#a, @x, @k, @p, #t, #n)"
                          " ON CONFLICT DO NOTHING",
    [STORE_SET_SECRET] = "UPDATE account SET secret = @p WHERE id = #a AND state < 2",
    [STORE_SET_STATE] = "UPDATE account SET state = #n WHERE id = #a AND state < 2",
    [STORE_ERASE_ACCOUNT] = "UPDATE account SET name = '', key = '~' || CAST(id AS text), secret = '', state = 2"
                            " WHERE id = #a AND state < 2",
    [STORE_ADD_SESSION] = "INSERT INTO session (number, account, hash, label, made, until, seen)"
                          " SELECT #n, id, @h, @x, #t, #u, #v FROM account WHERE id = #a AND state = 0"
                          " ON CONFLICT DO NOTHING",
    [STORE_SEE_SESSION] = "UPDATE session SET seen = #t WHERE account = #a AND number = #n",
    [STORE_END_SESSION] = "DELETE FROM session WHERE account = #a AND number = #n",
    [STORE_END_SESSIONS] = "DELETE FROM session WHERE account = #a AND number <> #n",
    [STORE_END_OLD_SESSIONS] = "DELETE FROM session WHERE until <= #t",
    [STORE_KEEP_SESSIONS] = "DELETE FROM session WHERE account = #a AND number NOT IN (SELECT number FROM session"
                            " WHERE account = #a ORDER BY made DESC, number DESC LIMIT #n)",
    [STORE_ADD_CODE] = "INSERT INTO code (account, hash) VALUES (#a, @h) ON CONFLICT DO NOTHING",
    [STORE_USE_CODE] = "DELETE FROM code WHERE account = #a AND hash = @h",
    [STORE_DROP_CODES] = "DELETE FROM code WHERE account = #a",
    [STORE_ATTEMPT] = "INSERT INTO attempt (who, since, failed) VALUES (@h, #t, 1) ON CONFLICT (who) DO UPDATE SET"
                      " failed = CASE WHEN attempt.since <= #u THEN 1 ELSE attempt.failed + 1 END,"
                      " since = CASE WHEN attempt.since <= #u THEN #t ELSE attempt.since END",
    [STORE_END_ATTEMPTS] = "DELETE FROM attempt WHERE since <= #t",
    [STORE_ADD_PASSKEY] = "INSERT INTO passkey (hash, account, number, id, key, counter, label, made, seen)"
                          " SELECT @h, id, #n, @k, @p, #o, @x, #t, #v FROM account WHERE id = #a AND state < 2"
                          " ON CONFLICT DO NOTHING",
    [STORE_USE_PASSKEY] = "UPDATE passkey SET counter = #o, seen = #t WHERE account = #a AND number = #n"
                          " AND (counter < #o OR (counter = 0 AND #o = 0))",
    [STORE_NAME_PASSKEY] = "UPDATE passkey SET label = @x WHERE account = #a AND number = #n",
    [STORE_DROP_PASSKEY] = "DELETE FROM passkey WHERE account = #a AND (#n = 0 OR number = #n)",
    [STORE_BLOCK] = "INSERT INTO block (account, whom) VALUES (#a, #n) ON CONFLICT DO NOTHING",
    [STORE_UNBLOCK] = "DELETE FROM block WHERE account = #a AND (#n = 0 OR whom = #n)",
    [STORE_REPORT] = "INSERT INTO report (number, account, about, round, seat, text, at, closed)"
                     " VALUES (#n, #a, #o, @r, #s, @x, #t, #u) ON CONFLICT DO NOTHING",
    [STORE_CLOSE_REPORT] = "UPDATE report SET closed = #t WHERE number = #n AND closed = 0",
    [STORE_FORGET_REPORTS] = "UPDATE report SET account = 0 WHERE account = #a",
    [STORE_PLAY] = "INSERT INTO player (round, seat, account, later)"
                   " SELECT place, #s, #a, #n FROM round WHERE name = @r"
                   " ON CONFLICT (round, seat) DO UPDATE SET account = excluded.account, later = excluded.later",
    [STORE_TAKE_SEAT] = "INSERT INTO player (round, seat, account, later)"
                        " SELECT place, #s, #a, 1 FROM round WHERE name = @r"
                        " ON CONFLICT (round, seat) DO UPDATE SET account = excluded.account, later = 1"
                        " WHERE player.account = 0",
    [STORE_ADD_CHORE] = "INSERT INTO chore (kind, round, at) SELECT #n, place, #t FROM round WHERE name = @r"
                        " ON CONFLICT DO NOTHING",
    [STORE_END_CHORE] = "DELETE FROM chore WHERE kind = #n AND round = (SELECT place FROM round WHERE name = @r)",
    [STORE_RATE] = "INSERT INTO rated (number, round, label, at, advantage, lowest, tally, ratings)"
                   " SELECT #n, place, @x, #t, #o, #v, @k, @p FROM round WHERE name = @r"
                   " AND #n = (SELECT coalesce(max(number), 0) + 1 FROM rated) ON CONFLICT DO NOTHING",
    [STORE_RATE_SEAT] = "INSERT INTO rating (number, seat, account, label, before, after)"
                        " VALUES (#n, #s, #a, @x, @k, @p) ON CONFLICT DO NOTHING",
    [STORE_TRACE] = "INSERT INTO trace (here, round, ply, next, score) SELECT #n, place, #s, #o, #v FROM round"
                    " WHERE name = @r ON CONFLICT DO NOTHING",
    [STORE_ADD_TOURNAMENT] =
        "INSERT INTO tournament (id, name, label, options, made, state, rounds, paired, entrants, version)"
        " SELECT #n, @x, @k, @p, #t, #s, #u, #v, #o, 1 WHERE #n = (SELECT coalesce(max(id), 0) + 1 FROM tournament)"
        " ON CONFLICT DO NOTHING",
    [STORE_CHANGE_TOURNAMENT] = "UPDATE tournament SET version = version + 1, state = #s, rounds = #u, paired = #v,"
                                " entrants = #o WHERE id = #n AND version = #t",
    [STORE_ADD_ENTRANT] = "INSERT INTO entrant (tournament, number, account, name, token, feed, rating, since, until)"
                          " VALUES (#n, #s, #a, @x, @h, @k, #o, #t, #u) ON CONFLICT DO NOTHING",
    [STORE_LEAVE_TOURNAMENT] = "UPDATE entrant SET until = #u WHERE tournament = #n AND number = #s",
    [STORE_FORGET_ENTRANT] = "UPDATE entrant SET name = @x, token = '', feed = '' WHERE account = 0 AND token = @h",
    [STORE_ADD_PAIRING] = "INSERT INTO pairing (tournament, turn, board, one, two, game, result)"
                          " VALUES (#n, #s, #o, #a, #u, @r, @x) ON CONFLICT DO NOTHING",
    [STORE_SCORE] = "UPDATE pairing SET result = @x WHERE game = @r AND result = ''",
    [ASK_ACCOUNT] = ACCOUNTS "WHERE id = #1",
    [ASK_ACCOUNT_BY_KEY] = ACCOUNTS "WHERE key = @1",
    [ASK_ACCOUNTS] = ACCOUNTS "WHERE id > #1 ORDER BY id LIMIT #2",
    [ASK_SESSION] = SESSIONS "WHERE hash = @1",
    [ASK_SESSIONS] = SESSIONS "WHERE #1 = 0 OR account = #2 ORDER BY made DESC, number DESC",
    [ASK_CODES] = "SELECT account, hash FROM code WHERE #1 = 0 OR account = #2 ORDER BY account, hash",
    [ASK_ATTEMPTS] = "SELECT failed FROM attempt WHERE who = @1 AND since > #2",
    [ASK_PASSKEY] = PASSKEYS "WHERE hash = @1",
    [ASK_PASSKEYS] = PASSKEYS "WHERE #1 = 0 OR account = #2 ORDER BY account, made, number",
    [ASK_BLOCKS] = "SELECT account, whom FROM block WHERE #1 = 0 OR account = #2 ORDER BY account, whom",
    [ASK_BLOCKED] = "SELECT account FROM block WHERE (account = #1 AND whom = #2) OR (account = #3 AND whom = #4)"
                    " LIMIT 1",
    [ASK_REPORTS] = "SELECT number, account, about, round, seat, text, at, closed FROM report"
                    " WHERE (#1 = 0 OR account = #2) AND (#3 = 0 OR closed = 0) ORDER BY at, number",
    [ASK_PLAYERS] = PLAYERS "WHERE round.name = @1 AND player.account <> 0 ORDER BY player.seat",
    [ASK_PLAYED] = PLAYERS "WHERE player.account = #1 AND player.round < #2"
                           " ORDER BY player.round DESC, player.seat LIMIT #3",
    [ASK_PLAYING] = "SELECT player.round FROM player JOIN card ON card.round = player.round"
                    " WHERE player.account = #1 AND card.open LIMIT 1",
    [ASK_CHORES] = "SELECT round.name FROM chore JOIN round ON round.place = chore.round WHERE chore.kind = #1"
                   " ORDER BY chore.at, chore.round LIMIT #2",
    [ASK_LAST_RATED] = "SELECT coalesce(max(number), 0) FROM rated",
    [ASK_RATED] = RATED "WHERE rated.number > #1 ORDER BY rated.number LIMIT #2",
    [ASK_RATED_ROUND] = RATED "WHERE round.name = @1",
    [ASK_RATED_SEATS] = RATINGS "WHERE number = #1 ORDER BY seat",
    [ASK_LAST_TALLY] = "SELECT tally, number FROM rated WHERE label = @1 ORDER BY number DESC LIMIT 1",
    [ASK_LAST_RATING] = "SELECT rating.after, rated.at FROM rating JOIN rated ON rated.number = rating.number"
                        " WHERE rating.account = #1 AND rating.label = @2 ORDER BY rating.number DESC LIMIT 1",
    [ASK_STANDINGS] = RATINGS "WHERE label = @1 AND number = (SELECT max(number) FROM rating newest"
                              " WHERE newest.account = rating.account AND newest.label = rating.label)"
                              " ORDER BY account, seat",
    [ASK_NEWEST_RATINGS] = "SELECT rating.seat, rating.account, rating.label, rating.before, rating.after FROM rating"
                           " JOIN (SELECT number FROM rated WHERE label = @1 ORDER BY number DESC LIMIT #2) newest"
                           " ON newest.number = rating.number ORDER BY rating.number DESC, rating.seat",
    [ASK_STEPS] = "SELECT next, score, count(*) FROM (SELECT next, score FROM trace WHERE here = #1 AND score >= 0"
                  " ORDER BY round DESC LIMIT #2) newest GROUP BY next, score",
    [ASK_TOURNAMENTS] = TOURNAMENTS "WHERE id < #1 ORDER BY id DESC LIMIT #2",
    [ASK_TOURNAMENT] = TOURNAMENTS "WHERE id = #1",
    [ASK_TOURNAMENTS_IN] = TOURNAMENTS "WHERE state = #1 ORDER BY id",
    [ASK_TOURNAMENTS_READY] = TOURNAMENTS "WHERE state = 1 AND NOT EXISTS (SELECT 1 FROM pairing"
                                          " WHERE pairing.tournament = tournament.id AND pairing.result = '')"
                                          " ORDER BY id",
    [ASK_TOURNAMENTS_OF] = TOURNAMENTS "WHERE id IN (SELECT tournament FROM entrant WHERE account = #1) ORDER BY id",
    [ASK_ENTRANTS] = "SELECT entrant.number, entrant.account, coalesce(account.name, entrant.name), entrant.token,"
                     " entrant.feed, entrant.rating, entrant.since, entrant.until, coalesce(account.state, 0)"
                     " FROM entrant LEFT JOIN account ON account.id = entrant.account"
                     " WHERE entrant.tournament = #1 ORDER BY entrant.number",
    [ASK_PAIRINGS] = "SELECT turn, board, one, two, game, result FROM pairing WHERE tournament = #1"
                     " ORDER BY turn, board",
    [ASK_UNMADE] = "SELECT pairing.tournament, pairing.one, pairing.two, pairing.game FROM pairing"
                   " LEFT JOIN round ON round.name = pairing.game WHERE pairing.result = '' AND round.place IS NULL"
                   " ORDER BY pairing.tournament, pairing.turn, pairing.board LIMIT #1",
};

/* Where the next value is; NULL: there is none. */
static const char *next_value(const char *at) { return strpbrk(at, "#@"); }

int statement_write(int which, char out[STATEMENT_TEXT])
{
    const char *at = statements[which];
    size_t n = 0;
    int count = 0;
    for (const char *value; (value = next_value(at)); at = value + 2)
        n += (size_t)snprintf(out + n, STATEMENT_TEXT - n, "%.*sCAST($%d AS %s)", (int)(value - at), at, ++count,
                              *value == '#' ? "bigint" : "text");
    n += (size_t)snprintf(out + n, STATEMENT_TEXT - n, "%s", at);
    assert(n < STATEMENT_TEXT && count <= STATEMENT_VALUES);
    return count;
}

static int64_t number_of(const StoreAct *a, char letter)
{
    switch (letter) {
    case 'a': return a->account;
    case 'n': return a->number;
    case 'o': return a->other;
    case 't': return a->at;
    case 'u': return a->until;
    case 'v': return a->seen;
    default: return a->seat;
    }
}

static const char *text_of(const StoreAct *a, char letter)
{
    const char *text = letter == 'x' ? a->text : letter == 'k' ? a->key : letter == 'p' ? a->secret : a->round;
    return text ? text : "";
}

void statement_values(const StoreAct *a, StatementValues *out)
{
    out->count = 0;
    for (const char *at = statements[a->kind]; (at = next_value(at)); at += 2) {
        char *room = out->room[out->count];
        const char **value = &out->value[out->count++];
        *value = room;
        if (*at == '#')
            snprintf(room, sizeof *out->room, "%" PRId64, number_of(a, at[1]));
        else if (at[1] == 'h')
            sodium_bin2hex(room, sizeof *out->room, a->hash, STORE_HASH);
        else
            *value = text_of(a, at[1]);
    }
}
