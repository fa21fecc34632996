/* The picture: paper, board, places, pieces from back to front, plans, reserves. */
#include "draw/draw_svg.h"

#include "draw/svg.h"

#include <stdio.h>
#include <string.h>

#define PLACE  100.0 /* width of a place */
#define MARGIN 34.0  /* of the board, around its places */
#define SLAB   26.0  /* thickness of the board */
#define HEAD   108.0 /* height of the title */
#define FOOT   46.0  /* height of one line of reserves */
#define PAPER  40.0  /* paper around everything */
#define PLAN   26.0  /* width of a place in a plan */

typedef struct Frame {
    double left, top, right, bottom;
} Frame;

static void include(Frame *f, Point p)
{
    f->left = p.x < f->left ? p.x : f->left;
    f->right = p.x > f->right ? p.x : f->right;
    f->top = p.y < f->top ? p.y : f->top;
    f->bottom = p.y > f->bottom ? p.y : f->bottom;
}

static const char *tr(const SvgStyle *style, const char *english) { return lang_text(style->lang, english); }

static Shape shape_of(const Scene *s, Piece p) { return (Shape)s->game->kind[p.kind].shape; }

/* --- where things stand --- */

static double place_x(const Place *p) { return p->x * PLACE / 2; }
static double place_y(const Place *p) { return p->y * PLACE / 2; }

/* A level is as high as the thickest kind of piece. */
static double level_z(const Scene *s, const Place *p)
{
    double rise = 0;
    for (int k = 0; k < s->game->kinds; k++) {
        double h = svg_thickness((Shape)s->game->kind[k].shape);
        rise = h > rise ? h : rise;
    }
    return (p->level - 1) * rise;
}

/* In very tall stacks pieces are thinner, so that the stacks stay on the page. */
static double thickness(const Scene *s, Shape shape)
{
    double h = svg_thickness(shape), room = 230;
    int tallest = scene_tallest(s);
    return shape != SHAPE_BALL && tallest * h > room ? room / tallest : h;
}

/* If stacks taper, each piece is a little smaller than the one below. */
static double piece_size(const Scene *s, int i)
{
    static const double step[] = {1.08, 0.9, 0.73};
    return s->game->tapers ? step[i < 3 ? i : 2] : 1;
}

static double stack_z(const Scene *s, int place, int i)
{
    double z = level_z(s, &s->game->board->place[place]);
    for (int k = 0; k < i; k++)
        z += thickness(s, shape_of(s, s->piece[place][k]));
    return z;
}

static Frame board_frame(const Scene *s)
{
    const Board *b = s->game->board;
    double west = -PLACE / 2 - MARGIN, east = (b->columns - 0.5) * PLACE + MARGIN;
    double south = west, north = (b->rows - 0.5) * PLACE + MARGIN;
    Frame f = {1e9, 1e9, -1e9, -1e9};
    for (int i = 0; i < 8; i++)
        include(&f, svg_project(i & 1 ? west : east, i & 2 ? south : north, i & 4 ? -SLAB : 0));
    for (int i = 0; i < b->places; i++)
        if (s->height[i] > 0) {
            Point top = svg_project(place_x(&b->place[i]), place_y(&b->place[i]), stack_z(s, i, s->height[i]));
            top.y -= 44;
            include(&f, top);
        }
    return f;
}

/* --- the board --- */

/* Opens a group whose coordinates lie on the table: u to the east, v to the south. */
static void open_table(Buffer *out) { buffer_add(out, "<g transform='matrix(0.9397 0.2418 -0.342 0.6645 0 0)'>\n"); }

static void add_slab(const Scene *s, Buffer *out)
{
    const Board *b = s->game->board;
    double west = -PLACE / 2 - MARGIN, east = (b->columns - 0.5) * PLACE + MARGIN;
    double south = west, north = (b->rows - 0.5) * PLACE + MARGIN;
    Point sw = svg_project(west, south, 0), se = svg_project(east, south, 0), ne = svg_project(east, north, 0);
    double drop = SLAB * SVG_LIFT_COS;
    svg_put(out, "<path d='M~ ~L~ ~L~ ~V~L~ ~L~ ~Z' fill='#3b2412' opacity='.16' transform='translate(12 16)'/>\n",
            sw.x, sw.y, se.x, se.y, ne.x, ne.y, ne.y + drop, se.x, se.y + drop, sw.x, sw.y + drop);
    svg_put(out, "<path d='M~ ~L~ ~v~L~ ~Z' fill='url(#front)' stroke='#4b2e16' stroke-linejoin='round'/>\n", sw.x,
            sw.y, se.x, se.y, drop, sw.x, sw.y + drop);
    svg_put(out, "<path d='M~ ~L~ ~v~L~ ~Z' fill='#5d3b1f' stroke='#4b2e16' stroke-linejoin='round'/>\n", se.x, se.y,
            ne.x, ne.y, drop, se.x, se.y + drop);
    open_table(out);
    svg_put(out, "<rect x='~' y='~' width='~' height='~' fill='url(#wood)' stroke='#4b2e16' stroke-width='1.5'/>\n",
            west, -north, east - west, north - south);
}

