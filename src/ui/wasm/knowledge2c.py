#!/usr/bin/env python3
"""Lays out what the page's engine knows: knowledge2c.py OUTPUT.c FOLDER FILE…

Writes FOLDER/FAMILY.data, what the page hands to the engine when a game of that family is thought
about, FOLDER/puzzles-GAME.data, FOLDER/landmarks-GAME.data and FOLDER/rules-FAMILY.data, what it hands
over when a puzzle, landmarks or the rules are wanted, and OUTPUT.c, which leaves room for those files and
says where in it everything lies. FILE is a network (.net), a layer of openings (.layer) of the family that
its name begins with, puzzles or landmarks (puzzles/GAME.tsv, landmarks/GAME.tsv) or rules (.md).
"""
import pathlib
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(SOURCE / name) for name in ("nets", "book", "puzzles", "landmarks", "lang")]
import landmarks2c  # noqa: E402
import layer2c  # noqa: E402
import net2c  # noqa: E402
import po2c  # noqa: E402
import puzzles2c  # noqa: E402
from room import Rooms  # noqa: E402


def main():
    output, folder = map(pathlib.Path, sys.argv[1:3])
    files = sorted(map(pathlib.Path, sys.argv[3:]))
    rooms, nets = Rooms(), ""
    puzzles, landmarks = (
        [path for path in files if path.suffix == ".tsv" and path.parent.name == name] for name in ("puzzles", "landmarks")
    )
    rules = [path for path in files if path.suffix == ".md"]
    room_of = lambda path: rooms.of(path.stem.split("-")[0])
    for path in (path for path in files if path.suffix == ".net"):
        nets += net2c.Network(path).record(lambda weights, room=room_of(path): room.add(weights, "int16_t"))
    layers = layer2c.records(
        (path for path in files if path.suffix == ".layer"),
        lambda path: lambda name, c_type, data: room_of(path).add(data, c_type),
    )
    table = puzzles2c.table(puzzles, lambda game, position: rooms.text(f"puzzles-{game}", position))
    table += landmarks2c.table(
        landmarks, lambda game, text: rooms.text(f"landmarks-{game}", text) if text else '""'
    )
    table += "\n".join(po2c.rules_table(rules, lambda family, code, text: rooms.text(f"rules-{family}", text)))
    text = '/* Laid out from nets/, book/, puzzles/, landmarks/ and lang/ by knowledge2c.py. */\n#include "core/knowledge_room.h"\n'
    text += '#include "core/opening_layer.h"\n#include "engine/landmark.h"\n#include "games/nets.h"\n#include "lang/catalogue.h"\n#include "session/puzzle.h"\n\n'
    text += rooms.arrays() + nets + "const OpeningLayer opening_layer_table[] = {\n" + layers
    text += "    {.game = NULL},\n};\n" + table + rooms.table("knowledge_room_table")
    rooms.write(folder)
    output.write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
