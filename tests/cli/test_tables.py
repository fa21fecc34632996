#!/usr/bin/env python3
"""solve, probe and tables: errors, exit statuses, and whatever needs no table. With a folder of real tables in
COLONNADE_TEST_TABLES, also their output."""
import fcntl
import json
import os
import pathlib
import tempfile
import unittest

from program import ILLEGAL, MACHINE, USAGE, ProgramTest

SOLVED = ["pylos", "pylos-children", "pylos-expert", "pylos-lenient", "pylos-expert-lenient", "pilea"]
REAL = os.environ.get("COLONNADE_TEST_TABLES")


class TablesTest(ProgramTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.here = self.folder.name
        self.env = {"COLONNADE_TABLES": self.here}

    def put(self, name, content):
        (pathlib.Path(self.here) / name).write_bytes(content)


class Without(TablesTest):
    def test_a_missing_table_is_said_in_a_sentence(self):
        for game in SOLVED:
            for command in (["probe", game], ["tables", "info", game], ["tables", "audit", game], ["tables", "puzzles", game]):
                self.refuse(ILLEGAL, *command, env=self.env, says=f"`colonnade solve {game}` makes one")
        self.refuse(ILLEGAL, "probe", "pylos", "--json", env=self.env)
        self.refuse(ILLEGAL, "tables", "remove", "pylos", env=self.env, says="there is no table pylos")
        self.refuse(ILLEGAL, "bench", "probe", env=self.env)
        self.assertEqual(self.run_ok("tables", "list", env=self.env), "")
        self.assertEqual(json.loads(self.run_ok("tables", "list", "--json", env=self.env)), {"tables": []})
        self.assertEqual(self.run_ok("tables", "list", "--tables", self.here + "/nowhere"), "")

    def test_what_cannot_be_solved(self):
        for command in (["solve", "dorix"], ["tables", "info", "dorix"]):
            self.refuse(USAGE, *command, env=self.env, says="dorix cannot be solved")
        self.refuse(USAGE, "probe", "pyrga", env=self.env, says="pyrga cannot be solved")

    def test_wrong_words(self):
        self.refuse(USAGE, "probe", "chess", env=self.env)
        self.refuse(ILLEGAL, "probe", "pylos", "--position", "nonsense", env=self.env)
        self.refuse(USAGE, "tables", env=self.env)
        self.refuse(USAGE, "tables", "eat", "pylos", env=self.env, says="no verb eat")
        self.refuse(USAGE, "tables", "audit", env=self.env)
        self.refuse(USAGE, "tables", "list", "pylos", env=self.env)
        self.refuse(USAGE, "solve", "pylos", "--threads", "0", env=self.env)
        self.refuse(USAGE, "solve", "pylos", "--memory", "much", env=self.env)
        self.refuse(USAGE, "tables", "audit", "pylos", "--sample", "-1", env=self.env)
        self.refuse(USAGE, "probe", "pylos", "--tables", "", env=self.env)

    def test_help_says_how_many_threads(self):
        for command in (["solve"], ["tables", "audit"]):
            text = " ".join(self.run_ok(*command, "--help").split())
            self.assertIn("as many as there are processors", text)
            self.assertNotIn("default: 1)", text)

    def test_analysis_goes_on_without(self):
        moves = json.loads(self.run_ok("analyse", "pylos", "--depth", "2", "--json", env=self.env))["moves"]
        self.assertEqual(len(moves), 16)
        self.assertFalse(any("result" in m["value"] for m in moves))
        self.assertNotIn("exact", self.run_ok("analyse", "pylos", "--depth", "2", env=self.env))


class Statuses(TablesTest):
    def test_they_mean_the_same_for_every_command(self):
        """As docs/cli.md defines them."""
        for command in (["probe", "pylos"], ["tables", "info", "pylos"], ["tables", "audit", "pylos"]):
            self.refuse(ILLEGAL, *command, env=self.env, says="there is no table")
        missing = os.path.join(self.here, "nowhere.cgr")
        for command in (["record", "check"], ["review"], ["play", "--load"], ["proof", "check"]):
            self.refuse(ILLEGAL, *command, missing, env=self.env, says="there is no file")
        for command in (["solve"], ["probe"], ["tables", "info"], ["tables", "audit"]):
            self.refuse(USAGE, *command, "dorix", env=self.env, says="cannot be solved")
        self.refuse(USAGE, "prove", "dorix-3", env=self.env, says="nothing can be proven")
        self.refuse(MACHINE, "show", "pylos", "--svg", os.path.join(self.here, "no", "x.svg"), env=self.env)


class Wrong(TablesTest):
    def test_what_is_no_table_is_named(self):
        for content in (b"", b"x", b"colonnade table\n", b"colonnade table\n" + bytes(200), os.urandom(5000)):
            self.put("pylos.table", content)
            self.refuse(ILLEGAL, "probe", "pylos", env=self.env, says="pylos.table")
            self.refuse(ILLEGAL, "tables", "audit", "pylos", env=self.env, says="pylos.table")
            done = self.call("tables", "list", env=self.env)
            self.assertEqual((done.returncode, done.stdout), (ILLEGAL, b""))
            self.assertIn(b"pylos.table", done.stderr)
            self.run_ok("analyse", "pylos", "--depth", "1", "--lines", "1", env=self.env)
        (pathlib.Path(self.here) / "pilea.table").mkdir()
        self.refuse(ILLEGAL, "probe", "pilea", env=self.env, says="pilea.table")

    def test_solve_does_not_overwrite(self):
        self.put("pylos.table", b"anything")
        self.refuse(ILLEGAL, "solve", "pylos", env=self.env, says="solved already")
        self.assertEqual((pathlib.Path(self.here) / "pylos.table").read_bytes(), b"anything")

    def test_what_somebody_works_on_is_left_alone(self):
        with open(os.path.join(self.here, ".pylos.table.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.put("pylos.table.checkpoint", b"anything")
            for command in (["solve", "pylos", "--memory", "100"], ["tables", "remove", "pylos"]):
                self.refuse(MACHINE, *command, env=self.env, says="another program is working on")
            self.refuse(MACHINE, "solve", "pilea", "--memory", "1", env=self.env, says="1 MiB are allowed")
        self.assertEqual(sorted(os.listdir(self.here)), [".pylos.table.lock", "pylos.table.checkpoint"])
        self.run_ok("tables", "remove", "pylos", env=self.env)
        self.assertEqual(os.listdir(self.here), [])

    def test_solve_clears_what_a_killed_one_left(self):
        dead = [".pylos.table.0123456789abcdef.tmp", ".pylos.table.checkpoint.fedcba9876543210.tmp"]
        other = [".pylos.table.x.tmp", ".pylos.table.0123456789abcdef", "pylos.table.1.tmp", ".pilea.table.0123456789abcdef.tmp"]
        for name in dead + other:
            self.put(name, b"anything")
        self.refuse(MACHINE, "solve", "pylos", "--memory", "100", env=self.env, says="100 MiB are allowed")
        self.assertEqual(sorted(os.listdir(self.here)), sorted(other))
        for name in dead:
            self.put(name, b"anything")
        self.run_ok("tables", "remove", "pylos", env=self.env)
        self.assertEqual(sorted(os.listdir(self.here)), sorted(other))

    def test_remove(self):
        self.put("pylos.table", b"anything")
        self.put("pylos.table.checkpoint", b"anything")
        self.run_ok("tables", "remove", "pylos", env=self.env)
        self.assertEqual(os.listdir(self.here), [])
        self.put("pilea.table.checkpoint", b"anything")
        self.run_ok("tables", "remove", "pilea", env=self.env)
        self.assertEqual(os.listdir(self.here), [])

    def test_solve_refuses_what_will_not_do(self):
        self.refuse(MACHINE, "solve", "pylos", "--memory", "100", env=self.env, says="100 MiB are allowed")
        self.put("file", b"")
        self.refuse(MACHINE, "solve", "pylos", "--tables", self.here + "/file/below")
        if os.path.isdir("/proc/self"):     # nothing can be written there
            self.refuse(MACHINE, "solve", "pylos", "--tables", "/proc", says="/proc/pylos.table")
        self.put("pylos.table.checkpoint", b"anything")
        self.refuse(MACHINE, "solve", "pylos", env=self.env, says="pylos.table.checkpoint")
        self.assertEqual(sorted(os.listdir(self.here)), ["file", "pylos.table.checkpoint"])


@unittest.skipUnless(REAL, "COLONNADE_TEST_TABLES names no folder of tables")
class With(ProgramTest):
    env = {"COLONNADE_TABLES": REAL or ""}

    def test_probe_analyse_and_line_agree(self):
        games = [g["game"] for g in json.loads(self.run_ok("tables", "list", "--json", env=self.env))["tables"]]
        self.assertTrue(games)
        for game in games:
            lines = self.run_ok("probe", game, "--line", env=self.env).splitlines()
            answer = json.loads(self.run_ok("probe", game, "--line", "--json", env=self.env))
            moves = self.run_ok("moves", game).split()
            self.assertEqual([line.split()[0] for line in lines[1:-1]], moves)
            self.assertEqual([m["move"] for m in answer["moves"]], moves)
            self.assertEqual(lines[-1].split()[1:], answer["line"])
            self.assertEqual(lines[0].split()[0], answer["value"]["result"])
            end = self.run_ok("apply", game, *answer["line"]).strip()
            if answer["value"]["result"] != "draw":
                self.assertEqual(len(answer["line"]), answer["value"]["plies"])
                winner = "w" if answer["value"]["result"] == "win" else "b"
                self.assertIn(winner, self.run_ok("result", game, "--position", end).split()[0])
            analysis = json.loads(self.run_ok("analyse", game, "--json", env=self.env))["moves"]
            values = {m["move"]: m["value"] for m in answer["moves"]}
            self.assertEqual({m["move"]: m["value"] for m in analysis}, values)
            self.assertTrue(all(m.get("source") in ("table", "rules") for m in analysis))

    def test_explore_and_landmarks(self):
        for game in [g["game"] for g in json.loads(self.run_ok("tables", "list", "--json", env=self.env))["tables"]]:
            probed = {m["move"]: m["value"] for m in json.loads(self.run_ok("probe", game, "--json", env=self.env))["moves"]}
            found = json.loads(self.run_ok("explore", game, "--json", env=self.env))
            self.assertEqual({m["move"]: m["value"] for m in found["moves"]}, probed)
            self.assertEqual(found["known"], found["count"])
            count = len(self.run_ok("landmarks", game).splitlines())
            self.assertEqual(self.run_ok("bench", "landmarks", game, "--check", env=self.env), f"{game} {count}\n")
            self.assert_longest(game)

    def assert_longest(self, game):
        """No win in the table takes longer, and its longest loss takes at most one ply more."""
        longest = json.loads(self.run_ok("landmarks", game, "--json"))["landmarks"][0]
        self.assertEqual(longest["kind"], "longest")
        info = json.loads(self.run_ok("tables", "info", game, "--json", env=self.env))
        self.assertIn(info["longest"] - longest["value"]["plies"], (0, 1))

    def test_puzzles(self):
        game = json.loads(self.run_ok("tables", "list", "--json", env=self.env))["tables"][0]["game"]
        puzzles = json.loads(self.run_ok("tables", "puzzles", game, "--sample", "3", "--json", env=self.env))["puzzles"]
        lines = self.run_ok("tables", "puzzles", game, "--sample", "3", env=self.env).splitlines()
        self.assertEqual([line.split("\t") for line in lines], [[p["position"], p["move"], str(p["value"]["plies"])] for p in puzzles])
        for p in puzzles:
            answer = json.loads(self.run_ok("probe", game, "--position", p["position"], "--json", env=self.env))
            self.assertEqual(answer["value"], p["value"])
            self.assertEqual([m["move"] for m in answer["moves"] if m["value"]["result"] == "win"], [p["move"]])


if __name__ == "__main__":
    unittest.main()
