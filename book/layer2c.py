#!/usr/bin/env python3
"""Compiles what the openings are worth: layer2c.py OUTPUT.c GAME.layer…

A file is "CLAY", eight numbers of four bytes, low byte first (version, mover, both reserves, seed,
places of a segment, segments, draws that are listed, or 2^32 - 1 when they have an array, or
2^32 - 2 when nothing is lost), then the arrays of bits and the list of src/core/opening_layer.h. `colonnade tables opening` makes it.
"""
import pathlib
import struct
import sys

ARRAY = 2**32 - 1
UNLOST = 2**32 - 2


def numbers(values):
    return "".join("    " + ", ".join(map(str, values[i : i + 32])) + ",\n" for i in range(0, len(values), 32))


def layer(path):
    data = path.read_bytes()
    version, mover, white, black, seed, segment, segments, draws = struct.unpack_from("<8I", data, 4)
    name, size = path.stem.replace("-", "_"), (segment * (segments + 2) + 7) // 8
    rest = data[36:]
    expected = 2 * size if draws == ARRAY else size if draws == UNLOST else size + 8 * draws
    if data[:4] != b"CLAY" or version != 1 or len(rest) != expected:
        sys.exit(f"{path}: not a layer of an opening")
    text = f"static const uint8_t {name}_won[] = {{\n{numbers(rest[:size])}}};\n"
    fields = f'.game = "{path.stem}", .mover = {mover}, .reserve = {{{white}, {black}}}, .seed = {seed}, '
    fields += f".segment = {segment}, .segments = {segments}, .won = {name}_won"
    if draws == ARRAY:
        text += f"static const uint8_t {name}_drawn[] = {{\n{numbers(rest[size:])}}};\n"
        fields += f", .drawn = {name}_drawn"
    elif draws == UNLOST:
        fields += ", .never_lost = true"
    elif draws:
        keys = struct.unpack(f"<{draws}Q", rest[size:])
        text += f"static const uint64_t {name}_draw[] = {{\n{numbers([f'UINT64_C({k})' for k in keys])}}};\n"
        fields += f", .draw = {name}_draw, .draws = {draws}"
    return text, f"    {{{fields}}},\n"


def main():
    layers = [layer(pathlib.Path(name)) for name in sys.argv[2:]]
    text = '/* Compiled from book/ by layer2c.py. */\n#include "core/opening_layer.h"\n\n'
    text += "".join(arrays for arrays, _ in layers)
    text += "const OpeningLayer opening_layer_table[] = {\n" + "".join(record for _, record in layers) + "    {.game = NULL},\n};\n"
    pathlib.Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
