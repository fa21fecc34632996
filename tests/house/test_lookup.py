"""Exact values from a house with tables: over HTTP, and for the program with --probe.

usage: test_lookup.py PROGRAM FRAGILE
FRAGILE answers from made-up tables (made_up.h): nothing else could find these values.
"""
import json
import os
import shutil
import subprocess
import sys
import unittest
import urllib.error
import urllib.parse
import urllib.request

from wire import House

PROGRAM, FRAGILE = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
START = "..../..../..../....|.../.../...|../..|. w"


class LookupTest(unittest.TestCase):
    def setUp(self):
        self.house = House(FRAGILE, environment={"COLONNADE_MADE_UP": "1"})
        self.addCleanup(shutil.rmtree, self.house.folder, ignore_errors=True)
        self.addCleanup(self.stop)
        self.url = f"http://127.0.0.1:{self.house.port}/"

    def stop(self):
        if self.house.process.poll() is None:
            self.house.stop()

    def get(self, game, **arguments):
        query = urllib.parse.urlencode(arguments)
        try:
            with urllib.request.urlopen(f"{self.url}probe/{game}?{query}", timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""

    def run_program(self, *words, status=0):
        done = subprocess.run([PROGRAM, *words, "--lang", "en"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def test_over_http(self):
        status, text = self.get("pylos.txt", position=START)
        self.assertEqual(status, 200)
        lines = text.splitlines()
        self.assertEqual((lines[0], len(lines)), ("win 5", 17))
        self.assertIn("1a2 win 7", lines)
        self.assertIn("1a1 loss 6", lines)
        for game, position, wanted in (("pilea.txt", START, 404), ("chess.txt", START, 404), ("pylos.txt", "x", 400),
                                       ("pylos.txt", "", 400), ("pylos.txt", "w" * 3000, 400), ("pylos", START, 404),
                                       ("%2e%2e/pylos.txt", START, 404)):
            self.assertEqual(self.get(game, position=position)[0], wanted, (game, position))

    def test_one_address_may_ask_for_so_much(self):
        answers = [self.get("pylos.txt", position=START)[0] for _ in range(100)]
        self.assertEqual(set(answers), {200, 429})
        self.assertGreaterEqual(answers.count(200), 60)
        self.assertEqual(self.house.line().ask({"do": "ping"}, "pong")["is"], "pong")

    def test_the_explorer_asks_the_house(self):
        """The explorer learns from the house what it could not know otherwise."""
        probed = self.get("pylos.txt", position=START)[1].splitlines()
        lines = [line.split("\t") for line in self.run_program("explore", "pylos", "--probe", self.url).splitlines()]
        self.assertEqual(lines[0], lines[1][1:2])        # the start is as good as its best move, whatever value was made up for it
        self.assertEqual(sorted(" ".join(line[:2]) for line in lines[1:]), sorted(probed[1:]))
        for line in lines[1:]:
            self.assertEqual(line[2] == "errs", line[1].startswith("loss"), line)
        self.assertEqual({line[2] for line in lines[1:]}, {"keeps", "errs"})
        found = json.loads(self.run_program("explore", "pylos", "1a2", "--json", "--probe", self.url))
        self.assertEqual((found["known"], {m["source"] for m in found["moves"]}), (found["count"], {"table"}))
        self.assertIn("not an address", self.run_program("explore", "pylos", "--probe", "nowhere", status=2))

    def test_the_program_asks_the_house(self):
        text = self.get("pylos.txt", position=START)[1]
        self.assertEqual(self.run_program("probe", "pylos", "--probe", self.url), text)
        found = json.loads(self.run_program("probe", "pylos", "--json", "--probe", self.url))
        self.assertEqual(found["value"], {"result": "win", "plies": 5})
        best = self.run_program("analyse", "pylos", "--probe", self.url).splitlines()
        self.assertIn("exact", best[0])
        self.assertEqual(best[1].split()[1:3], ["win", "7"])

    def test_level_ten_plays_by_it(self):
        good = {line.split()[0] for line in self.get("pylos.txt", position=START)[1].splitlines()[1:] if " win " in line}
        with subprocess.Popen([PROGRAM, "engine", "pylos", "--level", "10", "--probe", self.url], text=True, bufsize=1,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
            engine.stdin.write("ugi\nposition startpos\ngo movetime 100\n")
            said = engine.stdout.readline()
            while not said.startswith("bestmove"):
                self.assertTrue(said, "the engine ended")
                said = engine.stdout.readline()
            engine.stdin.write("quit\n")
        self.assertIn(said.split()[1], good)

    def test_without_an_answer(self):
        self.assertIn("has no table of pilea", self.run_program("probe", "pilea", "--probe", self.url, status=1))
        self.assertIn("not an address", self.run_program("probe", "pylos", "--probe", "nowhere", status=2))
        self.assertIn("not an address", self.run_program("analyse", "pylos", "--probe", "/tmp", status=2))
        self.house.stop()
        # Then the engine thinks for itself.
        self.assertIn("\n", self.run_program("analyse", "pylos", "--time", "0.1", "--probe", self.url))


if __name__ == "__main__":
    unittest.main(warnings="ignore")
