#!/usr/bin/env python3
"""A program built without any library plays, counts and analyses, and says what it was built without."""
import pathlib
import tempfile
import unittest

from program import MACHINE, ProgramTest

PERFT = pathlib.Path(__file__).resolve().parent.parent / "golden/perft.tsv"


class Bare(ProgramTest):
    def test_perft(self):
        """Every ruleset with stored counts, to a depth that takes no time."""
        rows = [line.split("\t") for line in PERFT.read_text().splitlines() if line and not line.startswith("#")]
        known = {row[0]: [int(count) for count in row[2].split()] for row in rows if row[1] == "start"}
        self.assertIn("pylos", known)
        for game, counts in known.items():
            shallow = [count for count in counts if count < 1000000]
            lines = self.run_ok("perft", game, str(len(shallow))).splitlines()
            self.assertEqual(lines, [f"{i} {count}" for i, count in enumerate(shallow, 1)], game)

    def test_a_game_through_a_pipe(self):
        with tempfile.TemporaryDirectory() as folder:
            said = self.run_ok("play", "pyrga", "--seats", "1,2", "--seed", "1", stdin=b"", env={"XDG_STATE_HOME": folder, "HOME": folder})
            self.assertRegex(said, "won|draw")
            said = self.run_ok("play", "pylos", "--seats", "human,human", stdin=b"1b2\n1c2\nmoves\nquit\n",
                               env={"XDG_STATE_HOME": folder, "HOME": folder})
            self.assertIn("1c2", said)

    def test_analysis_and_json(self):
        self.assertIn("win", self.run_ok("prove", "pyrga", "--nodes", "1"))
        self.assertIn('"moves"', self.run_ok("analyse", "pilea", "--nodes", "2000", "--json"))

    def test_what_is_absent_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            env = {"COLONNADE_TABLES": folder, "HOME": folder, "TERM": "xterm"}
            self.refuse(MACHINE, "serve", "--port", "0", says="built without")
            self.refuse(MACHINE, "house", "list", says="built without")
            self.refuse(MACHINE, "solve", "pylos", env=env, says="zstd")
            self.refuse(MACHINE, "play", "pylos", "--screen", env=env, says="ncurses")


if __name__ == "__main__":
    unittest.main()
