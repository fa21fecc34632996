#!/usr/bin/env python3
"""Writes the catalogues and the first lessons as one C file, and the players' rules as another.

usage: po2c.py [--page] OUT.c FILE…         FILE: <code>.po or lessons.tsv
       po2c.py --beside FOLDER OUT.c FILE…
       po2c.py --rules OUT.c FILE…          FILE: rules/<family>.<code>.md

Several catalogues of one language are one. The rules have a file of their own, since the page's module
leaves only room for them.

Fuzzy and empty translations are left out: the program then speaks English. With --page, so are
the sentences that only the command line and the terminal say: modules stay small. With --beside, too,
and OUT.c has only room for the rest: FOLDER/lang-CODE.data, with what is said until a board stands and
while it is played on, FOLDER/later-CODE.data, with everything else, and FOLDER/lessons-FAMILY.data are
fetched when they are wanted.
"""
import os
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../src/ui/wasm"))
import po  # noqa: E402
from room import Rooms  # noqa: E402


OUTSIDE = ("src/cli/", "src/ui/term/", "src/ui/ugi/", "src/serve/", "src/house/", "src/store/", "src/remote/",
           "src/contest/", "src/api/", "src/solve/")
# Of src/solve the page has proofs, the book, and tables over the network.
INSIDE = ("src/solve/proof", "src/solve/book", "src/solve/tablebase.c", "src/solve/tablebase_model",
          "src/solve/tablebase_ranged", "src/solve/tablebase_file_none")
# What is not said until a board stands, nor in a plain game: parts of the page that are fetched when they are
# opened, and what the engine says when it is asked for more than moves. A sentence that is put here by mistake
# costs a request and is not lost (lang_text); one of the page's first files is (tests/browser/test_words.mjs).
LATER = ("lang/lessons.tsv", "web/src/online/", "web/src/movie/",
         *(f"web/src/{part}.ts" for part in ("files", "print", "keptview", "editor", "explore", "lesson", "learn",
                                             "puzzles", "rules", "setup")),
         "src/core/file.c", "src/core/record_", "src/core/tree.c", "src/core/grid.c", "src/core/position",
         *(f"src/session/{part}" for part in (
             "session_commands", "session_far", "session_kept", "session_puzzle", "session_lesson", "session_fair",
             "session_file", "session_old", "session_explore", "session_ask", "session_clock", "session_advice",
             "course", "worth", "kept", "puzzle")),
         "src/solve/")


def c_bytes(text):
    """The inside of a C string literal; octal escapes, which cannot swallow what follows."""
    out = []
    for byte in text.encode("utf-8"):
        char = chr(byte)
        if char in '"\\?':
            out.append("\\" + char)
        elif 32 <= byte < 127:
            out.append(char)
        else:
            out.append(f"\\{byte:03o}")
    return "".join(out)


def c_rows(values, width):
    return "\n".join("    " + ",".join(values[i:i + width]) + "," for i in range(0, len(values), width))


def c_array(data):
    """Longer than C promises for a string literal: one character constant a byte."""
    values = []
    for byte in data:
        char = chr(byte)
        values.append(f"'\\{byte:03o}'" if not 32 <= byte < 127 or char in "'\\" else f"'{char}'")
    return c_rows(values, 24)


def places_in_the_page(entry):
    """Where the page says it: not in front ends and layers that it does not have."""
    return [p for p in entry.places if p.startswith(INSIDE) or not p.startswith(OUTSIDE)]


def only_outside_the_page(entry):
    return bool(entry.places) and not places_in_the_page(entry)


def comes_later(entry):
    return bool(entry.places) and all(p.startswith(LATER) for p in places_in_the_page(entry))


AT_ONCE, ALL_LATER = ("LANG_AT_ONCE", "lang"), ("LANG_LATER", "later")   # LangPart, and the name of its file


class Inside:
    """Everything in the C file itself."""

    def __init__(self):
        self.lines = []

    def parts(self, entries):
        return [(AT_ONCE, entries)]

    def catalogue(self, _file, code, words, at):
        self.lines += [f"static const char words_{code}[] = {{", c_array(words), "};", ""]
        self.lines += [f"static const uint32_t at_{code}[] = {{", c_rows([str(n) for n in at], 16), "};", ""]
        return f"words_{code}, at_{code}"

    def lesson(self, _family, text):
        return f'"{c_bytes(text)}"'

    def end(self):
        return []


