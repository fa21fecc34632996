"""Accounts on a real server: signing up and in, codes, devices, seats, limits, an operator's commands.

usage: test_accounts.py PROGRAM [postgres]
"""
import http.client
import os
import time

from wire import Closed, HouseTest, main

GOOD = "seven quiet doves"


class Accounts(HouseTest):
    def refused(self, line, message, why):
        line.send(message)
        while (answer := line.next())["is"] != "refused":
            pass
        self.assertEqual(answer["why"], why, message)

    def new(self, name, password=GOOD, **more):
        line = self.house.line(keep=True)
        self.addCleanup(line.close)
        return line, line.ask({"do": "sign-up", "name": name, "password": password, **more}, "signed-in")

    def guest(self):
        line = self.house.line(keep=True)
        self.addCleanup(line.close)
        line.wait("welcome")
        return line

    def open(self, *headers):
        line = self.house.line(headers=headers, keep=True)
        self.addCleanup(line.close)
        return line

    def operator(self, *arguments, status=0):
        code, said = self.house.look("account", *arguments, "--store", self.house.store)
        self.assertEqual(code, status, said)
        return said

    def act(self, line, name, number, action):
        self.nonces = getattr(self, "nonces", 0) + 1
        return line.ask({"do": "act", "round": name, "number": number, "action": action, "nonce": f"n{self.nonces}"},
                        "done")["number"]

    def fetch(self, headers, method="GET", path="/session"):
        c = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=60)
        c.request(method, path, headers=headers)
        answer = c.getresponse()
        answer.read()
        c.close()
        return answer


