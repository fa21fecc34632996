#!/usr/bin/env python3
"""Line mode as a person sees it: `colonnade play` on a pseudo-terminal, with what it says, what it keeps, and how
it leaves the terminal.

usage: test_line.py COLONNADE [TEST...]
"""
import os
import pathlib
import resource
import signal
import subprocess
import time
import unittest

from terminal import PROGRAM, SECONDS, Case, Terminal, environment


class LineMode(Case):
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
        self.assertEqual(len(self.kept()), 1)

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
        self.assertEqual(len(self.kept()), 1)

    def test_a_closed_terminal_keeps_the_game(self):
        t = Terminal(self.home, "pilea")
        t.expect("White> ")
        t.type("a1\n")
        t.expect("Black> ")
        t.close()
        self.assertEqual(os.waitstatus_to_exitcode(t.wait_for(0)), 128 + signal.SIGHUP)
        self.assertEqual(len(self.kept()), 1)

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

    def test_a_locale_that_is_not_generated_has_accents(self):
        """A stock Debian has no locale but C.UTF-8; no machine has this one."""
        for more in ({"LC_ALL": "fr_XX.UTF-8"}, {"LC_ALL": "", "LANG": "fr_XX.utf8"}, {"LC_ALL": "", "LC_CTYPE": "fr_XX.UTF-8@x", "LANG": "fr_FR"}):
            t = Terminal(self.home, "pylos", **more)
            self.assertIn("○ 15 en réserve", t.expect("Blanc> "), more)
            t.type("1a1\n")
            t.expect("Noir> ")
            t.type("commentaire déjà là\n")
            t.expect("Noir> ")
            t.type("enregistrement\n")
            t.expect("1. 1a1 {déjà là} ongoing\n")
            t.type("quitter\n")
            t.wait()
            t.close()

    def test_lines_are_broken_between_words(self):
        t = Terminal(self.home, "pyrga", "--lang", "fr")
        t.expect("Blanc> ")
        t.resize(24, 60)
        t.type("pourquoi Sz9\n")
        t.expect("\ncaractère 2\u00a0: il faut une case ici\u00a0: une colonne de a à d,\npuis une rangée de 1 à 4\n")
        t.expect("Blanc> ")
        t.type("aide revue\n")
        t.expect("  revue                   parcourir la partie et nommer les\n                          erreurs\n")
        t.type("quitter\n")
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

    # --- with levels ---

    def test_levels_answer_through_a_pipe(self):
        text = self.pipe("Sb2\nundo\nrecord\n", "pyrga", "--seats", "human,3", "--seed", "1").stdout.decode()
        self.assertIn("White is played by a person.\nBlack is played by level 3.\n", text)
        self.assertIn("White plays Sb2.\nBlack plays ", text)
        self.assertIn("Sb2 is taken back.\n", text)
        self.assertIn('[Seats "human,3"]', text)
        text = self.pipe("", "dorix", "--white", "1", "--black=2", "--seed", "1", "--lang", "fr").stdout.decode()
        self.assertRegex(text, r"(Blanc a gagné|Noir a gagné|nulle)")

    def test_seats_that_do_not_fit_are_refused(self):
        for arguments in (["pyrga", "--seats", "human,12"], ["pyrga", "--seats", "1,2,3"], ["pyrga", "--red", "3"],
                          ["pyrga", "--seats", "a"], ["pyrga", "--clock", "x"], ["pyrga", "--plain", "--screen"]):
            done = self.pipe("", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)

    def test_the_menu_asks_who_plays(self):
        t = Terminal(self.home)
        t.expect("Pour jouer en français, tapez")
        t.expect("> ")
        t.type("pyrga\n")
        t.expect("Who plays? Type a level from 1 to 10 or `human`, or press Enter for the choice\nin brackets.\n")
        t.expect("White [a person]? ")
        t.type("\n")
        t.expect("White is played by a person.\n")
        t.expect("Black [level 2]? ")
        t.type("99\n")
        t.expect("Who plays?")
        t.expect("Black [level 2]? ")
        t.type("1\n")
        t.expect("Black is played by level 1.")
        # The board comes last, so that it is right above the prompt for the first move.
        self.assertIn("┌", t.expect("White> "))
        t.type("Sb2\n")
        t.expect("Black plays ")
        t.expect("White> ")
        t.type("quit\n")
        t.wait()
        self.assertEqual(t.status, 0)
        t.close()

    def test_help_and_quit_work_at_every_question(self):
        """At the questions for the game and for both seats, and at a move; other commands work there, too."""
        for answers in ([], ["pyrga"], ["pyrga", ""], ["pyrga", "", "human"]):
            t = Terminal(self.home)
            prompts = ("name.\n> ", "White [a person]? ", "Black [level 2]? ", "White> ")
            for prompt, answer in zip(prompts, answers):
                t.expect(prompt)
                t.type(answer + "\n")
            last = prompts[len(answers)]
            t.expect(last)
            t.type("help\n")
            self.assertIn("  quit                    leave", t.expect("\n" + last.split("\n")[-1]))
            t.type("levels\n")
            self.assertIn(" 2  Beginner.", t.expect("\n" + last.split("\n")[-1]))
            t.type("quit\n")
            self.assertEqual(t.wait().strip(), "quit")
            self.assertEqual(t.status, 0)
            t.close()

    def test_enter_takes_the_same_opponent_in_every_menu(self):
        """test_screen.py sees the same on the full screen."""
        t = Terminal(self.home)
        for prompt, answer in (("> ", "dorix-3"), ("White [a person]? ", ""), ("Black [level 2]? ", ""), ("Red [level 2]? ", "")):
            t.expect(prompt)
            t.type(answer + "\n")
        t.expect("Red is played by level 2.")
        t.expect("White> ")
        t.type("quit\n")
        t.wait()
        t.close()
        page = pathlib.Path(__file__).parent.parent.parent / "web/src/home.ts"
        self.assertIn("\nconst LEVEL = 2;", page.read_text(encoding="utf-8"))

    def test_after_a_lesson_without_a_game_the_question_comes_again(self):
        t = Terminal(self.home)
        t.expect("name.\n> ")
        t.type("lesson pyrga\n")
        self.assertNotIn("Who plays?", t.expect("White> "))
        t.type("lesson end\n")
        t.expect("The lesson is over.\nWhich game? Type its number or its name.\n> ")
        t.type("pyrga\n")
        t.expect("White [a person]? ")
        t.type("quit\n")
        t.wait()
        t.close()

    def test_forty_columns_are_enough_for_a_pyramid(self):
        t = Terminal(self.home, "pylos")
        t.resize(24, 40)
        t.expect("White> ")
        t.type("1a1\n")
        t.expect("White plays 1a1.\n")
        board = t.expect("Black> ")
        self.assertLessEqual(max(len(line) for line in board.split("\n")), 40)
        self.assertIn("""
  Level 1
4  ·  ·  ·  ·       Level 2
3  ·  ·  ·  ·     3  -  -  -
2  ·  ·  ·  ·     2  -  -  -
1  ○* ·  ·  ·     1  -  -  -
   a  b  c  d        a  b  c
  Level 3
2  -  -       Level 4
1  -  -     1  -
   a  b        a
""", "\n" + board)
        t.resize(24, 80)
        t.type("board\n")
        self.assertIn("2  ·  ·  ·  ·     2  -  -  -     2  -  -       Level 4\n", t.expect("Black> "))
        t.type("quit\n")
        t.wait()
        t.close()

    def test_thinking_can_be_stopped(self):
        t = Terminal(self.home, "dorix", "--seats", "10,human", "--clock", "90+0")
        t.expect("White is played by level 10.")
        t.wait_until_it_thinks()
        t.type("\x03")
        t.expect("Thinking is stopped: `go` lets it think again, or play for it.")
        t.expect("White> ")
        t.type("b2\n")
        t.expect("White plays b2.")
        t.expect("Black> ")
        t.type("analyse 600\n")
        t.wait_until_it_thinks()
        t.type("\x03")
        t.expect("Values for the player to move")
        t.expect("Black> ")
        t.type("\x03")
        t.expect("The unfinished game is kept")
        t.wait()
        self.assertEqual(t.status, 128 + signal.SIGINT)
        self.assertTrue(t.cooked())
        t.close()

    def test_a_stop_while_it_thinks(self):
        t = Terminal(self.home, "dorix", "--seats", "10,human", "--clock", "90+0")
        t.expect("White is played by level 10.")
        t.wait_until_it_thinks()
        t.type("\x1a")
        self.assertTrue(os.WIFSTOPPED(t.wait_for(os.WUNTRACED)))
        self.assertTrue(t.cooked())
        os.kill(t.pid, signal.SIGCONT)
        t.type("\x03")
        t.expect("Thinking is stopped")
        t.expect("White> ")
        t.close()
        self.assertEqual(os.waitstatus_to_exitcode(t.wait_for(0)), 128 + signal.SIGHUP)

    def test_a_closed_terminal_whose_signal_comes_late(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})       # for the program, too
        try:
            t = Terminal(self.home, "dorix", "--seats", "human,human")
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
        t.expect("White> ")
        t.close()
        self.assertEqual(os.waitstatus_to_exitcode(t.wait_for(0)), 128 + signal.SIGHUP)

    def test_a_closed_terminal_ends_thinking(self):
        t = Terminal(self.home, "dorix", "--seats", "human,10", "--clock", "90+0")
        t.expect("White> ")
        t.type("a1\n")
        t.expect("White plays a1.")
        t.wait_until_it_thinks()
        t.close()
        self.assertEqual(os.waitstatus_to_exitcode(t.wait_for(0)), 128 + signal.SIGHUP)
        self.assertEqual(len(self.kept()), 1)

    def test_seats_and_clocks_come_back(self):
        t = Terminal(self.home, "pyrga", "--seats", "human,2", "--clock", "5+3")
        t.expect("White> ")
        t.type("Sb2\n")
        t.expect("Black plays")
        t.expect("White> ")
        t.type("\x03")
        t.expect("kept")
        t.wait()
        t.close()
        text = self.pipe("resume\nseat\nclock\n").stdout.decode()
        self.assertIn("Black is played by level 2.", text)
        self.assertRegex(text, r"White has (5:0|4:5)[0-9]\.[0-9] left\.")

    # --- faults ---

    def test_a_record_from_a_newer_version_is_said(self):
        path = os.path.join(self.home, "new.cgr")
        pathlib.Path(path).write_text('[Game "dorix"]\n[Format "99"]\n\n1. b2 ongoing\n')
        for lang in ("en", "fr"):
            done = self.pipe("", "--load", path, "--lang", lang)
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"99", done.stderr)

    def test_saving_on_a_full_disk_keeps_the_game(self):
        """No file may grow by a byte: files on the disk stay as they are, and the game goes on."""
        path = os.path.join(self.home, "a.cgr")
        self.pipe(f"a1\nsave {path}\n", "pilea")
        before = pathlib.Path(path).read_bytes()

        def fill_disk():
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        typed = f"b2\nsave\nsave {self.home}/b.cgr\nc3\nc4\n".encode()
        done = subprocess.run([PROGRAM, "play", "--load", path], input=typed, capture_output=True, timeout=SECONDS,
                              env=environment(self.home), preexec_fn=fill_disk)
        text = done.stdout.decode()
        self.assertEqual(text.count("plays"), 2, text)
        self.assertEqual(text.count(".cgr is too large"), 3, text)
        self.assertEqual(pathlib.Path(path).read_bytes(), before)
        self.assertEqual(self.kept(), ["a.cgr"])

    def test_french_on_a_terminal_without_accents(self):
        t = Terminal(self.home, "pyrga", "--lang", "fr", LC_ALL="C")
        text = t.expect("Blanc> ")
        self.assertIn("Le jeu de caracteres de ce terminal", text)
        t.type("Sb2\n")
        text += t.expect("Noir> ")
        self.assertIn("en reserve", text)
        self.assertTrue(text.isascii(), text)
        t.type("aide\n")
        self.assertTrue(t.expect("Noir> ").isascii())
        t.type("xyz\n")
        t.expect('"coups" donne la liste des coups, "aide" ce que')
        t.type("quitter\n")
        self.assertTrue(t.wait().isascii())
        t.close()

    def test_a_full_disk_is_said(self):
        state = os.path.join(self.home, "state")
        pathlib.Path(state).write_text("not a folder")
        t = Terminal(self.home, "pylos", XDG_DATA_HOME=state)
        t.expect("White> ")
        t.type("1a1\n")
        t.expect("Black> ")
        t.type("quit\n")
        t.expect("The game could not be kept:")
        t.expect("This is the game: copy it into a file and load that.")
        self.assertIn("\n1. 1a1 ongoing\n", t.wait())
        self.assertTrue(t.cooked())
        t.close()


if __name__ == "__main__":
    unittest.main()
