#!/usr/bin/env python3
"""colonnade match with programs: test_match.py COLONNADE

Engine processes, one per side, play every ruleset to the end; engines that hang, lie or die lose, with a sentence
that says why; an interrupted match leaves nothing running and can be resumed.
"""
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

COLONNADE = os.path.abspath(sys.argv.pop(1))
ENGINE = f"'{COLONNADE}' engine --hash 1"
BAD = "sh tests/match/bad-engine"


def match(*arguments, timeout=600):
    return subprocess.run([COLONNADE, "match", *arguments, "--lang", "en"], capture_output=True, text=True, timeout=timeout,
                          check=False)


def rulesets():
    listed = subprocess.run([COLONNADE, "games"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listed.splitlines() if line and not line.startswith("#")]


class Programs(unittest.TestCase):
    def test_engines_play_every_ruleset(self):
        for game in rulesets():
            with self.subTest(game=game), tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "games.cgr")
                engines = [ENGINE, ENGINE + " --threads 1", ENGINE + " --level 10"][: 3 if game == "dorix-3" else 2]
                done = match(game, *engines, "--games", "2", "--nodes", "300", "--output", file)
                self.assertEqual(done.returncode, 0, done.stderr)
                games = int(re.search(r"(\d+)/\1 games", done.stdout).group(1))
                self.assertEqual(games, 6 if game == "dorix-3" else 2)
                self.assertNotIn("lost by", done.stdout)
                checked = subprocess.run([COLONNADE, "record", "check", file], capture_output=True, text=True, check=False)
                ends = checked.stdout.splitlines()
                self.assertEqual(len(ends), games, checked.stderr)
                for end in ends:
                    self.assertRegex(end, rf"^{game} \d+ (w|b|r|wr|bg|draw) \w")
                    self.assertNotRegex(end, "agreed|resigned|time$")

    def test_players_who_hold_several_seats_are_counted_once_a_game(self):
        done = match("dorix-3", "nodes:200", "nodes:100", "--games", "6", "--longest", "60")
        points = [float(share) for share in re.findall(r"([\d.]+)/6 ", done.stdout.split("games,")[-1])]
        self.assertEqual(len(points), 2, done.stdout)
        self.assertAlmostEqual(sum(points), 6, places=2)

    def test_bad_engines_lose_with_a_sentence(self):
        sentences = {"hang": "did not answer within", "lie": "9z9, which is not a legal move", "die": "program ended", "mute": "not a legal move"}
        for what, sentence in sentences.items():
            with self.subTest(what=what):
                done = match("pylos", f"{BAD} {what}", "level:1", "--games", "2", "--time", "0.05", "--threads", "2")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout.count(sentence), 2, done.stdout)
                self.assertIn("2 forfeited", done.stdout)

    def test_programs_that_are_no_engines_are_refused(self):
        for command in ("/nowhere/engine", f"{BAD} late", "true", '"open'):
            with self.subTest(command=command):
                done = match("pylos", command, "level:1", "--games", "2")
                self.assertNotEqual(done.returncode, 0)
                self.assertEqual(len(done.stderr.splitlines()), 1)
        for wrong in (["level:0", "level:1"], ["level:11", "level:1"], ["level:1"], ["", "level:1"],
                      ["level:1", "level:2", "--output", "-"]):
            done = match("pylos", *wrong)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_an_interrupted_match_leaves_nothing_and_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "games.cgr")
            arguments = ["pyrga", ENGINE, "level:3", "--games", "40", "--time", "0.02", "--output", file]
            before = children_of_nobody()
            running = subprocess.Popen([COLONNADE, "match", *arguments, "--lang", "en"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            for _ in range(2400):
                time.sleep(0.05)
                if os.path.exists(file) and os.path.getsize(file) > 0:
                    break
            running.send_signal(signal.SIGINT)
            _, errors = running.communicate(timeout=120)
            self.assertEqual(running.returncode, 1)
            self.assertIn("interrupted", errors)
            for _ in range(300):        # they may take a moment to end
                left = children_of_nobody() - before
                if not left:
                    break
                time.sleep(0.2)
            self.assertEqual(left, set())
            again = match(*arguments)
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertRegex(again.stdout, r"# [1-9]\d* of 40 games were in the file already")
            with open(file, encoding="utf-8") as records:
                rounds = re.findall(r'\[Round "(\d+)"\]', records.read())
            self.assertEqual(sorted(map(int, rounds)), list(range(1, 41)))

    def test_two_matches_into_one_file_lose_no_game(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "games.cgr")
            with open(file, "w", encoding="utf-8"):
                pass
            first = subprocess.Popen([COLONNADE, "match", "pyrga", "level:1", f"{BAD} hang", "--games", "2", "--time", "60",
                                      "--output", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(first.kill)
            for _ in range(2400):
                if os.path.exists(os.path.join(folder, ".games.cgr.lock")):
                    break
                time.sleep(0.05)
            second = ["pilotis", "level:1", "level:2", "--games", "4", "--output", file]
            os.symlink("games.cgr", os.path.join(folder, "link"))
            for name in (file, os.path.join(folder, "link")):
                done = match(*second[:-1], name)
                self.assertEqual((done.returncode, done.stdout), (3, ""))
                self.assertIn("another program is working on", done.stderr)
            first.kill()
            first.wait()
            self.assertEqual(match(*second).returncode, 0)
            self.assertEqual(match("pyrga", "level:1", "level:2", "--games", "2", "--output", file).returncode, 0)
            with open(file, encoding="utf-8") as records:
                text = records.read()
            self.assertEqual((text.count('"pilotis"'), text.count('"pyrga"')), (4, 2))
            self.assertEqual(sorted(os.listdir(folder)), ["games.cgr", "link"])

    def test_a_full_disk_leaves_no_empty_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "games.cgr")
            done = subprocess.run([COLONNADE, "match", "pyrga", "level:1", "level:2", "--games", "2", "--output", file, "--lang", "en"],
                                  capture_output=True, text=True, timeout=600, check=False,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
            self.assertEqual(done.returncode, 3)
            self.assertIn("games.cgr", done.stderr)
            self.assertEqual(os.listdir(folder), [])

    def test_the_same_match_twice_is_the_same(self):
        runs = [match("pilotis", "level:4", "level:5", "--games", "8", "--seed", "7", "--threads", str(n)).stdout for n in (1, 2)]
        scores = [[line.split("Elo")[0] for line in run.splitlines() if line.startswith("level")] for run in runs]
        self.assertEqual(scores[0], scores[1])
        self.assertEqual(len(scores[0]), 2)


def children_of_nobody():
    """Processes of our engine whose parent is gone."""
    found = set()
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as cmdline, open(f"/proc/{entry}/stat", encoding="utf-8") as stat:
                if COLONNADE.encode() in cmdline.read() and stat.read().rsplit(")", 1)[1].split()[1] == "1":
                    found.add(entry)
        except OSError:
            continue
    return found


if __name__ == "__main__":
    unittest.main(verbosity=1)
