#!/usr/bin/env python3
"""Every line of the golden perft table through the program, with and without threads."""
import json
import pathlib
import unittest

from program import ProgramTest

TABLE = pathlib.Path(__file__).parent.parent / "golden" / "perft.tsv"
LARGEST = 3_000_000     # larger counts are left to the golden tests


class Perft(ProgramTest):
    def test_golden(self):
        lines = [line.split("\t") for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
        self.assertGreater(len(lines), 100)
        for i, (game, position, counts) in enumerate(lines):
            counts = [n for n in counts.split() if int(n) <= LARGEST]
            expected = "".join(f"{depth} {n}\n" for depth, n in enumerate(counts, 1))
            where = [] if position == "start" else ["--position", position]
            threads = ["--threads", str(1 + i % 3)] if i % 3 else []
            self.assertEqual(self.run_ok("perft", game, str(len(counts)), *where, *threads), expected, (game, position))

    def test_divide(self):
        lines = self.run_ok("perft", "dorix", "4", "--divide", "--threads", "2").splitlines()
        self.assertEqual(lines[:4], ["1 16", "2 240", "3 3600", "4 50696"])
        self.assertTrue(all(line.startswith("# ") for line in lines[4:]))
        self.assertEqual(sum(int(line.split()[2]) for line in lines[4:]), 50696)
        self.assertEqual([line.split()[1] for line in lines[4:]], self.run_ok("moves", "dorix").split())

    def test_json(self):
        answer = json.loads(self.run_ok("perft", "pilea", "3", "--json", "--divide"))
        self.assertEqual(answer["counts"], [24, 552, 12144])
        self.assertEqual(sum(row["count"] for row in answer["divide"]), 12144)

    def test_a_deep_count_of_a_short_game(self):
        over = "-,-,-,b/-,-,b,-/-,b,-,-/b,w,w,w w"
        self.assertEqual(self.run_ok("perft", "dorix", "200", "--position", over).splitlines()[-1], "200 0")


if __name__ == "__main__":
    unittest.main()
