#!/usr/bin/env python3
"""The page's engine in matches, under node: test_node.py COLONNADE

It plays whole games of one two-sided ruleset per family against the native engine, and loses none by a fault.
"""
import json
import os
import subprocess
import sys
import unittest

COLONNADE = os.path.abspath(sys.argv.pop(1))
NODE = "node bench/node-engine"


class Node(unittest.TestCase):
    def test_the_page_s_engine_plays_whole_games(self):
        listed = subprocess.run([COLONNADE, "games", "--json"], capture_output=True, text=True, timeout=60, check=True).stdout
        games = {game["family"]: game["game"] for game in json.loads(listed)["games"] if game["sides"] == 2}
        for game in games.values():
            with self.subTest(game=game):
                command = [COLONNADE, "match", game, NODE, f"'{COLONNADE}' engine --hash 1", "--games", "2", "--nodes", "300", "--lang", "en"]
                done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("2/2 games", done.stdout)
                self.assertNotIn("forfeited", done.stdout)

    def test_it_answers_what_it_does_not_know(self):
        said = subprocess.run(NODE.split(), input="xyzzy\nsetoption name Game value pylos\nposition startpos moves 9z9\ngo nodes 100\nquit\n",
                              capture_output=True, text=True, timeout=60, check=True).stdout.splitlines()
        self.assertEqual(said[0], "info string unknown command: xyzzy")
        self.assertEqual(said[-1], "bestmove none")


if __name__ == "__main__":
    unittest.main()
