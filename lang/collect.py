#!/usr/bin/env python3
"""Collects the sentences of the sources into the catalogues, or checks that they agree.

usage: collect.py            update lang/colonnade.pot and every lang/<code>.po
       collect.py --check    change nothing; exit status 1 when a sentence is missing,
                             unused, fuzzy or empty, or when its holes differ
       collect.py --todo     print what each language still has to translate

A sentence is the string in T("…") in a .c or .h file under src/, or in a .ts file of the
page under web/src/, and what lang/lessons.tsv says. Adjacent literals are one sentence, as for the compiler.
"""
import difflib
import os
import re
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
import po  # noqa: E402

TOKEN = re.compile(r"""
    (?P<comment> /\*.*?\*/ | //(?:[^\n\\]|\\.)*)
  | (?P<define>  \#[ \t]*define[ \t]+T\([^\n]*)
  | (?P<string>  "(?:[^"\\\n]|\\.)*")
  | (?P<char>    '(?:[^'\\\n]|\\.)*')
  | (?P<word>    [A-Za-z_]\w*)
  | (?P<space>   \s+)
  | (?P<other>   .)
""", re.VERBOSE | re.DOTALL)


def tokens(text):
    for match in TOKEN.finditer(text):
        if match.lastgroup not in ("comment", "define", "space"):
            yield match.lastgroup, match.group(), match.start()


def sentences(path):
    """Every T("…") of a C file, in order."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found, stream = [], list(tokens(text))
    for i, (kind, word, start) in enumerate(stream[:-1]):
        if (kind, word) != ("word", "T") or stream[i + 1][1] != "(":
            continue
        where = f"{os.path.relpath(path, ROOT)}:{text.count(chr(10), 0, start) + 1}"
        parts, j = [], i + 2
        while j < len(stream) and stream[j][0] == "string":
            parts.append(po.unescape(stream[j][1][1:-1], where))
            j += 1
        if parts and j < len(stream) and stream[j][1] == ",":   # as prettier ends a long list
            j += 1
        if not parts or j == len(stream) or stream[j][1] != ")":
            raise po.PoError(f"{where}: T() takes string literals only")
        found.append("".join(parts))
    return found


def walk(top):
    """Each folder under `top` with its files, in an order that does not depend on the disk."""
    for folder, names, files in os.walk(top):
        names.sort()
        yield folder, sorted(files)


def collect():
    """English sentence → files that say it, in a fixed order."""
    said = {}
    folders = [entry for top in ("src", os.path.join("web", "src")) for entry in walk(os.path.join(ROOT, top))]
    for folder, files in folders:
        for name in files:
            if name.endswith((".c", ".h", ".ts")):
                path = os.path.join(folder, name)
                place = os.path.relpath(path, ROOT)
                for sentence in sentences(path):
                    places = said.setdefault(sentence, [])
                    if place not in places:
                        places.append(place)
    for row in po.read_lessons(os.path.join(HERE, "lessons.tsv")):
        for sentence in filter(None, row[5:]):
            places = said.setdefault(sentence, [])
            if "lang/lessons.tsv" not in places:
                places.append("lang/lessons.tsv")
    return said


def header(code):
    language = f"Language: {code}\n" if code else ""
    return ("Project-Id-Version: colonnade\n" + language + "MIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n")


def catalogues():
    return sorted(name[:-3] for name in os.listdir(HERE) if name.endswith(".po"))


def path_of(code):
    return os.path.join(HERE, code + ".po")


def changed(english, dropped):
    """A new sentence; one that is close to a dropped one starts from its translation, marked fuzzy."""
    for close in difflib.get_close_matches(english, dropped, 1, 0.7):
        if dropped[close].text:
            return po.Entry(english, dropped[close].text, notes=list(dropped[close].notes), fuzzy=True)
    return po.Entry(english)


def update(said):
    # Sorted, so that sentences which two people add fall into different places of the file.
    said = dict(sorted(said.items()))
    template = [po.Entry(english, "", places) for english, places in said.items()]
    po.write(os.path.join(HERE, "colonnade.pot"), header(""), template)
    for code in catalogues():
        old_header, old = po.read(path_of(code))
        known = {entry.english: entry for entry in old}
        dropped = {english: entry for english, entry in known.items() if english not in said}
        entries = []
        for english, places in said.items():
            entry = known.get(english) or changed(english, dropped)
            entry.places = places
            entries.append(entry)
        po.write(path_of(code), old_header or header(code), entries)
        missing = sum(not e.text or e.fuzzy for e in entries)
        print(f"{code}: {len(entries)} sentences, {missing} to translate, {len(dropped)} dropped")
        for english in dropped:
            print(f"  dropped: {english!r}")


def complaints(said):
    """Everything that keeps the catalogues from being complete and exact, as lines."""
    _, template = po.read(os.path.join(HERE, "colonnade.pot"))
    if {e.english for e in template} != set(said):
        yield "colonnade.pot is not what the sources say: run lang/collect.py"
    if not catalogues():
        yield "there is no catalogue"
    for code in catalogues():
        name, seen = f"{code}.po", set()
        for entry in po.read(path_of(code))[1]:
            english, text = entry.english, entry.text
            if english in seen:
                yield f"{name}: twice: {english!r}"
            seen.add(english)
            if english not in said:
                yield f"{name}: unused: {english!r}"
            if not text.strip():
                yield f"{name}: empty: {english!r}"
                continue
            if entry.fuzzy:
                yield f"{name}: fuzzy: {english!r}"
            if po.holes(english) != po.holes(text):
                yield f"{name}: holes {po.holes(english)} became {po.holes(text)}: {english!r}"
            if code == "fr" and re.search(r" [:;?!»](\s|$)|« ", text):
                yield f"{name}: a no-break space is missing: {text!r}"
            if code == "fr" and "\u2019" in text:
                yield f"{name}: a curly apostrophe: {text!r}"
            if code == "fr" and "`" in text:
                yield f"{name}: a back quote instead of guillemets: {text!r}"
            for end in ("\n", " "):
                if english.endswith(end) != text.endswith(end):
                    yield f"{name}: {'line end' if end != ' ' else 'space'} at the end differs: {english!r}"
            if english.startswith(" ") != text.startswith(" "):
                yield f"{name}: space at the start differs: {english!r}"
        for english in said:
            if english not in seen:
                yield f"{name}: missing: {english!r} ({said[english][0]})"


def main(arguments):
    said = collect()
    if arguments == ["--check"]:
        found = list(complaints(said))
        for line in found:
            print(line)
        print(f"{len(said)} sentences, {len(catalogues())} catalogue(s), {len(found)} complaint(s)")
        return 1 if found else 0
    if arguments == ["--todo"]:
        for code in catalogues():
            done = {e.english for e in po.read(path_of(code))[1] if e.text and not e.fuzzy}
            for english, places in said.items():
                if english not in done:
                    print(f"{code} {places[0]} {po.quote(english)}")
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    update(said)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (po.PoError, OSError) as error:
        sys.exit(f"collect: {error}")
