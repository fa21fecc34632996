"""Tournaments on a real server: entered over the wire and by the operator, played to the end, surviving kills.

usage: test_tournaments.py PROGRAM [postgres]
"""
import time

from wire import HouseTest, main

GOOD = "seven quiet doves"
PATIENCE = 60


class Tournaments(HouseTest):
    def setUp(self):
        super().setUp()
        self.tokens, self.nonces = {}, 0

    def run_it(self, *arguments, status=0):
        """Runs an operator's command."""
        code, said = self.house.look("tournament", *map(str, arguments), "--lang", "en", "--store", self.house.store)
        self.assertEqual(code, status, said)
        return said

    def guest(self):
        line = self.house.line()
        self.addCleanup(line.close)
        line.wait("welcome")
        return line

    def look(self, number, **more):
        line = self.house.line()
        found = line.ask({"do": "tournament", "tournament": number, **more}, "tournament")
        line.close()
        return found

    def refused(self, message, why, line=None):
        line = line or self.guest()
        line.send(message)
        while (answer := line.next())["is"] != "refused":
            pass
        self.assertEqual(answer["why"], why, message)

    def join(self, number, name):
        """Enters a guest over the wire."""
        joined = self.guest().ask({"do": "join", "tournament": number, "name": name}, "joined")
        self.tokens[joined["number"]] = joined["token"]
        return joined["number"]

    def until(self, number, what):
        """The tournament, once `what` holds."""
        end = time.monotonic() + PATIENCE
        while not what(found := self.look(number)):
            self.assertLess(time.monotonic(), end, found)
            time.sleep(0.1)
        return found

    def enter(self, name, token):
        """The game of a pairing, which the house takes a moment to make; returns the connection and the last
        event's number."""
        end = time.monotonic() + PATIENCE
        while True:
            line = self.guest()
            line.send({"do": "enter", "round": name, "token": token} if token else {"do": "enter", "round": name})
            while (answer := line.next())["is"] not in ("refused", "round"):
                pass
            if answer["is"] == "round":
                return line, answer
            self.assertLess(time.monotonic(), end, answer)
            time.sleep(0.1)

    def act(self, line, name, number, action):
        self.nonces += 1
        return line.ask({"do": "act", "round": name, "number": number, "action": action, "nonce": f"n{self.nonces}"},
                        "done")["number"]

    def resign(self, game, loser):
        """Ends the game of a pairing: this entrant resigns."""
        line, state = self.enter(game[4], self.tokens[loser])
        self.act(line, game[4], state["number"], "resign")
        return state


