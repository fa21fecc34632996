#!/usr/bin/env python3
"""Compiles the landmarks of perfect play: landmarks2c.py OUTPUT.c GAME.tsv…

A line of GAME.tsv is what `colonnade bench landmarks GAME` prints: KIND, POSITION, MOVE, RESULT (1, 0 or -1),
PLIES, NUMBER and OF, with tabs between; - stands for a position or a move that it does not have.
src/engine/landmark.h says what each kind means. Lines that begin with # are for people.
"""
import pathlib
import re
import sys

KINDS = ("longest", "hardest", "only-draw", "only-win", "mistake", "phase", "games")


def lines_of(path):
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        if line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != 7 or fields[0] not in KINDS or '"' in line or "\\" in line:
            sys.exit(f"{path}:{number}: not a landmark: {line}")
        if fields[3] not in ("1", "0", "-1") or not all(re.fullmatch("[0-9]{1,9}", f) for f in fields[4:]):
            sys.exit(f"{path}:{number}: not a landmark: {line}")
        texts = ["" if f == "-" else f for f in fields[1:3]]
        yield path.stem, "LANDMARK_" + fields[0].upper().replace("-", "_"), *texts, *map(int, fields[3:])


def table(paths, text_of):
    """The landmarks as C; `text_of` says how a ruleset's position or move is written there."""
    lines = [line for path in sorted(paths) for line in lines_of(path)]
    rows = "".join(
        f'    {{"{game}", {kind}, {text_of(game, position)}, {text_of(game, move)}, {result}, {plies}, {number}, {of}}},\n'
        for game, kind, position, move, result, plies, number, of in lines
    )
    return (
        f'const Landmark landmark_table[] = {{\n{rows}    {{"", LANDMARK_GAMES, "", "", 0, 0, 0, 0}},\n}};\n'
        f"const size_t landmark_table_count = {len(lines)};\n"
    )


def main():
    text = '/* Compiled from landmarks/ by landmarks2c.py. */\n#include "engine/landmark.h"\n\n'
    text += table(map(pathlib.Path, sys.argv[2:]), lambda game, text: f'"{text}"')
    pathlib.Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
