#!/usr/bin/env python3
"""The program when its environment fails: closed standard descriptors, files that may not grow. It ends by itself,
says what is wrong, and leaves nothing behind."""
import itertools
import os
import resource
import signal
import subprocess
import tempfile
import unittest

from program import MACHINE, PROGRAM, ProgramTest

COMMANDS = [
    ["play", "pylos"],
    ["play", "pylos", "--plain"],
    ["play", "pylos", "--screen"],
    ["play", "pylos", "--seats", "1,1"],
    ["engine", "pylos"],
    ["games"],
    ["show", "dorix"],
    ["record", "check", "-"],
    ["match", "pyrga", "level:1", "level:1", "--games", "2"],
    ["analyse", "pyrga", "--depth", "1"],
    ["prove", "pyrga", "--depth", "1"],
    ["serve", "--port", "0", "--root", "/nowhere"],
]


class Descriptors(ProgramTest):
    def test_closed_standard_descriptors(self):
        """Whichever are closed, the program ends, and none of its own files takes their place."""
        with tempfile.TemporaryDirectory() as folder:
            for command in COMMANDS:
                for closed in itertools.chain.from_iterable(itertools.combinations((0, 1, 2), n) for n in (1, 2, 3)):
                    words = " ".join(f"{fd}{'<' if fd == 0 else '>'}&-" for fd in closed)
                    done = subprocess.run(["sh", "-c", f'exec "$0" "$@" {words}', PROGRAM, *command], cwd=folder, timeout=600,
                                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                                          env=self.environment(TERM="dumb", XDG_STATE_HOME=folder, XDG_DATA_HOME=folder))
                    self.assertIn(done.returncode, (0, 1, 2, 3), (command, closed, done.stderr))
                    if 1 in closed and command[0] in ("games", "show", "analyse"):
                        self.assertEqual(done.returncode, MACHINE, (command, closed))

    def test_signals_end_it_all_the_same(self):
        """The program's own pipes must not become its standard input or output: it would wait for itself."""
        process = subprocess.Popen(["sh", "-c", 'exec "$0" play pylos --seats 10,10 <&- >&-', PROGRAM],
                                   stderr=subprocess.DEVNULL, env=self.environment(TERM="dumb"))
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=60)
        finally:
            process.kill()


class Limits(ProgramTest):
    def limited(self, *arguments, folder):
        return subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, timeout=600, check=False,
                              env=self.environment(),
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)))

    def test_a_file_that_may_not_grow_is_not_left_half_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "board.svg")
            for before in (None, "old"):
                if before:
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(before)
                done = self.limited("show", "pylos", "--svg", "board.svg", folder=folder)
                self.assertEqual(done.returncode, MACHINE)
                self.assertIn("board.svg", done.stderr)
                self.assertEqual(os.listdir(folder), ["board.svg"] if before else [])
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), "old")


if __name__ == "__main__":
    unittest.main()