class Swiss(Tournaments):
    def test_from_entering_to_the_standings(self):
        number = int(self.run_it("new", "Autumn cup", "--game", "pylos", "--rounds", 3, "--days", 2))
        for name in ("Ann", "Bob", "Cleo"):
            self.join(number, name)
        self.tokens[4] = self.run_it("enter", number, "Dan").strip()
        seen = self.look(number)
        self.assertEqual((seen["state"], seen["entrants"], seen["open"]), ("entering", 4, True))
        self.assertEqual([p["name"] for p in seen["players"]], ["Ann", "Bob", "Cleo", "Dan"])
        self.refused({"do": "join", "tournament": number, "name": "ann"}, "name-taken")
        self.assertEqual(self.look(number, token=self.tokens[2])["you"], 2)
        listed = self.guest().ask({"do": "tournaments"}, "tournaments")["tournaments"]
        self.assertEqual([(t["tournament"], t["name"], t["rounds"]) for t in listed], [(number, "Autumn cup", 3)])

        # The first round: one daily game for everybody, and links to it.
        self.run_it("start", number)
        self.assertIn("has begun", self.run_it("start", number, status=1))
        self.assertIn("under way", self.run_it("next", number, status=1))
        first = self.look(number)["games"]
        self.assertEqual(sorted([g[1] for g in first] + [g[2] for g in first]), [1, 2, 3, 4])
        self.assertTrue(all(g[0] == 1 and g[3] == "" for g in first))
        line, state = self.enter(first[0][4], self.tokens[first[0][1]])
        self.assertEqual(state["you"], "w")
        self.assertIn("started pylos move:172800000", state["events"][0])
        self.nonces += 1
        self.refused({"do": "act", "round": first[0][4], "number": state["number"], "action": "abort", "nonce": "a0"},
                     "not-allowed", line)
        mine = line.ask({"do": "mine", "tokens": [self.tokens[first[0][1]]]}, "mine")
        self.assertEqual([r["round"] for r in mine["rounds"]], [first[0][4]])
        self.resign(first[0], first[0][2])

        # The house crashes, and nothing is lost; somebody joins late, somebody leaves.
        self.house.kill()
        self.assertIn("under way", self.run_it("next", number, status=1))
        self.house.start()
        late = self.join(number, "Emil")
        self.resign(first[1], first[1][2])
        found = self.until(number, lambda t: t["round"] == 2)
        second = [g for g in found["games"] if g[0] == 2]
        self.assertEqual([g[3] for g in found["games"] if g[0] == 1], ["1-0", "1-0"])
        self.assertEqual(sorted(p for g in second for p in g[1:3]), [0, 1, 2, 3, 4, late])
        bye = next(g for g in second if g[2] == 0)
        self.assertEqual(bye[3:], ["bye", ""])
        self.assertNotEqual(bye[1], late)
        leaver = next(g[2] for g in second if g[2] not in (0, late))
        self.guest().ask({"do": "withdraw", "tournament": number, "token": self.tokens[leaver]}, "withdrawn", number=leaver)
        self.refused({"do": "withdraw", "tournament": number, "token": self.tokens[leaver]}, "not-entered")
        for g in second:
            if g[2]:
                self.resign(g, g[2])
        found = self.until(number, lambda t: t["round"] == 3)
        third = [g for g in found["games"] if g[0] == 3]
        self.assertNotIn(leaver, [p for g in third for p in g[1:3]])
        self.refused({"do": "join", "tournament": number, "name": "Fay"}, "begun")
        for g in third:
            self.resign(g, g[2])
        found = self.until(number, lambda t: t["state"] == "over")
        self.check_points(found, late)
        self.check_terminal(number, found)
        self.refused({"do": "withdraw", "tournament": number, "token": self.tokens[1]}, "over")

    def check_points(self, found, late):
        points = {p["number"]: p["points"] for p in found["players"]}
        met = [frozenset(g[1:3]) for g in found["games"] if g[2]]
        self.assertEqual(len(met), len(set(met)), "nobody meets anybody twice")
        for player, has in points.items():
            won = sum(1 for g in found["games"] if g[1] == player)
            self.assertEqual(has, won + (0.5 if player == late else 0), found)
        ranks = [p["rank"] for p in found["players"]]
        self.assertEqual(ranks, sorted(ranks))
        self.assertEqual([p["points"] for p in found["players"]], sorted(points.values(), reverse=True))

    def check_terminal(self, number, found):
        table = self.run_it("show", number)
        self.assertIn("Autumn cup · pylos · swiss · over · 3/3", table)
        rows = [row.split() for row in table.splitlines()[3:]]
        self.assertEqual([row[2] for row in rows], [p["name"] for p in found["players"]])
        self.assertIn("Nom", self.house.look("tournament", "show", str(number), "--lang", "fr", "--store",
                                             self.house.store)[1])
        self.assertEqual(self.run_it("list").split("\t")[:5], [str(number), "Autumn cup", "pylos", "swiss", "over"])
        self.assertTrue(self.house.verify()[1].endswith(" 0 wrong\n"))

    def test_what_cannot_be_done(self):
        self.assertIn("not for two", self.run_it("new", "x", "--game", "dorix-3", status=1))
        self.assertIn("no fair start", self.run_it("new", "x", "--game", "dorix", "--start", "fair", status=1))
        self.assertIn("--game", self.run_it("new", "x", status=2))
        self.assertIn("no such tournament", self.run_it("show", 1, status=1))
        self.assertIn("not the number", self.run_it("show", "x", status=2))
        self.refused({"do": "tournament", "tournament": 1}, "no-such-tournament")
        self.refused({"do": "tournament", "tournament": "1"}, "no-such-tournament")
        self.refused({"do": "join", "tournament": -1}, "no-such-tournament")
        number = int(self.run_it("new", "closed", "--game", "pyrga", "--closed"))
        self.refused({"do": "join", "tournament": number, "name": "Ann"}, "not-allowed")
        self.assertIn("two players", self.run_it("start", number, status=1))
        self.run_it("enter", number, "Ann")
        self.assertIn("already", self.run_it("enter", number, "ANN", status=1))
        self.assertIn("not in this", self.run_it("withdraw", number, "Bob", status=1))
        self.run_it("end", number)
        self.assertIn("is over", self.run_it("next", number, status=1))


