"""Games, positions and moves."""
from __future__ import annotations

import ctypes
import functools
from typing import Iterator, NamedTuple, Union

from . import _library as c
from ._library import library as lib

NEUTRAL = c.NEUTRAL  #: "seat" of a piece that is nobody's


class IllegalText(ValueError):
    """A malformed text, or a move that a rule forbids.

    `at` is the character of the text, from 1, and `line` the line of a record; 0: none in particular.
    """

    def __init__(self, text: str, at: int = 0, line: int = 0) -> None:
        super().__init__(text)
        self.at, self.line = at, line


def fail(error: c.CError) -> Exception:
    """The exception for what the library says."""
    return IllegalText(error.text.decode(), error.at, error.line)


class Place(NamedTuple):
    """Where a place is: x and y count half-places from the left and the bottom, levels from 1."""

    label: str
    x: int
    y: int
    level: int
    carriers: int  #: as bits, the places that must be occupied before a piece can lie here


class Piece(NamedTuple):
    kind: int
    seat: int  #: or NEUTRAL
    direction: int  #: 0 none, 1 north, 2 east, 3 south, 4 west


class Step(NamedTuple):
    """One choice on the way to a move: a role (see cn_role) and a place, a kind, a direction or a number."""

    role: int
    value: int

    @property
    def action(self) -> int:
        """One number for each step, below ACTIONS."""
        return self.role * c.MAX_CHOICES + self.value

    @classmethod
    def of(cls, action: int) -> "Step":
        return cls(*divmod(action, c.MAX_CHOICES))


ROLES = 14  #: roles that a step can have
ACTIONS = ROLES * c.MAX_CHOICES  #: number of different steps in all games


class Choices(NamedTuple):
    """What can follow the choices made so far."""

    steps: list[Step]
    moves: int  #: legal moves that begin with the choices made
    complete: int  #: the move that they complete, or 0


class Game:
    """One ruleset, by its id: Game("pylos"). The same id gives the same object."""

    _known: dict[str, "Game"] = {}

    def __new__(cls, id: str) -> "Game":
        if id not in cls._known:
            handle = lib.cn_game_find(id.encode())
            if not handle:
                raise ValueError(f"there is no game {id!r}; there are {', '.join(games())}")
            game = super().__new__(cls)
            game._set(handle)
            cls._known[id] = game
        return cls._known[id]

    def _set(self, handle: int) -> None:
        self.handle = handle
        self.id: str = lib.cn_game_id(handle).decode()
        self.title: str = lib.cn_game_title(handle).decode()
        self.players: int = lib.cn_game_players(handle)
        self.sides: int = lib.cn_game_sides(handle)  #: who wins together: side = seat % sides
        self.repeats: bool = lib.cn_game_repeats(handle)  #: whether positions can repeat
        self.most_moves: int = lib.cn_game_most_moves(handle)  #: no position has more legal moves
        self.symmetries: int = lib.cn_symmetries(handle)
        board = c.CBoard()
        lib.cn_game_board(handle, board)
        self.columns, self.rows, self.levels = board.columns, board.rows, board.levels
        self.places: list[Place] = []
        for i in range(board.places):
            place = c.CPlace()
            lib.cn_place_at(handle, i, place)
            self.places.append(Place(place.label.decode(), place.x, place.y, place.level, place.carriers))
        self.kinds: list[str] = []
        for i in range(lib.cn_kind_count(handle)):
            kind = c.CKind()
            lib.cn_kind_at(handle, i, kind)
            self.kinds.append(kind.id.decode())

    def start(self) -> "Position":
        position = Position(self)
        lib.cn_start(self.handle, position.raw)
        return position

    def read(self, text: str) -> "Position":
        """Reads a position; IllegalText says what is wrong with the text."""
        position, error = Position(self), c.CError()
        if not lib.cn_read_position(self.handle, text.encode(), position.raw, error):
            raise fail(error)
        return position

    def rules(self, french: bool = False) -> str:
        """The rules for players, in Markdown."""
        return lib.cn_game_rules(self.handle, french).decode()

    def __repr__(self) -> str:
        return f"Game({self.id!r})"


@functools.cache
def games() -> tuple[str, ...]:
    """The ids of all rulesets."""
    return tuple(lib.cn_game_id(lib.cn_game_at(i)).decode() for i in range(lib.cn_game_count()))


# Buffers that calls write into and Python then copies from, all within one call.
_room = (ctypes.c_uint64 * 4096)()
_stack = (c.CPiece * c.MAX_STACK)()


