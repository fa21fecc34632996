#!/usr/bin/env python3
"""Exit statuses mean the same for every command (docs/cli.md), and positions in texts have one form.

usage: test_status.py PROGRAM
"""
import os
import pathlib
import subprocess
import tempfile
import unittest

from program import DONE, ILLEGAL, MACHINE, PROGRAM, USAGE, ProgramTest


class Statuses(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.empty, self.none = (os.path.join(self.folder, name) for name in ("empty", "none"))
        os.mkdir(self.empty)
        self.rubbish = os.path.join(self.folder, "rubbish")
        pathlib.Path(self.rubbish).write_text("rubbish\n")
        self.record = os.path.join(self.folder, "wrong.cgr")
        pathlib.Path(self.record).write_text('[Game "dorix"]\n\n1. b2 b2 ongoing\n')

    def test_a_table_that_is_not_there(self):
        for command in (["probe"], ["tables", "info"], ["tables", "audit"], ["tables", "convert"], ["tables", "remove"],
                        ["tables", "puzzles"]):
            self.refuse(ILLEGAL, *command, "pylos", "--tables", self.empty, says="no table")
        self.refuse(ILLEGAL, "tables", "certificate", "pylos", self.none, "--tables", self.empty, says="no table")
        self.refuse(ILLEGAL, "tables", "opening", "pylos", "--output", self.none, "--tables", self.empty, says="no table")
        for command in ("accuracy", "train"):
            self.refuse(ILLEGAL, "bench", command, "--game", "pylos", "--output", self.none, "--tables", self.empty,
                        says="no table")
        self.refuse(ILLEGAL, "bench", "probe", "--game", "pylos", "--tables", self.empty, says="no table")
        self.assertFalse(os.path.exists(self.none))

    def test_a_damaged_table(self):
        table = os.path.join(self.empty, "pylos.table")
        pathlib.Path(table).write_bytes(b"rubbish" * 1000)
        for command in (["probe"], ["tables", "info"], ["tables", "audit"], ["tables", "convert"]):
            self.refuse(ILLEGAL, *command, "pylos", "--tables", self.empty)

    def test_a_ruleset_that_cannot_be_solved_or_proven(self):
        for command in (["solve"], ["probe"], ["tables", "info"], ["tables", "audit"], ["tables", "convert"],
                        ["tables", "remove"], ["tables", "puzzles"]):
            for game in ("dorix", "pyrga", "dorix-3"):
                self.refuse(USAGE, *command, game, "--tables", self.empty, says=game)
        for command in ("probe", "solve"):
            self.refuse(USAGE, "bench", command, "--game", "dorix", says="dorix")
        for command in (["prove", "dorix-3"], ["bound", "dorix-3", "--depth", "3"], ["bench", "puzzles", "dorix-3"],
                        ["bench", "accuracy", "--game", "dorix", "--output", self.none]):
            self.refuse(USAGE, *command, says="dorix")
        self.refuse(USAGE, "prove", "pylos", says="--depth")

    def test_a_house_that_is_not_there(self):
        for command in (["account", "list"], ["tournament", "list"], ["verify"]):
            self.refuse(MACHINE, "house", *command, "--store", self.none, says=self.none)
            self.assertFalse(os.path.exists(self.none))

    def test_a_file_that_is_not_there_or_cannot_be_used(self):
        for path in (self.none, self.rubbish, self.empty):
            for command in (["record", "check"], ["record", "show"], ["record", "svg"], ["review"], ["proof", "check"],
                            ["play", "--load"], ["bench", "puzzles", "pyrga", "--from"]):
                self.refuse(ILLEGAL, *command, path)
            for command in (["bench", "tactics"], ["bench", "accuracy"], ["serve", "--root"]):
                if path != self.empty or command[0] == "bench":
                    self.refuse(ILLEGAL, *command, path)
        for command in ("tactics", "accuracy"):     # without a folder: that of the repository
            self.refuse(ILLEGAL, "bench", command, says=f"bench/{command}", cwd=self.empty)
        self.refuse(ILLEGAL, "bound", "pyrga", "--depth", "3", "--answers", self.rubbish, says="another game")
        self.refuse(ILLEGAL, "match", "pylos", "level:1", "level:2", "--games", "2", "--output", self.rubbish,
                    says="isn't a file of records")
        self.refuse(ILLEGAL, "match", "pylos", "level:1", self.none, "--games", "2", says="cannot run")
        self.assertEqual(pathlib.Path(self.rubbish).read_text(), "rubbish\n")

    def test_a_house_that_is_not_there(self):
        if b"built without" in self.call("house", "list").stderr:
            self.skipTest("there is no house in this build")
        for path in (self.none, self.rubbish):
            for command in (["list"], ["verify"], ["events", "abcd"], ["record", "abcd"]):
                self.refuse(ILLEGAL, "house", *command, "--store", path)
        self.refuse(ILLEGAL, "probe", "pylos", "--probe", "http://127.0.0.1:1", says="does not answer")

    def test_what_cannot_be_written(self):
        place = os.path.join(self.none, "x")
        good = pathlib.Path(self.record)
        good.write_text('[Game "dorix"]\n\n1. b2 ongoing\n')
        for command in (["show", "pylos", "--svg", place], ["record", "svg", self.record, "--output", place],
                        ["prove", "pyrga", "--position", "stC,tC,-,-/sTC,-,-,-/St,Tc,-,-/stC,sTC,-,- w Sb1", "--certificate", place]):
            self.refuse(MACHINE, *command)
        done = self.call("review", self.record, "--nodes", "1", "--output", place)     # it prints its findings first
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (MACHINE, 1))
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, check=False, env=self.environment())
        self.assertEqual(done.returncode, MACHINE)

    def test_places_are_written_in_one_form(self):
        """FILE:LINE:COLUMN in a file, `character N` in one line."""
        for command in (["record", "check"], ["record", "show"], ["review"], ["play", "--load"]):
            self.refuse(ILLEGAL, *command, self.record, says=f"colonnade: {self.record}:3:7: b2 is not your pile")
            self.refuse(ILLEGAL, *command, self.record, "--lang", "fr", says=f"colonnade: {self.record}:3:7\u00a0: b2")
        for command in ("moves", "result", "show", "analyse", "perft", "probe", "prove"):
            more = ["1"] if command == "perft" else []
            game = "pyrga" if command == "prove" else "pylos"
            self.refuse(ILLEGAL, command, game, *more, "--position", "?", says="colonnade: position: character 1: ")
        self.refuse(ILLEGAL, "apply", "pylos", "1a1", "1zz", says="colonnade: move 2 1zz: character 2: ")

    def test_what_is_done(self):
        for command in (["tables", "list", "--tables", self.empty], ["tables", "list", "--tables", self.none], ["games"]):
            self.assertEqual(self.call(*command).returncode, DONE)


if __name__ == "__main__":
    unittest.main()
