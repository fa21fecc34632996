#!/usr/bin/env python3
"""Compiles the opening book: book2c.py OUTPUT.c GAME.tsv…

A line of GAME.tsv is POSITION, win, loss or draw for the player to move, the plies to
the end (- for a draw) and the moves that lead there, with tabs between them.
"""
import pathlib
import sys

RESULT = {"loss": -1, "draw": 0, "win": 1}


def lines_of(path):
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        if line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != 4 or fields[1] not in RESULT or (fields[2] == "-") != (fields[1] == "draw"):
            sys.exit(f"{path}:{number}: not a line of a book: {line}")
        position, result, distance = fields[0], RESULT[fields[1]], -1 if fields[2] == "-" else int(fields[2])
        if not position.isascii() or '"' in position or "\\" in position or not -1 <= distance <= 127:
            sys.exit(f"{path}:{number}: not a line of a book: {line}")
        yield path.stem, position, result, distance


def main():
    lines = sorted({line for name in sys.argv[2:] for line in lines_of(pathlib.Path(name))})
    rows = "".join(f'    {{"{game}", "{position}", {result}, {distance}}},\n' for game, position, result, distance in lines)
    text = f"""/* Compiled from book/ by book2c.py. */
#include "solve/book.h"

const BookLine book_line[] = {{
{rows}    {{"", "", 0, 0}},
}};
const size_t book_lines = {len(lines)};
"""
    pathlib.Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
