/* Plays games against itself and writes training data for a network, as NumPy files.
 *
 *   cc training_data.c $(pkg-config --cflags --libs colonnade) -lm -o training_data
 *   ./training_data GAME GAMES FOLDER [NODES [SEED]]
 *
 * Every choice of every move is one sample, so that all rulesets share one space of actions: an action is
 * 64 × role + value of a cn_step.
 *   FOLDER/position.npy  int8 (N, places, 16)  the stack on each place from the top down, 0 where it has ended:
 *                        1 + kind × seats + seat, seats counted from the mover's, the neutral one last
 *   FOLDER/made.npy      int16 (N, 16)         1 + action of each choice made already; 0 after the last
 *   FOLDER/policy.npy    float32 (N, 896)      how likely each action is next, by the values of the moves
 *   FOLDER/value.npy     float32 (N,)          how the game ended for the mover: 1, 0 or -1 */
#include <colonnade.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEP = 16, ACTIONS = CN_STEP_ROLES * 64, LONGEST = 200, WIN = 2000, HEADER = 128 };

typedef struct Array {
    FILE *file;
    const char *type, *shape; /* of one sample: "float32" as NumPy writes it, and ", 896" */
} Array;

typedef struct Data {
    const cn_game *game;
    cn_engine *engine;
    uint64_t nodes;
    Array position, made, policy, value;
    long samples;
} Data;

/* A header of fixed length, written again when the number of samples is known. */
static bool write_header(Array *a, long samples)
{
    char text[HEADER + 1], body[HEADER];
    snprintf(body, sizeof body, "{'descr': '%s', 'fortran_order': False, 'shape': (%ld%s), }", a->type, samples,
             a->shape);
    snprintf(text, sizeof text, "%-*s\n", HEADER - 11, body);
    const unsigned char magic[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, HEADER - 10, 0};
    return fseek(a->file, 0, SEEK_SET) == 0 && fwrite(magic, 1, 10, a->file) == 10 &&
           fwrite(text, 1, HEADER - 10, a->file) == HEADER - 10;
}

static bool open_array(Array *a, const char *folder, const char *name, const char *type, const char *shape)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.npy", folder, name);
    *a = (Array){fopen(path, "wb"), type, shape};
    return a->file && write_header(a, 0);
}

static bool close_array(Array *a, long samples)
{
    bool whole = write_header(a, samples);
    return fclose(a->file) == 0 && whole;
}

static bool put(Array *a, const void *bytes, size_t size) { return fwrite(bytes, 1, size, a->file) == size; }

/* --- one sample --- */

static bool put_position(Data *d, const cn_position *p)
{
    cn_board board;
    int seats = cn_game_players(d->game), mover = cn_mover(d->game, p);
    cn_game_board(d->game, &board);
    for (int place = 0; place < board.places; place++) {
        int8_t row[DEEP] = {0};
        cn_piece piece[CN_MAX_STACK];
        int height = cn_pieces(d->game, p, place, piece, CN_MAX_STACK);
        for (int i = 0; i < height && i < DEEP; i++) {
            cn_piece at = piece[height - 1 - i];
            int seat = at.seat == CN_NEUTRAL ? seats : (at.seat - mover + seats) % seats;
            row[i] = (int8_t)(1 + at.kind * (seats + 1) + seat);
        }
        if (!put(&d->position, row, sizeof row))
            return false;
    }
    return true;
}

static bool begins_with(const cn_step *path, int count, const cn_step *made, int length)
{
    return count > length && memcmp(path, made, (size_t)length * sizeof *made) == 0;
}

/* How likely each next choice is: each move's share goes to the choice that it continues with. */
static bool put_policy(Data *d, const cn_position *p, const cn_analysis *a, const float *share, const cn_step *made,
                       int length)
{
    float policy[ACTIONS] = {0}, all = 0;
    int16_t actions[CN_MAX_STEPS] = {0};
    for (size_t i = 0; i < a->count; i++) {
        cn_step path[CN_MAX_STEPS];
        for (int k = 0, n; (n = cn_steps(d->game, p, a->advice[i].move, k, path, CN_MAX_STEPS)) > 0; k++)
            if (begins_with(path, n, made, length)) {
                policy[path[length].role * 64 + path[length].value] += share[i];
                all += share[i];
                break;
            }
    }
    for (int i = 0; i < ACTIONS && all > 0; i++)
        policy[i] /= all;
    for (int i = 0; i < length; i++)
        actions[i] = (int16_t)(1 + made[i].role * 64 + made[i].value);
    return put(&d->made, actions, sizeof actions) && put(&d->policy, policy, sizeof policy);
}

