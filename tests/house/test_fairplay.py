"""Rated games of a solved ruleset, and what the operator's commands say about their players.

usage: test_fairplay.py PROGRAM
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
GOOD = "seven quiet doves"
BY_CHANCE = 7      # random plies at first: from there on values are found quickly


class Counted:
    """The least that fair-play should report: it may know more values than were asked for here."""

    def __init__(self):
        self.moves = self.judged = self.decisions = self.kept = 0


def values(moves):
    """The move texts, each with `only`, `keeps`, `errs` or `unknown`."""
    said = subprocess.run([PROGRAM, "explore", "pyrga", *moves, "--nodes", "200000", "--lang", "en"], stdout=subprocess.PIPE,
                          text=True, check=True).stdout.splitlines()
    return {row.split("\t")[0]: row.split("\t")[2] for row in said[1:]}


class FairPlay(unittest.TestCase):
    def setUp(self):
        self.house = House(PROGRAM, arguments=["--accounts", "--unlimited"])
        self.addCleanup(shutil.rmtree, self.house.folder, ignore_errors=True)
        self.addCleanup(lambda: self.house.process.poll() is None and self.house.stop())
        self.lines = {}
        for name in ("Ann", "Bob"):
            self.lines[name] = self.house.line(timeout=60)
            self.addCleanup(self.lines[name].close)
            self.lines[name].ask({"do": "sign-up", "name": name, "password": GOOD}, "signed-in")
        self.nonces = 0

    def begin(self, first, second, **options):
        """Begins a rated game with `first` in White's seat; returns its name and its start."""
        wish = {"do": "open", "game": "pyrga", "seats": ["me", "open"], "rated": True, **options}
        name = self.lines[first].ask(wish, "opened")["round"]
        began = self.lines[first].wait("round", round=name)
        self.lines[second].ask({"do": "sit", "round": name}, "seated")
        return name, began

    def act(self, who, name, number, action):
        self.nonces += 1
        self.lines[who].ask({"do": "act", "round": name, "number": number, "action": action, "nonce": f"n{self.nonces}"}, "done")

    def play(self, chance, first, second, counted):
        """Plays to the end: Ann keeps the position's value wherever it is known, Bob gives something away."""
        name, _ = self.begin(first, second)
        played = []
        while True:
            moves = self.lines["Ann"].ask({"do": "moves", "round": name}, "moves")
            if not moves["moves"]:
                return name
            who = (first, second)["wb".index(moves["seat"])]
            known = values(played) if len(played) >= BY_CHANCE else dict.fromkeys(moves["moves"], "unknown")
            self.assertEqual(set(known), set(moves["moves"]))
            keep = [move for move, word in known.items() if word in ("only", "keeps")]
            err = [move for move, word in known.items() if word == "errs"]
            move = chance.choice((keep if who == "Ann" else err) or moves["moves"])
            self.count(counted[who], known, keep, move)
            self.act(who, name, moves["number"], "move " + move)
            played.append(move)

    def count(self, sums, known, keep, move):
        sums.moves += 1
        if "unknown" in known.values():
            return
        sums.judged += 1
        if 2 * len(keep) < len(known):
            sums.decisions += 1
            sums.kept += move in keep

    def rated(self, games):
        """`colonnade house ratings`, once so many games have counted."""
        end = time.monotonic() + 30
        while True:
            status, said = self.house.look("ratings", "--recompute", "--store", self.house.store)
            self.assertEqual(status, 0, said)
            if said == f"{games} games, {2 * games} ratings, 0 differ\n":
                return self.look("ratings")
            self.assertLess(time.monotonic(), end, said)
            time.sleep(0.1)

    def look(self, *arguments):
        status, said = self.house.look(*arguments, "--store", self.house.store)
        self.assertEqual(status, 0, said)
        return [line.split("\t") for line in said.splitlines()]

    def test_what_the_operator_sees(self):
        self.assertEqual(self.look("fair-play"), [])
        chance = random.Random(4)
        counted = {"Ann": Counted(), "Bob": Counted()}
        played = 0
        while not all(sums.decisions for sums in counted.values()) and played < 20:
            self.play(chance, *(("Ann", "Bob") if played % 2 == 0 else ("Bob", "Ann")), counted)
            played += 1
        self.rated(played)
        rows = {row[1]: row for row in self.look("fair-play")}
        self.assertEqual(set(rows), {"Ann", "Bob"})
        for name, row in rows.items():
            least = counted[name]
            games, moves, judged, decisions, kept = map(int, row[2:7])
            self.assertEqual((row[0], games, moves), ("pyrga", played, least.moves))
            self.assertGreater(least.decisions, 0)
            more = judged - least.judged
            self.assertGreaterEqual(more, 0)
            for there, here in ((decisions, least.decisions), (kept, least.kept), (decisions - kept, least.decisions - least.kept)):
                self.assertTrue(here <= there <= here + more, (name, row, vars(least)))
            self.assertEqual(row[7], f"{100 * kept / decisions:.1f}")
            self.assertEqual(row[8], "")        # too few games for a verdict
        self.assertEqual(counted["Ann"].kept, counted["Ann"].decisions)
        self.assertLess(counted["Bob"].kept, counted["Bob"].decisions)
        self.assertEqual(self.look("fair-play", "--player", "bob", "--game", "pyrga"), [rows["Bob"]])
        for wrong, says in ((("--player", "nobody"), "nobody"), (("--game", "dorix"), "dorix")):
            status, said = self.house.look("fair-play", *wrong, "--store", self.house.store)
            self.assertNotEqual(status, 0)
            self.assertIn(says, said)

    def test_a_rated_game_begins_from_a_fair_start(self):
        name, began = self.begin("Ann", "Bob", start="fair")
        self.assertTrue(began["rated"])
        self.assertEqual((began["start"], began["advantage"]), ("fair", 0))
        self.assertGreater(began["fair"], 0)
        self.act("Bob", name, 4, "resign")
        header, *rows = self.rated(1)
        self.assertEqual(header, ["# pyrga", "+0", "0", "0", "0"])      # a fair start says nothing about seats
        self.assertEqual([row[:3] for row in rows], [["pyrga", "Ann", "1662?"], ["pyrga", "Bob", "1338?"]])
        # A game from the usual start does; and a pair with swapped seats counts as two games.
        one, began = self.begin("Ann", "Bob", start="pair")
        self.assertEqual((began["start"], began["rated"], began["pair"]["game"]), ("pair", True, 1))
        self.act("Bob", one, 4, "resign")
        two = self.lines["Bob"].wait("next", round=one)["next"]
        for line in self.lines.values():
            self.assertEqual(line.ask({"do": "enter", "round": two}, "round")["pair"]["game"], 2)
        self.act("Bob", two, 4, "resign")
        header, *rows = self.rated(3)
        self.assertEqual(header[2:], ["1", "0", "1"])                   # White won the first, Black the second
        self.assertEqual([row[1] for row in rows], ["Ann", "Bob"])
        said = self.lines["Ann"].ask({"do": "account"}, "account")
        self.assertEqual([(r["game"], f"{r['rating']}?") for r in said["ratings"]], [("pyrga", rows[0][2])])


if __name__ == "__main__":
    unittest.main()
