#!/usr/bin/env python3
"""The midend's scripts (tests/scripts) behind the terminal's pipe: the same lines cause the same events as in the
C session and in the page's engine.

usage: test_scripts.py PROGRAM
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "scripts"
SECONDS = 120


class Scripts(unittest.TestCase):
    def test_every_script(self):
        scripts = sorted(FOLDER.glob("*.txt"))
        self.assertGreater(len(scripts), 15)
        for script in scripts:
            with self.subTest(script.name), tempfile.TemporaryDirectory() as home:
                wanted = script.read_text().splitlines()
                typed = [line for line in wanted if not line.startswith("!")]
                environment = {"HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
                done = subprocess.run([PROGRAM, "play", "--events", "--seed", "7", "--lang", "en"],
                                      input="".join(line + "\n" for line in typed), capture_output=True, text=True,
                                      timeout=SECONDS, env=environment)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                events = [line for line in done.stdout.splitlines() if line.startswith("! ")]
                self.assertEqual(events, [line for line in wanted if line.startswith("! ")])


if __name__ == "__main__":
    unittest.main()
