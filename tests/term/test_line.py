#!/usr/bin/env python3
"""Line mode as a person meets it: `colonnade play` on a terminal of its own and through a
pipe, with what they read, what is kept, and how the terminal is left.

usage: test_line.py COLONNADE [TEST...]
"""
import os
import pathlib
import re
import resource
import signal
import subprocess
import time
import unittest

from terminal import PLAYERS, PROGRAM, SECONDS, Case, Terminal, environment, games_by_language


class LineMode(Case):
    # --- through a pipe ---

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
        self.assertIn("Type a move, as Sa1. `help` lists what else you can type, `rules` explains the game, `lesson` teaches it.", " ".join(text.split()))
        self.assertIn("Tapez un coup, par exemple 1a1.", " ".join(self.pipe("1\nquitter\n", "--lang", "fr").stdout.decode().split()))
        self.assertNotIn("Type a move, as", self.pipe("quit\n", "pyrga").stdout.decode())

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
        # What is refused is refused for what it means, not for its letters.
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
        """The golden playthroughs, typed as moves: the record tells the same moves and end."""
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
        """A stock Debian knows no locale but C.UTF-8; no machine knows this one."""
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
        t.expect("Who plays? Type a level from 1 to 10 or `human`, or press Enter for what stands\nin brackets.\n")
        t.expect("White [a person]? ")
        t.type("\n")
        t.expect("White is played by a person.\n")
        t.expect("Black [level 2]? ")
        t.type("99\n")
        t.expect("Who plays?")
        t.expect("Black [level 2]? ")
        t.type("1\n")
        t.expect("Black is played by level 1.")
        # The board comes last, so that it stands above the first move.
        self.assertIn("┌", t.expect("White> "))
        t.type("Sb2\n")
        t.expect("Black plays ")
        t.expect("White> ")
        t.type("quit\n")
        t.wait()
        self.assertEqual(t.status, 0)
        t.close()

    def test_help_and_quit_work_at_every_question(self):
        """At the game, at both seats and at a move; and so does every other word."""
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

    def test_a_closed_terminal_ends_thinking(self):
        t = Terminal(self.home, "pilea", "--seats", "human,10", "--clock", "90+0")
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
        """No file may grow by a byte: what the disk has stays, and the game goes on."""
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
