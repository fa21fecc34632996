/* Table files on a small board: what is written comes back, an audit by plain rules finds
 * nothing wrong and finds what is made wrong, and no damaged file is ever believed. */
#include "core/buffer.h"
#include "core/file.h"
#include "disk_log.h"
#include "certificate_bytes.h"
#include "small_pylos.h"
#include "core/random.h"
#include "solve/audit.h"
#include "solve/certificate.h"
#include "solve/puzzles.h"
#include "solve/tablebase_solve.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* --- one solution for all tests --- */

typedef struct Fixture {
    char folder[64], path[128];
    void *state;
    RetroResult solution;
} Fixture;

static bool write_table(const Fixture *f, const char *path, const char *name, int threads)
{
    Message error = {0};
    return tablebase_write(path, name, small.index, f->state, &f->solution, threads, &error);
}

static int set_up(void **state)
{
    static Fixture f;
    Message error;
    snprintf(f.folder, sizeof f.folder, "/tmp/colonnade-tables-XXXXXX");
    assert_non_null(mkdtemp(f.folder));
    snprintf(f.path, sizeof f.path, "%s/small.table", f.folder);
    f.state = small.index->create(&error);
    assert_non_null(f.state);
    RetroJob job = {.index = small.index, .state = f.state, .name = "small", .threads = 2};
    assert_int_equal(retro_solve(&job, &f.solution, &error), RETRO_DONE);
    assert_true(write_table(&f, f.path, "small", 2));
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    unlink(f->path);
    rmdir(f->folder);
    retro_free(&f->solution);
    small.index->destroy(f->state);
    return 0;
}

/* --- reading --- */

static void check_all(Tablebase *t, const Fixture *f)
{
    uint64_t positions = 0;
    for (uint64_t n = 0; n < f->solution.size; n++) {
        Position p;
        Value value;
        if (!small.index->unrank(f->state, n, &p))
            continue;
        uint16_t v = f->solution.value[n];
        positions++;
        assert_true(tablebase_value(t, &p, &value));
        assert_true(value.proven);
        assert_int_equal(value.result, !retro_decided(v) ? 0 : retro_wins(v) ? 1 : -1);
        assert_int_equal(value.plies, retro_decided(v) ? retro_distance(v) : -1);
    }
    assert_int_equal(positions, tablebase_info(t)->positions);
}

static void every_value_comes_back(void **state)
{
    const Fixture *f = *state;
    Message error = {0};
    Tablebase *t = tablebase_open(&small, f->folder, &error);
    assert_non_null(t);
    check_all(t, f);
    assert_string_equal(tablebase_info(t)->name, "small");
    assert_int_equal(tablebase_info(t)->wins, f->solution.wins);
    tablebase_close(t);
}

typedef struct Asker {
    Tablebase *tables;
    const Fixture *fixture;
} Asker;

static void *ask(void *context)
{
    const Asker *a = context;
    check_all(a->tables, a->fixture);
    return NULL;
}

static void threads_may_ask_at_once(void **state)
{
    Message error = {0};
    Asker a = {.fixture = *state};
    a.tables = tablebase_open(&small, a.fixture->folder, &error);
    assert_non_null(a.tables);
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask, &a), 0);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    tablebase_close(a.tables);
}

/* From every won position the best move wins one ply earlier; over counts as 0. */
static void the_best_move_is_one_ply_nearer(void **state)
{
    const Fixture *f = *state;
    Message error = {0};
    Tablebase *t = tablebase_open(&small, f->folder, &error);
    assert_non_null(t);
    MoveList list = {0};
    for (uint64_t n = 0; n < f->solution.size; n++) {
        Position p;
        Value value, best = {0};
        if (!small.index->unrank(f->state, n, &p))
            continue;
        assert_true(tablebase_value(t, &p, &value));
        assert_true(movelist_fill(&list, &small, &p));
        for (size_t i = 0; i < list.count; i++) {
            Value v;
            assert_true(tablebase_move_value(t, &p, list.move[i], &v));
            if (i == 0 || value_rank(v) > value_rank(best))
                best = v;
        }
        assert_int_equal(best.result, value.result);
        assert_int_equal(best.plies, value.plies);
    }
    movelist_free(&list);
    tablebase_close(t);
}

/* --- writing --- */

static void read_whole(const char *path, Buffer *out)
{
    Message error;
    buffer_clear(out);
    assert_true(file_read(path, 1 << 24, out, &error));
}

