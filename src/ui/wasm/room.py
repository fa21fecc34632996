"""Room in the page's module for what is fetched later: bytes for FILE.data, and where in them everything lies."""
import pathlib

ALIGNMENT = 64  # a line of cache


class Room:
    """The bytes of one file; arrays are added, and named by where they lie."""

    def __init__(self, file):
        self.name, self.data = f"{file.replace('-', '_')}_room", bytearray()

    def add(self, data, c_type, alignment=ALIGNMENT):
        self.data += bytes(-len(self.data) % alignment)
        at = len(self.data)
        self.data += data
        return f"(const {c_type} *)(const void *)({self.name} + {at})"


class Rooms:
    """Rooms by the names of their files, as C and as files."""

    def __init__(self):
        self.known = {}

    def of(self, file):
        return self.known.setdefault(file, Room(file))

    def text(self, file, text):
        return self.of(file).add(text.encode() + b"\0", "char", 1)

    def arrays(self):
        return "".join(
            f"static _Alignas({ALIGNMENT}) uint8_t {room.name}[{len(room.data)}];\n" for room in self.known.values()
        )

    def table(self, name):
        rows = "".join(f'    {{"{file}", {room.name}, sizeof {room.name}}},\n' for file, room in self.known.items())
        return f"const KnowledgeRoom {name}[] = {{\n{rows}    {{NULL, NULL, 0}},\n}};\n"

    def write(self, folder):
        for file, room in self.known.items():
            (pathlib.Path(folder) / f"{file}.data").write_bytes(room.data)
