/* A board for any ruleset, to play with the mouse against a level or another person.
 *
 *   cc gui.c $(pkg-config --cflags --libs colonnade sdl2) -o gui
 *   ./gui [GAME [LEVEL]] [--script WORD…]
 *
 * Click on what the window's title asks for, or press the number of a choice that it lists. u takes a move back, n
 * starts again, q ends and prints the record. The library says what can be chosen: this file knows no rules. LEVEL
 * plays every seat but the first. --script clicks and types these words. */
#include <SDL.h>
#include <colonnade.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 96, MARGIN = 80, PANEL = 180, RADIUS = 40, RISE = 11 };

typedef struct Gui {
    const cn_game *game;
    cn_tree *tree;
    cn_engine *engine; /* NULL: people in all seats */
    cn_board board;
    cn_choices next;            /* what can be chosen now … */
    cn_step made[CN_MAX_STEPS]; /* … after these */
    int length, level;
    char title[512];
    SDL_Window *window;
    SDL_Renderer *renderer;
    int width, height;
} Gui;

static const SDL_Color table = {112, 84, 56, 255}, lit = {214, 170, 96, 255}, wood = {160, 124, 84, 255},
                       edge = {90, 80, 70, 255};
static const SDL_Color colour[] = {
    {240, 232, 214, 255}, {52, 44, 40, 255}, {176, 58, 46, 255}, {60, 122, 74, 255}, {128, 128, 128, 255}};

/* --- the game --- */

static bool is_over(const Gui *g, cn_node *node)
{
    cn_tree_node(g->tree, cn_tree_current(g->tree), node);
    return node->winner != CN_ONGOING;
}

static bool names_place(cn_step s)
{
    return 1 << s.role & (1 << CN_STEP_FROM | 1 << CN_STEP_TO | 1 << CN_STEP_TAKE | 1 << CN_STEP_COLLAPSE |
                          1 << CN_STEP_CAPTURE | 1 << CN_STEP_DROP);
}

/* The choice that names a place, or -1. */
static int choice_of(const Gui *g, int place)
{
    for (int i = 0; i < g->next.count; i++)
        if (names_place(g->next.step[i]) && g->next.step[i].value == place)
            return i;
    return -1;
}

/* Shows what is asked for in the window's title: the mover, the choices made, those that can be typed. */
static void ask(Gui *g)
{
    cn_node node;
    char word[CN_STEP_TEXT], text[256] = "";
    bool over = is_over(g, &node);
    g->next.count = 0;
    if (!over)
        cn_choices_after(g->game, &node.position, g->made, g->length, &g->next);
    for (int i = 0; i < g->length; i++)
        if (cn_write_step(g->game, g->made[i], word, sizeof word))
            snprintf(text + strlen(text), sizeof text - strlen(text), " %s", word);
    for (int i = 0; i < g->next.count && i < 9; i++)
        if (!names_place(g->next.step[i]) && cn_write_step(g->game, g->next.step[i], word, sizeof word))
            snprintf(text + strlen(text), sizeof text - strlen(text), "  [%d %s]", i + 1, word);
    const char *who = cn_seat_name(over ? node.winner : cn_mover(g->game, &node.position)),
               *ends = node.winner == CN_DRAW ? "a draw" : " has won";
    snprintf(g->title, sizeof g->title, "%s: %s%s%s", cn_game_title(g->game), who, over ? ends : " to move", text);
    SDL_SetWindowTitle(g->window, g->title);
}

static void let_levels_play(Gui *g)
{
    cn_node node;
    cn_advice chosen = {0};
    while (g->engine && !is_over(g, &node) && cn_mover(g->game, &node.position) != 0)
        if (!cn_engine_choose(g->engine, g->tree, g->level, 1, &chosen, NULL))
            break;
        else
            cn_tree_play(g->tree, chosen.move, NULL);
}

static void choose(Gui *g, cn_step step)
{
    g->made[g->length++] = step;
    ask(g);
    if (!g->next.complete || g->next.count > 0)
        return;
    g->length = 0;
    cn_tree_play(g->tree, g->next.complete, NULL);
    let_levels_play(g);
    ask(g);
}

