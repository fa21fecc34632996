/* A picture of any game: the board in three dimensions, every piece of every stack visible,
 * coordinates, reserves, and whose turn it is; for boards with several levels also
 * a plan of each level. The result is one standalone SVG document with a title and
 * a description in words. */
#ifndef COLONNADE_DRAW_DRAW_SVG_H
#define COLONNADE_DRAW_DRAW_SVG_H

#include "core/buffer.h"
#include "draw/scene.h"
#include "lang/lang.h"

typedef struct SvgStyle {
    const char *names;      /* of the players, shown beside the title; NULL: none */
    Lang lang;
} SvgStyle;

void draw_svg(const Scene *s, const SvgStyle *style, Buffer *out);

#endif
