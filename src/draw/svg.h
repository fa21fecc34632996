/* Solid shapes seen from above the front edge, as SVG: what draw_svg composes.
 *
 * Board coordinates: a place is 100 wide, x points east, y north, z up, and the
 * middle of place a1 is the origin. The projection is parallel: lengths do not depend
 * on where they are, so stacks can be compared by eye. Numbers are written with one
 * decimal and a point, whatever the locale. */
#ifndef COLONNADE_DRAW_SVG_H
#define COLONNADE_DRAW_SVG_H

#include "core/buffer.h"
#include "core/game.h"

typedef struct Point {
    double x, y;            /* on the page, y down */
} Point;

/* The view: turned by 20 degrees, 45 degrees above the table. */
#define SVG_TURN_COS 0.9397
#define SVG_TURN_SIN 0.3420
#define SVG_LIFT_SIN 0.7071
#define SVG_LIFT_COS 0.7071

Point svg_project(double x, double y, double z);
/* Larger: farther from the eye. */
double svg_depth(double x, double y, double z);

/* In `format`, ~ stands for the next double; everything else is copied. */
void svg_put(Buffer *b, const char *format, ...);
void svg_text(Buffer *b, const char *text);     /* with & < > " escaped */

/* Gradients that the shapes use; they belong in <defs>. */
void svg_definitions(Buffer *b);
/* The flat colour of a seat's pieces. */
const char *svg_colour(int seat);

/* A piece of this shape whose lowest point is at (x, y, z); `size` 1 is the normal size. */
void svg_piece(Buffer *b, Shape shape, Piece p, double x, double y, double z, double size, double thickness);
/* How much a piece of this shape raises the next one. */
double svg_thickness(Shape shape);
/* A soft shadow on the table or on the piece below. */
void svg_shadow(Buffer *b, double x, double y, double z, double radius);

#endif
