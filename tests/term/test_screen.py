#!/usr/bin/env python3
"""Full screen as a person sees it: `colonnade play --screen` under tmux, screen by screen, and on a bare
pseudo-terminal to see what it leaves behind.

usage: test_screen.py COLONNADE [TEST...]
"""
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from terminal import PLAYERS, PROGRAM, SECONDS, Case, Terminal, result_sentence, translator, whole_games



def goes_on(pid):
    """Whether it still runs; a zombie does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class Tmux:
    """The program in a window of its own tmux server."""

    def __init__(self, home, *arguments, locale="C.UTF-8", rows=24, columns=80):
        self.socket = tempfile.mktemp(dir=home, prefix="tmux")
        self.status_file = tempfile.mktemp(dir=home, prefix="status")
        # Any shell must survive Ctrl-C here, but the program must not inherit that.
        command = (f"trap : INT; env TERM=xterm-256color LC_ALL={locale} NO_COLOR=1 HOME={shlex.quote(home)} XDG_DATA_HOME= {shlex.quote(PROGRAM)} play --screen "
                   f"{shlex.join(arguments)}; echo $? >{shlex.quote(self.status_file)}; sleep 60")
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), command)

    def tmux(self, *arguments):
        env = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm"}
        env.pop("TMUX", None)
        return subprocess.run(["tmux", "-u", "-S", self.socket, *arguments], env=env, capture_output=True, check=True, timeout=SECONDS).stdout.decode()

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def line(self, text):
        self.type(":" + text)
        self.keys("Enter")

    def click(self, y, x):
        self.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def cursor(self):
        x, y = self.tmux("display-message", "-p", "#{cursor_x} #{cursor_y}").split()
        return int(y), int(x)

    def expect(self, pattern):
        """The screen, as soon as the pattern is on it."""
        end = time.monotonic() + SECONDS
        while True:
            screen = self.screen()
            if re.search(pattern, screen):
                return screen
            if time.monotonic() > end:
                raise AssertionError(f"no {pattern!r} on:\n{screen}")
            time.sleep(0.03)

    def status(self):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if os.path.exists(self.status_file) and os.path.getsize(self.status_file):
                with open(self.status_file, encoding="ascii") as file:
                    return int(file.read())
            time.sleep(0.03)
        raise AssertionError(f"it goes on:\n{self.screen()}")

    def programs(self):
        """The running processes that the window's shell started."""
        try:
            shell = self.tmux("list-panes", "-F", "#{pane_pid}").strip()
            with open(f"/proc/{shell}/task/{shell}/children", encoding="ascii") as file:
                return [int(word) for word in file.read().split()]
        except (subprocess.CalledProcessError, OSError):
            return []

    def close(self):
        """Ends the server, and waits for the program, which may still have a game to save."""
        programs = self.programs()
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)
        end = time.monotonic() + SECONDS
        while any(goes_on(pid) for pid in programs) and time.monotonic() < end:
            time.sleep(0.01)