class Position:
    """A position; it never changes. A move is a number that is valid only here: to keep a move, keep its text."""

    __slots__ = ("game", "raw")

    def __init__(self, game: Game, raw: "c.CPosition | None" = None) -> None:
        self.game = game
        self.raw = raw if raw is not None else c.CPosition()

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return lib.cn_mover(self.game.handle, self.raw)

    @property
    def over(self) -> bool:
        return lib.cn_winner(self.game.handle, self.raw) != c.ONGOING

    @property
    def winner(self) -> "int | None":
        """The side that has won; None: nobody has, or not yet."""
        winner = lib.cn_winner(self.game.handle, self.raw)
        return winner if winner >= 0 else None

    @property
    def result(self) -> str:
        """ "ongoing", "draw", "w", "b", "wr" …"""
        return lib.cn_result(self.game.handle, self.raw).decode()

    @property
    def reason(self) -> str:
        """Why it is over; "" while it goes on."""
        return lib.cn_reason_text(self.game.handle, self.raw).decode()

    def moves(self) -> list[int]:
        """Every legal move; none exactly when the game is over."""
        global _room
        count = lib.cn_moves(self.game.handle, self.raw, _room, len(_room))
        if count > len(_room):
            _room = (ctypes.c_uint64 * (2 * count))()
            lib.cn_moves(self.game.handle, self.raw, _room, len(_room))
        return _room[:count]

    def text(self, move: int) -> str:
        out = ctypes.create_string_buffer(c.MOVE_TEXT)
        lib.cn_write_move(self.game.handle, self.raw, move, out, len(out))
        return out.value.decode()

    def move(self, text: str) -> int:
        """Reads a move; IllegalText says which rule forbids it."""
        move, error = ctypes.c_uint64(), c.CError()
        if not lib.cn_read_move(self.game.handle, self.raw, text.encode(), move, error):
            raise fail(error)
        return move.value

    def play(self, move: Union[int, str]) -> "Position":
        """The position after a legal move, given as a number or as text."""
        after = Position(self.game)
        lib.cn_play(self.game.handle, self.raw, self.move(move) if isinstance(move, str) else move, after.raw)
        return after

    def choices(self, made: "list[Step]" = []) -> Choices:
        """What can follow the choices made so far; no steps and no moves: no move begins like this."""
        steps = (c.CStep * c.MAX_STEPS)(*made[: c.MAX_STEPS])
        next_ = c.CChoices()
        if len(made) > c.MAX_STEPS or not lib.cn_choices_after(self.game.handle, self.raw, steps, len(made), next_):
            return Choices([], 0, 0)
        return Choices([Step(s.role, s.value) for s in next_.step[: next_.count]], next_.moves, next_.complete)

    def step_text(self, step: Step) -> str:
        """A place's label, a number, or a word."""
        out = ctypes.create_string_buffer(c.STEP_TEXT)
        lib.cn_write_step(self.game.handle, c.CStep(*step), out, len(out))
        return out.value.decode()

    def pieces(self, place: int) -> list[Piece]:
        """The stack on a place, bottom to top."""
        count = lib.cn_pieces(self.game.handle, self.raw, place, _stack, c.MAX_STACK)
        return [Piece(p.kind, p.seat, p.direction) for p in _stack[:count]] if count else []

    def owner(self, place: int) -> int:
        """The seat that a stack counts for, or NEUTRAL."""
        return lib.cn_owner(self.game.handle, self.raw, place)

    def reserve(self, seat: int, kind: int = 0) -> int:
        return lib.cn_reserve(self.game.handle, self.raw, seat, kind)

    def transform(self, symmetry: int) -> "Position":
        out = Position(self.game)
        lib.cn_transform(self.game.handle, self.raw, symmetry, out.raw)
        return out

    def transform_move(self, move: int, symmetry: int) -> int:
        """The same move in the transformed position."""
        return lib.cn_transform_move(self.game.handle, self.raw, move, symmetry)

    def canonical(self) -> "Position":
        """The one position that represents all symmetric images of this one."""
        out = Position(self.game)
        lib.cn_canonical(self.game.handle, self.raw, out.raw)
        return out

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly `depth` moves."""
        count = ctypes.c_uint64()
        if not lib.cn_perft(self.game.handle, self.raw, depth, count):
            raise OverflowError(f"the moves of depth {depth} cannot be counted")
        return count.value

    def svg(self, french: bool = False) -> str:
        """A picture of the position."""
        return take_text(lib.cn_svg(self.game.handle, self.raw, 0, french))

    def __str__(self) -> str:
        out = ctypes.create_string_buffer(c.POSITION_TEXT)
        lib.cn_write_position(self.game.handle, self.raw, out, len(out))
        return out.value.decode()

    def __repr__(self) -> str:
        return f"Game({self.game.id!r}).read({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.game is self.game and lib.cn_equal(self.raw, other.raw)

    def __hash__(self) -> int:
        return lib.cn_hash(self.game.handle, self.raw)

    def __iter__(self) -> Iterator[int]:
        return iter(self.moves())


def take_text(pointer: "int | None") -> str:
    """Takes over a text from the library."""
    if not pointer:
        raise MemoryError("libcolonnade is out of memory")
    text = ctypes.string_at(pointer).decode()
    lib.cn_free(pointer)
    return text
