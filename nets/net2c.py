#!/usr/bin/env python3
"""Compiles a network: net2c.py OUTPUT.c FAMILY.net

The file is "CNT2", then inputs, heads and the widths of the two hidden layers, then the
weights in the order of the fields of Net in src/core/net.h: numbers of two bytes, low byte first.
`colonnade bench train` makes such a file.
"""
import array
import pathlib
import sys


class Network:
    def __init__(self, path):
        self.path, data = path, path.read_bytes()
        numbers = array.array("h", data[4 : len(data) // 2 * 2])
        if sys.byteorder == "big":
            numbers.byteswap()
        self.inputs, self.heads, self.first, self.second = numbers[:4]
        self.weights, self.bytes = numbers[4:], data[12:]
        heads, first, second = self.heads, self.first, self.second
        self.sizes = [(self.inputs + 1) * first, heads * second * first, heads * second, heads * (second + 1)]
        if data[:4] != b"CNT2" or len(self.weights) != sum(self.sizes):
            sys.exit(f"{path}: not a network")

    def record(self, place):
        """The Net in C; `place` stores the weights' bytes and returns their name."""
        name, weight = self.path.stem.replace("-", "_") + "_net", place(self.bytes)
        starts = [sum(self.sizes[:i]) for i in range(4)]
        return f"""
_Static_assert({self.first} % NET_NARROW == 0 && {self.first} <= NET_WIDEST && {self.second} == NET_SECOND,
               "the network has other widths");

const Net {name} = {{
    .inputs = {self.inputs},
    .heads = {self.heads},
    .width = {self.first},
    .first = {weight},
    .second = {weight} + {starts[1]},
    .second_bias = {weight} + {starts[2]},
    .last = {weight} + {starts[3]},
}};
"""


def main():
    net = Network(pathlib.Path(sys.argv[2]))
    weights = net.weights
    rows = "".join("    " + ", ".join(map(str, weights[i : i + 24])) + ",\n" for i in range(0, len(weights), 24))
    text = f'/* Compiled from nets/{net.path.name} by net2c.py. */\n#include "games/nets.h"\n\n'
    text += f"static const _Alignas(64) int16_t weight[] = {{\n{rows}}};\n" + net.record(lambda data: "weight")
    pathlib.Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
