#!/usr/bin/env python3
"""Writes the catalogues and the first lessons as one C file, and the players' rules as another.

usage: po2c.py [--page] OUT.c FILE…     FILE: <code>.po or lessons.tsv
       po2c.py --rules OUT.c FILE…      FILE: rules/<family>.<code>.md

Several catalogues of one language are one. The rules have a file of their own, since the page's module
leaves only room for them.

Fuzzy and empty translations are left out: the program then speaks English. With --page, so are
the sentences that only the command line and the terminal say: the page's module stays small.
"""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import po  # noqa: E402


OUTSIDE = ("src/cli/", "src/ui/term/", "src/ui/ugi/", "src/serve/", "src/house/", "src/store/", "src/remote/",
           "src/contest/", "src/api/", "src/solve/")
# Of src/solve the page has proofs, the book, and tables over the network.
INSIDE = ("src/solve/proof", "src/solve/book", "src/solve/tablebase.c", "src/solve/tablebase_model",
          "src/solve/tablebase_ranged", "src/solve/tablebase_file_none")


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


def c_array(text):
    """Longer than C promises for a string literal: one character constant a byte."""
    values = []
    for byte in text.encode("utf-8") + b"\0":
        char = chr(byte)
        values.append(f"'\\{byte:03o}'" if not 32 <= byte < 127 or char in "'\\" else f"'{char}'")
    return "\n".join("    " + ",".join(values[i:i + 24]) + "," for i in range(0, len(values), 24))


def only_outside_the_page(entry):
    """Said by front ends and layers that the page does not have, and by nothing else."""
    return bool(entry.places) and all(p.startswith(OUTSIDE) and not p.startswith(INSIDE) for p in entry.places)


def main(out, files, page=False):
    lines = ["/* Made by lang/po2c.py from the catalogues in lang/. */", '#include "lang/catalogue.h"', ""]
    catalogues, tables, lessons = {}, [], []
    for path in sorted(files):
        name = os.path.basename(path)
        if name.endswith(".po"):
            entries = [e for e in po.read(path)[1] if e.text and not e.fuzzy]
            if page:
                entries = [e for e in entries if not only_outside_the_page(e)]
            catalogues.setdefault(name[:-3], {}).update((e.english, e) for e in entries)
        else:
            for row in po.read_lessons(path):
                find = "true" if row[4].startswith("?") else "false"
                row[4] = row[4].removeprefix("?")
                texts = ", ".join(f'"{c_bytes(text)}"' for text in row)
                lessons.append(f"    {{{texts}, {find}}},")
    for code, known in catalogues.items():
        if not known:
            continue
        entries = sorted(known.values(), key=lambda e: e.english.encode("utf-8"))
        lines.append(f"static const LangEntry entries_{code}[] = {{")
        lines += [f'    {{"{c_bytes(e.english)}", "{c_bytes(e.text)}"}},' for e in entries]
        lines += ["};", ""]
        tables.append(f"    [LANG_{code.upper()}] = {{entries_{code}, {len(entries)}}},")
    lines += ["const LangCatalogue lang_catalogue[LANG_COUNT] = {", "    [LANG_EN] = {NULL, 0},"] + tables + ["};", ""]
    lines += ["const LangLesson lang_lesson_catalogue[] = {", *lessons]
    lines += ["    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false},", "};", ""]
    write(out, lines)


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
        lines.extend([f"static const char rules_{family}_{code}[] = {{", c_array(text), "};", ""])
        return f"rules_{family}_{code}"

    table = rules_table(files, array)
    write(out, lines + table)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    mode = arguments.pop(0) if arguments[:1] in (["--page"], ["--rules"]) else None
    if not arguments:
        sys.exit(__doc__)
    try:
        if mode == "--rules":
            write_rules(arguments[0], arguments[1:])
        else:
            main(arguments[0], arguments[1:], mode == "--page")
    except (po.PoError, OSError, ValueError) as error:
        sys.exit(f"po2c: {error}")
