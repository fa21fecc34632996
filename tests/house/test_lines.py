"""The house over sockets: handshakes, limits, bad messages, restarts, crashes, a failing disk.

usage: test_lines.py PROGRAM FRAGILE
FRAGILE is the program with points where it can be killed (points.h).
"""
import base64
import hashlib
import os
import random
import shutil
import socket
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree

from wire import Closed, House

PROGRAM, FRAGILE = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))


class Pair:
    """Two people in a round of pylos; each knows what it was told."""

    def __init__(self, house, clock="none"):
        self.ann, self.bob = house.line(), house.line()
        opened = self.ann.ask({"do": "open", "game": "pylos", "clock": clock, "seats": ["me", "link"], "name": "Ann"},
                              "opened")
        self.round = opened["round"]
        self.tokens = [seat["token"] for seat in opened["seats"]]
        self.bob.ask({"do": "sit", "token": self.tokens[1], "name": "Bob"}, "seated")
        self.ann.wait("events", **{"from": 3})

    def move(self, i):
        """Plays the ith move: row by row, so that nobody completes a square. Returns what is acknowledged."""
        line = (self.ann, self.bob)[i % 2]
        return self.act(line, 4 + i, f"move 1{'abcd'[i % 4]}{i // 4 + 1}", f"n{i}")

    def act(self, line, number, action, nonce):
        return line.ask({"do": "act", "round": self.round, "number": number, "action": action, "nonce": nonce}, "done",
                        nonce=nonce)["number"]