@unittest.skipUnless(shutil.which("tmux"), "there is no tmux")
class Screen(Case):
    def start(self, *arguments, **more):
        t = Tmux(self.home, *arguments, **more)
        self.addCleanup(t.close)
        return t

    def test_the_first_screen(self):
        t = self.start("pyrga")
        self.assertEqual(t.expect("q quit").rstrip("\n").split("\n"), """\
 Pyrga   >White □5 △5 ○5   Black ■5 ▲5 ●5
                                                      Moves
   ┌───────────┬───────────┬───────────┬───────────┐
 4 │           │           │           │           │
   │           │           │           │           │
   ├───────────┼───────────┼───────────┼───────────┤
 3 │           │           │           │           │
   │           │           │           │           │
   ├───────────┼───────────┼───────────┼───────────┤
 2 │           │           │           │           │
   │           │           │           │           │
   ├───────────┼───────────┼───────────┼───────────┤
 1 │           │           │           │           │
   │           │           │           │           │
   └───────────┴───────────┴───────────┴───────────┘
         a           b           c           d




 Pyrga
 White> Which piece?
 [1 square]  [2 triangle]  [3 round piece]
 Enter choose  Bksp back  Esc cancel  u undo  r redo  h hint  ? help  q quit""".split("\n"))
        self.assertEqual(t.cursor(), (22, 2))

    def test_choices_step_by_step(self):
        t = self.start("pyrga")
        t.expect("Which piece")
        t.keys("2")
        screen = t.expect("To which place")
        self.assertEqual(screen.count("│>"), 16)
        t.keys("Right", "Up")
        t.keys("Enter")
        screen = t.expect("Pointing which way")
        self.assertEqual(screen.count("│#"), 1)
        # One step back, then the whole move.
        t.keys("BSpace")
        t.expect("To which place")
        t.keys("Escape")
        t.expect("Which piece")
        t.keys("2")
        t.expect("To which place")
        t.keys("Enter")
        t.expect("Pointing which way")
        t.keys("Up")
        screen = t.expect(r"White plays Tb2n\.")
        self.assertIn("> 1. White Tb2n", screen)
        self.assertIn("│*△↑ ", screen)
        t.expect("You must play north of b2: b3 or b4. Which piece")
        t.keys("q")
        self.assertEqual(t.status(), 0)
        self.assertEqual(len(self.kept()), 1)

    def test_the_mouse(self):
        t = self.start("dorix")
        t.expect("Where does the pawn go")
        screen = t.screen().split("\n")
        row = next(y for y, line in enumerate(screen) if line.startswith(" 3 "))
        t.click(row, screen[row].index("│", 5) + 3)
        screen = t.expect(r"White plays b3\.")
        t.line("c3")
        t.expect(r"Black plays c3\.")
        # A click in the list goes to that move.
        t.click(2, 60)
        t.expect(r"\n? *> 1\. White b3")
        t.expect("Black>")

    def place(self, ruleset, label):
        """Where a place is on a screen of 24 by 80."""
        shown = json.loads(subprocess.run([PROGRAM, "show", ruleset, "--json"], capture_output=True, check=True).stdout)
        places = {p["place"]: p for p in shown["places"]}

        def span(axis, level):
            """The first column or row of a level, and how many it has."""
            found = [p[axis] for p in places.values() if p["level"] == level]
            return min(found), int(max(found) - min(found)) + 1

        here = places[label]
        (left, _), (bottom, _) = span("x", here["level"]), span("y", here["level"])
        column, row = int(here["x"] - left), int(here["y"] - bottom)
        columns, rows = span("x", 1)[1], span("y", 1)[1]
        if max(p["level"] for p in places.values()) > 1:
            before = sum(span("x", level)[1] * 3 + 5 for level in range(1, here["level"]))
            return 4 + (rows - 1 - row) * 2, 3 + before + column * 3 + 1
        width, height = min(11, 49 // columns - 1), min(3, 15 // rows - 1)
        return 3 + (rows - 1 - row) * (height + 1), 5 + column * (width + 1)

    def ends_there(self, ruleset, move):
        """No move of the first turn goes on behind this one."""
        moves = subprocess.run([PROGRAM, "moves", ruleset], capture_output=True, text=True, check=True, timeout=SECONDS).stdout.split()
        return not any(other.startswith(move) for other in moves if other != move)

    def choose(self, t, text, ruleset, move):
        """Makes a move of one or two places, or of kind, place and direction, with digits, arrow keys and the
        mouse."""
        kind = {"S": "square", "T": "triangle", "C": "round piece"}.get(move[0])
        if not kind and not (re.fullmatch(r"\d?[a-z]\d", move) and self.ends_there(ruleset, move)):
            t.line(move)
            return
        if not kind:
            t.click(*self.place(ruleset, move))
            return
        button = re.search(rf"\[(\d) {text(kind)}\]", t.expect(rf"\[\d {text(kind)}\]")).group(1)
        t.keys(button)
        t.expect(re.escape(text("To which place?")))
        t.click(*self.place(ruleset, move[1:3]))
        if kind == "triangle":
            t.expect(re.escape(text("Pointing which way?")))
            t.keys({"n": "Up", "e": "Right", "s": "Down", "w": "Left"}[move[3]])

    def test_whole_games_of_every_ruleset(self):
        """Whole games in both languages, the first moves by keys and mouse, the others typed; then what is said
        about the end."""
        games = whole_games()
        self.assertEqual({ruleset for ruleset, *_ in games}, set(PLAYERS))
        t = self.start("pylos")
        t.expect("q quit")
        names = ("White", "Black", "Red", "Green")
        for lang in ("en", "fr"):
            text = translator(lang)
            t.line(f"language {lang}")
            for ruleset, moves, result, reason in games:
                t.line(f"new {ruleset}")
                players = PLAYERS[ruleset]
                for i, move in enumerate(moves[:3]):
                    name = text(names[i % players])
                    t.expect(f"^ .*>{name}(?s:.)*\n {name}> ")
                    self.choose(t, text, ruleset, move)
                    t.expect(re.escape(text(f"{names[i % players]} plays {{0}}.").format(move)))
                t.type("".join(f":{move}\r" for move in moves[3:]))
                mover = text(names[(len(moves) - 1) % players])
                end = result_sentence(text, result, reason)
                screen = t.expect(rf"\n {re.escape(end)}  {re.escape(text(':review  :save  :new'))}\n")
                self.assertIn(f">{(len(moves) - 1) // players + 1:2}. {mover} {moves[-1]}"[:26], screen)
                self.assertIn(text(f"{names[(len(moves) - 1) % players]} plays {{0}}.").format(moves[-1]), screen)
                self.assertEqual(screen.count(end), 1)
                self.assertLess(max(len(line) for line in screen.split("\n")), 81)

    def test_variations_and_undo(self):
        t = self.start("pilea", "--lang", "fr")
        t.expect("Où va le cube")
        t.type(":a1\r:a2\ru:b2\r")
        screen = t.expect(r"\(a2\)")
        self.assertIn("> 1. Noir b2", screen)
        t.keys("v")
        t.expect(r">   1\. Noir \(a2\)(?s:.)*Noir pose un cube en a2\.")

    def test_levels_evaluation_and_stopping(self):
        t = self.start("dorix", "--seats", "10,human", "--clock", "90+0")
        t.expect("thinking: Ctrl-C stops it")
        t.expect(r"White [█░]{20} Black ")
        t.keys("C-c")
        t.expect("g lets the level play")
        t.line("b2")
        t.expect("White plays b2")
        t.keys("e")
        t.expect(r"White [█░]{20} Black +[+-][0-9]")
        t.keys("C-c")
        self.assertEqual(t.status(), 128 + signal.SIGINT)
        self.assertEqual(len(self.kept()), 1)

    def test_small_windows_and_resizing(self):
        t = self.start("pyrga", columns=79, rows=24)
        t.expect(r"^This window is too small: 80 columns and 24 rows are needed\.\s*$")
        t.tmux("resize-window", "-x", "20", "-y", "8")
        t.expect(r"^This window is too\nsmall: 80 columns\nand 24 rows are\nneeded\.\s*$")
        t.tmux("resize-window", "-x", "100", "-y", "30")
        t.expect("Which piece")
        t.keys("2")
        t.expect("To which place")
        t.tmux("resize-window", "-x", "60", "-y", "10")
        t.expect("too small")
        t.tmux("resize-window", "-x", "80", "-y", "24")
        t.expect("To which place")
        t.keys("Enter", "Up")
        t.expect(r"White plays Ta1n\.")

    def test_a_large_window_is_used(self):
        t = self.start("dorix-4", "--seats", "human,10,10,10", "--clock", "90+0", columns=120, rows=40)
        screen = t.expect("q quit").split("\n")
        self.assertIn("Green (10) ◆10 90:00", screen[0])
        self.assertIn("q quit", screen[39])
        t.tmux("resize-window", "-x", "80", "-y", "24")
        screen = t.expect("q quit\\s*$").split("\n")
        # Four players with levels and clocks need two rows.
        self.assertRegex(screen[0], r"^ Dorix, two teams   >White ○10 \d+:\d\d   Black \(10\) ●10 90:00\s*$")
        self.assertRegex(screen[1], r"^   Red \(10\) ◇10 90:00   Green \(10\) ◆10 90:00 +Moves$")

    def test_a_long_constraint_is_shown_whole(self):
        t = self.start("pyrga")
        t.expect("q quit")
        t.type("e")
        t.type("".join(f":{move}\r" for move in "Sb1 Ta1e Tb1w Sa1 Cb1".split()))
        screen = t.expect("play on an empty place")
        words = " ".join(screen.split())
        self.assertIn("Nothing can be played where b1 sends you: play on an empty place, c1, d1, a2, b2, c2, d2, a3, b3, c3, d3, "
                      "a4, b4, c4 or d4. Black> Which piece?", words)

    def test_a_long_move_is_listed_whole(self):
        t = self.start("dorix-3", "--lang", "fr")
        t.expect("q quitter")
        moves = next(moves for ruleset, moves, _, _ in whole_games() if ruleset == "dorix-3")
        t.type("".join(f":{move}\r" for move in moves))
        t.expect(r"20\. ○ d3-b2:a2,b3,b1,c2\n(?s:.)*20\. Noir c1-d2:d3,c2,d1\n")

    def test_the_menu_in_both_languages(self):
        t = self.start()
        t.expect("Which game\\?")
        t.keys("l")
        t.expect("Quel jeu")
        for _ in range(5):
            t.keys("Down")
        t.keys("Enter")
        t.expect("Qui joue")
        t.keys("Down")
        for _ in range(2):
            t.keys("Left")
        t.expect("Noir +< une personne >")
        t.keys("Enter")
        screen = t.expect("Quelle pièce")
        self.assertIn(" Pyrga ", screen)
        t.keys("?")
        t.expect("flèches +vers une autre case")
        t.keys("q")
        t.expect("Quelle pièce")

    def test_a_lesson(self):
        t = self.start("pylos")
        t.expect("Where does the ball go")
        t.line("lesson pyrga")
        # Too much for two rows: a page of its own.
        t.expect("You and Black build towers")
        t.keys("Enter")
        t.expect("Which piece")
        t.line("Sb2")
        t.expect("Well done. A square sends(?s:.)*Put a triangle on b2")
        t.keys("Enter")
        t.expect("You must play next to b3")
        t.line("lesson end")
        t.expect(r"Pylos(?s:.)*Where does the ball go")

    def test_pages_leave_nothing_behind(self):
        t = self.start("pylos")
        before = t.expect("Where does the ball go")
        for line in ("rules", "help", "analyse 1"):
            t.line(line)
            t.expect("q goes back")
            t.keys("q")
            end = time.monotonic() + SECONDS
            first = before.replace("\n Pylos\n", "\n\n")    # the first message is gone
            while t.screen() != first and time.monotonic() < end:
                time.sleep(0.03)
            self.assertEqual(t.screen(), first, line)

    def test_the_head_of_a_long_answer_is_shown(self):
        t = self.start("dorix-4", "--seats", "human,1,1,1", "--seed", "1")
        t.expect("q quit")
        t.line("b2")
        t.expect(r">White(?s:.)*> 1\. Green \w\d")
        moves = re.findall(r" 1\. \w+ (\w\d)", t.screen())
        t.keys("u")
        # Four moves, in two rows, above the board's question.
        t.expect(rf"\n {moves[3]} is taken back\.\n {moves[2]} is taken back\. …\n White> ")

    def test_keys_and_words_agree_in_french(self):
        """The bar shows French words with the keys of the English bar."""
        t = self.start("pyrga", "--lang", "fr")
        bar = t.expect("q quitter").rstrip("\n").split("\n")[-1]
        self.assertEqual(bar.replace("\u00a0", " "),
                         " Entrée choix  Échap vider  u annuler  r rétablir  h conseil  ? aide  q quitter")
        for word in ("annuler", "rétablir", "conseil", "aide", "quitter"):
            t.line(f"aide {word}")
            t.expect(rf"\n   {word} ")
        t.keys("?")
        t.expect("flèches +vers une autre case")
        t.keys("q")
        t.expect("Quelle pièce")

    def test_the_menu_has_help(self):
        t = self.start()
        t.expect("Which game")
        t.keys("?")
        t.expect("arrows +to another place")
        t.keys("q")
        t.expect("Which game")
        t.keys("Enter")
        t.expect("Who plays(?s:.)*White +< a person >\n +Black +< level 2 >")
        t.keys("?")
        t.expect("arrows +to another place")
        t.keys("q")
        t.expect("Who plays")
        t.keys("q")
        self.assertEqual(t.status(), 0)

    def test_letters_where_signs_cannot_be_shown(self):
        t = self.start("pyrga", "--lang", "fr", locale="C")
        screen = t.expect("Quelle piece")
        self.assertTrue(screen.isascii(), screen)
        t.line("Sb2")
        screen = t.expect("Blanc joue Sb2")
        self.assertTrue(screen.isascii(), screen)

    def test_an_interrupted_game_is_offered(self):
        t = self.start("pilotis")
        t.expect("Which piece")
        t.line("Cb2")
        t.expect("plays Cb2")
        t.keys("q")
        self.assertEqual(t.status(), 0)
        t.close()
        t = self.start()
        t.expect("Go on with the game that was interrupted")
        t.keys("Enter")
        t.expect("> 1. White Cb2")


class Bare(Case):
    def test_the_terminal_is_left_sane(self):
        for end in ("q", "\x03"):
            t = Terminal(self.home, "--screen", "pyrga", TERM="xterm")
            t.expect("quit")
            self.assertFalse(t.cooked())
            t.type(end)
            t.wait()
            self.assertEqual(t.status, 0 if end == "q" else 128 + signal.SIGINT)
            self.assertTrue(t.cooked())
            t.close()

    def test_a_stop_gives_the_terminal_back(self):
        t = Terminal(self.home, "--screen", "pyrga", TERM="xterm")
        t.expect("quit")
        t.type("\x1a")
        self.assertTrue(os.WIFSTOPPED(t.wait_for(os.WUNTRACED)))
        self.assertTrue(t.cooked())
        os.kill(t.pid, signal.SIGCONT)
        t.expect("quit")
        t.type("q")
        t.wait()
        self.assertEqual(t.status, 0)
        self.assertTrue(t.cooked())
        t.close()

    def test_a_closed_terminal_keeps_the_game(self):
        t = Terminal(self.home, "--screen", "pyrga", "--seats", "human,10", "--clock", "90+0", TERM="xterm")
        t.expect("quit")
        t.type(":Sb2\r")
        t.expect("plays")
        t.close()
        self.assertEqual(os.waitstatus_to_exitcode(t.wait_for(0)), 128 + signal.SIGHUP)
        self.assertEqual(len(self.kept()), 1)

    def test_what_cannot_show_a_screen_is_told(self):
        done = self.pipe("", "--screen", "pyrga")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"--screen needs a terminal", done.stderr)
        t = Terminal(self.home, "--screen", "pyrga", TERM="no-such-terminal")
        self.assertIn("this terminal cannot show a full screen", t.wait())
        self.assertEqual(t.status, 3)
        t.close()


if __name__ == "__main__":
    unittest.main()
