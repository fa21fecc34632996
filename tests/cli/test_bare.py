#!/usr/bin/env python3
"""A program built without any library plays, counts and analyses, and says what it was built without."""
import pathlib
import re
import tempfile
import unittest

from program import MACHINE, ProgramTest

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"
PERFT = GOLDEN / "perft.tsv"


def kept_game(game):
    """The first game that has come to an end: its moves, the first seat that won, and why."""
    moves = []
    for line in (GOLDEN / "playthrough" / f"{game}.tsv").read_text().splitlines()[1:]:
        ply, _, _, last = line.split("\t")
        if ply != "-1":
            moves.append(last)
        elif last == "ongoing":
            moves = []
        else:
            winner, reason = last.split(" ", 1)
            return moves, winner[0], reason.replace(" ", "-")
    raise AssertionError(f"no game of {game} has come to an end")


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

    def play(self, game, *seats, says=""):
        with tempfile.TemporaryDirectory() as folder:
            return self.run_ok("play", game, "--seats", ",".join(seats), "--seed", "1", "--events", stdin=says.encode(),
                               env={"XDG_STATE_HOME": folder, "HOME": folder})

    def test_levels_play_a_game(self):
        self.assertRegex(self.play("pyrga", "1", "2"), r"! \d+ \d+ ended [wb-] ")

    def test_people_play_whole_games_through_a_pipe(self):
        """Kept games, move by move as people type them, to the result that is kept with them."""
        for game, seats in ("pylos", 2), ("pyrga", 2), ("pilotis", 2), ("dorix-3", 3), ("dorix-4", 4):
            moves, winner, reason = kept_game(game)
            said = self.play(game, *["human"] * seats, says="".join(f"{move}\n" for move in moves))
            self.assertEqual(re.findall(r"^! \d+ \d+ moved \w \d+ \d+ (\S+)$", said, re.M), moves, game)
            self.assertRegex(said, rf"(?m)^! \d+ \d+ ended {winner} {reason} ", game)

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
