#!/usr/bin/env python3
"""Compiles the proofs in a folder of their own: build.py FOLDER [FILE…]. Without files: all that
needs no certificate, and the extracted checker (FOLDER/checker)."""
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FILES = ("Rules", "Checker", "Text", "Perft", "Symmetry", "Values")
OPTIONS = ["-q", "-w", "-extraction", "-Q", ".", "Colonnade", "-Q", "shown", "Shown"]


def run(folder, *command):
    """Its output; on failure the whole of it, and out."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def compile_file(folder, file):
    return run(folder, "coqc", *OPTIONS, file)


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
