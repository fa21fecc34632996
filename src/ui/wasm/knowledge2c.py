#!/usr/bin/env python3
"""Lays out what the page's engine knows: knowledge2c.py OUTPUT.c FOLDER FILE…

Writes FOLDER/FAMILY.data, what the page hands to the engine when a game of that family is thought
about, FOLDER/puzzles-GAME.data and FOLDER/rules-FAMILY.data, what it hands over when a puzzle or the
rules are wanted, and OUTPUT.c, which leaves room for those files and says where in it everything lies.
FILE is a network (.net), a layer of openings (.layer) of the family that its name begins with, puzzles
(.tsv) or rules (.md).
"""
import pathlib
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(SOURCE / name) for name in ("nets", "book", "puzzles", "lang")]
import layer2c  # noqa: E402
import net2c  # noqa: E402
import po2c  # noqa: E402
import puzzles2c  # noqa: E402

ALIGNMENT = 16


class Room:
    """The bytes of one file; arrays are added, and named by where they lie."""

    def __init__(self, file):
        self.name, self.data = f"{file.replace('-', '_')}_room", bytearray()

    def add(self, data, c_type, alignment=ALIGNMENT):
        self.data += bytes(-len(self.data) % alignment)
        at = len(self.data)
        self.data += data
        return f"(const {c_type} *)(const void *)({self.name} + {at})"


def main():
    output, folder = map(pathlib.Path, sys.argv[1:3])
    files = sorted(map(pathlib.Path, sys.argv[3:]))
    rooms, nets, layers = {}, "", ""
    puzzles, rules = ([path for path in files if path.suffix == suffix] for suffix in (".tsv", ".md"))
    for path in (path for path in files if path.suffix in (".net", ".layer")):
        room = rooms.setdefault(path.stem.split("-")[0], Room(path.stem.split("-")[0]))
        if path.suffix == ".net":
            nets += net2c.Network(path).record(lambda weights, room=room: room.add(weights, "int16_t"))
        else:
            layers += layer2c.Layer(path).record(lambda name, c_type, data, room=room: room.add(data, c_type))

    def fetched(file, text):
        return rooms.setdefault(file, Room(file)).add(text.encode() + b"\0", "char", 1)

    table = puzzles2c.table(puzzles, lambda game, position: fetched(f"puzzles-{game}", position))
    table += "\n".join(po2c.rules_table(rules, lambda family, code, text: fetched(f"rules-{family}", text)))
    text = '/* Laid out from nets/, book/, puzzles/ and lang/ by knowledge2c.py. */\n#include "core/opening_layer.h"\n'
    text += '#include "games/nets.h"\n#include "lang/catalogue.h"\n#include "session/puzzle.h"\n#include "ui/wasm/knowledge_room.h"\n\n'
    for room in rooms.values():
        text += f"static _Alignas({ALIGNMENT}) uint8_t {room.name}[{len(room.data)}];\n"
    text += nets + "const OpeningLayer opening_layer_table[] = {\n" + layers + "    {.game = NULL},\n};\n"
    text += table + "const KnowledgeRoom knowledge_room_table[] = {\n"
    for file, room in rooms.items():
        text += f'    {{"{file}", {room.name}, sizeof {room.name}}},\n'
        (folder / f"{file}.data").write_bytes(room.data)
    output.write_text(text + "    {NULL, NULL, 0},\n};\n", encoding="ascii")


if __name__ == "__main__":
    main()
