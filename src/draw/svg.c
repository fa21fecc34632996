/* Projection, number format and the shapes of the pieces: see svg.h. */
#include "draw/svg.h"

#include <stdarg.h>
#include <stdio.h>

enum { CORNERS = 4 };
static const double BALL_SINKS = 12; /* into its hollow */

Point svg_project(double x, double y, double z)
{
    double depth = SVG_TURN_COS * y - SVG_TURN_SIN * x;
    return (Point){SVG_TURN_COS * x + SVG_TURN_SIN * y, -(depth * SVG_LIFT_SIN + z * SVG_LIFT_COS)};
}

double svg_depth(double x, double y, double z)
{
    return (SVG_TURN_COS * y - SVG_TURN_SIN * x) * SVG_LIFT_COS - z * SVG_LIFT_SIN;
}

static void put_number(Buffer *b, double value)
{
    long tenths = (long)(value * 10 + (value < 0 ? -0.5 : 0.5));
    const char *sign = tenths < 0 ? "-" : "";
    if (tenths < 0)
        tenths = -tenths;
    if (tenths % 10)
        buffer_format(b, "%s%ld.%ld", sign, tenths / 10, tenths % 10);
    else
        buffer_format(b, "%s%ld", sign, tenths / 10);
}

void svg_put(Buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *c = format; *c; c++)
        if (*c == '~')
            put_number(b, va_arg(args, double));
        else if (*c == '@')
            buffer_add(b, va_arg(args, const char *));
        else
            buffer_add_char(b, *c);
    va_end(args);
}

void svg_text(Buffer *b, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': buffer_add(b, "&amp;"); break;
        case '<': buffer_add(b, "&lt;"); break;
        case '>': buffer_add(b, "&gt;"); break;
        case '"': buffer_add(b, "&quot;"); break;
        default: buffer_add_char(b, *text);
        }
}

/* --- colours --- */

/* Each owner's material: its lit, middle and shaded colours, its outline, and the edge between two pieces of one
 * colour. */
typedef struct Material {
    const char *id, *light, *middle, *shade, *line, *edge;
} Material;
static const Material material[] = {
    {"w", "#fffaf0", "#f1e7d0", "#bfae8c", "#8f7f60", "#8f7f60"},
    {"b", "#6f625b", "#3b332f", "#191513", "#0d0a09", "#9c8d84"},
    {"r", "#e58a72", "#b8412f", "#6f1d14", "#4d120c", "#f0a994"},
    {"g", "#a5cf95", "#5f9a58", "#2f5a30", "#1f3f22", "#c4e3b8"},
    {"x", "#d5d9dc", "#a3a9ae", "#666c72", "#4b5056", "#4b5056"},
};
enum { MATERIALS = sizeof material / sizeof *material };

const char *svg_colour(int seat) { return material[seat].middle; }

void svg_definitions(Buffer *b)
{
    for (int i = 0; i < MATERIALS; i++) {
        const Material *m = &material[i];
        svg_put(b, "<radialGradient id='ball-@' cx='.36' cy='.3' r='.75'>", m->id);
        svg_put(b,
                "<stop offset='0' stop-color='@'/><stop offset='.45' stop-color='@'/><stop offset='1' stop-color='@'/>",
                m->light, m->middle, m->shade);
        svg_put(b, "</radialGradient>\n<linearGradient id='side-@'>", m->id);
        svg_put(b, "<stop offset='0' stop-color='@'/><stop offset='.35' stop-color='@'/>", m->middle, m->light);
        svg_put(b, "<stop offset='1' stop-color='@'/></linearGradient>\n", m->shade);
        svg_put(b, "<linearGradient id='top-@' x2='1' y2='1'><stop offset='0' stop-color='@'/>", m->id, m->light);
        svg_put(b, "<stop offset='1' stop-color='@'/></linearGradient>\n", m->middle);
    }
    svg_put(b, "<radialGradient id='shadow'><stop offset='.4' stop-color='#2a1608' stop-opacity='.5'/>"
               "<stop offset='1' stop-color='#2a1608' stop-opacity='0'/></radialGradient>\n");
}

