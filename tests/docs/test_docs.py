#!/usr/bin/env python3
"""What the documents show is true: test_docs.py PROGRAM COMPILER LIBRARY-FOLDER [TEST...]

- ```console: every command is run, in order and in one folder a document, and prints what stands below it;
  a line … stands for any lines.
- Every command of ours in another block, in an indented line or in `backquotes`: the command, its verb
  and its options exist. A program or script of ours that a line begins with exists.
- A block that is a record is legal; a certificate is what `prove` writes.
- ```c without a file compiles; the blocks of the page about the library are also built against the installed one (cli.install).
- ```text shows what was measured, or a picture: what does not depend on the machine is measured again.
- No block is of another kind, but for those that other tests run (OTHERS).
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, COMPILER, LIBRARY = (os.path.abspath(sys.argv[1]), sys.argv[2], os.path.abspath(sys.argv[3]))
del sys.argv[1:4]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
# Kinds of block that other tests run: house.docs, house.nginx, house.site-kill, python.*, and tests in this file.
OTHERS = {("house.md", "house"), ("house.md", "nginx"), ("site.md", "haproxy"), ("python.md", "python"), ("library.md", "c"), ("library.md", "cmake"),
          ("page-protocol.md", "c"), ("truth.md", "coq")}
# What a line in a block without output starts with: a program of ours, or a tool that the text is about.
COMMAND = r"^((\S*/)?colonnade|(scripts|bench|\.ci|build/gcc/tests|build/ladder)/\S+|\./(play|test)|ctest|cmake|ninja|cc|python3|mpirun|srun|ncu|timeout|for|#.*)$"
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)


def run(command, folder, text=None):
    env = {**os.environ, "PATH": f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(folder)}
    return subprocess.run(command, cwd=folder, env=env, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=600, check=False)


def blocks(kind):
    for document in DOCUMENTS:
        for header, text in BLOCK.findall(document.read_text(encoding="utf-8")):
            if kind(header):
                yield document.name, text


def all_blocks():
    for document in DOCUMENTS:
        for header, text in BLOCK.findall(document.read_text(encoding="utf-8")):
            yield document.name, header, text


def told_commands():
    """Lines that a reader may type: in blocks without output, in indented lines, or in the text."""
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for header, block in BLOCK.findall(text):
            if header in ("", "sh"):
                yield from ((document.name, line) for line in block.replace("\\\n", " ").splitlines())
        text = BLOCK.sub("", text)
        yield from ((document.name, line) for line in re.findall(r"^    (\S.*)$", text, re.M))
        yield from ((document.name, line) for line in re.findall(r"`((?:\S*/)?colonnade [^`]+)`", text))


def agrees(shown, said):
    """Line by line; … stands for any lines."""
    pattern = "".join(r"(?:[^\n]*\n)*" if line == "…" else re.escape(line) + "\n" for line in shown.splitlines())
    return re.fullmatch(pattern, said) is not None


class Shown(unittest.TestCase):
    def test_console(self):
        ran = 0
        folders = {}
        for document, text in blocks(lambda header: header == "console"):
            folder = folders.setdefault(document, tempfile.mkdtemp())
            for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
                command, _, shown = part.partition("\n")
                said = run(["sh", "-c", command], folder)
                self.assertTrue(agrees(shown, said.stdout), f"{document}: $ {command}\nprints\n{said.stdout}and not\n{shown}")
                ran += 1
        for folder in folders.values():
            shutil.rmtree(folder)
        self.assertGreater(ran, 8)

    def test_commands_exist(self):
        declared = json.loads(run([PROGRAM, "help", "--json"], ROOT).stdout)
        commands = {command["name"]: command for command in declared["commands"]}
        common = {option["name"] for option in declared["options"]}
        checked = 0
        for document, line in told_commands():
            words = words_of(line)
            at = next((i for i, word in enumerate(words) if re.fullmatch(r"(\S*/)?colonnade", word)), None)
            if at is None or (at and words[0] not in ("mpirun", "srun", "ncu", "for")) or len(words) < at + 2 or not words[at + 1].strip("…[]").islower():
                continue
            words = words[at:]
            if words[1] in ("complete", "table"):       # the first is not for people, the second is the first word of a table's file
                continue
            self.assertIn(words[1], set(commands), f"{document}: {line}")
            parts = [commands[words[1]]]
            parts += [verb for verb in parts[0]["verbs"] if verb["name"] in words[2:3]]
            known = common | {option["name"] for part in parts for option in part["options"]}
            if "|" in "".join(words[2:3]):  # a list of verbs
                known |= {option["name"] for verb in parts[0]["verbs"] for option in verb["options"]}
            for word in words[2:]:
                option = re.match(r"\[?--([\w-]+)", word)
                if option and word != "--":
                    self.assertIn(option.group(1), known, f"{document}: {line}")
            checked += 1
        self.assertGreater(checked, 120)

    def test_every_block_is_run_or_checked(self):
        """Untyped blocks are commands, records and certificates; every other block states its kind."""
        for document, header, text in all_blocks():
            kind, _, path = header.partition(" ")
            if path or (document, kind) in OTHERS or kind in ("console", "text") or text.startswith(("[Game ", "colonnade-proof ")):
                continue
            self.assertIn(kind, ("", "sh"), f"{document}: ```{header}\n{text}")
            for line in text.replace("\\\n", " ").splitlines():
                word = (line.split() or ["#"])[0]
                self.assertRegex(word, COMMAND, f"{document}: {line}")

    def test_scripts_exist(self):
        for document, text in blocks(lambda header: header in ("", "sh")):
            for line in text.splitlines():
                word = (words_of(line) or [""])[0]
                if re.match(r"(scripts|bench|\.ci)/|\./(play|test)$", word):
                    self.assertTrue((ROOT / word).exists(), f"{document}: {line}")

    def test_records_are_legal(self):
        checked = 0
        for document, text in blocks(lambda header: header == ""):
            if text.startswith("[Game "):
                said = run([PROGRAM, "record", "check", "-"], ROOT, text)
                self.assertEqual(said.returncode, 0, f"{document}: {said.stdout}")
                checked += 1
        self.assertGreater(checked, 0)

    def test_certificates_are_what_is_written(self):
        checked = set()
        for document, text in blocks(lambda header: header == ""):
            if not text.startswith("colonnade-proof "):
                continue
            told = dict(line.split(" ", 1) for line in text.splitlines())
            more = ["--distance"] if told["colonnade-proof"] == "2" else []
            with tempfile.TemporaryDirectory() as folder:
                run([PROGRAM, "prove", told["game"], "--position", told["position"], "--certificate", "proof", *more], folder)
                written = (pathlib.Path(folder) / "proof").read_bytes().decode("latin-1")
            pattern = "".join(re.escape(line).replace("…", ".*") + "\n" for line in text.splitlines())
            self.assertRegex(written, r"\A" + pattern, document)
            checked.add(told["colonnade-proof"])
        self.assertEqual(checked, {"2", "3"})

    def test_theorems_are_stated_so(self):
        stated = (ROOT / "proofs/Theorems.v").read_text(encoding="utf-8").splitlines()
        for document, text in blocks(lambda header: header == "coq"):
            self.assertEqual(set(text.splitlines()) - set(stated), set(), document)

    def test_the_front_end_in_a_page_compiles(self):
        page = (ROOT / "docs/page-protocol.md").read_text(encoding="utf-8")
        code = re.search(r"^```c\n(.*?)^```$", page, re.M | re.S).group(1)
        source = ('#include "session/session.h"\n#include <stdio.h>\nvoid follow(const char *events);\nvoid draw(const Scene *scene);\n'
                  f"int main(void);\nint main(void)\n{{\nconst char *folder = \"\";\n{code}return 0;\n}}\n")
        done = run([COMPILER, "-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{ROOT}/src", "-x", "c", "-"],
                   ROOT, source)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_french_guide_knows_the_words(self):
        said = run([PROGRAM, "play", "pylos", "--lang", "fr"], tempfile.gettempdir(), "aide\nquitter\n").stdout
        words = set(re.findall(r"^  (\S+)", said, re.M))
        table = (ROOT / "docs/fr/guide.md").read_text(encoding="utf-8").split("| mot |")[1].split("\n\n")[0]
        told = {word for row in re.findall(r"^\| (`.*?) \|", table, re.M) for word in re.findall(r"`(\w+)", row)}
        self.assertGreater(len(told), 6)
        self.assertEqual(told - words, set())

    def test_the_library_page_compiles(self):
        page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
        code = re.search(r"^```c\n(.*?)^```$", page, re.M | re.S).group(1)
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "page.c"
            source.write_text(f"#include <colonnade.h>\n#include <stdio.h>\nint main(void)\n{{\n{code}return 0;\n}}\n")
            flags = ["-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include", str(source), f"-L{LIBRARY}", "-lcolonnade", f"-Wl,-rpath,{LIBRARY}"]
            done = run([COMPILER, *flags, "-o", f"{folder}/page"], folder)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertEqual(run([f"{folder}/page"], folder).stdout, "15 moves, ongoing\n")

    def test_the_manual_and_the_documents_name_every_variable(self):
        """colonnade(1) explains every environment variable that the sources read."""
        asked = set()
        for path in (ROOT / "src").rglob("*.c"):
            asked |= set(re.findall(r'getenv\("(\w+)"\)', path.read_text(encoding="utf-8")))
        self.assertIn("COLONNADE_TABLES", asked)
        for page in ("man/colonnade.1.scd", "man/fr/colonnade.1.scd"):
            text = (ROOT / page).read_text(encoding="utf-8").replace("\\", "")
            variables = re.search(r"^# ENVIRON\w+\n(.*?)^# ", text, re.M | re.S).group(1)
            self.assertEqual(asked - set(re.findall(r"\*([A-Z][A-Z_]+)\*", variables)), set(), page)
            statuses = re.search(r"^# (?:EXIT STATUS|CODE DE SORTIE)\n(.*?)^# ", text, re.M | re.S).group(1)
            self.assertEqual(re.findall(r"^\*(\d)\*$", statuses, re.M), ["0", "1", "2", "3"], page)


class Measured(unittest.TestCase):
    def test_measurements_that_any_machine_repeats(self):
        """docs/search.md has the nodes, depths and signatures of `bench search`."""
        def figures(text):
            return {line[0]: (line[1], line[3], line[4]) for line in map(str.split, text.splitlines()[1:]) if len(line) > 4}

        page = (ROOT / "docs/search.md").read_text(encoding="utf-8")
        told = figures(next(text for header, text in BLOCK.findall(page) if "signature" in text and header == "text"))
        self.assertTrue(told)
        measured = figures(run([PROGRAM, "bench", "search", "--threads", "1"], ROOT).stdout)
        self.assertEqual({name: measured.get(name) for name in told}, told)


def words_of(line):
    """The words of a command, without its explanation after # or after two blanks."""
    line = re.split(r"\s#|   +|  (?=[a-z])", line.strip())[0]
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


if __name__ == "__main__":
    unittest.main()
