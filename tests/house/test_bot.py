"""Bots play whole games, the example and colonnade bot: test_bot.py PROGRAM BOT"""
import os
import shutil
import subprocess
import sys
import unittest

from wire import House

PROGRAM, BOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))


def interpreter():
    """A Python with python3-websockets: Debian's, if another one comes first in the path."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import websockets"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return python
    raise RuntimeError("python3-websockets is not installed")


class BotTest(unittest.TestCase):
    def test_it_has_at_most_50_lines(self):
        with open(BOT, encoding="utf-8") as file:
            self.assertLessEqual(len(file.readlines()), 50)

    def test_a_whole_game(self):
        house = House(PROGRAM)
        self.addCleanup(shutil.rmtree, house.folder)
        self.addCleanup(house.stop)
        bot = subprocess.Popen([interpreter(), BOT, f"ws://127.0.0.1:{house.port}/house", "pyrga"], stderr=subprocess.PIPE)
        self.addCleanup(bot.stderr.close)
        self.addCleanup(bot.wait)
        self.addCleanup(bot.kill)
        line = house.line()
        opened = line.ask({"do": "lobby"}, "lobby")
        while not opened["open"]:
            opened = line.wait("lobby")
        name = opened["open"][0]["round"]
        line.ask({"do": "sit", "round": name, "name": "Ann"}, "seated")
        for i in range(100):
            moves = line.ask({"do": "moves", "round": name}, "moves")
            if not moves["seat"]:
                break
            if moves["seat"] == "w":
                line.ask({"do": "act", "round": name, "number": moves["number"], "nonce": f"n{i}",
                          "action": "move " + moves["moves"][0]}, "done")
            else:
                line.wait("events")
        self.assertEqual(moves["seat"], "")
        self.assertIn("[Black \"Random bot\"]", line.ask({"do": "record", "round": name}, "record")["text"])


class OwnBotTest(unittest.TestCase):
    def setUp(self):
        self.house = House(PROGRAM)
        self.addCleanup(shutil.rmtree, self.house.folder)
        self.addCleanup(self.house.stop)
        self.url = f"http://127.0.0.1:{self.house.port}/"

    def bot(self, *arguments):
        process = subprocess.Popen([PROGRAM, "bot", "--lang", "en", *arguments], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        return process

    def test_two_that_seek_find_each_other(self):
        bots = [self.bot("--seek", self.url, "--game", "pyrga", "--level", "1", "--once"),
                self.bot("--seek", self.url, "--level", "2", "--once", "--name", "Bob")]
        said = [bot.communicate(timeout=300) for bot in bots]
        self.assertEqual([bot.returncode for bot in bots], [0, 0], said)
        for out, _ in said:
            self.assertEqual(out.splitlines()[-1].split()[2], "ended")

    def test_an_engine_joins_by_a_link_and_survives_a_restart(self):
        line = self.house.line()
        opened = line.ask({"do": "open", "game": "pilotis", "seats": ["me", "link"]}, "opened")
        mine, token = opened["seats"][0]["token"], opened["seats"][1]["token"]
        bot = self.bot("--join", f"{self.url}#seat={token}", "--engine", f"{PROGRAM} engine pilotis", "--time", "0.05",
                       "--once")
        name = opened["round"]
        line.wait("events")
        for i in range(60):
            if i == 2:
                self.house.kill()
                self.house.start()
                line = self.house.line()
                line.ask({"do": "enter", "token": mine}, "round")
            moves = line.ask({"do": "moves", "round": name}, "moves")
            if not moves["seat"]:
                break
            if moves["seat"] == "w":
                line.send({"do": "act", "round": name, "number": moves["number"], "nonce": f"n{i}",
                           "action": "move " + moves["moves"][0]})
                while line.next()["is"] not in ("done", "stale"):
                    pass
            else:
                line.wait("events")
        self.assertEqual(moves["seat"], "")
        out, error = bot.communicate(timeout=300)
        self.assertEqual((bot.returncode, error), (0, ""), out)

    def test_what_is_wrong_is_said(self):
        for arguments, says in ((("--seek", self.url, "--join", self.url), "give one of"), ((), "give one of"),
                                (("--join", self.url), "#seat"), (("--seek", "ftp://x"), "not an address"),
                                (("--seek", self.url, "--clock", "x"), "--clock"),
                                (("--join", f"{self.url}#seat=nobodys"), "no-such-token")):
            bot = self.bot(*arguments)
            self.assertIn(says, bot.communicate(timeout=300)[1])
            self.assertNotEqual(bot.returncode, 0)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
