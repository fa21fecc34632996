#!/usr/bin/env python3
"""Rounds a network's weights so that it compresses better: round.py IN.net OUT.net FIRST SECOND

Weights of the first hidden layer become multiples of FIRST, those of the second multiples of SECOND; biases and
the last weights stay as they are. Halves go to the even multiple: always rounding up would add up over the inputs.
Prints the gzipped sizes before and after.
"""
import array
import gzip
import pathlib
import sys

import net2c


def main():
    source, target, first, second = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:5])
    net, data = net2c.Network(source), source.read_bytes()
    ends = [net.inputs * net.first, net.sizes[0], net.sizes[0] + net.sizes[1]]
    weights = list(net.weights)
    for start, end, step in ((0, ends[0], first), (ends[1], ends[2], second)):
        weights[start:end] = [round(weight / step) * step for weight in weights[start:end]]
    numbers = array.array("h", weights)
    if sys.byteorder == "big":
        numbers.byteswap()
    rounded = data[:12] + numbers.tobytes()
    target.write_bytes(rounded)
    print(len(gzip.compress(data, 9, mtime=0)), len(gzip.compress(rounded, 9, mtime=0)))


if __name__ == "__main__":
    main()
