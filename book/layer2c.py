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


class Layer:
    def __init__(self, path):
        self.path, data = path, path.read_bytes()
        version, *self.head, self.draws = struct.unpack_from("<8I", data, 4)
        segment, segments = self.head[4:]
        size, self.rest = (segment * (segments + 2) + 7) // 8, data[36:]
        self.size, draws = size, self.draws
        expected = 2 * size if draws == ARRAY else size if draws == UNLOST else size + 8 * draws
        if data[:4] != b"CLAY" or version != 1 or len(self.rest) != expected:
            sys.exit(f"{path}: not a layer of an opening")

    def record(self, place):
        """The OpeningLayer in C; `place` takes an array's name, type and bytes and says what it is called."""
        mover, white, black, seed, segment, segments = self.head
        name = self.path.stem.replace("-", "_")
        won = place(f"{name}_won", "uint8_t", self.rest[: self.size])
        fields = f'.game = "{self.path.stem}", .mover = {mover}, .reserve = {{{white}, {black}}}, .seed = {seed}, '
        fields += f".segment = {segment}, .segments = {segments}, .won = {won}"
        if self.draws == ARRAY:
            fields += f", .drawn = {place(f'{name}_drawn', 'uint8_t', self.rest[self.size :])}"
        elif self.draws == UNLOST:
            fields += ", .never_lost = true"
        elif self.draws:
            fields += f", .draw = {place(f'{name}_draw', 'uint64_t', self.rest[self.size :])}, .draws = {self.draws}"
        return f"    {{{fields}}},\n"


def array(name, c_type, data):
    values = data if c_type == "uint8_t" else [f"UINT64_C({k})" for k in struct.unpack(f"<{len(data) // 8}Q", data)]
    rows = "".join("    " + ", ".join(map(str, values[i : i + 32])) + ",\n" for i in range(0, len(values), 32))
    return f"static const {c_type} {name}[] = {{\n{rows}}};\n"


def main():
    arrays, records = "", ""

    def place(name, c_type, data):
        nonlocal arrays
        arrays += array(name, c_type, data)
        return name

    for name in sys.argv[2:]:
        records += Layer(pathlib.Path(name)).record(place)
    text = '/* Compiled from book/ by layer2c.py. */\n#include "core/opening_layer.h"\n\n' + arrays
    text += "const OpeningLayer opening_layer_table[] = {\n" + records + "    {.game = NULL},\n};\n"
    pathlib.Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
