"""Games between people in the terminal: colonnade play --join, --seek, --watch.

usage: test_terminal.py PROGRAM
"""
import codecs
import fcntl
import os
import pty
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

import qr
from wire import House

PROGRAM = os.path.abspath(sys.argv.pop(1))
SECONDS = 120
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r")


class Terminal:
    """colonnade play on its own pseudo-terminal."""

    def __init__(self, *arguments, state, command="play"):
        self.text, self.at = "", 0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")     # a character may arrive in two parts
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", XDG_STATE_HOME=state, XDG_DATA_HOME=state)
            os.execv(PROGRAM, [PROGRAM, command, *arguments])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def expect(self, what):
        """Waits for a text (a regular expression) after the previous match."""
        end = time.monotonic() + SECONDS
        while True:
            found = re.search(what, self.text[self.at:])
            if found:
                self.at += found.end()
                return found
            if time.monotonic() > end:
                raise AssertionError(f"no {what!r} in\n{self.text[self.at:]}")
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    self.text = COLOURS.sub("", self.text + self.decoder.decode(os.read(self.fd, 65536)))
                except OSError as gone:
                    raise AssertionError(f"it ended before {what!r}:\n{self.text[self.at:]}") from gone

    def type(self, line):
        os.write(self.fd, (line + "\n").encode())

    def keys(self, text):
        os.write(self.fd, text.encode())

    def close(self):
        if not self.pid:
            return
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.fd)
        self.pid = 0


