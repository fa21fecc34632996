"""Environments for learning, in the style of Gymnasium and PettingZoo; neither needs to be installed.

An action is one choice on the way to a move (Step.action), so that all rulesets share one space of ACTIONS
actions. The action mask has the choices that are open now; a move of several choices takes several steps, and the
turn passes when it is complete.

An observation is a dict:
  "board"        for each place, DEEP numbers: the stack from the top down, 0 where it has ended, else
                 1 + kind * (seats + 1) + seat, seats counted from the observer's, the neutral one last
  "reserve"      for each seat from the observer's on, for each kind, the pieces that are left
  "made"         CHOICES numbers: 1 + action of each choice made already for this move, 0 after the last
  "action_mask"  ACTIONS numbers, 1 where the action can be chosen now
Each is a flat array of numbers; shapes are in `shapes`, and numpy.asarray(...).reshape(shape) takes them over.
"""
from __future__ import annotations

import random
from array import array
from typing import Any, Callable, Iterator, Union

from .engine import Engine
from .rules import ACTIONS, NEUTRAL, Game, Position, Step
from .tree import Tree

DEEP = 16  #: pieces of a stack that an observation shows
CHOICES = 16  #: most choices in a move
SEATS = ("white", "black", "red", "green")

Observation = dict[str, array]
Player = Callable[[Tree], Union[int, str]]  #: returns the move that it plays


