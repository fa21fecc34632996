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


def table(paths, text_of):
    """The puzzles as C; `text_of` says how a ruleset's position is written there."""
    lines = [line for path in sorted(paths) for line in lines_of(path)]
    rows = "".join(
        f'    {{"{game}", {text_of(game, position)}, {plies}, {difficulty}}},\n'
        for game, position, plies, difficulty in lines
    )
    return (
        f'const Puzzle puzzle_table[] = {{\n{rows}    {{"", "", 0, 0}},\n}};\n'
        f"const size_t puzzle_table_count = {len(lines)};\n"
    )


def main():
    text = '/* Compiled from puzzles/ by puzzles2c.py. */\n#include "session/puzzle.h"\n\n'
    text += table(map(pathlib.Path, sys.argv[2:]), lambda game, position: f'"{position}"')
    pathlib.Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
