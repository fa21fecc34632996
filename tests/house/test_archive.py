"""What the finished games of a house say: the advantage of a seat, and the explorer.

usage: test_archive.py PROGRAM
"""
import os
import random
import shutil
import subprocess
import sys
import time
import unittest

from wire import House

PROGRAM = os.path.abspath(sys.argv.pop(1))


class Archive(unittest.TestCase):
    def setUp(self):
        self.house = House(PROGRAM, arguments=["--unlimited"])
        self.addCleanup(shutil.rmtree, self.house.folder, ignore_errors=True)
        self.addCleanup(lambda: self.house.process.poll() is None and self.house.stop())
        self.line = self.house.line()
        self.nonces = 0

    def play(self, moves, end, game="pylos", seats=("me", "me"), **options):
        """Plays all seats at one screen; `end` lists who does what at the end."""
        opened = self.line.ask({"do": "open", "game": game, "seats": list(seats), "listed": True, **options}, "opened")
        number = self.line.wait("round", round=opened["round"])["number"]
        for move in moves:
            number = self.act(opened["round"], number, "move " + move)
        for seat, action in end:
            number = self.act(opened["round"], number, action, seat)

    def act(self, name, number, action, seat=None):
        """Tries again when a level has moved in between."""
        while True:
            self.nonces += 1
            request = {"do": "act", "round": name, "number": number, "action": action, "nonce": f"n{self.nonces}"}
            self.line.send({**request, "seat": seat} if seat else request)
            while (message := self.line.next()).get("nonce") != f"n{self.nonces}":
                pass
            if message["is"] == "done":
                return message["number"]
            self.assertEqual(message["is"], "stale", message)
            number = message["number"]

    def look(self, *arguments):
        status, said = self.house.look(*arguments, "--store", self.house.store)
        self.assertEqual(status, 0, said)
        return [line.split("\t") for line in said.splitlines()]

    def test_what_was_played_and_how_it_scored(self):
        self.play(["1a1", "1b2"], [("w", "resign")])
        self.play(["1d4", "1c3"], [("b", "resign")])        # both moves are the same up to symmetry
        self.play(["1b2", "1a1"], [("w", "offer draw"), ("b", "yes draw")])
        self.play(["1a2", "1a1"], [("b", "resign")], listed=False)
        self.play(["1a1"], [("b", "resign")])               # not everybody has moved
        self.play(["1a1"], [("w", "abort")])
        self.play(["1a1"], [("w", "resign")], seats=("me", "level:1"))
        self.assertEqual(self.look("explore", "pylos"), [["1a1", "2", "1", "0", "1", "50.0"], ["1b2", "1", "0", "1", "0", "50.0"]])
        # A game from another position says nothing about seats, but something about the moves there.
        self.play(["1b2", "1a1"], [("w", "resign")], position="..../..../..../....|.../.../...|../..|. b")
        rows = self.look("advantage")
        self.assertEqual([row[:6] for row in rows], [["pylos", "w", "2", "1", "1", "62.5"]])
        self.assertEqual(rows[0][6], "+89")                 # 400 log10(62.5 / 37.5)
        self.assertEqual(self.look("advantage", "--game", "pyrga"), [])

    def search(self, **wanted):
        return [entry["round"] for entry in self.line.ask({"do": "search", "shortest": 0, **wanted}, "found")["rounds"]]

    def explored(self, **where):
        """The house's answer in the columns of the command."""
        moves = self.line.ask({"do": "explore", **where}, "explore")["moves"]
        return [[m["move"], str(m["games"]), str(m["won"]), str(m["drawn"]), str(m["lost"])] for m in moves]

    def test_games_are_found_by_opening_position_and_date(self):
        self.play(["1a1", "1b2"], [("w", "resign")])
        self.play(["1d4", "1c3", "1a1"], [("b", "resign")])     # both moves are the same up to symmetry
        self.play(["1b2", "1a1"], [("w", "offer draw"), ("b", "yes draw")])
        self.play(["1a1", "1b1"], [("w", "resign")], listed=False)
        for _ in range(600):
            if len(self.search(game="pylos", opening="1b2")) == 1:
                break
            time.sleep(0.1)
        third, second, first = self.search()
        self.assertEqual(self.search(game="pylos", opening="1a1"), [second, first])
        self.assertEqual(self.search(game="pylos", opening="1d1 1c2"), [second, first])
        self.assertEqual(self.search(game="pylos", opening="1b2 1a1"), [third])     # another order, another position
        self.assertEqual(self.search(game="pylos", opening="1a1 1b1"), [])          # unlisted
        position = subprocess.run([PROGRAM, "apply", "pylos", "1d1", "1c2", "1a4"], stdout=subprocess.PIPE, text=True,
                                  check=True).stdout.strip()
        self.assertEqual(self.search(game="pylos", position=position), [second])
        now = int(time.time() * 1000)
        self.assertEqual(self.search(since=now - 60000, until=now + 60000), [third, second, first])
        self.assertEqual(self.search(since=now + 60000), [])
        self.assertEqual(self.search(until=now - 60000), [])
        self.assertEqual(self.search(rating=1), [])
        for wrong, why in (({"opening": "1a1"}, "no-such-game"), ({"game": "pylos", "opening": "1a1 1a1"}, "bad-opening"),
                           ({"game": "pylos", "position": "x"}, "bad-position")):
            for what in ("search", "explore"):
                self.line.send({"do": what, **wrong})
                self.assertEqual(self.line.wait("refused")["why"], why)
        # The explorer's counts equal those of the command, which reads all games.
        for where in ({}, {"opening": "1a1"}, {"opening": "1b2"}):
            there = subprocess.run([PROGRAM, "apply", "pylos", where["opening"]], stdout=subprocess.PIPE, text=True,
                                   check=True).stdout.strip() if where else "start"
            counted = [row[:5] for row in self.look("explore", "pylos", *(("--position", there) if where else ()))]
            self.assertEqual(sorted(self.explored(game="pylos", **where)), sorted(counted))
            self.assertTrue(counted)

    def test_exact_values_stand_beside_them(self):
        chance = random.Random(3)
        opened = self.line.ask({"do": "open", "game": "pyrga", "seats": ["me", "me"], "listed": True}, "opened")
        played = []
        while True:
            moves = self.line.ask({"do": "moves", "round": opened["round"]}, "moves")
            if not moves["moves"]:
                break
            played.append((moves["seat"], chance.choice(moves["moves"])))
            self.act(opened["round"], moves["number"], "move " + played[-1][1], moves["seat"])
        winner = self.look("list")[0][3]
        self.assertIn(winner, ("w", "b"))
        for left in (1, 2, 3):
            mover, move = played[-left]
            before = subprocess.run([PROGRAM, "apply", "pyrga", *(text for _, text in played[:-left])],
                                    stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
            values = {row[0]: row for row in self.look("explore", "pyrga", "--position", before)}
            self.assertEqual(len(values), 1)
            row, = values.values()
            self.assertEqual(row[1:5], ["1", "1", "0", "0"] if mover == winner else ["1", "0", "0", "1"])
            self.assertRegex(row[6], r"^(win|loss|draw)")
            if left == 1:
                self.assertRegex(row[6], "^win" if mover == winner else "^loss")

    def test_three_sides_are_compared_in_pairs(self):
        opened = self.line.ask({"do": "open", "game": "dorix-3", "seats": ["me", "me", "me"]}, "opened")
        chance = random.Random(1)
        while True:
            moves = self.line.ask({"do": "moves", "round": opened["round"]}, "moves")
            if not moves["moves"]:
                break
            self.act(opened["round"], moves["number"], "move " + chance.choice(moves["moves"]), moves["seat"])
        self.house.stop()
        winner = self.look("list")[0][3]
        self.assertIn(winner, ("w", "b", "r"))
        rows = self.look("advantage")
        self.assertEqual([row[:5] for row in rows], [["dorix-3", side, *(("2", "0", "0") if side == winner else ("0", "0", "1"))]
                                                     for side in "wbr"])
        self.assertEqual({row[9] for row in rows}, {"experimental"})
        self.assertEqual({row[6] for row in rows}, {"-"})   # one game is too little for a figure


if __name__ == "__main__":
    unittest.main()
