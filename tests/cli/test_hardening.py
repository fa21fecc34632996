#!/usr/bin/env python3
"""The hardening that the compiler and the linker add: test_hardening.py PROGRAM LIBRARY

An overwritten address must not lead anywhere useful: the program is position-independent, its tables of addresses
are read-only once it runs, returns are guarded, copies are checked against the size of their target where the
compiler knows it, and indirect jumps land only on marked targets.
"""
import subprocess
import sys
import unittest

FILES = [sys.argv.pop(1), sys.argv.pop(1)]


def readelf(option, path):
    return subprocess.run(["readelf", "--wide", option, path], capture_output=True, text=True, check=True).stdout


class Hardening(unittest.TestCase):
    def test_it_can_be_loaded_anywhere(self):
        for path in FILES:
            self.assertRegex(readelf("-h", path), r"Type:\s+DYN")

    def test_addresses_are_read_only(self):
        for path in FILES:
            self.assertIn("GNU_RELRO", readelf("-l", path))
            self.assertRegex(readelf("-d", path), r"BIND_NOW|FLAGS_1.*NOW")

    def test_no_memory_is_written_and_executed(self):
        for path in FILES:
            segments = readelf("-l", path)
            self.assertRegex(segments, r"GNU_STACK.* RW ")
            self.assertNotRegex(segments, r"LOAD.* RWE ")

    def test_returns_and_copies_are_checked(self):
        for path in FILES:
            names = readelf("--dyn-syms", path)
            self.assertIn("__stack_chk_fail", names)
            self.assertRegex(names, r"__(memcpy|snprintf|vsnprintf|memset|strcpy|fprintf|printf)_chk")

    def test_indirect_jumps_are_guarded(self):
        """Checks our own code: Debian's start files are built without it, so the file as a whole has no mark."""
        for path, function in zip(FILES, ("main", "cn_game_find")):
            if "X86-64" not in readelf("-h", path):
                self.skipTest("of x86-64 alone")
            code = subprocess.run(["objdump", "-d", f"--disassemble={function}", path], capture_output=True, text=True,
                                  check=True).stdout
            self.assertRegex(code, rf"<{function}[^>]*>:\n[^\n]*endbr64")


if __name__ == "__main__":
    unittest.main()