class RoundRobin(Tournaments):
    def test_rated_pairs_of_accounts(self):
        number = int(self.run_it("new", "Club", "--game", "pyrga", "--kind", "round-robin", "--start", "pair", "--rated"))
        lines = {}
        for i, name in enumerate(("Ann", "Bob"), 1):
            line = self.guest()
            line.ask({"do": "sign-up", "name": name, "password": GOOD}, "signed-in")
            self.assertEqual(line.ask({"do": "join", "tournament": number}, "joined")["number"], i)
            lines[i] = line
        self.refused({"do": "join", "tournament": number, "name": "Guest"}, "not-signed-in")
        self.refused({"do": "join", "tournament": number}, "already-entered", lines[1])
        self.run_it("start", number)
        [game] = self.look(number)["games"]
        end = time.monotonic() + PATIENCE
        while not (mine := lines[2].ask({"do": "mine", "account": True}, "mine")["rounds"]):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.assertEqual(mine[0]["round"], game[4])
        # Bob resigns both games: 2 to 0, which is one point.
        state = lines[2].ask({"do": "enter", "round": game[4]}, "round")
        self.assertTrue(state["rated"])
        self.act(lines[2], game[4], state["number"], "resign")
        second = lines[2].ask({"do": "enter", "round": game[4]}, "round").get("next") or lines[2].wait("next")["next"]
        self.assertEqual(self.look(number)["games"][0][3], "")
        state = lines[2].ask({"do": "enter", "round": second}, "round")
        self.act(lines[2], second, state["number"], "resign")
        found = self.until(number, lambda t: t["state"] == "over")
        self.assertEqual(found["games"][0][3], "1-0" if game[1] == 1 else "0-1")
        self.assertEqual([(p["name"], p["points"]) for p in found["players"]], [("Ann", 1), ("Bob", 0)])
        self.assertEqual(lines[1].ask({"do": "export"}, "export")["tournaments"], [number])

    def test_a_fair_start_and_rounds_by_hand(self):
        number = int(self.run_it("new", "Fair", "--game", "pyrga", "--kind", "double", "--start", "fair", "--by-hand"))
        for i, name in enumerate(("Ann", "Bob", "Cleo"), 1):
            self.tokens[i] = self.run_it("enter", number, name).strip()
        self.house.kill()               # games paired while the house is closed begin when it opens
        self.run_it("start", number)
        self.run_it("next", number)     # rounds of a round robin may overlap
        self.house.start()
        games = [g for g in self.look(number)["games"] if g[2]]
        self.assertEqual([g[0] for g in games], [1, 2])
        for g in games:
            state = self.resign(g, g[1])
            self.assertEqual(state["start"], "fair")
        self.run_it("withdraw", number, "Cleo")
        for _ in range(4):
            self.run_it("next", number)
        games = self.look(number)["games"]
        self.assertTrue(all(g[3] in "+-" for g in games if g[0] > 2 and 3 in g[1:3]), games)
        self.assertIn("under way", self.run_it("next", number, status=1))
        for g in games:
            if g[3] == "" and g[4]:
                self.resign(g, g[2])
        self.run_it("next", number)
        self.assertEqual(self.look(number)["state"], "over")


if __name__ == "__main__":
    main()
