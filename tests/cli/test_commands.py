#!/usr/bin/env python3
"""Each subcommand's contract: what it prints, its exit status, its error line."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from program import GAMES, ILLEGAL, MACHINE, PROGRAM, USAGE, ProgramTest

COMMANDS = ["games", "start", "moves", "apply", "result", "perft", "steps", "show", "rules", "record", "bench", "version"]
OVER = "bbwb/bwww/bbww/wwwb|wbw/bwb/bbw|b./b.|. b"
RECORD = """[Game "pyrga"]
[White "Anne"]
[Result "w"]
[Reason "resigned b"]

1. Cb2 Tb2n 2. Tb3s (2. Sb3 {quieter} 2... Cb4) 2... Sb2 3. Cb3 w
"""


class Commands(ProgramTest):
    def test_games(self):
        lines = self.run_ok("games").splitlines()
        self.assertGreater(len(lines), 0)
        self.assertEqual(len(set(GAMES)), len(lines))
        listed = json.loads(self.run_ok("games", "--json"))["games"]
        self.assertEqual([g["game"] for g in listed], GAMES)
        self.assertEqual([str(g["players"]) for g in listed], [line.split()[1] for line in lines])
        self.assertEqual({g["game"]: g["players"] for g in listed if g["family"] == "dorix"},
                         {"dorix": 2, "dorix-3": 3, "dorix-4": 4})

    def test_start(self):
        self.assertEqual(self.run_ok("start", "pylos"), "..../..../..../....|.../.../...|../..|. w\n")
        self.assertEqual(self.run_ok("start", "pilea"), "-,-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- w\n")
        for game in GAMES:
            start = self.run_ok("start", game).strip()
            self.assertEqual(json.loads(self.run_ok("start", game, "--json"))["position"], start)
            self.assertEqual(self.run_ok("moves", game, "--position", start), self.run_ok("moves", game))

    def test_moves(self):
        self.assertEqual(self.run_ok("moves", "pylos").split()[:5], ["1a1", "1b1", "1c1", "1d1", "1a2"])
        for game in GAMES:
            moves = self.run_ok("moves", game).split()
            self.assertEqual(len(moves), len(set(moves)))
            self.assertEqual(json.loads(self.run_ok("moves", game, "--json"))["moves"], moves)
            for move in (moves[0], moves[-1]):
                self.run_ok("apply", game, move)

    def test_a_game_that_is_over_has_no_moves(self):
        over = "-,-,-,b/-,-,b,-/-,b,-,-/b,w,w,w w"
        self.assertEqual(self.run_ok("result", "dorix", "--position", over), "b diagonal held\n")
        self.assertEqual(self.run_ok("moves", "dorix", "--position", over), "")
        self.assertEqual(self.run_ok("steps", "dorix", "--position", over), "")
        self.assertEqual(self.run_ok("perft", "dorix", "2", "--position", over), "1 0\n2 0\n")
        self.refuse(ILLEGAL, "apply", "dorix", "--position", over, "a1")

    def test_apply(self):
        self.assertEqual(self.run_ok("apply", "pyrga", "Cb2", "Tb2n"), "-,-,-,-/-,-,-,-/-,tC,-,-/-,-,-,- w Tb2n\n")
        half = self.run_ok("apply", "pyrga", "Cb2").strip()
        self.assertEqual(self.run_ok("apply", "pyrga", "--position", half, "Tb2n"), self.run_ok("apply", "pyrga", "Cb2", "Tb2n"))
        self.assertEqual(self.run_ok("apply", "pyrga", "Tb2n", "--position=" + half), self.run_ok("apply", "pyrga", "Cb2", "Tb2n"))
        answer = json.loads(self.run_ok("apply", "pyrga", "Cb2", "--json"))
        self.assertEqual((answer["position"], answer["mover"], answer["over"]), (half, "b", False))
        self.refuse(ILLEGAL, "apply", "pyrga", "Cb2", "Sa1", says="move 2 Sa1: ")
        self.refuse(ILLEGAL, "apply", "pylos", "1a1", "1a1", says="move 2 1a1: ")
        self.refuse(USAGE, "apply", "pylos", says="missing")

    def test_moves_are_typed_in_any_case(self):
        self.assertEqual(self.run_ok("apply", "pylos", "1B2"), self.run_ok("apply", "pylos", "1b2"))
        self.assertEqual(self.run_ok("apply", "pyrga", "cb3", "tB3N"), self.run_ok("apply", "pyrga", "Cb3", "Tb3n"))
        self.assertEqual(self.run_ok("steps", "pyrga", "Triangle", "B2"), self.run_ok("steps", "pyrga", "triangle", "b2"))
        self.refuse(ILLEGAL, "apply", "pyrga", "xb3", says="character 1")

    def test_rules_are_plain_sentences_when_asked_for(self):
        for game in GAMES:
            for lang in ("en", "fr"):
                text = self.run_ok("rules", game, "--plain", "--lang", lang)
                self.assertNotRegex(text, r"(?m)^#|\*\*|`")
                marked = self.run_ok("rules", game, "--lang", lang)
                self.assertTrue(marked.startswith("# "))
                self.assertEqual(len(text.splitlines()), len(marked.splitlines()))
        self.assertTrue(self.run_ok("rules", "pylos", "--plain").startswith("PYLOS\n"))

    def test_a_picture_and_json_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "board.svg")
            said = json.loads(self.run_ok("show", "pylos", "--svg", path, "--json"))
            self.assertEqual(said["game"], "pylos")
            with open(path, encoding="utf-8") as file:
                self.assertIn("<svg", file.read())
        self.refuse(USAGE, "show", "pylos", "--svg", "-", "--json", says="standard output")

    def test_a_second_review_says_nothing_twice(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, f"{i}.cgr") for i in range(4)]
            with open(paths[0], "w", encoding="utf-8") as file:
                file.write('[Game "dorix"]\n\n1. a1 b2 2. a2 {A word.} c1 3. d4 a4 ongoing\n')
            for i, options in enumerate((["--nodes", "2000"], ["--nodes", "2000"], ["--nodes", "500", "--lang", "fr"])):
                self.run_ok("review", paths[i], "--output", paths[i + 1], *options)
            first, second, third = (pathlib.Path(path).read_text(encoding="utf-8") for path in paths[1:])
            self.assertIn("doubtful:", first)
            self.assertIn("A word. ", " ".join(first.split()))
            self.assertEqual(first, second)
            for comment in re.findall(r"\{[^}]*\}", third):
                self.assertLessEqual(len(re.findall(r"better|meilleur|mieux|préférable", comment)), 1, comment)
            self.assertIn("A word.", third)

    def test_an_engine_of_two_games_is_refused(self):
        self.refuse(USAGE, "engine", "pylos", "--game", "dorix", says="two games")
        self.run_ok("engine", "pylos", "--game", "pylos")

    def test_result(self):
        for game in GAMES:
            self.assertEqual(self.run_ok("result", game).split()[0], "ongoing")
        start = json.loads(self.run_ok("result", "dorix-3", "--json"))
        self.assertEqual((start["over"], start["winner"], start["mover"]), (False, None, "w"))
        team = "-,-,-,r/-,-,w,-/-,r,-,-/w,b,g,- b"
        self.assertEqual(self.run_ok("result", "dorix-4", "--position", team).split()[0], "wr")
        self.assertEqual(json.loads(self.run_ok("result", "dorix-4", "--position", team, "--json")),
                         {"game": "dorix-4", "position": team, "mover": None, "over": True, "winner": "wr",
                          "reason": "diagonal held"})

    def test_steps(self):
        self.assertEqual([x.split()[0] for x in self.run_ok("steps", "pyrga").splitlines()], ["square", "triangle", "round"])
        self.assertEqual(self.run_ok("steps", "pyrga", "triangle", "b2").split()[::2], ["north", "east", "south", "west"])
        self.assertEqual(self.run_ok("steps", "pyrga", "triangle", "b2", "north"), "move Tb2n\n")
        self.assertEqual(self.run_ok("steps", "pylos", "1a1"), "move 1a1\n")
        self.assertEqual(json.loads(self.run_ok("steps", "pylos", "1a1", "--json"))["move"], "1a1")
        self.refuse(ILLEGAL, "steps", "pyrga", "triangle", "b9", says="b9")
        self.refuse(ILLEGAL, "steps", "pylos", "1a1", "1a2", says="1a2")
        self.refuse(ILLEGAL, "steps", "pyrga", *["square"] * 40)

    def test_steps_lead_to_every_move(self):
        position = "w,-,-,w,-/b,-,w,-,-/-,-,xxx,b,w/-,w,-,-,bb/-,b,-,-,- w"
        found = set()

        def walk(prefix):
            for line in self.run_ok("steps", "pilea", "--position", position, *prefix).splitlines():
                word, rest = line.split()
                if word == "move":
                    found.add(rest)
                else:
                    walk(prefix + [word])

        walk([])
        self.assertEqual(found, set(self.run_ok("moves", "pilea", "--position", position).split()))

    def test_rules(self):
        for game in GAMES:
            english, french = (self.run_ok("rules", game, "--lang", lang) for lang in ("en", "fr"))
            self.assertGreater(len(english), 500)
            self.assertGreater(len(french), 500)
            self.assertNotEqual(english, french)
        self.assertEqual(self.run_ok("rules", "pylos", env={"LC_ALL": "fr_FR.UTF-8"}), self.run_ok("rules", "pylos", "--lang", "fr"))
        self.refuse(USAGE, "rules", "pylos", "--lang", "xx", says="xx")

    def test_record(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.cgr")
            with open(path, "w") as file:
                file.write(RECORD)
            self.assertEqual(self.run_ok("record", "check", path), "pyrga 5 w resigned\n")
            self.assertEqual(self.run_ok("record", "check", "-", stdin=RECORD.encode()), "pyrga 5 w resigned\n")
            self.assertEqual(json.loads(self.run_ok("record", "check", path, "--json"))["games"][0]["moves"],
                             ["Cb2", "Tb2n", "Tb3s", "Sb2", "Cb3"])
            early = json.loads(self.run_ok("record", "show", path, "--json", "--ply", "2"))["games"][0]
            self.assertEqual((early["moves"], early["over"]), (["Cb2", "Tb2n"], False))
            self.refuse(USAGE, "record", "svg", path, "--json", says="--json")
            shown = self.run_ok("record", "show", path)
            self.assertIn("Anne", shown)
            self.assertIn("○▲↑■", shown)     # the order and direction that a position forgets
            self.assertIn("1. Cb2 Tb2n 2. Tb3s Sb2 3. Cb3", shown)
            self.assertNotIn("Sb2", self.run_ok("record", "show", path, "--ply", "2"))
            picture = os.path.join(folder, "game.svg")
            self.run_ok("record", "svg", path, "--output", picture)
            with open(picture) as file:
                self.assertEqual(file.read(), self.run_ok("record", "svg", path))
            self.refuse(ILLEGAL, "record", "show", path, "--ply", "6", says="6")
            several = os.path.join(folder, "several.cgr")
            with open(several, "w", encoding="utf-8") as file:
                file.write(RECORD + "\n" + RECORD.replace("pyrga", "pilotis"))
            self.assertEqual(self.run_ok("record", "check", several), "pyrga 5 w resigned\npilotis 5 w resigned\n")
            self.assertEqual(self.run_ok("record", "check", several, "2"), "pilotis 5 w resigned\n")
            self.assertEqual([game["game"] for game in json.loads(self.run_ok("record", "check", several, "--json"))["games"]],
                             ["pyrga", "pilotis"])
            self.assertIn("Pilotis", self.run_ok("record", "show", several))
            self.run_ok("record", "svg", several, "2")
            self.refuse(USAGE, "record", "svg", several, says="several")
            self.refuse(ILLEGAL, "record", "check", several, "3", says="no game 3")
            self.refuse(USAGE, "record", "check", several, "0", says="numbered")
            self.refuse(ILLEGAL, "record", "check", os.path.join(folder, "none"))
            self.refuse(ILLEGAL, "record", "check", folder)
            self.refuse(MACHINE, "record", "svg", path, "--output", os.path.join(folder, "none", "x.svg"))
        self.refuse(ILLEGAL, "record", "check", "-", stdin=RECORD.replace("Tb3s", "Tc3s").encode(), says="-:6:17: ")
        for rubbish in (b"", b"\0", b"[Game \"chess\"]\n", b"[" * 100000, b"\xff\xfe" * 50, RECORD.encode() + b"\0"):
            self.refuse(ILLEGAL, "record", "check", "-", stdin=rubbish)
        self.refuse(USAGE, "record", "eat", "x", says="eat")
        self.refuse(USAGE, "record", "check")

    def test_bench(self):
        measured = json.loads(self.run_ok("bench", "rules", "--game", "dorix", "--seconds", "0.05", "--json"))["measurements"]
        self.assertEqual([m["from"] for m in measured], ["start", "reserves empty"])
        for m in measured:
            self.assertGreater(min(m["leaves_per_second"], m["moves_per_second"], m["playouts_per_second"]), 0)
        for what in ("rules", "solve", "probe", "prove", "search"):
            self.refuse(USAGE, "bench", what, "--game", "chess", says="chess")
        self.refuse(USAGE, "bench", "solve", "--game", "dorix", says="dorix")
        self.refuse(USAGE, "bench", "prove", "--game", "pylos", says="pylos")
        self.refuse(USAGE, "bench", "rules", "here", says="here")
        self.refuse(USAGE, "bench", "soup", says="soup")
        self.refuse(USAGE, "bench", "rules", "--seconds", "0")

    def test_version(self):
        self.assertRegex(self.run_ok("version"), r"\Acolonnade \d+\.\d+\.\d+\n\Z")
        self.assertEqual(self.run_ok("--version"), self.run_ok("version"))


class Usage(ProgramTest):
    def test_help(self):
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", self.run_ok("--help"))
            text = self.run_ok(command, "--help")
            self.assertTrue(text.startswith(f"Usage: colonnade {command}"), text)
            self.assertEqual(self.run_ok("help", command), text)

    def commands(self):
        return re.findall(r"^  (\w+) ", self.run_ok("--help"), re.M)

    def test_help_in_french(self):
        """Nothing of the help stays English, whichever way French is asked for, and no line is too long."""
        for arguments in ([], *([command] for command in self.commands())):
            english, french = (self.run_ok(*arguments, "--help", "--lang", lang) for lang in ("en", "fr"))
            for line in (english + french).splitlines():
                self.assertLess(len(line), 80, line)
            same = {line for line in english.splitlines() if line} & set(french.splitlines())
            self.assertEqual({line for line in same if "isready" not in line}, set(), arguments)   # words of a protocol
            self.assertEqual(self.run_ok("--lang", "fr", *arguments, "--help"), french)
            self.assertEqual(self.run_ok("help", "--lang=fr", *arguments), french)
            self.assertEqual(self.run_ok(*arguments, "--help", env={"LANG": "fr_FR.UTF-8"}), french)
            options = [re.findall(r"^  (--\w+)", text, re.M) for text in (english, french)]
            self.assertEqual(*options)

    def test_wrong_usage_in_french(self):
        for wrong in ([], ["strat"], ["xyzzy"], ["start", "pylso"], ["start", "xyzzy"], ["moves"], ["moves", "pylos", "extra"],
                      ["moves", "--bogus", "pylos"], ["moves", "pylos", "--position"], ["moves", "pylos", "--json=1"],
                      ["perft", "pylos", "x"], ["perft", "pylos", "1", "--threads", "x"], ["show", "pylos", "--colour", "x"],
                      ["bench", "x"], ["record", "x", "y"], ["tables", "x"], ["tables", "info"], ["play", "--plain", "--screen"],
                      ["play", "--seats", "x"], ["play", "pylos", "--red", "1"]):
            english = self.refuse(USAGE, *wrong)
            french = self.refuse(USAGE, "--lang", "fr", *wrong)
            self.assertNotEqual(french, english)
            self.assertEqual(self.refuse(USAGE, *wrong, env={"LC_ALL": "fr_CA.UTF-8"}), french)
        self.refuse(USAGE, "--lang", "xx", "games", says="xx")
        self.refuse(USAGE, "--lang", says="--lang")

    def test_what_programs_read_is_the_same_in_french(self):
        for arguments in (["start", "pilea"], ["moves", "pyrga"], ["apply", "dorix-4", "a1", "a2"], ["result", "pylos"],
                          ["perft", "pyrga", "2", "--divide"], ["steps", "pyrga", "triangle", "b2"], ["start", "pylos", "--json"],
                          ["steps", "pyrga", "--json"], ["result", "dorix-3", "--json"], ["analyse", "pylos", "--nodes", "1000", "--json"],
                          ["prove", "pyrga", "--nodes", "1", "--json"], ["version"]):
            english, french = (self.run_ok(*arguments, "--lang", lang) for lang in ("en", "fr"))
            mask = (lambda text: re.sub(r'"(seconds|per_second)": [0-9.e+-]+', "", text))
            self.assertEqual(mask(french), mask(english))

    def test_wrong_usage(self):
        self.refuse(USAGE)
        self.refuse(USAGE, "strat", "pylos", says="start")
        self.refuse(USAGE, "", says="no command")
        self.refuse(USAGE, "start", "pylso", says="did you mean pylos?")
        self.refuse(USAGE, "start", "dorix4", says="did you mean dorix-4?")
        self.refuse(USAGE, "start", "")
        self.refuse(USAGE, "start", "q" * 100000)
        self.refuse(USAGE, "start", "py\nlos\x1b[31m")
        self.refuse(USAGE, "moves", "pylos", "--position")
        self.refuse(USAGE, "moves", "pylos", "extra", says="extra")
        self.refuse(USAGE, "moves", "--bogus", "pylos", says="--bogus")
        self.refuse(USAGE, "moves", "pylos", "-x", says="-x")
        self.refuse(USAGE, "moves", "pylos", "--json=1")
        self.refuse(USAGE, "start", "pylos", "--position", "x", says="--position")
        for command in ("start", "moves", "apply", "result", "perft", "steps", "show", "rules", "record", "bench"):
            self.refuse(USAGE, command, says="missing")
            if command not in ("record", "bench"):
                more = ["1"] if command in ("apply", "perft") else []
                self.refuse(USAGE, command, "chess", *more, says="chess")
        for depth in ("0", "-1", "x", "", "1.5", "201", "99999999999999999999", " 3", "+3"):
            self.refuse(USAGE, "perft", "pylos", "--", depth)
        for threads in ("0", "-1", "x", "", "1000000"):
            self.refuse(USAGE, "perft", "pylos", "1", "--threads", threads)
        self.refuse(USAGE, "show", "pylos", "--colour", "pink", says="pink")
        self.refuse(USAGE, "show", "pylos", "--svg=")

    def test_positions_that_are_rubbish(self):
        rubbish = ["", " ", "w", "-", "/", "x" * 100000, "," * 100000, "/" * 1000, "\x01", "é" * 50, "%s%n", OVER[:20],
                   OVER + " ", " " + OVER, OVER.upper(), "..../..../..../....|.../.../...|../..|. q",
                   "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- w -x", "-,-,-,-,-/-,-,-,-,-/-,-,xx,-,-/-,-,-,-,-/-,-,-,-,- w", "w\nb"]
        for game in GAMES:
            for text in rubbish:
                if text != OVER.upper():
                    self.refuse(ILLEGAL, "moves", game, "--position", text)
        # What reads a position depends on the game, and what is done when it cannot on the command.
        game = GAMES[0]
        for command in (["result", game], ["steps", game], ["show", game], ["perft", game, "1"], ["apply", game, "a1"]):
            for text in rubbish[:6]:
                self.refuse(ILLEGAL, *command, "--position", text)

    def test_moves_that_are_rubbish(self):
        for game in GAMES:
            for text in ["", " ", "x", "a", "a0", "1", "1a", "z9", "a1 ", "pass", "1a1x", "a1-", "b2:", "S", "Tb2", "\x01",
                         "a1" * 50000, "é", "%s%n", "1a1\n"]:
                self.refuse(ILLEGAL, "apply", game, text)

    def test_errors_say_what_and_where(self):
        self.refuse(ILLEGAL, "moves", "dorix", "--position", "-,-,-,-/-,-,-,-,-/-,-,-,-/-,-,-,- w",
                    says="row 3 has 5 places, expected 4")
        self.refuse(ILLEGAL, "moves", "dorix", "--position", "-,-,-,-/-,-,-,-,-/-,-,-,-/-,-,-,- w", says="character ")
        self.refuse(ILLEGAL, "moves", "pylos", "--position", "..../..../..../....|.../.b./...|../..|. w",
                    says="2b2 hangs in the air")
        self.refuse(ILLEGAL, "apply", "pyrga", "Sb2", "Sd4", says="must be next to b2: the last piece was a square")

    def test_french_errors(self):
        english = self.refuse(ILLEGAL, "apply", "pylos", "9z9")
        self.assertNotEqual(self.refuse(ILLEGAL, "apply", "pylos", "9z9", env={"LANG": "fr_FR.UTF-8"}), english)
        self.assertEqual(self.run_ok("result", "pylos", env={"LANG": "fr_FR.UTF-8"}), "ongoing\n")


class Completion(ProgramTest):
    SCRIPT = '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _colonnade; printf "%s\\n" "${COMPREPLY[@]}"'

    def complete(self, *words):
        here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../completions/colonnade.bash")
        return subprocess.run(["bash", "-c", self.SCRIPT, "bash", here, PROGRAM, *words], stdout=subprocess.PIPE,
                              env=self.environment(), timeout=600, check=True).stdout.decode().split()

    def test_words_come_from_the_program(self):
        self.assertEqual(self.complete("pr"), ["probe", "prove", "proof"])
        self.assertEqual(self.complete("moves", ""), GAMES)
        self.assertEqual(self.complete("moves", "pylos", "--p"), ["--position"])
        self.assertEqual(self.complete("record", "s"), ["show", "svg"])

    def test_moves_and_steps(self):
        self.assertEqual(self.complete("apply", "pyrga", ""), self.run_ok("moves", "pyrga").split())
        self.assertEqual(self.complete("apply", "pyrga", "Cb2", "Tb2n", "S"), ["Sb3", "Sb4"])
        self.assertEqual(self.complete("apply", "pyrga", "nonsense", ""), [])
        self.assertEqual(self.complete("steps", "pyrga", "triangle", "b2", ""), ["north", "east", "south", "west"])


class Output(ProgramTest):
    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        for arguments in (["games"], ["moves", "pylos"], ["perft", "pylos", "3"], ["show", "pylos"], ["rules", "pylos"],
                          ["moves", "pylos", "--json"], ["show", "pylos", "--svg", "-"], ["--help"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, env=self.environment(), timeout=600)
            self.assertEqual(done.returncode, MACHINE, arguments)
            self.assertRegex(done.stderr.decode(), r"\Acolonnade: [^\n]*: No space left on device\n\Z", arguments)

    def test_closed_pipe(self):
        for arguments in (["moves", "pylos"], ["rules", "pylos"], ["perft", "pylos", "3"]):
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([PROGRAM, *arguments], stdout=writer, stderr=subprocess.PIPE, env=self.environment(), timeout=600)
            os.close(writer)
            self.assertEqual(done.returncode, MACHINE, arguments)
            self.assertEqual(done.stderr, b"", arguments)

    def test_error_lines_are_text(self):
        done = self.call("start", b"\xff\xc2\x9b\xc3\xa9\x1b[31m")
        self.assertEqual((done.returncode, done.stderr.split(b";")[0].decode()),
                         (USAGE, "colonnade: no game is called ??\u00e9?[31m"))
        self.refuse(USAGE, "start", "", says='called "";')

    def test_closed_output(self):
        done = subprocess.run(["sh", "-c", '"$1" games >&-', "sh", PROGRAM], stderr=subprocess.PIPE, env=self.environment(), timeout=600)
        self.assertEqual(done.returncode, MACHINE)

    def test_nothing_after_an_error_line(self):
        done = self.call("apply", "pylos", "1a1", "zz")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count(b"\n")), (ILLEGAL, b"", 1))


if __name__ == "__main__":
    unittest.main()
