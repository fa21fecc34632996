#!/usr/bin/env python3
"""prove and proof check: what they print, and what they refuse."""
import json
import os
import pathlib
import tempfile
import unittest

from program import ILLEGAL, MACHINE, USAGE, ProgramTest

WON = "-,-,-,-/S,-,-,-/st,T,-,-/-,-,-,- w Ta2e"
OVER = "STC,STC,STC,-/st,st,st,-/sc,-,-,-/-,-,-,- b Ca4"
VALUES = ("win", "loss", "draw")


class Prove(ProgramTest):
    def test_the_value_comes_first_and_then_every_move(self):
        lines = self.run_ok("prove", "pyrga", "--position", WON).splitlines()
        self.assertEqual(lines[0], "win")
        moves = [line.split(" ") for line in lines[1:]]
        self.assertEqual([move for move, _ in moves], self.run_ok("moves", "pyrga", "--position", WON).split())
        self.assertTrue({value for _, value in moves} <= set(VALUES))
        self.assertIn("win", {value for _, value in moves})

    def test_distance_stands_behind_the_value(self):
        self.assertEqual(self.run_ok("prove", "pyrga", "--distance", "--position", WON).splitlines()[0], "win 16")

    def test_json_has_distances_and_a_line_of_best_play(self):
        answer = json.loads(self.run_ok("prove", "pyrga", "--distance", "--json", "--position", WON))
        self.assertEqual((answer["value"], len(answer["line"])), ({"result": "win", "plies": 16}, 16))
        best = min(move["value"]["plies"] for move in answer["moves"] if move["value"]["result"] == "win")
        self.assertEqual(best, 16)
        position = self.run_ok("apply", "pyrga", "--position", WON, *answer["line"]).strip()
        self.assertEqual(self.run_ok("result", "pyrga", "--position", position).split()[0], "w")

    def test_the_opening_comes_out_of_the_book(self):
        for game in ("pyrga", "pilotis"):
            answer = json.loads(self.run_ok("prove", game, "--json"))
            self.assertEqual((answer["value"], len(answer["moves"]), answer["nodes"]), ({"result": "win"}, 80, 0))

    def test_a_game_that_is_over(self):
        self.assertEqual(self.run_ok("prove", "pyrga", "--position", OVER), "loss\n")

    def test_limits(self):
        third = self.run_ok("apply", "pyrga", "Cb1", "Tb1n", "Sb2").strip()
        lines = self.run_ok("prove", "pyrga", "--nodes", "1000", "--position", third).splitlines()
        self.assertEqual(lines[0], "unknown")

    def test_games_that_may_repeat_need_a_depth(self):
        self.refuse(USAGE, "prove", "dorix", says="--depth")
        self.refuse(USAGE, "prove", "dorix-3", "--depth", "3")
        self.assertEqual(self.run_ok("prove", "dorix", "--depth", "4").splitlines()[0], "unknown")
        near = "w,-,-,b/-,w,b,-/-,b,w,-/-,-,-,- w"
        self.assertEqual(self.run_ok("prove", "dorix", "--depth", "3", "--distance", "--position", near).splitlines()[0], "win 1")

    def test_wrong_words(self):
        self.refuse(USAGE, "prove")
        self.refuse(USAGE, "prove", "chess")
        self.refuse(ILLEGAL, "prove", "pyrga", "--position", "nonsense")
        self.refuse(USAGE, "prove", "pyrga", "--certificate", "")


class Certificates(ProgramTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name) / "proof"

    made = {}       # certificates by ruleset: making one takes seconds, and no test changes it

    def make(self, game="pyrga"):
        if game not in self.made:
            self.run_ok("prove", game, "--position", WON, "--certificate", str(self.path))
            self.made[game] = self.path.read_bytes()
        self.path.write_bytes(self.made[game])
        return self.made[game]

    def test_what_prove_writes_holds(self):
        for game in ("pyrga", "pilotis"):
            self.make(game)
            lines = self.run_ok("proof", "check", str(self.path)).splitlines()
            self.assertEqual(lines[0], "valid")
            self.assertIn("value win", lines)
            self.assertGreater(json.loads(self.run_ok("proof", "check", "--json", str(self.path)))["positions"], 100)
            self.assertEqual(self.run_ok("proof", "check", "-", stdin=self.path.read_bytes()).splitlines(), lines)

    def test_a_changed_choice_is_refused_with_its_line_of_moves(self):
        good = self.make()
        data = good.index(b"\n", good.index(b"checksum")) + 1
        self.path.write_bytes(good[:data + 2] + bytes([good[data + 2] ^ 255]) + good[data + 3:])
        error = self.refuse(ILLEGAL, "proof", "check", str(self.path), says="colonnade: after ")
        line = error.split(": ")[1].split()[1:]
        self.run_ok("apply", "pyrga", "--position", WON, *line)

    def test_every_cut_is_refused(self):
        good = self.make()
        for length in range(0, len(good), 7):
            self.path.write_bytes(good[:length])
            self.refuse(ILLEGAL, "proof", "check", str(self.path))

    def test_wrong_words(self):
        self.refuse(USAGE, "proof")
        self.refuse(USAGE, "proof", "check")
        self.refuse(USAGE, "proof", "eat", "x", says="no verb eat")
        self.refuse(ILLEGAL, "proof", "check", str(self.path))
        self.refuse(ILLEGAL, "proof", "check", self.folder.name)

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_folder_that_cannot_be_written(self):
        os.chmod(self.folder.name, 0o500)
        self.refuse(MACHINE, "prove", "pyrga", "--position", WON, "--certificate", str(self.path))


if __name__ == "__main__":
    unittest.main()
