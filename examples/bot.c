/* A simple bot against a level of the library: it tries every move with random games to the end, and takes the
 * move that won most. Prints the record of the game.
 *
 *   cc bot.c $(pkg-config --cflags --libs colonnade) -o bot
 *   ./bot [GAME [LEVEL [PLAYOUTS [SEED]]]] */
#include <colonnade.h>

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 300 }; /* plies per game; longer ones count as draws */

typedef struct Bot {
    const cn_game *game;
    cn_move *move, *reply; /* room for every legal move */
    int playouts;
} Bot;

static size_t list(const Bot *b, const cn_position *p, cn_move *out)
{
    return cn_moves(b->game, p, out, cn_game_most_moves(b->game));
}

/* 1, 0 or -1 for `side` at the end of one random game from here. */
static int playout(Bot *b, cn_position p, int side)
{
    size_t count;
    for (int ply = 0; ply < LONGEST && (count = list(b, &p, b->reply)) > 0; ply++)
        cn_play(b->game, &p, b->reply[(size_t)rand() % count], &p);
    int winner = cn_winner(b->game, &p);
    return winner < 0 ? 0 : winner == side ? 1 : -1;
}

static cn_move think(Bot *b, const cn_position *p)
{
    size_t count = list(b, p, b->move), best = 0;
    int side = cn_mover(b->game, p) % cn_game_sides(b->game), most = -b->playouts - 1;
    for (size_t i = 0; i < count; i++) {
        cn_position after;
        int won = 0;
        cn_play(b->game, p, b->move[i], &after);
        for (int n = 0; n < b->playouts; n++)
            won += playout(b, after, side);
        if (won > most) {
            most = won;
            best = i;
        }
    }
    return b->move[best];
}

/* The bot plays the first seat, the level all others. False: the library refused. */
static bool play(Bot *b, cn_tree *tree, cn_engine *engine, int level, cn_error *error)
{
    cn_node node;
    while (cn_tree_node(tree, cn_tree_current(tree), &node) && node.winner == CN_ONGOING && node.ply < LONGEST) {
        cn_advice chosen = {0};
        if (cn_mover(b->game, &node.position) == 0)
            chosen.move = think(b, &node.position);
        else if (!cn_engine_choose(engine, tree, level, 0, &chosen, error))
            return false;
        if (!cn_tree_play(tree, chosen.move, error))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    Bot b = {.game = cn_game_find(argc > 1 ? argv[1] : "dorix"), .playouts = argc > 3 ? atoi(argv[3]) : 20};
    int level = argc > 2 ? atoi(argv[2]) : 3;
    if (!b.game || b.playouts < 1) {
        fprintf(stderr, "usage: bot [GAME [LEVEL [PLAYOUTS [SEED]]]]\n");
        return 2;
    }
    srand(argc > 4 ? (unsigned)atoi(argv[4]) : 1);
    b.move = malloc(2 * cn_game_most_moves(b.game) * sizeof *b.move);
    b.reply = b.move ? b.move + cn_game_most_moves(b.game) : NULL;
    cn_engine *engine = cn_engine_new(b.game, NULL);
    cn_tree *tree = cn_tree_new(b.game, NULL);
    cn_error error = {.text = "out of memory"};
    char *record = NULL;
    if (b.move && engine && tree && cn_tree_set_tag(tree, "White", "bot", &error) &&
        play(&b, tree, engine, level, &error))
        record = cn_tree_write(tree, &error);
    if (record)
        fputs(record, stdout);
    else
        fprintf(stderr, "bot: %s\n", error.text);
    int status = record ? 0 : 1;
    cn_free(record);
    cn_tree_free(tree);
    cn_engine_free(engine);
    free(b.move);
    return status;
}
