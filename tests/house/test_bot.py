"""The example bot plays a whole game: test_bot.py PROGRAM BOT"""
import os
import shutil
import subprocess
import sys
import unittest

from wire import House

PROGRAM, BOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))


def interpreter():
    """The Python that has python3-websockets: Debian's, where another one comes first."""
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


if __name__ == "__main__":
    unittest.main(warnings="ignore")
