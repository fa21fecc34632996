#!/usr/bin/env python3
"""Compiles what the openings are worth: layer2c.py OUTPUT.c GAME-PLIES.layer…

A file is "CLAY", nine numbers of four bytes, low byte first (version, mover, both reserves, whether it is only of what
games reach, seed, positions, mark, whether nothing is lost), then two sets, of drawn and of won positions: the lowest and the highest evaluation that leave
it open, and two arrays, each of which is three numbers (places of a segment, segments, bits per place) and its bits.
They are the fields of src/core/opening_layer.h. `colonnade tables opening` makes such a file.
"""
import pathlib
import struct
import sys


def plies(path):
    """Sorts a game's layers, the earliest first."""
    game, _, number = pathlib.Path(path).stem.rpartition("-")
    return game, int(number)


class Layer:
    def __init__(self, path):
        self.path, self.game, self.data, self.at = path, plies(path)[0], path.read_bytes(), 4
        try:
            version, *self.head = self.numbers("9I")
            if self.data[:4] != b"CLAY" or version != 3:
                raise ValueError
            self.sets = [(self.numbers("2i"), self.fuse(), self.fuse()) for _ in range(2)]
            if self.at != len(self.data):
                raise ValueError
        except (ValueError, struct.error):
            sys.exit(f"{path}: not a layer of an opening")

    def numbers(self, form):
        found = struct.unpack_from(f"<{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{form}")
        return found

    def fuse(self):
        segment, segments, width = self.numbers("3I")
        size = (segment * (segments + 2) * width + 7) // 8
        self.at += size
        return segment, segments, width, self.data[self.at - size : self.at]

    def record(self, place, more):
        """The OpeningLayer in C; `place` takes an array's name, type and bytes and says what it is called. `more`: the
        next record is a layer of the same game."""
        mover, white, black, reached, seed, positions, mark, never_lost = self.head

        def fuse(what, segment, segments, width, bits):
            name = f"{self.path.stem}_{what}".replace("-", "_")
            at = place(name, "uint8_t", bits) if bits else "NULL"
            return f"{{{segment}, {segments}, {width}, {at}}}"

        fields = f'.game = "{self.game}", .more = {int(more)}, .mover = {mover}, .reserve = {{{white}, {black}}}, .reached = {reached}, .seed = {seed}u, '
        fields += f".positions = {positions}u, .mark = {mark}u, .never_lost = {never_lost}"
        for name, ((low, high), suspect, told) in zip(("drawn", "won"), self.sets):
            fields += f", .{name} = {{{low}, {high}, {fuse(f'{name}_suspect', *suspect)}, {fuse(f'{name}_told', *told)}}}"
        return f"    {{{fields}}},\n"


def records(paths, place_in):
    """The records of all files; `place_in` gives each file its `place`."""
    layers = [Layer(path) for path in sorted(paths, key=plies)]
    games = [layer.game for layer in layers] + [None]
    return "".join(layer.record(place_in(layer.path), game == layer.game) for layer, game in zip(layers, games[1:]))


def array(name, c_type, data):
    rows = "".join("    " + ", ".join(map(str, data[i : i + 32])) + ",\n" for i in range(0, len(data), 32))
    return f"static const {c_type} {name}[] = {{\n{rows}}};\n"


def main():
    arrays = ""

    def place(name, c_type, data):
        nonlocal arrays
        arrays += array(name, c_type, data)
        return name

    rows = records(map(pathlib.Path, sys.argv[2:]), lambda path: place)
    text = '/* Compiled from book/ by layer2c.py. */\n#include "core/opening_layer.h"\n\n' + arrays
    text += "const OpeningLayer opening_layer_table[] = {\n" + rows + "    {.game = NULL},\n};\n"
    pathlib.Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