class Beside:
    """Room in the C file for what lies in files in a folder."""

    def __init__(self, folder):
        self.folder, self.rooms, self.lines = folder, Rooms(), []

    def parts(self, entries):
        return [(AT_ONCE, [e for e in entries if not comes_later(e)]), (ALL_LATER, [e for e in entries if comes_later(e)])]

    def catalogue(self, file, code, words, at):
        room = self.rooms.of(f"{file}-{code}")
        return f'{room.add(words, "char")}, {room.add(struct.pack(f"<{len(at)}I", *at), "uint32_t")}'

    def lesson(self, family, text):
        return self.rooms.text(f"lessons-{family}", text)

    def end(self):
        self.rooms.write(self.folder)
        self.lines += ['#include "core/knowledge_room.h"', "", self.rooms.arrays()]
        return [self.rooms.table("knowledge_room_words")]


def blob(entries):
    """Each sentence and its translation one after the other, sorted, and where each pair begins."""
    words, at = bytearray(), []
    for entry in sorted(entries, key=lambda e: e.english.encode("utf-8")):
        at.append(len(words))
        words += entry.english.encode("utf-8") + b"\0" + entry.text.encode("utf-8") + b"\0"
    return bytes(words), at


def lesson_row(row, texts):
    """A line of lessons.tsv as C: the family stays readable, the rest lies where `texts` puts it."""
    family, rest = row[0], row[1:]
    find = "true" if rest[3].startswith("?") else "false"
    rest[3] = rest[3].removeprefix("?")
    return f'    {{"{family}", {", ".join(texts.lesson(family, text) for text in rest)}, {find}}},'


def main(out, files, page=False, folder=None):
    texts = Beside(folder) if folder else Inside()
    catalogues, tables, lessons = {}, [], []
    for path in sorted(files):
        name = os.path.basename(path)
        if name.endswith(".po"):
            entries = [e for e in po.read(path)[1] if e.text and not e.fuzzy]
            if page:
                entries = [e for e in entries if not only_outside_the_page(e)]
            catalogues.setdefault(name[:-3], {}).update((e.english, e) for e in entries)
        else:
            lessons += [lesson_row(row, texts) for row in po.read_lessons(path)]
    for code, known in catalogues.items():
        for (part, file), entries in texts.parts(known.values()):
            if entries:
                where = texts.catalogue(file, code, *blob(entries))
                tables.append(f"    [LANG_{code.upper()}][{part}] = {{{where}, {len(entries)}}},")
    table = ["const LangCatalogue lang_catalogue[LANG_COUNT][LANG_PARTS] = {"]
    table += ["    [LANG_EN][LANG_AT_ONCE] = {NULL, NULL, 0},", *tables, "};", ""]
    table += ["const LangLesson lang_lesson_catalogue[] = {", *lessons]
    table += ["    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false},", "};", ""]
    table += texts.end()
    write(out, ["/* Made by lang/po2c.py from the catalogues in lang/. */", '#include "lang/catalogue.h"', "", *texts.lines, *table])


def write(out, lines):
    with open(out + ".tmp", "w", encoding="ascii") as file:
        file.write("\n".join(lines))
    os.replace(out + ".tmp", out)


def rules_table(files, text_of):
    """The rules as C; `text_of` says how the text of a family in a language is written there."""
    rows = {}
    for path in sorted(files):
        family, code, _ = os.path.basename(path).split(".")
        with open(path, encoding="utf-8") as file:
            rows.setdefault(family, []).append(f"[LANG_{code.upper()}] = {text_of(family, code, file.read())}")
    lines = ["const LangRules lang_rules_catalogue[] = {"]
    lines += [f'    {{"{family}", {{{", ".join(texts)}}}}},' for family, texts in rows.items()]
    return lines + ["    {NULL, {NULL}},", "};", ""]


def write_rules(out, files):
    lines = ["/* Made by lang/po2c.py from the rules in lang/. */", '#include "lang/catalogue.h"', ""]

    def array(family, code, text):
        lines.extend([f"static const char rules_{family}_{code}[] = {{", c_array(text.encode("utf-8") + b"\0"), "};", ""])
        return f"rules_{family}_{code}"

    table = rules_table(files, array)
    write(out, lines + table)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    mode = arguments.pop(0) if arguments[:1] in (["--page"], ["--rules"], ["--beside"]) else None
    folder = arguments.pop(0) if mode == "--beside" and arguments else None
    if not arguments:
        sys.exit(__doc__)
    try:
        if mode == "--rules":
            write_rules(arguments[0], arguments[1:])
        else:
            main(arguments[0], arguments[1:], mode in ("--page", "--beside"), folder)
    except (po.PoError, OSError, ValueError) as error:
        sys.exit(f"po2c: {error}")