class HouseTest(unittest.TestCase):
    def setUp(self):
        self.house = self.start()

    def start(self, program=PROGRAM, **options):
        house = House(program, **options)
        self.addCleanup(self.end, house)
        return house

    def end(self, house):
        if house.process.poll() is None:
            house.stop()
        shutil.rmtree(house.folder, ignore_errors=True)

    def still_there(self):
        line = self.house.line()
        self.assertEqual(line.ask({"do": "ping"}, "pong")["is"], "pong")
        line.close()

    # --- handshakes ---

    def test_a_browser_of_another_site_is_refused(self):
        own = f"http://127.0.0.1:{self.house.port}"
        self.house.line(headers=[f"Origin: {own}"]).close()
        for origin in ("http://evil.example", "null", "https://127.0.0.1:1", f"{own}.evil.example", "file://", ""):
            if origin:
                with self.assertRaises(Closed) as refused:
                    self.house.line(headers=[f"Origin: {origin}"])
                self.assertEqual(refused.exception.args[0], 403, origin)
        with self.assertRaises(Closed) as refused:
            self.house.line(headers=["Host: evil.example"])
        self.assertEqual(refused.exception.args[0], 421)
        for path in ("/", "/house/", "/other", "/house/../x"):
            with self.assertRaises(Closed):
                self.house.line(path=path)
        self.still_there()

    def test_nothing_is_compressed(self):
        line = self.house.line(headers=["Sec-WebSocket-Extensions: permessage-deflate"])
        self.assertEqual(line.next()["is"], "welcome")

    def test_strange_handshakes_cost_their_connection(self):
        chance = random.Random(5)
        pieces = [b"GET /house HTTP/1.1\r\n", b"Host: 127.0.0.1\r\n", b"Upgrade: websocket\r\n", b"Upgrade: h2c\r\n",
                  b"Upgrade: \xff\xfe\r\n", b"Connection: Upgrade\r\n", b"Sec-WebSocket-Key: x\r\n",
                  b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b"Sec-WebSocket-Version: 13\r\n",
                  b"Sec-WebSocket-Version: 7\r\n", b"Sec-WebSocket-Protocol: colonnade, chat\r\n", b"Origin: null\r\n",
                  b"Content-Length: 5\r\n", b"Sec-WebSocket-Extensions: permessage-deflate; a=b; ;\r\n", b"\r\n", b"\0\0"]
        for _ in range(150):
            chosen = chance.sample(pieces, chance.randrange(2, len(pieces)))
            with socket.create_connection(("127.0.0.1", self.house.port), 20) as s:
                s.sendall(b"".join(chosen) + b"\r\n\r\n" + bytes(chance.randrange(256) for _ in range(20)))
                s.settimeout(0.05)
                try:
                    s.recv(100)
                except OSError:
                    pass
        self.still_there()

    # --- messages ---

    def test_bad_frames_cost_their_line(self):
        for make, reason in ((lambda l: l.frame(b"{}", opcode=2), 1003),
                             (lambda l: l.frame(b"x" * 8193), 1009),
                             (lambda l: l.frame(b"x" * 100000), 1009),
                             (lambda l: l.frame(b"{", final=False) + l.frame(b"x" * 9000, opcode=0), 1009)):
            line = self.house.line()
            line.next()
            line.socket.sendall(make(line))
            with self.assertRaises((Closed, ConnectionError)) as closed:
                line.wait("never")
            if isinstance(closed.exception, Closed) and closed.exception.args[0]:
                self.assertEqual(closed.exception.args[0], reason)
        line = self.house.line()
        line.socket.sendall(line.frame(b'{"do":', final=False) + line.frame(b'"ping"}', opcode=0))
        line.wait("pong")       # a message may come in pieces
        self.still_there()

    def test_who_asks_too_much_is_cut_off(self):
        line = self.house.line()
        with self.assertRaises((Closed, ConnectionError)) as closed:
            for _ in range(400):
                line.send({"do": "ping"})
            while True:
                line.next()
        if isinstance(closed.exception, Closed) and closed.exception.args[0]:
            self.assertEqual(closed.exception.args[0], 1008)
        self.still_there()

    def test_only_a_server_in_front_says_who_asks(self):
        """A browser that writes X-Forwarded-For itself is counted under its real address."""
        def rounds(house, headers):
            refused = 0
            for i in range(18):         # 7 rounds each: within a connection's credit, while an address may open 120 per hour
                line = house.line(headers=headers(i))
                for _ in range(7):
                    line.send({"do": "open", "game": "pylos", "seats": ["me", "open"]})
                for _ in range(7):
                    message = line.next()
                    while message["is"] not in ("opened", "refused"):
                        message = line.next()
                    refused += message["is"] == "refused" and message["why"] == "too-many-rounds"
                line.close()
            return refused

        def claimed(i):
            return [f"X-Forwarded-For: 192.0.2.{i}"]

        self.assertEqual(rounds(self.house, claimed), 6)        # of 126
        front = self.start(arguments=["--proxied"])
        self.assertEqual(rounds(front, claimed), 0)
        # Whatever precedes the last address came from outside.
        self.assertEqual(rounds(front, lambda i: [f"X-Forwarded-For: 192.0.2.{i}, 198.51.100.1"]), 6)
        other = self.start(arguments=["--proxy", "192.0.2.200"])
        self.assertEqual(rounds(other, claimed), 6)             # this machine is not a named proxy

    def test_nothing_is_echoed_as_markup_and_names_are_cleaned(self):
        line = self.house.line()
        name = "<script>\x07  x\u202e</script>"
        opened = line.ask({"do": "open", "game": "pylos", "seats": ["me", "open"], "name": name}, "opened")
        events = line.wait("round", round=opened["round"])["events"]
        self.assertNotIn("\x07", events[1])
        line.ask({"do": "open", "game": "pylos", "seats": ["me", "open"], "name": "x" * 64}, "refused", why="bad-name")

    def test_a_slow_reader_costs_nobody_else_anything(self):
        pair = Pair(self.house)
        slow = self.house.line()
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.send({"do": "enter", "round": pair.round})
        began = time.monotonic()
        for i in range(16):
            pair.move(i)
        self.assertLess(time.monotonic() - began, 50)
        for _ in range(60):                             # the server does not spin while the reader sleeps
            used = self.processor()
            time.sleep(0.5)
            if self.processor() - used < 0.1:
                break
        else:
            self.fail("it is busy although nobody asks for anything")

    def processor(self):
        with open(f"/proc/{self.house.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    # --- ends and beginnings ---

    def test_sigterm_tells_visitors_and_ends_in_time(self):
        pair = Pair(self.house)
        pair.act(pair.ann, 4, "move 1a1", "a")
        silent = self.house.line()          # does not answer the closing handshake
        began = time.monotonic()
        self.assertEqual(self.house.stop(), 0)
        self.assertLess(time.monotonic() - began, 30)
        self.assertEqual(pair.ann.wait("closing")["is"], "closing")
        with self.assertRaises(Closed) as closed:
            pair.ann.next()
        self.assertEqual(closed.exception.args[0], 1012)
        silent.close()
        self.house.start()
        line = self.house.line()
        back = line.ask({"do": "enter", "token": pair.tokens[1], "after": 4}, "round")
        self.assertEqual(back["you"], "b")
        self.assertIn("moved w", back["events"][0])

    def test_crash_points(self):
        for point in ("before-commit", "after-commit"):
            house = self.start(FRAGILE, environment={"COLONNADE_CRASH": f"{point}:9"})
            pair = Pair(house)
            told = 4
            try:
                for i in range(16):
                    told = pair.move(i)
            except (Closed, ConnectionError):
                pass
            house.process.wait()
            self.assertGreater(told, 4)
            house.environment = {}
            house.process.stdout.close()
            house.process.stderr.close()
            house.start()
            pair.ann, pair.bob = house.line(), house.line()
            pair.bob.ask({"do": "enter", "token": pair.tokens[1]}, "round")
            back = pair.ann.ask({"do": "enter", "token": pair.tokens[0]}, "round")
            # Everything acknowledged is there; one more event may be, whose acknowledgement did not get out.
            self.assertIn(back["number"] - told, (0, 1), point)
            self.assertEqual(pair.move(told - 4), told + 1)     # sent again: done now, or done before
            self.assertEqual(house.stop(), 0)
            self.assertEqual(house.verify()[0], 0)

    @unittest.skipUnless(shutil.which("strace"), "strace is not there")
    def test_a_disk_that_does_not_sync_stops_acknowledgements_not_the_truth(self):
        probe = subprocess.run(["strace", "-f", "-e", "trace=none", "true"], stderr=subprocess.PIPE, check=False)
        if probe.returncode:
            self.skipTest("strace may not trace here")
        house = self.start()        # making the store syncs once per step
        self.assertEqual(house.stop(), 0)
        house.prefix = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync,fsync",
                        "-e", "inject=fdatasync,fsync:error=EIO:when=12+"]
        house.start()
        pair = Pair(house)
        told = 4
        with self.assertRaisesRegex(AssertionError, "'is': 'trouble'"):
            for i in range(16):
                told = pair.move(i)
        self.assertGreater(told, 4)
        house.kill()
        house.prefix = []
        house.start()
        line = house.line()
        back = line.ask({"do": "enter", "token": pair.tokens[0]}, "round")
        self.assertGreaterEqual(back["number"], told)
        line.close()
        self.assertEqual(house.stop(), 0)
        self.assertEqual(house.verify()[0], 0)

    # --- feeds ---

    def get(self, path):
        with socket.create_connection(("127.0.0.1", self.house.port), 20) as s:
            s.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            while True:
                more = s.recv(65536)
                if not more:
                    break
                answer += more
                head, _, body = answer.partition(b"\r\n\r\n")
                length = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
                if length and len(body) >= int(length[0].split(b":")[1]):
                    break
        return int(answer.split()[1]), answer.partition(b"\r\n\r\n")[2].decode()

    def test_a_feed_says_whose_turn_it_is(self):
        line = self.house.line()
        opened = line.ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "name": "<A & B>"}, "opened")
        token = opened["seats"][1]["token"]
        path = line.ask({"do": "feed", "token": token}, "feed")["path"]
        key = base64.urlsafe_b64encode(hashlib.sha256(f"feed {token}".encode()).digest()[:16]).decode().rstrip("=")
        self.assertEqual(path, f"/feed/{key}.atom")
        other = self.house.line()
        other.ask({"do": "sit", "token": token}, "seated")
        status, text = self.get(path)
        self.assertEqual(status, 200)
        feed = xml.etree.ElementTree.fromstring(text)
        atom = "{http://www.w3.org/2005/Atom}"
        self.assertIn("<A & B>", feed.find(f"{atom}title").text)
        self.assertEqual(feed.findall(f"{atom}entry"), [])
        number = line.ask({"do": "moves", "round": opened["round"]}, "moves")["number"]
        line.ask({"do": "act", "round": opened["round"], "number": number, "action": "move 1a1", "nonce": "x"}, "done")
        feed = xml.etree.ElementTree.fromstring(self.get(path + "?lang=fr")[1])
        self.assertIn("1a1", feed.find(f"{atom}entry/{atom}title").text)
        self.assertIn("vous", feed.find(f"{atom}entry/{atom}title").text)
        # Neither the token nor another key opens it, and the key does not open the seat.
        for wrong in (f"/feed/{token}.atom", "/feed/.atom", f"/feed/{'A' * 22}.atom", f"/feed/{key}"):
            self.assertEqual(self.get(wrong)[0], 404)
        line.ask({"do": "enter", "token": key}, "refused", why="no-such-token")

    # --- levels ---

    def test_who_looks_on_and_sits_down_is_told_of_the_seat(self):
        ann, bob = self.house.line(), self.house.line()
        name = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "open"], "name": "Ann"}, "opened")["round"]
        self.assertEqual(bob.ask({"do": "enter", "round": name}, "round")["you"], "")
        bob.ask({"do": "sit", "round": name, "name": "Bob"}, "seated")
        self.assertEqual(bob.wait("round")["you"], "b")

    def test_who_looks_on_comes_and_goes(self):
        ann, bob, cleo = self.house.line(), self.house.line(), self.house.line()
        name = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "open"], "name": "Ann"}, "opened")["round"]
        for line in (bob, cleo):
            line.ask({"do": "enter", "round": name}, "round")
        ann.wait("here", watching=2, seats="w")
        bob.send({"do": "leave", "round": name})
        ann.wait("here", watching=1, seats="w")
        cleo.close()
        ann.wait("here", watching=0, seats="w")

    def test_a_level_plays_a_whole_game(self):
        line = self.house.line()
        opened = line.ask({"do": "open", "game": "pyrga", "seats": ["me", "level:1"]}, "opened")
        line.wait("round")
        over = False
        for i in range(60):
            moves = line.ask({"do": "moves", "round": opened["round"]}, "moves")
            if moves["seat"] != "w":
                break
            line.send({"do": "act", "round": opened["round"], "number": moves["number"],
                       "action": "move " + moves["moves"][0], "nonce": f"m{i}"})
            while True:
                message = line.next()
                events = message.get("events", []) if message["is"] == "events" else []
                over = over or any(event.split()[2] == "ended" for event in events)
                if over or any(event.split()[2:4] == ["moved", "b"] for event in events):
                    break
            if over:
                break
        self.assertTrue(over)
        found = line.ask({"do": "record", "round": opened["round"]}, "record")["text"]
        self.assertIn("level:1", found)


if __name__ == "__main__":
    unittest.main(warnings="ignore")        # connections end with the test