static void threads_do_not_change_the_file(void **state)
{
    const Fixture *f = *state;
    char path[160];
    Buffer a = {0}, b = {0};
    snprintf(path, sizeof path, "%s.again", f->path);
    read_whole(f->path, &a);
    for (int threads = 1; threads <= 5; threads += 2) {
        assert_true(write_table(f, path, "small", threads));
        read_whole(path, &b);
        assert_int_equal(a.length, b.length);
        assert_memory_equal(a.text, b.text, a.length);
    }
    unlink(path);
    buffer_free(&a);
    buffer_free(&b);
}

/* More than a byte can tell apart: not a solution, but a table. */
static void many_different_values_come_back(void **state)
{
    Fixture f = *(Fixture *)*state;
    Message error = {0};
    char path[160];
    snprintf(path, sizeof path, "%s.many", f.path);
    uint16_t *values = calloc(f.solution.size, sizeof *values);
    assert_non_null(values);
    for (uint64_t n = 0; n < f.solution.size; n++)
        values[n] = (uint16_t)(n * 7919 % 3001 * 20);
    f.solution.value = values;
    assert_true(write_table(&f, path, "small", 2));
    TablebaseFile *t = tablebase_file_open(path, &error);
    assert_non_null(t);
    assert_true(tablebase_file_info(t)->symbols > 256);
    for (uint64_t n = 0; n < f.solution.size; n++) {
        Position p;
        uint16_t v;
        if (!small.index->unrank(f.state, n, &p))
            continue;
        assert_true(tablebase_file_get(t, n, &v));
        assert_int_equal(v, values[n]);
    }
    tablebase_file_close(t);
    unlink(path);
    free(values);
}

static void it_is_on_the_disk_with_its_folder(void **state)
{
    const Fixture *f = *state;
    char path[160];
    snprintf(path, sizeof path, "%s/synced.table", f->folder);
    disk_calls = 0;
    assert_true(write_table(f, path, "small", 2));
    assert_true(disk_replaced(path));
    disk_fails = EIO;
    assert_false(write_table(f, path, "small", 2));
    disk_fails = 0;
    assert_int_equal(unlink(path), 0);
}

/* --- puzzles --- */

static bool check_puzzle(void *context, const TablebasePuzzle *p)
{
    Tablebase *t = context;
    Move moves[PLAIN_MOVES];
    size_t count = small.moves(&p->position, moves, PLAIN_MOVES);
    int winning = 0;
    assert_true(count >= PUZZLES_LEAST_MOVES && p->value.plies >= PUZZLES_LEAST_PLIES);
    for (size_t i = 0; i < count; i++) {
        Value v;
        assert_true(tablebase_move_value(t, &p->position, moves[i], &v));
        winning += value_wins(v);
        assert_int_equal(value_wins(v), moves[i] == p->move);
        assert_true(!value_wins(v) || v.plies == p->value.plies);
    }
    assert_int_equal(winning, 1);
    return true;
}

static bool stop_at_once(void *context, const TablebasePuzzle *p)
{
    *(TablebasePuzzle *)context = *p;
    return false;
}

static void puzzles_have_one_winning_move(void **state)
{
    const Fixture *f = *state;
    Message error = {0};
    Tablebase *t = tablebase_open(&small, f->folder, &error);
    assert_non_null(t);
    assert_int_equal(puzzles_draw(t, 1, 50, check_puzzle, t, &error), 50);
    TablebasePuzzle once, again, other;
    assert_int_equal(puzzles_draw(t, 7, 50, stop_at_once, &once, &error), 1);
    assert_int_equal(puzzles_draw(t, 7, 1, stop_at_once, &again, &error), 1);
    assert_int_equal(puzzles_draw(t, 8, 1, stop_at_once, &other, &error), 1);
    assert_true(position_equal(&once.position, &again.position));
    assert_false(position_equal(&once.position, &other.position));
    tablebase_close(t);
}

/* --- certificates --- */

static size_t write_hex(const Position *p, char out[POSITION_TEXT])
{
    return (size_t)snprintf(out, POSITION_TEXT, "%016jx", (uintmax_t)p->w[0]);
}

static bool read_hex(const char *text, Position *out, Message *error)
{
    (void)error;
    *out = (Position){{strtoull(text, NULL, 16)}};
    return true;
}

