#!/usr/bin/env python3
"""The npm package as users get it: packed, installed offline into a new project, type-checked, played with."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
del sys.argv[1:]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = pathlib.Path(__file__).resolve().parent


def run(*command, cwd=ROOT):
    done = subprocess.run([str(c) for c in command], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=280,
                          check=False)
    if done.returncode:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}")
    return done.stdout


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tarball = run(ROOT / "scripts/npm").strip().splitlines()[-1]
        cls.project = pathlib.Path(tempfile.mkdtemp(prefix="npm.", dir=ROOT / "build"))
        (cls.project / "package.json").write_text('{"name": "stranger", "private": true, "type": "module"}\n')
        run("npm", "install", "--offline", "--no-audit", "--no-fund", cls.tarball, cwd=cls.project)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.project)

    def node(self, source):
        (self.project / "program.mjs").write_text(source)
        return run("node", "program.mjs", cwd=self.project)

    def test_what_is_in_it(self):
        files = {path.name for path in (self.project / "node_modules/colonnade").iterdir()}
        self.assertEqual(files, {"LICENSE", "README.md", "colonnade.wasm", "index.d.ts", "index.js", "package.json"})
        version = re.search(r"project\(colonnade VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
        self.assertEqual(json.loads((self.project / "node_modules/colonnade/package.json").read_text())["version"], version)

    def test_the_example_of_its_readme(self):
        source = re.search(r"```js\n(.*?)```", (ROOT / "npm/README.md").read_text(), re.S).group(1)
        self.assertEqual(self.node(source).splitlines(), re.findall(r"// prints (.*)", source))

    def test_random_games_end_where_the_program_says(self):
        games = json.loads(self.node((HERE / "random_games.mjs").read_text()))
        self.assertEqual({game["id"] for game in games}, {line.split()[0] for line in run(PROGRAM, "games").splitlines()})
        for game in games:
            self.assertEqual(run(PROGRAM, "apply", game["id"], *game["moves"]).strip(), game["position"])
            said = run(PROGRAM, "result", game["id"], "--position", game["position"]).split(maxsplit=1)
            self.assertEqual(said[0], game["result"])

    def test_everything_it_offers(self):
        self.assertEqual(self.node((HERE / "everything.mjs").read_text()).strip(), "done")

    def test_its_types(self):
        shutil.copy(HERE / "typed.ts", self.project)
        run("node", ROOT / "web/node_modules/typescript/bin/tsc", "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022",
            "--types", "", "typed.ts", cwd=self.project)


if __name__ == "__main__":
    unittest.main()
