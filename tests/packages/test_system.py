#!/usr/bin/env python3
"""What packages and desktops read agrees with the program: versions, the unit, the desktop entry, lists of files.

scripts/deb builds the packages and scripts/try-packages tries them; both take too long to run here.
"""
import configparser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv[1])
del sys.argv[1:]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


class Version(unittest.TestCase):
    def test_it_is_the_same_everywhere(self):
        version = re.search(r"project\(colonnade VERSION (\S+)", read("CMakeLists.txt")).group(1)
        self.assertEqual(re.search(r'#define CN_VERSION\s+"(.*)"', read("include/colonnade/rules.h")).group(1), version)
        self.assertEqual(re.match(r"colonnade \((.*)-\d+\)", read("debian/changelog")).group(1), version)
        self.assertEqual(json.loads(read("npm/package.json"))["version"], version)
        self.assertEqual(json.loads(read("web/package.json"))["version"], version)
        self.assertEqual(re.search(r"^## (\S+)", read("CHANGELOG.md"), re.M).group(1), version)


class System(unittest.TestCase):
    def test_the_service_is_shut_in(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("there is no systemd-analyze")
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder) / "colonnade-house.service"
            unit.write_text(read("system/colonnade-house.service").replace("@BINDIR@", "/usr/bin"))
            done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager", unit],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertRegex(done.stdout, r"Overall exposure level for \S+: 1\.\d OK")

    def test_the_service_gives_options_that_there_are(self):
        command = re.search(r"^ExecStart=\S+/colonnade serve (.*)$", read("system/colonnade-house.service"), re.M).group(1)
        said = subprocess.run([BUILD / "colonnade", "serve", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        for option in re.findall(r"--[\w-]+", command + read("system/colonnade-house.service")):
            if option != "--":
                self.assertIn(option, said)

    def test_the_desktop_entry(self):
        entry = configparser.ConfigParser(interpolation=None, delimiters="=")
        entry.optionxform = str
        entry.read(ROOT / "system/colonnade.desktop", encoding="utf-8")
        entry = entry["Desktop Entry"]
        for key in ("Type", "Name", "Comment", "Comment[fr]", "Exec", "Icon", "Categories"):
            self.assertTrue(entry[key], key)
        subprocess.run([BUILD / "colonnade", *entry["Exec"].split()[1:], "--help"], stdout=subprocess.DEVNULL, check=True)


class Packages(unittest.TestCase):
    def test_they_hold_all_that_is_installed(self):
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            subprocess.run(["cmake", "--install", BUILD, "--prefix", f"{folder}/usr"], stdout=subprocess.DEVNULL, check=True)
            lists = [line.split()[0] for path in (ROOT / "debian").glob("*.install") for line in path.read_text().splitlines()]
            # A package puts libraries and units where Debian wants them.
            wanted = {re.sub(r"^(usr/lib)/\*", r"\1", item) for item in lists if item != "docs"}
            for path in pathlib.Path(folder).rglob("*"):
                name = str(path.relative_to(folder)).replace("usr/lib/systemd", "lib/systemd")
                name = re.sub(r"^usr/lib/[a-z0-9_]+-linux-gnu/", "usr/lib/", name)
                if path.is_file() and not name.endswith("doc/colonnade/LICENSE"):
                    self.assertTrue(any(pathlib.PurePath(name).match(item) or name.startswith(item + "/") for item in wanted), name)

    def test_installing_builds_what_is_missing(self):
        """As after ./play, which builds only the program."""
        archive = BUILD / "libcolonnade.a"
        archive.unlink()
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            subprocess.run(["cmake", "--install", BUILD, "--prefix", folder], stdout=subprocess.DEVNULL, check=True)
            self.assertTrue(next(pathlib.Path(folder).rglob("libcolonnade.a")).is_file())


if __name__ == "__main__":
    unittest.main()
