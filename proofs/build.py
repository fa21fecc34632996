#!/usr/bin/env python3
"""Compiles the proofs in FOLDER: build.py FOLDER [FILE…]. Without files: everything that needs no certificate, and
the extracted checker (FOLDER/checker)."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
FILES = ("Rules", "Checker", "Text", "Perft", "Symmetry", "Values")
MODULES = ("-Q", ".", "Colonnade", "-Q", "shown", "Shown")
COMPILE = ("coqc", "-q", "-w", "-extraction", *MODULES)
# Without this option coqchk does not use Coq's virtual machine, and does not end.
RECHECK = ("coqchk", "-silent", "-o", "-bytecode-compiler", "yes", *MODULES)


def measure(folder, *command):
    """Returns its output, the seconds that it took and its peak memory in MB; on failure prints the output and
    exits."""
    begun = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as printed:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=printed,
                                   stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        output = printed.read()
    if process.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{output}")
    return output, time.monotonic() - begun, usage.ru_maxrss / 1024


def run(folder, *command):
    return measure(folder, *command)[0]


def compile_file(folder, file):
    return run(folder, *COMPILE, file)


def prepare(folder, files=FILES):
    """Copies the sources and compiles them in order."""
    folder = pathlib.Path(folder)
    (folder / "shown").mkdir(parents=True, exist_ok=True)
    for source in HERE.glob("*.v"):
        shutil.copy(source, folder)
    for name in files:
        compile_file(folder, f"{name}.v")


def extract(folder):
    """The checker as a program."""
    shutil.copy(HERE / "checker.ml", folder)
    compile_file(folder, "Extract.v")
    run(folder, "ocamlopt", "-w", "-a", "-I", ".", "checked.mli", "checked.ml", "checker.ml", "-o", "checker")


if __name__ == "__main__":
    where, *some = sys.argv[1:]
    try:
        prepare(where, some or FILES)
        if not some:
            extract(where)
    except RuntimeError as error:
        raise SystemExit(str(error))
