#!/usr/bin/env python3
"""Prints a manual page with what the program says of itself filled in: @COMMANDS@, its
commands; @USAGE@ and @OPTIONS@, those of `play`; @WORDS@, what can be typed in a game.

usage: fill.py PAGE.scd PROGRAM [LANG]
"""
import os
import re
import subprocess
import sys


def ask(program, *arguments, text=""):
    env = {**os.environ, "LC_ALL": "C"}
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=True, text=True, encoding="utf-8", env=env,
                          input=text).stdout


def escape(text):
    return re.sub(r"([\\\\_*<#])", r"\\\1", text)


def entry(program, command):
    """The help of one command as a definition: usage line, text, options."""
    usage, text = ask(program, command, "--help").split("\n\n", 1)
    usage = usage.replace(f"Usage: colonnade {command}", "", 1)
    lines = []
    for line in text.rstrip().splitlines():
        option = re.match(r"  (--\w+(?: \S+)?) +(.*)", line)
        if option and option.group(1) == "--help":
            continue
        if option:
            lines.append("\t- *" + escape(option.group(1)) + "*: " + escape(option.group(2)))
        else:
            lines.append("\t" + escape(line.strip()) if line.strip() else "")
    return f"*{command}*{escape(usage)}\n" + "\n".join(lines).rstrip() + "\n"


def play_entries(program, lang):
    """The usage line, the options and the words of `play`."""
    usage, text = ask(program, "play", "--lang", lang, "--help").split("\n\n", 1)
    usage = re.sub(r"^\S+\s?:? colonnade play", "*colonnade play*", usage)
    options = re.findall(r"^  (--\w+(?: \S+)?) +(.*)", text, re.M)
    words = re.findall(r"^  (\S.*?)  +(\S.*)", ask(program, "play", "--lang", lang, text="help\n"), re.M)
    return (escape(usage).replace("\\*", "*"), [(f"*{escape(name)}*", escape(what)) for name, what in options],
            [(f"*{escape(name)}*", escape(what)) for name, what in words if not re.match(r"[0-9]", name)])


def definitions(entries):
    return "\n".join(f"{name}\n\t{what}\n" for name, what in entries)


def main(page, program, lang="en"):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    if "@COMMANDS@" in text:
        commands = re.findall(r"^  (\w{2,})  ", ask(program, "--help"), re.M)
        text = text.replace("@COMMANDS@\n", "\n".join(entry(program, c) for c in commands))
    if "@WORDS@" in text:
        usage, options, words = play_entries(program, lang)
        text = text.replace("@USAGE@", usage).replace("@OPTIONS@\n", definitions(options)).replace("@WORDS@\n", definitions(words))
    sys.stdout.buffer.write(text.encode("utf-8"))


if __name__ == "__main__":
    main(*sys.argv[1:])