/* --- drawing --- */

static void centre(const Gui *g, int place, int *x, int *y)
{
    cn_place p;
    cn_place_at(g->game, place, &p);
    *x = MARGIN + p.x * CELL / 2;
    *y = g->height - MARGIN - p.y * CELL / 2 - (p.level - 1) * RISE;
}

static void set(Gui *g, SDL_Color c) { SDL_SetRenderDrawColor(g->renderer, c.r, c.g, c.b, c.a); }
static void disc(Gui *g, int x, int y, int radius, SDL_Color c)
{
    set(g, c);
    for (int row = -radius; row <= radius; row++) {
        int half = (int)sqrt((double)(radius * radius - row * row));
        SDL_RenderDrawLine(g->renderer, x - half, y + row, x + half, y + row);
    }
}

static void box(Gui *g, int x, int y, int half, SDL_Color c)
{
    set(g, c);
    SDL_RenderFillRect(g->renderer, &(SDL_Rect){x - half, y - half, 2 * half, 2 * half});
}

/* A triangle that points where the piece does, north if it has no direction. */
static void wedge(Gui *g, int x, int y, int half, int direction, SDL_Color c)
{
    static const float tip[][2] = {{0, -1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    SDL_Vertex v[3] = {{.color = c}, {.color = c}, {.color = c}};
    const float dx = tip[direction][0] * (float)half, dy = tip[direction][1] * (float)half;
    v[0].position = (SDL_FPoint){(float)x + dx, (float)y + dy};
    v[1].position = (SDL_FPoint){(float)x - dx - dy, (float)y - dy + dx};
    v[2].position = (SDL_FPoint){(float)x - dx + dy, (float)y - dy - dx};
    SDL_RenderGeometry(g->renderer, NULL, v, 3, NULL, 0);
}

static void draw_piece(Gui *g, cn_piece p, int x, int y, int size)
{
    const SDL_Color c = colour[p.seat];
    cn_kind kind = {0};
    cn_kind_at(g->game, p.kind, &kind);
    switch (kind.shape) {
    case CN_SHAPE_SQUARE:
    case CN_SHAPE_CUBE: box(g, x, y, size + 2, edge), box(g, x, y, size, c); break;
    case CN_SHAPE_TRIANGLE: wedge(g, x, y, size + 3, p.direction, edge), wedge(g, x, y, size, p.direction, c); break;
    default: disc(g, x, y, size + 2, edge), disc(g, x, y, size, c);
    }
}

static void draw_place(Gui *g, int place)
{
    cn_piece piece[CN_MAX_STACK];
    cn_place where;
    int x, y, height = cn_tree_pieces(g->tree, place, piece, CN_MAX_STACK);
    bool open = choice_of(g, place) >= 0;
    cn_place_at(g->game, place, &where);
    centre(g, place, &x, &y);
    if (where.level == 1 || open)
        box(g, x, y, where.level == 1 ? RADIUS + 4 : RADIUS / 2, open ? lit : wood);
    for (int i = 0; i < height; i++) /* higher pieces are smaller, so that the whole stack is visible */
        draw_piece(g, piece[i], x, y - i * RISE, RADIUS - 6 - (i < 5 ? i : 5) * 4);
}

static void draw(Gui *g)
{
    cn_position p;
    cn_tree_position(g->tree, &p);
    set(g, table);
    SDL_RenderClear(g->renderer);
    for (int i = 0; i < g->board.places; i++)
        draw_place(g, i);
    for (int seat = 0, y = 40; seat < cn_game_players(g->game); seat++)
        for (int kind = 0; kind < cn_kind_count(g->game); kind++, y += 34) {
            if (seat == cn_mover(g->game, &p))
                box(g, g->width - PANEL + 10, y, 4, lit);
            for (int i = 0; i < cn_reserve(g->game, &p, seat, kind); i++)
                draw_piece(g, (cn_piece){(uint8_t)kind, (uint8_t)seat, 0}, g->width - PANEL + 30 + i * 9, y, 10);
        }
    SDL_RenderPresent(g->renderer);
}

/* --- what people do --- */

/* Chooses the highest open place under the mouse; a click elsewhere starts the move again. */
static void click(Gui *g, int x, int y)
{
    int px, py, place = g->board.places - 1;
    for (; place >= 0; place--) {
        centre(g, place, &px, &py);
        if (choice_of(g, place) >= 0 && hypot(x - px, y - py) < RADIUS)
            break;
    }
    if (place >= 0)
        choose(g, g->next.step[choice_of(g, place)]);
    else
        g->length = 0;
    ask(g);
}

static bool restart(Gui *g)
{
    cn_tree_free(g->tree);
    g->tree = cn_tree_new(g->game, NULL);
    g->length = 0;
    if (g->tree)
        ask(g);
    return g->tree != NULL;
}

/* False: the program should end. */
static bool handle(Gui *g, const SDL_Event *e)
{
    if (e->type == SDL_QUIT || (e->type == SDL_KEYDOWN && e->key.keysym.sym == SDLK_q))
        return false;
    if (e->type == SDL_MOUSEBUTTONDOWN)
        click(g, e->button.x, e->button.y);
    if (e->type != SDL_KEYDOWN)
        return true;
    int number = e->key.keysym.sym - SDLK_1;
    if (number >= 0 && number < 9 && number < g->next.count)
        choose(g, g->next.step[number]);
    if (e->key.keysym.sym == SDLK_n)
        return restart(g);
    if (e->key.keysym.sym == SDLK_u) {
        g->length = 0;
        for (int i = 0; i < (g->engine ? cn_game_players(g->game) : 1); i++)
            cn_tree_undo(g->tree);
        ask(g);
    }
    return true;
}

/* Causes the event of a person who chooses this; false: it cannot be chosen now. */
static bool act_out(Gui *g, const char *word)
{
    cn_step step;
    SDL_Event e = {0};
    if (!cn_read_step(g->game, &g->next, word, &step))
        return false;
    if (names_place(step)) {
        e.type = SDL_MOUSEBUTTONDOWN;
        centre(g, step.value, &e.button.x, &e.button.y);
    } else {
        e.type = SDL_KEYDOWN;
        for (int i = 0; i < g->next.count; i++)
            if (g->next.step[i].role == step.role && g->next.step[i].value == step.value)
                e.key.keysym.sym = SDLK_1 + i;
    }
    SDL_PushEvent(&e);
    while (SDL_PollEvent(&e))
        handle(g, &e);
    return true;
}

static int run(Gui *g, char **word)
{
    SDL_Event e;
    bool scripted = word != NULL;
    draw(g);
    while (!scripted && SDL_WaitEvent(&e) && handle(g, &e))
        draw(g);
    for (; scripted && *word && act_out(g, *word); word++)
        draw(g);
    bool refused = scripted && *word;
    char *record = cn_tree_write(g->tree, NULL);
    printf("%s%s%s%s\n", record ? record : "", g->title, refused ? ", not " : "", refused ? *word : "");
    cn_free(record);
    return refused ? 1 : 0;
}

int main(int argc, char **argv)
{
    Gui g = {.game = cn_game_find("pylos")};
    char **script = NULL;
    for (int i = 1; i < argc && !script; i++)
        if (strcmp(argv[i], "--script") == 0)
            script = argv + i + 1;
        else if (cn_game_find(argv[i]))
            g.game = cn_game_find(argv[i]);
        else
            g.level = atoi(argv[i]);
    cn_game_board(g.game, &g.board);
    g.width = 2 * MARGIN + (g.board.columns - 1) * CELL + PANEL;
    g.height = 2 * MARGIN + (g.board.rows - 1) * CELL;
    g.engine = g.level ? cn_engine_new(g.game, NULL) : NULL;
    bool opened =
        SDL_Init(SDL_INIT_VIDEO) == 0 && SDL_CreateWindowAndRenderer(g.width, g.height, 0, &g.window, &g.renderer) == 0;
    int status = opened && restart(&g) ? run(&g, script) : 3;
    if (!opened)
        fprintf(stderr, "gui: %s\n", SDL_GetError());
    cn_engine_free(g.engine);
    cn_tree_free(g.tree);
    return status; /* the system frees the window */
}
