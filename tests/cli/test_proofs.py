#!/usr/bin/env python3
"""prove and proof check: what they print, and what they refuse."""
import json
import os
import pathlib
import tempfile
import unittest

from program import ILLEGAL, MACHINE, USAGE, ProgramTest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
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


class Openings(ProgramTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name) / "values"
        self.layer = str(pathlib.Path(self.folder.name) / "layer")

    def book(self, game, plies):
        """What the book says about positions after so many moves."""
        rows = [line.split("\t") for line in (ROOT / "book" / f"{game}.tsv").read_text().splitlines() if line[0] != "#"]
        return {row[0]: row[1] for row in rows if len(row[3].split()) == plies}

    def test_they_are_those_of_the_book(self):
        for game in ("pyrga", "pilotis"):
            for plies in (1, 2):
                lines = self.run_ok("prove", game, "--openings", str(plies)).splitlines()
                self.assertEqual(dict(line.split("\t") for line in lines), self.book(game, plies))
                self.assertEqual(len(set(lines)), len(lines))

    def test_a_stopped_run_goes_on(self):
        begun = self.run_ok("prove", "pyrga", "--openings", "3", "--nodes", "3000")
        self.assertIn("\tunknown\n", begun)
        known = [line for line in begun.splitlines() if not line.endswith("unknown")]
        position = begun.split("\t")[0]
        # Nobody proved this; it only shows that what a file says is taken, and that a last line without an end is not.
        self.path.write_text(f"{position}\tdraw\n" + begun.split("\n")[1] + "\twi")
        again = self.run_ok("prove", "pyrga", "--openings", "3", "--nodes", "1", "--from", str(self.path)).splitlines()
        self.assertEqual(again[0], f"{position}\tdraw")
        self.assertEqual([line.split("\t")[0] for line in again], [line.split("\t")[0] for line in begun.splitlines()])
        self.assertLessEqual(len([line for line in again if not line.endswith("unknown")]), len(known) + 1)

    def test_a_layer_is_made_of_them(self):
        values = self.run_ok("prove", "pyrga", "--openings", "2")
        self.path.write_text(values)
        made = dict(line.split() for line in self.run_ok(
            "tables", "opening", "pyrga", "--plies", "2", "--values", str(self.path), "--output", self.layer).splitlines())
        results = [line.split("\t")[1] for line in values.splitlines()]
        self.assertEqual([int(made[name]) for name in ("positions", "wins", "draws")],
                         [len(results), results.count("win"), results.count("draw")])
        self.assertEqual(os.path.getsize(self.layer), int(made["bytes"]))

    def test_wrong_files(self):
        values = self.run_ok("prove", "pyrga", "--openings", "1")
        wrong = {
            values.replace("\t", " "): "line 1: a line has a position",
            values + "nonsense\twin\n": f"line {values.count(chr(10)) + 1}: ",
            values + f"{OVER}\tloss\n": "no game goes on from this position",
            values.replace("win", "won").replace("loss", "lost"): "a line has a position",
            "x" * 100000 + "\n": "line 1: ",
            "\n" * 3: "line 1: ",
            values.split("\n", 1)[1]: "not every position has a value",
            "": "not every position has a value",
        }
        for text, says in wrong.items():
            self.path.write_text(text)
            self.refuse(ILLEGAL, "tables", "opening", "pyrga", "--plies", "1", "--values", str(self.path),
                        "--output", self.layer, says=says)
            self.assertFalse(os.path.exists(self.layer))
        self.refuse(ILLEGAL, "prove", "pyrga", "--openings", "1", "--from", self.folder.name)

    def test_wrong_words(self):
        self.refuse(USAGE, "prove", "dorix", "--openings", "2")
        self.refuse(USAGE, "prove", "pyrga", "--from", str(self.path), says="--from needs --openings")
        for other in (["--depth", "2"], ["--json"], ["--book"], ["--distance"], ["--certificate", "x"], ["--position", WON]):
            self.refuse(USAGE, "prove", "pyrga", "--openings", "2", *other, says="--openings goes only with")
        self.refuse(USAGE, "prove", "pyrga", "--openings", "9")
        self.refuse(USAGE, "tables", "opening", "dorix", "--values", str(self.path), "--output", self.layer)


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
