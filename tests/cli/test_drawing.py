#!/usr/bin/env python3
"""Boards as text and as pictures: no piece on the board may be missing."""
import os
import pathlib
import pty
import re
import subprocess
import tempfile
import unittest
import json
import xml.etree.ElementTree as ElementTree

from program import GAMES, MACHINE, PROGRAM, USAGE, ProgramTest

TABLE = pathlib.Path(__file__).parent.parent / "golden" / "perft.tsv"
SVG = "{http://www.w3.org/2000/svg}"


def golden_positions():
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            game, position, _ = line.split("\t")
            if position != "start":
                yield game, position


def pieces_of(position):
    """How many pieces a position's text shows."""
    return len(re.findall(r"[a-zA-Z]", position.split()[0]))


class Text(ProgramTest):
    def test_dorix_stacks_are_written_bottom_to_top(self):
        shown = self.run_ok("show", "dorix", "--ascii", "--position", "w,-,ww,-/b,-,b,bw/b,-,-,b/bw,-,bw,ww b")
        self.assertIn("1 | bw  |     | bw  | ww  | 1", shown)
        self.assertIn("Black to move", shown)
        self.assertIn("○●", self.run_ok("show", "dorix", "--position", "wb,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- w"))

    def test_towers_show_kind_owner_and_direction(self):
        position = "T,-,-,t/S,-,-,tC/s,sC,T,-/tC,-,-,- b Tc2w"
        self.assertIn("2 | s   | sC  | T<  |     | 2", self.run_ok("show", "pyrga", "--ascii", "--position", position))
        self.assertIn("2 │ ■   │ ■○  │ △←  │     │ 2", self.run_ok("show", "pyrga", "--position", position))

    def test_levels_and_balls_that_carry(self):
        shown = self.run_ok("show", "pylos", "--ascii", "--position", "..../..../ww../bb..|.../.../w..|../..|. b")
        self.assertIn("1  b^ b^ .  .     1  w  -  -     1  -  -     1  -", shown)

    def test_every_piece_is_shown(self):
        for game, position in golden_positions():
            shown = self.run_ok("show", game, "--ascii", "--position", position)
            board = shown.split("\n  White")[0].split("\n> White")[0]
            rows = re.findall(r"^\d (.*)$", board, re.M)
            letters = re.findall(r"[wbrgxSTCstc]", "".join(re.sub(r"Level \d", "", row) for row in rows))
            self.assertEqual(len(letters), pieces_of(position), (position, shown))

    def test_ascii_is_ascii(self):
        for game in GAMES:
            self.run_ok("show", game, "--ascii", "--lang", "en").encode("ascii")

    def test_colour_only_where_it_is_wanted(self):
        self.assertNotIn("\033", self.run_ok("show", "pylos"))
        self.assertIn("\033[", self.run_ok("show", "pylos", "--colour", "always"))
        coloured = self.run_ok("show", "pyrga", "--colour=always", "--position", "T,-,-,t/S,-,-,tC/s,sC,T,-/tC,-,-,- b Tc2w")
        plain = self.run_ok("show", "pyrga", "--position", "T,-,-,t/S,-,-,tC/s,sC,T,-/tC,-,-,- b Tc2w")
        self.assertEqual(re.sub("\033\\[[0-9;]*m", "", coloured), plain)

    def on_terminal(self, **env):
        master, slave = pty.openpty()
        subprocess.run([PROGRAM, "show", "dorix"], stdout=slave, stderr=slave, env=self.environment(TERM="xterm", **env), timeout=600)
        os.close(slave)
        text = b""
        try:
            while chunk := os.read(master, 65536):
                text += chunk
        except OSError:
            pass
        os.close(master)
        return text

    def test_terminal(self):
        self.assertIn(b"\033[", self.on_terminal())
        self.assertNotIn(b"\033[", self.on_terminal(NO_COLOR="1"))

    def test_french(self):
        self.assertNotEqual(self.run_ok("show", "pylos", "--lang", "fr"), self.run_ok("show", "pylos", "--lang", "en"))

    def test_json(self):
        for game, position in golden_positions():
            answer = json.loads(self.run_ok("show", game, "--json", "--position", position))
            self.assertEqual(answer["position"], position)
            self.assertEqual(sum(len(p["pieces"]) for p in answer["places"]), pieces_of(position))


class Pictures(ProgramTest):
    def test_every_position_gives_a_sound_picture(self):
        for game, position in golden_positions():
            root = ElementTree.fromstring(self.run_ok("show", game, "--svg", "-", "--position", position))
            self.assertEqual(root.tag, SVG + "svg")
            self.assertTrue(root.find(SVG + "title").text)
            described = root.find(SVG + "desc").text
            self.assertEqual(len(re.findall(r"White(?! to)|Black(?! to)|Red(?! to)|Green(?! to)|grey", re.sub(r"\A[^.]*\.", "", described))),
                             pieces_of(position), described)
            # One group with a title for each place in use, in which every piece has a top.
            piles = [g for g in root.iter(SVG + "g") if g.find(SVG + "title") is not None]
            tops = 0
            for pile in piles:
                tops += sum(shape.get("fill", "").startswith(("url(#top-", "url(#ball-")) for shape in pile.iter())
            self.assertEqual(tops, pieces_of(position))

    def test_numbers_do_not_depend_on_the_locale(self):
        self.assertEqual(self.run_ok("show", "pylos", "--svg", "-", "--lang", "en", env={"LC_ALL": "fr_FR.UTF-8"}),
                         self.run_ok("show", "pylos", "--svg", "-", "--lang", "en"))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.svg")
            self.assertEqual(self.run_ok("show", "pilea", "--svg", path), "")
            self.assertEqual(pathlib.Path(path).read_text(), self.run_ok("show", "pilea", "--svg", "-"))
            self.assertEqual(os.listdir(folder), ["a.svg"])
            self.refuse(MACHINE, "show", "pilea", "--svg", os.path.join(folder, "none", "a.svg"))
            self.refuse(MACHINE, "show", "pilea", "--svg", folder)
            self.refuse(USAGE, "show", "pilea", "--svg")


if __name__ == "__main__":
    unittest.main()
