"""A game under way, with variations, comments and its record."""
from __future__ import annotations

from typing import NamedTuple, Union

from . import _library as c
from ._library import library as lib
from .rules import Game, Position, fail, take_text


class Node(NamedTuple):
    position: Position
    move: "str | None"  #: the move that led here; None: the first node
    comment: str
    parent: int  #: -1: none
    ply: int
    over: bool  #: by the rules, by repetition, or declared
    winner: "int | None"  #: side


class Tree:
    """The moves of one game. Node 0 is where it starts; one node is current."""

    def __init__(self, start: Union[Game, Position, str]) -> None:
        game = Game(start) if isinstance(start, str) else start.game if isinstance(start, Position) else start
        self.game = game
        self.handle = lib.cn_tree_new(game.handle, start.raw if isinstance(start, Position) else None)
        if not self.handle:
            raise MemoryError("libcolonnade is out of memory")

    @classmethod
    def read(cls, record: str) -> "Tree":
        """Reads a record; the current node is the end of its main line."""
        text, error = record.encode(), c.CError()
        handle = lib.cn_tree_read(text, len(text), error)
        if not handle:
            raise fail(error)
        tree = cls.__new__(cls)
        tree.handle = handle
        tree.game = Game(lib.cn_game_id(lib.cn_tree_game(handle)).decode())
        return tree

    def record(self) -> str:
        error = c.CError()
        pointer = lib.cn_tree_write(self.handle, error)
        if not pointer:
            raise fail(error)
        return take_text(pointer)

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            lib.cn_tree_free(self.handle)
            self.handle = None

    def _raw(self, node: int) -> c.CNode:
        raw = c.CNode()
        if not lib.cn_tree_node(self.handle, node, raw):
            raise IndexError(f"there is no node {node}")
        return raw

    def node(self, node: int) -> Node:
        raw = self._raw(node)
        move = None
        if raw.parent >= 0:
            move = Position(self.game, self._raw(raw.parent).position).text(raw.move)
        comment = raw.comment.decode() if raw.comment else ""
        winner = raw.winner if raw.winner >= 0 else None
        return Node(Position(self.game, raw.position), move, comment, raw.parent, raw.ply, raw.winner != c.ONGOING, winner)

    @property
    def current(self) -> int:
        return lib.cn_tree_current(self.handle)

    @property
    def position(self) -> Position:
        return Position(self.game, self._raw(self.current).position)

    @property
    def over(self) -> bool:
        return self._raw(self.current).winner != c.ONGOING

    @property
    def winner(self) -> "int | None":
        winner = self._raw(self.current).winner
        return winner if winner >= 0 else None

    @property
    def ply(self) -> int:
        return self._raw(self.current).ply

    def __len__(self) -> int:
        return lib.cn_tree_count(self.handle)

    def play(self, move: Union[int, str]) -> None:
        error = c.CError()
        if isinstance(move, str):
            done = lib.cn_tree_play_text(self.handle, move.encode(), error)
        else:
            done = lib.cn_tree_play(self.handle, move, error)
        if not done:
            raise fail(error)

    def undo(self) -> bool:
        return lib.cn_tree_undo(self.handle)

    def redo(self) -> bool:
        return lib.cn_tree_redo(self.handle)

    def goto(self, node: int) -> None:
        if not lib.cn_tree_goto(self.handle, node):
            raise IndexError(f"there is no node {node}")

    def comment(self, node: int, text: str) -> None:
        error = c.CError()
        if not lib.cn_tree_set_comment(self.handle, node, text.encode(), error):
            raise fail(error)

    def tag(self, name: str) -> "str | None":
        value = lib.cn_tree_tag(self.handle, name.encode())
        return value.decode() if value is not None else None

    def set_tag(self, name: str, value: str) -> None:
        error = c.CError()
        if not lib.cn_tree_set_tag(self.handle, name.encode(), value.encode(), error):
            raise fail(error)


__all__ = ["Node", "Tree"]