static void add_place(const Scene *s, int i, Buffer *out)
{
    const Place *p = &s->game->board->place[i];
    bool marked = s->marked >> i & 1;
    double x = place_x(p), y = -place_y(p);
    if (s->game->board->hollow)
        svg_put(out, "<circle cx='~' cy='~' r='34' fill='url(#dimple)' stroke='@' stroke-width='@'/>\n", x, y,
                marked ? "#f6c945" : "#8a6238", marked ? "6" : "1.5");
    else
        svg_put(out,
                "<rect x='~' y='~' width='92' height='92' rx='7' fill='url(#tile)' stroke='@' stroke-width='@'/>\n",
                x - 46, y - 46, marked ? "#f6c945" : "#8a6238", marked ? "5" : "1.5");
}

/* Where a piece points: an arrow on the table from its place to the next. If the last move is known, only its piece
 * has one: older ones can be seen but no longer matter. */
static void add_arrow(const Scene *s, int i, Buffer *out)
{
    static const char *const turn[] = {"", "0", "90", "180", "270"};
    const Place *p = &s->game->board->place[i];
    int first = s->marked ? s->height[i] - 1 : 0;
    if (s->marked && !(s->marked >> i & 1))
        return;
    for (int k = first < 0 ? 0 : first; k < s->height[i]; k++)
        if (s->piece[i][k].direction != DIRECTION_NONE)
            svg_put(out,
                    "<path d='M-8 -36V-50H-19L0 -68L19 -50H8V-36Z' fill='#f6c945' stroke='#7a5a12' stroke-width='1.5' "
                    "stroke-linejoin='round' transform='translate(~ ~) rotate(@)'/>\n",
                    place_x(p), -place_y(p), turn[s->piece[i][k].direction]);
}

static void add_coordinates(const Scene *s, Buffer *out)
{
    const Board *b = s->game->board;
    buffer_add(out,
               "<g font-family='Georgia, DejaVu Serif, serif' font-size='25' fill='#fdf3df' text-anchor='middle'>\n");
    for (int c = 0; c < b->columns; c++) {
        svg_put(out, "<text x='~' y='~'>", c * PLACE, PLACE / 2 + 27);
        buffer_format(out, "%c</text>\n", 'a' + c);
    }
    for (int r = 0; r < b->rows; r++) {
        svg_put(out, "<text x='~' y='~'>", -PLACE / 2 - 18, -r * PLACE + 9);
        buffer_format(out, "%d</text>\n", r + 1);
    }
    buffer_add(out, "</g>\n");
}

static void add_board(const Scene *s, Buffer *out)
{
    const Board *b = s->game->board;
    add_slab(s, out);
    for (int i = 0; i < b->places; i++)
        if (b->place[i].level == 1)
            add_place(s, i, out);
    for (int i = 0; i < b->places; i++)
        add_arrow(s, i, out);
    add_coordinates(s, out);
    buffer_add(out, "</g>\n");
}

/* --- pieces --- */

/* `b2: White, Black`, with the kind in brackets if there are several; for screen readers and for the mouse. */
static void add_words(const Scene *s, const SvgStyle *style, int place, Buffer *out)
{
    svg_text(out, s->game->board->place[place].label);
    for (int k = 0; k < s->height[place]; k++) {
        Piece p = s->piece[place][k];
        buffer_add(out, k ? ", " : ": ");
        svg_text(out, p.seat == NEUTRAL ? tr(style, T("grey")) : tr(style, scene_seat_name(p.seat)));
        if (s->game->kinds > 1)
            svg_put(out, " (@)", tr(style, s->game->kind[p.kind].name));
    }
}

