/* What a page gets instead of a session's token, and exchanges for the cookie of its browser: good once, for a
 * minute.
 *
 * The server that it is taken to need not be the one that gave it. So the ticket contains the token, sealed with a
 * key that only the servers of this store have. The session makes sure that it is good only once: it is marked as
 * seen when the ticket is used. */
#include "house/accounts_private.h"

#include <sodium.h>
#include <string.h>

enum { TICKET_MS = MINUTE };

typedef struct Sealed {
    int64_t until, session_until;
    char token[HOUSE_TOKEN];
} Sealed;

enum { TICKET_BYTES = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + sizeof(Sealed) };
_Static_assert(sodium_base64_ENCODED_LEN(TICKET_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING) <= HOUSE_TICKET,
               "a ticket has room");

static void find_key(House *h, unsigned char key[crypto_secretbox_KEYBYTES])
{
    static const unsigned char purpose[] = "a ticket for a cookie";
    const unsigned char *secret = h->shared ? h->site.secret : accounts_tickets(h)->key;
    crypto_generichash(key, crypto_secretbox_KEYBYTES, purpose, sizeof purpose, secret, STORE_HASH);
}

void accounts_new_ticket(House *h, const char *token, int64_t until, char out[HOUSE_TICKET])
{
    unsigned char key[crypto_secretbox_KEYBYTES], bytes[TICKET_BYTES];
    Sealed s = {.until = house_now(h) + TICKET_MS, .session_until = until};
    memcpy(s.token, token, HOUSE_TOKEN);
    find_key(h, key);
    h->world.random(h->world.context, bytes, crypto_secretbox_NONCEBYTES);
    crypto_secretbox_easy(bytes + crypto_secretbox_NONCEBYTES, (const unsigned char *)&s, sizeof s, bytes, key);
    sodium_bin2base64(out, HOUSE_TICKET, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(key, sizeof key);
    sodium_memzero(&s, sizeof s);
}

static bool unseal(House *h, const char *ticket, Sealed *out)
{
    unsigned char key[crypto_secretbox_KEYBYTES], bytes[TICKET_BYTES];
    size_t length;
    if (sodium_base642bin(bytes, sizeof bytes, ticket, strlen(ticket), NULL, &length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        length != sizeof bytes)
        return false;
    find_key(h, key);
    bool ok = crypto_secretbox_open_easy((unsigned char *)out, bytes + crypto_secretbox_NONCEBYTES,
                                         sizeof bytes - crypto_secretbox_NONCEBYTES, bytes, key) == 0;
    sodium_memzero(key, sizeof key);
    return ok && out->token[HOUSE_TOKEN - 1] == '\0';
}

/* Tickets used a moment ago, which the store may not know yet. */
static bool is_taken(const Tickets *t, int64_t session)
{
    for (int i = 0; i < TICKETS; i++)
        if (t->taken[i] == session)
            return true;
    return false;
}

bool house_ticket(House *h, const char *ticket, char token[HOUSE_TOKEN], int64_t *seconds)
{
    Sealed s;
    StoreSession session;
    unsigned char hash[STORE_HASH];
    int64_t now = house_now(h);
    if (!h->accounts || !unseal(h, ticket, &s))
        return false;
    Tickets *t = accounts_tickets(h);
    store_hash_token(s.token, hash);
    bool good = now < s.until && store_session(h->store, hash, &session, NULL) && session.number && session.seen == 0 &&
                !is_taken(t, session.number);
    if (good) {
        StoreAct see = {.kind = STORE_SEE_SESSION, .account = session.account, .number = session.number, .at = now};
        store_submit(h->store, &(StoreWrite){.acts = &see, .act_count = 1}, NULL, NULL);
        t->taken[t->count++ % TICKETS] = session.number;
        memcpy(token, s.token, HOUSE_TOKEN);
        *seconds = (s.session_until - now) / SECOND;
    }
    sodium_memzero(&s, sizeof s);
    return good;
}