static size_t write_hex_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    return (size_t)snprintf(out, MOVE_TEXT, "%016jx", (uintmax_t)m);
}

/* Whatever its checksum: it is the checker that has to refuse. */
static bool certificate_holds(const Game *g, const Buffer *b, CertificateCheck *out)
{
    Message error = {0};
    bytes_mend(b->text, b->length);
    return bytes_check(g, b->text, b->length, out, &error);
}

/* Whether the moves, by their texts, can be played one after the other. */
static bool is_play(const Game *g, Position p, char *line)
{
    for (char *rest = line, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        Move legal[PLAIN_MOVES];
        char text[MOVE_TEXT] = "";
        size_t count = g->moves(&p, legal, PLAIN_MOVES), i = 0;
        for (; i < count; i++) {
            g->write_move(&p, legal[i], text);
            if (strcmp(text, word) == 0)
                break;
        }
        if (i == count)
            return false;
        g->play(&p, legal[i], &p);
    }
    return true;
}

typedef struct Made {
    int of[3];                      /* losses, draws, wins */
    int flipped[3], refused[3];     /* with one bit changed */
    uint64_t positions;             /* of wins and losses */
} Made;

static void flip_a_bit(const Game *g, const Position *p, Buffer *b, int value, Made *made)
{
    CertificateCheck k;
    size_t data = bytes_data(b->text, b->length);
    if (b->length == data)
        return;
    b->text[data] ^= 1;
    made->flipped[value]++;
    if (!certificate_holds(g, b, &k)) {
        made->refused[value]++;
        assert_true(is_play(g, *p, k.line));
    }
}

/* Certificates of some three hundred positions, for a checker that remembers so many. */
static Made make_certificates(const Fixture *f, uint64_t memory)
{
    Game g = small;
    Message error = {0};
    Made made = {0};
    g.write_position = write_hex;
    g.read_position = read_hex;
    g.write_move = write_hex_move;
    Tablebase *t = tablebase_open(&g, f->folder, &error);
    assert_non_null(t);
    for (uint64_t number = 1; number < f->solution.size; number += 1 + f->solution.size / 300) {
        Position p;
        Buffer b = {0};
        Value v;
        CertificateCheck k;
        if (!small.index->unrank(f->state, number, &p))
            continue;
        assert_true(tablebase_value(t, &p, &v));
        assert_int_equal(certificate_make_from_tablebase(t, &p, memory, NULL, NULL, &b), CERTIFICATE_MADE);
        if (!certificate_holds(&g, &b, &k))
            fail_msg("%ju is worth %d: refused after %s", (uintmax_t)number, v.result, k.line);
        made.of[v.result + 1]++;
        if (v.result != 0) {
            assert_true(k.remembered <= memory);
            made.positions += k.positions;
        }
        flip_a_bit(&g, &p, &b, v.result + 1, &made);
        buffer_free(&b);
    }
    tablebase_close(t);
    return made;
}

/* The small game has wins, losses and draws by endless play, so that strategies of each kind are made. */
static void certificates_out_of_the_table_hold(void **state)
{
    Made made = make_certificates(*state, CERTIFICATE_MEMORY), forgetful = make_certificates(*state, 64);
    for (int i = 0; i < 3; i++) {
        assert_true(made.of[i] > 10);
        assert_true(made.refused[i] > made.flipped[i] / 4);
        assert_int_equal(forgetful.of[i], made.of[i]);
    }
    /* Who forgets has to look again, and finds the same. */
    assert_true(forgetful.positions > made.positions);
}

/* --- formats --- */

static off_t bytes_of(const char *path)
{
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    return found.st_size;
}

static void the_first_version_is_read_and_converted(void **state)
{
    Fixture f = *(Fixture *)*state;
    char folder[96];
    Message error = {0};
    snprintf(folder, sizeof folder, "%s/old", f.folder);
    snprintf(f.path, sizeof f.path, "%s/small.table", folder);
    assert_true(file_make_folder(folder, &error));
    assert_true(tablebase_write_version(1, f.path, "small", small.index, f.state, &f.solution, 2, &error));
    Tablebase *t = tablebase_open(&small, folder, &error);
    assert_non_null(t);
    assert_int_equal(tablebase_info(t)->version, 1);
    check_all(t, &f);
    tablebase_close(t);
    assert_int_equal(tablebase_convert(&small, folder, 2, &error), TABLEBASE_DONE);
    assert_int_equal(tablebase_convert(&small, folder, 2, &error), TABLEBASE_THERE);
    /* It is what `solve` writes, byte for byte. */
    Buffer converted = {0}, written = {0};
    assert_true(file_read(f.path, SIZE_MAX, &converted, &error));
    assert_true(file_read((*(Fixture *)*state).path, SIZE_MAX, &written, &error));
    assert_int_equal(converted.length, written.length);
    assert_memory_equal(converted.text, written.text, written.length);
    buffer_free(&converted);
    buffer_free(&written);
    unlink(f.path);
    rmdir(folder);
}