/* --- shapes --- */

void svg_shadow(Buffer *b, double x, double y, double z, double radius)
{
    Point p = svg_project(x, y, z);
    svg_put(b, "<ellipse cx='~' cy='~' rx='~' ry='~' fill='url(#shadow)'/>\n", p.x + radius * 0.28, p.y + radius * 0.06,
            radius * 1.2, radius * 1.2 * SVG_LIFT_SIN);
}

static void ball(Buffer *b, const Material *m, double x, double y, double z, double r)
{
    Point c = svg_project(x, y, z + r - BALL_SINKS);
    svg_put(b, "<circle cx='~' cy='~' r='~' fill='url(#ball-@)' stroke='@' stroke-width='1.2'/>", c.x, c.y, r, m->id,
            m->line);
    /* The glint. */
    svg_put(b, "<ellipse cx='~' cy='~' rx='~' ry='~' fill='#fff' opacity='.55' transform='rotate(-35 ~ ~)'/>\n",
            c.x - r * 0.38, c.y - r * 0.47, r * 0.2, r * 0.11, c.x - r * 0.38, c.y - r * 0.47);
}

/* A disc; its rim and face carry a pattern for the third and fourth colours, which are hard to tell apart. */
static void disc(Buffer *b, const Material *m, int seat, double x, double y, double z, double r, double h)
{
    Point low = svg_project(x, y, z), top = svg_project(x, y, z + h);
    double ry = r * SVG_LIFT_SIN;
    svg_put(b, "<path d='M~ ~V~A~ ~ 0 0 0 ~ ~V~A~ ~ 0 0 1 ~ ~Z' fill='url(#side-@)' stroke='@' stroke-width='1.2'/>",
            low.x - r, top.y, low.y, r, ry, low.x + r, low.y, top.y, r, ry, low.x - r, top.y, m->id, m->line);
    const char *dashes = seat == 2 ? "0 9" : seat == 3 ? "9 9" : NULL;
    if (dashes)
        svg_put(b,
                "<path d='M~ ~A~ ~ 0 0 0 ~ ~' fill='none' stroke='#fff' stroke-opacity='.85' stroke-width='3.4' "
                "stroke-linecap='round' stroke-dasharray='@'/>",
                low.x - r, (low.y + top.y) / 2, r, ry, low.x + r, (low.y + top.y) / 2, dashes);
    svg_put(b, "<ellipse cx='~' cy='~' rx='~' ry='~' fill='url(#top-@)' stroke='@' stroke-width='1.2'/>", top.x, top.y,
            r, ry, m->id, m->line);
    svg_put(b, "<ellipse cx='~' cy='~' rx='~' ry='~' fill='none' stroke='@' stroke-opacity='.45' stroke-width='1.4'/>",
            top.x, top.y, r * 0.76, ry * 0.76, m->line);
    /* A light front edge separates pieces of the same colour. */
    svg_put(b, "<path d='M~ ~A~ ~ 0 0 0 ~ ~' fill='none' stroke='@' stroke-opacity='.7' stroke-width='1.4'/>",
            top.x - r, top.y, r, ry, top.x + r, top.y, m->edge);
    if (seat == 2)
        svg_put(b, "<ellipse cx='~' cy='~' rx='~' ry='~' fill='#fff' fill-opacity='.85'/>", top.x, top.y, r * 0.2,
                ry * 0.2);
    if (seat == 3)
        svg_put(b,
                "<path d='M~ ~h~M~ ~v~' stroke='#fff' stroke-opacity='.85' stroke-width='4.5' stroke-linecap='round'/>",
                top.x - r * 0.36, top.y, r * 0.72, top.x, top.y - ry * 0.4, ry * 0.8);
    buffer_add_char(b, '\n');
}

