"""The dialogues in docs/house.md run as written, in this order, on a real server.

usage: test_docs.py PROGRAM DOCUMENT
"""
import os
import re
import shutil
import sys
import unittest

from wire import House

PROGRAM, DOCUMENT = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)
BLOCK = re.compile(r"^```house\n(.*?)^```$", re.M | re.S)


def pattern_of(text, known):
    """A regular expression for a message as the document writes it; $name matches anything the first time, and the
    same text from then on."""
    out = ""
    for part in re.split(r"(…|\$\w+)", text):
        if part == "…":
            out += ".*?"
        elif part.startswith("$") and part[1:] in known:
            out += re.escape(known[part[1:]])
        elif part.startswith("$"):
            out += f"(?P<{part[1:]}>[\\w-]+)"
        else:
            out += re.escape(part)
    return re.compile(out + r"\Z")


def compact(message):
    import json
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


class Dialogues(unittest.TestCase):
    def test_every_block(self):
        with open(DOCUMENT, encoding="utf-8") as document:
            blocks = BLOCK.findall(document.read())
        self.assertGreaterEqual(len(blocks), 3)
        house = House(PROGRAM, arguments=["--accounts"])
        self.addCleanup(shutil.rmtree, house.folder)
        self.addCleanup(house.stop)
        self.assertEqual(house.look("tournament", "new", "Autumn cup", "--game", "pylos", "--store", house.store), (0, "1\n"))
        lines, known = {}, {}
        for line in "".join(blocks).splitlines():
            who, direction, text = re.match(r"(\w+)([<>]) (.*)", line).groups()
            if who not in lines:
                lines[who] = house.line()
                self.addCleanup(lines[who].close)
            if direction == ">":
                text = re.sub(r"\$(\w+)", lambda found: known[found.group(1)], text)
                lines[who].send(text)
                continue
            pattern, passed = pattern_of(text, known), []
            while True:
                message = compact(lines[who].next())
                found = pattern.match(message)
                if found:
                    known.update(found.groupdict())
                    break
                passed.append(message)
                kind = re.match(r'\{"is":"([\w-]+)"', text).group(1)
                self.assertFalse(message.startswith(f'{{"is":"{kind}"') and kind not in ("here", "events", "lobby"),
                                 f"{text}\nbut came\n" + "\n".join(passed))


if __name__ == "__main__":
    unittest.main()