typedef struct Ranges {
    const Buffer *file;
    size_t limit;               /* bytes that can be had */
    int asked;
} Ranges;

static bool read_range(void *context, uint64_t at, size_t size, void *out)
{
    Ranges *r = context;
    r->asked++;
    if (at + size > r->limit)
        return false;
    memcpy(out, r->file->text + at, size);
    return true;
}

static void ranges_of_a_file_are_enough(void **state)
{
    const Fixture *f = *state;
    Buffer file = {0};
    Message error = {0};
    assert_true(file_read(f->path, SIZE_MAX, &file, &error));
    Ranges r = {.file = &file, .limit = file.length};
    Tablebase *t = tablebase_open_ranged(&small, read_range, &r, &error);
    assert_non_null(t);
    assert_int_equal(r.asked, 2);
    check_all(t, f);
    tablebase_close(t);
    /* What cannot be had, or is not what it should be, is no answer. */
    uint64_t seed = 5;
    for (int i = 0; i < 300; i++) {
        Buffer broken = {0};
        buffer_add_bytes(&broken, file.text, file.length);
        for (int k = 0; k < 20; k++)
            broken.text[random_next_wide(&seed) % (i % 2 ? 4096 : broken.length)] ^= (char)(1 << k % 8);
        r = (Ranges){.file = &broken, .limit = i % 3 ? broken.length : random_next_wide(&seed) % broken.length};
        t = tablebase_open_ranged(&small, read_range, &r, &error);
        Position p;
        for (int k = 0; t && k < 50; k++)
            if (small.index->unrank(f->state, random_next_wide(&seed) % f->solution.size, &p)) {
                Value v;
                tablebase_value(t, &p, &v);
            }
        tablebase_close(t);
        buffer_free(&broken);
    }
    buffer_free(&file);
}

static void distances_of_wins_may_be_left_out(void **state)
{
    Fixture f = *(Fixture *)*state;
    char folder[96];
    Message error = {0};
    SolveIndex index = *small.index;
    Game game = small;
    index.derive_wins = true;
    game.index = &index;
    snprintf(folder, sizeof folder, "%s/short", f.folder);
    snprintf(f.path, sizeof f.path, "%s/small.table", folder);
    assert_true(file_make_folder(folder, &error));
    assert_true(tablebase_write(f.path, "small", &index, f.state, &f.solution, 2, &error));
    assert_true(bytes_of(f.path) < bytes_of((*(Fixture *)*state).path));
    Tablebase *t = tablebase_open(&game, folder, &error);
    assert_non_null(t);
    check_all(t, &f);
    tablebase_close(t);
    for (int way = 0; way < 2; way++) {
        TablebaseFile *file = tablebase_file_open(f.path, &error);
        AuditResult r;
        assert_non_null(file);
        assert_true(
            audit_tablebase(file, &index, f.state, way ? RETRO_KERNELS : RETRO_THREADS, 2, NULL, NULL, &r, &error));
        assert_int_equal(r.wrong, 0);
        assert_true(r.totals_agree);
        tablebase_file_close(file);
    }
    /* A loss that is wrong shows, and so does a win that nothing wins. */
    const uint64_t wrong[] = {0, 1};
    for (size_t i = 0; i < 2; i++) {
        uint64_t n = 0;
        while (f.solution.value[n] < 8 || (f.solution.value[n] & 1))
            n++;
        const uint16_t right = f.solution.value[n];
        f.solution.value[n] = wrong[i] ? 9 : (uint16_t)(right + 4);
        assert_true(tablebase_write(f.path, "small", &index, f.state, &f.solution, 1, &error));
        f.solution.value[n] = right;
        TablebaseFile *file = tablebase_file_open(f.path, &error);
        AuditResult r;
        assert_true(audit_tablebase(file, &index, f.state, RETRO_THREADS, 2, NULL, NULL, &r, &error));
        assert_true(r.wrong > 0);
        tablebase_file_close(file);
    }
    unlink(f.path);
    rmdir(folder);
}

