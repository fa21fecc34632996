/* The walk through a strategy: see certificate_maker.h. Nothing here knows where moves come from. */
#include "solve/certificate_maker.h"

static bool fail(CertificateMaker *k, CertificateResult result)
{
    k->result = result;
    return false;
}

static void write_bit(CertificateMaker *k, unsigned bit)
{
    if (k->used == 8) {
        buffer_add_char(&k->data, 0);
        k->used = 0;
    }
    if (!k->data.failed)
        k->data.text[k->data.length - 1] |= (char)(bit << k->used);
    k->used++;
}

static void write_choice(CertificateMaker *k, size_t choice, size_t count)
{
    if (!k->tree)
        for (int bits = certificate_bits(count), i = 0; i < bits; i++)
            write_bit(k, choice >> i & 1);
    for (; k->tree && count > 1; choice >>= 1) {
        write_bit(k, choice & 1);
        count = certificate_half(count, choice & 1);
    }
}

static bool visit(CertificateMaker *k, const Position *p, int ply, int plies);

static bool arrive(CertificateMaker *k, const Position *p, int ply);

static bool follow(CertificateMaker *k, const Position *p, size_t move, int ply, int plies)
{
    Position q;
    k->game->play(p, k->level[ply].list.move[move], &q);
    if (k->broad)
        return arrive(k, &q, ply + 1);
    return visit(k, &q, ply + 1, plies == CERTIFICATE_UNLIMITED ? plies : plies - 1);
}

static bool answer(CertificateMaker *k, const Position *p, int ply, int plies)
{
    size_t count = k->level[ply].list.count;
    int choice = k->choose(k, p, ply, plies);
    if (choice < 0)
        return fail(k, k->result == CERTIFICATE_MADE ? CERTIFICATE_UNPROVEN : k->result);
    if (++k->strategy.choices > CERTIFICATE_CHOICES)
        return fail(k, CERTIFICATE_TOO_LARGE);
    write_choice(k, (size_t)choice, count);
    return follow(k, p, (size_t)choice, ply, plies);
}

static bool go_on(CertificateMaker *k, const Position *p, int ply, int plies)
{
    const Game *g = k->game;
    bool good = true;
    if (k->data.length > CERTIFICATE_LIMIT / 4)
        return fail(k, CERTIFICATE_TOO_LARGE);
    if (!certificate_moves(&k->level[ply], g, p))
        return fail(k, CERTIFICATE_NO_MEMORY);
    if (game_side(g, g->mover(p)) == k->strategy.side)
        return answer(k, p, ply, plies);
    for (size_t i = 0; good && i < k->level[ply].list.count; i++)
        good = follow(k, p, i, ply, plies);
    return good;
}

static bool visit(CertificateMaker *k, const Position *p, int ply, int plies)
{
    if (k->game->outcome(p).over)
        return true;
    if (plies == 0 && k->tree)
        return true;
    if (ply == CERTIFICATE_PLIES)
        return fail(k, CERTIFICATE_TOO_LARGE);
    if (!k->tree) {
        CertificateMet met = certificate_walk_meet(&k->walk, p, ply);
        if (met != MET_NEVER)
            return met != MET_NO_MEMORY || fail(k, CERTIFICATE_NO_MEMORY);
    }
    bool good = go_on(k, p, ply, plies);
    if (good && !k->tree && !certificate_walk_finish(&k->walk, ply))
        return fail(k, CERTIFICATE_NO_MEMORY);
    return good;
}

/* Breadth first: a position of the side waits for its turn; every reply to one of the other side's is looked at now.
 * Only the checker needs to know where it came from. */
static bool arrive(CertificateMaker *k, const Position *p, int ply)
{
    const Game *g = k->game;
    if (g->outcome(p).over)
        return true;
    if (game_side(g, g->mover(p)) != k->strategy.side)
        return ply < CERTIFICATE_PLIES ? go_on(k, p, ply, CERTIFICATE_UNLIMITED) : fail(k, CERTIFICATE_TOO_LARGE);
    return certificate_broad_add(&k->wide, p, CERTIFICATE_NOWHERE) || fail(k, CERTIFICATE_NO_MEMORY);
}

