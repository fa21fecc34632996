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

    def test_documents_may_name_what_a_build_makes(self):
        self.assertFalse((self.copy / "web/dist").exists())
        self.assertIn(" 0 faults", self.run_in("scripts/check-docs"))
        page = self.copy / "docs/testing.md"
        page.write_text(page.read_text(encoding="utf-8") + "\n`web/dist/app.js` and `web/nothing`\n", encoding="utf-8")
        self.assertEqual(self.run_in("scripts/check-docs", status=1).splitlines()[:-1], ["docs/testing.md: there is no web/nothing"])


if __name__ == "__main__":
    unittest.main()
