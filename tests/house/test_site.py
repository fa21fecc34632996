"""Two servers on one PostgreSQL database are one house, whatever somebody asks for and whichever of them crashes.

usage: test_site.py PROGRAM FRAGILE DOCUMENT
"""
import http.client
import os
import signal
import socket
import struct
import sys
import time
import unittest

from site_servers import Site
from wire import Closed

PROGRAM, FRAGILE, DOCUMENT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)


def letters(message):
    return message["events"][-1].split()[2]


@unittest.skipUnless(os.path.isdir("/usr/lib/postgresql"), "there is no PostgreSQL here")
class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = Site(2, PROGRAM, FRAGILE, DOCUMENT, proxy=False)
        cls.addClassCleanup(cls.site.close)

    def setUp(self):
        for server in self.site.servers:
            if server.process.poll() is not None:
                self.site.start(server)
        self.site.wait()
        self.home, self.other = self.site.servers

    def open(self, line, seats=("me", "link"), **options):
        opened = line.ask({"do": "open", "game": "pylos", "seats": list(seats), **options}, "opened")
        return opened["round"], [seat.get("token") for seat in opened["seats"]]

    def pair(self, **options):
        """A round on one server with a player at each; returns its name, the connections and the tokens."""
        ann, bob = self.home.line(), self.other.line()
        name, tokens = self.open(ann, **options)
        bob.ask({"do": "sit", "token": tokens[1]}, "seated", round=name)
        return name, ann, bob, tokens

    def act(self, line, name, number, action, nonce):
        return line.ask({"do": "act", "round": name, "number": number, "action": action, "nonce": nonce}, "done")["number"]

    def back(self, server, token):
        """Reconnects, as often as it takes; returns the connection and the state of the round. bench/site-kill
        measures how long that takes."""
        end = time.monotonic() + 60
        while True:
            try:
                line = server.line()
                return line, line.ask({"do": "enter", "token": token}, "round")
            except (Closed, OSError, AssertionError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def test_people_at_two_servers_play_each_other(self):
        name, ann, bob, tokens = self.pair()
        self.assertEqual(ann.wait("here", seats="wb")["watching"], 0)
        self.act(ann, name, 4, "move 1a1", "a")
        self.assertEqual(letters(bob.wait("events", **{"from": 5})), "moved")
        self.act(bob, name, 5, "move 1b1", "b")
        self.assertEqual(self.act(bob, name, 4, "move 1b1", "b"), 6)        # the same answer again
        self.assertEqual(letters(ann.wait("events", **{"from": 6})), "moved")
        bob.send({"do": "say", "round": name, "phrase": "hello"})
        self.assertEqual(ann.wait("said")["seat"], "b")
        cleo = self.other.line()
        cleo.ask({"do": "enter", "round": name}, "round")
        self.assertEqual(ann.wait("here", watching=1)["seats"], "wb")
        self.assertTrue(cleo.ask({"do": "moves", "round": name}, "moves")["moves"])
        self.assertIn("1a1", cleo.ask({"do": "record", "round": name}, "record")["text"])
        bob.send({"do": "leave", "round": name})
        self.assertEqual(ann.wait("here", seats="w")["watching"], 1)
        # Somebody's games and their feed, whichever server is asked.
        for server in self.site.servers:
            line = server.line()
            mine = line.ask({"do": "mine", "tokens": tokens}, "mine")["rounds"]
            self.assertEqual([(entry["round"], entry["seat"], entry["moves"]) for entry in mine], [(name, "w", 2), (name, "b", 2)])
            path = line.ask({"do": "feed", "token": tokens[0]}, "feed")["path"]
            c = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            c.request("GET", path)
            self.assertIn(b"1b1", c.getresponse().read())
            c.close()

    def test_rematches_follow(self):
        name, ann, bob, tokens = self.pair()
        self.act(ann, name, 4, "move 1a1", "a")
        self.act(bob, name, 5, "move 1b1", "b")
        self.act(bob, name, 6, "resign", "c")
        number = ann.ask({"do": "moves", "round": name}, "moves")["number"]
        number = self.act(ann, name, number, "offer rematch", "d")
        bob.send({"do": "act", "round": name, "number": number, "action": "yes rematch", "nonce": "e"})
        following = bob.wait("next")["next"]
        self.assertEqual(bob.ask({"do": "enter", "token": tokens[1]}, "round")["round"], following)
        self.assertEqual(ann.ask({"do": "enter", "token": tokens[0]}, "round")["you"], "b")
        self.act(bob, following, 4, "move 1a1", "a")

    def test_the_lobby_is_one(self):
        ann, bob = self.home.line(), self.other.line()
        bob.ask({"do": "lobby"}, "lobby")
        name, _ = self.open(ann, ("me", "open"), clock="increment:300000+3000")
        lobby = bob.wait("lobby")
        while name not in [entry["round"] for entry in lobby["open"]]:
            lobby = bob.wait("lobby")
        self.assertGreaterEqual(lobby["here"], 2)
        seated = bob.ask({"do": "sit", "round": name}, "seated")
        self.assertEqual(seated["seat"], "b")
        while name not in [entry["round"] for entry in bob.wait("lobby")["playing"]]:
            pass
        # Two guests have two numbers, and keep them.
        players = [line.split()[-1] for line in self.home.line().ask({"do": "enter", "round": name}, "round")["events"] if " sat " in line]
        self.assertEqual(len(set(players)), 2)
        self.assertTrue(all(player.startswith("~") for player in players))
        again, _ = self.open(bob)
        self.assertIn(players[1], self.home.line().ask({"do": "enter", "round": again}, "round")["events"][1])

    def test_levels_play_on_both(self):
        for server in self.site.servers:
            line = server.line()
            name, _ = self.open(line, ("me", "level:1"))
            self.act(line, name, 4, "move 1a1", "a")
            self.assertIn("moved b", line.wait("events", **{"from": 6})["events"][0])

    def test_a_server_that_falls_is_replaced(self):
        name, ann, bob, tokens = self.pair(clock="increment:300000+3000")
        self.act(ann, name, 4, "move 1a1", "a")
        self.home.kill()
        with self.assertRaises(Closed):
            while True:
                bob.next()
        bob, stands = self.back(self.other, tokens[1])
        self.assertTrue(any(" moved w 0 " in line for line in stands["events"]))
        self.assertEqual(bob.ask({"do": "act", "round": name, "number": 4, "action": "x", "nonce": "a", "id": 1}, "refused", re="1")["why"],
                         "bad-action")
        self.act(bob, name, stands["number"], "move 1b1", "b")

    def test_a_server_that_is_stopped_hands_over(self):
        name, ann, bob, tokens = self.pair(clock="increment:300000+3000")
        self.act(ann, name, 4, "move 1a1", "a")
        self.assertEqual(self.home.stop(), 0)
        with self.assertRaises(Closed) as closed:
            while True:
                bob.next()
        self.assertEqual(closed.exception.args[0], 1012)
        bob, stands = self.back(self.other, tokens[1])
        self.assertNotIn("restarted", [line.split()[2] for line in stands["events"]])       # nobody noticed
        self.act(bob, name, stands["number"], "move 1b1", "b")

    def test_who_slept_cannot_write(self):
        name, ann, bob, tokens = self.pair(clock="increment:300000+3000")
        self.act(ann, name, 4, "move 1a1", "a")
        before = self.site.leases()
        self.home.process.send_signal(signal.SIGSTOP)
        try:
            # A message that arrives while it sleeps is read afterwards, too late to count.
            ann.send({"do": "act", "round": name, "number": 5, "action": "resign", "nonce": "late"})
            bob, stands = self.back(self.other, tokens[1])
            number = self.act(bob, name, stands["number"], "move 1b1", "b")
        finally:
            self.home.process.send_signal(signal.SIGCONT)
        with self.assertRaises(Closed):
            while True:
                self.assertNotEqual(ann.next()["is"], "done")
        self.site.wait()
        self.assertEqual(set(self.site.leases()), set(before))      # it serves as before
        ann, stands = self.back(self.home, tokens[0])
        self.assertEqual(stands["number"], number)
        self.act(ann, name, number, "move 1c1", "c")

    def test_a_database_that_falls_takes_nothing_with_it(self):
        name, ann, bob, tokens = self.pair(clock="increment:300000+3000")
        self.act(ann, name, 4, "move 1a1", "a")
        before = self.site.leases()
        self.site.database.restart()
        bob, stands = self.back(self.other, tokens[1])
        while True:
            try:
                self.act(bob, name, stands["number"], "move 1b1", "b")
                break
            except (AssertionError, Closed, OSError):
                bob, stands = self.back(self.other, tokens[1])
        self.assertEqual(self.site.leases(), before)
        self.assertEqual(self.site.verify()[0], 0)

    def test_a_tournament_is_one(self):
        def run_it(*words):
            code, said = self.home.look("tournament", *words, "--store", self.site.store)
            self.assertEqual(code, 0, said)
            return said.strip()

        def until(what):
            end = time.monotonic() + 60
            while True:
                line = self.other.line()
                found = line.ask({"do": "tournament", "tournament": number}, "tournament")
                line.close()
                if what(found):
                    return found
                self.assertLess(time.monotonic(), end, found)
                time.sleep(0.1)

        number, tokens = int(run_it("new", "Cup", "--game", "pylos", "--rounds", "2")), {}
        for i in range(8):
            line = (self.home if i % 2 else self.other).line()
            joined = line.ask({"do": "join", "tournament": number, "name": f"P{i}"}, "joined")
            tokens[joined["number"]] = joined["token"]
            line.close()
        self.assertEqual(sorted(tokens), list(range(1, 9)))
        run_it("start", str(number))
        for turn in (1, 2):
            games = [g for g in until(lambda t: t["round"] == turn)["games"] if g[0] == turn]
            self.assertEqual(sorted(p for g in games for p in g[1:3]), list(range(1, 9)))
            for i, g in enumerate(games):       # whichever server has the game, and whichever is asked
                line, state = self.back((self.home, self.other)[i % 2], tokens[g[2]])
                while state["round"] != g[4]:
                    line, state = self.back((self.home, self.other)[i % 2], tokens[g[2]])
                self.act(line, g[4], state["number"], "resign", f"x{turn}{i}")
        found = until(lambda t: t["state"] == "over")
        self.assertEqual([g[3] for g in found["games"]], ["1-0"] * 8)

    def test_strangers_are_not_heard_by_servers(self):
        address = self.site.database.sql(f"SELECT address FROM house{self.site.database.stores}.server LIMIT 1").strip()
        host, port = address.rsplit(":", 1)
        request = b"q" + bytes(32) + b'{"do":"search"}'
        for said in (b"", b"\xff\xff\xff\xff", struct.pack("<I", len(request)) + request,
                     struct.pack("<I", 81 + 1) + b"P" + bytes(80), struct.pack("<I", 1) + b"A"):
            with socket.create_connection((host, int(port)), 20) as s:
                self.assertEqual(s.recv(38)[4:6], b"N\x01")
                s.sendall(said)
                if not said:
                    s.shutdown(socket.SHUT_WR)
                self.assertEqual(s.recv(100), b"")
        name, ann, bob, tokens = self.pair()        # and the servers hear each other as before
        self.act(bob, name, self.act(ann, name, 4, "move 1a1", "a"), "move 1b1", "b")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
