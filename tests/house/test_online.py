"""What the program says about a remote house: colonnade online ratings, archive, record and tournaments.

usage: test_online.py PROGRAM
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from wire import House

PROGRAM = os.path.abspath(sys.argv.pop(1))
GOOD = "seven quiet doves"
PATIENCE = 60


class Online(unittest.TestCase):
    def setUp(self):
        self.house = House(PROGRAM, arguments=["--accounts", "--unlimited"])
        self.addCleanup(shutil.rmtree, self.house.folder)
        self.addCleanup(self.house.stop)
        self.url = f"http://127.0.0.1:{self.house.port}/"
        self.state = tempfile.mkdtemp(prefix="colonnade-state-")
        self.addCleanup(shutil.rmtree, self.state)

    def run_it(self, command, *arguments, lang="en", status=0, given=None):
        done = subprocess.run([PROGRAM, command, *map(str, arguments), "--lang", lang], input=given, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, env={**os.environ, "XDG_DATA_HOME": self.state})
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout

    def online(self, what, *arguments, **more):
        return self.run_it("online", what, *arguments, **more)

    def account(self, name):
        line = self.house.line()
        line.ask({"do": "sign-up", "name": name, "password": GOOD}, "signed-in")
        return line

    def act(self, line, name, number, action):
        return line.ask({"do": "act", "round": name, "number": number, "action": action, "nonce": f"{number}-{action[:4]}"}, "done")["number"]

    def play(self, lines, game="pylos", rated=True, end="resign"):
        """Plays a listed game with one move by each side, which the first seat then ends; returns its name."""
        opened = lines[0].ask({"do": "open", "game": game, "seats": ["me", "open"], "rated": rated, "name": "Zoé"}, "opened")
        lines[1].ask({"do": "sit", "round": opened["round"], "name": "Max"}, "seated")
        number = 4
        for i in (0, 1):
            moves = lines[i].ask({"do": "moves", "round": opened["round"]}, "moves")
            number = self.act(lines[i], opened["round"], moves["number"], "move " + moves["moves"][i])
        self.act(lines[0], opened["round"], number, end)
        if rated:
            lines[1].wait("rated")
        return opened["round"]

    def until(self, wanted, what, *arguments):
        """What it prints, once that matches: standings and the archive lag by a moment."""
        end = time.monotonic() + PATIENCE
        while not re.search(wanted, said := self.online(what, *arguments)):
            self.assertLess(time.monotonic(), end, said)
            time.sleep(0.1)
        return said

    def test_ratings_and_archive(self):
        lines = [self.account("Ann Lee"), self.account("Bob Roe")]
        self.assertEqual(self.online("ratings", self.url, "pyrga"), "Nobody has played a rated game of it yet.\n")
        self.assertEqual(self.online("archive", self.url), "No finished game matches.\n")
        first = self.play(lines)
        second = self.play(lines[::-1])
        third = self.play([self.house.line(), self.house.line()], "pyrga", rated=False)
        self.assertRegex(self.online("ratings", self.url, "pylos"),
                         r"\ABlack counts as \d+ points stronger\.\nWhite won 0, drew 0 and lost 2\.\n"
                         r"1\. \w+ \w+: 1\d\d\d, provisional\n2\. \w+ \w+: 1\d\d\d, provisional\n\Z")
        self.assertRegex(self.online("ratings", self.url, "pylos", lang="fr"), "1\\. \\w+ \\w+\u00a0: 1\\d\\d\\d, provisoire\n")

        listed = self.until("#watch=" + first, "archive", self.url).splitlines()
        links = [f"{self.url}#watch={name}" for name in (third, second, first)]
        self.assertEqual([line.split()[-1] for line in listed], links)
        self.assertRegex(listed[0], r"^Pyrga\. White: Zoé, Black: Max\. Black won, 2 moves, \d{4}-\d\d-\d\d\. http")
        self.assertRegex(listed[2], r"^Pylos\. White: Ann Lee \(1500, provisional\), Black: Bob Roe \(1500, provisional\)\. ")
        self.assertRegex(listed[1], r"White: Bob Roe \(1\d+, provisional\), Black: Ann Lee \(1\d+, provisional\)\. Black won")
        self.assertIn("Blanc\u00a0: Zoé, Noir\u00a0: Max. Noir a gagné, 2 coups", self.online("archive", self.url, "--game", "pyrga", lang="fr"))
        for wanted, found in ((("--player", "ann"), links[1:]), (("--player", "max"), links[:1]), (("--game", "pyrga"), links[:1]),
                              (("--result", "black"), links), (("--result", "white"), []), (("--rating", 4000), [])):
            self.assertEqual(re.findall(r"http\S+", self.online("archive", self.url, *wanted)), found, wanted)

        # The record, on the standard output and as a file, and the game itself at a board.
        text = self.online("record", links[1])
        self.assertIn("Bob Roe", text)
        path = os.path.join(self.state, "game.txt")
        self.assertEqual(self.online("record", links[1], "--output", path), "")
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), text)
        self.assertIn("Black has won", self.run_it("play", "--load", path, "--plain", given="board\nquit\n"))
        self.assertIn("Black has won", self.run_it("play", "--watch", links[1], "--plain", given="board\nquit\n"))

    def test_more_than_one_page(self):
        line = self.house.line()
        for i in range(51):
            opened = line.ask({"do": "open", "game": "pylos", "seats": ["me", "me"], "listed": True, "name": f"N{i}"}, "opened")
            number = self.act(line, opened["round"], line.wait("round", round=opened["round"])["number"], "move 1a1")
            line.send({"do": "act", "round": opened["round"], "number": number, "action": "resign", "seat": "w", "nonce": "r"})
            line.wait("done", nonce="r")
            line.send({"do": "leave", "round": opened["round"]})
        said = self.online("archive", self.url)
        self.assertEqual(len(said.splitlines()), 51)
        more = re.search(r"There may be more: (--before) (\d+) goes on there", said.splitlines()[-1])
        last = self.online("archive", self.url, *more.groups())
        self.assertRegex(last, r"\APylos[^\n]*: N0, [^\n]*\n\Z")

    def test_tournaments(self):
        self.assertIn("no tournament yet", self.online("tournaments", self.url))
        self.assertEqual(self.online("tournaments", self.url, 1, status=1), "colonnade: there is no such tournament\n")
        run = lambda *what: self.house.look("tournament", *what, "--store", self.house.store)[1]
        run("new", "Autumn cup", "--game", "pylos", "--rounds", "2")
        run("new", "Spring cup", "--game", "pyrga", "--kind", "double", "--days", "1", "--start", "pair", "--rated")
        self.assertRegex(self.online("tournaments", self.url),
                         r"\A2\. Spring cup\. Open for entries\. Pyrga, Everybody meets everybody twice, one day per move, A pair of games, "
                         r"Rated, 0 players\.\n1\. Autumn cup\. Open for entries\. Pylos[^\n]*, Swiss system, 3 days per move, 0 players\.\n\Z")
        self.assertIn("Nobody has entered yet", self.online("tournaments", self.url, 1))
        self.account("Dora").ask({"do": "join", "tournament": 1}, "joined")
        self.run_it("account", "sign-in", self.url, "Dora", given=GOOD + "\n")
        tokens = {i: run("enter", "1", name).strip() for i, name in ((2, "Bob"), (3, "Cleo"))}
        run("start", "1")
        said = self.until(r"#watch=", "tournaments", self.url, 1)
        self.assertIn("You are number 1 in this tournament.\n", said)
        [bye] = re.findall(r"^(\w+): Bye$", said, re.M)
        game = re.search(r"^(\w+) against (\w+): under way\. \S+#watch=(\w+)$", said, re.M)
        self.assertEqual({bye, game.group(1), game.group(2)}, {"Dora", "Bob", "Cleo"})
        loser = next(i for i, name in ((2, "Bob"), (3, "Cleo")) if name in game.groups())
        winner = next(name for name in game.groups()[:2] if name != {2: "Bob", 3: "Cleo"}[loser])
        line, end = self.house.line(), time.monotonic() + PATIENCE
        while True:
            line.send({"do": "enter", "round": game.group(3), "token": tokens[loser]})
            while (state := line.next())["is"] not in ("round", "refused"):
                pass
            if state["is"] == "round":
                break
            self.assertLess(time.monotonic(), end)      # the house makes it within moments
            time.sleep(0.1)
        self.act(line, game.group(3), state["number"], "resign")
        said = self.until("Round 2 of 2", "tournaments", self.url, 1)
        self.assertIn(f"against {game.group(2)}: {winner} won. http", said)
        self.assertRegex(said, r"Standings\n1\. \w+( \(1500\))?, number \d\. Points: 1\. Buchholz: [\d.]+\. Sonneborn-Berger: [\d.]+\n")
        self.assertLess(said.index("\nRound 2\n"), said.index("\nRound 1\n"))
        french = self.online("tournaments", self.url, 1, lang="fr")
        self.assertIn(f"{winner} a gagné. http", french)
        self.assertIn("Ronde 2 sur 2", french)

    def test_what_is_wrong_is_said(self):
        for arguments, status, says in ((("ratings", self.url, "pyrgo"), 2, "did you mean pyrga"),
                                        (("ratings", "http://", "pyrga"), 2, "not an address of a house"),
                                        (("archive", self.url, "--result", "won"), 2, "--result takes"),
                                        (("archive", self.url, "--game", "chess"), 2, "no game is called"),
                                        (("record", self.url), 2, "no #watch"),
                                        (("record", f"{self.url}#watch=none"), 1, "there is no such game in this house"),
                                        (("record", f"{self.url}#watch=none", "--output", "/nowhere/x"), 1, "no such game"),
                                        (("tournaments", self.url, "-1"), 2, "unknown option|not the number"),
                                        (("tournaments", self.url, "one"), 2, "not the number of a tournament")):
            self.assertRegex(self.online(*arguments, status=status), says)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
