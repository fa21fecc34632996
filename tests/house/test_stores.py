"""A house moves: from a file to a PostgreSQL database and back, is backed up while it is open, and forgets people.

usage: test_stores.py PROGRAM
"""
import http.client
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from wire import House, Postgres

PROGRAM = os.path.abspath(sys.argv.pop(1))


def play(house, names=("Ann", "Bob"), **options):
    """A round of pylos with a move; its name and the tokens."""
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

    def start(self, store):
        house = House(PROGRAM, store=store)
        self.addCleanup(shutil.rmtree, house.folder, ignore_errors=True)
        self.addCleanup(lambda: house.process.poll() is None and house.stop())
        return house

    def test_a_house_moves_while_games_are_played(self):
        house = self.start(self.store("first.db"))
        name, tokens = play(house)
        # An open house can be copied, and not written to by anybody else.
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
        self.assertEqual(house.look("erase", tokens[1], "--store", house.store)[0], 1)      # it holds nothing now
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

    def other(self):
        return self.store("other.db")

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

    def other(self):
        return self.postgres.store()

    def test_a_database_that_falls_costs_what_was_on_its_way(self):
        house = self.start(self.other())
        name, tokens = play(house)
        line = house.line()
        line.ask({"do": "enter", "token": tokens[1], "round": name}, "round")
        self.postgres.restart()
        act(line, name, 5, "move 1b1", "n2")        # found again without anybody noticing
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