class Discrete:
    """The numbers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._random = random.Random(0)

    def seed(self, seed: "int | None") -> None:
        self._random.seed(seed)

    def contains(self, x: Any) -> bool:
        return isinstance(x, int) and 0 <= x < self.n

    def sample(self, mask: "array | None" = None) -> int:
        """A random one; with a mask, one of those where it is not 0."""
        if mask is None:
            return self._random.randrange(self.n)
        bits, open_ = mask.tobytes(), []
        at = bits.find(1)
        while at >= 0:
            open_.append(at)
            at = bits.find(1, at + 1)
        return self._random.choice(open_)

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class _Table:
    """What both environments share: a game under way, and the choices made for the next move."""

    def __init__(self, game: Union[Game, str], longest: int) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.longest = longest
        self.shapes = {"board": (len(self.game.places), DEEP), "reserve": (self.game.players, len(self.game.kinds)),
                       "made": (CHOICES,), "action_mask": (ACTIONS,)}
        self.clear(None)

    def clear(self, start: "Position | None") -> None:
        self.tree = Tree(start or self.game)
        self.made: list[Step] = []
        self._look()

    def _look(self) -> None:
        self.position = self.tree.position
        self.over = self.tree.over
        self.open = [] if self.over else [step.action for step in self.position.choices(self.made).steps]

    @property
    def truncated(self) -> bool:
        return not self.over and self.tree.ply >= self.longest

    def choose(self, action: int) -> None:
        """Makes a choice, and the move when it is complete; ValueError if the action is not open."""
        if action not in self.open:
            raise ValueError(f"action {action} cannot be chosen now")
        self.made.append(Step.of(int(action)))
        choices = self.position.choices(self.made)
        if choices.complete and not choices.steps:
            self.play(choices.complete)
        else:
            self.open = [step.action for step in choices.steps]

    def play(self, move: Union[int, str]) -> None:
        self.tree.play(move)
        self.made = []
        self._look()

    def reward(self, seat: int) -> float:
        """1 for a seat that has won, -1 for one that has lost, otherwise 0."""
        winner = self.tree.winner
        return 0.0 if winner is None else 1.0 if winner == seat % self.game.sides else -1.0

    def observe(self, seat: int) -> Observation:
        seats, kinds = self.game.players, len(self.game.kinds)
        board = array("b", bytes(len(self.game.places) * DEEP))
        for place in range(len(self.game.places)):
            for depth, (kind, owner, _) in enumerate(self.position.pieces(place)[: -DEEP - 1 : -1]):
                whose = seats if owner == NEUTRAL else (owner - seat) % seats
                board[place * DEEP + depth] = 1 + kind * (seats + 1) + whose
        reserve = array("b", (self.position.reserve((seat + i) % seats, kind) for i in range(seats) for kind in range(kinds)))
        made = array("h", [step.action + 1 for step in self.made] + [0] * (CHOICES - len(self.made)))
        mask = array("b", bytes(ACTIONS))
        if seat == self.position.mover:
            for action in self.open:
                mask[action] = 1
        return {"board": board, "reserve": reserve, "made": made, "action_mask": mask}


class ColonnadeEnv:
    """One agent against others, in the style of gymnasium.Env.

    `opponent` is a level from 1 to 10, "random", or a function from a Tree to a move; it plays every seat but
    `seat`. The reward is 1, 0 or -1 when the game is over. A game of `longest` plies is truncated.
    """

    metadata: dict[str, Any] = {"render_modes": ["svg", "text"]}

    def __init__(self, game: Union[Game, str], opponent: Union[int, str, Player] = "random", seat: int = 0, *,
                 longest: int = 500, render_mode: str = "text") -> None:
        self._table = _Table(game, longest)
        self.seat, self.render_mode = seat, render_mode
        self.action_space = Discrete(ACTIONS)
        self._random = random.Random(0)
        self._engine = Engine(self._table.game) if isinstance(opponent, int) else None
        self._opponent = opponent
        self.shapes = self._table.shapes

    @property
    def tree(self) -> Tree:
        return self._table.tree

    def _reply(self) -> Union[int, str]:
        if self._engine is not None and isinstance(self._opponent, int):
            return self._engine.choose(self.tree, self._opponent).move
        if callable(self._opponent):
            return self._opponent(self.tree)
        return self._random.choice(self._table.position.moves())

    def _let_others_play(self) -> None:
        while not self._table.over and not self._table.truncated and self._table.position.mover != self.seat:
            self._table.play(self._reply())

    def reset(self, *, seed: "int | None" = None, options: "dict[str, Any] | None" = None) -> tuple[Observation, dict[str, Any]]:
        """`options` may have a "position" to start from."""
        if seed is not None:
            self._random.seed(seed)
            self.action_space.seed(seed)
        start = (options or {}).get("position")
        self._table.clear(self._table.game.read(start) if isinstance(start, str) else start)
        self._let_others_play()
        return self._table.observe(self.seat), self._info()

    def _info(self) -> dict[str, Any]:
        return {"position": str(self._table.position), "ply": self.tree.ply}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._table.choose(action)
        self._let_others_play()
        return (self._table.observe(self.seat), self._table.reward(self.seat), self._table.over, self._table.truncated, self._info())

    def render(self) -> str:
        return self._table.position.svg() if self.render_mode == "svg" else str(self._table.position)

    def close(self) -> None:
        self._engine = None


class ColonnadeAEC:
    """All seats in turn, in the style of pettingzoo.AECEnv, for two, three and four players."""

    metadata: dict[str, Any] = {"render_modes": ["svg", "text"], "name": "colonnade_v1"}

    def __init__(self, game: Union[Game, str], *, longest: int = 500, render_mode: str = "text") -> None:
        self._table = _Table(game, longest)
        self.render_mode = render_mode
        self.possible_agents = list(SEATS[: self._table.game.players])
        self.shapes = self._table.shapes
        self._spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.agents: list[str] = []

    @property
    def tree(self) -> Tree:
        return self._table.tree

    def action_space(self, agent: str) -> Discrete:
        return self._spaces[agent]

    def reset(self, seed: "int | None" = None, options: "dict[str, Any] | None" = None) -> None:
        start = (options or {}).get("position")
        self._table.clear(self._table.game.read(start) if isinstance(start, str) else start)
        self.agents = list(self.possible_agents)
        for i, space in enumerate(self._spaces.values()):
            space.seed(None if seed is None else seed + i)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()

    def _settle(self) -> None:
        """Updates whose turn it is, and at the end everybody's reward."""
        self.agent_selection = self.possible_agents[self._table.position.mover]
        if self._table.over or self._table.truncated:
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent] = self._cumulative_rewards[agent] = self._table.reward(seat)
                self.terminations[agent] = self._table.over
                self.truncations[agent] = self._table.truncated

    def observe(self, agent: str) -> Observation:
        return self._table.observe(self.possible_agents.index(agent))

    def last(self, observe: bool = True) -> tuple["Observation | None", float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: "int | None") -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("whoever is done can only step with None")
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None:
            raise ValueError("None is no choice")
        self._table.choose(action)
        self._settle()

    def agent_iter(self, max_iter: int = 1 << 62) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def render(self) -> str:
        return self._table.position.svg() if self.render_mode == "svg" else str(self._table.position)

    def close(self) -> None:
        pass


__all__ = ["ACTIONS", "ColonnadeAEC", "ColonnadeEnv", "Discrete", "Observation"]
