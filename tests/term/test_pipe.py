#!/usr/bin/env python3
"""Line mode through a pipe: its answers, its kept games, its messages.

usage: test_pipe.py COLONNADE [TEST...]
"""
import os
import pathlib
import re
import signal
import subprocess
import unittest

from terminal import PLAYERS, PROGRAM, SECONDS, Case, Terminal, environment, games_by_language


class PipeMode(Case):
    def test_a_pipe_is_answered_and_ends_cleanly(self):
        done = self.pipe("1a1\n1b1", "pylos")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = done.stdout.decode()
        self.assertIn("White> 1a1\nWhite plays 1a1.\n", text)
        self.assertIn("Black> 1b1\nBlack plays 1b1.\n", text)
        self.assertEqual(done.stderr, b"")
        self.assertEqual(len(self.kept()), 1)

    def test_a_menu_when_nothing_is_given(self):
        text = self.pipe("5\nresult\nquit\n").stdout.decode()
        self.assertIn("Which game? Type its number or its name.\n> 5\n", text)
        self.assertIn("White to move", text)

    def test_a_game_is_chosen_by_the_name_that_is_listed(self):
        for name in ("Pylos, for children", "PYRGA", "pylos, pour enfants", "dorix-3"):
            lang = "fr" if "pour" in name else "en"
            text = self.pipe(f"{name}\nposition\nquit\n", "--lang", lang).stdout.decode()
            self.assertNotIn("lists the games", text, name)
            self.assertRegex(text, r"(White|Blanc)>", name)

    def test_who_chose_from_the_menu_hears_how_to_play(self):
        text = self.pipe("pyrga\nquit\n").stdout.decode()
        self.assertIn("Type a move, such as Sa1. `help` lists what else you can type, `rules` explains the game, `lesson` teaches it.", " ".join(text.split()))
        self.assertIn("Tapez un coup, par exemple 1a1.", " ".join(self.pipe("1\nquitter\n", "--lang", "fr").stdout.decode().split()))
        self.assertNotIn("Type a move, such as", self.pipe("quit\n", "pyrga").stdout.decode())

    def test_a_dumb_terminal_has_no_full_screen(self):
        for name in ("dumb", ""):
            terminal = Terminal(self.home, "pylos", "--screen", TERM=name)
            terminal.expect("can move its cursor")
            terminal.wait()
            self.assertEqual(terminal.status, 2)
            terminal.close()

    def test_moves_in_any_case_and_rules_without_marks(self):
        text = self.pipe("1B2\n1C3\nrules\n", "pylos").stdout.decode()
        self.assertIn("White plays 1b2.", text)
        self.assertIn("Black plays 1c3.", text)
        self.assertIn("PYLOS\n", text)
        self.assertNotIn("## ", text)
        # A refusal is about the meaning of a move, not about upper or lower case.
        text = self.pipe("sB2\nSD4\nsd4\nXD4\n", "pyrga").stdout.decode()
        self.assertEqual(text.count("must be next to b2: the last piece was a square"), 2, text)
        self.assertIn("character 1: a kind of piece is expected here", text)

    def test_rules_on_a_screen_have_no_marks_of_markdown(self):
        for ruleset in PLAYERS:
            for lang in ("en", "fr"):
                text = self.pipe(f"rules {ruleset}\n", "--lang", lang).stdout.decode()
                self.assertNotRegex(text, r"[*`#]", (ruleset, lang))
                headings = [line for line in text.splitlines() if re.fullmatch(r"[A-ZÀ-Ý '’,:-]{6,}", line)]
                self.assertGreater(len(headings), 4, (ruleset, lang))
        self.assertIn("POINTS DISCUTÉS\n", text)

    def test_french(self):
        text = self.pipe("nouvelle pilea\na1\naide\nquitter\n", "--lang", "fr").stdout.decode()
        self.assertIn("Quel jeu", text)
        self.assertIn("Blanc> a1\nBlanc joue a1.\n", text)
        self.assertIn("  annuler [N]", text)
        self.assertIn("Blanc joue a1.", self.pipe("a1\n", "pilea", LC_ALL="fr_FR.UTF-8").stdout.decode())

    def test_whole_games_of_every_ruleset(self):
        """The golden playthroughs, typed as moves: the record has the same moves and end."""
        played = set()
        for lang, ruleset, moves, result, reason in games_by_language():
            with self.subTest(ruleset=ruleset, lang=lang):
                done = self.pipe("\n".join([*moves, "record"]), ruleset, "--lang", lang)
                record = done.stdout.decode().split("[Game ", 1)[1]
                words = re.sub(r"\b[0-9]+\.", " ", record.split("\n\n", 1)[1]).split()
                self.assertEqual([*moves, result], words[:len(moves) + 1])
                self.assertIn(f'[Result "{result}"]', record)
                if reason:
                    self.assertIn(f'[Reason "{reason}"]', record)
                played.add(ruleset)
        self.assertEqual(len(played), len(PLAYERS))

    def test_a_whole_game_of_every_ruleset_on_a_terminal(self):
        self.play_whole_games()

    def test_where_one_must_play_is_told_below_the_board(self):
        text = self.pipe("Sb2\n", "pyrga", "--lang", "fr").stdout.decode()
        self.assertIn("Vous devez jouer à côté de b2\u00a0: b1, a2, c2 ou b3.\nNoir> ", text)

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
        self.assertIn(b"my game.cgr:3:7: ", done.stderr)

    def test_what_was_taken_back_stays_so_in_a_file(self):
        path = os.path.join(self.home, "back.cgr")
        self.pipe(f"1a1\n1b1\n1c1\n1d1\nundo 3\nsave {path}\n", "pylos")
        for back in (["--load", path], []):
            text = self.pipe("last\nredo\n" if back else "resume\nlast\nredo\n", *back, "--plain").stdout.decode()
            self.assertIn("Black> last\nWhite put a ball on 1a1.\n", text)
            self.assertIn("Black> redo\nBlack put a ball on 1b1.\n", text)

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
        self.assertEqual(len(self.kept()), 1)
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "play", "pylos", "--lang", "fr"], input=b"1a1\n", stdout=full,
                                  stderr=subprocess.PIPE, timeout=SECONDS, env=environment(self.home))
        self.assertEqual((done.returncode, done.stderr.decode().count("\n")), (3, 1))
        self.assertIn("la sortie ne peut plus être écrite", done.stderr.decode())

    def test_what_is_no_text_is_shown_as_text(self):
        done = subprocess.run([PROGRAM, "play", "pyrga", "--plain", "--lang", "en"], input=b"Sb2\r\n\x1b[2J\xff\xc2\x9b\nquit\n",
                              capture_output=True, timeout=SECONDS, env=environment(self.home))
        self.assertIn("White> Sb2\nWhite put a square", done.stdout.decode())
        self.assertIn("Black> ?[2J??\nthis line is too long, or is not text", done.stdout.decode())

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
        self.assertEqual(len(self.kept()), 1)


if __name__ == "__main__":
    unittest.main()