/* --- games --- */

/* Softmax over the values, where a win counts WIN; the move to play is drawn from it. */
static size_t draw_move(const cn_analysis *a, float *share)
{
    double all = 0, random = (double)rand() / ((double)RAND_MAX + 1);
    for (size_t i = 0; i < a->count; i++) {
        const cn_value v = a->advice[i].value, best = a->advice[0].value;
        double score = v.proven ? v.result * WIN : v.score, top = best.proven ? best.result * WIN : best.score;
        share[i] = (float)exp((score - top) / 150);
        all += share[i];
    }
    size_t chosen = 0;
    for (size_t i = a->count; i-- > 0;) {
        share[i] = (float)(share[i] / all);
        random -= share[i];
        if (random >= 0)
            chosen = i;
    }
    return random < 0 ? chosen : 0;
}

/* Writes the samples of one position and plays the chosen move. Returns their number; 0: failed. */
static int sample_position(Data *d, cn_tree *tree, float *share)
{
    cn_position p;
    cn_analysis a;
    cn_step made[CN_MAX_STEPS];
    cn_limits limits = {.size = sizeof limits, .nodes = d->nodes, .lines = 1 << 20};
    cn_tree_position(tree, &p);
    if (!cn_engine_analyse(d->engine, tree, &limits, NULL, NULL, &a, NULL))
        return 0;
    cn_move chosen = a.advice[draw_move(&a, share)].move;
    int count = cn_steps(d->game, &p, chosen, 0, made, CN_MAX_STEPS);
    for (int length = 0; length < count; length++)
        if (!put_position(d, &p) || !put_policy(d, &p, &a, share, made, length))
            return 0;
    return cn_tree_play(tree, chosen, NULL) ? count : 0;
}

static bool play_game(Data *d, float *share)
{
    struct {
        int side, samples;
    } turn[LONGEST];
    cn_tree *tree = cn_tree_new(d->game, NULL);
    cn_node node = {0};
    int turns = 0;
    bool whole = tree != NULL;
    while (whole && turns < LONGEST && cn_tree_node(tree, cn_tree_current(tree), &node) && node.winner == CN_ONGOING) {
        turn[turns].side = cn_mover(d->game, &node.position) % cn_game_sides(d->game);
        turn[turns].samples = sample_position(d, tree, share);
        whole = turn[turns++].samples > 0;
    }
    for (int i = 0; whole && i < turns; i++)
        for (int k = 0; whole && k < turn[i].samples; k++, d->samples++) {
            float value = node.winner < 0 ? 0 : node.winner == turn[i].side ? 1 : -1;
            whole = put(&d->value, &value, sizeof value);
        }
    cn_tree_free(tree);
    return whole;
}

int main(int argc, char **argv)
{
    Data d = {.game = argc > 3 ? cn_game_find(argv[1]) : NULL, .nodes = argc > 4 ? (uint64_t)atoll(argv[4]) : 500};
    if (!d.game) {
        fprintf(stderr, "usage: training_data GAME GAMES FOLDER [NODES [SEED]]\n");
        return 2;
    }
    srand(argc > 5 ? (unsigned)atoi(argv[5]) : 1);
    char shape[32];
    cn_board board;
    cn_game_board(d.game, &board);
    snprintf(shape, sizeof shape, ", %d, %d", board.places, DEEP);
    float *share = malloc(cn_game_most_moves(d.game) * sizeof *share);
    d.engine = cn_engine_new(d.game, NULL);
    bool done = share && d.engine && open_array(&d.position, argv[3], "position", "|i1", shape) &&
                open_array(&d.made, argv[3], "made", "<i2", ", 16") &&
                open_array(&d.policy, argv[3], "policy", "<f4", ", 896") &&
                open_array(&d.value, argv[3], "value", "<f4", ",");
    for (int n = atoi(argv[2]); done && n > 0; n--)
        done = play_game(&d, share);
    done = done && close_array(&d.position, d.samples) && close_array(&d.made, d.samples) &&
           close_array(&d.policy, d.samples) && close_array(&d.value, d.samples);
    cn_engine_free(d.engine);
    free(share);
    if (!done)
        fprintf(stderr, "training_data: something could not be written\n");
    else
        printf("%ld samples\n", d.samples);
    return done ? 0 : 1;
}
