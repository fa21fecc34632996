#!/usr/bin/env python3
"""Lays out what the page's engine knows: knowledge2c.py OUTPUT.c FOLDER FILE.net|FILE.layer…

Writes FOLDER/FAMILY.data, what the page hands to the engine when a game of that family is thought
about, and OUTPUT.c, which leaves room for those files and says where in it the networks and
openings lie. A layer belongs to the family that its name begins with.
"""
import pathlib
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(SOURCE / "nets"), str(SOURCE / "book")]
import layer2c  # noqa: E402
import net2c  # noqa: E402

ALIGNMENT = 16


class Room:
    """The bytes of one family; arrays are added, and named by where they lie."""

    def __init__(self, family):
        self.name, self.data = f"{family}_room", bytearray()

    def add(self, data, c_type):
        self.data += bytes(-len(self.data) % ALIGNMENT)
        at = len(self.data)
        self.data += data
        return f"(const {c_type} *)(const void *)({self.name} + {at})"


def main():
    output, folder = map(pathlib.Path, sys.argv[1:3])
    files = sorted(map(pathlib.Path, sys.argv[3:]))
    rooms, nets, layers = {}, "", ""
    for path in files:
        room = rooms.setdefault(path.stem.split("-")[0], Room(path.stem.split("-")[0]))
        if path.suffix == ".net":
            nets += net2c.Network(path).record(lambda weights, room=room: room.add(weights, "int16_t"))
        else:
            layers += layer2c.Layer(path).record(lambda name, c_type, data, room=room: room.add(data, c_type))
    text = '/* Laid out from nets/ and book/ by knowledge2c.py. */\n#include "core/opening_layer.h"\n'
    text += '#include "games/nets.h"\n#include "ui/wasm/knowledge_room.h"\n\n'
    for room in rooms.values():
        text += f"static _Alignas({ALIGNMENT}) uint8_t {room.name}[{len(room.data)}];\n"
    text += nets + "const OpeningLayer opening_layer_table[] = {\n" + layers + "    {.game = NULL},\n};\n"
    text += "const KnowledgeRoom knowledge_room_table[] = {\n"
    for family, room in rooms.items():
        text += f'    {{"{family}", {room.name}, sizeof {room.name}}},\n'
        (folder / f"{family}.data").write_bytes(room.data)
    output.write_text(text + "    {NULL, NULL, 0},\n};\n", encoding="ascii")


if __name__ == "__main__":
    main()
