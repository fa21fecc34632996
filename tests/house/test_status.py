"""What a house tells its operator: health, metrics, log; and what it does not tell.

usage: test_status.py PROGRAM
"""
import http.client
import json
import os
import re
import shutil
import socket
import sys
import time
import unittest

from wire import Closed, House, Line, Postgres

PROGRAM = os.path.abspath(sys.argv.pop(1))
SAMPLE = re.compile(r'([a-z_]+)(?:\{le="([0-9.]+|\+Inf)"\})? (-?[0-9.]+(?:e[+-]?[0-9]+)?)')


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def get(port, path, host=None):
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    c.request("GET", path, headers={"Host": host} if host else {})
    answer = c.getresponse()
    text = answer.read().decode()
    c.close()
    return answer.status, text


def counted(text, what):
    """The number before these words."""
    return int(re.search(rf"^ *(\d+)  {re.escape(what)}$", text, re.M).group(1))


class Status(unittest.TestCase):
    def start(self, store=None):
        self.inside = free_port()
        house = House(PROGRAM, store=store, arguments=["--metrics", str(self.inside), "--log"])
        self.addCleanup(shutil.rmtree, house.folder, ignore_errors=True)
        self.addCleanup(lambda: house.process.poll() is None and house.stop())
        return house

    def metrics(self):
        """Every line is in Prometheus's format, and each family describes itself before its samples."""
        status, text = get(self.inside, "/metrics")
        self.assertEqual(status, 200)
        values, kinds = {}, {}
        for line in text.splitlines():
            if line.startswith("# TYPE "):
                name, kind = line.split()[2:]
                self.assertNotIn(name, kinds)
                kinds[name] = kind
                self.assertEqual(kind == "counter", name.endswith("_total"), name)
            elif not line.startswith("# HELP "):
                name, bound, value = SAMPLE.fullmatch(line).groups()
                self.assertTrue(name in kinds or re.sub("_(bucket|sum|count)$", "", name) in kinds, line)
                values[name + (bound or "")] = float(value)
        return values

    def play(self, house):
        ann, bob = house.line(), house.line()
        opened = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "name": "Ann"}, "opened")
        tokens = [seat["token"] for seat in opened["seats"]]
        bob.ask({"do": "sit", "token": tokens[1], "name": "Bob"}, "seated")
        ann.ask({"do": "act", "round": opened["round"], "number": 4, "action": "move 1a1", "nonce": "n"}, "done")
        return [ann, bob], opened["round"], tokens

    def test_numbers_follow_what_happens(self):
        house = self.start()
        before = self.metrics()
        self.assertEqual(before["colonnade_visitors"], 0)
        lines, name, tokens = self.play(house)
        lines[0].send({"do": "nothing"})
        while lines[0].next()["is"] != "refused":
            pass
        after = self.metrics()
        self.assertEqual(after["colonnade_visitors"], 2)
        self.assertEqual(after["colonnade_rounds_in_memory"], 1)
        self.assertEqual(after["colonnade_events_total"] - before["colonnade_events_total"], 5)
        self.assertEqual(after["colonnade_refusals_total"] - before["colonnade_refusals_total"], 1)
        self.assertEqual(after["colonnade_store_up"], 1)
        self.assertEqual(after["colonnade_failures_total"], 0)
        self.assertGreater(after["colonnade_requests_total"], before["colonnade_requests_total"])
        self.assertGreater(after["process_resident_memory_bytes"], 1e6)
        buckets = [value for key, value in after.items() if key.startswith("colonnade_store_commit_seconds_bucket")]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual(buckets[-1], after["colonnade_store_commit_seconds_count"])
        self.assertGreaterEqual(after["colonnade_store_writes_total"], 4)
        said = get(self.inside, "/metrics")[1]
        house.stop()
        for secret in ("Ann", "Bob", "127.0.0.1", name, *tokens):
            self.assertNotIn(secret, said + house.said)
        log = [json.loads(line) for line in house.said.splitlines()]
        self.assertEqual([entry["what"] for entry in log], ["opened", "closing"])

    def test_only_the_port_inside_tells_them(self):
        house = self.start()
        self.assertEqual(get(house.port, "/metrics")[0], 404)
        self.assertEqual(get(house.port, "/health"), (200, "ok\n"))
        self.assertEqual(get(self.inside, "/health"), (200, "ok\n"))
        for path in ("/index.html", "/metrics/", "/probe/pylos.txt", "/feed/x.atom"):
            self.assertEqual(get(self.inside, path)[0], 404, path)
        self.assertEqual(get(self.inside, "/metrics", "evil.example")[0], 421)
        with self.assertRaises(Closed) as refused:
            Line(self.inside)
        self.assertEqual(refused.exception.args[0], 501)

    def test_a_taken_port_is_named(self):
        house = self.start()
        with self.assertRaisesRegex(RuntimeError, str(self.inside)):
            # The page's port is free, this one is not; House tries again only when the page's port is taken.
            other = House(PROGRAM, arguments=["--metrics", str(self.inside), "--alone"], attempts=1)
            other.stop()
        house.stop()

    def test_who_is_cut_off_is_logged_without_an_address(self):
        house = self.start()
        line = house.line()
        with self.assertRaises((Closed, ConnectionError)):
            for _ in range(300):
                line.send({"do": "ping"})
            while True:
                line.next()
        house.stop()
        log = [json.loads(entry) for entry in house.said.splitlines()]
        self.assertIn({"level": "warning", "what": "line-cut-off", "reason": "1008"},
                      [{key: entry[key] for key in entry if key != "at"} for entry in log])
        self.assertNotIn("127.0.0.1", house.said)

    @unittest.skipUnless(os.path.isdir("/usr/lib/postgresql"), "there is no PostgreSQL here")
    def test_a_store_that_fails_is_told_and_comes_back_by_itself(self):
        postgres = Postgres()
        self.addCleanup(postgres.stop)
        house = self.start(postgres.store())
        lines, name, _ = self.play(house)
        postgres.run("crash")
        lines[1].send({"do": "act", "round": name, "number": 5, "action": "move 1b1", "nonce": "m"})
        self.until(lambda: get(house.port, "/health")[0] == 503)
        self.assertEqual(self.metrics()["colonnade_store_up"], 0)
        for line in lines:      # nobody is left to write more
            line.close()
        postgres.run("again")
        self.until(lambda: get(house.port, "/health")[0] == 200)
        house.stop()
        log = [json.loads(line)["what"] for line in house.said.splitlines()]
        self.assertEqual(log, ["opened", "store-failed", "store-back", "closing"])
        self.assertEqual(house.verify()[0], 0)

    def test_a_page_in_words(self):
        house = self.start()
        line = house.line()
        line.ask({"do": "open", "game": "pylos", "seats": ["me", "link"]}, "opened")
        status, text = get(self.inside, "/")
        self.assertEqual(status, 200)
        self.assertIn("Everything works.", text)
        self.assertEqual((counted(text, "visitors"), counted(text, "rounds in memory"), counted(text, "events stored")), (1, 1, 2))
        self.assertNotIn("leases", text)            # a file has only one server
        self.assertEqual(counted(get(self.inside, "/?lang=fr")[1], "visiteurs"), 1)
        self.assertIn("<title>", get(house.port, "/")[1])       # the public port has only the page

    @unittest.skipUnless(os.path.isdir("/usr/lib/postgresql"), "there is no PostgreSQL here")
    def test_a_page_tells_of_leases(self):
        postgres = Postgres()
        self.addCleanup(postgres.stop)
        self.start(postgres.store())
        text = get(self.inside, "/")[1]
        self.assertEqual(counted(text, "servers on this database"), 1)
        self.assertIn("          64  leases of server 1 (127.0.0.1:", text)
        self.assertEqual(self.metrics()["colonnade_leases"], 64)

    def until(self, holds):
        end = time.monotonic() + 60
        while not holds():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)


if __name__ == "__main__":
    unittest.main()
