/* Changes for which a signed-in person must give the password or a passkey again: a new password, new codes, erasing
 * the account. */
#include "house/accounts_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FORGET_PAUSE = 20 };         /* ms between one batch of a forgotten person's games and the next */

/* --- codes --- */

/* Makes new codes, and the acts that store them; `acts` has room for ACCOUNT_CODES. */
size_t accounts_new_codes(AccountWait *a, StoreAct *acts)
{
    House *h = a->house;
    a->fresh = true;
    for (int i = 0; i < ACCOUNT_CODES; i++) {
        unsigned char bits[ACCOUNT_CODE_BITS];
        h->world.random(h->world.context, bits, sizeof bits);
        account_code_write(bits, a->codes[i]);
        acts[i] = (StoreAct){.kind = STORE_ADD_CODE, .account = a->account};
        account_code_hash(a->codes[i], acts[i].hash);
    }
    return ACCOUNT_CODES;
}

/* --- with the password or a passkey once more --- */

void accounts_begin_own(Request *q, const char *fresh, bool makes, AccountNext *proved, AccountNext *stored)
{
    StoreAccount account;
    AccountWait *a = accounts_signed_in(q) ? accounts_begin(q) : NULL;
    if (!a)
        return;
    a->proved = proved;
    a->stored = stored;
    if (!store_account(q->house->store, q->visitor->account, NULL, &account, NULL) || account.state != STORE_OPEN) {
        accounts_refuse(a, "trouble");
        return;
    }
    a->account = account.id;
    a->session = q->visitor->session;
    accounts_read_label(a, q);
    request_number(q, "number", &a->dropped);
    memcpy(a->key, account.key, sizeof a->key < sizeof account.key ? sizeof a->key : sizeof account.key);
    bool signs = accounts_passkey_given(q, "passkey");
    if (!accounts_may_try(a))
        accounts_refuse(a, "too-many-tries");
    else if ((signs || makes) && !accounts_prove_passkey(a, q, account.id, makes))
        return;
    else if (signs && !fresh)
        a->proved(a);
    else
        accounts_prove(a, request_text(q, "password"), signs ? NULL : account.secret, fresh);
}

static void say_password(AccountWait *a)
{
    accounts_changed(a->house, a->account, "password", a->visitor);
    Say s = say_begin("password");
    say_re(&s, a->re);
    accounts_said(a, &s);
}

/* The other sessions end: they may be somebody else's. */
static void set_password(AccountWait *a)
{
    StoreAct acts[2] = {{.kind = STORE_SET_SECRET, .account = a->account, .secret = a->made},
                        {.kind = STORE_END_SESSIONS, .account = a->account, .number = a->session}};
    accounts_submit(a, acts, 2);
}

void request_password(Request *q)
{
    const char *fresh = request_text(q, "new");
    if (q->visitor->account && account_password_refusal(fresh, q->visitor->name)) {
        request_refuse(q, "bad-password");
        return;
    }
    accounts_begin_own(q, fresh, false, set_password, say_password);
}

static void say_codes(AccountWait *a)
{
    accounts_changed(a->house, a->account, "codes", a->visitor);
    Say s = say_begin("codes");
    s.json.out = &s.text;
    say_re(&s, a->re);
    json_open_array(&s.json, "codes");
    for (int i = 0; i < ACCOUNT_CODES; i++)
        json_text(&s.json, NULL, a->codes[i]);
    json_close_array(&s.json);
    accounts_said(a, &s);
}

static void set_codes(AccountWait *a)
{
    StoreAct acts[2 + ACCOUNT_CODES] = {
        {.kind = STORE_SEE_SESSION, .account = a->account, .number = a->session, .at = house_now(a->house)},
        {.kind = STORE_DROP_CODES, .account = a->account}};
    accounts_submit(a, acts, 2 + accounts_new_codes(a, acts + 2));
}

void request_codes(Request *q) { accounts_begin_own(q, NULL, false, set_codes, say_codes); }

/* --- erasing --- */

void accounts_forget(House *h, int64_t account)
{
    Forgetting *f = accounts_list(h);
    for (int i = 0; i < f->count; i++)
        if (f->who[i].account == account)
            return;
    if (f->count < ACCOUNT_FORGETTING)      /* otherwise the note stays until the house opens again */
        f->who[f->count++] = (Forgotten){.account = account};
}

static bool note_forgetting(void *context, const char *key, const char *value)
{
    long long account;
    if (sscanf(key, "erase %lld", &account) == 1 && strcmp(value, "0") != 0)
        accounts_forget(context, account);
    return true;
}

void accounts_resume(House *h) { store_notes(h->store, note_forgetting, h, NULL); }

int64_t accounts_tick(House *h)
{
    Forgetting *f = h->accounts ? accounts_list(h) : NULL;
    int64_t now = house_now(h), next = INT64_MAX;
    if (!f || !f->count)
        return next;
    Forgotten *who = &f->who[f->next++ % f->count];
    f->next %= f->count;
    if (who->wake <= now && store_waiting(h->store) < 64 && !accounts_forget_some(h, who)) {
        *who = f->who[--f->count];
        f->next = 0;
    }
    for (int i = 0; i < f->count; i++)
        next = f->who[i].wake < next ? f->who[i].wake : next;
    return next > now + FORGET_PAUSE ? next : now + FORGET_PAUSE;
}

static void say_erased(AccountWait *a)
{
    House *h = a->house;
    accounts_part(a->visitor);
    accounts_changed(h, a->account, NULL, NULL);
    accounts_forget(h, a->account);
    Say s = say_begin("erased");
    say_re(&s, a->re);
    accounts_said(a, &s);
}

static void erase(AccountWait *a)
{
    StoreAct acts[6] = {
        {.kind = STORE_ERASE_ACCOUNT, .account = a->account}, {.kind = STORE_FORGET_REPORTS, .account = a->account},
        {.kind = STORE_DROP_PASSKEY, .account = a->account},  {.kind = STORE_END_SESSIONS, .account = a->account},
        {.kind = STORE_DROP_CODES, .account = a->account},    {.kind = STORE_UNBLOCK, .account = a->account}};
    char note[48];
    snprintf(note, sizeof note, "erase %" PRId64, a->account);
    if (accounts_playing(a->house, a->account))
        accounts_refuse(a, "games-under-way");
    else
        accounts_submit_noting(a, acts, 6, note, "1");
}

void request_erase(Request *q) { accounts_begin_own(q, NULL, false, erase, say_erased); }
