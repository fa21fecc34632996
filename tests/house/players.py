"""People who play random games at a house that crashes, and remember everything that they were told."""
import json
import subprocess
import time

from wire import Closed

BASE, STEP, COURTESY = 600000, 1000, 15000


class Trouble(Exception):
    """The house could not store an action, or does not know whether it did."""


GONE = (Closed, ConnectionError, OSError, Trouble)


def games_for_two(program):
    """The first ruleset of every family that two can play, as the program lists them."""
    said = subprocess.run([program, "games", "--json"], stdout=subprocess.PIPE, check=True).stdout
    return [g["game"] for g in json.loads(said)["games"] if g["game"] == g["family"] and g["players"] == 2]


class Player:
    """One game, both seats; everything that either of them was ever told."""

    def __init__(self, number, chance, games):
        self.number, self.chance = number, chance
        self.game = games[number % len(games)]
        self.round, self.tokens = None, []
        self.seen, self.acks, self.pending = {}, {}, None
        self.nonces = 0
        self.faults = []
        self.events = self.acknowledged = self.games = self.restarts = 0
        self.last = self.broken = 0     # when something was acknowledged, and when the line was lost

    def fault(self, what):
        self.faults.append(f"{self.round}: {what}")

    def note(self, events):
        for line in events:
            number = int(line.split()[0])
            if self.seen.setdefault(number, line) != line:
                self.fault(f"event {number} was {self.seen[number]!r} and is {line!r}")

    def open(self, lines):
        for line in lines if self.round else ():
            line.send({"do": "leave", "round": self.round})
        opened = lines[0].ask({"do": "open", "game": self.game, "seats": ["me", "link"],
                               "clock": f"increment:{BASE}+{STEP}", "name": "A"}, "opened")
        self.round, self.tokens = opened["round"], [seat["token"] for seat in opened["seats"]]
        self.seen, self.acks, self.pending, self.restarts = {}, {}, None, 0
        self.sit(lines)

    def sit(self, lines):
        """The answer is "seated" and "round", or "round" alone where an earlier attempt has been stored meanwhile."""
        answer = lines[1].ask({"do": "sit", "token": self.tokens[1], "name": "B"}, "round", round=self.round)
        self.note(answer["events"])

    def enter(self, lines):
        """Reconnects, and compares the whole log with what was told before."""
        log = {}
        for line, token in zip(lines, self.tokens):
            answer = line.ask({"do": "enter", "token": token, "round": self.round}, "round")
            events = answer["events"]
            while len(events) < answer["number"]:
                events += line.wait("events")["events"]
            log = {int(event.split()[0]): event for event in events}
            if list(log) != list(range(1, answer["number"] + 1)):
                self.fault(f"the log has gaps: {list(log)}")
        for number, line in self.seen.items():
            if log.get(number) != line:
                self.fault(f"told {line!r}, the log says {log.get(number)!r}")
        for nonce, number in self.acks.items():
            if number > len(log):
                self.fault(f"{nonce} was acknowledged as {number} of {len(log)}")
        self.seen = log
        self.check_clocks()
        if not any(line.split()[2] == "began" for line in log.values()):
            self.sit(lines)

    def check_clocks(self):
        left, restarts = {"w": BASE, "b": BASE}, 0
        for line in self.seen.values():
            words = line.split()
            restarts += words[2] == "restarted"
            if words[2] != "moved":
                continue
            now = int(words[5])
            if not left[words[3]] + STEP - 60000 <= now <= left[words[3]] + STEP + COURTESY * restarts:
                self.fault(f"a clock went from {left[words[3]]} to {now}: {line}")
            left[words[3]] = now

    def act(self, line, number, action, nonce):
        """True once it is acknowledged; a refusal also settles it."""
        self.pending = (number, action, nonce)
        line.send({"do": "act", "round": self.round, "number": number, "action": action, "nonce": nonce,
                   "seat": "w" if line is self.lines[0] else "b"})
        while True:
            message = line.next()
            if message.get("round") == self.round and "events" in message:
                self.note(message["events"])
            if message.get("nonce") != nonce:
                continue
            if "trouble" in (message["is"], message.get("why")):
                raise Trouble(message)      # perhaps not done: it stays pending
            self.pending = None
            if message["is"] == "done":
                if self.acks.setdefault(nonce, message["number"]) != message["number"]:
                    self.fault(f"{nonce} acknowledged as {self.acks[nonce]} and as {message['number']}")
                self.acknowledged += 1
                self.last = time.monotonic()
                return True
            if message.get("why", "over") != "over":
                self.fault(f"{nonce}: {message}")
            return False

    def again(self):
        """Repeats what was pending when the house crashed: the same action with the same nonce."""
        if not self.pending:
            return
        number, action, nonce = self.pending
        line = self.lines[int(nonce.split("-")[1])]
        before = len(self.acks)
        self.act(line, number, action, nonce)
        if len(self.acks) > before and self.acks[nonce] > max(self.seen):
            self.fault(f"{nonce} was done as {self.acks[nonce]}, beyond {max(self.seen)}")

    def move(self):
        for line in self.lines:
            line.seen.clear()
        moves = self.lines[0].ask({"do": "moves", "round": self.round}, "moves")
        if not moves["seat"]:
            return False
        side = "wb".index(moves["seat"])
        self.nonces += 1
        nonce = f"{self.number}-{side}-{self.nonces}"
        if self.nonces % 40 == 39:
            self.act(self.lines[side], moves["number"], "resign", nonce)
            return False
        self.act(self.lines[side], moves["number"], "move " + self.chance.choice(moves["moves"]), nonce)
        return True

    def play(self, house):
        """Plays until the house is gone; `house.line` opens a connection."""
        self.lines = []
        try:
            self.lines = [house.line(timeout=60), house.line(timeout=60)]
            if self.round:
                self.enter(self.lines)
                self.again()
            while True:
                if not self.round or not self.move():
                    self.games += 1
                    self.events += len(self.seen)
                    self.open(self.lines)
        except GONE:
            pass
        except AssertionError as wrong:
            if "trouble" not in str(wrong):
                self.fault(str(wrong))
        self.broken = time.monotonic()
        for line in self.lines:
            line.close()
