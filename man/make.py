#!/usr/bin/env python3
"""Makes the manual pages: what the program declares about its commands, and the pages written by hand.

usage: make.py PROGRAM SCDOC SOURCE TARGET LANG

Every command has a page colonnade-COMMAND.1, made from SOURCE/command.scd, or from
SOURCE/colonnade-COMMAND.1.scd where there is more to say. Every other .scd file of SOURCE
becomes a page as well, and so do the documents of DOCUMENTS, by their Markdown. A line of these files may be

  @COMMANDS@  the commands, each with its page        @USAGE@    the command's usage
  @HELP@      what it does, and its verbs             @OPTIONS@  its options
  @WORDS@     what can be typed in a game

and @NAME@, @TITLE@ and @SUMMARY@ stand for the command's name and its line in the list.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

# The document, its page in section 7, and what the page is about.
DOCUMENTS = {"notation": ("notation", {"en": "moves and positions as text", "fr": "les coups et les positions en texte"}),
             "records": ("records", {"en": "games as text files", "fr": "les parties en fichiers de texte"}),
             "protocol": ("ugi", {"en": "the engine protocol", "fr": "le protocole du moteur"})}
WORDS = {"en": {"default": "Default: {}.", "use": "Old name of *--{}*."},
         "fr": {"default": "Par défaut\u00a0: {}.", "use": "Ancien nom de *--{}*."}}


def ask(program, lang, *arguments, text=""):
    env = {**os.environ, "LC_ALL": "C"}
    return subprocess.run([program, *arguments, "--lang", lang], stdout=subprocess.PIPE, check=True, text=True,
                          encoding="utf-8", env=env, input=text).stdout


def escape(text):
    return re.sub(r"([\\_*<#`~])", r"\\\1", text)


def sentence(text):
    """As it stands in a page: with a capital and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def paragraphs(text):
    return "\n\n".join(escape(line) for line in text.strip().split("\n")) + "\n" if text.strip() else ""


def signature(option):
    return f"*--{option['name']}*" + (f" _{escape(option['value'])}_" if "value" in option else "")


def usage(parents, command, common):
    name = "*" + escape(" ".join(["colonnade", *parents, command["name"]])) + "*"
    options = [f"[{signature(o)}]" for o in command["options"] + common
               if "help" in o and "instead" not in o and o["name"] != "help"]
    return " ".join([name, escape(command["operands"]), *options]).replace("  ", " ").strip() + "\n"


def option_list(options, lang):
    """Definitions; options without help share that of the one before (--black after --white)."""
    entries = []
    for option in options:
        if "help" in option or "instead" in option or not entries:
            entries.append(([signature(option)], option))
        else:
            entries[-1][0].append(signature(option))
    out = []
    for names, option in entries:
        text = [sentence(escape(option["help"]))] if "help" in option else []
        if "instead" in option:
            text = [WORDS[lang]["use"].format(option["instead"])]
        elif "default" in option:
            text.append(WORDS[lang]["default"].format(escape(option["default"])))
        out.append(", ".join(names) + "\n\t" + " ".join(text) + "\n")
    return "\n".join(out)


def help_of(command, lang):
    out = [paragraphs(command["help"])] if command["help"] else []
    for verb in command["verbs"]:
        heading = f"## {command['name']} {verb['name']} {escape(verb['operands'])}".rstrip()
        out.append(f"{heading}\n\n{paragraphs(verb['help'])}\n{option_list(verb['options'], lang)}")
    return "\n".join(out)


def words_of(program, lang):
    """What `help` lists in a game."""
    words = re.findall(r"^  (\S.*?)  +(\S.*)", ask(program, lang, "play", text="help\n"), re.M)
    return "\n".join(f"*{escape(name)}*\n\t{escape(what)}\n" for name, what in words if not name[0].isdigit())


