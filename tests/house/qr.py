"""Reads a QR code as a terminal shows it, with libzbar: what a phone in front of it would read."""
import ctypes
import ctypes.util

BLOCKS = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
PIXELS = 4              # per module side
AROUND = 6              # dark characters around the code
LIGHT, DARK = 255, 0


def draw(lines):
    """The picture that these lines of half blocks make on a dark terminal: bytes, width, height."""
    width = max(len(line) for line in lines) + 2 * AROUND
    lines = [""] * AROUND + [" " * AROUND + line for line in lines] + [""] * AROUND
    rows = []
    for line in lines:
        for half in (0, 1):
            lights = [BLOCKS[sign][half] for sign in line.ljust(width)]
            row = bytes(LIGHT if light else DARK for light in lights for _ in range(PIXELS))
            rows += [row] * PIXELS
    return b"".join(rows), width * PIXELS, len(rows)


def read(lines):
    """Every text that zbar finds in the picture."""
    zbar = ctypes.CDLL(ctypes.util.find_library("zbar") or "libzbar.so.0")
    for name in ("zbar_image_scanner_create", "zbar_image_create", "zbar_image_first_symbol", "zbar_symbol_next"):
        getattr(zbar, name).restype = ctypes.c_void_p
    zbar.zbar_symbol_get_data.restype = ctypes.c_char_p
    picture, width, height = draw(lines)
    scanner, image = ctypes.c_void_p(zbar.zbar_image_scanner_create()), ctypes.c_void_p(zbar.zbar_image_create())
    zbar.zbar_image_set_format(image, ctypes.c_ulong(int.from_bytes(b"Y800", "little")))
    zbar.zbar_image_set_size(image, width, height)
    zbar.zbar_image_set_data(image, picture, ctypes.c_ulong(len(picture)), None)
    zbar.zbar_scan_image(scanner, image)
    found, symbol = [], ctypes.c_void_p(zbar.zbar_image_first_symbol(image))
    while symbol.value:
        found.append(zbar.zbar_symbol_get_data(symbol).decode())
        symbol = ctypes.c_void_p(zbar.zbar_symbol_next(symbol))
    zbar.zbar_image_destroy(image)
    zbar.zbar_image_scanner_destroy(scanner)
    return found
