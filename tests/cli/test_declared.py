#!/usr/bin/env python3
"""What a command declares is what it accepts, what its help and manual say and what shells complete."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from program import DONE, GAMES, PROGRAM, USAGE, ProgramTest

COMPLETIONS = pathlib.Path(__file__).resolve().parent.parent.parent / "completions"


class Declared(ProgramTest):
    def setUp(self):
        declared = json.loads(self.run_ok("help", "--json"))
        self.common = declared["options"]
        self.commands = []          # (words to type, what is declared)
        for command in declared["commands"]:
            self.commands.append(([command["name"]], command))
            self.commands += [([command["name"], verb["name"]], verb) for verb in command["verbs"]]

    def test_help_lists_what_is_declared(self):
        for words, command in self.commands:
            text = self.run_ok(*words, "--help")
            self.assertEqual(re.findall(r"^  --([\w-]+)", text, re.M),
                             [o["name"] for o in command["options"] + self.common if "help" in o and "instead" not in o])
            shown = " ".join(text.split())
            for option in command["options"]:
                if "default" in option and "help" in option:
                    self.assertIn(f"{option['help']} (default: {option['default']})", shown)
            self.assertEqual(self.run_ok("help", *words), text)

    def test_help_of_verbs_in_french(self):
        for words, command in self.commands:
            english, french = (self.run_ok("help", *words, "--lang", lang) for lang in ("en", "fr"))
            for line in (english + french).splitlines():
                self.assertLess(len(line), 80, line)
            same = {line for line in english.splitlines() if line} & set(french.splitlines())
            self.assertEqual({line for line in same if "isready" not in line}, set(), words)

    def test_values_are_checked_as_declared(self):
        for words, command in self.commands:
            for option in command["options"]:
                name = f"--{option['name']}"
                if option["type"] == "flag":
                    self.refuse(USAGE, *words, f"{name}=1", says=f"{name} takes no value")
                    continue
                self.refuse(USAGE, *words, name, says=f"{name} needs a value")
                if option["type"] == "number":
                    for wrong in ("x", "-1", str(option["most"] + 1)):
                        self.refuse(USAGE, *words, f"{name}={wrong}", says=f"{name} takes a whole number")
                    if option["least"] > 0:
                        self.refuse(USAGE, *words, name, str(option["least"] - 1), says=f"{name} takes a whole number")
                if option["type"] == "seconds":
                    for wrong in ("0", "nan", "86401"):
                        self.refuse(USAGE, *words, f"{name}={wrong}", says=f"{name} takes seconds")
                if option["type"] == "word":
                    self.refuse(USAGE, *words, name, "xyzzy", says=f"{name} takes {'|'.join(option['words'])}")

    def test_an_option_means_the_same_everywhere(self):
        """Options with the same name have the same kind of value and the same words, with a unit; similar work has
        the same default."""
        told = {"time": {"think for S seconds", "think for S seconds per move", "end after S seconds"},
                "seconds": {"measure each figure for about S seconds"},
                "depth": {"look D plies ahead"},
                "nodes": {"look at N positions", "look at N positions per move"},
                "threads": {"share the work between N threads"},
                "hash": {"memory for what has been looked at, in MiB"},
                "output": {"write to FILE instead of the standard output"},
                "tables": {"the folder of the tables"}}
        other = {("bench search", "threads"), ("bench train", "nodes")}       # the one measures threads; the other trains
        default = {"analyse time": "3, unless another limit is given", "match time": "1, unless another limit is given",
                   "explore time": "10, unless another limit is given",
                   "review time": "0.5, unless another limit is given", "bench tactics time": "1",
                   "solve threads": "as many as there are processors", "tables audit threads": "as many as there are processors",
                   "tables convert threads": "as many as there are processors", "bound threads": "as many as there are processors",
                   "match hash": "16", "bot time": "1, or a share of the clock"}
        usual = {"threads": "1", "hash": "64", "tables": "COLONNADE_TABLES, else the user's data folder", "seconds": "1"}
        seen = set()
        for words, command in self.commands:
            for option in command["options"]:
                name, place = option["name"], " ".join(words)
                if name not in told or (place, name) in other:
                    continue
                self.assertIn(option["help"], told[name], (place, name))
                if name not in ("nodes",):
                    self.assertEqual(option.get("default"), default.pop(f"{place} {name}", usual.get(name)), (place, name))
                seen.add(name)
        self.assertEqual(seen, set(told))
        self.assertEqual(default, {})

    def test_old_names_work_and_say_so(self):
        old = [(words, option) for words, command in self.commands for option in command["options"] if "instead" in option]
        self.assertGreater(len(old), 0)
        for words, option in old:
            new = next(o for o in dict(((" ".join(w)), c) for w, c in self.commands)[" ".join(words)]["options"]
                       if o["name"] == option["instead"])
            self.assertEqual(option["type"], new["type"])
        # No machine has this address, so the server ends at once.
        done = self.call("serve", "--alone", "--no-limits", "--host", "300.1.1.1")
        self.assertEqual(done.stderr.decode().splitlines()[0],
                         "colonnade: --no-limits is called --unlimited now; the old name ends with the next version")
        self.assertEqual(done.stderr.decode().splitlines()[1:],
                         self.call("serve", "--alone", "--unlimited", "--host", "300.1.1.1").stderr.decode().splitlines())

    def test_an_option_of_another_command_is_refused(self):
        everything = {o["name"] for _, command in self.commands for o in command["options"]}
        for i, (words, command) in enumerate(self.commands):
            if command["verbs"]:
                continue
            others = sorted(everything - {o["name"] for o in command["options"] + self.common})
            for name in others[i % 8::8]:       # a different eighth of them each time, because starting programs takes time
                self.refuse(USAGE, *words, f"--{name}=1", says=f"unknown option --{name}")

    def test_verbs(self):
        self.refuse(USAGE, "tables", says="list|info|audit|convert|remove|puzzles")
        self.refuse(USAGE, "tables", "adit", "pilea", says="did you mean audit?")
        self.refuse(USAGE, "help", "tables", "adit", says="did you mean audit?")
        self.refuse(USAGE, "help", "moves", "pylos", says="pylos")
        self.refuse(USAGE, "help", "muves", says="did you mean moves?")
        # Options may also come before the verb.
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(json.loads(self.run_ok("tables", "--tables", folder, "list", "--json")), {"tables": []})


class Completion(ProgramTest):
    CASES = [
        (["per"], ["perft"]),
        (["tables", "a"], ["audit"]),
        (["tables", "audit", "--th"], ["--threads"]),
        (["tables", "list", "--th"], []),
        (["moves", "dorix-"], ["dorix-3", "dorix-4"]),
        (["moves", "pylos", ""], []),
        (["perft", "pylos", "--t"], ["--threads"]),
        (["apply", "pyrga", "Sb2", "Tb1"], ["Tb1n", "Tb1e", "Tb1w"]),
        (["apply", "pyrga", "nonsense", ""], []),
        (["steps", "pyrga", "tri"], ["triangle"]),
        (["steps", "pyrga", "triangle", "b2", ""], ["north", "east", "south", "west"]),
        (["rules", "pylos", "--lang", ""], ["fr", "en"]),
        (["rules", "pylos", "--lang=f"], ["--lang=fr"]),
        (["play", "--seats", "human,1"], ["human,1", "human,10"]),
        (["show", "--colour", "a"], ["auto", "always"]),
        (["--lang", "fr", "vers"], ["version"]),
        (["help", "tables", "pu"], ["puzzles"]),
        (["xyzzy", ""], []),
    ]

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name in ("a game.txt", "another.txt"):
            pathlib.Path(self.folder.name, name).touch()
        pathlib.Path(self.folder.name, "any folder").mkdir()
        bin_folder = pathlib.Path(self.folder.name, "bin")
        bin_folder.mkdir()
        (bin_folder / "colonnade").symlink_to(PROGRAM)
        self.env = {**self.environment(), "PATH": f"{bin_folder}:{os.environ['PATH']}", "HOME": self.folder.name,
                    "XDG_CONFIG_HOME": self.folder.name, "XDG_DATA_HOME": self.folder.name, "LC_ALL": "C.UTF-8"}

    def shell(self, *command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.env,
                              cwd=self.folder.name, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (DONE, ""), command)
        return [line for line in done.stdout.splitlines() if line]

    def check(self, complete):
        for words, expected in self.CASES:
            self.assertEqual(sorted(complete(words)), sorted(expected), words)
        self.assertEqual(sorted(complete(["start", ""])), sorted(GAMES))

    def test_program(self):
        self.check(lambda words: [line.split("\t")[0] for line in self.run_ok("complete", "--", *words).splitlines()])
        self.assertEqual(self.run_ok("complete", "--", "review", ""), ":file\n")
        self.assertEqual(self.run_ok("complete", "--", "review", "--tables", ""), ":folder\n")
        self.assertEqual(self.run_ok("complete", "--lang", "fr", "--", "tables", "rem"), "remove\tsupprimer une table\n")

    def test_bash(self):
        def complete(words):
            # bash splits words at `=` before a completion function sees them.
            cut = [part for word in words for part in (re.split("(=)", word) if "=" in word else [word])]
            line = " ".join(f"'{word}'" for word in ["colonnade", *cut])
            got = self.shell("bash", "-c", f". '{COMPLETIONS}/colonnade.bash'; COMP_WORDS=({line}); COMP_CWORD={len(cut)}; "
                             "_colonnade; [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' \"${COMPREPLY[@]}\"")
            before = words[-1].rpartition("=")[0] + "=" if "=" in words[-1] else ""
            return [before + word for word in got]

        self.check(complete)
        self.assertEqual(sorted(complete(["review", "a"])), ["a game.txt", "another.txt", "any folder"])
        self.assertEqual(complete(["tables", "list", "--tables", "an"]), ["any folder"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh(self):
        """With zsh's own helpers replaced by ones that print what they were given."""
        def complete(words):
            line = " ".join(f"'{word}'" for word in ["colonnade", *words])
            got = self.shell("zsh", "-f", "-c", f"_call_program() {{ shift; eval \"$*\"; }}; "
                             "_describe() { print -rl -- ${(P)${@[-1]}}; }; _files() { print -r -- \":files $*\"; }; "
                             f"fpath=('{COMPLETIONS}'); autoload -U _colonnade; words=({line}); CURRENT=${{#words}}; _colonnade")
            names = [line.split(":")[0] if not line.startswith(":") else line for line in got]
            return [name for name in names if name.startswith((words[-1], ":"))]

        self.check(complete)
        self.assertEqual([line.strip() for line in complete(["review", "a"])], [":files"])
        self.assertEqual(complete(["tables", "list", "--tables", "an"]), [":files -/"])

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self):
        def complete(words):
            line = " ".join(["colonnade", *words]).replace("'", "")
            return [row.split("\t")[0] for row in
                    self.shell("fish", "--no-config", "-c", f"source '{COMPLETIONS}/colonnade.fish'; complete -C '{line}'")]

        self.check(complete)
        self.assertIn("another.txt", complete(["review", "ano"]))
        self.assertEqual(complete(["tables", "list", "--tables", "any"]), ["any folder/"])


if __name__ == "__main__":
    unittest.main()