class Signing(Accounts):
    def test_a_name_and_a_password(self):
        ann, made = self.new("Ann Lee", device="my phone")
        self.assertEqual(made["name"], "Ann Lee")
        self.assertEqual(len(made["codes"]), 8)
        self.assertTrue(all(len(c) == 19 for c in made["codes"]))
        other = self.guest()
        other.ask({"do": "sign-in", "name": "ann-lee", "password": GOOD, "device": "a desk"}, "signed-in", name="Ann Lee")
        account = ann.ask({"do": "account"}, "account")
        self.assertEqual([s["device"] for s in account["sessions"]], ["a desk", "my phone"])
        self.assertEqual(account["codes"], 8)
        # A token still works after the house was away; it is stored nowhere.
        self.house.stop()
        self.house.start()
        back = self.guest()
        back.ask({"do": "sign-in", "token": made["token"]}, "signed-in", name="Ann Lee", account=made["account"])
        self.refused(back, {"do": "sign-in", "token": "A" * 22}, "no-such-session")
        if not self.server:
            for suffix in ("", "-wal"):
                path = self.house.store + suffix
                if os.path.exists(path):
                    with open(path, "rb") as store:
                        kept = store.read()
                    for secret in (GOOD, made["token"], made["codes"][0], made["codes"][0].replace("-", "")):
                        self.assertNotIn(secret.encode(), kept)

    def processor_time(self):
        with open(f"/proc/{self.house.process.pid}/stat", encoding="ascii") as stat:
            user, system = stat.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def test_wrong_and_unknown_look_the_same(self):
        self.new("Ann")
        line = self.guest()
        answers, times = [], []
        for name, password in (("Ann", "not " + GOOD), ("Nobody Here", GOOD)) * 3:
            began = self.processor_time()
            line.send({"do": "sign-in", "name": name, "password": password, "id": 7})
            answers.append(line.next())
            times.append(self.processor_time() - began)
        self.assertEqual(answers, [{"is": "refused", "re": "7", "why": "wrong-password"}] * 6)
        # Both passwords are hashed: neither answer takes less than a third of the other's processor time.
        # Wall-clock time would compare the machine's other work.
        known, unknown = sum(times[0::2]), sum(times[1::2])
        self.assertGreater(3 * unknown, known)
        self.assertGreater(3 * known, unknown)
        for name in ("Ann", "Nobody Here"):
            self.refused(line, {"do": "recover", "name": name, "code": "aaaa-bbbb-cccc-dddd", "password": GOOD}, "wrong-code")

    def test_names_and_passwords_are_checked(self):
        self.new("Ann")
        line = self.guest()
        for name, why in (("ann", "name-taken"), ("ÂNN", "name-taken"), ("A.n.n", "name-taken"), ("Al", "bad-name"),
                          ("x" * 21, "bad-name"), ("Анна", "bad-name"), ("~12", "bad-name"), (" Bob", "bad-name"),
                          ("Bo  b", "bad-name"), ("12345", "bad-name"), ("a\u200bnna", "bad-name"), (None, "bad-name"),
                          ("Admin", "name-reserved"), ("Guest 12", "name-reserved"), ("Leve1 5", "name-reserved"),
                          ("M0derateur", "name-reserved")):
            self.refused(line, {"do": "sign-up", "name": name, "password": GOOD}, why)
        for password in ("short", "aaaaaaaaaaaaaaa", "password1234", "x1y2z" * 30, "Bobby-Brown7", None, 12):
            self.refused(line, {"do": "sign-up", "name": "Bobby-Brown", "password": password}, "bad-password")
        line.ask({"do": "sign-up", "name": "Bobby-Brown", "password": "é" * 3 + "àüñ☃ß ok" * 2}, "signed-in")

    def test_a_code_brings_a_new_password(self):
        ann, made = self.new("Ann")
        line = self.guest()
        typed = made["codes"][3].replace("-", " ").upper()
        back = line.ask({"do": "recover", "name": "Ann", "code": typed, "password": "another fine day"}, "signed-in")
        self.assertEqual(back["account"], made["account"])
        # Everybody else is signed out, the code is spent, and the old password is invalid.
        self.refused(ann, {"do": "account"}, "not-signed-in")
        self.refused(line, {"do": "recover", "name": "Ann", "code": typed, "password": GOOD}, "wrong-code")
        self.refused(line, {"do": "sign-in", "name": "Ann", "password": GOOD}, "wrong-password")
        self.assertEqual(line.ask({"do": "account"}, "account")["codes"], 7)
        other = self.guest()
        other.ask({"do": "sign-in", "name": "Ann", "password": "another fine day"}, "signed-in")
        codes = line.ask({"do": "codes", "password": "another fine day"}, "codes")["codes"]
        self.assertEqual(other.wait("notice")["what"], "codes")
        self.assertFalse([m for m in line.seen if m["is"] == "notice"])     # whoever did it knows
        self.assertEqual(len(set(codes) | set(made["codes"])), 16)
        self.refused(line, {"do": "recover", "name": "Ann", "code": made["codes"][0], "password": GOOD}, "wrong-code")

    def test_a_new_password_ends_the_other_sessions(self):
        ann, _ = self.new("Ann")
        other = self.guest()
        other.ask({"do": "sign-in", "name": "Ann", "password": GOOD}, "signed-in")
        self.refused(ann, {"do": "password", "password": "not " + GOOD, "new": "another fine day"}, "wrong-password")
        self.refused(ann, {"do": "password", "password": GOOD, "new": "short"}, "bad-password")
        ann.ask({"do": "password", "password": GOOD, "new": "another fine day"}, "password")
        self.assertEqual(len(ann.ask({"do": "account"}, "account")["sessions"]), 1)
        self.refused(other, {"do": "account"}, "not-signed-in")

    def test_devices_are_signed_out_one_by_one_or_all(self):
        ann, made = self.new("Ann")
        lines = [self.guest() for _ in range(3)]
        signed = [line.ask({"do": "sign-in", "name": "Ann", "password": GOOD}, "signed-in") for line in lines]
        ann.ask({"do": "sign-out", "session": signed[0]["session"]}, "signed-out", session=signed[0]["session"])
        lines[0].wait("signed-out")
        self.refused(lines[0], {"do": "account"}, "not-signed-in")
        self.refused(lines[0], {"do": "sign-in", "token": signed[0]["token"]}, "no-such-session")
        lines[1].ask({"do": "sign-out"}, "signed-out")
        self.assertEqual(len(ann.ask({"do": "account"}, "account")["sessions"]), 2)
        ann.ask({"do": "sign-out", "all": True}, "signed-out")
        lines[2].wait("signed-out")
        for token in (made["token"], signed[2]["token"]):
            self.refused(ann, {"do": "sign-in", "token": token}, "no-such-session")

    def test_a_browser_gets_a_cookie_and_no_token(self):
        line, made = self.new("Ann", keep="cookie")
        self.assertNotIn("token", made)
        for headers in ({}, {"Authorization": "Ticket " + "A" * 22}, {"Authorization": "Basic " + made["ticket"]}):
            self.assertEqual(self.fetch(headers).status, 403)
        answer = self.fetch({"Authorization": "Ticket " + made["ticket"]}, method="HEAD")
        self.assertEqual(answer.status, 403)
        answer = self.fetch({"Authorization": "Ticket " + made["ticket"]})
        self.assertEqual((answer.status, answer.getheader("cache-control")), (200, "no-store"))
        name, _, rest = answer.getheader("set-cookie").partition("=")
        token, *attributes = rest.split("; ")
        self.assertEqual(name, "__Host-colonnade")
        self.assertLessEqual({"Path=/", "Secure", "HttpOnly", "SameSite=Lax"}, set(attributes))
        self.assertEqual(self.fetch({"Authorization": "Ticket " + made["ticket"]}).status, 403)        # only once
        back = self.open(f"Cookie: a=b; __Host-colonnade={token}; c=d")
        back.wait("signed-in", name="Ann", session=made["session"])
        back.ask({"do": "sign-out"}, "signed-out")
        back = self.open(f"Cookie: __Host-colonnade={token}")
        self.refused(back, {"do": "account"}, "not-signed-in")
        gone = self.fetch({"Authorization": "Ticket none"}).getheader("set-cookie")
        self.assertTrue(gone.startswith("__Host-colonnade=; ") and "Max-Age=0" in gone, gone)
        # A foreign page gets no connection, whatever cookies its visitor has.
        with self.assertRaises(Closed) as refusal:
            self.house.line(headers=[f"Cookie: __Host-colonnade={token}", "Origin: https://evil.example"])
        self.assertEqual(refusal.exception.args[0], 403)

    def test_no_password_where_others_read_along(self):
        self.house.stop()
        self.house.arguments = [*self.arguments, "--name", "games.lan"]
        self.house.start()
        host = f"games.lan:{self.house.port}"
        for origin, why in ((f"http://{host}", "overheard"), (f"https://{host}", "wrong-password")):
            line = self.open(f"Host: {host}", f"Origin: {origin}")
            self.refused(line, {"do": "sign-in", "name": "Ann", "password": GOOD}, why)


