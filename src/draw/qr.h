/* A text as a QR code (ISO/IEC 18004): bytes, the lowest error correction, up to version 10. */
#ifndef COLONNADE_DRAW_QR_H
#define COLONNADE_DRAW_QR_H

#include "core/buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum { QR_VERSIONS = 10, QR_SIDE = 17 + 4 * QR_VERSIONS, QR_BYTES = 271 };

typedef struct Qr {
    int side;                           /* modules */
    uint8_t dark[QR_SIDE][QR_SIDE];     /* row by row: 1 where it is dark */
} Qr;

/* False: the text is longer than QR_BYTES. */
bool qr_make(const char *text, Qr *out);

/* The code for a terminal with a dark background, two rows per line. */
void qr_draw_text(const Qr *code, Buffer *out);

#endif
