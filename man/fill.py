#!/usr/bin/env python3
"""Prints a manual page with @COMMANDS@ replaced by what the program says of its commands.

usage: fill.py PAGE.scd PROGRAM
"""
import re
import subprocess
import sys


def ask(program, *arguments):
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=True, text=True, encoding="utf-8").stdout


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


def main(page, program):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    if "@COMMANDS@" in text:
        commands = re.findall(r"^  (\w{2,})  ", ask(program, "--help"), re.M)
        text = text.replace("@COMMANDS@\n", "\n".join(entry(program, c) for c in commands))
    sys.stdout.buffer.write(text.encode("utf-8"))


if __name__ == "__main__":
    main(*sys.argv[1:])