class Playing(Accounts):
    def test_the_name_at_the_table_is_its_owners(self):
        ann, made = self.new("Ann")
        guest = self.guest()
        for name in ("Ann", "ann ", "Änn", "Аnn"):          # the last begins with a Cyrillic letter
            self.refused(guest, {"do": "open", "game": "pylos", "seats": ["me", "link"], "name": name}, "name-taken")
        guest.ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "name": "Борис"}, "opened")
        opened = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "open"], "name": "Somebody"}, "opened")
        seen = ann.wait("round")
        self.assertIn("person 0 Ann", seen["events"][1])
        self.assertEqual(seen["accounts"], "w")
        # On another device the account needs no token, and nobody else gets the seat.
        other = self.guest()
        other.ask({"do": "sign-in", "token": made["token"]}, "signed-in")
        self.assertEqual(other.ask({"do": "enter", "round": opened["round"]}, "round")["you"], "w")
        self.assertEqual(guest.ask({"do": "enter", "round": opened["round"]}, "round", round=opened["round"])["you"], "")
        mine = other.ask({"do": "mine", "account": True}, "mine")["rounds"]
        self.assertEqual([(r["round"], r["seat"], "token" in r) for r in mine], [(opened["round"], "w", False)])
        self.refused(guest, {"do": "mine"}, "bad-tokens")

    def test_a_seat_stays_the_accounts_through_rematches(self):
        ann, made = self.new("Ann")
        bob, theirs = self.new("Bob")
        opened = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "listed": True}, "opened")
        first = opened["round"]
        bob.ask({"do": "sit", "token": opened["seats"][1]["token"]}, "seated")
        number = bob.wait("round")["number"]
        number = self.act(ann, first, number, "move 1a1")
        number = self.act(bob, first, number, "resign")
        number = ann.ask({"do": "enter", "round": first}, "round")["number"]
        number = self.act(ann, first, number, "offer rematch")
        self.act(bob, first, number, "yes rematch")
        second = bob.wait("next")["next"]
        self.assertEqual(bob.ask({"do": "enter", "round": second}, "round", round=second)["you"], "w")
        self.house.stop()
        self.house.start()
        bob = self.guest()
        bob.ask({"do": "sign-in", "token": theirs["token"]}, "signed-in")
        mine = bob.ask({"do": "mine", "account": True}, "mine")["rounds"]
        self.assertEqual([(r["round"], r["seat"]) for r in mine], [(second, "w"), (first, "b")])
        self.assertEqual([s.get("account") for s in mine[1]["seats"]], [True, True])

    def test_games_of_a_guest_are_taken_along(self):
        guest = self.guest()
        opened = guest.ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "name": "Somebody"}, "opened")
        guest.wait("round")
        token = opened["seats"][0]["token"]
        guest.ask({"do": "sign-up", "name": "Ann", "password": GOOD}, "signed-in")
        self.assertEqual(guest.ask({"do": "take", "tokens": [token, "nonsense", token]}, "taken")["seats"], 1)
        self.assertEqual(len(guest.ask({"do": "mine", "account": True}, "mine")["rounds"]), 1)
        thief, _ = self.new("Bob")
        self.assertEqual(thief.ask({"do": "take", "tokens": [token]}, "taken")["seats"], 0)
        self.refused(thief, {"do": "take", "tokens": ["x"] * 21}, "bad-tokens")
        data = guest.ask({"do": "export"}, "export")
        self.assertEqual([(g["round"], g["seat"], g["later"]) for g in data["games"]], [(opened["round"], "w", True)])
        self.assertIn('[White "Somebody"]', data["games"][0]["record"])

    def test_who_is_erased_leaves_no_name(self):
        ann, made = self.new("Ann")
        bob, _ = self.new("Bob")
        rounds = []
        for _ in range(9):
            opened = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "link"], "listed": True}, "opened")
            bob.ask({"do": "sit", "token": opened["seats"][1]["token"]}, "seated")
            number = bob.wait("round")["number"]
            rounds.append(opened["round"])
            if len(rounds) < 9:
                number = self.act(ann, rounds[-1], number, "move 1a1")
                self.act(bob, rounds[-1], number, "resign")
        self.refused(ann, {"do": "erase", "password": "not " + GOOD}, "wrong-password")
        self.refused(ann, {"do": "erase", "password": GOOD}, "games-under-way")
        self.act(ann, rounds[-1], number, "resign")
        data = ann.ask({"do": "export"}, "export")
        self.assertEqual(len(data["games"]), 9)
        ann.ask({"do": "erase", "password": GOOD}, "erased")
        for _ in range(1200):
            found = bob.ask({"do": "search", "player": "Ann", "shortest": 0}, "found")["rounds"]
            if not found:
                break
            time.sleep(0.05)
        self.assertEqual(found, [])
        self.assertEqual(len(bob.ask({"do": "search", "player": "Bob", "shortest": 0}, "found")["rounds"]), 9)
        seen = bob.ask({"do": "enter", "round": rounds[0]}, "round", round=rounds[0])
        self.assertNotIn("Ann", str(seen["events"]))
        self.refused(ann, {"do": "account"}, "not-signed-in")
        self.refused(ann, {"do": "sign-in", "name": "Ann", "password": GOOD}, "wrong-password")
        ann.ask({"do": "sign-up", "name": "Ann", "password": GOOD}, "signed-in")        # the name is free
        self.house.stop()
        self.assertEqual(self.house.verify()[0], 0)

    def test_people_who_do_not_want_to_meet(self):
        ann, _ = self.new("Ann")
        bob, _ = self.new("Bob")
        self.refused(ann, {"do": "block", "name": "Nobody Here"}, "no-such-account")
        opened = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "open"]}, "opened")
        first = opened["round"]
        bob.ask({"do": "sit", "round": first}, "seated")
        bob.wait("round")
        ann.ask({"do": "block", "name": "bob"}, "blocked", name="Bob", on=True)
        self.assertEqual(ann.ask({"do": "account"}, "account")["blocked"], ["Bob"])
        bob.ask({"do": "say", "round": first, "phrase": "hello"}, "said")
        ann.ask({"do": "ping"}, "pong")
        self.assertFalse([m for m in ann.seen if m["is"] == "said"])
        second = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "open"]}, "opened")["round"]
        self.refused(bob, {"do": "sit", "round": second}, "not-allowed")
        ann.ask({"do": "block", "name": "Bob", "on": False}, "blocked", on=False)
        bob.ask({"do": "sit", "round": second}, "seated")

    def test_reports_are_for_the_operator(self):
        ann, _ = self.new("Ann")
        bob, _ = self.new("Bob")
        first = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "open"]}, "opened")["round"]
        bob.ask({"do": "sit", "round": first}, "seated")
        self.refused(ann, {"do": "report", "round": first, "seat": "b"}, "bad-text")
        self.refused(ann, {"do": "report", "round": first, "seat": "x", "text": "rude"}, "no-such-seat")
        self.refused(self.guest(), {"do": "report", "round": first, "seat": "b", "text": "rude"}, "not-signed-in")
        for _ in range(10):
            ann.ask({"do": "report", "round": first, "seat": "b", "text": "a rude\nname"}, "reported")
        self.refused(ann, {"do": "report", "round": first, "seat": "b", "text": "rude"}, "too-many-reports")
        said = self.operator("reports").splitlines()
        self.assertEqual(len(said), 10)
        number, _, who, about, where, seat, text = said[0].split("\t")
        self.assertEqual((who, about, where, seat, text), ("Ann", "Bob", first, "b", "a rude name"))
        self.operator("settle", number)
        self.assertEqual(len(self.operator("reports").splitlines()), 9)
        # After their author is erased, the reports stay, without a name.
        number = ann.ask({"do": "enter", "round": first}, "round", round=first)["number"]
        self.act(ann, first, number, "abort")
        ann.ask({"do": "erase", "password": GOOD}, "erased")
        said = self.operator("reports").splitlines()
        self.assertEqual({line.split("\t")[2] for line in said}, {"-"})
        self.assertEqual(len(said), 9)
        number = said[0].split("\t")[0]
        self.operator("settle", number)
        self.operator("settle", number, status=1)


