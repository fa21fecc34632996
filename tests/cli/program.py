"""Runs the program whose path is the test's first argument."""
import os
import subprocess
import sys
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "colonnade"
DONE, ILLEGAL, USAGE, MACHINE = 0, 1, 2, 3

# Every ruleset, as the program lists them.
GAMES = [line.split()[0] for line in
         subprocess.run([PROGRAM, "games"], capture_output=True, text=True, check=True, timeout=600).stdout.splitlines()]


class ProgramTest(unittest.TestCase):
    """run_ok() for what must work, refuse() for what must be refused in one line."""

    def environment(self, **more):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("LC_") and k not in ("LANG", "NO_COLOR")}
        return {**kept, **more}

    def call(self, *arguments, stdin=None, env=None, **options):
        return subprocess.run([PROGRAM, *arguments], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.environment(**(env or {})), timeout=600, **options)

    def run_ok(self, *arguments, **options):
        """The program's output; it must end with status 0 and write nothing to stderr."""
        done = self.call(*arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (DONE, b""), arguments)
        return done.stdout.decode()

    def refuse(self, status, *arguments, says="", **options):
        done = self.call(*arguments, **options)
        error = done.stderr.decode("utf-8", "replace")
        self.assertEqual(done.returncode, status, (arguments, error))
        self.assertEqual(done.stdout, b"", arguments)
        self.assertRegex(error, r"\Acolonnade: [^\n]+\n\Z", arguments)
        self.assertNotRegex(error, r"[\x00-\x09\x0b-\x1f\x7f]", arguments)
        self.assertIn(says, error)
        return error
