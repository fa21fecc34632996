#!/usr/bin/env python3
"""Compiles a network: net2c.py OUTPUT.c FAMILY.net

The file is "CNET", then inputs, heads and the widths of the two hidden layers, then the
weights in the order of the fields of Net in src/core/net.h: numbers of two bytes, low byte first.
`colonnade bench train` makes such a file.
"""
import array
import pathlib
import sys


def main():
    path = pathlib.Path(sys.argv[2])
    data = path.read_bytes()
    numbers = array.array("h", data[4 : len(data) // 2 * 2])
    if sys.byteorder == "big":
        numbers.byteswap()
    inputs, heads, first, second = numbers[:4]
    weights = numbers[4:]
    sizes = [(inputs + 1) * first, heads * second * first, heads * second, heads * (second + 1)]
    if data[:4] != b"CNET" or len(weights) != sum(sizes):
        sys.exit(f"{path}: not a network")
    name = path.stem.replace("-", "_") + "_net"
    starts = [sum(sizes[:i]) for i in range(4)]
    rows = "".join("    " + ", ".join(map(str, weights[i : i + 24])) + ",\n" for i in range(0, len(weights), 24))
    text = f"""/* Compiled from nets/{path.name} by net2c.py. */
#include "games/nets.h"

_Static_assert(NET_FIRST == {first} && NET_SECOND == {second}, "the network has other widths");

static const int16_t weight[] = {{
{rows}}};
const Net {name} = {{
    .inputs = {inputs},
    .heads = {heads},
    .first = weight,
    .second = weight + {starts[1]},
    .second_bias = weight + {starts[2]},
    .last = weight + {starts[3]},
}};
"""
    pathlib.Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