/* --- solving into a file --- */

typedef struct Watched {
    int stop, layers;
    bool written;
} Watched;

static bool watch(void *context, const TablebaseProgress *p)
{
    Watched *w = context;
    assert_non_null(p->sentence.id);
    w->layers += !p->writing;
    w->written |= p->writing;
    return w->layers != w->stop;
}

static void a_solve_is_stopped_and_goes_on(void **state)
{
    const Fixture *f = *state;
    char folder[96], path[160];
    Message error = {0};
    snprintf(folder, sizeof folder, "%s/solve", f->folder);
    snprintf(path, sizeof path, "%s/small.table", folder);
    TablebaseSolved solved;
    Watched w = {.stop = 5};
    TablebaseJob job = {
        .game = &small, .folder = folder, .threads = 2, .checkpoint_seconds = 1e9, .watch = watch, .context = &w};
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_STOPPED);
    assert_int_not_equal(access(path, F_OK), 0);
    w = (Watched){0};
    job.crew = RETRO_KERNELS;
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_DONE);
    assert_true(w.written && w.layers > 0 && w.layers < f->solution.layers);
    assert_int_equal(solved.wins, f->solution.wins);
    assert_string_equal(solved.path, path);
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_THERE);
    Tablebase *t = tablebase_open(&small, folder, &error);
    assert_non_null(t);
    check_all(t, f);
    tablebase_close(t);
    assert_int_equal(tablebase_remove(&small, folder, &error), TABLEBASE_DONE);
    assert_int_equal(tablebase_remove(&small, folder, &error), TABLEBASE_THERE);
    assert_int_equal(rmdir(folder), 0);
}

/* Nothing is written; a device derives every value again. */
static void a_solve_needs_no_table(void **state)
{
    const Fixture *f = *state;
    char folder[96];
    Message error = {0};
    snprintf(folder, sizeof folder, "%s/nothing", f->folder);
    TablebaseSolved solved;
    Watched w = {0};
    TablebaseJob job = {.game = &small, .folder = folder, .threads = 2, .watch = watch, .context = &w, .no_file = true};
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_DONE);
    assert_int_equal(solved.wins, f->solution.wins);
    assert_int_equal(solved.checked, 0);
    const Value start = solved.start;
    job.crew = RETRO_KERNELS;
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_DONE);
    assert_int_equal(solved.checked, f->solution.positions);
    assert_int_equal(solved.wrong, 0);
    assert_memory_equal(&start, &solved.start, sizeof start);
    assert_true(w.written);
    job.crew = RETRO_RANKS;
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_FAILED);
    assert_int_not_equal(access(folder, F_OK), 0);
}

/* --- audit --- */

enum { BY_THREADS, BY_KERNELS, BY_RULES, WAYS };

static AuditResult audit(const char *path, const Fixture *f, int way)
{
    const RetroCrewName crew = way == BY_KERNELS ? RETRO_KERNELS : RETRO_THREADS;
    Message error = {0};
    AuditResult r;
    TablebaseFile *t = tablebase_file_open(path, &error);
    assert_non_null(t);
    assert_true(way == BY_RULES ? audit_rules(t, &small, f->state, 0, 1, 2, NULL, NULL, &r, &error)
                                : audit_tablebase(t, small.index, f->state, crew, 2, NULL, NULL, &r, &error));
    tablebase_file_close(t);
    return r;
}

static void an_audit_finds_nothing_wrong(void **state)
{
    const Fixture *f = *state;
    for (int way = 0; way < WAYS; way++) {
        AuditResult r = audit(f->path, f, way);
        assert_int_equal(r.checked, f->solution.positions);
        assert_int_equal(r.wrong, 0);
        assert_int_equal(r.damaged, 0);
        assert_true(r.totals_agree);
    }
}

static void an_audit_finds_what_is_wrong(void **state)
{
    Fixture f = *(Fixture *)*state;
    char path[160];
    snprintf(path, sizeof path, "%s.wrong", f.path);
    uint64_t n = 0;
    while (f.solution.value[n] < 20)
        n++;
    const uint16_t wrong[] = {0, (uint16_t)(f.solution.value[n] + 4), (uint16_t)(f.solution.value[n] ^ 1)};
    uint16_t right = f.solution.value[n];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        f.solution.value[n] = wrong[i];
        assert_true(write_table(&f, path, "small", 1));
        for (int way = 0; way < WAYS; way++) {
            AuditResult r = audit(path, &f, way);
            assert_true(r.wrong > 0);
            assert_true(r.first_wrong <= n);
        }
    }
    f.solution.value[n] = right;
    unlink(path);
}

