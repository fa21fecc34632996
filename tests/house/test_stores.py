"""A house moves: from a file to a PostgreSQL database and back, is backed up while it is open, and forgets people.

usage: test_stores.py PROGRAM
"""
import http.client
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from authenticator import Passkey
from wire import House, Postgres

PROGRAM = os.path.abspath(sys.argv.pop(1))
GOOD = "seven quiet doves"
PATIENCE = 60


def play(house, names=("Ann", "Bob"), **options):
    """Plays a move in a new round of Pylos; returns its name and the tokens."""
    ann, bob = house.line(), house.line()
    opened = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "name": names[0], **options}, "opened")
    tokens = [seat["token"] for seat in opened["seats"]]
    bob.ask({"do": "sit", "token": tokens[1], "name": names[1]}, "seated")
    act(ann, opened["round"], 4, "move 1a1", "n1")
    ann.close()
    bob.close()
    return opened["round"], tokens


def act(line, name, number, action, nonce):
    return line.ask({"do": "act", "round": name, "number": number, "action": action, "nonce": nonce}, "done")


class Stores(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="colonnade-stores-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def store(self, name):
        return os.path.join(self.folder, name)

    def start(self, store, *arguments):
        house = House(PROGRAM, arguments=arguments, store=store)
        self.addCleanup(shutil.rmtree, house.folder, ignore_errors=True)
        self.addCleanup(lambda: house.process.poll() is None and house.stop())
        return house

    def test_a_house_moves_while_games_are_played(self):
        house = self.start(self.store("first.db"))
        name, tokens = play(house)
        # An open house can be copied, but nobody else may write to it.
        self.assertEqual(house.look("backup", self.store("backup.db"), "--store", house.store)[0], 0)
        status, said = house.look("restore", self.store("backup.db"), "--store", house.store)
        self.assertEqual(status, 3)
        self.assertIn("another program is using", said)
        house.stop()
        moved = self.other()
        status, said = house.look("copy", house.store, moved)
        self.assertEqual((status, said.split(",")[0]), (0, "1 rounds"), said)
        status, said = house.look("copy", house.store, moved)
        self.assertEqual(status, 3)
        self.assertIn("not empty", said)
        there = self.start(moved)
        bob = there.line()
        bob.ask({"do": "enter", "token": tokens[1], "round": name}, "round")
        act(bob, name, 5, "move 1b1", "n2")
        self.assertEqual(there.stop(), 0)
        self.assertEqual(there.verify(), (0, "1 rounds, 6 events, 0 wrong\n"))
        self.assertEqual(there.look("backup", self.store("last.db"), "--store", moved)[0], 0)
        self.assertEqual(there.look("events", name, "--store", self.store("last.db")),
                         there.look("events", name, "--store", moved))

    def test_a_person_is_forgotten(self):
        house = self.start(self.other())
        name, tokens = play(house, ("Ann", "Doe, née O'Hara"), listed=True)
        other, _ = play(house)
        ann = house.line()
        ann.ask({"do": "enter", "token": tokens[0], "round": name}, "round")
        act(ann, name, 5, "resign", "n2")
        going = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "me"], "name": "Ann"}, "opened")
        token = going["seats"][0]["token"]
        path = ann.ask({"do": "feed", "token": tokens[1]}, "feed")["path"]
        self.assertEqual(self.feed(house, path), 200)
        house.stop()
        status, said = house.look("export", "--store", house.store)
        self.assertEqual(status, 0)
        self.assertIn("Doe, née O'Hara", said)
        self.assertEqual(house.look("erase", tokens[1], "--store", house.store), (0, "1 seats, 0 under way\n"))
        self.assertEqual(house.look("erase", tokens[1], "--store", house.store)[0], 1)      # the token holds nothing now
        self.assertEqual(house.look("erase", token, "--store", house.store), (0, "0 seats, 2 under way\n"))
        for what in (("events", name), ("record", name), ("list",), ("export",)):
            status, said = house.look(*what, "--store", house.store)
            self.assertEqual(status, 0)
            self.assertNotIn("Doe", said)
        self.assertIn("Ann", house.look("events", name, "--store", house.store)[1])
        self.assertIn("Bob", house.look("events", other, "--store", house.store)[1])
        self.assertIn(" 0 wrong", house.verify()[1])
        self.assertTrue(house.start())
        line = house.line()
        line.send({"do": "enter", "token": tokens[1], "round": name})
        while (message := line.next())["is"] == "welcome":
            pass
        self.assertEqual(message.get("why"), "no-such-token")
        self.assertEqual(self.feed(house, path), 404)

    def test_tournaments_ratings_and_passkeys_move_along(self):
        """From one store to another, into a file and out of it again: the house knows the same things, and goes
        on."""
        house = self.start(self.store("first.db"), "--accounts", "--unlimited")
        key, codes = self.with_passkey(house)
        lines = [house.line(), house.line()]
        sessions = [line.ask({"do": "sign-up", "name": name, "password": GOOD, "device": "here"}, "signed-in")
                    for line, name in zip(lines, ("Bob", "Cleo"))]
        self.rate(lines)
        lines[0].ask({"do": "block", "name": "Cleo"}, "blocked")
        tokens = self.begin_cup(house)
        gone = house.line()
        gone.ask({"do": "sign-up", "name": "Passer-by", "password": GOOD}, "signed-in")
        gone.ask({"do": "join", "tournament": 2}, "joined")
        gone.ask({"do": "erase", "password": GOOD}, "erased")
        before = self.knows(house)
        self.assertIn("Cup", before[("tournament", "list")])
        self.assertIn("Bob\t1", before[("ratings",)])

        moved, file, last = self.other(), self.store("backup.db"), self.other("last")
        self.assertEqual(house.look("backup", self.store("open.db"), "--store", house.store)[0], 0)      # while it is open
        self.assertEqual(self.knows(house, self.store("open.db")), before)
        house.stop()
        for command in (("copy", house.store, moved), ("backup", file, "--store", moved), ("restore", file, "--store", last)):
            status, said = house.look(*command)
            self.assertEqual(status, 0, said)
        for store in (moved, file, last):
            self.assertEqual(self.knows(house, store), before)
            self.assertEqual(house.look("copy", house.store, store)[0], 3)

        # And it goes on there: sessions, codes, passkeys, blocks, links of guests, pairings and ratings.
        there = self.start(last, "--accounts", "--unlimited")
        lines = [there.line(), there.line()]
        for line, session, name in zip(lines, sessions, ("Bob", "Cleo")):
            line.ask({"do": "sign-in", "token": session["token"]}, "signed-in", name=name)
        own = lines[0].ask({"do": "account"}, "account")
        self.assertEqual((own["blocked"], [r["game"] for r in own["ratings"]]), (["Cleo"], ["pylos"]))
        lines[0].ask({"do": "block", "name": "Cleo", "on": False}, "blocked")
        self.rate(lines)
        if key:
            key.origin = f"http://localhost:{there.port}"
            page = there.line(headers=[f"Host: localhost:{there.port}", f"Origin: {key.origin}"])
            challenge = page.ask({"do": "challenge"}, "challenge")["challenge"]
            page.ask({"do": "sign-in", "passkey": key.sign(challenge)}, "signed-in", name="Dora")
            page.ask({"do": "recover", "name": "Dora", "code": codes[0], "password": "eight quiet doves"}, "signed-in")
        self.end_cup(there, tokens)
        self.assertEqual(there.look("ratings", "--recompute", "--store", last)[0], 0)
        there.stop()

        # Erasing a guest of a tournament removes them from its games and its table, and nobody else.
        status, said = there.look("erase", tokens[1], "--store", last)
        self.assertEqual((status, said), (0, "1 seats, 0 under way\n"))
        for what in (("tournament", "show", "1"), ("list",), ("export", "--all")):
            said = there.look(*what, "--store", last)[1]
            self.assertNotIn("Guest One", said)
            self.assertIn("Guest Two", said)
        self.assertIn(" 0 wrong", there.verify()[1])

    def test_a_guest_of_a_tournament_is_forgotten(self):
        house = self.start(self.other())
        tokens = self.begin_cup(house)
        token = house.look("tournament", "enter", "3", "Guest Three", "--store", house.store)[1].strip()
        show = lambda number: house.look("tournament", "show", number, "--store", house.store)[1]
        house.stop()
        # A player stays while their game is under way; whoever only entered is gone, and is no longer paired.
        self.assertEqual(house.look("erase", tokens[1], "--store", house.store), (0, "0 seats, 1 under way\n"))
        self.assertIn("Guest One", show("1"))
        self.assertEqual(house.look("erase", token, "--store", house.store), (0, "0 seats, 0 under way\n"))
        self.assertEqual(house.look("erase", token, "--store", house.store)[0], 1)
        self.assertNotIn("Guest Three", show("3"))
        self.assertIn("two players", house.look("tournament", "start", "3", "--lang", "en", "--store", house.store)[1])
        house.start()
        self.end_cup(house, tokens)

    def with_passkey(self, house):
        """Dora, whose account has a passkey and no password; None where passkeys are missing."""
        origin = f"http://localhost:{house.port}"
        line = house.line(headers=[f"Host: localhost:{house.port}", f"Origin: {origin}"])
        if not line.wait("welcome")["passkeys"]:
            return None, None
        key = Passkey(origin)
        self.addCleanup(key.close)
        asked = line.ask({"do": "challenge"}, "challenge")
        key.user = asked["user"]
        made = line.ask({"do": "sign-up", "name": "Dora", "made": key.make(asked["challenge"]), "label": "my key"}, "signed-in")
        return key, made["codes"]

    def rate(self, lines):
        """A rated game, which the second of them loses."""
        opened = lines[0].ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "rated": True, "listed": True}, "opened")
        lines[1].ask({"do": "sit", "token": opened["seats"][1]["token"]}, "seated")
        act(lines[0], opened["round"], 4, "move 1a1", "m1")
        act(lines[1], opened["round"], 5, "resign", "m2")
        return lines[0].wait("rated")["seats"]

    def begin_cup(self, house):
        """A Swiss tournament of two guests whose first game exists; returns their tokens by number."""
        run = lambda *what: house.look("tournament", *what, "--store", house.store)
        self.assertEqual(run("new", "Cup", "--game", "pylos", "--rounds", "1"), (0, "1\n"))
        self.assertEqual(run("new", "Another", "--game", "pyrga", "--kind", "double", "--rated")[0], 0)
        tokens = {number: run("enter", "1", name)[1].strip() for number, name in ((1, "Guest One"), (2, "Guest Two"))}
        run("enter", "2", "Bob")
        self.assertEqual(run("new", "Third", "--game", "pylos"), (0, "3\n"))
        self.assertNotEqual(run("enter", "3", "Guest Four")[1], "")
        self.assertEqual(run("start", "1")[0], 0)
        self.enter(house, tokens[1])
        return tokens

    def enter(self, house, token):
        """The game of a tournament; the house takes a moment to make it."""
        line, end = house.line(), time.monotonic() + PATIENCE
        while True:
            line.ask({"do": "tournament", "tournament": 1}, "tournament")       # asking makes it look at once
            line.send({"do": "enter", "token": token})
            while (state := line.next())["is"] not in ("round", "refused"):
                pass
            if state["is"] == "round":
                return line, state
            self.assertLess(time.monotonic(), end, state)
            time.sleep(0.1)

    def end_cup(self, house, tokens):
        line, state = self.enter(house, tokens[1])
        act(line, state["round"], state["number"], "resign", "c1")
        end = time.monotonic() + PATIENCE
        while (found := line.ask({"do": "tournament", "tournament": 1}, "tournament"))["state"] != "over":
            self.assertLess(time.monotonic(), end, found)
            time.sleep(0.1)
        self.assertEqual([(p["name"], p["points"]) for p in found["players"]], [("Guest Two", 1), ("Guest One", 0)])

    def knows(self, house, store=None):
        """What the operator's commands say about a store."""
        said = {}
        for what in (("verify",), ("list",), ("export", "--all"), ("ratings",), ("ratings", "--recompute"), ("advantage",),
                     ("account", "list"), ("account", "reports"), ("tournament", "list"), ("tournament", "show", "1"),
                     ("tournament", "show", "2")):
            status, said[what] = house.look(*what, "--lang", "en", "--store", store or house.store)
            self.assertEqual(status, 0, (what, said[what]))
        return said

    def other(self, name="other"):
        return self.store(name + ".db")

    def feed(self, house, path):
        c = http.client.HTTPConnection("127.0.0.1", house.port, timeout=60)
        c.request("GET", path)
        status = c.getresponse().status
        c.close()
        return status


@unittest.skipUnless(os.path.isdir("/usr/lib/postgresql"), "there is no PostgreSQL here")
class InPostgres(Stores):
    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()
        cls.addClassCleanup(cls.postgres.stop)

    def other(self, name=""):
        return self.postgres.store()

    def test_a_database_that_falls_costs_what_was_on_its_way(self):
        house = self.start(self.other())
        name, tokens = play(house)
        line = house.line()
        line.ask({"do": "enter", "token": tokens[1], "round": name}, "round")
        self.postgres.restart()
        act(line, name, 5, "move 1b1", "n2")        # reconnected without anybody noticing
        house.stop()
        self.assertEqual(house.verify(), (0, "1 rounds, 6 events, 0 wrong\n"))

    def test_a_password_is_not_shown(self):
        done = subprocess.run([PROGRAM, "serve", "--lang", "en", "--port", "0", "--store",
                               "postgresql://ann:secret@127.0.0.1:1/games"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=60)
        self.assertEqual(done.returncode, 3)
        self.assertIn("PostgreSQL:games", done.stdout)
        self.assertNotIn("secret", done.stdout)


if __name__ == "__main__":
    unittest.main()