class TerminalTest(unittest.TestCase):
    def setUp(self):
        self.house = House(PROGRAM)
        self.addCleanup(shutil.rmtree, self.house.folder)
        self.addCleanup(self.house.stop)
        self.url = f"http://127.0.0.1:{self.house.port}/"
        self.state = tempfile.mkdtemp(prefix="colonnade-state-")
        self.addCleanup(shutil.rmtree, self.state)

    def terminal(self, *arguments, lang="en"):
        terminal = Terminal("--lang", lang, *arguments, state=self.state)
        self.addCleanup(terminal.close)
        return terminal

    def open(self, game="pyrga", clock="none"):
        line = self.house.line()
        opened = line.ask({"do": "open", "game": game, "seats": ["me", "link"], "name": "Ann", "clock": clock}, "opened")
        return line, opened["round"], opened["seats"][1]["token"], opened["seats"][0]["token"]

    def move(self, line, name, nonce, which=0):
        moves = line.ask({"do": "moves", "round": name}, "moves")
        move = moves["moves"][which]
        line.ask({"do": "act", "round": name, "number": moves["number"], "action": "move " + move, "nonce": nonce}, "done")
        return move

    def test_by_a_link_through_offers_and_a_restart(self):
        line, name, token, mine = self.open()
        bob = self.terminal("--join", f"{self.url}#seat={token}", "--name", "Bob")
        bob.expect("Black is played by Bob")
        bob.expect(r"http://[^\n]*#seat=" + token)
        bob.expect("> ")
        bob.type("Sa1")                                 # it is not his turn
        bob.expect("not your turn")
        move = self.move(line, name, "a1")
        bob.expect(f"White plays {move}")
        bob.type("hint")
        bob.expect("no hints")
        bob.type("moves")
        reply = bob.expect(r"legal moves:\n(\S+)").group(1)
        bob.type(reply)
        bob.expect(f"Black plays {reply}")
        line.wait("events")
        bob.type("undo")
        bob.expect("Black would like to take a move back")
        number = line.ask({"do": "moves", "round": name}, "moves")["number"]
        line.ask({"do": "act", "round": name, "number": number, "action": "yes take-back", "nonce": "a2"}, "done")
        bob.expect("A move is taken back")
        line.send({"do": "say", "round": name, "phrase": "good-luck"})
        bob.expect("White says: Good luck!")
        bob.type("say 5")
        self.assertEqual(line.wait("said", seat="b")["phrase"], "thanks")
        self.house.kill()
        bob.expect("cannot be reached")
        self.house.start()
        bob.expect("Connected")
        line = self.house.line()
        line.ask({"do": "enter", "token": mine}, "round")
        bob.type(reply)
        bob.expect(f"Black plays {reply}")
        bob.type("resign")
        bob.expect("White has won")
        bob.type("rematch")
        bob.expect("would like a rematch")
        number = line.ask({"do": "enter", "token": mine}, "round")["number"]
        line.ask({"do": "act", "round": name, "number": number, "action": "yes rematch", "nonce": "a3"}, "done")
        bob.expect("You play White")
        bob.type("quit")

    def test_a_seat_that_cannot_be_stored_is_asked_for_again(self):
        """The house's disk is full for a while: no file of it may grow."""
        line, name, token, _ = self.open()
        resource.prlimit(self.house.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        bob = self.terminal("--join", f"{self.url}#seat={token}", "--name", "Bob")
        bob.expect("cannot keep anything at the moment. Trying again")
        resource.prlimit(self.house.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        bob.expect("Black is played by Bob")
        move = self.move(line, name, "a1")
        bob.expect(f"White plays {move}")

    def test_two_terminals_in_two_languages_by_an_invitation(self):
        ann = self.terminal("pilotis", "--seek", self.url, "--invite", "--name", "Ann")
        link = ann.expect(r"(http://\S+#seat=\S+)\n(?s:.*)(http://\S+#seat=\S+)\n")
        code = ann.expect(r"((?:[█▀▄ ]{21,}\n)+)(?=.*[a-z])")     # also as a QR code for a phone
        mine, other = link.group(1), link.group(2)
        self.assertEqual(qr.read(code.group(1).splitlines()), [other])
        self.assertNotEqual(mine, other)
        bob = self.terminal("--join", other, "--plain", lang="fr")
        ann.expect("The game begins")
        bob.expect("Vous avez|Vous jouez")
        first, second = (ann, bob) if "You play White" in ann.text else (bob, ann)
        first.type("moves" if first is ann else "coups")
        move = first.expect(r"(?:legal moves|coups permis)[^:]*:\n(\S+)").group(1)
        first.type(move)
        second.expect("White plays|Blanc")
        watcher = self.terminal("--watch", f"{self.url}#watch={self.rounds(ann)[0]}")
        watcher.expect("You are watching")
        first.type("resign" if first is ann else "abandonner")
        watcher.expect("Black has won")

    def rounds(self, terminal):
        token = re.search(r"#seat=([\w-]+)", terminal.text).group(1)
        found = self.house.line().ask({"do": "mine", "tokens": [token]}, "mine")
        return [entry["round"] for entry in found["rounds"]]

    def test_fair_starts_and_pairs(self):
        ann = self.terminal("pyrga", "--seek", self.url, "--start", "fair", "--name", "Ann")
        ann.expect("It begins from fair start [0-9]+, a draw when nobody errs")
        bob = self.terminal("pilotis", "--seek", self.url, "--start", "pair", "--name", "Bob", lang="fr")
        bob.expect("partie d.une paire")
        cleo = self.terminal("pilotis", "--seek", self.url, "--start", "fair", "--name", "Cleo")
        cleo.expect("It begins from fair start")            # not at Bob's table
        dan = self.terminal("pilotis", "--seek", self.url, "--start", "pair", "--name", "Dan")
        dan.expect("is played by Bob")
        dan.expect("The first game of a pair")
        first = dan.expect("You play (White|Black)").group(1)
        dan.type("resign")
        dan.expect("The second game of a pair")
        self.assertEqual(dan.expect("Points of the pair: White (.), Black (.)").groups(), ("1", "0") if first == "White" else ("0", "1"))
        self.assertNotEqual(dan.expect("You play (White|Black)").group(1), first)
        bob.expect("Points de la paire")
        bob.type("abandonner")
        dan.expect("Points of the pair: White 1, Black 1")

    def account(self, *arguments, given=None):
        """Runs colonnade account with this on its standard input."""
        done = subprocess.run([PROGRAM, "account", *arguments, "--lang", "en"], input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False, env={**os.environ, "XDG_DATA_HOME": self.state})
        return done.returncode, done.stdout

    def test_with_an_account(self):
        self.house.stop()
        self.house.arguments = ["--accounts", "--unlimited"]
        self.house.start()
        url = f"http://127.0.0.1:{self.house.port}/"
        self.house.line().ask({"do": "sign-up", "name": "Ann Lee", "password": "seven quiet doves"}, "signed-in")
        self.assertEqual(self.account("sign-in", url, "Ann Lee", given="seven quiet dogs\n"),
                         (1, "colonnade: this name and this password do not match\n"))
        self.assertEqual(self.account("sign-in", url, "Ann Lee", given="")[0], 2)
        self.assertEqual(self.account("sign-out", url)[0], 1)
        self.assertEqual(self.account("sign-in", "http://games.example/", "Ann Lee", given="seven quiet doves\n"),
                         (1, "colonnade: a password is sent only over https: otherwise others could read it\n"))
        # On a terminal it asks for the password and does not show it.
        asked = Terminal("sign-in", url, "ann-lee", "--lang", "en", state=self.state, command="account")
        asked.expect("Password:")
        while termios.tcgetattr(asked.fd)[3] & termios.ECHO:
            time.sleep(0.05)
        asked.type("seven quiet doves")
        asked.expect("Signed in as Ann Lee")
        asked.close()
        self.assertNotIn("doves", asked.text)
        folder = os.path.join(self.state, "colonnade", "sessions")
        kept = os.path.join(folder, os.listdir(folder)[0])
        self.assertEqual((os.stat(kept).st_mode & 0o777, os.stat(folder).st_mode & 0o777), (0o600, 0o700))
        # From then on the account's name is used at the table, unless --guest says otherwise.
        lobby = self.house.line()
        lobby.ask({"do": "lobby"}, "lobby")
        for more, name in ((("pyrga", "--name", "Somebody"), "Ann Lee"), (("pilotis", "--guest", "--name", "Somebody"), "Somebody")):
            playing = self.terminal(*more, "--seek", url, "--plain")
            while name not in [seat.get("name") for entry in lobby.wait("lobby")["open"] for seat in entry["seats"]]:
                pass
            playing.close()
        bot = subprocess.Popen([PROGRAM, "bot", "--seek", url, "--level", "1", "--game", "pylos"], stdout=subprocess.DEVNULL,
                               env={**os.environ, "XDG_DATA_HOME": self.state})
        try:
            while ("pylos", "Ann Lee") not in [(e["game"], s.get("name")) for e in lobby.wait("lobby")["open"] for s in e["seats"]]:
                pass
        finally:
            bot.kill()
            bot.wait()
        with open(kept, encoding="ascii") as file:
            token = file.read().strip()
        self.assertEqual(self.account("sign-out", url), (0, ""))
        self.assertFalse(os.path.exists(kept))
        line = self.house.line()
        line.send({"do": "sign-in", "token": token, "id": 1})
        while (answer := line.next()).get("re") != "1":
            pass
        self.assertEqual(answer["why"], "no-such-session")
        # A session that was ended elsewhere is reported as such.
        with open(kept, "w", encoding="ascii") as file:
            file.write(token + "\n")
        playing = self.terminal("dorix-3", "--seek", url, "--plain")
        playing.expect("your session in this house has ended")
        self.assertEqual(self.account("sign-out", url), (0, ""))

    def test_ratings_at_the_table(self):
        self.house.stop()
        self.house.arguments = ["--accounts", "--unlimited"]
        self.house.start()
        url = f"http://127.0.0.1:{self.house.port}/"
        self.assertIn("sign in first", self.terminal("pyrga", "--seek", url, "--rated").expect(r"\w[^\n]+\n").group())
        states = {}
        for name in ("Ann Lee", "Bob Roe"):
            line = self.house.line()
            line.ask({"do": "sign-up", "name": name, "password": "seven quiet doves"}, "signed-in")
            opened = line.ask({"do": "open", "game": "pilea", "seats": ["me", "link"], "rated": True}, "opened")
            invitation = opened["seats"][1]["token"]
            self.state = states[name] = os.path.join(self.state, name[:3])
            self.assertEqual(self.account("sign-in", url, name, given="seven quiet doves\n")[0], 0)
        rated = self.terminal("pyrga", "--seek", url, "--rated", "--plain", lang="fr")      # Bob opens it, as he signed in last
        rated.expect("Partie classée")
        self.state = states["Ann Lee"]
        # Without --rated nobody is led to a rated game: neither a guest, who would be refused, nor an account.
        for unasked in (self.terminal("pyrga", "--seek", url, "--guest"), self.terminal("pyrga", "--seek", url)):
            unasked.expect("The game begins|Your seat is open")
        self.terminal("--join", f"{url}#seat={invitation}", "--guest").expect("only accounts play rated games")
        ann = self.terminal("pyrga", "--seek", url, "--rated", "--plain", "--start", "sheet")
        ann.expect("is played by Bob Roe")
        ann.expect("Rated\\.")
        mine = ann.expect("You play (White|Black)").group(1)
        rated.expect("La partie commence")
        ann.type("resign")
        ann.expect(f"{mine} was rated 1500 and is now rated 1[1-4][0-9]+, provisionally\\.")
        rated.expect("était classé 1500 et l'est maintenant 16[0-9]+, à titre provisoire")
        ann.type("rematch")
        rated.expect("voudrait une revanche")
        rated.type("accepter")
        ann.expect("Rated; (White|Black) counts as [0-9]+ points stronger")
        ann.expect("is rated 1[1-6][0-9]+, provisionally")

    def test_two_who_seek_at_once_meet(self):
        two = [self.terminal("pyrga", "--seek", self.url, "--name", name) for name in ("Ann", "Bob")]
        for terminal, other in zip(two, ("Bob", "Ann")):
            terminal.expect(f"is played by {other}")

    def test_full_screen(self):
        line, name, token, _ = self.open("pylos")
        bob = self.terminal("--join", f"{self.url}#seat={token}", "--screen")
        bob.expect("White")
        move = self.move(line, name, "a1")
        bob.expect(f"White plays {move}")
        bob.keys(":1b1\n")
        self.assertIn("moved b", line.wait("events")["events"][0])
        bob.keys("q")

    def test_what_is_wrong_is_said(self):
        for arguments, says in ((("--join", self.url), "#seat"), (("--join", f"{self.url}#seat=nobodys"), "leads to no seat"),
                                (("--watch", f"{self.url}#watch=none"), "no such game"),
                                (("--seek", self.url, "--invite"), "needs a game"),
                                (("--seek", "http://127.0.0.1:1/", "pylos"), "cannot be reached|no house")):
            self.terminal(*arguments).expect(says)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