/* --- damage --- */

static void put_file(const char *path, const char *bytes, size_t length)
{
    Message error;
    assert_true(file_write(path, bytes, length, &error));
}

/* Opens or refuses; what it then says is what was written, or that it is damaged. */
static bool believes_nothing_wrong(const char *path, const Fixture *f)
{
    Message error = {0};
    TablebaseFile *t = tablebase_file_open(path, &error);
    if (!t) {
        assert_non_null(error.id);
        return true;
    }
    bool found = false;
    for (uint64_t n = 0; n < f->solution.size; n += 7) {
        Position p;
        uint16_t v;
        if (!small.index->unrank(f->state, n, &p))
            continue;
        if (tablebase_file_get(t, n, &v))
            assert_int_equal(v, f->solution.value[n]);
        else
            found = true;
    }
    tablebase_file_close(t);
    return found;
}

static void damage_is_found(void **state)
{
    const Fixture *f = *state;
    char path[160];
    Buffer b = {0};
    snprintf(path, sizeof path, "%s.damaged", f->path);
    read_whole(f->path, &b);
    for (size_t at = 0; at < b.length; at += at < 400 ? 1 : 97) {
        b.text[at] ^= 0x10;
        put_file(path, b.text, b.length);
        assert_true(believes_nothing_wrong(path, f));
        b.text[at] ^= 0x10;
    }
    for (size_t length = 0; length < b.length; length += 1 + length / 3) {
        put_file(path, b.text, length);
        Message error = {0};
        assert_null(tablebase_file_open(path, &error));
        assert_non_null(error.id);
    }
    unlink(path);
    buffer_free(&b);
}

static void a_table_of_something_else_is_refused(void **state)
{
    const Fixture *f = *state;
    Message error = {0};
    assert_true(write_table(f, f->path, "other", 1));
    assert_null(tablebase_open(&small, f->folder, &error));
    assert_string_equal(error.id, "this table is of {0}, not of {1}");
    unlink(f->path);
    assert_null(tablebase_open(&small, f->folder, &error));
    assert_string_equal(error.id, "there is no table of {0}: `colonnade solve {0}` makes one");
    assert_true(write_table(f, f->path, "small", 1));
}

static void folders_follow_the_rules(void **state)
{
    (void)state;
    char path[TABLEBASE_PATH];
    setenv("HOME", "/home/somebody", 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("COLONNADE_TABLES");
    assert_true(tablebase_path(&small, NULL, path));
    assert_string_equal(path, "/home/somebody/.local/share/colonnade/tables/small.table");
    setenv("XDG_DATA_HOME", "/data", 1);
    assert_true(tablebase_path(&small, NULL, path));
    assert_string_equal(path, "/data/colonnade/tables/small.table");
    setenv("COLONNADE_TABLES", "/there", 1);
    assert_true(tablebase_path(&small, NULL, path));
    assert_string_equal(path, "/there/small.table");
    assert_true(tablebase_path(&small, "here", path));
    assert_string_equal(path, "here/small.table");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_comes_back),
        cmocka_unit_test(it_is_on_the_disk_with_its_folder),
        cmocka_unit_test(threads_may_ask_at_once),
        cmocka_unit_test(the_best_move_is_one_ply_nearer),
        cmocka_unit_test(threads_do_not_change_the_file),
        cmocka_unit_test(many_different_values_come_back),
        cmocka_unit_test(puzzles_have_one_winning_move),
        cmocka_unit_test(certificates_out_of_the_table_hold),
        cmocka_unit_test(the_first_version_is_read_and_converted),
        cmocka_unit_test(ranges_of_a_file_are_enough),
        cmocka_unit_test(distances_of_wins_may_be_left_out),
        cmocka_unit_test(a_solve_is_stopped_and_goes_on),
        cmocka_unit_test(a_solve_needs_no_table),
        cmocka_unit_test(an_audit_finds_nothing_wrong),
        cmocka_unit_test(an_audit_finds_what_is_wrong),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(a_table_of_something_else_is_refused),
        cmocka_unit_test(folders_follow_the_rules),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
