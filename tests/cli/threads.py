#!/usr/bin/env python3
"""Everything that the program does with several threads, for a build with TSan."""
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest


class Threads(ProgramTest):
    def test_counting(self):
        self.assertEqual(self.run_ok("perft", "pylos", "4", "--threads", "3"), self.run_ok("perft", "pylos", "4"))

    def test_analysis(self):
        for game in ("pyrga", "dorix"):
            lines = self.run_ok("analyse", game, "--threads", "2", "--nodes", "20000").splitlines()
            self.assertEqual(len([line for line in lines if not line.startswith("#")]),
                             len(self.run_ok("moves", game).split()))

    def test_a_match(self):
        self.assertIn("4/4 games", self.run_ok("match", "pylos", "level:3", "nodes:500", "--games", "4", "--threads", "2"))

    def test_an_engine_is_stopped(self):
        engine = subprocess.Popen([PROGRAM, "engine", "pylos", "--threads", "2"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment(), text=True)
        def say(line):
            engine.stdin.write(line + "\n")
            engine.stdin.flush()

        def answers():
            return any(line.startswith("bestmove ") for line in iter(engine.stdout.readline, ""))

        say("go infinite")
        time.sleep(0.3)         # during the search, or before it: it stops either way
        say("stop")
        self.assertTrue(answers())
        say("position startpos moves 1b2")
        say("go movetime 200")
        self.assertTrue(answers())
        _, error = engine.communicate("quit\n", timeout=60)
        self.assertEqual((engine.returncode, error), (0, ""))


if __name__ == "__main__":
    unittest.main()
