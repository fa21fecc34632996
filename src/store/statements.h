/* Statements that both SQLite and PostgreSQL understand: they are all here, whatever the database. Every value goes in
 * as text and is cast where it is used, and every field comes out as text.
 *
 * In a statement #a stands for a number and @x for a text; the letter says which value, see statements.c. They become
 * $1, $2 … in the order in which they appear. */
#ifndef COLONNADE_STORE_STATEMENTS_H
#define COLONNADE_STORE_STATEMENTS_H

#include "store/accounts.h"

enum {
    STATEMENT_TEXT = 1024,      /* room for one */
    STATEMENT_VALUES = 12,
    STATEMENT_FIELDS = 10,
};

/* Questions; their numbers follow those of the acts. */
typedef enum StatementAsk {
    ASK_ACCOUNT = STORE_ACT_KINDS,
    ASK_ACCOUNT_BY_KEY,
    ASK_ACCOUNTS,
    ASK_SESSION,
    ASK_SESSIONS,
    ASK_CODES,
    ASK_ATTEMPTS,
    ASK_PASSKEY,
    ASK_PASSKEYS,
    ASK_BLOCKS,
    ASK_BLOCKED,
    ASK_REPORTS,
    ASK_PLAYERS,
    ASK_PLAYED,
    ASK_PLAYING,
    ASK_CHORES,
    ASK_LAST_RATED,
    ASK_RATED,
    ASK_RATED_ROUND,
    ASK_RATED_SEATS,
    ASK_LAST_TALLY,
    ASK_LAST_RATING,
    ASK_STANDINGS,
    ASK_NEWEST_RATINGS,
    ASK_STEPS,
    ASK_TOURNAMENTS,
    ASK_TOURNAMENT,
    ASK_TOURNAMENTS_IN,
    ASK_TOURNAMENTS_READY,
    ASK_TOURNAMENTS_OF,
    ASK_ENTRANTS,
    ASK_PAIRINGS,
    ASK_UNMADE,
    STATEMENTS
} StatementAsk;

/* The statement as a database reads it; returns its number of values. */
int statement_write(int which, char out[STATEMENT_TEXT]);

typedef struct StatementValues {
    int count;
    const char *value[STATEMENT_VALUES];
    char room[STATEMENT_VALUES][2 * STORE_HASH + 1];
} StatementValues;

/* The values of an act's statement; they point into the act and into `out`. */
void statement_values(const StoreAct *a, StatementValues *out);

/* A row of an answer. False: enough. */
typedef bool StatementRow(void *context, const char *const *field);

#endif