def inline(text):
    """Markdown's marks inside a line, as scdoc's."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"(`[^`]+`|\*\*[^*]+\*\*)", text)
    marked = lambda part: "*" + escape(part.strip("`*")) + "*"
    return "".join(marked(part) if re.match(r"`.+`$|\*\*.+\*\*$", part) else escape(part) for part in parts)


def table_row(line):
    """A row as a definition: what stands in its first column, then the others."""
    first, *rest = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
    return f"{inline(first)}\n\t{inline(' — '.join(cell for cell in rest if cell))}\n"


def paragraph(lines):
    if lines[0].startswith("|"):
        return "\n".join(table_row(line) for line in lines[2:])
    items = re.split(r"\n- ", "\n" + "\n".join(lines))
    text = [inline(re.sub(r"\s+", " ", item).strip()) for item in items]
    return "\n".join([*text[:1], *["- " + item for item in text[1:]]]).strip() + "\n"


def from_markdown(text, name, about, lang):
    """A page of section 7 out of a document."""
    out = [f"{name}(7)\n", f"# {'NOM' if lang == 'fr' else 'NAME'}\n", f"{name} - {about}\n", "# DESCRIPTION\n"]
    for i, part in enumerate(re.split(r"^```.*\n((?:.*\n)*?)```\n", text, flags=re.M)):
        if i % 2:
            out.append(f"```\n{part}```\n")
            continue
        for block in re.split(r"\n\s*\n", part):
            lines = block.strip("\n").split("\n")
            while lines and lines[0].startswith("#"):
                marks, _, title = lines.pop(0).partition(" ")
                if len(marks) > 1:
                    out.append(f"{'#' * (len(marks) - 1)} {escape(title).upper() if len(marks) == 2 else escape(title)}\n")
            if lines and lines[0].strip():
                out.append(paragraph(lines))
    return "\n".join(out)


def fill(text, program, lang, declared, command=None):
    lines = {"@COMMANDS@": lambda: "\n".join(f"*colonnade-{c['name']}*(1)\n\t{sentence(escape(c['summary']))}\n"
                                             for c in declared["commands"]),
             "@WORDS@": lambda: words_of(program, lang),
             "@OPTIONS@": lambda: option_list((command["options"] if command else []) + declared["options"], lang)}
    if command:
        lines["@USAGE@"] = lambda: usage([], command, declared["options"])
        lines["@HELP@"] = lambda: help_of(command, lang)
        for key, value in (("@TITLE@", f"colonnade-{command['name']}"), ("@NAME@", command["name"]),
                           ("@SUMMARY@", escape(command["summary"]))):
            text = text.replace(key, value)
    for key, make in lines.items():
        if f"\n{key}\n" in text:
            text = text.replace(f"\n{key}\n", "\n" + make())
    return text


def main(program, scdoc, source, target, lang):
    source, target = pathlib.Path(source), pathlib.Path(target)
    declared = json.loads(ask(program, lang, "help", "--json"))
    pages = {path.stem: (path, None) for path in source.glob("*.scd") if path.stem != "command"}
    for command in declared["commands"]:
        name = f"colonnade-{command['name']}.1"
        pages[name] = (pages.get(name, (source / "command.scd", None))[0], command)
    texts = {name: fill(path.read_text(encoding="utf-8"), program, lang, declared, command) for name, (path, command) in pages.items()}
    docs = pathlib.Path(__file__).resolve().parent.parent / "docs" / ("" if lang == "en" else lang)
    for document, (name, about) in DOCUMENTS.items():
        text = (docs / f"{document}.md").read_text(encoding="utf-8")
        texts[f"colonnade-{name}.7"] = from_markdown(text, f"colonnade-{name}", about[lang], lang)
    for name, text in sorted(texts.items()):
        folder = target / f"man{name[-1]}"
        folder.mkdir(parents=True, exist_ok=True)
        made = subprocess.run([scdoc], input=text.encode("utf-8"), stdout=subprocess.PIPE, check=False)
        if made.returncode:
            sys.exit(f"scdoc refused the page {name}:\n{text}")
        (folder / name).write_bytes(made.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
