#!/usr/bin/env python3
"""Adds puzzles: take.py GAME FOUND.tsv [MOST]

FOUND.tsv is what `colonnade bench tactics --game GAME --output FOUND.tsv` finds. Of it those become
puzzles that one move alone solves, in two to four moves of one's own, until puzzles/GAME.tsv has
MOST of them (100). The unit test test_puzzles looks at every puzzle again.
"""
import pathlib
import sys


def main():
    game, found, most = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 100
    path = pathlib.Path(__file__).parent / f"{game}.tsv"
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    puzzles = [line.split("\t") for line in lines if not line.startswith("#")]
    known = {position for position, _ in puzzles}
    for line in found.read_text(encoding="ascii").splitlines():
        fields = line.split("\t")
        if line.startswith("#") or len(fields) != 3 or len(fields[2].split()) != 1 or len(puzzles) >= most:
            continue
        position, plies = fields[0], int(fields[1])
        if position not in known and 2 <= (plies + 1) // 2 <= 4:
            known.add(position)
            puzzles.append([position, fields[1]])
    puzzles.sort(key=lambda puzzle: int(puzzle[1]))
    notes = "".join(line + "\n" for line in lines if line.startswith("#"))
    path.write_text(notes + "".join("\t".join(puzzle) + "\n" for puzzle in puzzles), encoding="ascii")
    print(f"{game}: {len(puzzles)} puzzles")


if __name__ == "__main__":
    main()