class Operating(Accounts):
    def test_an_operator_closes_and_opens_again(self):
        ann, made = self.new("Ann")
        self.assertRegex(self.operator("list"), r"^Ann\topen\t\d{4}-\d\d-\d\d\t8\t1\n$")
        self.operator("close", "ann")
        self.assertRegex(self.operator("list"), r"^Ann\tclosed\t")
        # While the house is open: the next thing that needs the account finds it closed.
        self.refused(ann, {"do": "account"}, "not-signed-in")
        self.refused(ann, {"do": "sign-in", "name": "Ann", "password": GOOD}, "wrong-password")
        self.refused(ann, {"do": "sign-in", "token": made["token"]}, "no-such-session")
        self.refused(ann, {"do": "recover", "name": "Ann", "code": made["codes"][0], "password": GOOD}, "wrong-code")
        self.refused(self.guest(), {"do": "sign-up", "name": "Ann", "password": GOOD}, "name-taken")
        self.operator("open", "Ann")
        ann.ask({"do": "sign-in", "name": "Ann", "password": GOOD}, "signed-in")
        self.operator("close", "Nobody Here", status=1)
        self.operator("dance", "Ann", status=2)

    def test_a_reset_gives_one_code(self):
        ann, made = self.new("Ann")
        code = self.operator("reset", "Ann").strip()
        self.refused(ann, {"do": "account"}, "not-signed-in")
        self.refused(ann, {"do": "sign-in", "name": "Ann", "password": GOOD}, "wrong-password")
        self.refused(ann, {"do": "recover", "name": "Ann", "code": made["codes"][0], "password": GOOD}, "wrong-code")
        ann.ask({"do": "recover", "name": "Ann", "code": code, "password": GOOD}, "signed-in")

    def test_a_house_without_accounts_says_so(self):
        self.house.stop()
        self.house.arguments = []
        self.house.start()
        line = self.open()
        self.assertFalse(line.wait("welcome")["accounts"])
        for what in ("sign-up", "sign-in", "recover", "account", "erase", "export", "take", "sign-out"):
            self.refused(line, {"do": what, "name": "Ann", "password": GOOD}, "no-accounts")
        self.assertEqual(self.fetch({"Authorization": "Ticket " + "A" * 22}).status, 403)


