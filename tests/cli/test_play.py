#!/usr/bin/env python3
"""While it builds, ./play shows progress to a person at a terminal, and nothing to a script.

usage: test_play.py SOURCE      the scripts are real, the programs they call are stand-ins
"""
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1))

CMAKE = """#!/bin/sh
case $1 in
--build)
    for i in 1 2 3; do echo "[$i/3] Building C object $i"; done
    [ -z "${BROKEN-}" ] || { echo "error: no such file"; exit 1; }
    mkdir -p build/release
    printf '#!/bin/sh\\necho "colonnade $*"\\n' >build/release/colonnade
    chmod +x build/release/colonnade
    ;;
esac
"""


class Play(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for folder in ("scripts", "bin", "web/dist"):
            (self.root / folder).mkdir(parents=True)
        for name in ("play", "scripts/build"):
            shutil.copy(SOURCE / name, self.root / name)
        self.put("scripts/setup", "#!/bin/sh\n")
        self.put("scripts/page", "#!/bin/sh\n")
        self.put("bin/cmake", CMAKE)

    def put(self, name, text):
        (self.root / name).write_text(text)
        (self.root / name).chmod(0o755)

    def play(self, *arguments, terminal, **environment):
        """The status, standard output and standard error."""
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        ours, theirs = pty.openpty() if terminal else os.pipe()
        done = subprocess.run([self.root / "play", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=theirs, env={**os.environ, "PATH": path, **environment}, timeout=600, check=False)
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 4096):
                shown += piece
        except OSError:  # a terminal's end of file
            pass
        os.close(ours)
        return done.returncode, done.stdout.decode(), shown.decode()

    def test_a_person_sees_how_far_it_is(self):
        for arguments, run in ((["--terminal", "pylos"], "colonnade play pylos\n"), ([], "colonnade serve\n")):
            status, out, shown = self.play(*arguments, terminal=True)
            self.assertEqual((status, out), (0, run))
            for i in (1, 2, 3):
                self.assertIn(f"building the program [{i}/3]", shown)
            self.assertTrue(shown.endswith("\r\033[K"), "nothing of it is left")
        (self.root / "web/dist/index.html").unlink(missing_ok=True)
        self.assertIn("takes a few minutes", self.play(terminal=True)[2])

    def test_a_script_sees_nothing(self):
        status, out, shown = self.play("--terminal", terminal=False)
        self.assertEqual((status, out, shown), (0, "colonnade play\n", ""))

    def test_a_build_that_fails_says_why(self):
        for terminal in (True, False):
            status, out, shown = self.play("--terminal", terminal=terminal, BROKEN="yes")
            self.assertEqual((status, out), (1, ""))
            self.assertIn("error: no such file", shown)
            self.assertIn("the build of build/release failed", shown)


if __name__ == "__main__":
    unittest.main()
