#!/usr/bin/env python3
"""Compiles the puzzles: puzzles2c.py OUTPUT.c GAME.tsv…

A line of GAME.tsv is what `colonnade bench puzzles GAME` prints: POSITION, the plies to the end of the
game with best play, and how hard it is, with tabs between. The player to move wins, and one move alone
does so in time. Lines that begin with # are for people. The order is that in which they are asked: the
easiest first.
"""
import pathlib
import sys


def lines_of(path):
    seen, before = set(), 0
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        if line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != 3 or not all(map(str.isdigit, fields[1:])) or '"' in line or "\\" in line:
            sys.exit(f"{path}:{number}: not a puzzle: {line}")
        position, plies, difficulty = fields[0], int(fields[1]), int(fields[2])
        if position in seen or difficulty < before or not 2 <= plies <= 99:
            sys.exit(f"{path}:{number}: twice there, out of order, or too long: {line}")
        seen.add(position)
        before = difficulty
        yield path.stem, position, plies, difficulty


def main():
    lines = [line for name in sorted(sys.argv[2:]) for line in lines_of(pathlib.Path(name))]
    rows = "".join(f'    {{"{game}", "{position}", {plies}, {difficulty}}},\n' for game, position, plies, difficulty in lines)
    text = f"""/* Compiled from puzzles/ by puzzles2c.py. */
#include "session/puzzle.h"

const Puzzle puzzle_table[] = {{
{rows}    {{"", "", 0, 0}},
}};
const size_t puzzle_table_count = {len(lines)};
"""
    pathlib.Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
