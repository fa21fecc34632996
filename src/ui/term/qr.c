/* See qr.h. */
#include "ui/term/qr.h"

#include "ui/term/term.h"

#include <qrencode.h>
#include <stdbool.h>

enum { MARGIN = 2 };

static bool is_dark(const QRcode *code, int x, int y)
{
    return x >= 0 && y >= 0 && x < code->width && y < code->width && code->data[y * code->width + x] & 1;
}

void qr_write(const char *text, Buffer *out)
{
    /* A terminal's background is dark: what is light in the code is drawn. */
    static const char *const blocks[] = {"█", "▀", "▄", " "};
    QRcode *code = term_ascii_only() ? NULL : QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (!code)
        return;
    for (int y = -MARGIN; y < code->width + MARGIN; y += 2) {
        for (int x = -MARGIN; x < code->width + MARGIN; x++) {
            bool upper = is_dark(code, x, y), lower = y + 1 >= code->width + MARGIN || is_dark(code, x, y + 1);
            buffer_add(out, blocks[upper ? (lower ? 3 : 2) : lower ? 1 : 0]);
        }
        buffer_add_char(out, '\n');
    }
    QRcode_free(code);
}
