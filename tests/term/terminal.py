"""The program on a pseudo-terminal or behind a pipe, for the tests of the terminal."""
import codecs
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
SECONDS = 120       # before a test gives up waiting, however busy the machine is

# Every ruleset that the program lists, with its number of players.
PLAYERS = {line.split()[0]: int(line.split()[1]) for line in
           subprocess.run([PROGRAM, "games"], capture_output=True, text=True, check=True, timeout=120).stdout.splitlines()}


def environment(home, **more):
    env = {"HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    env.update(more)
    return env


class Terminal:
    """The program on a pseudo-terminal, as the leader of its session."""

    def __init__(self, home, *arguments, **more):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(PROGRAM, [PROGRAM, "play", *arguments], environment(home, **more))
        self.seen = self.pending = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")     # a character may arrive in two parts …
        self.status = None
        self.resize(24, 80)

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        os.write(self.fd, text.encode())

    def read(self, seconds):
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", "", self.pending + self.decoder.decode(data))
        self.pending = re.search(r"(\x1b(\[[0-9;?]*)?)?\Z", text).group()     # … and so may an escape sequence
        self.seen += text[:len(text) - len(self.pending)].replace("\r", "")
        return bool(data)

    def expect(self, text):
        """Waits for the text and forgets everything up to its end."""
        end = time.monotonic() + SECONDS
        while text not in self.seen:
            left = end - time.monotonic()
            if left <= 0 or not self.read(left):
                raise AssertionError(f"no {text!r} in {self.seen!r}")
        before, self.seen = self.seen.split(text, 1)
        return before

    def wait(self):
        """Reads everything up to the end; keeps the exit status."""
        while self.read(SECONDS):
            pass
        self.status = os.waitstatus_to_exitcode(self.wait_for(0))
        return self.seen

    def wait_for(self, options):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, options | os.WNOHANG)
            if pid:
                return status
            time.sleep(0.01)
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError(f"it goes on after {self.seen!r}")

    def wait_until_it_thinks(self):
        """Waits until it has used another fifth of a second of processor time: waiting for a line uses none."""
        def used():
            fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        begun, end = used(), time.monotonic() + SECONDS
        while used() < begun + 0.2:
            assert time.monotonic() < end, f"it does not think after {self.seen!r}"
            time.sleep(0.01)

    def cooked(self):
        flags = termios.tcgetattr(self.fd)[3]
        return bool(flags & termios.ICANON) and bool(flags & termios.ECHO)

    def close(self):
        os.close(self.fd)


def golden_games():
    """(ruleset, moves, result, reason) of every golden playthrough, one per ruleset first."""
    folder = pathlib.Path(__file__).parent.parent / "golden" / "playthrough"
    for path in sorted(folder.glob("*.tsv")):
        moves = []
        for line in path.read_text().splitlines():
            if line.startswith("#"):
                continue
            ply, _, _, word = line.split("\t")
            if ply == "-1":
                result, _, reason = word.partition(" ")
                yield path.stem, moves, result, reason
                moves = []
            else:
                moves.append(word)


# No golden playthrough of Pilea reaches its end; this game does.
PILEA = ("c4 d5 a3 c2 c1 c5 e2 e1 a1 b2 c1-b1 c5-c4 a3-b3xb2>d3 e1-e2 b3-a3 d5-d4 a1-a2 e2=e3 a2-a1 d3-d4 a3-a2 d4-c4 a1-b1 "
         "e3=d3 b1-c1 c2-c1 b1-b2 c1=b1 a2-b2 b1-b2 b1-c1 b2=b3 c1-d1 c4=b4 d1-d2 b4-b3 d2-d1 b3-c3").split()


def whole_games():
    """(ruleset, moves, result, reason): the shortest finished game of each ruleset."""
    games = {"pilea": (len(PILEA), PILEA, "b", "centre reached")}
    for ruleset, moves, result, reason in golden_games():
        if result != "ongoing" and (ruleset not in games or len(moves) < games[ruleset][0]):
            games[ruleset] = (len(moves), moves, result, reason)
    return [(ruleset, *game[1:]) for ruleset, game in sorted(games.items())]


def games_by_language():
    """(language, ruleset, moves, result, reason): the shortest game of each ruleset in both languages, and every
    golden game in one language, alternating."""
    whole = whole_games()
    for game in whole:
        yield "en", *game
        yield "fr", *game
    for i, game in enumerate(golden_games()):
        if game not in whole:
            yield ("en", "fr")[i % 2], *game


def translator(lang):
    """The catalogue as a function that translates a sentence."""
    if lang == "en":
        return lambda english: english
    sys.path.insert(0, str(pathlib.Path(__file__).parent.parent.parent / "lang"))
    import po
    table = {e.english: e.text for e in po.read(os.path.join(os.path.dirname(po.__file__), lang + ".po"))[1]}
    return table.__getitem__


def result_sentence(text, result, reason):
    """ "Black has won (reserve empty)" in the language of `text`."""
    won = {"w": "White has won", "b": "Black has won", "r": "Red has won", "wr": "White and Red have won",
           "bg": "Black and Green have won", "draw": "draw"}
    return f"{text(won[result])} ({text(reason)})"


class Case(unittest.TestCase):
    """Each test has its own home folder."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.home = self.folder.name
        self.addCleanup(self.folder.cleanup)    # runs after the test's own clean-ups, which need the folder

    def kept(self):
        return sorted(path.name for path in pathlib.Path(self.home).rglob("*.cgr"))

    def pipe(self, text, *arguments, **more):
        return subprocess.run([PROGRAM, "play", *arguments], input=text.encode(), capture_output=True, timeout=SECONDS,
                              env=environment(self.home, **more))

    def play_whole_games(self, *options):
        """A whole game of every ruleset in both languages, prompt by prompt, on a terminal."""
        names = ("White", "Black", "Red", "Green")
        for lang in ("en", "fr"):
            text = translator(lang)
            for ruleset, moves, result, reason in whole_games():
                t = Terminal(self.home, ruleset, "--lang", lang, *options)
                for i, move in enumerate(moves):
                    t.expect(f"\n{text(names[i % PLAYERS[ruleset]])}> ")
                    t.type(move + "\n")
                t.expect("\n" + result_sentence(text, result, reason) + "\n")
                t.expect(text("`review` looks for mistakes, `save` keeps the game, `new` starts another one.").split(",")[0])
                t.expect("> ")
                t.type("quit\n")
                t.wait()
                self.assertEqual(t.status, 0)
                t.close()