/* An upright prism over `n` corners around (x, y), given counter-clockwise. */
static void prism(Buffer *b, const Material *m, double corner[][2], int n, double x, double y, double z, double h)
{
    for (int i = 0; i < n; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % n];
        /* How much the outward normal, seen from above, faces the viewer. */
        double nx = q[1] - p[1], ny = p[0] - q[0];
        double towards = nx * SVG_TURN_SIN - ny * SVG_TURN_COS;
        if (towards <= 0)
            continue;
        Point a = svg_project(x + p[0], y + p[1], z), c = svg_project(x + q[0], y + q[1], z);
        double rise = h * SVG_LIFT_COS;
        /* The light comes from the left: faces that point right lie in the shade. */
        const char *fill = nx * SVG_TURN_COS + ny * SVG_TURN_SIN > 0.3 * (towards) ? m->shade : m->middle;
        svg_put(b, "<path d='M~ ~L~ ~V~L~ ~Z' fill='@' stroke='@' stroke-width='1.2' stroke-linejoin='round'/>", a.x,
                a.y, c.x, c.y, c.y - rise, a.x, a.y - rise, fill, m->line);
    }
    buffer_add(b, "<path d='");
    for (int i = 0; i < n; i++) {
        Point t = svg_project(x + corner[i][0], y + corner[i][1], z + h);
        svg_put(b, i ? "L~ ~" : "M~ ~", t.x, t.y);
    }
    svg_put(b, "Z' fill='url(#top-@)' stroke='@' stroke-width='1.2' stroke-linejoin='round'/>\n", m->id, m->edge);
}

static void box(Buffer *b, const Material *m, double x, double y, double z, double r, double h)
{
    double corner[CORNERS][2] = {{-r, -r}, {r, -r}, {r, r}, {-r, r}};
    prism(b, m, corner, CORNERS, x, y, z, h);
}

static void triangle(Buffer *b, const Material *m, int direction, double x, double y, double z, double r, double h)
{
    /* Pointing north, then turned. */
    static const double north[3][2] = {{-0.95, -0.78}, {0.95, -0.78}, {0, 1.08}};
    double corner[3][2];
    for (int i = 0; i < 3; i++) {
        double u = north[i][0] * r, v = north[i][1] * r;
        switch (direction) {
        case EAST: corner[i][0] = v, corner[i][1] = -u; break;
        case SOUTH: corner[i][0] = -u, corner[i][1] = -v; break;
        case WEST: corner[i][0] = -v, corner[i][1] = u; break;
        default: corner[i][0] = u, corner[i][1] = v;
        }
    }
    prism(b, m, corner, 3, x, y, z, h);
}

/* On its edge, along the row, so that the viewer sees it broadside. */
static void wall(Buffer *b, const Material *m, double x, double y, double z, double r, double h)
{
    double d = r * 0.3, corner[CORNERS][2] = {{-r, -d}, {r, -d}, {r, d}, {-r, d}};
    prism(b, m, corner, CORNERS, x, y, z, h);
}

double svg_thickness(Shape shape)
{
    static const double thickness[SHAPE_COUNT] = {
        [SHAPE_BALL] = 70.7, [SHAPE_SQUARE] = 26, [SHAPE_TRIANGLE] = 26, [SHAPE_ROUND] = 26,
        [SHAPE_PAWN] = 20,   [SHAPE_CUBE] = 46,   [SHAPE_WALL] = 58};
    return thickness[shape];
}

void svg_piece(Buffer *b, Shape shape, Piece p, double x, double y, double z, double size, double h)
{
    const Material *m = &material[p.seat];
    switch (shape) {
    case SHAPE_BALL: ball(b, m, x, y, z, 49 * size); break;
    case SHAPE_SQUARE: box(b, m, x, y, z, 30 * size, h); break;
    case SHAPE_TRIANGLE: triangle(b, m, p.direction, x, y, z, 33 * size, h); break;
    case SHAPE_ROUND: disc(b, m, p.seat, x, y, z, 32 * size, h); break;
    case SHAPE_PAWN: disc(b, m, p.seat, x, y, z, 32 * size, h); break;
    case SHAPE_CUBE: box(b, m, x, y, z, 23 * size, h); break;
    case SHAPE_WALL: wall(b, m, x, y, z, 32 * size, h); break;
    case SHAPE_NONE:
    case SHAPE_COUNT: break;
    }
}