class Limits(Accounts):
    arguments = ["--accounts", "--log"]

    def test_a_flood_of_passwords_is_turned_away_and_play_goes_on(self):
        line = self.guest()
        opened = line.ask({"do": "open", "game": "pylos", "seats": ["me", "me"]}, "opened")
        number = line.wait("round")["number"]
        flood = [self.guest() for _ in range(30)]
        for one in flood:
            one.send({"do": "sign-in", "name": "Ann", "password": GOOD})
            one.send({"do": "sign-in", "name": "Ann", "password": GOOD})
        worst = 0
        for i in range(20):
            began = time.monotonic()
            line.ask({"do": "ping"}, "pong")
            worst = max(worst, time.monotonic() - began)
        self.act(line, opened["round"], number, "move 1a1")
        words = []
        for one in flood:
            words += [one.next()["why"] for _ in range(2)]
        # Ten from one address at once; while a busy machine works through them, a few more may be admitted.
        self.assertIn(words.count("wrong-password"), range(10, 30))
        self.assertEqual(set(words), {"wrong-password", "too-many-tries", "busy"})
        self.assertLess(worst, 30)
        self.house.stop()
        self.assertNotIn(GOOD, self.house.said)
        self.assertNotIn("Ann", self.house.said)


if __name__ == "__main__":
    main()
