#!/usr/bin/env python3
"""The Python module, with this build's library: test_python.py LIBRARY [GAMES]

Installs nothing: the module comes from python/, the library from the argument. Each environment plays GAMES random
games of every ruleset (5 by default; scripts/try-packages plays 1,000).
"""
import doctest
import os
import pathlib
import random
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
if len(sys.argv) > 1 and sys.argv[1] != "installed":
    os.environ["COLONNADE_LIBRARY"] = os.path.abspath(sys.argv[1])
    sys.path.insert(0, str(ROOT / "python"))
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 5
del sys.argv[1:]
sys.dont_write_bytecode = True
import colonnade  # noqa: E402
from colonnade import _library  # noqa: E402


class Rules(unittest.TestCase):
    def test_every_ruleset_says_what_it_is(self):
        self.assertIn("dorix-3", colonnade.games())
        for id in colonnade.games():
            game = colonnade.Game(id)
            self.assertIs(game, colonnade.Game(id))
            self.assertIn(game.players, (2, 3, 4))
            self.assertTrue(game.places)
            self.assertTrue(game.kinds)
            self.assertTrue(game.rules().startswith("#"))
            self.assertNotEqual(game.rules(), game.rules(french=True))
        with self.assertRaisesRegex(ValueError, "there is no game 'chess'; there are pylos"):
            colonnade.Game("chess")

    def test_moves_and_texts(self):
        start = colonnade.Game("pyrga").start()
        position = start.play("Ca1")
        self.assertEqual([position.text(m) for m in position], ["Sa1", "Ta1n", "Ta1e"])
        self.assertEqual(position.mover, 1)
        self.assertEqual(colonnade.Game("pyrga").read(str(position)), position)
        self.assertEqual(hash(colonnade.Game("pyrga").read(str(position))), hash(position))
        self.assertNotEqual(position, start)
        self.assertEqual(eval(repr(position), {"Game": colonnade.Game}), position)
        self.assertEqual(position.pieces(0), [colonnade.Piece(2, 0, 0)])
        self.assertEqual((position.reserve(0, 2), position.reserve(1, 2)), (4, 5))
        self.assertEqual(colonnade.Game("pilea").start().perft(4), 255024)
        self.assertIn("<svg", position.svg())
        with self.assertRaises(colonnade.IllegalText) as caught:
            start.play("Sb2").play("Sd4")
        self.assertEqual(caught.exception.at, 2)
        with self.assertRaises(colonnade.IllegalText):
            colonnade.Game("pyrga").read("rubbish")

    def test_symmetries(self):
        game = colonnade.Game("dorix")
        position = game.start().play("a1")
        turned = {str(position.transform(s)) for s in range(game.symmetries)}
        self.assertEqual(len(turned), 4)
        self.assertEqual({str(game.read(t).canonical()) for t in turned}, {str(position.canonical())})
        move = position.moves()[3]
        self.assertEqual(position.transform(5).play(position.transform_move(move, 5)), position.play(move).transform(5))

    def test_trees_and_records(self):
        tree = colonnade.Tree("dorix")
        tree.play("a1")
        tree.comment(1, "A corner.")
        tree.set_tag("White", "Ada")
        tree.play(tree.position.moves()[0])
        again = colonnade.Tree.read(tree.record())
        self.assertEqual((again.node(1).comment, again.node(1).move, again.tag("White"), again.tag("Black")), ("A corner.", "a1", "Ada", None))
        self.assertEqual(again.position, tree.position)
        self.assertEqual(len(again), 3)
        again.goto(0)
        self.assertFalse(again.undo())
        self.assertTrue(again.redo())
        self.assertEqual(again.ply, 1)
        with self.assertRaises(colonnade.IllegalText) as caught:
            colonnade.Tree.read('[Game "dorix"]\n\n1. a1 z9 *\n')
        self.assertEqual(caught.exception.line, 3)
        with self.assertRaises(IndexError):
            again.node(99)

    def test_engines_and_proofs(self):
        mate = colonnade.Game("dorix").read("-,-,-,b/-,-,b,-/-,b,-,-/-,w,w,w b")
        engine = colonnade.Engine("dorix", memory=1 << 20, seed=3)
        best = engine.analyse(mate, depth=2)[0]
        self.assertEqual((best.text, str(best.value), best.line), ("a1", "win 1", ["a1"]))
        self.assertEqual(engine.choose(mate, 9).text, "a1")
        self.assertEqual(str(colonnade.prove(mate, within=3, count=True)), "win 1")
        with self.assertRaisesRegex(ValueError, "can repeat"):
            colonnade.prove(mate)
        with self.assertRaises(ValueError):
            engine.choose(mate, 11)
        with self.assertRaises(FileNotFoundError):
            colonnade.Table("pylos", "/nowhere")

    def test_prototypes_are_those_of_the_headers(self):
        headers = ROOT / "include/colonnade"
        if not headers.is_dir():
            self.skipTest("there are no sources here")
        text = "".join(path.read_text() for path in headers.glob("*.h"))
        for name, (_, takes) in _library.PROTOTYPES.items():
            parameters = re.search(rf"\b{name}\(([^)]*)\)", text).group(1)
            self.assertEqual(len(takes), 0 if parameters == "void" else parameters.count(",") + 1, name)


