"""Values, levels, analysis, proofs and tables."""
from __future__ import annotations

import ctypes
from typing import NamedTuple, Union

from . import _library as c
from ._library import library as lib
from .rules import Game, Position, fail
from .tree import Tree

LEVELS = range(1, 11)


class Value(NamedTuple):
    """What a position or a move is worth to the player to move."""

    proven: bool
    result: int  #: if proven: 1 won, 0 drawn, -1 lost; otherwise 0
    plies: int  #: to a proven win or loss; -1: not counted
    score: int  #: if not proven: in thousandths of a decisive advantage

    @classmethod
    def of(cls, raw: c.CValue) -> "Value":
        return cls(raw.proven, raw.result, raw.plies, raw.score)

    def __str__(self) -> str:
        if not self.proven:
            return f"{self.score:+d}"
        return {1: "win", 0: "draw", -1: "loss"}[self.result] + (f" {self.plies}" if self.result and self.plies >= 0 else "")


class Advice(NamedTuple):
    move: int
    text: str
    value: Value
    line: list[str]  #: begins with the move


class Engine:
    """Evaluates moves, and chooses one as a player of some level would."""

    def __init__(self, game: Union[Game, str], *, memory: int = 0, threads: int = 1, seed: int = 0, tables: "str | None" = None) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        options = c.CEngineOptions(size=ctypes.sizeof(c.CEngineOptions), memory=memory, threads=threads, seed=seed)
        options.tables = tables.encode() if tables else None
        self.handle = lib.cn_engine_new(self.game.handle, options)
        if not self.handle:
            raise ValueError("there is no such engine: the options make no sense, or memory ran out")

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            lib.cn_engine_free(self.handle)
            self.handle = None

    def _tree(self, where: Union[Tree, Position]) -> Tree:
        return where if isinstance(where, Tree) else Tree(where)

    def _advice(self, position: Position, raw: c.CAdvice) -> Advice:
        line, at = [], position
        for move in raw.line[: raw.length]:
            line.append(at.text(move))
            at = at.play(move)
        return Advice(raw.move, position.text(raw.move), Value.of(raw.value), line)

    def analyse(self, where: Union[Tree, Position], *, seconds: float = 0, nodes: int = 0, depth: int = 0, lines: int = 0) -> list[Advice]:
        """Every legal move, the best first. Without limits it takes three seconds."""
        tree, error, found = self._tree(where), c.CError(), c.CAnalysis()
        limits = c.CLimits(size=ctypes.sizeof(c.CLimits), seconds=seconds, nodes=nodes, depth=depth, lines=lines)
        if not lib.cn_engine_analyse(self.handle, tree.handle, limits, None, None, found, error):
            raise fail(error)
        position = tree.position
        return [self._advice(position, found.advice[i]) for i in range(found.count)]

    def choose(self, where: Union[Tree, Position], level: int, seconds: float = 0) -> Advice:
        """The move that a player of this level plays."""
        tree, error, chosen = self._tree(where), c.CError(), c.CAdvice()
        if not lib.cn_engine_choose(self.handle, tree.handle, level, seconds, chosen, error):
            raise fail(error)
        return self._advice(tree.position, chosen)


def prove(position: Position, *, within: int = 0, count: bool = False, nodes: int = 0, seconds: float = 0) -> Value:
    """The proven value of a two-sided position, or an unproven one if the limits come first.

    Games whose positions can repeat need `within`, the plies to look ahead.
    """
    prover = lib.cn_prover_new(position.game.handle, 0)
    if not prover:
        raise ValueError("nothing can be proven about this game")
    try:
        value, error = c.CValue(), c.CError()
        options = c.CProofOptions(size=ctypes.sizeof(c.CProofOptions), nodes=nodes, seconds=seconds, within=within, count=count)
        if not lib.cn_prove(prover, position.raw, options, value, error):
            raise ValueError(error.text.decode())
        return Value.of(value)
    finally:
        lib.cn_prover_free(prover)


class Table:
    """The exact value of every position of a solved ruleset; FileNotFoundError if there is no table."""

    def __init__(self, game: Union[Game, str], folder: "str | None" = None) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        error = c.CError()
        self.handle = lib.cn_table_open(self.game.handle, folder.encode() if folder else None, error)
        if not self.handle:
            raise FileNotFoundError(error.text.decode())

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            lib.cn_table_close(self.handle)
            self.handle = None

    def value(self, position: Position) -> Value:
        value = c.CValue()
        if not lib.cn_table_value(self.handle, position.raw, value):
            raise OSError("the table is damaged")
        return Value.of(value)
