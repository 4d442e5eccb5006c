"""Games of OpenSpiel (https://github.com/google-deepmind/open_spiel) for plyscope's searches.

>>> import pyspiel, plyscope
>>> from plyscope import openspiel
>>> game = pyspiel.load_game("breakthrough(rows=6,columns=6)")
>>> plyscope.search(openspiel.adapt(game, playouts=8), "bfm", nodes=500)
"""

from __future__ import annotations

import math
import random
import zlib
from dataclasses import dataclass
from typing import Any, Callable, Optional

from ._native import UsageError

#: A pyspiel.State. OpenSpiel has no types.
Spiel = Any


@dataclass(frozen=True)
class _Rules:
    """What the positions of one game share."""

    evaluation: Optional[Callable[[Spiel], float]]
    playouts: int
    seed: int


class State:
    """A position of a game of OpenSpiel, as plyscope's searches ask for it. Moves are OpenSpiel's actions."""

    __slots__ = ("spiel", "_rules")

    #: Values count thousandths: OpenSpiel's are mostly from -1 to 1.
    scale = 1000

    def __init__(self, spiel: Spiel, rules: _Rules) -> None:
        #: The pyspiel.State.
        self.spiel = spiel
        self._rules = rules

    def to_move(self) -> int:
        """The player that moves."""
        player: int = self.spiel.current_player()
        return player

    def moves(self) -> list[int]:
        """The legal actions."""
        actions: list[int] = self.spiel.legal_actions()
        return actions

    def play(self, move: int) -> "State":
        """The position after an action."""
        return type(self)(self.spiel.child(move), self._rules)

    def outcome(self) -> Optional[float]:
        """Player 0's return at the end of the game. One that is no whole number counts as the next one away from 0."""
        if not self.spiel.is_terminal():
            return None
        score: float = self.spiel.returns()[0]
        if not math.isfinite(score):
            raise ValueError(f"the game's return is {score}: it must be a finite number")
        return math.ceil(score) if score > 0 else math.floor(score)

    def evaluate(self) -> float:
        """The static value for player 0."""
        rules = self._rules
        if rules.evaluation is not None:
            return rules.evaluation(self.spiel)
        if rules.playouts == 0:
            return 0.0
        # The same position has the same value, however often it is asked for.
        seed = zlib.crc32(repr(self.spiel.history()).encode(), rules.seed)
        return playout_value(self.spiel, rules.playouts, random.Random(seed))

    def name(self, move: int) -> str:
        """An action in OpenSpiel's words."""
        words: str = self.spiel.action_to_string(self.spiel.current_player(), move)
        return words

    def __str__(self) -> str:
        return str(self.spiel)


class KeyedState(State):
    """The same with a key: its text and the player to move."""

    __slots__ = ()

    def key(self) -> str:
        """What tells this position from others."""
        return f"{self.spiel.current_player()} {self.spiel}"


def playout_value(spiel: Spiel, count: int, generator: random.Random) -> float:
    """Player 0's mean return in random games from a position on."""
    total = 0.0
    for _ in range(count):
        state = spiel.clone()
        while not state.is_terminal():
            state.apply_action(generator.choice(state.legal_actions()))
        total += state.returns()[0]
    return total / count


def adapt(
    game: Spiel,
    evaluation: Optional[Callable[[Spiel], float]] = None,
    *,
    playouts: int = 0,
    seed: int = 1,
    keys: bool = False,
    state: Optional[Spiel] = None,
) -> State:
    """The start of a game of OpenSpiel, or a `state` of it, for plyscope's searches. `game` may be a name or a state, too.

    Static values come from `evaluation`, a function of a pyspiel.State for player 0; from the mean of random `playouts`, which a
    position's history and `seed` determine; or are 0. They count thousandths.

    With `keys`, positions with the same text and player count as the same: searches with tables, and trees whose lines meet, need
    that. It is wrong for games whose text leaves out what matters, such as repetitions.
    """
    import pyspiel  # type: ignore[import-untyped, import-not-found, unused-ignore]

    if isinstance(game, str):
        game = pyspiel.load_game(game)
    elif isinstance(game, pyspiel.State):
        state = game if state is None else state
        game = state.get_game()
    if evaluation is not None and not callable(evaluation):
        raise UsageError(f"evaluation={evaluation!r}: give a function of a pyspiel.State")
    kind = game.get_type()

    wrong = []
    if game.num_players() != 2:
        wrong.append(f"{game.num_players()} players")
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        wrong.append("moves at the same time")
    if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
        wrong.append("chance")
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        wrong.append("hidden information")
    if kind.utility not in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM):
        wrong.append("a sum that is not constant")
    if wrong:
        raise UsageError(
            f"{kind.short_name} has {', '.join(wrong)}: these searches need two players, who move in turn and see everything, "
            "and of whom one wins what the other loses"
        )
    if playouts < 0:
        raise UsageError("playouts must be at least 0")
    if evaluation is not None and playouts:
        raise UsageError("evaluation and playouts are two sources of values: give one of them")
    if kind.utility == pyspiel.GameType.Utility.CONSTANT_SUM and game.utility_sum() != 0:
        raise UsageError(f"the returns of {kind.short_name} do not sum to 0: wrap its state in a class of your own")
    rules = _Rules(evaluation, playouts, seed)
    return (KeyedState if keys else State)(game.new_initial_state() if state is None else state, rules)
