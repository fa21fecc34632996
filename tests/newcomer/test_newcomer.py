#!/usr/bin/env python3
"""What CONTRIBUTING.md and docs/adding-a-game.md promise to somebody new, in a copy of the sources as they come: without
anything built. usage: test_newcomer.py OWED COMPILER [TEST...]"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OWED, COMPILER = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)


class Newcomer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.copy = pathlib.Path(folder.name)
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE,
                                check=True).stdout.decode()
        for path in filter(None, listed.split("\0")):
            if (ROOT / path).exists():
                (cls.copy / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / path, cls.copy / path)
        for words in (["init", "--quiet"], ["add", "--all"]):
            subprocess.run(["git", *words], cwd=cls.copy, check=True)

    def tearDown(self):
        self.run_in("git", "checkout", "--quiet", "--", ".")
        self.run_in("git", "clean", "-fdq")

    def run_in(self, *command, status=0):
        done = subprocess.run([str(word) for word in command], cwd=self.copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=600, check=False)
        self.assertEqual(done.returncode, status, f"{command}\n{done.stdout}")
        return done.stdout

    def changed(self):
        """Every file that is new or different."""
        return {line[3:] for line in self.run_in("git", "status", "--porcelain", "--untracked-files=all").splitlines() if line[1] != " "}

    def refused(self, name, says):
        self.assertIn(says, self.run_in("scripts/new-game", name, status=1))
        self.assertEqual(self.changed(), set())

    def test_documents_may_name_what_a_build_makes(self):
        self.assertFalse((self.copy / "web/dist").exists())
        self.assertIn(" 0 faults", self.run_in("scripts/check-docs"))
        page = self.copy / "docs/testing.md"
        page.write_text(page.read_text(encoding="utf-8") + "\n`web/dist/app.js` and `web/nothing`\n", encoding="utf-8")
        self.assertEqual(self.run_in("scripts/check-docs", status=1).splitlines()[:-1], ["docs/testing.md: there is no web/nothing"])

    def test_a_new_game_touches_its_files_and_the_registry(self):
        told = self.run_in("scripts/new-game", "tak")       # the sources have many a `take`
        self.assertEqual(self.changed(), {
            "src/games/tak/tak.c", "src/games/tak/tak.h", "src/games/registry.c", "tests/unit/test_tak.c",
            "lang/rules/tak.en.md", "lang/rules/tak.fr.md", "lang/colonnade.pot", "lang/fr.po"})
        self.assertEqual(self.changed() - set(told.splitlines()), set())
        self.assertIn('T("Tak")', (self.copy / "src/games/tak/tak.c").read_text(encoding="utf-8"))
        self.assertNotRegex("".join(path.read_text(encoding="utf-8") for path in self.copy.glob("tests/*/*.h")),
                            r"extern const Game tak;")     # two games of one name would be linked into the contract test
        for path in ("src/games/tak/tak.c", "src/games/registry.c"):
            self.run_in(COMPILER, "-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-Isrc", path)
        self.run_in("scripts/check-layers")
        self.run_in("lang/collect.py", "--check")

    def test_a_name_that_means_something_is_refused(self):
        for name, says in (("dorix", "there is a game called dorix"), ("double", "cannot be a game's name"), ("toy", "cannot be a game's name"),
                           ("focus", "focus is a word of the sources already"), ("Tak", "cannot be a game's name")):
            self.refused(name, says)

    def test_a_game_is_found_in_any_spelling(self):
        for line in ("int tak_3;", "int isTak;", "enum { TAK_MOVES };", 'const char *n = "tak-3";'):
            (self.copy / "src/core/named.c").write_text(f"/* tak */\n{line}\nint take, stake, mistaken;\n")
            self.assertEqual(self.run_in("scripts/check-layers", "--name", "tak", status=1), f"src/core/named.c:2: {line}\n")

    def test_what_is_owed_is_told(self):
        (self.copy / "tests/scripts/ruleset-pylos.txt").unlink()
        diagrams = self.copy / "lang/diagrams.tsv"
        diagrams.write_text("".join(line for line in diagrams.read_text(encoding="utf-8").splitlines(True)
                                    if not line.startswith("pylos\t1.1\t")), encoding="utf-8")
        taught = self.copy / "tests/browser/test_taught.mjs"
        taught.write_text(taught.read_text(encoding="utf-8").replace("pylos", "other"), encoding="utf-8")
        files = [line.strip() for line in self.run_in(OWED, self.copy, "pylos", status=1).splitlines()[1::2]]
        self.assertEqual(files, ["lang/diagrams.tsv", "tests/scripts/ruleset-pylos.txt", "tests/browser/test_taught.mjs"])


if __name__ == "__main__":
    unittest.main()
