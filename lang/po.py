"""Reading and writing gettext .po files: the part of the format that we use.

No plurals and no contexts: a message is one English sentence and its translation.
"""
import re
from dataclasses import dataclass, field

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "'": "'", "?": "?", "a": "\a", "0": "\0"}
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
HOLE = re.compile(r"\{[0-9]\}")


@dataclass
class Entry:
    english: str = ""
    text: str = ""
    places: list = field(default_factory=list)    # "src/core/grid.c", where it is said
    notes: list = field(default_factory=list)     # the translator's own comments
    fuzzy: bool = False


class PoError(Exception):
    pass


def unescape(body, where):
    """What a C string literal's inside stands for."""
    out, i = [], 0
    while i < len(body):
        if body[i] != "\\":
            out.append(body[i])
            i += 1
            continue
        if body[i + 1:i + 2] not in ESCAPES:
            raise PoError(f"{where}: unknown escape \\{body[i + 1:i + 2]}")
        out.append(ESCAPES[body[i + 1]])
        i += 2
    return "".join(out)


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def quote_field(name, text):
    """msgid or msgstr, one line of text a line of the file."""
    parts = text.splitlines(keepends=True)
    if len(parts) < 2:
        return [f"{name} {quote(text)}"]
    return [f'{name} ""'] + [quote(part) for part in parts]


def read(path):
    """(header text, entries in file order). The header is the entry of the empty sentence."""
    header, entries, entry, current = "", [], Entry(), None

    def finish():
        nonlocal header, entry, current
        if current == "msgid":
            raise PoError(f"{path}: {entry.english!r} has no msgstr")
        if current == "msgstr":
            if entry.english:
                entries.append(entry)
            else:
                header = entry.text
        entry, current = Entry(), None

    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line, where = line.strip(), f"{path}:{number}"
            if line.startswith("#~"):
                continue
            if not line or line.startswith("#"):
                if current == "msgstr":
                    finish()
                if line.startswith("#:"):
                    entry.places += line[2:].split()
                elif line.startswith("#,"):
                    entry.fuzzy |= "fuzzy" in line
                elif line.startswith("# "):
                    entry.notes.append(line[2:])
                continue
            word = re.match(r"(msgid|msgstr)\s+", line)
            if word:
                if word[1] == "msgid" and current == "msgstr":
                    finish()
                if (word[1] == "msgstr") != (current == "msgid"):
                    raise PoError(f"{where}: {word[1]} out of place")
                current, line = word[1], line[word.end():]
            body = QUOTED.match(line)
            if not body or not current:
                raise PoError(f"{where}: a quoted text is expected")
            if current == "msgid":
                entry.english += unescape(body[1], where)
            else:
                entry.text += unescape(body[1], where)
    finish()
    return header, entries


def write(path, header, entries):
    lines = quote_field("msgid", "") + quote_field("msgstr", header) + [""]
    for entry in entries:
        lines += [f"# {note}" for note in entry.notes]
        lines += [f"#: {place}" for place in entry.places]
        if entry.fuzzy:
            lines.append("#, fuzzy")
        lines += quote_field("msgid", entry.english) + quote_field("msgstr", entry.text) + [""]
    text = "\n".join(lines)
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return False
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return True


def holes(text):
    return sorted(set(HOLE.findall(text)))


def read_lessons(path):
    """The rows of lessons.tsv; - becomes empty."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    for row in rows:
        if len(row) != 8:
            raise PoError(f"{path}: eight columns are expected: {row}")
    return [["" if text == "-" else text for text in row] for row in rows]
