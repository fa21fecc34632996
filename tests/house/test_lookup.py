"""Exact values from a house with tables: over HTTP, and for the program with --probe.

usage: test_lookup.py PROGRAM FRAGILE
FRAGILE answers from made-up tables (made_up.h): nothing else could find these values.
"""
import json
import os
import re
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
GAME = "1a1 1b1 1c1 1d1 1a2 1b2".split()


class LookupTest(unittest.TestCase):
    def setUp(self):
        self.open_house()

    def open_house(self, **environment):
        self.house = House(FRAGILE, environment={"COLONNADE_MADE_UP": "1", **environment})
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

    def run_program(self, *words, status=0, typed=""):
        homes = {name: self.house.folder for name in ("XDG_STATE_HOME", "XDG_DATA_HOME")}
        done = subprocess.run([PROGRAM, *words, "--lang", "en"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=60, check=False, input=typed, env={**os.environ, **homes})
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

    def values(self, position):
        """What the house says about each move."""
        return dict(line.split(" ", 1) for line in self.get("pylos.txt", position=position)[1].splitlines()[1:])

    def test_a_game_in_the_terminal(self):
        """Level 10 begins with a move that wins; hint and analysis after it are exact."""
        said = self.run_program("play", "pylos", "--seats", "10,human", "--events", "--probe", self.url, typed="hint\nanalyse\nquit\n")
        played = re.search(r"^! \d+ \d+ moved w 0 \d+ (\S+)$", said, re.MULTILINE).group(1)
        self.assertEqual(self.values(START)[played], "win 7", said)
        values = self.values(self.run_program("apply", "pylos", played).strip())
        worth = dict(re.findall(r"^! worth (\S+) (.+)$", said, re.MULTILINE))
        self.assertTrue(worth)
        self.assertEqual(worth, {move: values[move] for move in worth})
        hint = re.search(r"^! hint (\S+) (.+)$", said, re.MULTILINE).groups()
        self.assertEqual(hint, (hint[0], values[hint[0]]))
        self.assertEqual(hint[1], "win 7", "the best one")
        self.assertIn(f"{hint[0]} is best: a win in 7 plies, exact, from a table.", said)
        self.assertIn("not an address", self.run_program("play", "pylos", "--probe", "nowhere", status=2))

    def test_a_review_of_a_game(self):
        """Every move is judged by the table, although the house has been asked too often just before."""
        known = [self.values(self.run_program("apply", "pylos", *GAME[:ply]).strip() if ply else START)
                 for ply in range(len(GAME))]
        for _ in range(100):
            if self.get("pylos.txt", position=START)[0] == 429:
                break
        else:
            self.fail("the house answers everything")
        record = '[Game "pylos"]\n\n' + " ".join(GAME) + " ongoing\n"
        found = json.loads(self.run_program("review", "-", "--json", "--nodes", "100", "--probe", self.url, typed=record))
        self.assertEqual([m["move"] for m in found["moves"]], GAME)
        worth = lambda value: f"{value['result']} {value.get('plies')}"
        marks = []
        for move, values in zip(found["moves"], known):
            best = max(values.values())         # "win 7", or else "loss 6"
            marks.append(move["mark"])
            self.assertEqual(worth(move["value"]), values[move["move"]])
            self.assertEqual((worth(move["best"]["value"]), values[move["best"]["move"]]), (best, best))
            self.assertEqual(move["mark"], "fine" if values[move["move"]] == best else "blunder")
        self.assertIn("blunder", marks)
        self.assertIn("(exact, from a table)", " ".join(found["record"].split()))
        self.assertIn("not an address", self.run_program("review", "-", "--probe", "nowhere", status=2, typed=record))

    def test_a_house_that_reads_from_its_disk(self):
        """It gives up for now; who needs the answer asks again."""
        wanted = self.get("pylos.txt", position=START)[1]
        self.stop()
        self.open_house(COLONNADE_COLD="7")
        self.assertEqual(self.get("pylos.txt", position=START), (503, ""))
        self.assertEqual(self.run_program("probe", "pylos", "--probe", self.url), wanted)

    def test_without_an_answer(self):
        self.assertIn("has no table of pilea", self.run_program("probe", "pilea", "--probe", self.url, status=1))
        self.assertIn("not an address", self.run_program("probe", "pylos", "--probe", "nowhere", status=2))
        self.assertIn("not an address", self.run_program("analyse", "pylos", "--probe", "/tmp", status=2))
        self.house.stop()
        # Then the engine thinks for itself.
        self.assertIn("\n", self.run_program("analyse", "pylos", "--time", "0.1", "--probe", self.url))


if __name__ == "__main__":
    unittest.main(warnings="ignore")
