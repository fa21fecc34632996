"""Accounts where two servers share a PostgreSQL database: what is done through one of them is visible at both.

usage: test_site_accounts.py PROGRAM FRAGILE DOCUMENT
"""
import http.client
import os
import sys
import time
import unittest

from site_servers import Site

PROGRAM, FRAGILE, DOCUMENT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)
GOOD = "seven quiet doves"


def cookie_for(server, ticket):
    """The answer's status, and the token that it sets."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", "/session", headers={"Authorization": "Ticket " + ticket})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, (answer.getheader("set-cookie") or "=;").partition("=")[2].partition(";")[0]


class SiteAccounts(unittest.TestCase):
    limited = False

    @classmethod
    def setUpClass(cls):
        if not os.path.isdir("/usr/lib/postgresql"):
            raise unittest.SkipTest("there is no PostgreSQL here")
        cls.site = Site(2, PROGRAM, FRAGILE, DOCUMENT, arguments=["--accounts"], proxy=False, limited=cls.limited)
        cls.addClassCleanup(cls.site.close)
        cls.home, cls.other = cls.site.servers

    def line(self, server, *headers):
        line = server.line(headers=headers)
        self.addCleanup(line.close)
        line.wait("welcome")
        return line

    def new(self, server, name, **more):
        line = self.line(server)
        return line, line.ask({"do": "sign-up", "name": name, "password": GOOD, **more}, "signed-in")

    def back(self, server, made):
        line = self.line(server)
        line.ask({"do": "sign-in", "token": made["token"]}, "signed-in", account=made["account"])
        return line

    def refused(self, line, message, why):
        line.send(message)
        while (answer := line.next())["is"] != "refused":
            pass
        self.assertEqual(answer["why"], why, message)

    def played(self, one, two):
        """Plays a game between the two to its end; `one` opens it."""
        opened = one.ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "listed": True}, "opened")
        two.ask({"do": "sit", "token": opened["seats"][1]["token"]}, "seated")
        number = two.wait("round", round=opened["round"])["number"]
        for line, action in ((one, "move 1a1"), (two, "resign")):
            number = line.ask({"do": "act", "round": opened["round"], "number": number, "action": action, "nonce": action[0]},
                              "done")["number"]
        return opened["round"]


class Together(SiteAccounts):
    def test_whoever_signed_in_at_one_plays_at_the_other(self):
        ann, made = self.new(self.home, "Ann")
        with_password = self.line(self.other)
        with_password.ask({"do": "sign-in", "name": "ann", "password": GOOD}, "signed-in", account=made["account"])
        opened = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "open"]}, "opened")["round"]
        there = self.back(self.other, made)
        self.assertEqual(there.ask({"do": "enter", "round": opened}, "round")["you"], "w")
        self.refused(self.line(self.other), {"do": "sit", "round": opened, "name": "Ann"}, "name-taken")
        self.assertEqual([r["round"] for r in with_password.ask({"do": "mine", "account": True}, "mine")["rounds"]], [opened])

    def test_a_cookie_comes_from_either_and_once(self):
        for giver, taker in ((self.home, self.other), (self.other, self.home)):
            _, made = self.new(giver, f"Cookie {giver.port}", keep="cookie")
            status, token = cookie_for(taker, made["ticket"])
            self.assertEqual(status, 200)
            back = self.line(giver, f"Cookie: __Host-colonnade={token}")
            back.wait("signed-in", account=made["account"])
            # It is used up at once where it was redeemed, and at the other server as soon as the store has it.
            self.assertEqual(cookie_for(taker, made["ticket"])[0], 403)
            end = time.monotonic() + 20
            while cookie_for(giver, made["ticket"])[0] != 403:
                self.assertLess(time.monotonic(), end)
            changed = made["ticket"][:-2] + ("AA" if made["ticket"][-2:] != "AA" else "BB")
            self.assertEqual(cookie_for(taker, changed)[0], 403)

    def test_signing_out_everywhere_ends_lines_of_both(self):
        ann, made = self.new(self.home, "Berta")
        there, guest = self.back(self.other, made), self.line(self.other)
        playing = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "link"]}, "opened")["round"]
        there.ask({"do": "enter", "round": playing}, "round")
        ann.ask({"do": "sign-out", "all": True}, "signed-out")
        there.wait("signed-out")
        self.assertEqual([m["is"] for m in there.seen].count("signed-out"), 1)
        for line in (there, guest):
            self.refused(line, {"do": "sign-in", "token": made["token"]}, "no-such-session")
            self.refused(line, {"do": "account"}, "not-signed-in")

    def test_a_new_password_and_a_code_end_the_others(self):
        ann, made = self.new(self.home, "Carla")
        there = self.back(self.other, made)
        fresh = self.line(self.home)
        fresh.ask({"do": "sign-in", "name": "Carla", "password": GOOD}, "signed-in")
        there.ask({"do": "password", "password": GOOD, "new": "another fine day"}, "password")
        fresh.wait("signed-out")
        back = self.line(self.other).ask({"do": "recover", "name": "Carla", "code": made["codes"][0], "password": GOOD}, "signed-in")
        ann.wait("signed-out")
        there.wait("signed-out")
        self.assertEqual(back["account"], made["account"])

    def test_whom_one_does_not_want_to_hear_is_known_at_both(self):
        ann, made = self.new(self.home, "Doris")
        there = self.back(self.other, made)
        bob, _ = self.new(self.other, "Eric")
        opened = bob.ask({"do": "open", "game": "pylos", "seats": ["me", "open"]}, "opened")["round"]
        there.ask({"do": "enter", "round": opened}, "round")
        ann.ask({"do": "enter", "round": opened}, "round")
        ann.ask({"do": "block", "name": "Eric"}, "blocked")
        end = time.monotonic() + 20
        while there.ask({"do": "account"}, "account")["blocked"] != ["Eric"]:
            self.assertLess(time.monotonic(), end)
        bob.ask({"do": "say", "round": opened, "phrase": "hello"}, "said")
        for line in (ann, there):
            line.ask({"do": "moves", "round": opened}, "moves")        # answered after what was said
            self.assertFalse([m for m in line.seen if m["is"] == "said"])
        self.refused(ann, {"do": "sit", "round": opened}, "not-allowed")

    def test_seats_taken_along_are_known_to_whoever_has_the_round(self):
        guest = self.line(self.home)
        opened = guest.ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "name": "Somebody"}, "opened")
        ann, made = self.new(self.other, "Flora")
        self.assertEqual(ann.ask({"do": "take", "tokens": [opened["seats"][0]["token"]]}, "taken")["seats"], 1)
        end = time.monotonic() + 20
        while ann.ask({"do": "enter", "round": opened["round"]}, "round")["you"] != "w":
            self.assertLess(time.monotonic(), end)

    def test_nobody_vouches_for_oneself(self):
        ann, made = self.new(self.home, "Grete")
        rows = self.site.database.sql(f"SELECT hash FROM house{self.site.database.stores}.session WHERE account = {made['account']}")
        opened = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "link"]}, "opened")["round"]
        thief = self.line(self.other)
        self.refused(thief, {"do": "enter", "round": opened, "proof": rows.strip()}, "not-a-request")

    def test_whoever_is_erased_is_so_in_the_rounds_of_both(self):
        ann, made = self.new(self.home, "Hilda")
        there = self.back(self.other, made)
        bob, _ = self.new(self.other, "Igor")
        rounds = [self.played(ann, bob) for _ in range(4)] + [self.played(there, bob) for _ in range(4)]
        there.ask({"do": "erase", "password": GOOD}, "erased")
        ann.wait("signed-out")
        end = time.monotonic() + 60
        for server in self.site.servers:
            line = self.line(server)
            while line.ask({"do": "search", "player": "Hilda", "shortest": 0}, "found")["rounds"]:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.1)
            for name in rounds:
                seen = line.ask({"do": "enter", "round": name}, "round", round=name)
                self.assertNotIn("Hilda", str(seen["events"]))

    def test_whoever_is_erased_while_a_server_is_away_is_so_all_the_same(self):
        ann, made = self.new(self.home, "Jana")
        there = self.back(self.other, made)
        bob, _ = self.new(self.other, "Karl")
        rounds = [self.played(ann, bob) for _ in range(6)]
        self.home.kill()
        try:
            there.ask({"do": "erase", "password": GOOD}, "erased")
            line, end = self.line(self.other), time.monotonic() + 60
            while line.ask({"do": "search", "player": "Jana", "shortest": 0}, "found")["rounds"]:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.1)
        finally:
            self.site.start(self.home)
            self.site.wait(60)
        line = self.line(self.home)
        for name in rounds:
            self.assertNotIn("Jana", str(line.ask({"do": "enter", "round": name}, "round", round=name)["events"]))


class Limited(SiteAccounts):
    limited = True

    def test_attempts_on_a_name_are_counted_together(self):
        self.new(self.home, "Ann")
        schema = f"house{self.site.database.stores}"
        for server in self.site.servers:
            self.refused(self.line(server), {"do": "sign-in", "name": "Ann", "password": "not " + GOOD}, "wrong-password")
        end = time.monotonic() + 20
        while self.site.database.sql(f"SELECT failed FROM {schema}.attempt").split() != ["2"]:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.site.database.sql(f"UPDATE {schema}.attempt SET failed = 50")
        for server in self.site.servers:
            self.refused(self.line(server), {"do": "sign-in", "name": "Ann", "password": GOOD}, "too-many-tries")
        self.site.database.sql(f"UPDATE {schema}.attempt SET since = since - 3600000")
        self.line(self.other).ask({"do": "sign-in", "name": "Ann", "password": GOOD}, "signed-in")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
