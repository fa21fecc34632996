#!/usr/bin/env python3
"""The library keeps the names, values and layouts of the release: test_abi.py LIBRARY [--store]

tests/api/libcolonnade.abi is what abidw says about the release's library. New functions do not count as a change.
Everything else does, even what abidiff calls harmless, such as an enumerator inserted among others. --store writes
the file again: only for additions at the end and for the next major version.
"""
import pathlib
import re
import shutil
import subprocess
import sys

PRIVATE = pathlib.Path(__file__).resolve().parent / "private.abignore"
STORED = pathlib.Path(__file__).resolve().parent / "libcolonnade.abi"
SAID_BY_STATUS = {1: "abidiff failed", 2: "abidiff was called wrongly", 4: "the ABI has changed", 8: "incompatibly"}


def main():
    library = sys.argv[1]
    if not shutil.which("abidiff"):
        print("abidiff is missing; scripts/setup --test installs it (abigail-tools)")
        return 1
    if "--store" in sys.argv:
        subprocess.run(["abidw", "--suppressions", str(PRIVATE), "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--out-file", str(STORED), library], check=True)
        STORED.write_text(re.sub(r" path='[^']*/src/", " path='src/", STORED.read_text()))
        return 0
    done = subprocess.run(["abidiff", "--no-added-syms", "--harmless", "--leaf-changes-only", "--suppressions", str(PRIVATE), str(STORED), library],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(done.stdout, *[text for bit, text in SAID_BY_STATUS.items() if done.returncode & bit], sep="\n")
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
