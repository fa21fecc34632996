/* A QR code in the terminal: two dots per character, in half blocks. */
#ifndef COLONNADE_UI_TERM_QR_H
#define COLONNADE_UI_TERM_QR_H

#include "core/buffer.h"

/* Adds the code of `text`, light on dark as terminals are, with the margin that readers need; nothing
 * when it is too long for a code, or the terminal has no signs for it. */
void qr_write(const char *text, Buffer *out);

#endif
