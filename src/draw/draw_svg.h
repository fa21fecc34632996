/* A picture of any game: the board in depth, every piece of every stack in sight,
 * coordinates, reserves, and whose turn it is; boards with several levels also as
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
