#!/usr/bin/env python3
"""Every command's JSON matches docs/json.schema.json, and every command with JSON is in it."""
import json
import pathlib
import tempfile
import unittest

import jsonschema

from program import USAGE, GAMES, ProgramTest

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parent.parent.parent / "docs/json.schema.json").read_text())
TEAM = "-,-,-,r/-,-,w,-/-,r,-,-/w,b,g,- b"      # Dorix for four, won by White and Red
WON = "t,StC,sTC,sT/-,t,t,T/-,T,-,-/-,-,-,- b Td4w"
RECORD = '[Game "pyrga"]\n\n1. Cb2 Tb2n 2. Sb3 ongoing\n'

# Short arguments for each command; {record} and {certificate} are files. Commands that need a table are tried
# where there is one.
CASES = {
    "analyse": ["pyrga --nodes 2000", "pylos --depth 2", "dorix-3 --nodes 500", "pilea --nodes 500 --lines 2"],
    "apply": ["pylos 1b2 1c2", "dorix-4 a1 a2"],
    "bench rules": ["--game pyrga --seconds 0.05"],
    "bench solve": ["--game pylos --seconds 0.05"],
    "bench prove": [],      # takes half a minute and has the schema of the others
    "bench probe": [],
    "bound": ["dorix --depth 3"],
    "house list": [],       # needs a house with games in it
    "explore": ["pyrga Sa1", "pylos --nodes 2000", "pilea --nodes 500"],
    "fair": ["pyrga --count 3", "pylos --number 77 --count 1"],
    "landmarks": ["pyrga", "pylos-children --lang fr"],
    "games": [""],
    "help": ["", "--lang fr"],
    "match": ["dorix-3 level:1 level:2 --games 6", "pyrga nodes:10 level:1 --games 4 --sprt 0,400"],
    "moves": [f"{game}" for game in GAMES],
    "perft": ["pylos 3", "pyrga 2 --divide"],
    "probe": [],
    "proof check": ["{certificate}"],
    "prove": ["pyrga --nodes 1000", "pylos --depth 2", "pilotis --nodes 1"],
    "record check": ["{record}", "{record} 1"],
    "record show": ["{record}", "{record} --ply 2"],
    "result": [f"{game}" for game in GAMES],
    "review": ["{record} --nodes 500"],
    "rules": ["pylos", "pyrga --lang fr"],
    "show": [f"{game}" for game in GAMES],
    "solve": [],
    "start": ["pilea"],
    "steps": ["pyrga", "pyrga triangle b2", "pyrga triangle b2 north"],
    "tables audit": [],
    "tables info": [],
    "tables list": [""],
    "tables puzzles": [],
    "version": [""],
}


class Json(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.files = {name: str(pathlib.Path(cls.folder.name, name)) for name in ("record", "certificate")}
        pathlib.Path(cls.files["record"]).write_text(RECORD + "\n" + RECORD)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def ask(self, command, arguments):
        if "{certificate}" in arguments and not pathlib.Path(self.files["certificate"]).exists():
            self.run_ok("prove", "pyrga", "--position", WON, "--certificate", self.files["certificate"])
        if "{record}" in arguments and command == "review":
            pathlib.Path(self.files["record"]).write_text(RECORD)
        words = arguments.format(**self.files).split()
        return json.loads(self.run_ok(*command.split(), *words, "--json"))

    def check(self, command, answer):
        definition = command if command in SCHEMA["$defs"] else command.split()[0]
        schema = {**SCHEMA, "$ref": f"#/$defs/{definition}"}
        jsonschema.Draft202012Validator(schema).validate(answer)

    def test_every_answer_fits_its_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        for command, asked in CASES.items():
            for arguments in asked:
                with self.subTest(command=command, arguments=arguments):
                    self.check(command, self.ask(command, arguments))

    def test_with_tables(self):
        tables = self.ask("tables list", "")["tables"]
        if not tables:
            self.skipTest("there is no table here")
        game = tables[0]["game"]
        for command, arguments in (("probe", f"{game} --line"), ("tables info", game), ("tables puzzles", f"{game} --sample 2"),
                                   ("tables audit", f"{game} --sample 1000"), ("bench probe", f"--game {game}")):
            self.check(command, self.ask(command, arguments))

    def test_a_value_is_refused_when_it_is_wrong(self):
        """The schema can fail: a value of the old kind, an unknown member, a list that is not one."""
        for command, answer in (("start", {"game": "pylos", "position": "x", "more": 1}), ("start", {"game": "pylos"}),
                                ("moves", ["Sb2"]), ("probe", {"game": "pylos", "position": "x", "value": "win", "moves": []}),
                                ("result", {"game": "pylos", "position": "x", "mover": None, "over": False, "winner": None,
                                            "reason": None})):
            with self.assertRaises(jsonschema.ValidationError):
                self.check(command, answer)

    def test_no_command_is_left_out(self):
        declared = json.loads(self.run_ok("help", "--json"))
        able, unable = set(), set()
        for command in declared["commands"]:
            for verb in command["verbs"] or [command]:
                name = command["name"] if verb is command else f"{command['name']} {verb['name']}"
                (able if any(o["name"] == "json" for o in verb["options"]) else unable).add(name)
        self.assertEqual(able, set(CASES))
        for name in sorted(unable):
            self.refuse(USAGE, *name.split(), "--json", says="--json")

    def test_a_draw_and_teams(self):
        won = json.loads(self.run_ok("result", "dorix-4", "--position", TEAM, "--json"))
        self.assertTrue(won["over"])
        self.assertEqual(won["winner"], "wr")
        self.check("result", won)

    def test_choices_that_exclude_each_other(self):
        self.refuse(USAGE, "show", "pylos", "--svg", "-", "--json", says="--svg")
        self.refuse(USAGE, "match", "pylos", "--ladder", "--json", says="--ladder")


if __name__ == "__main__":
    unittest.main()