static void visit_all(CertificateMaker *k, const Position *start)
{
    bool good = certificate_broad_open(&k->wide, k->game) ? arrive(k, start, 0) : fail(k, CERTIFICATE_NO_MEMORY);
    for (uint64_t i = 0; good && i < k->wide.count; i++) {
        Position p;
        uint64_t from;
        good = certificate_broad_get(&k->wide, i, &p, &from) ? go_on(k, &p, 0, CERTIFICATE_UNLIMITED)
                                                             : fail(k, CERTIFICATE_NO_MEMORY);
    }
    certificate_broad_close(&k->wide);
}

static CertificateResult make_strategy(CertificateMaker *k, const Position *p, int plies, const Certificate *c,
                                       CertificateStrategy *s, Buffer *data)
{
    k->strategy = *s;
    k->used = 8;
    k->result = CERTIFICATE_MADE;
    k->broad = certificate_is_broad(k->game, c, s);
    certificate_walk_begin(&k->walk, k->game, c);
    k->data = (Buffer){0};
    if (k->broad)
        visit_all(k, p);
    else
        visit(k, p, 0, plies);
    for (int i = 0; i <= CERTIFICATE_PLIES; i++)
        certificate_moves_free(&k->level[i]);
    certificate_walk_free(&k->walk);
    s->choices = k->strategy.choices;
    s->bytes = k->data.length;
    if (k->data.failed)
        k->result = CERTIFICATE_NO_MEMORY;
    buffer_add_bytes(data, k->data.text ? k->data.text : "", k->data.length);
    buffer_free(&k->data);
    return k->result;
}

/* Assembles the file: the header, its checksum, the strategies. */
static CertificateResult put_together(const Game *g, const Position *p, const Certificate *c, const Buffer *data,
                                      Buffer *out)
{
    static const char *const names[] = {"loss", "draw", "win"}, *const aims[] = {"holds", "wins", "lasts"};
    Buffer header = {0};
    char text[POSITION_TEXT];
    if (data->length > CERTIFICATE_LIMIT / 2)
        return CERTIFICATE_TOO_LARGE;
    g->write_position(p, text);
    buffer_format(&header, "colonnade-proof %d\ngame %s\nposition %s\nvalue %s", c->version, g->id, text,
                  names[c->result + 1]);
    buffer_format(&header, c->distance ? " %d\n" : "\n", c->distance);
    if (c->version == CERTIFICATE_BOUNDED)
        buffer_format(&header, "memory %ju %ju\n", (uintmax_t)c->memory, (uintmax_t)c->worth);
    for (int i = 0; i < c->strategies; i++) {
        const CertificateStrategy *s = &c->strategy[i];
        buffer_format(&header, "strategy %c %s ", game_seat_letter(s->side), aims[s->aim]);
        if (c->version != CERTIFICATE_TREE)
            buffer_format(&header, "%ju ", (uintmax_t)s->choices);
        else if (s->aim != CERTIFICATE_HOLDS)
            buffer_format(&header, "%d ", s->plies);
        buffer_format(&header, "%ju\n", (uintmax_t)s->bytes);
    }
    const char *bytes = data->text ? data->text : "";
    if (!header.failed && !data->failed) {
        uint64_t sum =
            certificate_sum(certificate_sum(CERTIFICATE_SUM, header.text, header.length), bytes, data->length);
        buffer_add_bytes(out, header.text, header.length);
        buffer_format(out, "checksum %016jx\n", (uintmax_t)sum);
        buffer_add_bytes(out, bytes, data->length);
    }
    bool good = !header.failed && !data->failed && !out->failed;
    buffer_free(&header);
    return good ? CERTIFICATE_MADE : CERTIFICATE_NO_MEMORY;
}

CertificateResult certificate_maker_run(const Game *g, const Position *p, Certificate *c, int plies,
                                        CertificateChoose *choose, void *context, Buffer *out)
{
    CertificateMaker k = {.game = g, .choose = choose, .context = context, .tree = c->version == CERTIFICATE_TREE};
    Buffer data = {0};
    CertificateResult result = CERTIFICATE_MADE;
    for (int i = 0; i < c->strategies && result == CERTIFICATE_MADE; i++) {
        CertificateStrategy *s = &c->strategy[i];
        result = make_strategy(&k, p, k.tree && s->aim != CERTIFICATE_HOLDS ? s->plies : plies, c, s, &data);
    }
    if (result == CERTIFICATE_MADE)
        result = put_together(g, p, c, &data, out);
    buffer_free(&data);
    return result;
}