static void add_stack(const Scene *s, const SvgStyle *style, int i, Buffer *out)
{
    const Place *p = &s->game->board->place[i];
    double x = place_x(p), y = place_y(p);
    buffer_add(out, "<g><title>");
    add_words(s, style, i, out);
    buffer_add(out, "</title>\n");
    for (int k = 0; k < s->height[i]; k++) {
        Piece piece = s->piece[i][k];
        Shape shape = shape_of(s, piece);
        double h = thickness(s, shape);
        if (k == 0 && p->level == 1)
            svg_shadow(out, x, y, 0, shape == SHAPE_BALL ? 38 : 36);
        svg_piece(out, shape, piece, x, y, stack_z(s, i, k), piece_size(s, k), h);
    }
    if (p->level > 1 && s->marked >> i & 1) {
        Point c = svg_project(x, y, level_z(s, p) + 37);
        svg_put(out, "<circle cx='~' cy='~' r='52' fill='none' stroke='#f6c945' stroke-width='5'/>\n", c.x, c.y);
    }
    buffer_add(out, "</g>\n");
}

static void add_pieces(const Scene *s, const SvgStyle *style, Buffer *out)
{
    const Board *b = s->game->board;
    int order[MAX_PLACES], n = 0;
    double depth[MAX_PLACES];
    for (int i = 0; i < b->places; i++) {
        if (s->height[i] == 0)
            continue;
        const Place *p = &b->place[i];
        depth[i] = svg_depth(place_x(p), place_y(p), level_z(s, p));
        int at = n++;
        for (; at > 0 && depth[order[at - 1]] < depth[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i < n; i++)
        add_stack(s, style, order[i], out);
}

/* --- around the board --- */

/* Upper levels hide lower ones, so each has a small plan beside the board. */
static double plans_width(const Scene *s)
{
    return s->game->board->levels > 1 ? s->game->board->columns * PLAN + 30 : 0;
}

static double plans_height(const Scene *s)
{
    double height = 50;
    for (int level = 1; level <= s->game->board->levels; level++)
        height += board_level(s->game->board, level).rows * PLAN + 34;
    return s->game->board->levels > 1 ? height : 0;
}

static void add_plans(const Scene *s, const SvgStyle *style, double x, double y, Buffer *out)
{
    const Board *b = s->game->board;
    for (int level = b->levels; level >= 1; level--) {
        BoardLevel size = board_level(b, level);
        double width = size.columns * PLAN, height = size.rows * PLAN;
        char number[16], heading[64];
        snprintf(number, sizeof number, "%d", level);
        lang_format(style->lang, heading, sizeof heading, T("Level {0}"), 1, number);
        svg_put(out, "<text x='~' y='~' font-size='15' fill='#6b5334'>", x, y);
        svg_text(out, heading);
        svg_put(out, "</text>\n<rect x='~' y='~' width='~' height='~' rx='4' fill='#c9a06c' stroke='#8a6238'/>\n", x,
                y + 7, width, height);
        for (int i = 0; i < b->places; i++) {
            if (b->place[i].level != level)
                continue;
            double cx = x + (b->place[i].x - size.left) * PLAN / 2 + PLAN / 2;
            double cy = y + 7 + height - (b->place[i].y - size.bottom) * PLAN / 2 - PLAN / 2;
            if (s->height[i] > 0)
                svg_put(out, "<circle cx='~' cy='~' r='10.5' fill='@' stroke='@' stroke-width='@'/>\n", cx, cy,
                        svg_colour(s->piece[i][s->height[i] - 1].seat), s->marked >> i & 1 ? "#f6c945" : "#2a1d10",
                        s->marked >> i & 1 ? "3" : "1");
            else
                svg_put(out, "<circle cx='~' cy='~' r='2.5' fill='#8a6238'/>\n", cx, cy);
        }
        y += height + 34;
    }
}

/* A small picture of a piece, at a position on the page. */
static void add_icon(Shape shape, Piece p, double x, double y, Buffer *out)
{
    double scale = shape == SHAPE_BALL ? 0.3 : shape == SHAPE_CUBE ? 0.5 : 0.42;
    double height = shape == SHAPE_CUBE || shape == SHAPE_WALL ? 46 : 24;
    svg_put(out, "<g transform='translate(~ ~) ", x, y);
    buffer_format(out, "scale(0.%02d)'>", (int)(scale * 100));
    svg_piece(out, shape, p, 0, 0, 0, 1, height);
    buffer_add(out, "</g>\n");
}

static void add_reserves(const Scene *s, const SvgStyle *style, double x, double y, Buffer *out)
{
    const Game *g = s->game;
    for (int seat = 0; seat < g->players; seat++, y += FOOT) {
        bool turn = !s->outcome.over && seat == s->mover;
        if (turn)
            svg_put(out, "<rect x='~' y='~' width='~' height='~' rx='9' fill='#e9d3a6'/>\n", x - 12, y - 28,
                    132 + g->kinds * 92.0, FOOT - 5);
        svg_put(out, "<text x='~' y='~' font-size='21' fill='#3a2a17'@>", x, y, turn ? " font-weight='bold'" : "");
        svg_text(out, tr(style, scene_seat_name(seat)));
        buffer_add(out, "</text>\n");
        for (int k = 0; k < g->kinds; k++) {
            if (g->kind[k].supply != k)
                continue;
            double at = x + 122 + k * 92.0;
            add_icon((Shape)g->kind[k].shape, (Piece){.kind = (uint8_t)k, .seat = (uint8_t)seat}, at, y + 2, out);
            svg_put(out, "<text x='~' y='~' font-size='21' fill='#3a2a17'>", at + 24, y);
            buffer_format(out, "× %d</text>\n", s->reserve[seat][k]);
        }
    }
}

static void add_caption(const Scene *s, const SvgStyle *style, Buffer *out)
{
    svg_text(out, tr(style, scene_status(s)));
    if (s->outcome.over) {
        buffer_add(out, " (");
        svg_text(out, tr(style, game_reason(s->game, (Reason)s->outcome.reason)));
        buffer_add(out, ")");
    }
    if (style->names) {
        buffer_add(out, " — ");
        svg_text(out, style->names);
    }
}

static void add_description(const Scene *s, const SvgStyle *style, Buffer *out)
{
    buffer_add(out, "<title id='title'>");
    svg_text(out, tr(style, s->game->title));
    buffer_add(out, "</title>\n<desc id='desc'>");
    add_caption(s, style, out);
    buffer_add(out, ".");
    for (int i = 0; i < s->game->board->places; i++)
        if (s->height[i] > 0) {
            buffer_add(out, " ");
            add_words(s, style, i, out);
            buffer_add(out, ".");
        }
    buffer_add(out, "</desc>\n");
}

static void add_definitions(Buffer *out)
{
    buffer_add(out, "<defs>\n");
    svg_definitions(out);
    buffer_add(out,
               "<radialGradient id='paper' cy='.35' r='.85'><stop offset='0' stop-color='#fdf9f0'/>"
               "<stop offset='1' stop-color='#efe4cd'/></radialGradient>\n"
               "<linearGradient id='wood' x2='1' y2='.6'><stop offset='0' stop-color='#a8743f'/><stop offset='.5' "
               "stop-color='#8f5f32'/><stop offset='1' stop-color='#7d5029'/></linearGradient>\n"
               "<linearGradient id='front' x2='1'><stop offset='0' stop-color='#8a5a2e'/><stop offset='1' "
               "stop-color='#6d4522'/></linearGradient>\n"
               "<linearGradient id='tile' x2='1' y2='1'><stop offset='0' stop-color='#c79c66'/><stop offset='1' "
               "stop-color='#d9b27e'/></linearGradient>\n"
               "<radialGradient id='dimple' cx='.45' cy='.4'><stop offset='0' stop-color='#6e4825'/><stop offset='.8' "
               "stop-color='#96683a'/><stop offset='1' stop-color='#b98a55'/></radialGradient>\n</defs>\n");
}

void draw_svg(const Scene *s, const SvgStyle *style, Buffer *out)
{
    Frame f = board_frame(s);
    double width = f.right - f.left + 2 * PAPER + plans_width(s), lines = s->game->players * FOOT;
    double height = HEAD + f.bottom - f.top + lines + 2 * PAPER;
    height = plans_height(s) > height ? plans_height(s) : height;
    svg_put(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ~ ~' width='~' height='~' role='img' "
            "aria-labelledby='title desc' font-family='Georgia, DejaVu Serif, serif'>\n",
            width, height, width, height);
    add_description(s, style, out);
    add_definitions(out);
    svg_put(out, "<rect width='~' height='~' rx='22' fill='url(#paper)'/>\n", width, height);
    svg_put(out, "<text x='~' y='66' font-size='40' fill='#3a2a17'>", PAPER);
    svg_text(out, tr(style, s->game->title));
    svg_put(out, "</text>\n<text x='~' y='98' font-size='22' fill='#6b5334'>", PAPER);
    add_caption(s, style, out);
    svg_put(out, "</text>\n<g transform='translate(~ ~)'>\n", PAPER - f.left, HEAD + PAPER / 2 - f.top);
    add_board(s, out);
    add_pieces(s, style, out);
    buffer_add(out, "</g>\n");
    if (s->game->board->levels > 1)
        add_plans(s, style, width - PAPER - s->game->board->columns * PLAN, 50, out);
    add_reserves(s, style, PAPER, HEAD + f.bottom - f.top + PAPER + 48, out);
    buffer_add(out, "</svg>\n");
}
