#!/usr/bin/env python3
"""The sample games in the whole program: described, drawn, recorded and played in both languages.

usage: test_samples.py COLONNADE-SAMPLES [TEST...]
"""
import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(ROOT, "lang"), os.path.join(ROOT, "tests", "term")]
import collect  # noqa: E402
import po  # noqa: E402
from terminal import PROGRAM  # noqa: E402
from test_screen import Tmux  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
FOUR_IN_SPACE = "1a1 1d4 1b1 1c4 1c1 1b4 1d1".split()
SMALL_TAK = "Fc2 Wa1 Fb2 Fb1 1b2e1 Fa3 2c2w11".split()


class Samples(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)

    def run_program(self, *arguments, text=""):
        env = {"PATH": os.environ["PATH"], "HOME": self.home.name, "LC_ALL": "C.UTF-8"}
        done = subprocess.run([PROGRAM, *arguments], input=text.encode(), env=env, capture_output=True, timeout=600)
        self.assertEqual(done.returncode, 0, (arguments, done.stderr.decode()))
        return done.stdout.decode()

    def say(self, game, lang, lines):
        return self.run_program("play", game, "--plain", "--lang", lang, text="\n".join(lines) + "\n")

    def games(self):
        return [line.split()[0] for line in self.run_program("games").splitlines()]

    def random_game(self, game, seed, plies=40):
        """Moves, and the position after each."""
        choose, position, moves, positions = random.Random(seed), None, [], []
        while len(moves) < plies:
            at = ["--position", position] if position else []
            legal = self.run_program("moves", game, *at).split()
            if not legal:
                break
            moves.append(choose.choice(legal))
            position = self.run_program("apply", game, *at, moves[-1]).splitlines()[0]
            positions.append(position)
        return moves, positions

    def test_no_other_game_is_there(self):
        self.assertEqual(self.games(), ["toy", "four-in-space", "small-tak"])

    def test_every_sentence_is_translated(self):
        french = {e.english: e for file in ("lang/fr.po", "tests/samples/fr.po")
                  for e in po.read(os.path.join(ROOT, file))[1]}
        said = set()
        for path in glob.glob(os.path.join(ROOT, "tests/samples/*.c")) + [os.path.join(ROOT, "tests/toy/toy.c")]:
            said.update(collect.sentences(path))
        for sentence in said:
            self.assertTrue(sentence in french and french[sentence].text, f"no French for {sentence!r}")
            self.assertEqual(sorted(po.HOLE.findall(sentence)), sorted(po.HOLE.findall(french[sentence].text)), sentence)
        for entry in po.read(os.path.join(ROOT, "tests/samples/fr.po"))[1]:
            self.assertIn(entry.english, said, "nobody says it any more")

    def test_moves_are_told(self):
        text = self.say("four-in-space", "en", FOUR_IN_SPACE[:2] + ["last"] + FOUR_IN_SPACE[2:] + ["last"])
        self.assertIn("Black put a cube on 1d4.", text)
        self.assertIn("White put a cube on 1d1. That makes four in a row: 1a1, 1b1, 1c1 and 1d1.", text)
        self.assertIn("White has won (four in a row)", text)
        text = self.say("four-in-space", "fr", FOUR_IN_SPACE + ["last"])
        self.assertIn("Blanc pose un cube en 1d1. Cela fait quatre cubes alignés\u00a0: 1a1, 1b1, 1c1 et 1d1.", text)
        self.assertIn("(quatre alignés)", text)
        text = self.say("small-tak", "en", SMALL_TAK + ["last"])
        self.assertIn("Black put a wall on a1.", text)
        self.assertIn("White moved one stone from b2, going east. One stays on c2.", text)
        self.assertIn("White moved 2 stones from c2, going west. One stays on b2. One stays on a2. "
                      "White now controls a2 and b2.", text)
        # That a stone on an empty place is its player's goes without saying, although walls count for nobody.
        text = self.say("small-tak", "en", SMALL_TAK[:4] + ["last"])
        self.assertIn("Black put a flat stone on b1.\n", text)
        text = self.say("small-tak", "fr", SMALL_TAK + ["last"])
        self.assertIn("Noir pose un mur en a1.", text)
        self.assertIn("Blanc déplace 2 pierres de c2, direction ouest. Une reste en b2. Une reste en a2.", text)

    def test_a_road_and_a_record_have_their_own_reasons(self):
        text = self.say("small-tak", "fr", "Fa1 Wc3 Fa2 Wc2 Fa3".split())
        self.assertIn("(route construite)", text)
        path = os.path.join(self.home.name, "game")
        with open(path, "w", encoding="utf-8") as file:
            file.write('[Game "four-in-space"]\n[Result "w"]\n[Reason "four in a row"]\n\n')
            file.write("1. 1a1 1d4 2. 1b1 1c4 3. 1c1 1b4 4. 1d1 w\n")
        self.assertEqual(self.run_program("record", "check", path), "four-in-space 7 w four in a row\n")

    def test_steps_lead_to_the_move(self):
        text = self.say("small-tak", "en", SMALL_TAK[:-1] + ["steps c2", "steps c2 2", "steps c2 2 west", "c2 2 west 1 1"])
        for said in ("1 2\n", "west\n", "White moved 2 stones from c2, going west."):
            self.assertIn(said, text)

    @unittest.skipUnless(shutil.which("tmux"), "there is no tmux")
    def test_the_full_screen_shows_every_place(self):
        for lang, level, question in ("en", "Level 4", "To which place"), ("fr", "Niveau 4", "Vers quelle case"):
            screen = Tmux(self.home.name, "four-in-space", "--lang", lang)
            self.addCleanup(screen.close)
            screen.expect(level)
            screen.line("1b2")
            screen.expect(r"□\*")
            screen.line("2b2")
            shown = screen.expect(r"■\*")
            self.assertEqual(shown.count("·") + shown.count(" -") + 2, 64, shown)
            self.assertIn("□^", shown)
        screen = Tmux(self.home.name, "small-tak", "--lang", "en")
        self.addCleanup(screen.close)
        screen.expect("Play which|Which stone")
        for move in SMALL_TAK[:2]:
            screen.line(move)
        shown = screen.expect("▮")
        self.assertIn("□", shown)

    def test_places_are_told(self):
        text = self.say("four-in-space", "en", ["1b2", "look 2b2", "2b2", "look 1b2", "look 3a1"])
        self.assertIn("2b2 is empty.", text)
        self.assertIn("1b2: white cube. A piece rests on it.", text)
        self.assertIn("3a1 is empty, and nothing carries it yet.", text)

    def test_every_position_is_drawn(self):
        for game in self.games():
            moves, positions = self.random_game(game, 3, 14)
            for lang in "en", "fr":
                for position in (positions[0], positions[-1]):
                    at = ["--position", position, "--lang", lang]
                    board = self.run_program("show", game, *at)
                    plain = self.run_program("show", game, "--ascii", *at)
                    self.assertEqual(len(board.splitlines()), len(plain.splitlines()))
                    picture = ElementTree.fromstring(self.run_program("show", game, "--svg", "-", *at))
                    self.assertNotRegex(picture.find(SVG + "desc").text, r"\{\d")
            text = self.say(game, "fr", [line for m in moves for line in (m, "last", "where", "look", "reserve")])
            self.assertNotRegex(text, r"\{\d|\b(put|moved|stays?|stones?|counters?|may go)\b")


if __name__ == "__main__":
    unittest.main()
