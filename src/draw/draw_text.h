/* The board of any game as text: coordinates, every stack from bottom to top,
 * reserves, and whose turn it is. Lines end with \n. */
#ifndef COLONNADE_DRAW_DRAW_TEXT_H
#define COLONNADE_DRAW_DRAW_TEXT_H

#include "core/buffer.h"
#include "draw/scene.h"
#include "lang/lang.h"

typedef struct TextStyle {
    bool ascii;             /* letters instead of Unicode signs */
    bool colour;            /* also ANSI colours; never the only mark */
    Lang lang;
    int columns;            /* levels that do not fit side by side go into several rows; 0: they always fit */
} TextStyle;

/* A piece, and where it points: one column each; "" for no direction. */
const char *draw_text_sign(const Game *g, Piece p, bool in_ascii);
const char *draw_text_arrow(int direction, bool in_ascii);

void draw_text(const Scene *s, const TextStyle *style, Buffer *out);

#endif
