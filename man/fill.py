#!/usr/bin/env python3
"""Prints a manual page with what the program says of itself filled in: @COMMANDS@, its
commands; @USAGE@ and @OPTIONS@, those of `play`; @WORDS@, what can be typed in a game.

usage: fill.py PAGE.scd PROGRAM [LANG]
"""
import os
import re
import subprocess
import sys


def ask(program, lang, *arguments, text=""):
    env = {**os.environ, "LC_ALL": "C"}
    return subprocess.run([program, *arguments, "--lang", lang], stdout=subprocess.PIPE, check=True, text=True,
                          encoding="utf-8", env=env, input=text).stdout


def escape(text):
    return re.sub(r"([\\_*<#`])", r"\\\1", text)


def joined(lines):
    """The text and the entries of a help text, each on one line again."""
    out = []
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        if out and (indent > 4 or indent == 0 and out[-1][0] != " "):
            out[-1] += " " + line.strip()
        else:
            out.append(line.rstrip())
    return out


def help_of(program, lang, command):
    """The usage after the command's name, the paragraphs, and (option, text) pairs."""
    usage, text, options = ask(program, lang, command, "--help").split("\n\n")
    usage = " ".join(usage.split()).split(f"colonnade {command}", 1)[1]
    pairs = [re.match(r"  (--\w+(?: \S+)?) +(.*)", line).groups() for line in joined(options.splitlines())]
    return usage.strip(), joined(text.splitlines()), pairs


def entry(program, lang, command):
    """The help of one command as a definition: usage line, text, options."""
    usage, text, options = help_of(program, lang, command)
    lines = []
    for line in text:
        item = re.match(r"  (\w+) +(.*)", line)
        lines.append("\t" + (f"- *{item.group(1)}*{colon(lang)} {escape(item.group(2))}" if item else escape(line)))
    # Every command takes --help and --lang: the page says so once.
    lines += [f"\t- *{escape(name)}*{colon(lang)} {escape(what)}" for name, what in options
              if name != "--help" and not name.startswith("--lang")]
    return f"*{command}* {escape(usage)}".rstrip() + "\n" + "\n".join(lines) + "\n"


def colon(lang):
    return "\u00a0:" if lang == "fr" else ":"


def definitions(entries):
    return "\n".join(f"*{escape(name)}*\n\t{escape(what)}\n" for name, what in entries)


def main(page, program, lang="en"):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    if "@COMMANDS@" in text:
        commands = re.findall(r"^  (\w{2,})  ", ask(program, lang, "--help"), re.M)
        text = text.replace("@COMMANDS@\n", "\n".join(entry(program, lang, c) for c in commands))
    if "@WORDS@" in text:
        usage, _, options = help_of(program, lang, "play")
        words = re.findall(r"^  (\S.*?)  +(\S.*)", ask(program, lang, "play", text="help\n"), re.M)
        text = text.replace("@USAGE@", f"*colonnade play* {escape(usage)}")
        text = text.replace("@OPTIONS@\n", definitions(options))
        text = text.replace("@WORDS@\n", definitions(w for w in words if not re.match(r"[0-9]", w[0])))
    sys.stdout.buffer.write(text.encode("utf-8"))


if __name__ == "__main__":
    main(*sys.argv[1:])
