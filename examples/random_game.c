/* Plays one random game and prints its moves, one per line, then the result.
 *
 *   cc random_game.c $(pkg-config --cflags --libs colonnade) -o random_game
 *   ./random_game GAME [SEED] */
#include <colonnade.h>

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 2000 };

int main(int argc, char **argv)
{
    const cn_game *game = argc > 1 ? cn_game_find(argv[1]) : NULL;
    if (!game) {
        fprintf(stderr, "usage: random_game GAME [SEED]; GAME is one of\n");
        for (size_t i = 0; i < cn_game_count(); i++)
            fprintf(stderr, "  %s\n", cn_game_id(cn_game_at(i)));
        return 2;
    }
    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 1);

    cn_move *move = malloc(cn_game_most_moves(game) * sizeof *move);
    if (!move)
        return 3;
    cn_position position;
    cn_start(game, &position);
    for (int ply = 0; ply < LONGEST; ply++) {
        size_t count = cn_moves(game, &position, move, cn_game_most_moves(game));
        if (count == 0)     /* the game is over */
            break;
        cn_move chosen = move[(size_t)rand() % count];
        char text[CN_MOVE_TEXT];
        cn_write_move(game, &position, chosen, text, sizeof text);
        puts(text);
        cn_play(game, &position, chosen, &position);
    }
    printf("%s %s\n", cn_result(game, &position), cn_reason_text(game, &position));
    free(move);
    return 0;
}
