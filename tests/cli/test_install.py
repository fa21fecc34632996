#!/usr/bin/env python3
"""Installs the build into a folder and uses it from there, as an outsider would."""
import array
import ast
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

BUILD, COMPILER = os.path.abspath(sys.argv[1]), sys.argv[2]
del sys.argv[1:3]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, text=True, **options)
    if done.returncode:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}")
    return done.stdout


def block(kind):
    """The first block of that kind in the page about the library."""
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    return re.search(rf"^```{kind}\n(.*?)^```$", page, re.M | re.S).group(1)


def npy(path):
    """The shape and the numbers of a NumPy file."""
    data = path.read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00", path
    length = struct.unpack_from("<H", data, 8)[0]
    assert (10 + length) % 64 == 0, path
    header = ast.literal_eval(data[10:10 + length].decode())
    numbers = array.array({"|i1": "b", "<i2": "h", "<f4": "f"}[header["descr"]], data[10 + length:])
    assert len(numbers) == math.prod(header["shape"]), path
    return header["shape"], numbers


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="install.", dir=BUILD))
        cls.prefix = cls.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.library = next(cls.prefix.rglob("libcolonnade.so")).parent
        cls.env = {**os.environ, "LD_LIBRARY_PATH": str(cls.library), "PKG_CONFIG_PATH": str(cls.library / "pkgconfig")}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def declared(self):
        """The functions that the installed headers declare."""
        headers = [*(self.prefix / "include").rglob("*.h")]
        return {name for header in headers for name in re.findall(r"^CN_API.*?\b(cn_\w+)\(", header.read_text(), re.M)}

    def flags(self, *options):
        return run("pkg-config", "--cflags", "--libs", *options, "colonnade", env=self.env).split()

    def test_what_is_installed(self):
        for name in ("bin/colonnade", "include/colonnade.h", "share/bash-completion/completions/colonnade",
                     "share/zsh/site-functions/_colonnade", "share/fish/vendor_completions.d/colonnade.fish"):
            self.assertTrue((self.prefix / name).is_file(), name)
        if shutil.which("scdoc"):
            declared = json.loads(run(self.prefix / "bin/colonnade", "help", "--json"))
            for folder in ("man1", "fr/man1"):
                manual = (self.prefix / "share/man" / folder / "colonnade.1").read_text()
                for command in declared["commands"]:
                    self.assertIn(f"colonnade-{command['name']}", manual.replace("\\-", "-"))
                    page = (self.prefix / "share/man" / folder / f"colonnade-{command['name']}.1").read_text()
                    for part in [command, *command["verbs"]]:
                        for option in part["options"]:
                            self.assertIn(f"--{option['name']}", page.replace("\\-", "-"), command["name"])
            for page in ("notation", "records", "ugi"):
                english, french = ((self.prefix / "share/man" / folder / f"colonnade-{page}.7").read_text() for folder in ("man7", "fr/man7"))
                self.assertIn(".SH DESCRIPTION", english)
                self.assertIn(".SH NOM", french)
                self.assertGreater(len(french), len(english) / 2)
            for page in ("man3/libcolonnade.3", "fr/man3/libcolonnade.3"):
                text = (self.prefix / "share/man" / page).read_text().replace("\\fB", " ")
                self.assertEqual(self.declared() - set(re.findall(r"\bcn_\w+", text)), set(), page)
        listed = [line.split()[0] for line in run(self.prefix / "bin/colonnade", "games").splitlines()]
        golden = (ROOT / "tests/golden/perft.tsv").read_text().splitlines()
        self.assertEqual(set(listed), {line.split("\t")[0] for line in golden if line and not line.startswith("#")})

    def test_only_our_names_are_visible(self):
        declared = self.declared()
        names = run("nm", "-D", "--defined-only", self.library / "libcolonnade.so").split("\n")
        self.assertEqual({line.split()[-1] for line in names if line}, declared)
        names = run("nm", "-g", "--defined-only", self.library / "libcolonnade.a").split("\n")
        self.assertEqual({line.split()[-1] for line in names if len(line.split()) == 3}, declared)

    def play(self, program):
        for game in ("pylos", "dorix-4", "pilea"):
            moves = run(program, game, "7", env=self.env).splitlines()
            result, moves = moves[-1].split(), moves[:-1]
            position = run(self.prefix / "bin/colonnade", "apply", game, *moves).strip()
            self.assertEqual(run(self.prefix / "bin/colonnade", "result", game, "--position", position).split(), result)

    def compile(self, name, *packages):
        flags = run("pkg-config", "--cflags", "--libs", "colonnade", *packages, env=self.env).split()
        program = self.folder / name
        run(COMPILER, "-Wall", "-Wextra", "-Werror", ROOT / f"examples/{name}.c", *flags, "-lm", "-o", program, env=self.env)
        return program

    def test_the_gui_plays_a_game(self):
        self.assertLessEqual(len((ROOT / "examples/gui.c").read_text().splitlines()), 300)
        gui, env = self.compile("gui", "sdl2"), {**self.env, "SDL_VIDEODRIVER": "dummy"}
        said = run(gui, "pyrga", "--script", "round", "b2", "triangle", "b2", "north", "triangle", "b3", "south", env=env)
        self.assertIn("1. Cb2 Tb2n 2. Tb3s ongoing", said)
        self.assertIn("Pyrga: Black to move", said)
        said = run(gui, "pylos", "1", "--script", "1b2", env=env)
        self.assertRegex(said, r"1\. 1b2 1[a-d][1-4] ongoing")
        self.assertIn("White to move", said)
        done = subprocess.run([gui, "pylos", "--script", "2a1"], env=env, stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, "not 2a1" in done.stdout), (1, True))

    def test_the_bot_writes_a_whole_record(self):
        record = run(self.compile("bot"), "dorix-3", "2", "1", "5", env=self.env)
        path = self.folder / "bot.cgr"
        path.write_text(record)
        self.assertIn('[White "bot"]', record)
        run(self.prefix / "bin/colonnade", "record", "check", path)

    def test_training_data_are_numpy_files(self):
        folder = self.folder / "data"
        folder.mkdir()
        samples = int(run(self.compile("training_data"), "pylos", "2", folder, "100", env=self.env).split()[0])
        self.assertGreater(samples, 20)
        arrays = {name: npy(folder / f"{name}.npy") for name in ("position", "made", "policy", "value")}
        self.assertEqual({name: shape for name, (shape, _) in arrays.items()},
                         {"position": (samples, 30, 16), "made": (samples, 16), "policy": (samples, 896), "value": (samples,)})
        policy, value = arrays["policy"][1], arrays["value"][1]
        for i in range(samples):
            self.assertAlmostEqual(sum(policy[896 * i:896 * (i + 1)]), 1, places=4)
        self.assertLessEqual(set(value), {-1.0, 0.0, 1.0})
        self.assertEqual(set(arrays["position"][1][:30 * 16]), {0})        # the board starts empty
        self.assertEqual(sum(a > 0 for a in policy[:896]), 16)             # and any of its 16 places can be chosen

    def test_example_with_the_shared_library(self):
        program = self.folder / "shared"
        run(COMPILER, "-Wall", "-Wextra", "-Werror", ROOT / "examples/random_game.c", *self.flags(), "-o", program, env=self.env)
        self.assertIn("libcolonnade.so.1", run("ldd", program, env=self.env))
        self.play(program)

    def test_example_with_the_static_library(self):
        program = self.folder / "static"
        run(COMPILER, f"-I{self.prefix}/include", ROOT / "examples/random_game.c", self.library / "libcolonnade.a",
            *[flag for flag in self.flags("--static") if flag != "-lcolonnade" and flag.startswith("-l")], "-o", program)
        self.assertNotIn("libcolonnade", run("ldd", program))
        self.play(program)

    def test_the_header_is_c_and_cxx(self):
        for language in ("c", "c++"):
            source = self.folder / f"header.{language}.txt"
            source.write_text("#include <colonnade.h>\nint main(void) { return cn_game_count() > 0 ? 0 : 1; }\n")
            try:
                include = [flag for flag in self.flags() if flag.startswith("-I")]
                run(COMPILER, "-x", language, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", source, *include, env=self.env)
            except AssertionError as error:
                if language == "c++" and "cc1plus" in str(error):
                    continue        # no C++ compiler here
                raise

    def test_cmake_package(self):
        folder = self.folder / "consumer"
        folder.mkdir()
        shutil.copy(ROOT / "examples/random_game.c", folder)
        found, linked = block("cmake").splitlines()
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(consumer C)\n"
            f"{found}\nadd_executable(program random_game.c)\n{linked}\nfind_package(colonnade 1.0 REQUIRED)\n"
            "add_executable(b random_game.c)\ntarget_link_libraries(b PRIVATE colonnade::static)\n")
        run("cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_C_COMPILER={COMPILER}")
        run("cmake", "--build", folder / "build")
        self.assertEqual(run(folder / "build/program", "pyrga"), run(folder / "build/b", "pyrga"))

    def test_the_page_about_the_library(self):
        """The page's pkg-config command works as written."""
        folder = self.folder / "page"
        folder.mkdir()
        shutil.copy(ROOT / "examples/random_game.c", folder / "program.c")
        line = next(line for line in block("sh").splitlines() if line.startswith("cc "))
        run("sh", "-c", f"cd {folder} && {line}", env=self.env)
        self.assertRegex(run(folder / "program", "pyrga", env=self.env), r"(?m)^(w|b|draw) [a-z ]+$")


if __name__ == "__main__":
    unittest.main()