class Environments(unittest.TestCase):
    def test_all_seats_play_at_random(self):
        for id in colonnade.games():
            env = colonnade.ColonnadeAEC(id, longest=60)
            for seed in range(GAMES):
                env.reset(seed=seed)
                for agent in env.agent_iter():
                    observation, _, terminated, truncated, _ = env.last()
                    action = None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])
                    env.step(action)
                self.assertTrue(env.tree.over or env.tree.ply == 60, id)
                seats = {agent: env.rewards[agent] for agent in env.possible_agents}
                self.assertTrue(env.tree.winner is None and set(seats.values()) == {0.0} or {1.0, -1.0} == set(seats.values()), seats)
                self.assertEqual(env.agents, [])

    def test_one_seat_against_others(self):
        for id in colonnade.games():
            env = colonnade.ColonnadeEnv(id, seat=1, longest=60)
            for seed in range(GAMES):
                observation, info = env.reset(seed=seed)
                self.assertEqual(info["ply"], 1)
                done = False
                while not done:
                    action = env.action_space.sample(observation["action_mask"])
                    observation, reward, terminated, truncated, info = env.step(action)
                    done = terminated or truncated
                    self.assertEqual({name: len(values) for name, values in observation.items()},
                                     {name: shape[0] * (shape[1] if len(shape) > 1 else 1) for name, shape in env.shapes.items()})
                self.assertIn(reward, (-1.0, 0.0, 1.0))
                self.assertFalse(any(observation["action_mask"]) and terminated)

    def test_the_same_seed_gives_the_same_game(self):
        def game(seed):
            env = colonnade.ColonnadeEnv("dorix-3", longest=20)
            observation, _ = env.reset(seed=seed)
            done = False
            while not done:
                observation, _, terminated, truncated, _ = env.step(env.action_space.sample(observation["action_mask"]))
                done = terminated or truncated
            return str(env.tree.position)

        self.assertEqual(game(4), game(4))
        self.assertNotEqual(game(4), game(5))

    def test_levels_and_functions_as_opponents(self):
        env = colonnade.ColonnadeEnv("dorix", opponent=9)
        env.reset(options={"position": "-,-,-,b/-,-,b,-/-,b,-,-/-,w,w,- w"})
        step = next(s for s in env.tree.position.choices().steps if env.tree.position.step_text(s) == "d1")
        _, reward, terminated, _, _ = env.step(step.action)
        self.assertEqual((reward, terminated), (-1.0, True))
        env = colonnade.ColonnadeEnv("pylos", opponent=lambda tree: tree.position.moves()[0])
        env.reset()
        _, _, _, _, info = env.step(env.tree.position.choices().steps[-1].action)
        self.assertEqual(info["ply"], 2)
        with self.assertRaisesRegex(ValueError, "cannot be chosen"):
            env.step(0)
        self.assertIn("/", env.render())

    def test_an_observation_is_seen_from_the_observers_seat(self):
        env = colonnade.ColonnadeAEC("dorix-3")
        env.reset()
        first = env.last()[0]["action_mask"].index(1)
        env.step(first)
        place = colonnade.Step.of(first).value
        codes = [env.observe(agent)["board"][place * 16] for agent in env.possible_agents]
        self.assertEqual(codes, [1, 3, 2])
        self.assertEqual([any(env.observe(agent)["action_mask"]) for agent in env.possible_agents], [False, True, False])
        self.assertEqual(list(env.observe("white")["reserve"]), [11, 12, 12])


class Documentation(unittest.TestCase):
    def test_examples_of_the_module(self):
        self.assertEqual(doctest.testmod(colonnade).failed, 0)

    def test_examples_of_the_page(self):
        page = ROOT / "docs/python.md"
        if not page.exists():
            self.skipTest("there are no sources here")
        blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.S)
        self.assertTrue(blocks)
        for block in blocks:
            shown = re.findall(r"# prints (.*)", block)
            done = subprocess.run([sys.executable, "-c", block], env={**os.environ, "PYTHONPATH": str(ROOT / "python")}, stdout=subprocess.PIPE,
                                  text=True, check=True)
            self.assertEqual(done.stdout.splitlines(), shown)

    def test_everything_public_is_documented(self):
        for name in colonnade.__all__:
            thing = getattr(colonnade, name)
            if isinstance(thing, type) and not issubclass(thing, tuple):
                self.assertTrue(thing.__doc__, name)


if __name__ == "__main__":
    random.seed(1)
    unittest.main()
