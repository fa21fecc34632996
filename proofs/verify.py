"""Checks what docs/truth.md says about Pyrga and Pilotis, from nothing but the packages that scripts/verify
installs: builds the program, has it write a certificate for each first move, has three checkers follow them
(the program's, the one that Coq extracts, and Coq itself), and prints the theorems with what they rest on. A
second run reuses existing certificates, but checks them again.

  scripts/verify [--jobs N] [--folder FOLDER]     in build/proofs by default
  scripts/verify --certificates                   only writes the certificates"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import time

import build

ROOT = pathlib.Path(__file__).resolve().parent.parent

PROGRAM = ROOT / "build/release/colonnade"
GAMES = ("pyrga", "pilotis")
# The longest first, so that all processors finish at about the same time.
MOVES = "Cb1 Ca1 Tb2s Sb2 Tb2n Tb1n Tb1e Ta1n Cb2 Sb1 Tb1w Sa1".split()
BEGUN = time.monotonic()


def say(text):
    print(f"{time.monotonic() - BEGUN:7.1f} s  {text}", flush=True)


def run(*command):
    return build.run(ROOT, *map(str, command))


def took(*measured):
    """What each step took: `3.2 s 81 MB`."""
    return ", ".join(f"{name} {seconds:.1f} s {megabytes:.0f} MB" for name, seconds, megabytes in measured)


def certify(folder, game, move):
    """Writes the certificate of a first move, unless it exists."""
    path = folder / f"{game}_{move}.proof"
    cost = "was there"
    if not path.exists():
        position = run(PROGRAM, "apply", game, move).strip()
        writing = path.with_suffix(".tmp")
        made = build.measure(ROOT, PROGRAM, "prove", game, "--position", position, "--distance", "--hash", "256",
                             "--certificate", writing)
        writing.rename(path)
        cost = took(("made in", *made[1:]))
    value = next(line for line in path.read_bytes().split(b"\n") if line.startswith(b"value ")).decode()
    say(f"{game} {move}: {value} for Black, {path.stat().st_size:,} bytes, {cost}")


def check(folder, game, move):
    """Has the three checkers follow the certificate."""
    name = f"{game}_{move}"
    path = folder / f"{name}.proof"
    costs = []
    for who, command in (("program", (PROGRAM, "proof")), ("extracted checker", (folder / "checker",))):
        printed, *cost = build.measure(ROOT, *command, "check", path)
        if "valid" not in printed:
            raise RuntimeError(printed)
        costs.append((who, *cost))
    (folder / f"shown/{name}.v").write_text(run(sys.executable, "-B", ROOT / "proofs/to_coq.py", path, move))
    costs.append(("Coq", *build.measure(folder, *build.COMPILE, f"shown/{name}.v")[1:]))
    say(f"{game} {move}: valid; {took(*costs)}")


def for_each(jobs, work, folder):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        done = [pool.submit(work, folder, game, move) for move in MOVES for game in GAMES]
        for one in concurrent.futures.as_completed(done):
            one.result()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/proofs")
    parser.add_argument("--certificates", action="store_true", help="only write the certificates")
    options = parser.parse_args()
    folder = options.folder.resolve()
    (folder / "shown").mkdir(parents=True, exist_ok=True)
    run("scripts/build", "release", "colonnade_cli")
    say("the program is built")
    for_each(options.jobs, certify, folder)
    if options.certificates:
        return
    build.prepare(folder)
    build.extract(folder)
    say("the rules, the checker and its proof hold")
    for_each(options.jobs, check, folder)
    theorems = build.compile_file(folder, "Theorems.v")
    say("the theorems:")
    print(theorems, end="")
    if theorems.count("Closed under the global context") != 4:
        raise RuntimeError("a theorem rests on an axiom")
    summary, *cost = build.measure(folder, *build.RECHECK, "Colonnade.Theorems")
    if "Axioms: <none>" not in summary:
        raise RuntimeError(summary)
    say(f"no axioms; {took(('coqchk', *cost))}")


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as error:
        raise SystemExit(f"scripts/verify: {error}")
