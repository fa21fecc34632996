"""Colonnade in Python: five stacking games, their rules, records, opponents and proofs, and environments to learn in.

    >>> import colonnade
    >>> position = colonnade.Game("pylos").start()
    >>> position = position.play("1b2")
    >>> len(position.moves())
    15

It needs libcolonnade and nothing else: the library of the system, or the file that COLONNADE_LIBRARY names.
Objects belong to one thread at a time.
"""
from ._library import library as _lib
from .engine import LEVELS, Advice, Engine, Table, Value, prove
from .env import ColonnadeAEC, ColonnadeEnv
from .rules import ACTIONS, NEUTRAL, Choices, Game, IllegalText, Piece, Place, Position, Step, games
from .tree import Node, Tree

__version__: str = _lib.cn_version().decode()

__all__ = ["ACTIONS", "Advice", "Choices", "ColonnadeAEC", "ColonnadeEnv", "Engine", "Game", "IllegalText", "LEVELS", "NEUTRAL",
           "Node", "Piece", "Place", "Position", "Step", "Table", "Tree", "Value", "games", "prove"]
