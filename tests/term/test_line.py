#!/usr/bin/env python3
"""Line mode as a person meets it: `colonnade play` on a terminal of its own and through a
pipe, with what they read, what is kept, and how the terminal is left.

usage: test_line.py COLONNADE [TEST...]
"""
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
SECONDS = 20


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
        self.seen = ""
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
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", "", data.decode(errors="replace"))
        self.seen += text.replace("\r", "")
        return bool(data)

    def expect(self, text):
        """Waits for the text and forgets what came before its end."""
        end = time.monotonic() + SECONDS
        while text not in self.seen:
            left = end - time.monotonic()
            if left <= 0 or not self.read(left):
                raise AssertionError(f"no {text!r} in {self.seen!r}")
        before, self.seen = self.seen.split(text, 1)
        return before

    def wait(self):
        """Everything up to the end; the exit status is kept."""
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

    def cooked(self):
        flags = termios.tcgetattr(self.fd)[3]
        return bool(flags & termios.ICANON) and bool(flags & termios.ECHO)

    def close(self):
        os.close(self.fd)


class LineMode(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.home = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def kept(self):
        return sorted(path.name for path in pathlib.Path(self.home).rglob("*.cgr"))

    def pipe(self, text, *arguments, **more):
        return subprocess.run([PROGRAM, "play", *arguments], input=text.encode(), capture_output=True, timeout=SECONDS,
                              env=environment(self.home, **more))

    # --- through a pipe ---

    def test_a_pipe_is_answered_and_ends_cleanly(self):
        done = self.pipe("1a1\n1b1", "pylos")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = done.stdout.decode()
        self.assertIn("White> 1a1\nWhite plays 1a1.\n", text)
        self.assertIn("Black> 1b1\nBlack plays 1b1.\n", text)
        self.assertEqual(done.stderr, b"")
        self.assertEqual(self.kept(), [])

    def test_a_menu_when_nothing_is_given(self):
        text = self.pipe("5\nresult\nquit\n").stdout.decode()
        self.assertIn("Which game? Type its number or its name.\n> 5\n", text)
        self.assertIn("White to move", text)

    def test_french(self):
        text = self.pipe("nouvelle pilea\na1\naide\nquitter\n", "--lang", "fr").stdout.decode()
        self.assertIn("Quel jeu", text)
        self.assertIn("Blanc> a1\nBlanc joue a1.\n", text)
        self.assertIn("  annuler [N]", text)
        self.assertIn("Blanc joue a1.", self.pipe("a1\n", "pilea", LC_ALL="fr_FR.UTF-8").stdout.decode())

    def test_whole_games_of_every_ruleset(self):
        """The golden playthroughs, typed as moves: the record tells the same moves and end."""
        folder = pathlib.Path(__file__).parent.parent / "golden" / "playthrough"
        played = 0
        for path in sorted(folder.glob("*.tsv")):
            rows = [line.split("\t") for line in path.read_text().splitlines() if not line.startswith("#")]
            games, moves = [], []
            for ply, _, _, word in rows:
                if ply == "-1":
                    games.append((moves, word))
                    moves = []
                else:
                    moves.append(word)
            for lang, (moves, end) in zip(("en", "fr", "en", "fr"), games):
                with self.subTest(ruleset=path.stem, lang=lang):
                    done = self.pipe("\n".join([*moves, "record"]), path.stem, "--lang", lang)
                    record = done.stdout.decode().split("[Game ", 1)[1]
                    result, _, reason = end.partition(" ")
                    words = re.sub(r"\b[0-9]+\.", " ", record.split("\n\n", 1)[1]).split()
                    self.assertEqual([*moves, result], words[:len(moves) + 1])
                    self.assertIn(f'[Result "{result}"]', record)
                    if reason:
                        self.assertIn(f'[Reason "{reason}"]', record)
                    played += 1
        self.assertGreaterEqual(played, 11)

    def test_ascii_is_ascii(self):
        self.pipe("Cb2\nmoves\nrecord\n", "pyrga", "--ascii").stdout.decode("ascii")

    def test_saving_and_loading(self):
        path = os.path.join(self.home, "my game.cgr")
        self.pipe(f"b2\nsave {path}\n", "dorix")
        done = self.pipe("record\n", "--load", path)
        self.assertIn("\n1. b2 ongoing\n", done.stdout.decode())
        done = self.pipe("", "--load", os.path.join(self.home, "none"))
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"colonnade: there is no file", done.stderr)
        pathlib.Path(path).write_text('[Game "dorix"]\n\n1. b2 b2 ongoing\n')
        done = self.pipe("", "--load", path)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"my game.cgr: line 3, column 7: ", done.stderr)

    def test_wild_input_is_survived(self):
        wild = b"\xff\x00\x1b[2J\n" + b"x" * 100000 + b"\n" + bytes(range(256)) + b"\nCb2\nquit\n"
        done = subprocess.run([PROGRAM, "play", "pyrga"], input=wild, capture_output=True, timeout=SECONDS,
                              env=environment(self.home))
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"White plays Cb2.", done.stdout)
        self.assertNotIn(b"\x1b", done.stdout)

    def test_a_reader_that_leaves_is_noticed(self):
        program = subprocess.Popen([PROGRAM, "play", "pylos"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, env=environment(self.home))
        program.stdout.close()
        try:
            program.stdin.write(b"1a1\n" + b"board\n" * 2000)
            program.stdin.close()
        except BrokenPipeError:
            pass
        self.assertEqual(program.wait(SECONDS), 3)
        self.assertEqual(self.kept(), ["unfinished-1.cgr"])

    def test_a_signal_keeps_the_game_behind_a_pipe(self):
        program = subprocess.Popen([PROGRAM, "play", "pylos"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   env=environment(self.home))
        program.stdin.write(b"1a1\n")
        program.stdin.flush()
        seen = b""
        while b"White plays" not in seen:
            seen += os.read(program.stdout.fileno(), 65536)
        program.send_signal(signal.SIGTERM)
        self.assertEqual(program.wait(SECONDS), 128 + signal.SIGTERM)
        program.stdin.close()
        program.stdout.close()
        self.assertEqual(self.kept(), ["unfinished-1.cgr"])

    # --- on a terminal ---

    def test_editing_completion_and_history(self):
        t = Terminal(self.home, "pyrga")
        t.expect("White> ")
        t.type("Cb3\x7f2\n")
        t.expect("White plays Cb2.")
        t.expect("Black> ")
        t.type("T\t\t")
        t.expect("Tb2n  Tb2e  Tb2s  Tb2w")
        t.type("n\n")
        t.expect("Black plays Tb2n.")
        t.expect("White> ")
        t.type("comment un été\n")
        t.expect("White> ")
        t.type("\x1b[A\n")
        t.expect("White> ")
        t.type("comm\t\n")
        t.expect("un été\n")
        t.expect("White> ")
        t.type("quit\n")
        t.expect("The unfinished game is kept")
        t.wait()
        self.assertEqual(t.status, 0)
        self.assertTrue(t.cooked())
        t.close()

    def test_interrupted_games_are_offered_and_resumed(self):
        t = Terminal(self.home, "pylos")
        t.expect("White> ")
        t.type("1a1\n")
        t.expect("Black> ")
        t.type("1b")
        t.expect("1b")
        t.type("\x03")
        t.expect("The unfinished game is kept")
        t.wait()
        self.assertEqual(t.status, 128 + signal.SIGINT)
        self.assertTrue(t.cooked())
        t.close()
        self.assertEqual(self.kept(), ["unfinished-1.cgr"])

        t = Terminal(self.home)
        t.expect("A game was interrupted: `resume` goes on with it.")
        t.expect("> ")
        t.type("resume\n")
        t.expect("Black> ")
        t.type("resign\n")
        t.expect("White has won (resigned)")
        t.expect("> ")
        t.type("\x04")
        t.wait()
        self.assertEqual(t.status, 0)
        t.close()
        self.assertEqual(self.kept(), [])

    def test_a_closed_terminal_keeps_the_game(self):
        t = Terminal(self.home, "pilea")
        t.expect("White> ")
        t.type("a1\n")
        t.expect("Black> ")
        t.close()
        self.assertEqual(os.waitstatus_to_exitcode(t.wait_for(0)), 128 + signal.SIGHUP)
        self.assertEqual(self.kept(), ["unfinished-1.cgr"])

    def test_a_stop_leaves_terminal_and_line_alone(self):
        t = Terminal(self.home, "pilea")
        t.expect("White> ")
        t.type("a")
        t.expect("a")
        t.type("\x1a")
        self.assertTrue(os.WIFSTOPPED(t.wait_for(os.WUNTRACED)))
        self.assertTrue(t.cooked())
        os.kill(t.pid, signal.SIGCONT)
        t.expect("White> ")
        t.type("1\n")
        t.expect("White plays a1.")
        t.expect("Black> ")
        t.type("\x04")
        t.wait()
        self.assertEqual(t.status, 0)
        t.close()

    def test_a_resize_in_the_middle_of_a_line(self):
        t = Terminal(self.home, "pilea")
        t.expect("White> ")
        t.type("b")
        t.expect("b")
        t.resize(10, 20)
        time.sleep(0.1)
        t.type("2\n")
        t.expect("White plays b2.")
        t.type("\x04")
        t.wait()
        self.assertEqual(t.status, 0)
        t.close()

    def test_a_terminal_without_unicode_gets_ascii(self):
        t = Terminal(self.home, "pyrga", LC_ALL="C")
        board = t.expect("White> ")
        self.assertTrue(board.isascii(), board)
        t.type("quit\n")
        t.wait()
        t.close()

    def test_a_dumb_terminal_works_too(self):
        t = Terminal(self.home, "pyrga", TERM="dumb")
        t.expect("White> ")
        t.type("Cb2\n")
        t.expect("White plays Cb2.")
        t.type("quit\n")
        t.wait()
        self.assertEqual(t.status, 0)
        t.close()

    def test_a_full_disk_is_said(self):
        state = os.path.join(self.home, "state")
        pathlib.Path(state).write_text("not a folder")
        t = Terminal(self.home, "pylos", XDG_STATE_HOME=state)
        t.expect("White> ")
        t.type("1a1\n")
        t.expect("Black> ")
        t.type("quit\n")
        t.expect("The unfinished game could not be kept:")
        t.wait()
        self.assertTrue(t.cooked())
        t.close()


if __name__ == "__main__":
    unittest.main()
